"""NH, Blackjack Pay Table 2: Insurance."""

import pytest

from pitboss.rules.settlement import Payment, settle_hand, settle_insurance
from tests.floor import box, dealt, game_of, house_of, stakes

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)


def _net_cents(insurance_cents: int, dealer: str) -> int:
    return sum(settle_insurance(insurance_cents, dealt(dealer, HOUSE), HOUSE)) - insurance_cents


@pytest.mark.parametrize("dealer", ["A 6 K", "A 9", "A 4 6"])
def test_r1_accepted_without_a_blackjack_loses_1(dealer: str) -> None:
    """Insurance taken loses its stake when the dealer has no Blackjack."""
    assert _net_cents(400, dealer) == -400


@pytest.mark.parametrize("dealer", ["A 10", "A J", "A Q", "A K"])
def test_r2_accepted_with_a_blackjack_pays_2(dealer: str) -> None:
    """Insurance taken pays 2 when the dealer has Blackjack."""
    assert _net_cents(400, dealer) == 800
    assert game_of(GAME).odds["insurance"].odds == (2, 1)


def test_r3_declined_without_a_blackjack_pays_0() -> None:
    """Insurance declined costs nothing, and the hand goes on to win or lose by its total."""
    assert settle_insurance(0, dealt("A 8", HOUSE), HOUSE) == Payment(0, 0)
    assert settle_hand(box("10 10"), stakes(500), dealt("A 8", HOUSE), HOUSE).wager == Payment(500, 500)


def test_r4_declined_with_a_blackjack_pays_0() -> None:
    """Insurance declined pays nothing, and the Ante alone is lost."""
    assert settle_insurance(0, dealt("A K", HOUSE), HOUSE) == Payment(0, 0)
    assert settle_hand(box("10 10"), stakes(500), dealt("A K", HOUSE), HOUSE).wager == Payment(0, 0)
