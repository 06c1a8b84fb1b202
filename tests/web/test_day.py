"""The gaming day over HTTP: the report in words, as CSV and as PDF, read in the background."""

import csv
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import httpx
import pytest

from pitboss.desk.round_records import TheoreticalEdge
from pitboss.web import day_reports
from pitboss.web.roles import AccountRole
from pitboss.web.settings import DaySettings
from tests.desk.drive import Guest
from tests.paper.proofreading import read_pages
from tests.waiting import wait_until
from tests.web.house import House, Visitor, build_house

TODAY = datetime.now(UTC).date()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    day = DaySettings(begins="00:00", shifts=frozenset({"all=00:00"}))
    with build_house(tmp_path_factory.mktemp("day"), day=day, holder="Riverside") as built:
        yield built


@pytest.fixture(autouse=True)
def known_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        day_reports, "exact_edges", lambda game: {game.main_wager.id: TheoreticalEdge(0.01, 1.0)}
    )


@pytest.fixture(scope="module", autouse=True)
def table(house: House) -> str:
    id = house.table()
    guest = Guest(house.server.tables.find(id).desk, seed=3)
    guest.sit(1)
    for _ in range(3):
        guest.play_round()
    return id


def shown(person: Visitor, day: date = TODAY) -> dict[str, Any]:
    def ready() -> dict[str, Any] | None:
        told: dict[str, Any] = person.get("/day", day=day.isoformat())
        return told if told["ready"] and told["has_theory"] else None

    return wait_until(ready, "the day is read")


def fetched(person: Visitor, kind: str) -> httpx.Response:
    def answered() -> httpx.Response | None:
        answer = person.http.get(f"/api/v1/day/{kind}", params={"day": TODAY.isoformat()})
        return None if answer.status_code == 202 else answer

    return wait_until(answered, f"the {kind} is made")


def test_a_day_is_told_from_its_records(house: House, table: str) -> None:
    told = shown(house.person(AccountRole.REGULATOR))
    assert told["today"] == told["day"] == TODAY.isoformat()
    assert told["title"].startswith("Master game report for ")
    tables = {one["id"]: one for one in told["tables"]}
    heads = [column["title"] for column in tables["play"]["columns"]]
    (row,) = (row for row in tables["play"]["rows"] if table in row[0] and row[1] == "whole day")
    cells = dict(zip(heads, row, strict=True))
    assert cells["Rounds"] == "3"
    assert cells["Verdict"].endswith("SD")


def test_the_files_say_what_the_page_says(house: House, table: str) -> None:
    person = house.person(AccountRole.CASHIER)
    answer = fetched(person, "csv")
    assert answer.headers["content-disposition"] == f'inline; filename="day-{TODAY}.csv"'
    lines = list(csv.DictReader(answer.text.splitlines()))
    (line,) = (one for one in lines if one["level"] == "table" and one["table"] == table)
    assert line["rounds"] == "3"
    printed = "".join("".join(read_pages(fetched(person, "pdf").content)).split())
    assert "Riverside" in printed
    assert "Mastergamereport" in printed


def test_a_day_is_read_again_when_the_last_reading_is_old(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_reports, "GOOD_FOR_S", 0.0)
    person, yesterday = house.person(AccountRole.FLOORPERSON), TODAY - timedelta(days=1)
    first = shown(person, yesterday)["read_at"]
    wait_until(lambda: shown(person, yesterday)["read_at"] > first, "it is read again")


def test_a_game_without_theory_has_a_report_all_the_same(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day_reports, "exact_edges", lambda _: None)
    id = house.table("over-under-pa")
    guest = Guest(house.server.tables.find(id).desk, seed=3)
    guest.sit(1)
    guest.play_round()
    person = house.person(AccountRole.FLOORPERSON)
    wait_until(lambda: any("cannot be valued" in one for one in shown(person)["notes"]), "it is told")


@pytest.mark.parametrize(("day", "status"), [("0001-01-01", 422), ("9999-12-31", 422), ("tomorrow", 422)])
def test_a_day_that_is_none_is_refused(house: House, day: str, status: int) -> None:
    person = house.person(AccountRole.FLOORPERSON)

    def answered() -> httpx.Response | None:
        answer = person.http.get("/api/v1/day", params={"day": day})
        return None if answer.status_code == 200 else answer

    answer = wait_until(answered, "it is refused")
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"reason", "sentence", "clause", "allowed"}


@pytest.mark.parametrize("role", [AccountRole.PLAYER, AccountRole.DEALER])
def test_players_and_dealers_do_not_see_the_day(house: House, role: AccountRole) -> None:
    person = house.person(role)
    for path in ("/api/v1/day", "/api/v1/day/csv", "/api/v1/day/pdf", "/day"):
        assert person.http.get(path).status_code == 403, path


def test_the_page_is_there_for_the_cashier(house: House) -> None:
    page = house.person(AccountRole.CASHIER).http.get("/day")
    assert page.status_code == 200
    assert "Gaming day" in page.text
