"""673a.1, definitions: Blackjack, bust, hard and soft totals."""

import pytest

from pitboss.rules.dealer import blackjack_ends_round
from pitboss.rules.hands import (
    EMPTY,
    Total,
    dealer_total,
    draw,
    holds_blackjack,
    is_blackjack,
    is_bust,
    player_total,
)
from tests.floor import box, hand, house_of, ranks

HOUSE = house_of("double-back-jack-pa")
TENS = ranks("10 J Q K")
RANKS = range(1, 14)


def test_blackjack_is_an_ace_with_a_card_of_value_ten() -> None:
    """An ace and a 10, jack, queen or king, in either order, are a Blackjack, and no other two cards are."""
    found = {(first, second) for first in RANKS for second in RANKS if is_blackjack(first, second)}
    assert found == {(1, ten) for ten in TENS} | {(ten, 1) for ten in TENS}


@pytest.mark.parametrize("cards", ["A K", "10 A"])
def test_blackjack_is_the_same_for_player_and_dealer(cards: str) -> None:
    """The two cards that are a player's Blackjack are the dealer's too."""
    up, hole = ranks(cards)
    assert holds_blackjack(box(cards), HOUSE)
    assert blackjack_ends_round(up, hole, HOUSE)


@pytest.mark.parametrize("cards", ["A 5 5", "10 6 5", "7 7 7", "A 10 K"])
def test_blackjack_is_not_a_21_of_more_cards(cards: str) -> None:
    """A 21 of three cards is no Blackjack: only the initial two cards make one."""
    assert player_total(hand(cards)).points == 21
    assert not holds_blackjack(box(cards), HOUSE)


@pytest.mark.parametrize(
    ("cards", "busts"),
    [("10 6 5", False), ("10 6 6", True), ("A K 10", False), ("A A 10 9", False), ("A A 10 K", True)],
)
def test_bust_is_a_total_above_21(cards: str, busts: bool) -> None:
    """A hand of 21 is no bust and a hand of 22 is one."""
    assert is_bust(hand(cards)) is busts


def test_bust_takes_a_third_card() -> None:
    """No two cards bust, a pair of aces included: an ace counts 1 before it busts a hand."""
    assert not any(is_bust(draw(draw(EMPTY, first), second)) for first in RANKS for second in RANKS)
    assert is_bust(hand("K Q 2"))


@pytest.mark.parametrize(
    ("cards", "points"), [("10 7", 17), ("2 2", 4), ("A 6 10", 17), ("A A K 9", 21), ("A A J Q", 22)]
)
def test_hard_total_has_no_ace_as_11(cards: str, points: int) -> None:
    """A total is hard without an ace, or when every ace in it counts 1."""
    assert player_total(hand(cards)) == Total(points, False)
    assert dealer_total(hand(cards), HOUSE) == Total(points, False)


@pytest.mark.parametrize(
    ("cards", "points"), [("A 6", 17), ("A A", 12), ("A 5 5", 21), ("A K", 21), ("A A 9", 21)]
)
def test_soft_total_has_an_ace_as_11(cards: str, points: int) -> None:
    """A total is soft when an ace in it counts 11."""
    assert player_total(hand(cards)) == Total(points, True)
    assert dealer_total(hand(cards), HOUSE) == Total(points, True)
