"""A table as JSON: everything due is a sentence, every choice has words, every card its total."""

import random
import re

import pytest

from pitboss.errors import Refused
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.table import events as e
from pitboss.table.fold import fold
from pitboss.table.people import DEALER, FLOOR, player
from pitboss.table.table import step
from pitboss.table.view import next_acts, view
from pitboss.web.json_codec import command_of
from pitboss.web.settings import AT_ONCE
from pitboss.web.table_json import (
    MESSAGE_FIELDS,
    event_as_json,
    next_as_json,
    options_as_json,
    own_names,
    total_after,
)
from tests.table.drive import Room, opened, random_round

PEOPLE = (DEALER, FLOOR, player(2), player(5))
INTERNAL = re.compile(r"_|[{}]|[a-z][A-Z]")
"""Underscore names, unfilled places and CamelCase."""


def played(game: str, rounds: int) -> Room:
    room = opened(game, seats=(2, 5))
    for _ in range(rounds):
        random_round(room, random.Random(7))
    return room


@pytest.mark.parametrize("game", known_games())
def test_everything_due_in_whole_rounds_is_a_sentence(game: str) -> None:
    room = played(game, 8)
    state = room.start
    for command in room.commands:
        _, state = step(state, command)
        for act in next_acts(state):
            words = next_as_json(state, act)
            assert words["says"][-1] in ".?", words
            assert words["ask"][-1] in ".?", words
            assert not INTERNAL.search(words["says"] + words["ask"] + words["label"]), words


@pytest.mark.parametrize("game", known_games())
def test_every_choice_has_words_that_tell_it_from_the_others(game: str) -> None:
    room = played(game, 2)
    state = room.start
    for command in room.commands:
        _, state = step(state, command)
        for who in PEOPLE:
            choices = list(options_as_json(state, who))
            for choice in choices:
                told = [choice["label"], choice.get("field_label", ""), *choice.get("texts", ())]
                assert not any(INTERNAL.search(words) for words in told), choice
            staff = [(one["label"], one["field"]) for one in choices if not who.seat]
            assert len(staff) == len(set(staff)), staff


@pytest.mark.parametrize("game", known_games())
def test_every_line_of_an_event_is_plain_words(game: str) -> None:
    room = played(game, 4)
    for event in room.events:
        data = event_as_json(event, 1, 0, AT_ONCE, room.state.terms.game).data
        assert not INTERNAL.search(data["line"]), data
        assert ("kind" in data) == bool(data.get("wager")), data


@pytest.mark.parametrize("game", known_games())
def test_a_card_is_told_with_the_total_that_everybody_sees(game: str) -> None:
    room = opened(game, seats=(2, 5))
    random_round(room, random.Random(3))
    state = room.start
    for event in room.events:
        state = fold(state, event)
        told = total_after(state, event)
        if isinstance(event, e.CardDealt) and event.box:
            box = next(box for box in view(state, DEALER).boxes if box.number == event.box)
            hand = box.hands[event.hand]
            assert told == {"shows": {"points": hand.points, "soft": hand.soft}}
        elif isinstance(event, e.CardDealt | e.HoleTurned):
            assert told["shows"]["points"] == view(state, DEALER).dealer_points
        else:
            assert told == {}


def event_types(above: type[e.Event] = e.Event) -> set[type[e.Event]]:
    below = above.__subclasses__()
    return {*below, *(each for one in below for each in event_types(one))}


def test_no_event_says_something_else_where_a_message_says_its_place() -> None:
    """Sequence and number tell clients which event it is."""
    game = load_game("blackjack")
    event = e.PhaseBegan(number=4, name="deal", clause="")
    data = event_as_json(event, 17, 2, AT_ONCE, game).data
    assert (data["sequence"], data["number"], data["phase"], data["name"]) == (17, 2, 4, "deal")
    for kind in event_types():
        assert not own_names(kind) & MESSAGE_FIELDS, kind


@pytest.mark.parametrize("cents", [2000.4, 2000.0, -0.5])
def test_a_part_of_a_cent_is_refused_in_plain_words(cents: float) -> None:
    with pytest.raises(Refused, match=r"^The amount must be in whole cents\.$"):
        command_of({"type": "BuyChips", "seat": 1, "cents": cents}, DEALER)
