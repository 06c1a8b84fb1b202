"""The journal: records, the end of each stream, and the keys of commands. Version 1 of edition 1."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table("schema", sa.Column("version", sa.Integer, nullable=False))
    op.create_table(
        "records",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("sequence", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("previous", sa.Text, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heads",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "keys",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO schema (version) VALUES (1)")
