"""Cards and chips are counted after every event."""

import pytest
from msgspec.structs import replace

from pitboss.errors import Broken
from pitboss.table import events as e
from pitboss.table import fold
from pitboss.table.conservation import check_conserved, on_layout
from pitboss.table.state import Table
from tests.table.drive import Room, bet, opened
from tests.table.playing import PLAIN, begun


def room() -> Room:
    return begun("down-under-pa", PLAIN)


def test_what_lies_on_the_layout_is_counted() -> None:
    """Two boxes of two cards, the dealer's two, one of them face down; two wagers of $10."""
    state = room().state
    assert on_layout(state) == (6, 2000)


@pytest.mark.parametrize(
    "changes",
    [
        {"rack_cents": 1}, {"tips_cents": 5}, {"float_cents": 0}, {"shoe": 7}, {"stack": 1}, {"rack": ()},
        {"players": ()}, {"boxes": ()},
    ],
)  # fmt: skip
def test_nothing_comes_from_nowhere_and_nothing_is_lost(changes: dict[str, object]) -> None:
    state: Table = room().state
    check_conserved(state)
    with pytest.raises(Broken):
        check_conserved(replace(state, **changes))


def test_a_face_never_shows_more_often_than_there_are_decks() -> None:
    state = room().state
    shown = bytes([state.house.decks] * 52)
    dealt = e.CardDealt(box=1, hand=0, card=state.dealer.cards[0], clause="685a.7(i)")
    with pytest.raises(Broken, match="decks"):
        fold(replace(state, seen=shown), dealt)


def test_a_player_never_owes_chips() -> None:
    table = opened("blackjack", chips=1000)
    bet(table, 1, 1000)
    owing = replace(table.state.players[0], chips_cents=-1)
    with pytest.raises(Broken, match="player 1"):
        check_conserved(replace(table.state, players=(owing,), rack_cents=table.state.rack_cents + 1))


def test_an_event_that_pays_too_much_is_broken_when_it_is_folded() -> None:
    """A hand of another stake than the one on the layout does not fold."""
    settled = e.HandSettled(
        box=1, hand=0, seat=1, stake_cents=999, returned_cents=1000, won_cents=0, clause="685a.7(p)"
    )
    with pytest.raises(Broken):
        fold(room().state, settled)
