"""NH, Blackjack Pay Table 1."""

import pytest

from pitboss.rules.cards import ACE, KING
from pitboss.rules.player import may_take_even_money
from pitboss.rules.settlement import Payment, settle_even_money, settle_hand, settle_insurance
from tests.floor import box, dealt, game_of, house_of, stakes

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)
PUSH = Payment(1000, 0)
WON = Payment(1000, 1000)
WON_3_TO_2 = Payment(1000, 1500)


def _paid(player: str, dealer: str) -> Payment:
    return settle_hand(box(player), stakes(1000), dealt(dealer, HOUSE), HOUSE).wager


@pytest.mark.parametrize(("player", "dealer"), [("10 8", "10 7"), ("7 7 7", "10 10"), ("A 8", "A 7")])
def test_r1_greater_pays_1(player: str, dealer: str) -> None:
    """A total above the dealer's pays 1."""
    assert _paid(player, dealer) == WON


@pytest.mark.parametrize(("player", "dealer"), [("10 2", "10 6 6"), ("2 3", "10 6 K"), ("7 7 7", "5 K 8")])
def test_r2_dealers_bust_pays_1(player: str, dealer: str) -> None:
    """A dealer's bust pays 1 to a hand that has not busted."""
    assert _paid(player, dealer) == WON


@pytest.mark.parametrize(("player", "dealer"), [("10 7", "9 8"), ("A 7", "10 8"), ("7 7 7", "10 5 6")])
def test_r3_equal_pays_0(player: str, dealer: str) -> None:
    """Equal totals return the Ante and pay nothing."""
    assert _paid(player, dealer) == PUSH


@pytest.mark.parametrize(("player", "dealer"), [("10 7", "10 8"), ("10 10", "7 7 7"), ("2 3", "10 7")])
def test_r4_less_loses_1(player: str, dealer: str) -> None:
    """A total below the dealer's loses the Ante."""
    assert _paid(player, dealer) == LOST


@pytest.mark.parametrize("dealer", ["10 7", "10 6 K", "10 6 6"])
def test_r5_bust_loses_1(dealer: str) -> None:
    """A player's bust loses the Ante, whether or not the dealer busts too."""
    assert _paid("10 6 6", dealer) == LOST
    assert _paid("10 6 K", dealer) == LOST


@pytest.mark.parametrize("dealer", ["10 7", "9 A", "K 5 6", "7 7 7", "10 6 K"])
def test_r6_uncontested_blackjack_pays_1_50(dealer: str) -> None:
    """A Blackjack that the dealer does not share pays 1.5, against a 21 of three cards too."""
    assert _paid("A K", dealer) == WON_3_TO_2
    assert game_of(GAME).odds["blackjack"].odds == (3, 2)


@pytest.mark.parametrize("player", ["10 10", "A 9", "8 3 K"])
@pytest.mark.parametrize("dealer", ["10 A", "K A"])
def test_r7_dealers_blackjack_with_a_ten_up_loses_1(player: str, dealer: str) -> None:
    """A dealer's Blackjack with a ten-value up takes every Ante without a Blackjack."""
    assert _paid(player, dealer) == LOST


@pytest.mark.parametrize("player", ["10 10", "A 9", "8 3 K"])
def test_r8_dealers_blackjack_with_an_ace_up_loses_1(player: str) -> None:
    """A dealer's Blackjack with an ace up takes the Ante, and Insurance is paid for itself."""
    assert settle_insurance(500, dealt("A 10", HOUSE), HOUSE) == Payment(500, 1000)
    assert _paid(player, "A 10") == LOST


def test_r9_accepted_even_money_pays_1() -> None:
    """Even Money pays 1: less than the 1.5 of a lone Blackjack, more than the 0 of two."""
    assert settle_even_money(1000) == WON
    assert _paid("A K", "A 9").won_cents > settle_even_money(1000).won_cents > _paid("A K", "A Q").won_cents


def test_r9_even_money_equals_full_insurance() -> None:
    """Even Money pays what a Blackjack insured for half the Ante wins either way."""
    for dealer in (dealt("A Q", HOUSE), dealt("A 9", HOUSE)):
        hand = settle_hand(box("A K"), stakes(1000), dealer, HOUSE).wager
        insurance = settle_insurance(500, dealer, HOUSE)
        assert sum(hand) + sum(insurance) - 1500 == settle_even_money(1000).won_cents


@pytest.mark.parametrize("dealer", ["A 9", "A 6 4", "A 5 9 K"])
def test_r10_declined_even_money_pays_1_5_without_a_blackjack(dealer: str) -> None:
    """A Blackjack that declined Even Money pays 1.5 when the dealer has none."""
    assert _paid("K A", dealer) == WON_3_TO_2


@pytest.mark.parametrize("dealer", ["A 10", "A J", "A Q", "A K"])
def test_r11_declined_even_money_pays_0_against_a_blackjack(dealer: str) -> None:
    """A Blackjack that declined Even Money pushes against a dealer's."""
    assert _paid("K A", dealer) == PUSH


@pytest.mark.parametrize("dealer", ["10 A", "J A", "Q A", "K A"])
def test_r12_two_blackjacks_with_a_ten_up_pay_0(dealer: str) -> None:
    """Two Blackjacks push when the dealer shows a ten-value."""
    assert _paid("A 10", dealer) == PUSH


@pytest.mark.parametrize("up", range(ACE, KING + 1))
def test_note_even_money_is_for_a_blackjack_facing_an_ace(up: int) -> None:
    """Even Money is offered to a Blackjack that faces an ace, and to nobody else."""
    assert may_take_even_money(box("K A"), up, HOUSE) is (up == ACE)
    assert not may_take_even_money(box("7 7 7"), up, HOUSE)
    assert not may_take_even_money(box("10 10"), up, HOUSE)
    assert not may_take_even_money(box("A K", split=True), up, HOUSE)
