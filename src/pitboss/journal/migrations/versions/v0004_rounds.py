"""The index of rounds: where each round of a table lies in its journal. Version 2 of edition 1's accounts."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "past_round",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("began", sa.String(40), nullable=False),
        sa.Column("ended", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
    )
    op.create_table(
        "past_player",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.String(40), nullable=False),
    )
    op.create_table(
        "past_left",
        sa.Column("table", sa.String(32), primary_key=True),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO door_version (version) VALUES (2)")
