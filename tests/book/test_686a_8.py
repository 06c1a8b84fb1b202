"""686a.8: payout odds."""

import pytest

from pitboss.rules.hands import fixed_total
from pitboss.rules.over_under import settle_bonus, settle_play
from pitboss.rules.player import Action
from pitboss.rules.settlement import Payment
from tests.floor import game_of, hand, house_of

GAME = game_of("over-under-pa")
HOUSE = house_of("over-under-pa")


def _bonus_pays(cards: str, multiple: int) -> bool:
    return settle_bonus(500, fixed_total(hand(cards)), HOUSE) == Payment(500, 500 * multiple)


@pytest.mark.parametrize(("choice", "points"), [(Action.OVER, 24), (Action.UNDER, 17)])
@pytest.mark.parametrize("stake_cents", [500, 1250, 50_000])
def test_a_ante_over_and_under_pay_even_money(choice: Action, points: int, stake_cents: int) -> None:
    """A winning Ante, Over 23 or Under 18 Wager is paid 1 to 1."""
    assert settle_play(stake_cents, choice, points, HOUSE) == Payment(stake_cents, stake_cents)


def test_a_no_total_pays_more_than_even_money() -> None:
    """The best and the worst winning total pay the Ante alike."""
    assert GAME.odds["play"].odds == (1, 1)
    assert settle_play(500, Action.OVER, 33, HOUSE) == Payment(500, 500)
    assert settle_play(500, Action.UNDER, 6, HOUSE) == Payment(500, 500)


def test_b_table_has_fourteen_totals_in_seven_pairs() -> None:
    """The pay table has seven pays, each for a low total and the high one that mirrors it."""
    rows = GAME.pay_tables["bonus"].rows
    low = [rows[str(points)] for points in range(6, 13)]
    high = [rows[str(points)] for points in range(33, 26, -1)]
    assert low == high == [50, 10, 5, 4, 3, 2, 1]
    assert len(rows) == 14


def test_b_stake_comes_back_with_the_pay() -> None:
    """The odds are to one: a winning Bonus Wager is returned besides what it wins."""
    assert settle_bonus(300, 12, HOUSE) == Payment(300, 300)
    assert settle_bonus(300, 13, HOUSE) == Payment(0, 0)


@pytest.mark.parametrize("cards", ["2 2 2", "A A A"])
def test_b_r1_6_or_33_pays_50(cards: str) -> None:
    """A total of 6 or 33 pays the Bonus 50 to 1."""
    assert _bonus_pays(cards, 50)


@pytest.mark.parametrize("cards", ["2 3 2", "A A K", "10 A A"])
def test_b_r2_7_or_32_pays_10(cards: str) -> None:
    """A total of 7 or 32 pays the Bonus 10 to 1."""
    assert _bonus_pays(cards, 10)


@pytest.mark.parametrize("cards", ["2 2 4", "3 2 3", "A J Q", "9 A A"])
def test_b_r3_8_or_31_pays_5(cards: str) -> None:
    """A total of 8 or 31 pays the Bonus 5 to 1."""
    assert _bonus_pays(cards, 5)


@pytest.mark.parametrize("cards", ["3 3 3", "5 2 2", "K Q J", "A 9 10", "8 A A"])
def test_b_r4_9_or_30_pays_4(cards: str) -> None:
    """A total of 9 or 30 pays the Bonus 4 to 1."""
    assert _bonus_pays(cards, 4)


@pytest.mark.parametrize("cards", ["2 3 5", "6 2 2", "K K 9", "A A 7"])
def test_b_r5_10_or_29_pays_3(cards: str) -> None:
    """A total of 10 or 29 pays the Bonus 3 to 1."""
    assert _bonus_pays(cards, 3)


@pytest.mark.parametrize("cards", ["2 3 6", "7 2 2", "A 9 8", "10 J 8"])
def test_b_r6_11_or_28_pays_2(cards: str) -> None:
    """A total of 11 or 28 pays the Bonus 2 to 1."""
    assert _bonus_pays(cards, 2)


@pytest.mark.parametrize("cards", ["4 4 4", "2 2 8", "9 9 9", "A 6 K"])
def test_b_r7_12_or_27_pays_1(cards: str) -> None:
    """A total of 12 or 27 pays the Bonus 1 to 1."""
    assert _bonus_pays(cards, 1)
