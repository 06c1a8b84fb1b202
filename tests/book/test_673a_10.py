"""673a.10, double down."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.hands import BoxHand, is_blackjack
from pitboss.rules.player import may_double, may_hit, may_split, may_stand, may_surrender
from pitboss.rules.settlement import HandPayment, Payment, settle_hand
from pitboss.rules.stakes import least_added, most_double
from tests.book import game_files
from tests.floor import RANKS, box, dealt, house_of, stakes
from tests.table import playing

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)
FACES = ["A", *"23456789", "10", "J", "Q", "K"]


def test_a_any_two_cards_but_a_blackjack_may_be_doubled() -> None:
    """Of all two-card hands only a Blackjack may not be doubled."""
    hands = [(first, second) for first in FACES for second in FACES]
    refused = {(a, b) for a, b in hands if not may_double(box(f"{a} {b}"), HOUSE)}
    assert refused == {(a, b) for a, b in hands if is_blackjack(RANKS[a], RANKS[b])}


@pytest.mark.parametrize("cards", ["8 3", "A 6", "A A", "10 10", "2 2"])
def test_a_first_two_cards_of_a_split_pair_may_be_doubled(cards: str) -> None:
    """The first two cards of a split hand may be doubled like those of the deal."""
    assert may_double(box(cards, split=True), HOUSE)


@pytest.mark.parametrize("player", [box("4 3 4"), box("8 2 A", split=True), box("8")])
def test_a_only_two_cards_may_be_doubled(player: BoxHand) -> None:
    """A hand of three cards may not be doubled, nor one that waits for its second."""
    assert not may_double(player, HOUSE)


@pytest.mark.parametrize("totals", ["9-11", "10-11"])
def test_a_no_total_is_left_out(totals: str) -> None:
    """A table may not limit doubling to some totals."""
    with pytest.raises(BadChoice, match=re.escape("673a.10(a)")):
        house_of(GAME, f"double_on={totals}")


def test_a_s2_double_is_up_to_the_original_wager() -> None:
    """A double down wager is at most the original Blackjack Wager, and may be as little as a chip."""
    assert most_double(1000) == 1000
    assert most_double(2500) == 2500
    assert least_added(HOUSE) == 100


@pytest.mark.parametrize("double_cents", [100, 400, 1000])
def test_a_s2_double_for_less_is_paid_for_what_it_is(double_cents: int) -> None:
    """A hand doubled for less wins its wager and just that double, 1 to 1."""
    payment = settle_hand(box("6 5 9", doubled=True), stakes(1000, double_cents), dealt("10 9", HOUSE), HOUSE)
    assert payment == HandPayment(Payment(1000, 1000), Payment(double_cents, double_cents), LOST)


@pytest.mark.parametrize("cards", ["6 5 2", "A 2 3", "2 2 A"])
def test_a_s3_doubled_hand_has_its_one_card(cards: str) -> None:
    """After its one card a doubled hand draws no more, however low, and decides nothing."""
    doubled = box(cards, doubled=True)
    assert may_hit(box(cards), HOUSE)
    assert not may_hit(doubled, HOUSE)
    assert not may_stand(doubled, HOUSE)
    assert not may_double(doubled, HOUSE)
    assert not may_surrender(doubled, HOUSE)


def test_a_s3_doubled_pair_is_not_split() -> None:
    """Who doubled a pair may not split it while the one card is on its way."""
    assert may_split(box("8 8"), 1, HOUSE)
    assert not may_split(box("8 8", doubled=True), 1, HOUSE)


def test_c_split_hands_may_be_doubled() -> None:
    """Doubling is open after a split, and a table may not close it."""
    assert may_double(box("8 3", split=True), HOUSE)
    with pytest.raises(BadChoice, match=re.escape("673a.10(c)")):
        house_of(GAME, "double_after_split=no")


def test_c_doubled_split_hand_is_paid_with_its_double() -> None:
    """A split hand that was doubled wins wager and double."""
    wagers = stakes(1000, 1000, added_by_split=True)
    payment = settle_hand(box("8 3 9", split=True, doubled=True), wagers, dealt("10 9", HOUSE), HOUSE)
    assert payment == HandPayment(Payment(1000, 1000), Payment(1000, 1000), LOST)


# ---- at the table


def test_b_double_card_lies_sideways() -> None:
    """The one card of a double is dealt face up and laid sideways."""
    playing.check_double_card_lies_sideways("double-back-jack-pa", "673a.10(b)")


def test_a_s2_double_is_a_wager_of_its_own() -> None:
    """It may not exceed the original Blackjack Wager."""
    game_files.check_wager(GAME, "double", "up to the original Blackjack Wager")
