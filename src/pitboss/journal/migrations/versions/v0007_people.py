"""People: where sign-ins came from, the life of tokens, second factors, assignments of dealers, approvals.

All of it is an index of the house book, except for secrets. Tokens of edition 1 never expired; they get an
end here, counted from the migration.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

TOKEN_S = 90 * 24 * 3600


def upgrade() -> None:
    op.add_column("door_session", sa.Column("source", sa.String(64), nullable=False, server_default=""))
    op.add_column("door_token", sa.Column("used_at", sa.Float, nullable=False, server_default="0"))
    op.add_column("door_token", sa.Column("expires_at", sa.Float, nullable=False, server_default="0"))
    now = time.time()
    op.execute(f"UPDATE door_token SET used_at = {now}, expires_at = {now + TOKEN_S}")
    op.add_column("door_deed", sa.Column("source", sa.String(64), nullable=False, server_default=""))
    op.add_column("door_deed", sa.Column("record", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_door_deed_subject", "door_deed", ["subject"])
    op.create_table(
        "second_factor",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("secret", sa.String(400), nullable=False),
        sa.Column("pending", sa.String(400), nullable=False),
        sa.Column("last_step", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "recovery_code",
        sa.Column("account", sa.String(32), primary_key=True),
        sa.Column("digest", sa.String(64), primary_key=True),
    )
    op.create_table(
        "assignment",
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
    op.create_table(
        "approval",
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
