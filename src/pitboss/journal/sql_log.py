"""The log in SQLite or PostgreSQL: one row for every leaf, and one for the head, which writers lock."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, select, update

from pitboss.errors import BadStore
from pitboss.journal.log import (
    LogGrowth,
    LogHead,
    LogLeaf,
    Receipt,
    RecentLeaves,
    Signer,
    grow_log,
    head_of,
)
from pitboss.journal.merkle import HASH_BYTES, Frontier, Node, place_of
from pitboss.journal.records import Record
from pitboss.journal.schema import LOG_HEAD, LOG_LEAVES
from pitboss.journal.store_errors import explain_failure

PAGE = 10_000
LOG_KEY = "the key file of the log, which ends in .log-key"
Connected = Callable[[], AbstractContextManager[Connection]]


class SqlLog:
    """`reading` and `writing` connect to the store; a log of one moment differs in `reading` alone."""

    is_kept = True

    def __init__(self, where: str, dialect: str, reading: Connected, writing: Connected) -> None:
        self._where, self._reading, self._writing = where, reading, writing
        self._recent = RecentLeaves()
        self._signers: list[Signer] = []
        mark, lock = ("?", "") if dialect == "sqlite" else ("%s", " FOR UPDATE")
        self._lock_head = f"SELECT size, frontier, key FROM log_head{lock}"
        values = ", ".join([mark] * 4)
        self._insert = f"INSERT INTO log_leaves (position, stream, sequence, nodes) VALUES ({values})"
        columns = ("size", "frontier", "time", "key", "signature")
        assigned = ", ".join(f'"{name}" = {mark}' for name in columns)
        self._update = f"UPDATE log_head SET {assigned}"

    def seen_through(self, reading: Connected) -> "SqlLog":
        """The same log, read through another connection."""
        log = SqlLog.__new__(SqlLog)
        log.__dict__.update(self.__dict__, _reading=reading)
        return log

    # ---- writing

    def extend(self, connection: Connection, records: Sequence[Record]) -> tuple[LogGrowth, LogHead]:
        """A leaf for each record, in the transaction that writes them; other writers wait for its commit."""
        ((size, frontier, key),) = connection.exec_driver_sql(self._lock_head)
        if key and not self._signers:
            raise BadStore(self._where, "its log is signed, and the key for it was not given.", LOG_KEY)
        growth = grow_log(Frontier(size, _hashes(frontier)), records)
        head = head_of(growth.after, self._signers[-1] if self._signers else None)
        connection.exec_driver_sql(self._insert, growth.rows)
        row = (head.size, b"".join(growth.after.hashes), head.time, head.key, head.signature)
        connection.exec_driver_sql(self._update, row)
        return growth, head

    def remember(self, growth: LogGrowth, head: LogHead) -> None:
        """After the commit: a head that was not committed must never be shown to anybody."""
        self._recent.add(growth, head)

    def sign_with(self, signer: Signer) -> None:
        self._signers[:] = [signer]

    def put_head(self, head: LogHead) -> bool:
        with self._writing() as connection:
            ((size, frontier, _),) = connection.exec_driver_sql(self._lock_head)
            if (size, Frontier(size, _hashes(frontier)).root.hex()) != (head.size, head.root):
                return False
            signed = {"time": head.time, "key": head.key, "signature": head.signature}
            connection.execute(update(LOG_HEAD).values(signed))
        return True

    # ---- reading

    def head(self) -> LogHead:
        row = self._row()
        try:
            if [type(value) for value in row] != [int, int, bytes, str, str, str]:
                raise TypeError
            root = Frontier(row.size, _hashes(row.frontier)).root.hex()
            return LogHead(row.size, root, row.time, row.key, row.signature)
        except (TypeError, ValueError, IndexError) as error:
            raise explain_failure(self._where, "malformed row of log_head") from error

    def frontier(self) -> Frontier:
        row = self._row()
        return Frontier(row.size, _hashes(row.frontier))

    def _row(self) -> Any:
        with self._reading() as connection:
            row = connection.execute(select(LOG_HEAD)).first()
        if row is None:
            raise explain_failure(self._where, "malformed table of log_head")
        return row

    def place(self, table: str, sequence: int) -> int | None:
        columns = LOG_LEAVES.c
        query = select(columns.position).where(columns.stream == table, columns.sequence == sequence)
        with self._reading() as connection:
            return connection.scalar(query)

    def nodes(self, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        places = {place_of(node) for node in wanted}
        query = select(LOG_LEAVES.c.position, LOG_LEAVES.c.nodes).where(LOG_LEAVES.c.position.in_(places))
        with self._reading() as connection:
            rows = {row.position: row.nodes for row in connection.execute(query)}
        found = {}
        for level, index in wanted:
            nodes = rows.get(place_of((level, index)), b"")
            found[level, index] = nodes[level * HASH_BYTES : (level + 1) * HASH_BYTES]
            if len(found[level, index]) != HASH_BYTES:
                raise explain_failure(self._where, "malformed row of log_leaves")
        return found

    def leaves(self, first: int = 0, end: int | None = None) -> Iterator[LogLeaf]:
        """In order; a row that somebody took away shows in what follows it."""
        columns = LOG_LEAVES.c
        after = first - 1
        while True:
            query = select(LOG_LEAVES).where(columns.position > after).order_by(columns.position).limit(PAGE)
            if end is not None:
                query = query.where(columns.position < end)
            with self._reading() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                if [type(value) for value in row] != [int, str, int, bytes]:
                    raise explain_failure(self._where, "malformed row of log_leaves")
                after = row.position
                yield LogLeaf(row.stream, row.sequence, row.nodes)
            if len(rows) < PAGE:
                return

    def recent(self, table: str, sequence: int) -> Receipt | None:
        return self._recent.receipt(table, sequence)


def _hashes(joined: bytes) -> tuple[bytes, ...]:
    return tuple(joined[at : at + HASH_BYTES] for at in range(0, len(joined), HASH_BYTES))
