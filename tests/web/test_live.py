"""The live line: a round over it, catching up, repeats, and messages that are none."""

import json

import pytest

from pitboss.games.files import known_games
from tests.web.house import MONEY, House, Line, Visitor
from tests.web.playing import next_message


def play_round(person: Visitor, line: Line) -> None:
    """Until the round at hand is over."""
    if not line.latest:
        line.until("table")
    number = line.latest["view"]["round"]
    while line.latest["view"]["round"] == number:
        said = next_message(line.latest)
        if said is None:
            line.hear()
            continue
        answer = line.say(**said, key=person.key())
        assert answer["accepted"], json.dumps(answer)
        line.up_to(answer["sequence"])
        while said["type"] == "ready" and next_message(line.latest) == said:
            line.hear()


@pytest.mark.parametrize("game", known_games())
def test_a_round_of_every_game_is_bet_dealt_and_settled_over_the_line(house: House, game: str) -> None:
    person = house.person(money_cents=100 * MONEY)
    table = house.table(game)
    with person.line(table) as line:
        line.until("table")
        person.sit(table, 3, 20 * MONEY)
        line.up_to(house.server.tables.find(table).sequence)
        play_round(person, line)
    kinds = {event["type"] for event in line.events}
    assert {"WagerPlaced", "BettingClosed", "CardDealt", "TableCleared"} <= kinds
    settled = [event for event in line.events if event["type"] == "HandSettled"]
    assert settled
    assert all(event["line"] and event["clause"] for event in settled)
