"""The log: a leaf for every record, the head, and what witnesses co-signed.

The leaves of the records that are there are written by `pitboss.journal.migration`, in the same transaction.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "log_leaves",
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("sequence", sa.BigInteger, nullable=False),
        sa.Column("nodes", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("stream", "sequence"),
        sqlite_with_rowid=False,
    )
    head = op.create_table(
        "log_head",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("frontier", sa.LargeBinary, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    empty = {"id": 1, "size": 0, "frontier": b"", "time": "", "key": "", "signature": ""}
    op.bulk_insert(head, [empty])
    op.create_table(
        "log_cosignature",
        sa.Column("witness", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("root", sa.Text, nullable=False),
        sa.Column("time", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.Column("cosignature", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
