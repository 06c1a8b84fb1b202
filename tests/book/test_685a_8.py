"""58 Pa. Code § 685a.8: the Insurance Wager."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.dealer import insurance_is_open
from pitboss.rules.player import may_insure, may_take_even_money
from pitboss.rules.settlement import Payment, settle_even_money, settle_insurance
from pitboss.rules.stakes import least_added, most_insurance
from tests.floor import RANKS, box, dealt, game_of, house_of
from tests.table import playing

GAME = "down-under-pa"
HOUSE = house_of(GAME)


@pytest.mark.parametrize("cards", ["10 6", "A A", "8 8", "A K"])
def test_a_every_player_may_insure_against_an_ace(cards: str) -> None:
    """When the dealer's first card is an ace every player may insure, a Blackjack's holder too."""
    assert insurance_is_open(RANKS["A"], HOUSE)
    assert may_insure(box(cards), RANKS["A"], HOUSE)


@pytest.mark.parametrize("up", ["2", "6", "9", "10", "J", "Q", "K"])
def test_a_no_other_first_card_opens_insurance(up: str) -> None:
    """Nobody may insure unless the dealer's first card is an ace."""
    assert not insurance_is_open(RANKS[up], HOUSE)
    assert not may_insure(box("10 6"), RANKS[up], HOUSE)


@pytest.mark.parametrize("hole", ["10", "J", "Q", "K"])
def test_a_insurance_wins_on_a_ten_value(hole: str) -> None:
    """Insurance wins when the hole card is a 10, jack, queen or king."""
    assert settle_insurance(500, dealt(f"A {hole}", HOUSE), HOUSE) == Payment(500, 1000)


@pytest.mark.parametrize("hole", ["A", "2", "5", "6", "9"])
def test_a_insurance_loses_on_any_other_hole_card(hole: str) -> None:
    """Insurance loses when the hole card is an ace or a 2 to 9."""
    assert settle_insurance(500, dealt(f"A {hole}", HOUSE), HOUSE) == Payment(0, 0)


def test_a_insurance_loses_though_the_dealer_draws_to_21() -> None:
    """A ten-value that the dealer draws later does not win insurance: the hole card decides."""
    assert settle_insurance(500, dealt("A 5 K 5", HOUSE), HOUSE) == Payment(0, 0)


def test_a_insurance_must_be_offered() -> None:
    """A house may not leave insurance out."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "insurance=false")
    assert "685a.8(a)" in refusal.value.faults[0].clause


def test_a_even_money_by_reading() -> None:
    """A Blackjack facing an ace may take even money, one to one, but not under reading D8 R2."""
    assert may_take_even_money(box("A K"), RANKS["A"], HOUSE)
    assert settle_even_money(1000) == Payment(1000, 1000)
    assert not may_take_even_money(box("A K"), RANKS["A"], house_of(GAME, "reading.D8=R2"))


@pytest.mark.parametrize(("cards", "up"), [("10 9", "A"), ("A K", "10"), ("A K", "9")])
def test_a_even_money_needs_blackjack_and_ace(cards: str, up: str) -> None:
    """Even money is for a Blackjack, and only against an ace."""
    assert not may_take_even_money(box(cards), RANKS[up], HOUSE)


@pytest.mark.parametrize(
    ("initial_cents", "most_cents"), [(1000, 500), (1200, 600), (5000, 2500), (50_000, 25_000)]
)
def test_b_insurance_is_at_most_half_the_bet_wager(initial_cents: int, most_cents: int) -> None:
    """Where half the initial Bet Wager can be made in chips, insurance may not exceed it."""
    assert most_insurance(initial_cents, HOUSE) == most_cents


def test_b_insurance_may_be_less_than_half() -> None:
    """The text sets a ceiling only, so that the least Insurance Wager is one chip."""
    assert least_added(HOUSE) == 100
    assert least_added(house_of(GAME, "min_chip_cents=500", "side_min_cents=500")) == 500


@pytest.mark.parametrize(
    ("chip_cents", "initial_cents", "most_cents"),
    [(100, 1500, 800), (100, 1100, 600), (500, 1500, 1000), (500, 2500, 1500), (500, 1000, 500),
     (25, 1025, 525), (1000, 1000, 1000)],
)  # fmt: skip
def test_b_s2_half_is_rounded_up_to_the_next_chip(
    chip_cents: int, initial_cents: int, most_cents: int
) -> None:
    """Where chips cannot make half, insurance may go up to the next amount that they can make."""
    house = house_of(GAME, f"min_chip_cents={chip_cents}", "side_min_cents=1000")
    assert most_insurance(initial_cents, house) == most_cents


@pytest.mark.parametrize("stake_cents", [100, 500, 1_300, 25_000])
def test_c_winning_insurance_is_paid_by_the_payout_section(stake_cents: int) -> None:
    """Winning insurance comes back with twice its amount on top, at the odds of § 685a.11(b)."""
    odds = game_of(GAME).odds["insurance"]
    assert odds.clauses == ("685a.11(b)",)
    assert settle_insurance(stake_cents, dealt("A K", HOUSE), HOUSE) == Payment(stake_cents, 2 * stake_cents)


# ---- at the table


def test_b_s3_insurance_is_down_before_the_reader() -> None:
    """Once the hole card is in the reader insurance is refused."""
    playing.check_insurance_closes_before_the_reader("down-under-pa", "685a.8(b) s3")


def test_d_lost_insurance_is_taken_at_once() -> None:
    """Without a Blackjack insurance is taken before any card is drawn."""
    playing.check_lost_insurance_is_taken_before_any_card("down-under-pa")


def test_b_box_is_insured_once() -> None:
    """A second Insurance Wager on the same box is refused, also where both together are below half."""
    playing.check_box_is_insured_once("down-under-pa")
