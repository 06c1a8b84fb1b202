"""The tables of the journal in a SQL store, for queries. They are created by the scripts in `migrations`."""

from sqlalchemy import BigInteger, Column, LargeBinary, MetaData, Table, Text

METADATA = MetaData()

RECORDS = Table(
    "records",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("time", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    Column("leaf", BigInteger),
    sqlite_with_rowid=False,  # no second copy of a key, so that nothing can be changed in one copy alone
)
RECORD_COLUMNS = [column for column in RECORDS.c if column.name != "leaf"]
"""Those of a record; beside it stands which leaf of the log it is."""
HEADS = Table(
    "heads",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("signed", Text, nullable=False, server_default=""),
    sqlite_with_rowid=False,
)
LOG_STREAM = ""
"""The log has a head like a stream: its number of leaves, its root, and time, key and signature of both.

It stands among the others because every commit writes that page anyway.
"""
KEYS = Table(
    "keys",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
CLAIMS = Table(
    "claims",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("token", BigInteger, nullable=False),
    Column("until_us", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
SECRETS = Table(
    "secrets",
    METADATA,
    Column("stream", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
LOG_LEAVES = Table(
    "log_leaves",
    METADATA,
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("nodes", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
COSIGNATURES = Table(
    "log_cosignature",
    METADATA,
    Column("witness", Text, primary_key=True),
    Column("key", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("root", Text, nullable=False),
    Column("time", Text, nullable=False),
    Column("signature", Text, nullable=False),
    Column("cosignature", Text, nullable=False),
    sqlite_with_rowid=False,
)
