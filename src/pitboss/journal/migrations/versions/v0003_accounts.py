"""The server's accounts, sessions, tokens, tables and staff log. Version 1 of edition 1's accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table("door_version", sa.Column("version", sa.Integer, primary_key=True))
    op.create_table(
        "door_account",
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
    op.create_table(
        "door_session",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("door_account.id"), nullable=False, index=True),
        sa.Column("csrf", sa.String(64), nullable=False),
        sa.Column("began_at", sa.Float, nullable=False),
        sa.Column("seen_at", sa.Float, nullable=False),
    )
    op.create_table(
        "door_token",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False, unique=True),
        sa.Column("account", sa.String(32), sa.ForeignKey("door_account.id"), nullable=False, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", sa.Float, nullable=False),
    )
    op.create_table(
        "door_table",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("stopped", sa.Boolean, nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
    )
    op.create_table(
        "door_sitting",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "door_deed",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("actor", sa.String(64), nullable=False),
        sa.Column("what", sa.String(40), nullable=False),
        sa.Column("subject", sa.String(64), nullable=False),
        sa.Column("before", sa.String(400), nullable=False),
        sa.Column("after", sa.String(400), nullable=False),
        sa.Column("why", sa.String(400), nullable=False),
    )
    op.execute("INSERT INTO door_version (version) VALUES (1)")
