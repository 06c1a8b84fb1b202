"""NH, the object of the game: what a Blackjack is."""

import pytest

from pitboss.rules.hands import holds_blackjack, is_blackjack
from tests.floor import box, house_of, ranks

HOUSE = house_of("blackjack-match-nh")


@pytest.mark.parametrize("cards", ["A 10", "A J", "A Q", "A K", "10 A", "J A", "Q A", "K A"])
def test_s2_ace_and_ten_value_are_blackjack(cards: str) -> None:
    """An ace with a 10, jack, queen or king, in either order, is a Blackjack."""
    first, second = ranks(cards)
    assert is_blackjack(first, second)
    assert holds_blackjack(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["A A", "A 9", "9 A", "K Q", "10 10"])
def test_s2_no_other_two_cards_are(cards: str) -> None:
    """No other two cards are a Blackjack."""
    first, second = ranks(cards)
    assert not is_blackjack(first, second)
    assert not holds_blackjack(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["7 7 7", "A 4 6", "5 6 K", "A K K"])
def test_s2_blackjack_is_the_first_two_cards(cards: str) -> None:
    """A 21 of more than two cards is no Blackjack."""
    assert not holds_blackjack(box(cards), HOUSE)
