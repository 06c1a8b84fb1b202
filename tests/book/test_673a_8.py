"""673a.8, the Insurance Wager."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.dealer import insurance_is_open
from pitboss.rules.player import may_insure, may_take_even_money
from pitboss.rules.settlement import Payment, settle_insurance
from pitboss.rules.stakes import most_insurance
from tests.floor import box, dealt, house_of
from tests.table import playing

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
ACE = 1


def test_a_insurance_is_open_on_an_ace_alone() -> None:
    """Insurance is offered when the first dealer card is an ace, and on no other card."""
    assert [up for up in range(1, 14) if insurance_is_open(up, HOUSE)] == [ACE]


@pytest.mark.parametrize("cards", ["10 10", "2 3", "A A", "A 9"])
def test_a_every_player_may_insure(cards: str) -> None:
    """Whatever two cards a player has in play, they may be insured against an ace and not against a king."""
    assert may_insure(box(cards), ACE, HOUSE)
    assert not may_insure(box(cards), 13, HOUSE)


def test_a_paid_blackjack_has_nothing_to_insure() -> None:
    """A player whose Blackjack has been paid may not insure, nor take even money."""
    assert not may_insure(box("A K"), ACE, HOUSE)
    assert not may_take_even_money(box("A K"), ACE, HOUSE)


def test_a_paid_blackjack_may_insure_if_read_so() -> None:
    """Where each player means each, a player with a Blackjack may insure too; still no even money."""
    house = house_of(GAME, "reading.B14=R2")
    assert may_insure(box("A K"), ACE, house)
    assert not may_insure(box("A K"), 10, house)
    assert not may_take_even_money(box("A K"), ACE, house)


@pytest.mark.parametrize("hole", ["10", "J", "Q", "K"])
def test_a_insurance_wins_on_a_ten_in_the_hole(hole: str) -> None:
    """Insurance wins when the hole card under the ace is a 10, jack, queen or king."""
    assert settle_insurance(500, dealt(f"A {hole}", HOUSE), HOUSE).won_cents > 0


@pytest.mark.parametrize("hole", ["A", "2", "3", "4", "5", "6", "7", "8", "9"])
def test_a_insurance_loses_on_any_other_hole_card(hole: str) -> None:
    """Insurance is lost when the hole card is an ace or a 2 to 9."""
    assert settle_insurance(500, dealt(f"A {hole}", HOUSE), HOUSE) == Payment(0, 0)


def test_a_insurance_loses_to_a_later_21() -> None:
    """A 21 that the dealer draws does not win insurance."""
    assert settle_insurance(500, dealt("A 4 6", HOUSE), HOUSE) == Payment(0, 0)


def test_a_insurance_is_always_offered() -> None:
    """A table may not leave insurance out."""
    with pytest.raises(BadChoice, match=re.escape("673a.8(a)")):
        house_of(GAME, "insurance=no")


@pytest.mark.parametrize(("wager_cents", "most_cents"), [(1000, 500), (5000, 2500), (1200, 600)])
def test_b_insurance_is_at_most_half(wager_cents: int, most_cents: int) -> None:
    """Insurance goes up to half the initial Blackjack Wager where chips can make that half."""
    assert most_insurance(wager_cents, HOUSE) == most_cents


@pytest.mark.parametrize(
    ("chip", "wager_cents", "most_cents"),
    [(100, 1500, 800), (50, 1500, 750), (25, 1025, 525), (500, 1500, 1000), (500, 2000, 1000)],
)
def test_b_s2_half_goes_up_to_the_next_chip(chip: int, wager_cents: int, most_cents: int) -> None:
    """A half that chips cannot make may be insured up to the next chip, and no further."""
    assert most_insurance(wager_cents, house_of(GAME, f"min_chip_cents={chip}")) == most_cents


@pytest.mark.parametrize("stake_cents", [500, 700])
@pytest.mark.parametrize("ten", ["10", "J", "Q", "K"])
def test_c_winning_insurance_is_paid_two_to_one(stake_cents: int, ten: str) -> None:
    """A winning Insurance Wager comes back with twice its amount, whichever ten-value lay in the hole."""
    payment = settle_insurance(stake_cents, dealt(f"A {ten}", HOUSE), HOUSE)
    assert payment == Payment(stake_cents, 2 * stake_cents)


# ---- at the table


def test_b_s3_insurance_is_down_before_the_reader() -> None:
    """Once the hole card is in the reader insurance is refused."""
    playing.check_insurance_closes_before_the_reader("double-back-jack-pa", "673a.8(b) s3")


def test_d_lost_insurance_is_taken_at_once() -> None:
    """Without a Blackjack insurance is taken before any card is drawn."""
    playing.check_lost_insurance_is_taken_before_any_card("double-back-jack-pa")


def test_b_box_is_insured_once() -> None:
    """A second Insurance Wager on the same box is refused, also where both together are below half."""
    playing.check_box_is_insured_once("double-back-jack-pa")
