"""The log in SQLite or PostgreSQL: one row for every leaf, and the head among those of the streams."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from sqlalchemy import Connection, and_, select, update

from pitboss.errors import BadStore, BrokenChain
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
from pitboss.journal.merkle import HASH_BYTES, Frontier, Node, place_of, whole_nodes
from pitboss.journal.records import Record
from pitboss.journal.schema import HEADS, LOG_LEAVES, LOG_STREAM, RECORDS
from pitboss.journal.store_errors import explain_failure

PAGE = 10_000
SIGNED_PARTS = 3
SOUND = "`pitboss journal verify`, and a backup from before it was changed"
LOG_KEY = "the key file of the log, which ends in .log-key"
Connected = Callable[[], AbstractContextManager[Connection]]


class SqlLog:
    """`reading` and `writing` connect to the store; a log of one moment differs in `reading` alone."""

    is_kept = True

    def __init__(self, where: str, dialect: str, reading: Connected, writing: Connected) -> None:
        self._where, self._reading, self._writing = where, reading, writing
        self._recent = RecentLeaves()
        self._signers: list[Signer] = []
        self._grown: list[tuple[LogHead, Frontier]] = []
        """The log as this process last left it, so that nothing has to be read to add to it."""
        values = ", ".join(["?" if dialect == "sqlite" else "%s"] * 4)
        self._insert = f"INSERT INTO log_leaves (position, stream, sequence, nodes) VALUES ({values})"

    def seen_through(self, reading: Connected) -> "SqlLog":
        """The same log, read through another connection."""
        log = SqlLog.__new__(SqlLog)
        log.__dict__.update(self.__dict__, _reading=reading)
        return log

    # ---- writing

    def extend(
        self, connection: Connection, row: Sequence[Any], records: Sequence[Record]
    ) -> tuple[LogGrowth, LogHead]:
        """A leaf for each record, in the transaction that writes them.

        `row` is that of the head, which this transaction has locked; other writers wait for its commit.
        """
        before = self._head(row)
        if before.key and not self._signers:
            raise BadStore(self._where, "its log is signed, and the key for it was not given.", LOG_KEY)
        growth = grow_log(self._frontier_of(before, connection), records)
        connection.exec_driver_sql(self._insert, growth.rows)
        head = head_of(growth.after, self._signers[-1] if self._signers else None)
        self._grown[:] = [(head, growth.after)]
        return growth, head

    def _frontier_of(self, head: LogHead, connection: Connection) -> Frontier:
        """Of the log with this head, which somebody else may have written."""
        for grown, frontier in self._grown:
            if (grown.size, grown.root) == (head.size, head.root):
                return frontier
        wanted = whole_nodes((0, head.size))
        found = self._found(connection, wanted)
        frontier = Frontier(head.size, tuple(found[node] for node in wanted))
        if frontier.root.hex() != head.root:
            raise BadStore(self._where, "the head of its log is not that of its leaves.", SOUND)
        return frontier

    def remember(self, growth: LogGrowth, head: LogHead) -> None:
        """After the commit: a head that was not committed must never be shown to anybody."""
        self._recent.add(growth, head)

    def sign_with(self, signer: Signer) -> None:
        self._signers[:] = [signer]

    def put_head(self, head: LogHead) -> bool:
        row, columns = head_row(head), HEADS.c
        same = (columns.stream == row[0], columns.sequence == row[1], columns.hash == row[2])
        with self._writing() as connection:
            changed = connection.execute(update(HEADS).where(*same).values(signed=row[3]))
        return changed.rowcount == 1

    # ---- reading

    def head(self) -> LogHead:
        with self._reading() as connection:
            row = connection.execute(select(HEADS).where(HEADS.c.stream == LOG_STREAM)).first()
        return self._head(row or ())

    def _head(self, row: Sequence[Any]) -> LogHead:
        if [type(value) for value in row] == [str, int, str, str]:
            _, size, root, signed = row
            parts = signed.split(" ") if signed else ("", "", "")
            if len(parts) == SIGNED_PARTS:
                return LogHead(size, root, *parts)
        raise explain_failure(self._where, "malformed head of the log")

    def place(self, table: str, sequence: int) -> int | None:
        columns = RECORDS.c
        query = select(columns.leaf).where(columns.stream == table, columns.sequence == sequence)
        with self._reading() as connection:
            return connection.scalar(query)

    def nodes(self, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        with self._reading() as connection:
            return self._found(connection, wanted)

    def _found(self, connection: Connection, wanted: Sequence[Node]) -> dict[Node, bytes]:
        places = {place_of(node) for node in wanted}
        query = select(LOG_LEAVES.c.position, LOG_LEAVES.c.nodes).where(LOG_LEAVES.c.position.in_(places))
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
        columns, record = LOG_LEAVES.c, RECORDS.c
        of_record = and_(record.stream == columns.stream, record.sequence == columns.sequence)
        rows_of = select(LOG_LEAVES, record.kind, record.leaf).outerjoin(RECORDS, of_record)
        after = first - 1
        while True:
            query = rows_of.where(columns.position > after).order_by(columns.position).limit(PAGE)
            if end is not None:
                query = query.where(columns.position < end)
            with self._reading() as connection:
                rows = connection.execute(query).all()
            for row in rows:
                after, leaf = row.position, self._leaf(row)
                yield leaf
            if len(rows) < PAGE:
                return

    def _leaf(self, row: Any) -> LogLeaf:
        """A row of the log with what its record, if there is one, says of it."""
        position, stream, sequence, nodes, kind, leaf = row
        if [type(value) for value in row[:4]] != [int, str, int, bytes]:
            raise explain_failure(self._where, "malformed row of log_leaves")
        if kind is not None and leaf != position:
            raise BrokenChain(stream, sequence, "its leaf of the log", str(position), str(leaf))
        return LogLeaf(stream, sequence, nodes)

    def recent(self, table: str, sequence: int) -> Receipt | None:
        return self._recent.receipt(table, sequence)


def head_row(head: LogHead) -> tuple[str, int, str, str]:
    """As it stands among the heads of the streams."""
    signed = f"{head.time} {head.key} {head.signature}" if head.signature else ""
    return LOG_STREAM, head.size, head.root, signed
