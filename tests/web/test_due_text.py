"""A sentence for everything that is due."""

import random

import pytest

from pitboss.games.files import known_games
from pitboss.table import events as e
from pitboss.table.fold import fold
from pitboss.table.people import DEALER
from pitboss.table.table import step
from pitboss.table.view import next_acts, view
from pitboss.web.due_text import DUE, due_sentence, shows
from tests.table.drive import opened, random_round


@pytest.mark.parametrize("game", known_games())
def test_everything_due_in_whole_rounds_is_a_sentence(game: str) -> None:
    room = opened(game, seats=(2, 5))
    state = room.start
    for _ in range(8):
        random_round(room, random.Random(7))
    for command in room.commands:
        _, state = step(state, command)
        for act in next_acts(state):
            assert due_sentence(act).endswith("."), act
            assert "{" not in due_sentence(act)


@pytest.mark.parametrize("game", known_games())
def test_a_card_is_told_with_the_total_that_everybody_sees(game: str) -> None:
    room = opened(game, seats=(2, 5))
    random_round(room, random.Random(3))
    state = room.start
    for event in room.events:
        state = fold(state, event)
        told = shows(state, event)
        if isinstance(event, e.CardDealt) and event.box:
            box = next(box for box in view(state, DEALER).boxes if box.number == event.box)
            hand = box.hands[event.hand]
            assert told == {"shows": {"points": hand.points, "soft": hand.soft}}
        elif isinstance(event, e.CardDealt | e.HoleTurned):
            assert told["shows"]["points"] == view(state, DEALER).dealer_points
        else:
            assert told == {}


def test_words_of_acts_use_no_place_that_an_act_does_not_have() -> None:
    assert all(words.format(box=3, where="box 3") for words in DUE.values())
