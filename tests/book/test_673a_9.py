"""673a.9, surrender."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.dealer import reader_is_used
from pitboss.rules.player import may_surrender
from pitboss.rules.settlement import Payment, settle_insurance, settle_surrender
from pitboss.rules.stakes import half_back
from tests.floor import box, dealt, house_of, ranks

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
HALF = Payment(500, 0)
LOST = Payment(0, 0)


@pytest.mark.parametrize("cards", ["10 6", "A A", "8 8", "2 3", "10 10"])
def test_a_first_two_cards_may_be_surrendered(cards: str) -> None:
    """Any two cards as dealt may be given up for half the wager."""
    assert may_surrender(box(cards), HOUSE)
    assert settle_surrender(1000, dealt("9 7", HOUSE), HOUSE) == HALF


def test_a_blackjack_is_paid_and_not_surrendered() -> None:
    """A Blackjack has been paid before anyone may surrender."""
    assert not may_surrender(box("A K"), HOUSE)


def test_a_split_hand_is_not_surrendered() -> None:
    """Surrender is for the first two cards dealt, so a split hand has none."""
    assert not may_surrender(box("8 8", split=True), HOUSE)
    with pytest.raises(BadChoice, match=re.escape("673a.9(a)")):
        house_of(GAME, "reading.B13=R2")


@pytest.mark.parametrize(
    ("unit", "wager_cents", "back_cents"),
    [(50, 1000, 500), (50, 1500, 750), (100, 1500, 800), (100, 1000, 500), (25, 1025, 525), (1, 1025, 513)],
)
def test_a_half_is_exact_or_rounded_for_the_player(unit: int, wager_cents: int, back_cents: int) -> None:
    """Half the wager comes back, rounded up to the smallest amount the table hands back."""
    house = house_of(GAME, f"half_unit_cents={unit}")
    assert half_back(wager_cents, house) == back_cents
    assert settle_surrender(wager_cents, dealt("9 7", house), house) == Payment(back_cents, 0)


@pytest.mark.parametrize("kind", ["none", "early"])
def test_a_surrender_is_offered_and_late(kind: str) -> None:
    """A table may neither leave surrender out nor give half back against a dealer's Blackjack."""
    with pytest.raises(BadChoice, match=re.escape("673a.9(a)")):
        house_of(GAME, f"surrender={kind}")


def test_a_s2_surrender_comes_before_other_decisions() -> None:
    """Who has drawn, doubled or split can no longer surrender."""
    assert may_surrender(box("10 2"), HOUSE)
    assert not may_surrender(box("10 2 4"), HOUSE)
    assert not may_surrender(box("6 5 5", doubled=True), HOUSE)
    assert not may_surrender(box("10 6", doubled=True), HOUSE)
    assert not may_surrender(box("8 8", split=True), HOUSE)


@pytest.mark.parametrize("up", range(1, 14))
def test_a_s3_first_dealer_card_decides_how_it_is_settled(up: int) -> None:
    """A surrender waits for the reader under an ace or ten-value, and for nothing under another card."""
    assert reader_is_used(up, HOUSE) is (up in ranks("A 10 J Q K"))


def test_a_s3_settlement_differs_by_what_the_reader_finds() -> None:
    """The same surrender costs half against a 9 and all against a Blackjack."""
    assert settle_surrender(1000, dealt("9 A", HOUSE), HOUSE) == HALF
    assert settle_surrender(1000, dealt("K A", HOUSE), HOUSE) == LOST


@pytest.mark.parametrize("up", "23456789")
@pytest.mark.parametrize("hole", ["A", "K", "2"])
def test_a_1_small_card_takes_half_at_once(up: str, hole: str) -> None:
    """Against a 2 to 9 half the wager is taken and half returned, whatever lies in the hole."""
    assert settle_surrender(1000, dealt(f"{up} {hole}", HOUSE), HOUSE) == HALF


@pytest.mark.parametrize("cards", ["A 10", "A K", "10 A", "J A", "Q A", "K A"])
def test_a_2_s2_dealers_blackjack_takes_the_whole(cards: str) -> None:
    """A surrendered wager is lost whole when the reader finds a Blackjack."""
    assert settle_surrender(1000, dealt(cards, HOUSE), HOUSE) == LOST


@pytest.mark.parametrize("cards", ["A A", "A 9", "K K", "10 9", "Q 2"])
def test_a_2_s2_half_comes_back_without_a_blackjack(cards: str) -> None:
    """Under an ace or ten-value without a Blackjack half is taken and half returned."""
    assert settle_surrender(1000, dealt(cards, HOUSE), HOUSE) == HALF


@pytest.mark.parametrize(
    ("dealer", "wager", "insurance"),
    [("A K", LOST, Payment(500, 1000)), ("A 9", HALF, LOST), ("A A", HALF, LOST)],
)
def test_b_insurance_and_surrender_are_settled_apart(dealer: str, wager: Payment, insurance: Payment) -> None:
    """Insurance pays by the dealer's hand alone and the surrendered wager is settled beside it."""
    assert settle_surrender(1000, dealt(dealer, HOUSE), HOUSE) == wager
    assert settle_insurance(500, dealt(dealer, HOUSE), HOUSE) == insurance
