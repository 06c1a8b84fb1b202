"""The journal in SQLite or PostgreSQL; every commit is on disk before it returns."""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from functools import partial
from threading import Lock
from typing import Any

from msgspec.structs import astuple
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    ExceptionContext,
    Table,
    and_,
    create_engine,
    delete,
    event,
    select,
    update,
)
from sqlalchemy.exc import DBAPIError, IntegrityError

from pitboss.errors import Claimed, Conflict, Fenced, LostRace
from pitboss.journal.log import LogGrowth, LogHead
from pitboss.journal.migration import is_current, migrate
from pitboss.journal.records import START, Draft, Head, Record, append_to
from pitboss.journal.schema import (
    CLAIMS,
    HEADS,
    KEYS,
    LOG_STREAM,
    RECORD_COLUMNS,
    RECORDS,
    SECRETS,
    SNAPSHOTS,
)
from pitboss.journal.sql_log import SqlLog, head_row
from pitboss.journal.store import (
    Append,
    Claim,
    CommandKey,
    Snapshot,
    admit,
    claims_of,
    next_claim,
    streams_of,
)
from pitboss.journal.store_errors import explain_failure

PAGE = 2_000
"""Records that are read at a time."""
RETRY_S = 0.02
LOCK_WAIT_S = 5.0
MOST_CONNECTIONS = 60
"""To one SQLite file, kept open: a thread of the server never waits for another's."""
TURN_WAIT_S = 15.0
WRITES = "writes"
PAGE_BYTES = 8_192
"""The page size of a new SQLite file: room for a few records."""


Logged = tuple[LogGrowth, LogHead]


class NeedsMigration(Exception):
    """A journal that may not be written has an older schema."""


class SqlStore:
    def __init__(self, url: URL, where: str, *, create: bool = True, read_only: bool = False) -> None:
        self.where = where
        self._moment: Connection | None = None
        """The connection whose transaction all reading goes through; None reads what is there by then."""
        self._engine = _engine(url, where, tuned=not read_only)
        self._statements = DriverStatements(url.get_backend_name())
        self._log = SqlLog(where, url.get_backend_name(), self._reading, self._writing)
        try:
            with self._trouble():
                self._prepare(create, read_only)
        except BaseException:
            self._engine.dispose()
            raise

    @property
    def engine(self) -> Engine:
        """For the server, which keeps its accounts in the same database."""
        return self._engine

    @property
    def log(self) -> SqlLog:
        return self._log

    def _prepare(self, create: bool, read_only: bool) -> None:
        with self._reading() as connection:
            ready = is_current(connection, self.where)
        if not ready and read_only:
            raise NeedsMigration
        if not ready:
            migrate(self._engine, self.where, create=create)

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except UnicodeDecodeError as error:
            raise explain_failure(self.where, "malformed text") from error

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._trouble(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        if self._moment is not None:
            with self._trouble():
                yield self._moment
            return
        with self._trouble(), self._engine.connect() as connection:
            yield connection.execution_options(reads=True)

    @contextmanager
    def at_one_moment(self) -> "Iterator[SqlStore]":
        """One transaction, which sees what was there when it first read."""
        options = {"reads": True} if self._engine.name == "sqlite" else {"isolation_level": "REPEATABLE READ"}
        with self._trouble(), self._engine.connect() as connection:
            now = copy(self)
            now._moment = connection.execution_options(**options)
            now._log = self._log.seen_through(now._reading)
            yield now

    # ---- writing

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        try:
            with self._writing() as connection:
                outcomes, logged = self._append(connection, batches)
        except IntegrityError as error:
            if len(batches) == 1:
                return [Conflict(str(error.orig))]
            return [lost for batch in batches for lost in self.append_all([batch])]
        if logged is not None:
            self._log.remember(*logged)
        return outcomes

    def _append(
        self, connection: Connection, batches: Sequence[Append]
    ) -> tuple[list[LostRace | None], Logged | None]:
        tokens = self._statements.select_streams(connection, CLAIMS, claims_of(batches), lock="SHARE")
        log, heads = self._lock_heads(connection, streams_of(batches))
        outcomes = admit(
            batches,
            heads,
            {stream: token for stream, _, token, _ in tokens},
            set(),  # the database itself refuses a key that was used before
        )
        won = [batch for batch, lost in zip(batches, outcomes, strict=True) if lost is None]
        return outcomes, self._write(connection, log, won)

    def _lock_heads(self, connection: Connection, streams: Sequence[str]) -> tuple[Any, dict[str, Head]]:
        """The row of the log's head, and the heads of these streams."""
        rows = self._statements.select_streams(connection, HEADS, [LOG_STREAM, *streams], lock="UPDATE")
        heads = {stream: Head(sequence, hash) for stream, sequence, hash, _ in rows if stream != LOG_STREAM}
        return next((row for row in rows if row[0] == LOG_STREAM), ()), heads

    def append_draft(self, connection: Connection, draft: Draft) -> Record:
        """The draft as the next record of its stream, in the caller's transaction.

        The stream is locked until the commit, so what the caller changes beside the record follows from it.
        """
        log, heads = self._lock_heads(connection, [draft.table])
        record = append_to(heads.get(draft.table, START), draft)
        self._write(connection, log, [Append((record,))])
        return record

    def _write(self, connection: Connection, log: Any, batches: Sequence[Append]) -> Logged | None:
        insert = self._statements.insert
        records = [record for batch in batches for record in batch.records]
        logged = self._write_records(connection, log, records) if records else None
        insert(connection, KEYS, [key for batch in batches for key in batch.keys])
        insert(connection, SNAPSHOTS, [shot for batch in batches for shot in batch.snapshots], replace=True)
        insert(connection, SECRETS, [secret for batch in batches for secret in batch.seal], replace=True)
        for stream, name in (name for batch in batches for name in batch.unseal):
            connection.execute(delete(SECRETS).where(SECRETS.c.stream == stream, SECRETS.c.name == name))
        return logged

    def _write_records(self, connection: Connection, log: Any, records: Sequence[Record]) -> Logged:
        """The records with their leaves and all heads."""
        growth, head = self._log.extend(connection, log, records)
        rows = [(*astuple(record), leaf) for leaf, record in enumerate(records, growth.before.size)]
        self._statements.insert(connection, RECORDS, rows)
        ends = {record.table: record.head for record in records}
        heads = [(stream, *end, "") for stream, end in ends.items()]
        self._statements.insert(connection, HEADS, [*heads, head_row(head)], replace=True)
        return growth, head

    # ---- reading

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        """Page by page, so that a slow reader does not block writers."""
        while True:
            query = select(*RECORD_COLUMNS).where(RECORDS.c.stream == table, RECORDS.c.sequence > after)
            if upto is not None:
                query = query.where(RECORDS.c.sequence <= upto)
            with self._reading() as connection:
                rows = connection.execute(query.order_by(RECORDS.c.sequence).limit(PAGE)).all()
            for row in rows:
                yield Record(*row)
            if len(rows) < PAGE:
                return
            after = rows[-1][1]

    def head(self, table: str) -> Head:
        rows = self._rows(HEADS, table)
        return Head(*rows[0][1:3]) if rows else START

    def heads(self) -> dict[str, Head]:
        """Every noted head, and START for a stream that has records but no head, which is then a fault."""
        noted = self.noted_heads()
        with self._reading() as connection:
            names = connection.scalars(select(RECORDS.c.stream).distinct()).all()
        streams = [name for name in names if isinstance(name, str)]
        if len(streams) < len(names):
            raise explain_failure(self.where, "malformed row of records")
        return {stream: noted.get(stream, START) for stream in sorted({*noted, *streams})}

    def noted_heads(self) -> dict[str, Head]:
        rows = self._rows(HEADS)
        return {stream: Head(sequence, hash) for stream, sequence, hash, _ in rows if stream != LOG_STREAM}

    def _rows(self, table: Table, stream: str | None = None) -> list[Any]:
        """Rows in order, each value checked for its column's type, because a damaged file may hold others."""
        query = select(table).order_by(*table.primary_key)
        with self._reading() as connection:
            rows = connection.execute(
                query if stream is None else query.where(table.c.stream == stream)
            ).all()
        types = [column.type.python_type for column in table.c]
        for row in rows:
            if [type(value) for value in row] != types:
                raise explain_failure(self.where, f"malformed row of {table.name}")
        return list(rows)

    def find_key(self, table: str, key: str) -> CommandKey | None:
        with self._reading() as connection:
            row = connection.execute(select(KEYS).where(KEYS.c.stream == table, KEYS.c.key == key)).first()
        return None if row is None else CommandKey(*row)

    def keys(self, table: str) -> list[CommandKey]:
        return [CommandKey(*row) for row in self._rows(KEYS, table)]

    def snapshot(self, table: str) -> Snapshot | None:
        rows = self._rows(SNAPSHOTS, table)
        return Snapshot(*rows[0]) if rows else None

    def secrets(self, table: str) -> dict[str, bytes]:
        return {name: body for _, name, body in self._rows(SECRETS, table)}

    # ---- claims

    def claim(self, table: str, owner: str, now_us: int, lease_us: int, silent: Claim | None = None) -> Claim:
        try:
            with self._writing() as connection:
                claim = next_claim(_held(connection, table), table, owner, now_us, lease_us, silent)
                self._statements.insert(connection, CLAIMS, [claim], replace=True)
                return claim
        except IntegrityError as error:
            raise Claimed(table) from error

    def holder(self, table: str) -> Claim | None:
        rows = self._rows(CLAIMS, table)
        return Claim(*rows[0]) if rows else None

    def holders(self) -> dict[str, Claim]:
        """The last claim of every table."""
        return {claim.table: claim for claim in (Claim(*row) for row in self._rows(CLAIMS))}

    def renew(self, claim: Claim, now_us: int, lease_us: int) -> Claim:
        renewed = claim._replace(until_us=now_us + lease_us)
        self._until(renewed)
        return renewed

    def renew_all(self, claims: Sequence[Claim], now_us: int, lease_us: int) -> dict[str, Claim]:
        """Extend many leases in one commit; by table, those that nobody else has taken."""
        renewed = {claim.table: claim._replace(until_us=now_us + lease_us) for claim in claims}
        with self._writing() as connection:
            held = self._statements.select_streams(connection, CLAIMS, sorted(renewed), lock="UPDATE")
            kept = {table: renewed[table] for table, _, token, _ in held if renewed[table].token == token}
            self._statements.insert(connection, CLAIMS, list(kept.values()), replace=True)
        return kept

    def release(self, claim: Claim) -> None:
        try:
            self._until(claim._replace(until_us=0))
        except Fenced:
            return

    def _until(self, claim: Claim) -> None:
        mine = and_(CLAIMS.c.stream == claim.table, CLAIMS.c.token == claim.token)
        with self._writing() as connection:
            changed = connection.execute(update(CLAIMS).where(mine).values(until_us=claim.until_us)).rowcount
        if not changed:
            raise Fenced(f"{claim.owner} no longer runs table {claim.table}")

    def close(self) -> None:
        self._engine.dispose()


def _engine(url: URL, where: str, *, tuned: bool) -> Engine:
    """Whoever uses it, a failure of the database is a BadStore; a violated key stays an IntegrityError."""
    if url.get_backend_name() != "sqlite":
        engine = create_engine(url, connect_args={"connect_timeout": 5}, pool_timeout=LOCK_WAIT_S)
        event.listen(engine, "handle_error", partial(_explain_error, where))
        return engine
    engine = create_engine(
        url,
        connect_args={"timeout": LOCK_WAIT_S, "isolation_level": None},
        pool_size=MOST_CONNECTIONS,
        max_overflow=0,
        pool_timeout=LOCK_WAIT_S,
    )
    event.listen(engine, "handle_error", partial(_explain_error, where))
    if tuned:
        event.listen(engine, "connect", _tune_sqlite)
    _take_turns(engine)
    return engine


def _explain_error(where: str, failed: ExceptionContext) -> None:
    error = failed.sqlalchemy_exception
    if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
        raise explain_failure(where, str(error.orig or error))


def _tune_sqlite(connection: Any, _: Any) -> None:
    connection.execute(f"PRAGMA page_size={PAGE_BYTES}")  # of a new file; an existing one keeps its own
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous=FULL")


def _write_ahead(connection: Any) -> None:
    """SQLite does not wait by itself when two programs change the mode of a new file at once."""
    give_up_at = time.monotonic() + LOCK_WAIT_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > give_up_at:
                raise
            time.sleep(RETRY_S)
        else:
            return


def _take_turns(engine: Engine) -> None:
    """Writers of this process wait for one another here: SQLite has no queue, it sleeps and tries again.

    A writer takes its lock before it reads, so that what it read is still true when it writes.
    """
    turn = Lock()

    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("reads", False):
            connection.exec_driver_sql("BEGIN")
            return
        connection.info[WRITES] = turn.acquire(timeout=TURN_WAIT_S)
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def checkin(_: Any, kept: Any) -> None:
        if kept.info.pop(WRITES, False):
            turn.release()

    event.listen(engine, "begin", begin)
    event.listen(engine, "checkin", checkin)


def _held(connection: Connection, table: str) -> Claim | None:
    row = connection.execute(select(CLAIMS).where(CLAIMS.c.stream == table).with_for_update()).first()
    return None if row is None else Claim(*row)


class DriverStatements:
    """SQL text for the append path, because composing statements took longer than the disk."""

    def __init__(self, dialect: str) -> None:
        self._mark, self._locks = ("?", False) if dialect == "sqlite" else ("%s", True)
        self._selects: dict[tuple[str, int], str] = {}
        self._inserts: dict[tuple[str, bool], str] = {}

    def select_streams(
        self, connection: Connection, table: Table, streams: Sequence[str], *, lock: str
    ) -> list[Any]:
        """The rows of these streams, locked until the commit."""
        if not streams:
            return []
        name = (table.name, len(streams))
        if name not in self._selects:
            ending = f" FOR {lock}" if self._locks else ""
            marks = ", ".join([self._mark] * len(streams))
            self._selects[name] = (
                f"SELECT * FROM {table.name} WHERE stream IN ({marks}) ORDER BY stream{ending}"
            )
        return list(connection.exec_driver_sql(self._selects[name], tuple(streams)))

    def insert(
        self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]], *, replace: bool = False
    ) -> None:
        """Insert rows; with `replace`, overwrite rows of the same primary key."""
        if not rows:
            return
        name = (table.name, replace)
        if name not in self._inserts:
            self._inserts[name] = self._insert(table, replace)
        connection.exec_driver_sql(self._inserts[name], [tuple(row) for row in rows])

    def _insert(self, table: Table, replace: bool) -> str:
        names = [f'"{column.name}"' for column in table.c]
        marks = ", ".join([self._mark] * len(names))
        statement = f"INSERT INTO {table.name} ({', '.join(names)}) VALUES ({marks})"
        if not replace:
            return statement
        keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
        rest = ", ".join(f'"{c.name}" = excluded."{c.name}"' for c in table.c if not c.primary_key)
        return f"{statement} ON CONFLICT ({keys}) DO UPDATE SET {rest}"
