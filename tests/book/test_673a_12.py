"""673a.12, payout odds."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.hands import BoxHand
from pitboss.rules.house import Odds
from pitboss.rules.settlement import HandPayment, Payment, settle_hand, settle_insurance
from tests.floor import box, dealt, game_of, house_of, stakes

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)


def test_a_odds_of_the_blackjack_wager() -> None:
    """A Blackjack Wager has odds of 1 to 1, and a Blackjack 2 to 1."""
    odds = game_of(GAME).odds
    assert odds["win"].odds == Odds(1, 1)
    assert odds["blackjack"].odds == Odds(2, 1)
    assert game_of(GAME).main_wager.odds == ["win", "blackjack"]


@pytest.mark.parametrize(
    ("player", "won_cents"),
    [(box("10 10"), 1500), (box("7 7 7"), 1500), (box("A K"), 3000), (box("A K", split=True), 1500)],
)
def test_a_winning_wagers_in_cents(player: BoxHand, won_cents: int) -> None:
    """A winning $15 wins $15, and $30 with a Blackjack as dealt."""
    payment = settle_hand(player, stakes(1500), dealt("10 9", HOUSE), HOUSE)
    assert payment == HandPayment(Payment(1500, won_cents), LOST, LOST)


@pytest.mark.parametrize(("choices", "payment"), [((), (1000, 2000)), (("reading.B1=R2",), (1000, 0))])
def test_a_blackjack_against_a_blackjack(choices: tuple[str, ...], payment: tuple[int, int]) -> None:
    """Two to one is paid against a dealer's Blackjack too; read otherwise, the two tie."""
    house = house_of(GAME, *choices)
    assert settle_hand(box("A K"), stakes(), dealt("A K", house), house).wager == payment


@pytest.mark.parametrize("odds", ["3:2", "6:5", "1:1"])
def test_a_blackjack_has_no_other_odds(odds: str) -> None:
    """A table may not pay a Blackjack at other odds."""
    with pytest.raises(BadChoice, match=re.escape("673a.12(a)")):
        house_of(GAME, f"blackjack_pays={odds}")


@pytest.mark.parametrize("chance_cents", [1000, 2500])
def test_b_second_chance_pays_even_money(chance_cents: int) -> None:
    """A winning Second Chance Wager wins its own amount."""
    assert game_of(GAME).odds["second_chance"].odds == Odds(1, 1)
    wagers = stakes(chance_cents, 0, chance_cents)
    payment = settle_hand(box("10 6 9", chance=5), wagers, dealt("10 9", HOUSE), HOUSE)
    assert payment.chance == Payment(chance_cents, chance_cents)


def test_b_second_chance_has_its_own_odds() -> None:
    """The Second Chance Wager is paid by no odds but its own."""
    wager = next(wager for wager in game_of(GAME).wagers if wager.id == "second_chance")
    assert wager.odds == ["second_chance"]


@pytest.mark.parametrize("stake_cents", [100, 500, 800])
def test_c_insurance_pays_two_to_one(stake_cents: int) -> None:
    """A winning Insurance Wager wins twice its amount."""
    assert game_of(GAME).odds["insurance"].odds == Odds(2, 1)
    assert settle_insurance(stake_cents, dealt("A K", HOUSE), HOUSE) == Payment(stake_cents, 2 * stake_cents)
