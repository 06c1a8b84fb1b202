"""The tables of the server's accounts, in the same database as the journal.

They are created by the scripts in `journal/migrations`; here they are described for queries.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from pitboss.journal.sql import ONE_MOMENT

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
    sa.Column("source", sa.String(64), nullable=False, server_default=""),
)

tokens = sa.Table(
    "door_token",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("account", sa.ForeignKey(accounts.c.id), nullable=False, index=True),
    sa.Column("name", sa.String(40), nullable=False),
    sa.Column("made_at", sa.Float, nullable=False),
    sa.Column("used_at", sa.Float, nullable=False, server_default="0"),
    sa.Column("expires_at", sa.Float, nullable=False, server_default="0"),
)

second_factors = sa.Table(
    "second_factor",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("secret", sa.String(400), nullable=False),
    sa.Column("pending", sa.String(400), nullable=False),
    sa.Column("last_step", sa.BigInteger, nullable=False),
)

recovery_codes = sa.Table(
    "recovery_code",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("digest", sa.String(64), primary_key=True),
)

assignments = sa.Table(
    "assignment",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("account", sa.String(32), nullable=False, index=True),
    sa.Column("table", sa.String(32), nullable=False),
    sa.Column("begins_at", sa.Float, nullable=False),
    sa.Column("ends_at", sa.Float, nullable=False),
    sa.Column("shift", sa.String(40), nullable=False),
    sa.Column("assigned_by", sa.String(64), nullable=False),
    sa.Column("assigned_at", sa.Float, nullable=False),
    sa.Column("ended_at", sa.Float, nullable=False),
)

approvals = sa.Table(
    "approval",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("key", sa.String(100), nullable=False),
    sa.Column("asked_by", sa.String(64), nullable=False),
    sa.Column("asked_at", sa.Float, nullable=False),
    sa.Column("expires_at", sa.Float, nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("decided_by", sa.String(64), nullable=False),
    sa.Column("decided_at", sa.Float, nullable=False),
    sa.Column("why", sa.String(400), nullable=False),
    sa.UniqueConstraint("asked_by", "key"),
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

staff_activity = sa.Table(
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
    sa.Column("source", sa.String(64), nullable=False, server_default=""),
    sa.Column("record", sa.BigInteger, nullable=False, server_default="0"),
    sa.Index("ix_door_deed_subject", "subject"),
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

kept_answers = sa.Table(
    "door_answer",
    metadata,
    sa.Column("account", sa.String(32), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("status", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("has_secret", sa.Boolean, nullable=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
)


@contextmanager
def reading(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection for reading, which takes no write lock."""
    with engine.connect() as connection:
        yield connection.execution_options(reads=ONE_MOMENT)
