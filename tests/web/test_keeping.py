"""Keeping a house: backup and restore, a lost key, private files, and past acts against the house book."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pitboss.cli import journal_keeping
from pitboss.desk.cage_acts import CageClosed, CapitalIn, CapitalOut, Deposit
from pitboss.desk.desk_state import VIRTUAL
from pitboss.desk.house_book import BookAssignment
from pitboss.desk.house_entries import HOUSE, KeyReplaced, read_entry
from pitboss.desk.people_audit import _covers
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, BadStore, FaultyRecord
from pitboss.journal.archive import export_archive
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, append_to
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Append, append
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.web.app import make_server
from pitboss.web.archive_house import archive_settings, viewer
from pitboss.web.live_table import LiveTable
from pitboss.web.roles import AccountRole
from pitboss.web.seat_permissions import _next_command
from pitboss.web.security_policy import SecurityPolicy
from tests.cli import processes
from tests.cli.typed import refused, said, told
from tests.desk.drive import Guest, new_pit
from tests.postgres import emptied, program
from tests.waiting import wait_until
from tests.web.house import House, build_house, quick
from tests.web.playing import play
from tests.web.test_second_factors import STAFF, enroll, log_in

CHANGED = ("store", "key_file", "log_key_file", "mark_file", "verifier")
"""What an archive changes of the settings."""

# ---- files


@pytest.fixture
def loose_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("loose_umask")
def test_archives_marks_and_backups_are_their_owners_alone(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        house.table()
        file = str(tmp_path / "pit.db")
        export_archive(house.server.store, str(tmp_path / "pit.zip"))
        journal_keeping.backup(file, str(tmp_path / "copy.db"))
    for name in ("pit.zip", "pit.mark", "copy.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


# ---- a file copied while a server runs


def test_a_plain_copy_of_a_running_journal_is_found_out(tmp_path: Path) -> None:
    file, alone, both = tmp_path / "pit.db", tmp_path / "alone.db", tmp_path / "both.db"
    with build_house(tmp_path) as house:
        ann, table = house.person(money_cents=500_00), house.table()
        ann.sit(table, 1, 400_00)
        play(ann, table)
        for copy, ending in ((alone, ""), (both, ""), (both, "-wal")):
            shutil.copy(f"{file}{ending}", f"{copy}{ending}")
        assert "is intact" in said("journal", "verify", str(file))
    assert "end of the journal" in verdict_on(alone)
    with pytest.raises(BadStore, match="its last records are missing"):
        make_server(quick(tmp_path, store=str(alone), mark_file=str(tmp_path / "no.mark")))
    for whole in (file, both, both):
        assert "is intact" in said("journal", "verify", str(whole))


def verdict_on(file: Path) -> str:
    """What is said of a journal that fails its check."""
    done = processes.run("journal", "verify", str(file))
    assert done.returncode == 1, done.stdout
    return done.stdout


def test_a_killed_servers_file_is_whole_for_whoever_opens_it_with_its_wal(tmp_path: Path) -> None:
    """The first to open it takes over what is in the -wal, and SQLite deletes that file."""
    store = open_store(str(tmp_path / "pit.db"))
    assert isinstance(store, SqlStore)
    store.begin_use()
    append(store, Append((append_to(START, Draft("t1", "2026-03-01T12:00:00.000000Z", "p1", "Said", "{}")),)))
    for ending in ("", "-wal"):
        shutil.copy(tmp_path / f"pit.db{ending}", tmp_path / f"killed.db{ending}")
    store.close()
    for _ in range(3):
        again = open_store(str(tmp_path / "killed.db"))
        assert isinstance(again, SqlStore)
        assert not again.is_left_alone
        assert again.head("t1").sequence == 1
        again.close()
        assert not (tmp_path / "killed.db-wal").exists()


# ---- backup and restore


def test_a_backup_of_a_running_server_is_restored_and_its_shoes_are_shuffled_again(tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with build_house(tmp_path) as house:
        table = house.table()
        ann = house.person(money_cents=500_00)
        ann.sit(table, 1, 400_00)
        play(ann, table)
        journal_keeping.backup(f"sqlite:{tmp_path / 'pit.db'}", str(copy))
        play(ann, table)
    with pytest.raises(BadStore, match="there already"):
        journal_keeping.backup(str(tmp_path / "pit.db"), str(copy))
    kept = open_store(str(copy), create=False)
    assert verify_store(kept).holds
    kept.close()
    for path in tmp_path.glob("pit.db-*"):
        path.unlink()
    shutil.copy(copy, tmp_path / "pit.db")
    with build_house(tmp_path) as again:
        live = wait_until(lambda: again.server.tables.live.get(table), "the claim in the copy has run out")
        assert live.desk.desk_state.cards == VIRTUAL
        verdict = verify_store(again.server.store)
        assert verdict.fault is None
        assert [gone.table for gone in verdict.put_back] == [table]
        assert {lost.table for lost in verdict.lost_shoes} == {table}
        bea = again.person(money_cents=500_00, name="bea")
        bea.sit(table, 2, 400_00)


def test_a_backup_under_load_is_restored_verified_and_goes_on(tmp_path: Path) -> None:
    file, copy = tmp_path / "pit.db", tmp_path / "copy.db"
    with build_house(tmp_path) as house:
        ann, table = house.person(money_cents=500_00, name="Ann Lee"), house.table()
        ann.sit(table, 1, 400_00)
        with ThreadPoolExecutor(1) as player:
            playing = player.submit(play, ann, table, 60)
            assert "Verified: " in said("backup", str(file), str(copy))
            playing.result()
        play(ann, table)
        assert "a server runs on it" in refused("restore", str(copy), str(file))
    before = said("journal", "verify", str(file))
    told_of = said("restore", str(copy), f"sqlite:{file}")
    (kept,) = tmp_path.glob("pit.db.before-*")
    assert f"What was there before is in {kept}" in told_of
    assert said("journal", "verify", str(kept)) == before.replace(str(file), str(kept))
    with build_house(tmp_path) as again:
        wait_until(lambda: table in again.server.tables.live, "the table runs")
        again.person(money_cents=500_00, name="Bea").sit(table, 2, 400_00)
        assert verify_store(again.server.store).fault is None


def test_a_backup_that_does_not_hold_is_not_restored(tmp_path: Path) -> None:
    file, copy = tmp_path / "pit.db", tmp_path / "copy.db"
    with build_house(tmp_path) as house:
        house.table()
        said("backup", str(file), str(copy))
    with closing(sqlite3.connect(copy)) as forged, forged:
        forged.execute("UPDATE records SET actor = 'nobody' WHERE stream = 'house' AND sequence = 2")
    untouched = file.read_bytes()
    assert "it does not hold: record 2 of house" in refused("restore", str(copy), str(file))
    assert file.read_bytes() == untouched


def test_a_house_on_postgresql_is_backed_up_and_restored(
    tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", f"{program('pg_dump').parent}:{os.environ['PATH']}")
    store, dump = emptied(postgres), tmp_path / "pit.dump"
    with build_house(tmp_path, store=store, key_file=str(tmp_path / "key")) as house:
        ann, table = house.person(money_cents=500_00), house.table()
        ann.sit(table, 1, 400_00)
        said("backup", store, str(dump))
        records = verify_store(house.server.store).records
        play(ann, table)
    assert f"Verified: {records} records" in said("restore", str(dump), store)
    assert stat.S_IMODE(dump.stat().st_mode) == 0o600
    with build_house(tmp_path, store=store, key_file=str(tmp_path / "key")) as again:
        wait_until(lambda: table in again.server.tables.live, "the table runs")
        assert verify_store(again.server.store).fault is None


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("postgresql://ann:hush@127.0.0.1:1/d", "pg_dump failed"),
        ("/no/such.db", "no such file"),
        ("sqlite:", "no such file"),
    ],
)
def test_what_cannot_be_backed_up_is_told(tmp_path: Path, source: str, says: str) -> None:
    with pytest.raises(BadStore, match=says) as refused:
        journal_keeping.backup(source, str(tmp_path / "copy.db"))
    assert "hush" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []


# ---- people by name


def test_rounds_are_found_by_name_and_a_name_that_nobody_has_is_told(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        table, ann = house.table(), house.person(money_cents=500_00, name="Ann Lee")
        house.person(name="Bea")
        ann.sit(table, 1, 400_00)
        play(ann, table)
    rounds = ("records", "rounds", str(tmp_path / "pit.db"), "--table", table, "--account")
    for given in ("Ann Lee", "ann lee", ann.account.id):
        assert "of Ann Lee, box by box" in said(*rounds, given)
        assert {one["account"] for one in told(*rounds, given)} == {ann.account.id}
    assert "no finished round of Bea" in said(*rounds, "Bea")
    sentence = refused(*rounds, "Anne")
    assert "nobody has the name or id 'Anne'" in sentence
    assert "Allowed: Ann Lee, Bea" in sentence


# ---- an archive elsewhere


def test_an_archive_is_looked_at_anywhere_with_names_tables_and_replay(tmp_path: Path) -> None:
    archive = tmp_path / "pit.zip"
    with build_house(tmp_path) as house:
        ann = house.person(money_cents=500_00, name="Ann Lee")
        floor = house.person(AccountRole.FLOORPERSON, name="Flo")
        table = floor.post("/tables", game="blackjack", name="Table by the window")["id"]
        ann.sit(table, 1, 400_00)
        play(ann, table, 30)
        rounds = ann.get(f"/tables/{table}/rounds")["rounds"]
        export_archive(house.server.store, str(archive))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    settings = archive_settings(str(archive), elsewhere, quick(elsewhere))
    with build_house(elsewhere, **{name: getattr(settings, name) for name in CHANGED}) as copy:
        name, password = viewer(copy.accounts)
        client = copy.client()
        client.post("/api/v1/login", json={"name": name, "password": password}).raise_for_status()
        (line,) = client.get("/api/v1/tables").json()["tables"]
        assert (line["id"], line["name"], line["state"]) == (table, "Table by the window", "stopped")
        told = client.get(f"/api/v1/tables/{table}/rounds").json()["rounds"]
        assert [one["round"] for one in told][-len(rounds) :] == [one["round"] for one in rounds]
        shown = client.get(f"/api/v1/tables/{table}/rounds/{rounds[0]['round']}").json()
        assert any("Ann Lee" in step["by"] for step in shown["steps"])
        assert verify_store(copy.server.store).fault is None
        assert copy.person().refused(f"/tables/{table}/sit", key="sit", seat=2)[1] == "betting_stopped"


def test_an_archive_without_a_house_book_is_looked_at_too(tmp_path: Path) -> None:
    pit = new_pit()
    guest = Guest(pit.open("t1", "blackjack"))
    guest.sit(1)
    guest.play_round()
    pit.close()
    export_archive(pit.store, str(tmp_path / "pit.zip"))
    settings = archive_settings(str(tmp_path / "pit.zip"), tmp_path, quick(tmp_path))
    server = make_server(settings)
    try:
        assert [(card.name, card.stopped) for card in server.tables.cards().values()] == [("t1", True)]
        assert server.tables.history("t1").refresh().rounds(10)
    finally:
        server.close()


# ---- a lost key


def test_a_lost_key_ends_second_factors_and_locks_nobody_out(tmp_path: Path) -> None:
    key = tmp_path / "pit.db.key"
    settings = replace(quick(tmp_path), policy=STAFF)
    with build_house(tmp_path, policy=STAFF) as house:
        house.accounts.create("ada", AccountRole.ADMINISTRATOR, "correct horse battery")
        enroll(house, log_in(house, "ada")[0])
    key.unlink()
    with pytest.raises(BadInput, match="replace-key"):
        make_server(settings).close()
    with pytest.raises(BadInput, match="is not an administrator"):
        journal_keeping.replace_key(str(tmp_path / "pit.db"), "nobody", "it was lost", "")
    journal_keeping.replace_key(str(tmp_path / "pit.db"), "ada", "the disk of the key broke", "")
    with pytest.raises(BadInput, match="not lost"):
        journal_keeping.replace_key(str(tmp_path / "pit.db"), "ada", "again", "")
    with build_house(tmp_path, policy=STAFF) as again:
        entries = [read_entry(record) for record in again.server.store.read(HOUSE)]
        (replaced,) = [entry for entry in entries if isinstance(entry, KeyReplaced)]
        assert (replaced.by, replaced.why) == ("ada", "the disk of the key broke")
        client = log_in(again, "ada")[0]
        enroll(again, client, ahead=1)
        assert verify_store(again.server.store).holds
    with build_house(tmp_path, policy=STAFF):
        pass


def test_the_key_of_a_running_server_is_not_replaced(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        house.accounts.create("ada", AccountRole.ADMINISTRATOR)
        house.table()
        with pytest.raises(BadInput, match="stop the server first"):
            journal_keeping.replace_key(str(tmp_path / "pit.db"), "ada", "it was lost", str(tmp_path / "new"))
    assert not (tmp_path / "new").exists()


# ---- past acts against the house book


def fault_in(house: House) -> FaultyRecord | None:
    return verify_store(house.server.store).fault


def test_a_dealers_act_outside_an_assignment_is_named(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        dealer = house.person(AccountRole.DEALER)
        table = house.table(dealer="hand")
        house.assign(dealer, table)
        dealer.post(f"/tables/{table}/next", key=dealer.key())
        assert fault_in(house) is None
        other = house.table(dealer="hand")
        live = house.server.tables.live[other]
        live.desk.submit(next_act(live), key="x", actor=dealer.account.id)
        fault = fault_in(house)
        assert fault is not None
        assert (fault.table, fault.field, fault.found) == (other, "actor", dealer.account.id)
        assert "assigned to this table" in fault.expected


def next_act(live: LiveTable) -> c.Command:
    awaited = due(live.state)
    assert awaited is not None
    return _next_command(live, awaited, Card(1, 0))


def test_money_above_the_limit_then_in_force_without_a_second_person_is_named(tmp_path: Path) -> None:
    with build_house(tmp_path, policy=SecurityPolicy(two_persons_above_cents=500_00)) as house:
        cashier, ann = house.person(AccountRole.CASHIER).account.id, house.person().account.id
        cage = house.server.tables.pit.cage
        cage.submit(Deposit(account=ann, cents=500_00), by=cashier, key="at-the-limit")
        assert fault_in(house) is None
        answer = cage.submit(Deposit(account=ann, cents=500_01), by=cashier, key="above-it")
        fault = fault_in(house)
        assert fault is not None
        assert (fault.table, fault.sequence, fault.field) == ("cage", answer.last, "approved by")
        assert "above $500" in fault.expected


LONE_ACTS = {
    "capital": CapitalIn(of="cash", cents=1_00),
    "capital out": CapitalOut(of="cash", cents=1_00),
    "a difference": CageClosed(cash=(), chips=(), cents=0, cash_booked_cents=5_00, chips_booked_cents=0),
}


@pytest.mark.parametrize("what", LONE_ACTS)
def test_what_always_takes_two_is_named_where_one_did_it(tmp_path: Path, what: str) -> None:
    with build_house(tmp_path) as house:
        cashier, ann = house.person(AccountRole.CASHIER), house.person(money_cents=5_00)
        cage = house.server.tables.pit.cage
        assert fault_in(house) is None, ann
        answer = cage.submit(LONE_ACTS[what], by=cashier.account.id, key="alone")
        fault = fault_in(house)
        assert fault is not None
        assert (fault.table, fault.sequence, fault.field) == ("cage", answer.last, "approved by")


def test_an_act_at_the_cage_by_somebody_who_was_no_cashier_is_named(tmp_path: Path) -> None:
    with build_house(tmp_path) as house:
        admin, ann = house.person(AccountRole.ADMINISTRATOR), house.person()
        deposit = Deposit(account=ann.account.id, cents=1_00)
        house.server.tables.pit.cage.submit(deposit, by=admin.account.id, key="not-mine")
        fault = fault_in(house)
        assert fault is not None
        assert (fault.table, fault.field, fault.expected) == ("cage", "actor", "a cashier")


def test_an_assignment_that_was_made_later_does_not_cover_an_act() -> None:
    def at(hour: int, minute: int = 0) -> str:
        return f"2026-03-01T{hour:02}:{minute:02}:00.000000Z"

    def covers(time: str, *, assigned: str = at(7), ended: str = "") -> bool:
        one = BookAssignment("d", "t", at(8), at(12), "", "f", assigned, ended)
        return _covers(one, datetime.fromisoformat(time).astimezone(UTC))

    assert covers(at(8))
    assert not covers(at(7, 59))
    assert covers(at(11, 59))
    assert not covers(at(12, 2))
    assert not covers(at(9), assigned=at(10))
    assert not covers(at(9), ended=at(8, 30))
