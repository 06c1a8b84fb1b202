"""Answers to changes beside the journal, by the key they were asked with, so that none is made twice."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "door_answer",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("has_secret", sa.Boolean, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )
