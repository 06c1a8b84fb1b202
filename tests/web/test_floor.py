"""The floor and the dealer by hand: checklist, irregularities, rules, and acts out of order."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.desk.verify import verify_store
from pitboss.web.roles import AccountRole
from tests.web.house import MONEY, House, Visitor, build_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("floor")) as built:
        yield built
        assert verify_store(built.server.store).fault is None


@pytest.fixture
def floor(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


@pytest.fixture
def dealer(house: House) -> Visitor:
    return house.person(AccountRole.DEALER)


def due(person: Visitor, table: str) -> dict[str, Any]:
    return dict(person.get(f"/tables/{table}")["view"]["next"][-1])


def do_next(table: str, dealer: Visitor, floor: Visitor, player: Visitor, card: str = "") -> str:
    """Whoever it falls to does what is due."""
    act = due(dealer, table)
    if act["who"].startswith("player"):
        choices = player.get(f"/tables/{table}")["options"]
        types = {choice["command"]["type"]: choice["command"] for choice in choices}
        for kind in ("PrepareCards", "RefuseCut"):
            if kind in types:
                player.do(table, **types[kind])
                return str(act["act"])
        player.do(table, type="Decide", box=act["box"], hand=act["hand"], action="stand")
        return str(act["act"])
    who = floor if act["who"] == "floorperson" else dealer
    who.post(f"/tables/{table}/next", key=who.key(), card=card)
    return str(act["act"])


def opened_by_hand(
    house: House, dealer: Visitor, floor: Visitor, game: str = "down-under-pa"
) -> tuple[str, Visitor]:
    table = house.table(game, dealer="hand")
    house.assign(dealer, table)
    player = house.person(money_cents=100 * MONEY)
    player.sit(table, 1, 20 * MONEY)
    while due(dealer, table)["act"] != "bets":
        do_next(table, dealer, floor, player)
    return table, player


def bet(player: Visitor, table: str, box: int = 1) -> None:
    choices = player.get(f"/tables/{table}")["options"]
    wager = next(
        one for one in choices if one["command"]["type"] == "PlaceWager" and one["command"]["box"] == box
    )
    player.do(table, **wager["command"], cents=wager["range"]["first"])


def test_the_opening_is_signed_line_by_line_in_the_order_of_the_text(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = house.table("down-under-pa", dealer="hand")
    house.assign(dealer, table)
    player = house.person(money_cents=MONEY)
    player.sit(table, 1)
    before = floor.get(f"/tables/{table}/floor")["checklist"]
    assert not any(line["done"] for line in before)
    assert all(line["clause"] for line in before)
    while due(dealer, table)["act"] != "bets":
        do_next(table, dealer, floor, player)
        lines = floor.get(f"/tables/{table}/floor")["checklist"]
        done = [line["done"] for line in lines if line["mechanism"] != "procedure.inspect_reader"]
        assert done == sorted(done, reverse=True)
    checklist = floor.get(f"/tables/{table}/floor")["checklist"]
    after = {line["mechanism"].removeprefix("procedure."): line for line in checklist}
    assert after["verify"]["signed_as"] == "floorperson"
    assert after["inspect"]["signed_as"] == "dealer"
    assert after["first_player_looks"]["signed_as"] == "player 1"
    assert after["load_shoe"]["at"]


def test_a_dealer_deals_a_round_by_hand_and_what_is_out_of_order_is_refused(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table, player = opened_by_hand(house, dealer, floor)
    bet(player, table)
    early = {"key": dealer.key(), "command": {"type": "TurnHole", "card": "Ks"}}
    assert dealer.refused(f"/tables/{table}/commands", **early)[1] == "not_now"
    acts = []
    while dealer.get(f"/tables/{table}")["view"]["round"] == 1:
        acts.append(do_next(table, dealer, floor, player))
    assert acts[0] == "bets"
    assert acts.count("card") >= 3
    assert acts[-1] == "clear"


def test_no_dealer_does_the_floors_act_nor_the_floor_the_dealers(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = house.table("down-under-pa", dealer="hand")
    house.assign(dealer, table)
    assert floor.refused(f"/tables/{table}/next", key=floor.key()) == (403, "not_yours")
    dealer.post(f"/tables/{table}/next", key=dealer.key())
    dealer.post(f"/tables/{table}/next", key=dealer.key())
    assert due(dealer, table)["who"] == "floorperson"
    assert dealer.refused(f"/tables/{table}/next", key=dealer.key()) == (403, "not_yours")
    floor.post(f"/tables/{table}/next", key=floor.key())


def test_with_real_cards_the_dealer_says_which_came(house: House, dealer: Visitor, floor: Visitor) -> None:
    table = house.table("blackjack", dealer="hand", cards="keyed")
    house.assign(dealer, table)
    player = house.person(money_cents=100 * MONEY)
    player.sit(table, 1, 20 * MONEY)
    while due(dealer, table)["act"] != "bets":
        do_next(table, dealer, floor, player)
    bet(player, table)
    while due(dealer, table)["act"] != "card":
        do_next(table, dealer, floor, player)
    assert dealer.refused(f"/tables/{table}/next", key=dealer.key()) == (409, "card_needed")
    assert dealer.refused(f"/tables/{table}/next", key=dealer.key(), card="1x") == (422, "bad_request")
    for card in ("Ts", "9d", "Th"):
        dealer.post(f"/tables/{table}/next", key=dealer.key(), card=card)
    seen = player.get(f"/tables/{table}")["view"]
    assert seen["boxes"][0]["hands"][0]["cards"] == ["Ts", "Th"]
    assert seen["dealer"] == ["9d"]


def test_an_irregularity_is_on_the_sheet_with_its_clause_and_who_chooses(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table, player = opened_by_hand(house, dealer, floor)
    bet(player, table)
    while due(dealer, table)["act"] != "card":
        do_next(table, dealer, floor, player)
    sheet = floor.get(f"/tables/{table}/floor")
    assert all(one["clause"] and one["says"] for one in sheet["irregularities"])
    line = next(one for one in sheet["irregularities"] if one["mechanism"] == "irregularity.one_card")
    missed = next(one for one in line["remedies"] if one["choice"]["command"]["type"] == "PassOver")
    assert missed["by"] == "dealer"
    dealer.do(table, **missed["choice"]["command"])
    incidents = floor.get(f"/tables/{table}/floor")["incidents"]
    assert incidents[0]["type"] == "CardMissed"
    assert incidents[0]["actor"] == dealer.account.name
    assert incidents[0]["clause"].startswith("685a.12")


def test_rules_change_between_rounds_within_the_document_and_with_a_reason(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table, player = opened_by_hand(house, dealer, floor)
    change = {"set": ["min_wager_cents=2000"], "why": "a busy evening"}
    bad = {"set": ["decks=7"], "why": "a busy evening"}
    assert floor.refused(f"/tables/{table}/options", key="b", **bad)[0] == 422
    floor.post(f"/tables/{table}/options", key="c", **change)
    assert player.get("/tables")["tables"]
    assert house.server.tables.find(table).state.house.limits.wager_min_cents == 2000
    while due(dealer, table)["act"] != "bets":
        do_next(table, dealer, floor, player)
    bet(player, table)
    assert floor.refused(f"/tables/{table}/options", key="d", **change)[1] == "round_in_progress"


def test_a_voided_round_gives_the_wagers_back(house: House, dealer: Visitor, floor: Visitor) -> None:
    table, player = opened_by_hand(house, dealer, floor)
    chips = player.get(f"/tables/{table}")["view"]["chips_cents"]
    bet(player, table)
    dealer.post(f"/tables/{table}/next", key=dealer.key())
    floor.post(f"/tables/{table}/void", key="v", why="the lights went out")
    assert player.get(f"/tables/{table}")["view"]["chips_cents"] == chips
    assert floor.get(f"/tables/{table}/floor")["incidents"][0]["type"] == "RoundVoided"


def test_the_reader_is_signed_once_a_day(house: House, floor: Visitor) -> None:
    """What is signed is not offered again, until the next gaming day begins."""
    table = house.table("blackjack", dealer="hand", cards="keyed", stocked=False)
    assert offered_to_sign(floor, table) == ["InspectReader"]
    floor.do(table, type="InspectReader")
    assert offered_to_sign(floor, table) == []
    floor.do(table, type="BeginDay")
    assert offered_to_sign(floor, table) == ["InspectReader"]
    assert not floor.get(f"/tables/{table}/floor")["checklist"][0]["done"]


def offered_to_sign(floor: Visitor, table: str) -> list[str]:
    return [one["command"]["type"] for one in floor.get(f"/tables/{table}/floor")["signs"]]
