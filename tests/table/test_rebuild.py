"""Rounds rebuilt from the discard rack."""

import random

import pytest

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import rebuild_round
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Table
from tests.floor import card
from tests.table.drive import bet, deal, fresh, opened, random_round, say, scripted, stand_all
from tests.table.test_table import TABLES

RACKED = [found for found in TABLES if "shuffler=continuous" not in found]


def test_split_hands_and_tucked_cards_come_back_in_order() -> None:
    """A busted split hand leaves its first card under the Down Match; the rack still tells hands apart."""
    room = scripted("blackjack-match-nh", cards="8c 9c 7d 8d 9d Th Ks Qs 2h", seats=(1, 3))
    bet(room, 1, 1000, down_match=500)
    bet(room, 3, 1000)
    deal(room)
    number = room.state.round
    say(room, Action.SPLIT)
    say(room, Action.HIT)
    hand = room.state.boxes[0].hands[0]
    assert (hand.cleared, hand.kept) == (True, 1)
    assert [found.card for found in room.state.rack[-2:]] == [card("Ks"), card("Qs")]
    stand_all(room)
    assert rebuild_round(room.state, number) == {
        (0, 0): (card("7d"), card("Th")),
        (1, 0): (card("8c"), card("Ks"), card("Qs")),
        (1, 1): (card("8d"), card("2h")),
        (3, 0): (card("9c"), card("9d")),
    }


@pytest.mark.parametrize("choices", RACKED, ids=" ".join)
def test_every_random_round_can_be_rebuilt(choices: tuple[str, ...]) -> None:
    """Hands as they lay before clearing, and hands as the rack tells them, are the same."""
    rng = random.Random(9)
    room = opened(*choices, seats=(1, 2), shoe=VirtualShoe(fresh(*choices).house.decks, rng))
    checked = 0
    original = room.do
    lay: list[Table] = []

    def watch(command: c.Command) -> object:
        if isinstance(command, c.ClearTable):
            lay.append(room.state)
            events = original(command)
            nonlocal checked
            checked += check(lay[-1], room.state)
            return events
        return original(command)

    room.do = watch  # type: ignore[assignment]
    for _ in range(40):
        random_round(room, rng)
    assert checked > 30


def check(before: Table, after: Table) -> bool:
    """Not where the shoe ran out in mid-round and took racked hands back into play."""
    found = rebuild_round(after, before.round)
    wanted = {}
    for box in before.boxes:
        for number, hand in enumerate(box.hands):
            chance = () if hand.chance is None else (hand.chance,)
            wanted[box.number, number] = (*hand.cards, *chance)
    if before.dealer.cards:
        wanted[0, 0] = before.dealer.cards
    if sum(map(len, found.values())) < sum(map(len, wanted.values())):
        return False
    assert found == wanted
    return True
