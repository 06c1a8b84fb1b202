"""Fold: total, dull, and counting."""

import pytest
from msgspec.structs import replace

from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table import fold
from pitboss.table.fold_helpers import FOLDS
from tests.table.drive import opened
from tests.table.playing import PLAIN, begun


def test_every_event_is_folded() -> None:
    assert set(FOLDS) == set(e.EVENTS)


def test_every_event_carries_a_clause() -> None:
    room = begun("down-under-pa", PLAIN)
    assert all(event.clause for event in room.events)


def test_what_is_no_event_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        fold(opened("blackjack").state, "hit me")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "event",
    [
        e.HandSettled(
            box=1, hand=0, seat=1, stake_cents=999, returned_cents=0, won_cents=0, clause="none"
        ),
        e.WagerPlaced(box=5, seat=6, wager="blackjack", main=True, cents=1000, clause="none"),
        e.CardsCollected(cards=311, clause="none"),
        e.HandSettled(box=6, hand=0, seat=6, stake_cents=0, returned_cents=0, won_cents=0, clause="none"),
    ],
)  # fmt: skip
def test_an_event_that_does_not_add_up_is_broken(event: e.Event) -> None:
    """Chips from nowhere, a player who is not there, a card too few: nobody catches it."""
    with pytest.raises(Broken):
        fold(begun("blackjack", PLAIN).state, event)


def test_a_face_cannot_show_more_often_than_there_are_decks() -> None:
    room = begun("blackjack", PLAIN)
    with pytest.raises(Broken):
        fold(replace(room.state, seen=bytes([6] * 52)), e.HoleTurned(card=Card(3, 1), clause="none"))
