"""The schema version of a database, and its migration to the newest one with Alembic.

One database has one version, `alembic_version`, for the tables of the journal and of the server's accounts.
A store that is up to date is recognized by one query; Alembic is imported only when a migration is due.
"""

from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Connection, Engine, inspect, text

from pitboss.errors import BadStore
from pitboss.journal.merkle import Frontier, grow, leaf_hash

REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")
"""Every released schema, the oldest first. A released script is never changed; a new one follows it."""
LOG_SINCE = "0008"
"""The first schema with a log."""
LEAVES_AT_ONCE = 10_000
INSERT_LEAF = text(
    "INSERT INTO log_leaves (position, stream, sequence, nodes)"
    " VALUES (:position, :stream, :sequence, :nodes)"
)
NUMBER_RECORDS = text(
    "UPDATE records SET leaf = log_leaves.position FROM log_leaves"
    " WHERE log_leaves.stream = records.stream AND log_leaves.sequence = records.sequence"
)
SCRIPTS = Path(__file__).with_name("migrations")

EDITION_1_JOURNAL = {1: "0001", 2: "0002"}
"""Edition 1 kept version tables of its own: the revision for each version of the journal's tables."""
EDITION_1_ACCOUNTS = {1: "0003", 2: "0004"}
"""The same for the server's accounts; there were none without a journal."""

_ADVISORY_LOCK = 685_112
_alembic_lock = Lock()
"""Alembic's `op` and `context` belong to the whole process, so one migration runs at a time in it."""


def is_current(connection: Connection, where: str) -> bool:
    """Whether the database has the newest schema; BadStore when its schema is newer than this program."""
    revision = _revision(connection)
    if revision and revision not in REVISIONS:
        raise _too_new(where, revision)
    return revision == REVISIONS[-1]


def migrate(engine: Engine, where: str, *, create: bool) -> None:
    """Bring the database to the newest schema in one transaction; without `create` it must hold a journal.

    Programs that start together wait for one another: SQLite locks the file when a writer begins, and
    PostgreSQL takes an advisory lock.
    """
    with _alembic_lock, engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_ADVISORY_LOCK})"))
        if is_current(connection, where):
            return  # another program was first
        known = _revision(connection)
        edition_1 = "" if known else _edition_1_revision(connection, where)
        if not (known or edition_1 or create):
            raise BadStore(where, "it holds no journal.", "a journal that a Pitboss table has written")
        _upgrade(connection, stamp=edition_1)
        if (known or edition_1) and (known or edition_1) < LOG_SINCE:
            _begin_log(connection)


def _begin_log(connection: Connection) -> None:
    """Leaves for the records that are there; in which order they were committed is not known any more."""
    frontier = Frontier()
    rows = connection.execute(text("SELECT stream, sequence, hash FROM records ORDER BY stream, sequence"))
    while page := rows.fetchmany(LEAVES_AT_ONCE):
        growth = grow(frontier, [leaf_hash(_bytes(row.hash)) for row in page])
        leaves = [
            {"position": at, "stream": row.stream, "sequence": row.sequence, "nodes": b"".join(nodes)}
            for at, (row, nodes) in enumerate(zip(page, growth.completed, strict=True), frontier.size)
        ]
        connection.execute(INSERT_LEAF, leaves)
        frontier = growth.after
    connection.execute(NUMBER_RECORDS)
    head = {"size": frontier.size, "root": frontier.root.hex()}
    connection.execute(text("UPDATE heads SET sequence = :size, hash = :root WHERE stream = ''"), head)


def _bytes(hash: Any) -> bytes:
    """Of a damaged record too, which is named when the journal is verified."""
    try:
        return bytes.fromhex(hash)
    except (TypeError, ValueError):
        return b""


def _revision(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return connection.scalar(text("SELECT version_num FROM alembic_version")) or ""


def _edition_1_revision(connection: Connection, where: str) -> str:
    """The revision that a database of edition 1 corresponds to; empty for a database without a journal."""
    journal = _edition_1_version(connection, "schema")
    accounts = _edition_1_version(connection, "door_version")
    if not journal:
        return ""
    if journal not in EDITION_1_JOURNAL or accounts not in (0, *EDITION_1_ACCOUNTS):
        raise _too_new(where, str(max(journal, accounts)))
    return EDITION_1_ACCOUNTS[accounts] if accounts else EDITION_1_JOURNAL[journal]


def _edition_1_version(connection: Connection, table: str) -> int:
    if not inspect(connection).has_table(table):
        return 0
    return connection.scalar(text(f"SELECT max(version) FROM {table}")) or 0


def _too_new(where: str, version: str) -> BadStore:
    says = f"its schema is version {version}; this program knows versions up to {REVISIONS[-1]}."
    return BadStore(where, says, "a newer version of Pitboss; nothing was changed")


def _upgrade(connection: Connection, *, stamp: str) -> None:
    from alembic import command

    config = alembic_config()
    config.attributes["connection"] = connection
    if stamp:
        command.stamp(config, stamp)
    command.upgrade(config, "head")


def alembic_config() -> Any:
    """Alembic's configuration, without a file: the scripts lie in this package."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
