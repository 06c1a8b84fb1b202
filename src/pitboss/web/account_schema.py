"""The tables of the doors, beside the journal's in the same database, with a version of their own."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from pitboss.errors import BadInput, Fault

metadata = sa.MetaData()

accounts = sa.Table(
    "door_account",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(40), nullable=False, unique=True),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("must_change", sa.Boolean, nullable=False),
    sa.Column("demo", sa.Boolean, nullable=False),
    sa.Column("barred", sa.Boolean, nullable=False),
    sa.Column("password", sa.String(200), nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
)

sessions = sa.Table(
    "door_session",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("account", sa.ForeignKey(accounts.c.id), nullable=False, index=True),
    sa.Column("csrf", sa.String(64), nullable=False),
    sa.Column("began_at", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False),
)

tokens = sa.Table(
    "door_token",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("account", sa.ForeignKey(accounts.c.id), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
)

table_cards = sa.Table(
    "door_table",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("stopped", sa.Boolean, nullable=False),
    sa.Column("opened_at", sa.Float, nullable=False),
)

sittings = sa.Table(
    "door_sitting",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
)

deeds = sa.Table(
    "door_deed",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("actor", sa.String(64), nullable=False),
    sa.Column("what", sa.String(40), nullable=False),
    sa.Column("subject", sa.String(64), nullable=False),
    sa.Column("before", sa.String(400), nullable=False),
    sa.Column("after", sa.String(400), nullable=False),
    sa.Column("why", sa.String(400), nullable=False),
)

past_rounds = sa.Table(
    "past_round",
    metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("first", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("began", sa.String(40), nullable=False),
    sa.Column("ended", sa.String(40), nullable=False),
    sa.Column("rules", sa.String(64), nullable=False),
    sa.Column("mark", sa.Text, nullable=False),
)

past_players = sa.Table(
    "past_player",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ended", sa.String(40), nullable=False),
)

past_left = sa.Table(
    "past_left",
    metadata,
    sa.Column("table", sa.String(32), primary_key=True),
    sa.Column("sequence", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("standing", sa.Text, nullable=False),
    sa.Column("notes", sa.Text, nullable=False),
)

versions = sa.Table("door_version", metadata, sa.Column("version", sa.Integer, primary_key=True))


def _first(connection: sa.Connection) -> None:
    metadata.create_all(connection, tables=[accounts, sessions, tokens, table_cards, sittings, deeds])


def _second(connection: sa.Connection) -> None:
    """Where the rounds of a table lie in its journal; all of it can be found again by reading that."""
    metadata.create_all(connection, tables=[past_rounds, past_players, past_left])


MIGRATIONS: tuple[Callable[[sa.Connection], None], ...] = (_first, _second)
"""The n-th brings version n - 1 to n. What has been released is never edited."""


@contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A look that takes no writer's lock."""
    with engine.connect() as connection:
        yield connection.execution_options(reads=True)


def migrate(engine: sa.Engine) -> int:
    """Bring the doors' tables to this version, each step whole or not at all; two at once do no harm."""
    with engine.begin() as connection:
        _one_at_a_time(connection)
        metadata.create_all(connection, tables=[versions])
        version = connection.scalar(sa.select(sa.func.max(versions.c.version))) or 0
        if version > len(MIGRATIONS):
            says = f"its accounts are of version {version}; this Pitboss knows {len(MIGRATIONS)}."
            raise BadInput([Fault("--store", says, "a newer Pitboss")])
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            step(connection)
            connection.execute(sa.insert(versions).values(version=number))
    return len(MIGRATIONS)


def _one_at_a_time(connection: sa.Connection) -> None:
    """Processes that start together wait for one another; a writer of SQLite holds its lock already."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(685112)"))
