"""Incident reports: filed to their round, never changed, listed by the gaming day and in the dispute pack."""

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from pitboss.desk.house_entries import HOUSE
from pitboss.desk.verify import verify_store
from pitboss.web.roles import AccountRole
from tests.web.house import House, Visitor, build_house
from tests.web.playing import play

REPORT = {
    "narrative": "Ann says her 20 was taken.\nThe dealer had 19.",
    "persons": ["Ann", "Bob the dealer"],
    "surveillance": "camera 12, 20:31",
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("incidents")) as built:
        yield built
        assert verify_store(built.server.store).fault is None


@pytest.fixture
def floor(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


@pytest.fixture
def table(house: House) -> str:
    table = house.table()
    ann = house.person(money_cents=1_000_00)
    ann.sit(table, 1)
    while ann.get(f"/tables/{table}")["view"]["round"] < 3:
        play(ann, table, 1)
    return table


def test_a_report_is_filed_to_the_last_round_or_to_the_one_that_is_named(floor: Visitor, table: str) -> None:
    last = floor.get(f"/tables/{table}/floor")["last_round"]
    assert last >= 2
    assert floor.post(f"/tables/{table}/incidents", **REPORT)["round"] == last
    assert floor.post(f"/tables/{table}/incidents", **REPORT, round=1)["round"] == 1
    refused = floor.refused(f"/tables/{table}/incidents", **REPORT, round=last + 1)
    assert refused == (404, "no_such_round")


def test_a_finding_and_an_outcome_are_added_and_nothing_is_overwritten(
    house: House, floor: Visitor, table: str
) -> None:
    filed = floor.post(f"/tables/{table}/incidents", **REPORT, finding="not known yet")
    path = f"/incidents/{filed['id']}/follow-up"
    head = house.server.store.head(HOUSE).sequence
    floor.post(path, finding="The dealer misread a 9.")
    office = house.person(AccountRole.ADMINISTRATOR)
    shown = office.post(path, outcome="Paid $10 to Ann.", persons=["Cam of surveillance"])
    assert house.server.store.head(HOUSE).sequence >= head + 2
    assert (shown["finding"], shown["last_finding"]) == ("not known yet", "The dealer misread a 9.")
    assert shown["last_outcome"] == "Paid $10 to Ann."
    assert [one["by"] for one in shown["added"]] == [floor.account.name, office.account.name]
    assert floor.refused(path) == (409, "nothing_to_add")
    assert floor.refused("/incidents/none/follow-up", finding="x") == (404, "no_such_incident")


def test_the_list_of_a_gaming_day_has_its_reports_and_no_others(
    house: House, floor: Visitor, table: str
) -> None:
    filed = floor.post(f"/tables/{table}/incidents", **REPORT)
    days = house.server.settings.day.gaming_days
    today = days.day_of(datetime.now(UTC))
    assert filed["day"] == today.isoformat()
    shown = floor.get("/incidents", day=today.isoformat())
    assert filed["id"] in [one["id"] for one in shown["filed"]]
    before = floor.get("/incidents", day=(today - timedelta(days=1)).isoformat())
    assert (before["filed"], before["incidents"]) == ([], [])


def test_the_dispute_pack_of_a_round_has_its_reports_and_what_was_recorded_later(
    floor: Visitor, table: str
) -> None:
    filed = floor.post(f"/tables/{table}/incidents", **REPORT, round=1)
    floor.post(f"/incidents/{filed['id']}/follow-up", outcome="Paid $10 to Ann.")
    floor.do(table, type="RecordDispute", box=1, round=1)
    pack = zipfile.ZipFile(io.BytesIO(floor.http.get(f"/api/v1/tables/{table}/rounds/1/pack").content))
    text = pack.read("incidents.txt").decode()
    for part in ("The dealer had 19.", "camera 12, 20:31", "Bob the dealer", "Outcome: Paid $10 to Ann."):
        assert part in text
    assert floor.account.name in text
    assert "A dispute about box 1 in round 1 is recorded." in text
    assert len(pack.read("incidents.jsonl").decode().splitlines()) == 2
    other = zipfile.ZipFile(io.BytesIO(floor.http.get(f"/api/v1/tables/{table}/rounds/2/pack").content))
    assert not other.read("incidents.jsonl")
