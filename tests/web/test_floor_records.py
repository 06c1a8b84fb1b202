"""What the floor records says whom, what and which round it concerns."""

import io
import zipfile
from collections.abc import Iterator

import pytest

from pitboss.desk.verify import verify_store
from pitboss.web.roles import AccountRole
from tests.web.house import House, Visitor, build_house
from tests.web.test_floor import bet, do_next, due, opened_by_hand


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("records")) as built:
        yield built
        assert verify_store(built.server.store).fault is None


@pytest.fixture
def floor(house: House) -> Visitor:
    return house.person(AccountRole.FLOORPERSON)


@pytest.fixture
def dealer(house: House) -> Visitor:
    return house.person(AccountRole.DEALER)


def play_rounds(table: str, dealer: Visitor, floor: Visitor, player: Visitor, last: int) -> None:
    """Bets and plays until this round is cleared."""
    while (number := dealer.get(f"/tables/{table}")["view"]["round"]) <= last:
        if due(dealer, table)["act"] == "bets":
            bet_once(player, table)
        do_next(table, dealer, floor, player)
        assert number <= last


def bet_once(player: Visitor, table: str) -> None:
    if not player.get(f"/tables/{table}")["view"]["boxes"]:
        bet(player, table)


def incidents_of(floor: Visitor, table: str, kind: str) -> list[dict[str, object]]:
    return [one for one in floor.get(f"/tables/{table}/floor")["incidents"] if one["type"] == kind]


def test_a_dispute_after_the_table_was_cleared_is_filed_to_the_round_that_was_played(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table, player = opened_by_hand(house, dealer, floor, "blackjack")
    play_rounds(table, dealer, floor, player, 1)
    floor.do(table, type="RecordDispute", box=1)
    assert incidents_of(floor, table, "DisputeRecorded")[0]["round"] == 1
    bet(player, table)
    floor.do(table, type="RecordDispute", box=1)
    assert incidents_of(floor, table, "DisputeRecorded")[0]["round"] == 1
    play_rounds(table, dealer, floor, player, 2)
    floor.do(table, type="RecordDispute", box=1)
    floor.do(table, type="RecordDispute", box=1, round=1)
    assert [one["round"] for one in incidents_of(floor, table, "DisputeRecorded")] == [1, 2, 1, 1]
    said = {"key": "later", "command": {"type": "RecordDispute", "box": 1, "round": 3}}
    assert floor.refused(f"/tables/{table}/commands", **said)[1] == "no_such_round"


def test_a_dispute_in_a_round_is_filed_to_that_round_and_sent_again_is_filed_once(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table, player = opened_by_hand(house, dealer, floor, "blackjack")
    play_rounds(table, dealer, floor, player, 1)
    body = {"key": "once", "command": {"type": "RecordDispute", "box": 1}}
    first = floor.post(f"/tables/{table}/commands", **body)
    bet(player, table)
    do_next(table, dealer, floor, player)
    assert floor.post(f"/tables/{table}/commands", **body) == first
    floor.do(table, type="RecordDispute", box=1)
    assert [one["round"] for one in incidents_of(floor, table, "DisputeRecorded")] == [2, 1]


def test_a_void_is_told_with_the_floors_reason(house: House, dealer: Visitor, floor: Visitor) -> None:
    table, player = opened_by_hand(house, dealer, floor, "blackjack")
    bet(player, table)
    dealer.post(f"/tables/{table}/next", key=dealer.key())
    floor.post(f"/tables/{table}/void", key="v", why="misdeal: two cards to box 1")
    (told,) = incidents_of(floor, table, "RoundVoided")
    assert "Reason: misdeal: two cards to box 1." in str(told["line"])
    do_next(table, dealer, floor, player)
    pack = floor.http.get(f"/api/v1/tables/{table}/rounds/1/pack").content
    account = zipfile.ZipFile(io.BytesIO(pack)).read("account.txt").decode()
    assert "Reason: misdeal: two cards to box 1." in account


def test_a_round_that_must_be_voided_after_a_mistake_is_not_said_to_lack_cards(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table = house.table("blackjack", "reading.H1=R2", dealer="hand")
    house.assign(dealer, table)
    player = house.person(money_cents=100_000_00)
    player.sit(table, 1, 20_000_00)
    while due(dealer, table)["act"] != "bets":
        do_next(table, dealer, floor, player)
    bet(player, table)
    while due(dealer, table)["act"] != "card":
        do_next(table, dealer, floor, player)
    dealer.do(table, type="DrawInError")
    waits = due(floor, table)
    assert waits["act"] == "void round"
    assert "No card is left" not in waits["says"]
    assert waits["says"].endswith("the floorperson voids the round.")


def test_a_relief_says_who_left_and_who_came(house: House, dealer: Visitor, floor: Visitor) -> None:
    table, player = opened_by_hand(house, dealer, floor, "blackjack")
    play_rounds(table, dealer, floor, player, 1)
    nobody = {"key": "alone", "command": {"type": "RelieveDealer"}}
    assert floor.refused(f"/tables/{table}/commands", **nobody)[1] == "no_relief"
    second = house.person(AccountRole.DEALER)
    house.assign(second, table)
    floor.do(table, type="RelieveDealer")
    told = f"{second.account.name} relieves {dealer.account.name} as dealer."
    events = floor.get(f"/tables/{table}/events")["events"]
    assert [one["line"] for one in events if one["type"] == "DealerRelieved"] == [told]
    stranger = {"key": "x", "command": {"type": "RelieveDealer", "came": "Mister Nobody"}}
    assert floor.refused(f"/tables/{table}/commands", **stranger)[1] == "no_relief"
    floor.do(table, type="RelieveDealer", left=second.account.name, came=dealer.account.name)
    events = floor.get(f"/tables/{table}/events")["events"]
    lines = [one["line"] for one in events if one["type"] == "DealerRelieved"]
    assert lines[-1] == f"{dealer.account.name} relieves {second.account.name} as dealer."


def test_the_opening_is_signed_with_the_names_of_people(
    house: House, dealer: Visitor, floor: Visitor
) -> None:
    table, player = opened_by_hand(house, dealer, floor)
    lines = {line["mechanism"]: line for line in floor.get(f"/tables/{table}/floor")["checklist"]}
    signed = {name: (line["signed_by"], line["signed_as"]) for name, line in lines.items()}
    assert signed["procedure.verify"] == (floor.account.name, "floorperson")
    assert signed["procedure.inspect"] == (dealer.account.name, "dealer")
    assert signed["procedure.first_player_looks"] == (player.account.name, "player 1")
    assert "dealer" not in {by for by, _ in signed.values()}


def test_a_line_that_the_house_did_by_itself_is_signed_by_nobody_else(house: House, floor: Visitor) -> None:
    table = house.table("blackjack")
    house.person(money_cents=1_000_00).sit(table, 1)
    lines = floor.get(f"/tables/{table}/floor")["checklist"]
    assert {line["signed_by"] for line in lines if line["done"]} == {"the house"}
