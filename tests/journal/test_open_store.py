"""What goes wrong with a store is told in a sentence that says what to do."""

import sqlite3
from pathlib import Path

import psycopg
import pytest

from pitboss.errors import BadStore
from pitboss.journal import sql
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, append_to
from pitboss.journal.store import Append, append
from tests.postgres import emptied
from tests.waiting import wait_until

RECORD = append_to(START, Draft("t1", "2026-03-01T12:00:00.000000Z", "p1", "Said", "{}"))


@pytest.mark.parametrize("address", ["mysql://localhost/x", "http://example.org", "sqlite:", "redis:x", ""])
def test_an_unknown_kind_of_store_is_told_with_the_kinds_there_are(address: str) -> None:
    with pytest.raises(BadStore, match=r"sqlite:FILE, memory: or postgresql://"):
        open_store(address)


def test_a_missing_file_is_not_made_by_a_reader(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="no such file"):
        open_store(str(tmp_path / "none.db"), create=False)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_is_no_journal_to_a_reader(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "empty.db").close()
    with pytest.raises(BadStore, match="holds no journal"):
        open_store(str(tmp_path / "empty.db"), create=False)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir, " * 200)
    with pytest.raises(BadStore, match="not a journal, or it is damaged"):
        open_store(str(file))
    assert file.read_text() == "Dear Sir, " * 200


def test_a_folder_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="cannot be opened or created"):
        open_store(str(tmp_path / "nowhere" / "journal.db"))


def test_a_locked_file_is_told_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sql, "LOCK_WAIT_S", 0.05)
    file = tmp_path / "journal.db"
    store = open_store(str(file))
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(BadStore, match="another program has locked the file"):
        append(store, Append((RECORD,)))
    holder.execute("ROLLBACK")
    holder.close()
    append(store, Append((RECORD,)))
    store.close()


def test_on_a_full_disk_nothing_is_half_written(tmp_path: Path) -> None:
    file = tmp_path / "journal.db"
    store = open_store(str(file))
    assert isinstance(store, sql.SqlStore)
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
    head, records = START, []
    for _ in range(200):
        record = append_to(head, Draft("t1", RECORD.time, "p1", "Said", f'{{"word":"{"x" * 400}"}}'))
        records.append(record)
        head = record.head
    with pytest.raises(BadStore, match="disk is full; nothing of the last command was written"):
        append(store, Append(tuple(records)))
    assert list(store.read("t1")) == []
    assert store.head("t1") == START
    append(store, Append((records[0],)))
    store.close()


def test_a_journal_that_may_only_be_read_is_told(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "journal.db"))
    assert isinstance(store, sql.SqlStore)
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = 1")
    with pytest.raises(BadStore, match="can be read but not written"):
        append(store, Append((RECORD,)))
    store.close()


def test_a_server_that_is_not_there_is_told_without_the_password() -> None:
    with pytest.raises(BadStore, match="no server answers at this address") as fault:
        open_store("postgresql://clerk:hush@127.0.0.1:1/journal")
    assert "hush" not in str(fault.value)


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(BadStore, match="not the address of a server"):
        open_store("postgresql://clerk:hush@host:port/journal")


def test_a_wrong_password_is_told(postgres: str) -> None:
    with psycopg.connect(emptied(postgres), autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS clerk")
        connection.execute("CREATE ROLE clerk LOGIN PASSWORD 'right'")
        rules = Path(connection.execute("SHOW hba_file").fetchone()[0])  # type: ignore[index]
        before = rules.read_text()
        rules.write_text("local all clerk scram-sha-256\nhost all clerk all scram-sha-256\n" + before)
        reload_rules(postgres)
    clerk = postgres.replace("postgres:@", "clerk:wrong@")
    try:
        with pytest.raises(BadStore, match="refused this name and password") as fault:
            open_store(clerk)
        assert "wrong" not in str(fault.value)
    finally:
        rules.write_text(before)
        reload_rules(postgres)


def reload_rules(address: str) -> None:
    """The server reads them again when it comes to it; who connects later is met by them."""
    before = loaded_at(address)
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("SELECT pg_reload_conf()")
    wait_until(lambda: loaded_at(address) != before, "the server has read its rules again")


def loaded_at(address: str) -> object:
    with psycopg.connect(address) as connection:
        return connection.execute("SELECT pg_conf_load_time()").fetchone()


def test_a_database_that_does_not_exist_is_told(postgres: str) -> None:
    with pytest.raises(BadStore, match="no database of this name"):
        open_store(postgres.replace("/postgres?", "/elsewhere?"))


def test_a_lost_connection_is_told_and_the_next_one_works(postgres: str) -> None:
    store = open_store(emptied(postgres))
    append(store, Append((RECORD,)))
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
    second = append_to(RECORD.head, Draft("t1", RECORD.time, "p1", "Said", "{}"))
    with pytest.raises(BadStore, match="connection to the server was lost"):
        append(store, Append((second,)))
    append(store, Append((second,)))
    assert store.head("t1") == second.head
    store.close()
