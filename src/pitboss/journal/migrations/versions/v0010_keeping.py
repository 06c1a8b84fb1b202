"""Signs of life of the programs that run tables: one row a program, and none of them waits for the disk."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    is_postgres = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "servers",
        sa.Column("owner", sa.Text, primary_key=True),
        sa.Column("until_us", sa.BigInteger, nullable=False),
        prefixes=["UNLOGGED"] if is_postgres else [],
        sqlite_with_rowid=False,
    )
