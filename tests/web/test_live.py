"""The live line: a round over it, catching up, repeats, two people, and messages that are none."""

import json
import string
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from pitboss.desk.verify import verify_store
from pitboss.errors import Refused
from pitboss.games.files import known_games
from pitboss.table import commands as c
from pitboss.table.people import player
from pitboss.web.json_codec import KINDS, command_of
from pitboss.web.live import read_message
from pitboss.web.roles import AccountRole
from tests.waiting import PATIENCE_S
from tests.web.house import MONEY, House, Line, Visitor, build_house, open_line
from tests.web.playing import next_message


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("live")) as built:
        yield built
        assert verify_store(built.server.store).fault is None


def say_next(person: Visitor, line: Line) -> bool:
    """One thing more, if it is this player's turn, and everything it causes."""
    said, before = next_message(line.latest), line.latest["sequence"]
    if said is None:
        return False
    answer = line.say(**said, key=person.key())
    assert answer["accepted"], json.dumps(answer)
    line.up_to(answer["sequence"])
    while said["type"] == "ready" and line.latest["sequence"] == before and next_message(line.latest) == said:
        line.hear()
    return True


def play_round(person: Visitor, line: Line) -> None:
    number = line.latest["view"]["round"]
    while line.latest["view"]["round"] == number:
        if not say_next(person, line):
            line.hear()


def play_to(person: Visitor, line: Line, act: str) -> None:
    while line.latest["view"]["next"][-1]["act"] != act:
        if not say_next(person, line):
            line.hear()


def seated(house: House, table: str, seat: int) -> Visitor:
    person = house.person(money_cents=100 * MONEY)
    person.sit(table, seat, 20 * MONEY)
    return person


@pytest.mark.parametrize("game", known_games())
def test_a_round_of_every_game_is_bet_dealt_and_settled_over_the_line(house: House, game: str) -> None:
    table = house.table(game)
    person = seated(house, table, 3)
    with person.line(table) as line:
        line.until("table")
        play_round(person, line)
    kinds = {event["type"] for event in line.events}
    assert {"WagerPlaced", "BettingClosed", "CardDealt", "TableCleared"} <= kinds
    logged_in = [event for event in line.events if event["type"] == "HandSettled"]
    assert logged_in
    assert all(event["line"] and event["clause"] for event in logged_in)


def test_who_comes_back_in_mid_round_gets_everything_since_and_goes_on(house: House) -> None:
    table = house.table()
    person = seated(house, table, 2)
    with person.line(table) as line:
        line.until("table")
        play_to(person, line, "bets")
        seen = line.latest["sequence"]
    bet = next_message(line.latest)
    assert bet is not None
    person.do(table, **bet["command"])
    with person.line(table, since=seen) as again:
        told = again.until("table")
        assert [event["type"] for event in told["events"]] == ["WagerPlaced"]
        assert told["view"]["boxes"][0]["initial_cents"] == bet["command"]["cents"]
        play_round(person, again)
    with person.line(table, since=again.latest["sequence"]) as quiet:
        assert quiet.until("table")["events"] == []


def essence(events: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(one["sequence"], one["number"], one["type"], one["line"], one["clause"]) for one in events]


def test_everything_since_the_beginning_can_be_had_again(house: House) -> None:
    table = house.table()
    person = seated(house, table, 2)
    with person.line(table) as line:
        line.until("table")
        play_round(person, line)
    told = person.get(f"/tables/{table}", since=0)
    assert essence(told["events"]) == essence(line.events)
    live = house.server.tables.find(table)
    live._events.clear()
    live._events_from = live.sequence
    assert essence(person.get(f"/tables/{table}", since=0)["events"]) == essence(line.events)


def test_two_people_at_one_table_see_the_same_round(house: House) -> None:
    table = house.table()
    ann, ben = seated(house, table, 1), seated(house, table, 5)
    with ann.line(table) as first, ben.line(table) as second:
        for line in (first, second):
            line.until("table")
        number = first.latest["view"]["round"]
        while first.latest["view"]["round"] == number:
            moved = [say_next(person, line) for person, line in ((ann, first), (ben, second))]
            last = house.server.tables.find(table).sequence
            for line in (first, second):
                line.up_to(last)
            while not any(moved) and first.latest["view"]["round"] == number:
                first.hear()
                break
    public = [{**event, "chips_cents": 0} for event in first.events if event["type"] != "SatDown"]
    assert public == [{**event, "chips_cents": 0} for event in second.events if event["type"] != "SatDown"]
    assert {event["seat"] for event in first.events if event["type"] == "HandSettled"} == {1, 5}


def test_the_same_key_over_the_line_and_over_http_gets_the_first_answer(house: House) -> None:
    table = house.table()
    person = seated(house, table, 1)
    tip = {"type": "Tip", "cents": 500}
    with person.line(table) as line:
        line.until("table")
        play_to(person, line, "bets")
        first = line.say(type="do", key="tip", command=tip)
        again = line.say(type="do", key="tip", command=tip)
    assert first == again
    over_http = person.post(f"/tables/{table}/commands", key="tip", command=tip)
    assert over_http["sequence"] == first["sequence"]


def test_a_refusal_comes_back_with_sentence_and_clause(house: House) -> None:
    table = house.table("down-under-pa")
    person = seated(house, table, 1)
    with person.line(table) as line:
        line.until("table")
        answer = line.say(type="do", key="x", command={"type": "Decide", "box": 1, "action": "hit"})
    assert not answer["accepted"]
    assert answer["reason"] == "not_now"
    assert answer["sentence"]
    assert answer["clause"].startswith("685a")


def test_a_line_ends_with_its_session(house: House) -> None:
    table = house.table()
    person = seated(house, table, 1)
    with person.line(table) as line:
        line.until("table")
        person.post("/logout")
        answer = line.say(type="do", key="x", command={"type": "Tip", "cents": 100})
        assert answer["reason"] == "not_logged_in"


@pytest.mark.parametrize("path", ["no-such-table", "..", "x" * 400])
def test_a_line_to_no_table_says_so_and_closes(house: House, path: str) -> None:
    person = house.person()
    with person.line(path) as line:
        assert line.hear()["reason"] == "no_such_table"
        with pytest.raises(ConnectionClosed):
            line.hear()


def test_a_program_connects_with_its_token(house: House) -> None:
    table = house.table()
    person = house.person()
    secret = person.post("/me/tokens", name="program")["secret"]
    url = house.url.replace("http", "ws") + f"/api/v1/tables/{table}/live"
    with open_line(url, {"Authorization": f"Bearer {secret}"}) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE_S))["type"] == "table"


@pytest.mark.parametrize("role", AccountRole)
def test_everybody_may_look_on(house: House, role: AccountRole) -> None:
    table = house.table()
    with house.person(role).line(table) as line:
        told = line.until("table")
    assert told["you"]["seat"] == 0
    assert told["view"]["hole_card_down"] is False


# ---- messages that are none

words = st.text(string.ascii_letters + string.digits + "\0é♠", max_size=12)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
fields = st.sampled_from(
    ["box", "hand", "seat", "cents", "wager", "action", "card", "by", "chips", "light", "lane", "step",
     "depth", "from_bottom", "what", "device", "spare", "hour", "chips_cents", "motion", "voice",
     "blackjack", "backs"]
)  # fmt: skip
likely = json_values | st.sampled_from(
    ["hit", "stand", "Ks", "blue", "small", "wager", "ante", "reader", 1, 0, -1, 500]
)
commands = st.fixed_dictionaries({"type": st.sampled_from(sorted(KINDS)) | words}).flatmap(
    lambda told: st.dictionaries(fields, likely, max_size=5).map(lambda more: told | more)
)
messages = st.one_of(
    json_values,
    st.fixed_dictionaries({"type": st.just("do"), "key": words, "command": commands | json_values}),
    st.fixed_dictionaries({"type": st.sampled_from(["do", "next", "ready", "ping"]) | words}).flatmap(
        lambda told: st.dictionaries(
            st.sampled_from(["key", "card", "ready", "command", "x"]), likely, max_size=4
        ).map(lambda more: told | more)
    ),
)


@settings(max_examples=400)
@given(commands)
def test_whatever_a_message_says_it_is_a_command_of_this_person_or_refused(data: dict[str, Any]) -> None:
    try:
        command: Any = command_of(data, player(2))
    except Refused as refused:
        reason = refused.reason
    else:
        reason = ""
        assert type(command) in c.COMMANDS
        assert command.by == player(2)
    assert reason in ("", "bad_request")


@settings(max_examples=300)
@given(st.text(max_size=40) | json_values.map(json.dumps))
def test_whatever_is_sent_is_read_or_refused(text: str) -> None:
    try:
        said = read_message(text, 8_192)["type"]
    except Refused as refused:
        said = refused.reason
    assert said in ("do", "next", "ready", "ping", "bad_request")


def send_anything(line: Line) -> None:
    @settings(max_examples=50)
    @given(messages)
    def send(message: Any) -> None:
        line.socket.send(json.dumps(message))

    send()


@pytest.mark.parametrize("role", [AccountRole.PLAYER, AccountRole.DEALER, AccountRole.FLOORPERSON])
def test_a_line_survives_whatever_is_sent(house: House, role: AccountRole) -> None:
    table = house.table("down-under-pa")
    person = seated(house, table, 1) if role == AccountRole.PLAYER else house.person(role)
    with person.line(table) as line:
        line.until("table")
        send_anything(line)
        line.socket.send(json.dumps({"type": "ping"}))
        line.until("pong")


@pytest.mark.parametrize(
    "text", ["x" * 20_000, "[" * 5_000, '{"type":"do"}', "null", "NaN", '{"type":"ping","x":1}']
)
def test_a_malformed_message_is_answered_not_dropped(house: House, text: str) -> None:
    table = house.table()
    with house.person().line(table) as line:
        line.until("table")
        line.socket.send(text)
        assert line.until("answer")["reason"] == "bad_request"


def test_bytes_are_no_message(house: House) -> None:
    table = house.table()
    with house.person().line(table) as line:
        line.until("table")
        line.socket.send(b"\x00\x01")
        assert line.until("answer")["reason"] == "bad_request"
