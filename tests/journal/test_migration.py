"""Every database, fresh or of an earlier edition, ends with the same schema, and its data are kept."""

import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pitboss.errors import BadStore
from pitboss.journal.migration import REVISIONS, alembic_config
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, append_to
from pitboss.journal.schema import METADATA
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Append, append
from pitboss.web.account_schema import metadata as account_metadata
from tests.frozen.databases import create_database, restore_postgres, unpack_sqlite

RECORD = append_to(START, Draft("t1", "2026-03-01T12:00:00.000000Z", "p1", "Said", "{}"))
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

    def empty(self) -> str:
        if self.kind == "postgres":
            return create_database(self._server, "migration_empty")
        return str(self._folder / "empty.db")

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
    log = {"log_head": 1, "log_leaves": rows["records"]}
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
    fresh = database.schema(opened_once(address))
    append_record(address)
    for table in ("door_session", "door_token", "door_account", "door_table", "door_sitting", "door_deed",
                  "door_version", "past_round", "past_player", "past_left", "claims", "snapshots", "secrets",
                  "door_answer", "second_factor", "recovery_code", "assignment", "approval",
                  "log_leaves", "log_head", "log_cosignature", "servers", "alembic_version"):  # fmt: skip
        database.rows(address, f"DROP TABLE {table}")
    database.rows(address, "UPDATE schema SET version = 1")
    store = open_store(address)
    assert list(store.read("t1")) == [RECORD]
    assert store.claim("t1", "a", 0, 1).token == 1
    store.close()
    assert database.schema(address) == fresh


def opened_once(address: str) -> str:
    open_store(address).close()
    return address


def append_record(address: str) -> None:
    store = open_store(address)
    append(store, Append((RECORD,)))
    store.close()


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
