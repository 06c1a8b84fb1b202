"""What somebody could learn or do that is not theirs: hidden cards, others' stacks, an ended token."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from pitboss.desk.sealed_shoe import cut_order
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.web.live_table import LiveTable
from pitboss.web.middleware import API
from pitboss.web.roles import AccountRole
from tests.web.browser.shift import Shift
from tests.web.house import MONEY, House, Line, Visitor, build_house, open_line
from tests.web.test_matrix import DOORS
from tests.web.test_seat_permissions import play_on, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("secrets")) as built:
        yield built


# ---- hidden cards: nothing that any_caller is told depends on them


def other_order(live: LiveTable, chance: random.Random) -> None:
    """The same table with its hidden cards in another order: all that are undealt, and the hole card."""
    hidden_cards, positions = live.desk._hidden_cards, live.desk_state.positions
    for shoe in positions.shoes:
        sealed = hidden_cards.orders[shoe.number]
        dealt_as = [int(card.rank) for card in cut_order(_numbers(shoe.cards), shoe.cuts)]
        lefts = list(range(1, positions.left + 1)) if shoe.number == positions.number else []
        if positions.hole is not None and positions.hole.shoe == shoe.number:
            lefts.append(positions.hole.left)
        hidden = [dealt_as[shoe.cards - left] for left in lefts]
        order, cards = list(sealed.order), [sealed.order[at] for at in hidden]
        chance.shuffle(cards)
        for at, card in zip(hidden, cards, strict=True):
            order[at] = card
        hidden_cards.orders[shoe.number] = sealed._replace(order=tuple(order))
    hidden_cards._cut = None
    live._views.clear()


def next_card(live: LiveTable) -> Card:
    return live.desk._hidden_cards.next(live.state, live.desk_state.positions)


def _numbers(cards: int) -> tuple[Card, ...]:
    """Places in the guise of cards, so that the cut shows where each one goes."""
    return tuple(Card(place, 0) for place in range(cards))


def everything_said(table: str, people: list[Visitor]) -> dict[str, Any]:
    """Every GET of the API about this table, by every one of these people, their lines, and every refusal."""
    told: dict[str, Any] = {"openapi": people[0].http.get(f"{API}/openapi.json").text}
    for person in people:
        role = person.account.role
        for route in DOORS:
            method, _, path = route.partition(" ")
            if method != "GET" or not path.startswith("/tables"):
                continue
            for number in (1, 99) if "{number}" in path else (0,):
                answer = person.http.get(API + path.format(id=table, number=number))
                told[f"{role} {person.account.id} {path} {number}"] = _timeless(answer)
        for since in (0, 7):
            with person.line(table, since) as line:
                told[f"{role} {person.account.id} line {since}"] = line.hear() | {"clock": None, "seats": []}
        for action in Action:
            said = {"type": "Decide", "box": 2, "hand": 7, "action": action.name.lower()}
            body = {"key": person.key(), "command": said}
            answer = person.http.post(f"{API}/tables/{table}/commands", json=body)
            assert answer.status_code >= 400
            told[f"{role} {person.account.id} {action}"] = answer.json()
    return told


def _timeless(answer: httpx.Response) -> Any:
    if "json" not in answer.headers["content-type"]:
        return answer.status_code, answer.text
    said = answer.json()
    if isinstance(said, dict):
        said = {name: value for name, value in said.items() if name not in ("clock", "seats")}
    return answer.status_code, said


@pytest.mark.parametrize("game", ["blackjack", "down-under-pa"])
def test_nothing_said_to_anybody_depends_on_a_hidden_card(house: House, game: str) -> None:
    """TableManager that differ only in cards that nobody has seen cannot be told apart at any door."""
    table = house.table(game)
    ann, ben = seated(house, table, 1, 2)
    live = house.server.tables.find(table)
    _one_round(house, table, [ann, ben])
    play_on(table, [ann, ben], "decide")
    while live.desk_state.positions.hole is None:  # at Down Under two Large cards are shown to everybody
        _one_round(house, table, [ann, ben])
        play_on(table, [ann, ben], "decide")
    people = [ann, ben, house.person(AccountRole.DEALER), house.person(AccountRole.REGULATOR)]
    before = everything_said(table, people)
    for seed in range(2):
        with live.lock:
            first, chance = next_card(live), random.Random(seed)
            while next_card(live) == first:
                other_order(live, chance)
        house.server.app.state.coaching._values.clear()
        after = everything_said(table, people)
        assert [name for name in before if before[name] != after[name]] == []


def _one_round(house: House, table: str, people: list[Visitor]) -> None:
    live = house.server.tables.find(table)
    number = live.state.round
    while live.state.round == number:
        play_on(table, people, "decide" if live.state.phase == 0 else "bets")


# ---- whose chips


def stacks_told(events: list[dict[str, Any]], seat: int) -> list[dict[str, Any]]:
    """Events about a seat from which its stack could be counted, by number or in words."""
    about = [one for one in events if one.get("seat") == seat]
    about = [one for one in about if one["type"] in ("SatDown", "WentAway", "ChipsBought")]
    return [one for one in about if "chips_cents" in one or "cents" in one or "$" in one["line"]]


def test_no_sentence_counts_another_players_stack(house: House) -> None:
    table = house.table()
    ann, ben = seated(house, table, 1, 2)
    ann.post(f"/tables/{table}/chips", key=ann.key(), cents=12_300)
    own = ann.get(f"/tables/{table}/events")["events"]
    assert any("$123" in one["line"] for one in stacks_told(own, 1))
    ann.post(f"/tables/{table}/leave", key=ann.key())
    assert stacks_told(ben.get(f"/tables/{table}/events")["events"], 1) == []
    assert stacks_told(house.person().get(f"/tables/{table}/events")["events"], 1) == []
    off_duty, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    assert stacks_told(off_duty.get(f"/tables/{table}/events")["events"], 1) == []
    assert len(stacks_told(floor.get(f"/tables/{table}/events")["events"], 1)) == 3


def test_who_takes_a_seat_learns_nothing_of_who_had_it(house: House) -> None:
    table = house.table()
    ann, ben = seated(house, table, 1, 2)
    _one_round(house, table, [ann, ben])
    play_on(table, [ann, ben], "bets")
    last = house.server.tables.find(table).state.round - 1
    ann.post(f"/tables/{table}/leave", key=ann.key())
    cid = house.person(money_cents=MONEY)
    cid.sit(table, 1, 777_00)
    told = stacks_told(cid.get(f"/tables/{table}/events")["events"], 1)
    assert [one["chips_cents"] for one in told] == [777_00]
    with cid.line(table) as line:
        assert stacks_told(line.hear()["events"], 1) == told
    assert cid.get(f"/tables/{table}/coach")["last"] is None
    for step in cid.get(f"/tables/{table}/rounds/{last}")["steps"]:
        assert not step["view"]["chips_cents"]
    whole = [step["view"]["chips_cents"] for step in ann.get(f"/tables/{table}/rounds/{last}")["steps"]]
    assert any(whole), "who has left sees the stack that was theirs"


def test_a_player_is_told_no_account_number_in_a_replay(house: House) -> None:
    table = house.table()
    (ann,) = seated(house, table, 1)
    floor = house.person(AccountRole.FLOORPERSON)
    play_on(table, [ann], "bets")
    ann.do(table, type="Tip", cents=500)
    floor.post(f"/tables/{table}/tips", key="t")
    _one_round(house, table, [ann])
    said = json.dumps(ann.get(f"/tables/{table}/rounds/1"))
    assert floor.account.id not in said
    assert floor.account.name in json.dumps(floor.get(f"/tables/{table}/rounds/1"))


def test_a_dealer_does_not_learn_what_a_player_has_with_the_house(house: House) -> None:
    shift = Shift(house, "down-under-pa", "")
    table, ann, dealer = shift.table, house.person(money_cents=4_321), shift.dealer
    shift.until("bets")
    ann.sit(table, 2, 0)
    ann.do(table, type="CallWager", box=2, cents=5_000)
    said = {"key": "k", "command": {"type": "ConfirmCall", "seat": 2}}
    answer = dealer.http.post(f"{API}/tables/{table}/commands", json=said)
    assert answer.status_code == 200, "a spoken wager is paid in cash, whatever the player has elsewhere"
    assert ann.get("/me/money") == {"balance_cents": 4_321}
    for told in (answer.json(), dealer.get(f"/tables/{table}"), dealer.get(f"/tables/{table}/tray")):
        assert "4321" not in json.dumps(told)
        assert ann.account.id not in json.dumps(told)


# ---- auth that were shut meanwhile


@pytest.mark.parametrize("end", ["revoked", "reset"])
def test_the_line_of_a_program_ends_with_its_token(house: House, end: str) -> None:
    table = house.table()
    (ann,) = seated(house, table, 1)
    made = ann.post("/me/tokens", name="program")
    url = house.url.replace("http", "ws") + f"{API}/tables/{table}/live"
    headers = {"Authorization": f"Bearer {made['secret']}"}
    with open_line(url, headers) as socket:
        line = Line(socket)
        line.hear()
        if end == "revoked":
            ann.http.delete(f"{API}/me/tokens/{made['id']}").raise_for_status()
        else:
            house.accounts.reset_password(ann.account.id)
        answer = line.say(type="do", key="k", command={"type": "Tip", "cents": 500})
        assert (answer["accepted"], answer["reason"]) == (False, "not_logged_in")
