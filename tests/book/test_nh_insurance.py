"""NH, Insurance."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import ACE, KING
from pitboss.rules.dealer import insurance_is_open
from pitboss.rules.player import may_insure
from pitboss.rules.settlement import Payment, settle_hand, settle_insurance
from pitboss.rules.stakes import least_added, most_insurance
from tests.floor import box, dealt, game_of, house_of, stakes
from tests.table import playing

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)


@pytest.mark.parametrize("up", range(ACE, KING + 1))
def test_whole_insurance_is_against_an_ace(up: int) -> None:
    """Insurance is open when the dealer's up card is an ace, and on no other card."""
    assert insurance_is_open(up, HOUSE) is (up == ACE)
    assert may_insure(box("10 6"), up, HOUSE) is (up == ACE)


def test_whole_insurance_is_always_offered() -> None:
    """No house leaves Insurance out of the game."""
    with pytest.raises(BadChoice, match="NH Insurance"):
        game_of(GAME, "insurance=no")


@pytest.mark.parametrize(("ante_cents", "most_cents"), [(500, 200), (600, 300), (700, 300), (1000, 500)])
def test_s2_insurance_is_up_to_half_the_ante(ante_cents: int, most_cents: int) -> None:
    """Insurance is at most half the Ante, rounded down to a chip of the table: $2 of $5."""
    assert most_insurance(ante_cents, HOUSE) == most_cents


@pytest.mark.parametrize(("reading", "most_cents"), [("R1", 200), ("R2", 250), ("R3", 300)])
def test_s2_half_of_an_odd_ante_has_three_readings(reading: str, most_cents: int) -> None:
    """Half of $5 is $2 rounded down, $2.50 exactly or $3 rounded up, as the house reads it."""
    house = house_of(GAME, f"reading.N7={reading}")
    assert most_insurance(500, house) == most_cents
    assert most_insurance(600, house) == 300


def test_s2_smaller_chips_make_half_exact() -> None:
    """Where the table has quarters, half of $5 can be wagered as it is."""
    assert most_insurance(500, house_of(GAME, "min_chip_cents=25")) == 250


def test_s2_insurance_is_at_least_1_dollar() -> None:
    """Insurance is at least $1, also where the table has smaller chips."""
    assert least_added(HOUSE) == 100
    assert least_added(house_of(GAME, "min_chip_cents=25")) == 100


def test_s3_insurance_makes_up_for_the_ante() -> None:
    """On a dealer's Blackjack the Ante is lost and Insurance is paid 2:1."""
    dealer = dealt("A Q", HOUSE)
    assert settle_hand(box("10 9"), stakes(1000), dealer, HOUSE).wager == Payment(0, 0)
    assert settle_insurance(500, dealer, HOUSE) == Payment(500, 1000)


def test_s3_insured_blackjack_still_pushes() -> None:
    """A Blackjack that insured is paid 2:1 on Insurance, and its Ante pushes."""
    dealer = dealt("A Q", HOUSE)
    assert settle_hand(box("A K"), stakes(1000), dealer, HOUSE).wager == Payment(1000, 0)
    assert settle_insurance(500, dealer, HOUSE) == Payment(500, 1000)


@pytest.mark.parametrize("dealer", ["A 7", "A 4 6", "A 5 K A"])
def test_s4_without_a_blackjack_insurance_is_lost(dealer: str) -> None:
    """Insurance is lost when the dealer has no Blackjack, a 21 of three cards included."""
    assert settle_insurance(300, dealt(dealer, HOUSE), HOUSE) == Payment(0, 0)


def test_s4_lost_insurance_leaves_the_ante_alone() -> None:
    """The hand plays on for its Ante after Insurance is lost."""
    dealer = dealt("A 7", HOUSE)
    assert settle_insurance(300, dealer, HOUSE) == Payment(0, 0)
    assert settle_hand(box("10 9"), stakes(1000), dealer, HOUSE).wager == Payment(1000, 1000)


def test_s5_blackjack_may_insure() -> None:
    """Insurance is a bet of its own, so a player with Blackjack may take it, unless read otherwise."""
    assert may_insure(box("A K"), ACE, HOUSE)
    assert not may_insure(box("A K"), KING, HOUSE)
    assert not may_insure(box("A K"), ACE, house_of(GAME, "reading.N6=R2"))


def test_s5_insured_blackjack_of_any_amount() -> None:
    """A Blackjack insured for $1 of $10 wins 3:2 and loses the dollar when the dealer has none."""
    dealer = dealt("A 9", HOUSE)
    assert settle_hand(box("A K"), stakes(1000), dealer, HOUSE).wager == Payment(1000, 1500)
    assert settle_insurance(100, dealer, HOUSE) == Payment(0, 0)


def test_s2_box_is_insured_once() -> None:
    """A second stake on the same box is refused, also where both together are below half."""
    playing.check_box_is_insured_once("blackjack-match-nh")
