"""The tables of a SQL store, by version. A version once released is never changed: a new one follows it."""

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    delete,
    insert,
    inspect,
    select,
)

from pitboss.errors import BadStore

META = MetaData()

SCHEMA = Table("schema", META, Column("version", Integer, nullable=False))

RECORDS = Table(
    "records",
    META,
    Column("stream", Text, primary_key=True),
    Column("sequence", BigInteger, primary_key=True, autoincrement=False),
    Column("time", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("payload", Text, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
    sqlite_with_rowid=False,  # nothing stands in two places, so that nothing can be changed in one
)
HEADS = Table(
    "heads",
    META,
    Column("stream", Text, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    sqlite_with_rowid=False,
)
KEYS = Table(
    "keys",
    META,
    Column("stream", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
CLAIMS = Table(
    "claims",
    META,
    Column("stream", Text, primary_key=True),
    Column("owner", Text, nullable=False),
    Column("token", BigInteger, nullable=False),
    Column("until_us", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
SNAPSHOTS = Table(
    "snapshots",
    META,
    Column("stream", Text, primary_key=True),
    Column("sequence", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
SECRETS = Table(
    "secrets",
    META,
    Column("stream", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

VERSIONS: tuple[tuple[Table, ...], ...] = (
    (RECORDS, HEADS, KEYS),  # 1: the journal itself
    (CLAIMS, SNAPSHOTS, SECRETS),  # 2: what a desk keeps beside it
)
"""What each version added."""


def version_of(connection: Connection) -> int:
    """0 for a database without a journal."""
    if not inspect(connection).has_table(SCHEMA.name):
        return 0
    return connection.scalar(select(SCHEMA.c.version)) or 0


def check_version(version: int, where: str) -> None:
    if version > len(VERSIONS):
        says = f"this journal has schema {version}, and this program knows none above {len(VERSIONS)}."
        raise BadStore(where, says, "a newer version of pitboss; nothing was changed")


def migrate(connection: Connection, version: int) -> None:
    """From this version to the newest, inside the caller's transaction."""
    META.create_all(connection, tables=[SCHEMA])
    for tables in VERSIONS[version:]:
        META.create_all(connection, tables=list(tables), checkfirst=False)
    connection.execute(delete(SCHEMA))
    connection.execute(insert(SCHEMA).values(version=len(VERSIONS)))
