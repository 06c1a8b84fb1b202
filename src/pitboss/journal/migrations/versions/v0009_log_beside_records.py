"""The number of its leaf beside each record, and the log's head among the heads: fewer pages for a commit."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from pitboss.journal.merkle import EMPTY_ROOT, HASH_BYTES, joined

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("records", sa.Column("leaf", sa.BigInteger))
    op.add_column("heads", sa.Column("signed", sa.Text, nullable=False, server_default=""))
    _move_head()
    _move_leaves()


def _move_head() -> None:
    bind = op.get_bind()
    for size, frontier, *signed in bind.execute(
        sa.text("SELECT size, frontier, time, key, signature FROM log_head")
    ):
        row = {"size": size, "root": _root(frontier), "signed": " ".join(map(str, signed)).strip()}
        bind.execute(sa.text("INSERT INTO heads VALUES ('', :size, :root, :signed)"), row)
    op.drop_table("log_head")


def _root(frontier: Any) -> str:
    """Of a damaged row too, which is named when the journal is verified."""
    try:
        parts = [frontier[at : at + HASH_BYTES] for at in range(0, len(frontier), HASH_BYTES)]
        return (joined(parts) if parts else EMPTY_ROOT).hex()
    except (TypeError, AttributeError):
        return ""


def _move_leaves() -> None:
    """The number of each leaf beside its record, instead of a second index."""
    op.execute(
        "UPDATE records SET leaf = log_leaves.position FROM log_leaves"
        " WHERE log_leaves.stream = records.stream AND log_leaves.sequence = records.sequence"
    )
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("log_leaves_stream_sequence_key", "log_leaves")
    else:
        _copy_leaves()


def _copy_leaves() -> None:
    """SQLite cannot take a constraint away from a table."""
    op.rename_table("log_leaves", "older_leaves")
    op.create_table(
        "log_leaves",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("nodes", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO log_leaves SELECT position, stream, sequence, nodes FROM older_leaves")
    op.drop_table("older_leaves")
