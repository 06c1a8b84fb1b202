"""Every database, fresh or of an earlier edition, ends with the same schema, and its data are kept."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from msgspec.structs import astuple

from pitboss.errors import BadStore
from pitboss.journal.log import grow_log, receipt_of
from pitboss.journal.log_check import check_log
from pitboss.journal.merkle import Frontier
from pitboss.journal.migration import REVISIONS, alembic_config
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, Record, append_to
from pitboss.journal.schema import METADATA
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Append, append
from pitboss.web.account_schema import metadata as account_metadata
from tests.frozen.databases import create_database, restore_postgres, unpack_sqlite
from tests.journal.test_log import KEY, hashes_of
from tests.journal.test_store import records

RECORD = append_to(START, Draft("t1", "2026-03-01T12:00:00.000000Z", "p1", "Said", "{}"))
RECORDS, HEADS = "records", "heads"
VERSION_TABLES = {"alembic_version", "schema", "door_version"}
"""Alembic's, and the two that edition 1 kept itself."""
POSTGRES_SCHEMA = """
    SELECT 'column', table_name, ordinal_position::text, column_name, data_type, is_nullable,
           column_default, character_maximum_length::text
      FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT 'constraint', conrelid::regclass::text, '', conname, pg_get_constraintdef(oid), '', '', ''
      FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'index', tablename, '', indexname, indexdef, '', '', ''
      FROM pg_indexes WHERE schemaname = 'public'
    ORDER BY 1, 2, 3, 4
"""


class Database:
    """An empty database and one of edition 1, of one kind."""

    def __init__(self, kind: str, folder: Path, server: str = "") -> None:
        self.kind = kind
        self._folder = folder
        self._server = server

    def empty(self, name: str = "empty") -> str:
        if self.kind == "postgres":
            return create_database(self._server, f"migration_{name}")
        return str(self._folder / f"{name}.db")

    def edition_1(self) -> str:
        if self.kind == "postgres":
            return restore_postgres(self._server, "migration_edition_1")
        return unpack_sqlite(self._folder)

    def rows(self, address: str, query: str) -> list[tuple[Any, ...]]:
        engine = sa.create_engine(sqlalchemy_url(address))
        with engine.begin() as connection:
            result = connection.execute(sa.text(query))
            rows = [tuple(row) for row in result] if result.returns_rows else []
        engine.dispose()
        return rows

    def schema(self, address: str) -> list[tuple[Any, ...]]:
        if self.kind == "postgres":
            return self.rows(address, POSTGRES_SCHEMA)
        return self.rows(address, "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY 1, 2")

    def counts(self, address: str) -> dict[str, int]:
        engine = sa.create_engine(sqlalchemy_url(address))
        names = set(sa.inspect(engine).get_table_names()) - VERSION_TABLES
        engine.dispose()
        return {name: self.rows(address, f'SELECT count(*) FROM "{name}"')[0][0] for name in sorted(names)}


def sqlalchemy_url(address: str) -> sa.URL:
    if address.startswith("postgresql:"):
        return sa.make_url(address).set(drivername="postgresql+psycopg")
    return sa.URL.create("sqlite", database=address)


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    server = request.getfixturevalue("postgres") if request.param == "postgres" else ""
    return Database(request.param, tmp_path, server)


# ---- one schema


def test_the_program_knows_every_migration_script() -> None:
    scripts = ScriptDirectory.from_config(alembic_config()).walk_revisions()
    assert tuple(reversed([script.revision for script in scripts])) == REVISIONS


def test_the_tables_that_are_queried_are_the_tables_that_are_created(database: Database) -> None:
    """Alembic compares the tables described in the code with a migrated database and finds no difference."""
    address = database.empty()
    open_store(address).close()
    engine = sa.create_engine(sqlalchemy_url(address))
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_name": described}
        )
        assert compare_metadata(context, sa.MetaData()) != []
        assert compare_metadata(context, merged(METADATA, account_metadata)) == []
    engine.dispose()


def described(name: str | None, kind: str, _: Any) -> bool:
    return kind != "table" or name not in VERSION_TABLES


def merged(*parts: sa.MetaData) -> sa.MetaData:
    whole = sa.MetaData()
    for part in parts:
        for table in part.sorted_tables:
            table.to_metadata(whole)
    return whole


def test_a_database_of_edition_1_gets_the_schema_of_a_fresh_one_and_keeps_its_data(
    database: Database,
) -> None:
    address, fresh = database.edition_1(), database.empty()
    rows = database.counts(address)
    heads = database.rows(address, "SELECT stream, sequence, hash FROM heads ORDER BY stream")
    assert rows["records"] > 1_000
    open_store(fresh).close()
    store = open_store(address, create=False)
    assert [(name, *head) for name, head in store.heads().items()] == heads
    store.close()
    assert database.schema(address) == database.schema(fresh)
    counts = database.counts(address)
    log = {"heads": rows["heads"] + 1, "log_leaves": rows["records"]}
    assert counts == dict.fromkeys(counts, 0) | rows | log
    assert database.rows(address, "SELECT version_num FROM alembic_version") == [(REVISIONS[-1],)]


def test_a_second_start_changes_nothing(database: Database) -> None:
    address = database.edition_1()
    open_store(address).close()
    everything = database.schema(address), database.counts(address)
    open_store(address).close()
    assert (database.schema(address), database.counts(address)) == everything


def test_a_journal_without_accounts_gets_their_tables(database: Database) -> None:
    """Edition 1 created accounts only where a server ran; the first version of all had no claims either."""
    address = database.empty()
    make_revision(address, "0001", [(RECORDS, RECORD), (HEADS, ("t1", *RECORD.head))])
    database.rows(address, "DROP TABLE alembic_version")
    store = open_store(address)
    assert list(store.read("t1")) == [RECORD]
    assert store.claim("t1", "a", 0, 1).token == 1
    store.close()
    assert database.schema(address) == database.schema(opened_once(database.empty("fresh")))


def test_a_log_of_the_first_schema_with_one_is_kept_with_its_signature(database: Database) -> None:
    """Its leaves were found through an index, and its head stood in a table of its own."""
    written = records("t1", 5)
    growth = grow_log(Frontier(), [written[0], *records("t2", 1), *written[1:]])
    head = KEY.sign(growth.after.size, growth.after.root.hex())
    rows: list[tuple[str, Any]] = [(RECORDS, record) for record in growth.records]
    rows += [(HEADS, (table, *end)) for table, end in {one.table: one.head for one in growth.records}.items()]
    rows += [("log_leaves", row) for row in growth.rows]
    frontier = b"".join(growth.after.hashes)
    address = database.empty()
    make_revision(address, "0008", rows, (head.size, frontier, head.time, head.key, head.signature))
    store = open_store(address, create=False)
    assert store.log.head() == head
    assert check_log(store.log, hashes_of(store), KEY.public) == head
    receipt = receipt_of(store, "t2", 1)
    assert receipt is not None
    assert (receipt.leaf, receipt.holds) == (1, True)
    store.log.sign_with(KEY)
    append(store, Append(records("t1", 1, written[-1].head)))
    assert check_log(store.log, hashes_of(store), KEY.public).size == head.size + 1
    store.close()


def make_revision(
    address: str, revision: str, rows: list[tuple[str, Any]], head: tuple[Any, ...] | None = None
) -> None:
    """A database as the scripts up to this one made it, with these rows and this head of the log."""
    engine, config = sa.create_engine(sqlalchemy_url(address)), alembic_config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        mark = "?" if engine.name == "sqlite" else "%s"
        for table, row in rows:
            values = astuple(row) if isinstance(row, Record) else row
            marks = ", ".join([mark] * len(values))
            connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({marks})", tuple(values))
        if head is not None:
            columns = ", ".join(
                f"{name} = {mark}" for name in ("size", "frontier", "time", "key", "signature")
            )
            connection.exec_driver_sql(f"UPDATE log_head SET {columns}", head)
    engine.dispose()


def opened_once(address: str) -> str:
    open_store(address).close()
    return address


# ---- what is not migrated


@pytest.mark.parametrize(
    "change",
    ["UPDATE alembic_version SET version_num = '9999'",
     "DROP TABLE alembic_version; UPDATE schema SET version = 3",
     "DROP TABLE alembic_version; UPDATE schema SET version = 2"],
    ids=["newer", "journal of a later edition 1", "accounts of a later edition 1"],
)  # fmt: skip
def test_a_database_of_a_newer_version_is_refused_and_not_touched(database: Database, change: str) -> None:
    address = database.edition_1()
    open_store(address).close()
    for statement in change.split("; "):
        database.rows(address, statement)
    before = database.schema(address), database.counts(address)
    with pytest.raises(
        BadStore, match=r"schema is version (9999|3); .* newer version of Pitboss; nothing was changed"
    ):
        open_store(address)
    assert (database.schema(address), database.counts(address)) == before


def test_edition_1_refuses_a_database_that_has_been_migrated(database: Database) -> None:
    """It knew version 2 of both of its version tables, and refused anything above."""
    address = database.edition_1()
    open_store(address).close()
    assert database.rows(address, "SELECT version FROM schema") == [(3,)]
    assert database.rows(address, "SELECT max(version) FROM door_version") == [(3,)]


def test_a_migration_that_fails_leaves_everything_as_it_was(database: Database) -> None:
    address = database.edition_1()
    database.rows(address, "DROP TABLE door_version")
    before = database.schema(address), database.counts(address)
    with pytest.raises(BadStore, match="already exists"):
        open_store(address)
    assert (database.schema(address), database.counts(address)) == before


# ---- servers that start together


@pytest.mark.parametrize("fresh", [True, False], ids=["fresh", "edition 1"])
def test_programs_that_start_together_do_not_disturb_one_another(database: Database, fresh: bool) -> None:
    address = database.empty() if fresh else database.edition_1()
    code = f"from pitboss.journal.open_store import open_store; open_store({address!r}).close()"
    programs = [
        subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True) for _ in range(3)
    ]
    assert [program.communicate()[1] for program in programs] == ["", "", ""]
    assert database.rows(address, "SELECT version_num FROM alembic_version") == [(REVISIONS[-1],)]


def test_threads_that_open_different_databases_do_not_disturb_one_another(tmp_path: Path) -> None:
    """Alembic has one current migration a process."""
    files = [str(tmp_path / f"{number}.db") for number in range(6)]
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(opened_once, files))
    assert len({tuple(Database("sqlite", tmp_path).schema(file)) for file in files}) == 1


# ---- quick and quiet


def test_alembic_is_not_loaded_for_a_database_that_is_up_to_date(tmp_path: Path) -> None:
    file = opened_once(str(tmp_path / "journal.db"))
    code = (
        "import sys; from pitboss.journal.open_store import open_store;"
        f"open_store({file!r}).close(); print('alembic' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "False\n"


def test_a_database_that_is_up_to_date_is_opened_without_writing(tmp_path: Path) -> None:
    file = opened_once(str(tmp_path / "journal.db"))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    store = open_store(file)
    assert isinstance(store, SqlStore)
    store.close()
    holder.execute("ROLLBACK")
    holder.close()
