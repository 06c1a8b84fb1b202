"""The journal in SQLite or PostgreSQL; every commit is on disk before it returns."""

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from copy import copy
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

from msgspec.structs import astuple, replace
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

from pitboss.errors import BadStore, Claimed, Conflict, Fenced, LostRace
from pitboss.journal.file_use import FileUse
from pitboss.journal.log import LogGrowth, LogHead
from pitboss.journal.migration import is_current, migrate
from pitboss.journal.packing import pack
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
from pitboss.journal.signs_of_life import LifeFiles, LifeRows, SignsOfLife
from pitboss.journal.sql_log import SqlLog, head_row
from pitboss.journal.store import (
    RELEASED,
    Append,
    Claim,
    CommandKey,
    Snapshot,
    admit,
    claims_of,
    free_claims,
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
READS, ONE_MOMENT = "reads", "one moment"
"""A connection that only reads; with `ONE_MOMENT`, all of it in one transaction."""
PAGE_BYTES = 8_192
"""The page size of a new SQLite file: room for a few records."""


Logged = tuple[LogGrowth, LogHead]


class NeedsMigration(Exception):
    """A journal that may not be written has an older schema."""


class SqlStore:
    def __init__(self, url: URL, where: str, *, create: bool = True, read_only: bool = False) -> None:
        self.where = where
        self.is_left_alone = False
        """Is this a copy of a file that was in use, made without its last records?"""
        self._use = FileUse(_folder_of(url)) if url.get_backend_name() == "sqlite" else None
        self._moment: Connection | None = None
        """The connection whose transaction all reading goes through; None reads what is there by then."""
        self._engine = _engine(url, where, tuned=not read_only)
        self._statements = DriverStatements(url.get_backend_name())
        self._as_it_is: dict[str, Any] = (
            {READS: "as it is"} if url.get_backend_name() == "sqlite" else {"isolation_level": "AUTOCOMMIT"}
        )
        """For reading that needs no transaction: each of our queries is one statement."""
        self._log = SqlLog(where, url.get_backend_name(), self._reading, self._writing)
        self._lives: SignsOfLife = (
            LifeFiles(_folder_of(url))
            if url.get_backend_name() == "sqlite"
            else LifeRows(self._reading, self._writing)
        )
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
            yield connection.execution_options(**self._as_it_is)

    @contextmanager
    def at_one_moment(self) -> "Iterator[SqlStore]":
        """One transaction, which sees what was there when it first read."""
        at_once = {"isolation_level": "REPEATABLE READ"}
        options = {READS: ONE_MOMENT} if self._engine.name == "sqlite" else at_once
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
        rows = [(*self._row_of(record), leaf) for leaf, record in enumerate(records, growth.before.size)]
        self._statements.insert(connection, RECORDS, rows)
        ends = {record.table: record.head for record in records}
        heads = [(stream, *end, "") for stream, end in ends.items()]
        self._statements.insert(connection, HEADS, [*heads, head_row(head)], replace=True)
        return growth, head

    def _row_of(self, record: Record) -> tuple[Any, ...]:
        if self._engine.name != "sqlite":
            return astuple(record)
        return astuple(replace(record, payload=pack(record.payload)))

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

    def last_sequence(self, stream: str) -> int:
        """Of the last record, 0 without one; asked before every act, so without composing anything."""
        with self._reading() as connection:
            return self._statements.last_sequence(connection, stream)

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
        known = {} if silent is None else {table: silent}
        claims = self.claim_all([table], owner, now_us, lease_us, known)
        if not claims:
            held = self.holder(table)
            raise Claimed(table, held.owner if held else "")
        return claims[0]

    def claim_all(
        self, tables: Sequence[str], owner: str, now_us: int, lease_us: int, silent: Mapping[str, Claim]
    ) -> list[Claim]:
        """Claim those that are free, in one commit."""
        try:
            with self._writing() as connection:
                lives = self._lives.all()
                rows = self._statements.select_streams(connection, CLAIMS, sorted(tables), lock="UPDATE")
                held = {row[0]: _as_alive(Claim(*row), lives) for row in rows}
                claims = free_claims(tables, held, owner, now_us, lease_us, silent)
                if claims:
                    self._lives.note(owner, now_us + lease_us)
                self._statements.insert(connection, CLAIMS, claims, replace=True)
                return claims
        except IntegrityError:  # another program claimed one of them for the first time
            return []

    def holder(self, table: str) -> Claim | None:
        rows = self._rows(CLAIMS, table)
        return _as_alive(Claim(*rows[0]), self._lives.all()) if rows else None

    def holders(self) -> dict[str, Claim]:
        """The last claim of every table."""
        lives = self._lives.all()
        claims = [_as_alive(Claim(*row), lives) for row in self._rows(CLAIMS)]
        return {claim.table: claim for claim in claims}

    def renew(self, claim: Claim, now_us: int, lease_us: int) -> Claim:
        kept = self.renew_all([claim], now_us, lease_us)
        if claim.table not in kept:
            raise Fenced(f"{claim.owner} no longer runs table {claim.table}")
        return kept[claim.table]

    def renew_all(self, claims: Sequence[Claim], now_us: int, lease_us: int) -> dict[str, Claim]:
        """Extend the leases of their owners; by table, the claims that nobody else has taken."""
        tokens = {table: token for table, _, token, _ in self._rows(CLAIMS)}
        until_us = now_us + lease_us
        kept = [claim for claim in claims if tokens.get(claim.table) == claim.token]
        for owner in {claim.owner for claim in kept}:
            self._lives.note(owner, until_us)
        return {claim.table: claim._replace(until_us=until_us) for claim in kept}

    def release(self, claim: Claim) -> None:
        self.release_all([claim])

    def release_all(self, claims: Sequence[Claim]) -> None:
        """In one commit, so that another program can take all of them at once."""
        with self._writing() as connection:
            for claim in claims:
                mine = and_(CLAIMS.c.stream == claim.table, CLAIMS.c.token == claim.token)
                connection.execute(update(CLAIMS).where(mine).values(until_us=RELEASED))

    # ---- use

    def begin_use(self) -> None:
        """A server runs on this store from now on, until it is closed."""
        if self._use is not None:
            with self._driver() as connection:
                self._use.begin(connection)

    def tidy_up(self) -> None:
        """What a killed server left in the -wal is in the store now, so the store is whole."""
        if self._use is not None and not self._use.is_held:
            with self._driver() as connection:
                self._use.tidy(connection)

    @contextmanager
    def _driver(self) -> Iterator[sqlite3.Connection]:
        """SQLite's own connection, outside of any transaction."""
        with self._trouble(), closing(self._engine.raw_connection()) as pooled:
            try:
                yield pooled.driver_connection  # type: ignore[misc]
            except sqlite3.Error as error:
                raise explain_failure(self.where, str(error)) from error

    def close(self) -> None:
        with suppress(BadStore):
            self._lives.close()
            if self._use is not None and self._use.is_held:
                with self._driver() as connection:
                    self._use.end(connection)
        self._engine.dispose()


def _folder_of(url: URL) -> Path:
    """Where programs that share a SQLite file tell of one another."""
    return Path(f"{url.database}.servers")


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
        reads = connection.get_execution_options().get(READS)
        if reads == ONE_MOMENT:
            connection.exec_driver_sql("BEGIN")
        if reads:
            return
        connection.info[WRITES] = turn.acquire(timeout=TURN_WAIT_S)
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def checkin(_: Any, kept: Any) -> None:
        if kept.info.pop(WRITES, False):
            turn.release()

    event.listen(engine, "begin", begin)
    event.listen(engine, "checkin", checkin)


def _as_alive(claim: Claim, lives: Mapping[str, int]) -> Claim:
    """A claim lasts as long as its owner gives signs of life, unless it was released."""
    return claim._replace(until_us=lives.get(claim.owner, claim.until_us)) if claim.until_us else claim


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

    def last_sequence(self, connection: Connection, stream: str) -> int:
        statement = f"SELECT sequence FROM {HEADS.name} WHERE stream = {self._mark}"
        return int(connection.exec_driver_sql(statement, (stream,)).scalar() or 0)

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
