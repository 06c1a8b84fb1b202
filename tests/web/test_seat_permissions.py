"""Nobody acts for another, sees a card that is not shown, or moves money but by the rules."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.desk.verify import verify_store
from pitboss.table import commands as c
from pitboss.table.notation import card_text
from pitboss.table.options import FACES
from pitboss.table.people import Role, player
from pitboss.web.json_codec import shape_of
from pitboss.web.live_table import LiveTable
from pitboss.web.roles import AccountRole
from tests.web.house import MONEY, House, Visitor, build_house
from tests.web.playing import next_message


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("seat")) as built:
        yield built
        assert verify_store(built.server.store).fault is None


def seated(house: House, table: str, *seats: int) -> list[Visitor]:
    people = [house.person(money_cents=10 * MONEY) for _ in seats]
    for person, seat in zip(people, seats, strict=True):
        person.sit(table, seat, 5 * MONEY)
    return people


def play_on(table: str, people: list[Visitor], until: str) -> dict[str, Any]:
    """Quiet players go on until this act is due."""
    for _ in range(200):
        for person in people:
            told: dict[str, Any] = person.get(f"/tables/{table}")
            if told["view"]["next"][-1]["act"] == until:
                return told
            said = next_message(told)
            if said is not None and said["type"] == "do":
                person.do(table, **said["command"])
            elif said is not None:
                person.post(f"/tables/{table}/ready", ready=True)
    raise AssertionError(f"{until} never fell due")


def test_who_gives_a_command_is_never_read_from_the_message(house: House) -> None:
    table = house.table()
    ann, _ = seated(house, table, 1, 2)
    for by in ([0, 2], {"role": 0, "seat": 2}, "player 2"):
        command = {"type": "Tip", "cents": 500, "by": by}
        assert ann.refused(f"/tables/{table}/commands", key=ann.key(), command=command) == (
            422,
            "bad_request",
        )


def test_no_player_decides_on_another_players_hand(house: House) -> None:
    table = house.table()
    ann, ben = seated(house, table, 1, 2)
    told = play_on(table, [ann, ben], "decide")
    due = told["view"]["next"][-1]
    mine = ann if due["who"] == "player 1" else ben
    other = ben if mine is ann else ann
    command = {"type": "Decide", "box": due["box"], "hand": due["hand"], "action": "stand"}
    status, reason = other.refused(f"/tables/{table}/commands", key=other.key(), command=command)
    assert (status, reason) == (403, "not_yours")
    mine.do(table, **command)


def test_no_player_takes_back_anothers_wager(house: House) -> None:
    table = house.table()
    ann, ben = seated(house, table, 1, 2)
    told = play_on(table, [ann], "bets")
    bet = next_message(told)
    assert bet is not None
    ann.do(table, **bet["command"])
    take = {"type": "TakeBackWager", "box": 1, "wager": bet["command"]["wager"]}
    status, _ = ben.refused(f"/tables/{table}/commands", key=ben.key(), command=take)
    assert status in (403, 409)


SAMPLES: dict[str, Any] = {
    "int": 1, "str": "x", "bool": True, "Card": "Ks", "Light": "blue", "Range": "small", "Action": "stand",
    "Stage": "inspected",
}  # fmt: skip


def sample(kind: type[c.Command]) -> dict[str, Any]:
    """A command of this kind as a message, with something in every field."""
    fields = {
        name: SAMPLES.get(getattr(hint, "__name__", ""))
        for name, hint in shape_of(kind).items()
        if name not in ("by", "chips")
    }
    return {"type": kind.__name__, **{name: value for name, value in fields.items() if value is not None}}


@pytest.fixture(scope="module")
def cast(house: House) -> tuple[str, dict[Role, Visitor]]:
    """A table with somebody of each role at it."""
    table = house.table(dealer="hand")
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    house.assign(dealer, table)
    return table, {Role.PLAYER: seated(house, table, 1)[0], Role.DEALER: dealer, Role.FLOOR: floor}


@pytest.mark.parametrize("kind", c.COMMANDS, ids=lambda kind: kind.__name__)
def test_nobody_does_what_is_for_another_role(
    cast: tuple[str, dict[Role, Visitor]], kind: type[c.Command]
) -> None:
    table, people = cast
    for role, person in people.items():
        if role in kind.roles:
            continue
        answer = person.http.post(
            f"/api/v1/tables/{table}/commands", json={"key": person.key(), "command": sample(kind)}
        )
        assert answer.status_code in (403, 409), (role, answer.text)
        assert answer.json()["reason"] in ("not_yours", "not_here"), (role, answer.text)


@pytest.mark.parametrize("role", [AccountRole.REGULATOR, AccountRole.ADMINISTRATOR])
def test_who_only_looks_on_does_nothing(house: House, role: AccountRole) -> None:
    table = house.table()
    person = house.person(role)
    for command in ({"type": "CloseBetting"}, {"type": "OrderReshuffle"}, {"type": "Leave"}):
        assert person.refused(f"/tables/{table}/commands", key=person.key(), command=command)[0] == 403


def test_no_message_to_a_player_names_an_undealt_card(house: House) -> None:
    """With one deck every card is unique, so a card's name anywhere is that card."""
    table = house.table("blackjack", "decks=1")
    ann, ben = seated(house, table, 1, 4)
    live = house.server.tables.find(table)
    watcher = house.person(AccountRole.REGULATOR)
    checked = 0
    while live.state.round < 6:
        for person in (ann, ben):
            with live.lock:
                told = live.message(player(live.seat_of(person.account.id)), person.account.id, 0)
                hidden = _hidden(live)
            said = json.dumps(told)
            assert not [card for card in hidden if f'"{card}"' in said]
            checked += bool(hidden)
            public = json.dumps(watcher.get(f"/tables/{table}/events")) if checked % 7 == 0 else ""
            assert not [card for card in hidden if f'"{card}"' in public]
            message = next_message(told)
            if message is not None and message["type"] == "do":
                person.do(table, **message["command"])
            elif message is not None:
                person.post(f"/tables/{table}/ready", ready=True)
    assert checked > 20


def _hidden(live: LiveTable) -> set[str]:
    """Every card of the deck that nobody has seen since the shuffle: undealt, burned or face down."""
    state = live.state
    unseen = {card_text(card) for number, card in enumerate(FACES) if not state.seen[number]}
    return unseen if state.stage else set()


def test_chips_come_out_of_ones_own_purse_and_go_back_to_it(house: House) -> None:
    table = house.table()
    ann = house.person(money_cents=MONEY)
    too_many = {"key": ann.key(), "seat": 1, "chips_cents": MONEY + 1}
    assert ann.refused(f"/tables/{table}/sit", **too_many)[0] == 409
    ann.sit(table, 1, MONEY - 100)
    assert ann.get("/me/money") == {"balance_cents": 100}
    assert ann.refused(f"/tables/{table}/chips", key=ann.key(), cents=200)[0] == 409
    ann.post(f"/tables/{table}/chips", key=ann.key(), cents=100)
    assert ann.get("/me/money") == {"balance_cents": 0}
    ann.post(f"/tables/{table}/leave", key=ann.key())
    assert ann.get("/me/money") == {"balance_cents": MONEY}


def test_no_dealer_spends_a_players_purse(house: House) -> None:
    table = house.table(dealer="hand")
    ann = seated(house, table, 1)[0]
    dealer = house.person(AccountRole.DEALER)
    house.assign(dealer, table)
    command = {"type": "BuyChips", "seat": 1, "cents": 500}
    assert dealer.refused(f"/tables/{table}/commands", key=dealer.key(), command=command) == (409, "no_cash")
    drawn = {"key": dealer.key(), "command": command | {"from_account": True}}
    assert dealer.refused(f"/tables/{table}/commands", **drawn) == (409, "not_here")
    assert ann.get("/me/money") == {"balance_cents": 5 * MONEY}


@pytest.mark.parametrize("cents", [-100, 0, 10**13, 1.5, "100", True, None])
def test_money_is_whole_positive_cents(house: House, cents: object) -> None:
    ann = house.person(money_cents=MONEY)
    table = house.table()
    ann.sit(table, 1)
    assert ann.refused(f"/tables/{table}/chips", key=ann.key(), cents=cents) == (422, "bad_request")


def test_a_seat_is_taken_once_and_one_account_sits_once(house: House) -> None:
    table = house.table()
    ann, ben = house.person(money_cents=MONEY), house.person(money_cents=MONEY)
    ann.sit(table, 1, 0)
    assert ben.refused(f"/tables/{table}/sit", key=ben.key(), seat=1, chips_cents=0)[0] == 409
    assert ann.refused(f"/tables/{table}/sit", key=ann.key(), seat=2) == (409, "already_seated")


def test_a_repeated_key_gets_the_first_answer_and_moves_money_once(house: House) -> None:
    table = house.table()
    ann = house.person(money_cents=MONEY)
    said = {"key": "once", "seat": 1, "chips_cents": 500}
    first, again = (ann.post(f"/tables/{table}/sit", **said) for _ in range(2))
    assert first == again
    assert ann.get("/me/money") == {"balance_cents": MONEY - 500}
    other = {"key": "once", "command": {"type": "Tip", "cents": 100}}
    assert ann.refused(f"/tables/{table}/commands", **other) == (409, "key_reused")


def test_one_accounts_keys_are_not_anothers(house: House) -> None:
    table = house.table()
    ann, ben = house.person(money_cents=MONEY), house.person(money_cents=MONEY)
    ann.post(f"/tables/{table}/sit", key="same", seat=1, chips_cents=100)
    ben.post(f"/tables/{table}/sit", key="same", seat=2, chips_cents=100)
    assert ben.get(f"/tables/{table}")["you"]["seat"] == 2


def test_nobody_counts_another_players_stack(house: House) -> None:
    table = house.table()
    ann, ben = seated(house, table, 1, 2)
    sat = {
        event["seat"]: event
        for event in ben.get(f"/tables/{table}/events")["events"]
        if event["type"] == "SatDown"
    }
    assert "chips_cents" not in sat[1]
    assert sat[2]["chips_cents"] == 5 * MONEY
    floor = house.person(AccountRole.FLOORPERSON).get(f"/tables/{table}/events")["events"]
    assert all("chips_cents" in event for event in floor if event["type"] == "SatDown")
    assert ann.account.id not in json.dumps(ben.get(f"/tables/{table}"))


def test_a_barred_player_finishes_the_round_and_wagers_no_more(house: House) -> None:
    table = house.table()
    ann = seated(house, table, 1)[0]
    floor = house.person(AccountRole.FLOORPERSON)
    told = play_on(table, [ann], "bets")
    bet = next_message(told)
    assert bet is not None
    floor.post(f"/people/{ann.account.id}/bar", why="counted aloud")
    key = {"key": ann.key(), "command": bet["command"]}
    assert ann.refused(f"/tables/{table}/commands", **key) == (409, "barred")
    assert ann.refused(f"/tables/{house.table()}/sit", key=ann.key(), seat=1)[1] == "barred"
    floor.post(f"/people/{ann.account.id}/admit", why="talked it over")
    ann.do(table, **bet["command"])
    activity = house.person(AccountRole.REGULATOR).get("/activity")["activity"]
    about = [entry for entry in activity if entry["subject"] == ann.account.name]
    assert [(deed["what"], deed["before"], deed["after"]) for deed in about[:2]] == [
        ("admit player", "barred", "admitted"),
        ("bar player", "admitted", "barred"),
    ]
