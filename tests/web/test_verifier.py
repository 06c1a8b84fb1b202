"""The background verifier of a running server."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.desk.house_entries import HOUSE, RecordsFailed, read_entry
from pitboss.web.roles import AccountRole
from pitboss.web.settings import VerifierSettings
from tests.waiting import wait_until
from tests.web.house import House, build_house
from tests.web.playing import play

OFTEN = VerifierSettings(every_s=0.1, reread_records=500)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path, verifier=OFTEN) as built:
        yield built


def metric(house: House, name: str) -> float:
    for line in house.client().get("/metrics").text.splitlines():
        if line.startswith(f"{name} "):
            return float(line.split()[1])
    return -1


def verified(house: House) -> bool:
    store = house.server.store
    written = sum(head.sequence for head in store.heads().values())
    return bool(metric(house, "pitboss_verified_records") >= written)


def change(house: House, table: str, sequence: int) -> None:
    """A clerk edits a record in the database, under the running server."""
    file = str(house.server.settings.store).removeprefix("sqlite:")
    with sqlite3.connect(file) as connection:
        payload = next(house.server.store.read(table, sequence - 1, sequence)).payload
        connection.execute(
            "UPDATE records SET payload = ? WHERE stream = ? AND sequence = ?",
            (payload.replace("1", "2"), table, sequence),
        )
    connection.close()


def test_a_sound_journal_is_verified_while_people_play(house: House) -> None:
    table = house.table()
    ann = house.person(money_cents=500_00)
    ann.sit(table, 1, 400_00)
    play(ann, table)
    wait_until(lambda: verified(house), "everything has been verified")
    assert metric(house, "pitboss_verifier_faults") == 0
    assert ann.get(f"/tables/{table}")["state"] == "open"


def test_a_table_whose_record_is_changed_stops_and_the_others_go_on(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = house.table(), house.table()
    ann, bea = house.person(money_cents=500_00), house.person(money_cents=500_00)
    ann.sit(bad, 1, 400_00)
    bea.sit(good, 1, 400_00)
    play(ann, bad)
    wait_until(lambda: verified(house), "everything has been verified")
    change(house, bad, 3)
    wait_until(lambda: ann.get(f"/tables/{bad}")["state"] == "stopped", "the table is stopped")
    assert house.person(money_cents=500_00).refused(f"/tables/{bad}/sit", key="k", seat=2) == (
        409,
        "betting_stopped",
    )
    floor = house.person(AccountRole.FLOORPERSON)
    told: dict[str, Any] = floor.get(f"/tables/{bad}/floor")
    assert f"The records of {bad} do not hold: record 3 was changed" in told["fault"]
    assert floor.get(f"/tables/{good}/floor")["fault"] == ""
    assert floor.refused(f"/tables/{bad}/resume", why="let us play") == (409, "records_fail")
    wait_until(lambda: metric(house, "pitboss_verifier_faults") == 1, "the fault is counted")
    play(bea, good)
    assert any(f"record 3 of {bad}" in record.getMessage() for record in caplog.records)

    def recorded() -> list[RecordsFailed]:
        entries = map(read_entry, house.server.store.read(HOUSE))
        return [entry for entry in entries if isinstance(entry, RecordsFailed)]

    (entry,) = wait_until(recorded, "it is in the house book")
    assert (entry.table, entry.record) == (bad, 3)


def test_after_a_restart_the_table_stays_stopped_and_is_recorded_once(tmp_path: Path) -> None:
    with build_house(tmp_path, verifier=OFTEN) as house:
        table = house.table()
        ann = house.person(money_cents=500_00)
        ann.sit(table, 1, 400_00)
        change(house, table, 2)
        wait_until(lambda: house.server.tables.faults, "the fault is found")
        wait_until(lambda: house.server.tables.cards()[table].stopped, "it is recorded")
    with build_house(tmp_path, verifier=OFTEN) as again:
        wait_until(lambda: again.server.tables.faults, "the fault is found again")
        wait_until(lambda: metric(again, "pitboss_verifier_last_pass_time_seconds") > 0, "a pass has ended")
        entries = map(read_entry, again.server.store.read(HOUSE))
        assert sum(isinstance(entry, RecordsFailed) for entry in entries) == 1


def test_a_verifier_that_dies_is_started_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.web.verifier.AGAIN_S", 0.05)
    verifier = house.server.verifier
    assert verifier is not None
    first = wait_until(lambda: verifier._process, "it runs")
    first.kill()
    wait_until(lambda: verifier._process is not first, "another one runs")
    house.table()
    wait_until(lambda: verified(house), "everything has been verified")
