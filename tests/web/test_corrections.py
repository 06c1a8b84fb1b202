"""Corrections over HTTP: the dealer asks, the floorperson approves where money moved, both names are kept."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.web.roles import AccountRole
from tests.web.browser.shift import Shift
from tests.web.house import House, Visitor, build_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("corrections")) as house:
        yield house


def entry(who: Visitor, table: str, card: str) -> dict[str, Any]:
    found = who.get(f"/tables/{table}/entries")["entries"]
    return next(one for one in found if one["command"].get("card") == card)


def correct(who: Visitor, table: str, wrong: dict[str, Any], card: str | None, **more: Any) -> Any:
    command = None if card is None else wrong["command"] | {"card": card}
    body = {"record": wrong["record"], "act": wrong["act"], "command": command, "why": "misread", **more}
    return who.http.post(f"/api/v1/tables/{table}/corrections", json={"key": who.key(), **body})


def cards_of_box(shift: Shift) -> list[str]:
    cards: list[str] = shift.dealer.get(f"/tables/{shift.table}")["view"]["boxes"][0]["hands"][0]["cards"]
    return cards


def test_the_dealer_corrects_a_card_alone_while_no_money_has_moved(house: House) -> None:
    shift = Shift(house, "down-under-pa", "9c 7d Td", hole="Th")
    shift.until("decide")
    assert cards_of_box(shift) == ["9c", "Td"]
    answer = correct(shift.dealer, shift.table, entry(shift.dealer, shift.table, "9c"), "8c")
    assert answer.status_code == 200, answer.text
    assert cards_of_box(shift) == ["8c", "Td"]
    lines = [event["line"] for event in shift.dealer.get(f"/tables/{shift.table}/events")["events"]]
    assert any("9♣ to box 1 was keyed by mistake; it was 8♣ to box 1" in line for line in lines)


def test_where_money_moved_the_floorperson_approves_what_the_dealer_asked_for(house: House) -> None:
    shift = Shift(house, "down-under-pa", "9c 7d Td", hole="Th", pays_cents=20_00)
    shift.until("settle")
    shift.until("clear")
    wrong = entry(shift.dealer, shift.table, "9c")
    refused = correct(shift.dealer, shift.table, wrong, "7c")
    assert refused.json()["reason"] == "approval_needed"
    assert "floorperson’s page" in refused.json()["sentence"]
    waiting = shift.floor.get(f"/tables/{shift.table}/entries")["waiting"]
    assert (waiting["keyed"], waiting["meant"]) == ("9♣ to box 1", "7♣ to box 1")
    assert waiting["name"]
    approved = correct(shift.floor, shift.table, wrong, "7c")
    assert approved.status_code == 200, approved.text
    assert shift.floor.get(f"/tables/{shift.table}/entries")["waiting"] is None
    assert shift.next()["act"] == "settle", "17 against 17 is a push: $20 was too much"
    records = shift.floor.get(f"/tables/{shift.table}/records")["records"]
    made = next(one for one in records if one["kind"] == "Corrected")
    assert made["actor"] == shift.dealer.account.id
    assert shift.floor.account.id in made["payload"]


def test_a_finished_round_shows_what_was_corrected_later(house: House) -> None:
    shift = Shift(house, "down-under-pa", "9c 7d Td", hole="Th", pays_cents=20_00)
    shift.until("settle")
    shift.until("bets")
    wrong = entry(shift.floor, shift.table, "9c")
    assert wrong["finished"]
    answer = correct(shift.floor, shift.table, wrong, "7c")
    assert answer.status_code == 200, answer.text
    shown = shift.floor.get(f"/tables/{shift.table}/rounds/1")
    assert len(shown["corrected"]) == 2
    assert shown["corrected"][1] == "Round 1 was decided again: $10 goes from box 1 back to the house."
    titles = [one["title"] for one in shift.floor.get(f"/tables/{shift.table}/floor")["incidents"]]
    assert {"Entry corrected", "Payment corrected"} <= set(titles)


def test_a_round_as_text_has_the_acts_that_hold(house: House) -> None:
    shift = Shift(house, "down-under-pa", "9c 7d Td", hole="Th", pays_cents=20_00)
    shift.until("decide")
    correct(shift.dealer, shift.table, entry(shift.dealer, shift.table, "9c"), "8c")
    shift.until("settle")
    shift.until("bets")
    text = shift.floor.http.get(f"/api/v1/tables/{shift.table}/rounds/1/text").text
    assert "=8c" in text
    assert "=9c" not in text
    steps = shift.floor.get(f"/tables/{shift.table}/rounds/1")["steps"]
    assert any(event["type"] == "ActCorrected" for step in steps for event in step["events"])


def test_a_table_dealt_by_the_house_has_nothing_to_correct(house: House) -> None:
    table = house.table("blackjack")
    floor = house.person(AccountRole.FLOORPERSON)
    assert floor.get(f"/tables/{table}/entries")["entries"] == []
    body = {"key": "k1", "record": 2, "command": None, "why": "because"}
    answer = floor.http.post(f"/api/v1/tables/{table}/corrections", json=body)
    assert answer.json()["reason"] == "not_keyed"
