"""Money: nothing is paid that was not staked or owed, at any stake."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.files import known_games
from pitboss.games.switches import BARE_HOUSE
from pitboss.rules.house import Odds, PayHouse, Rounding
from pitboss.rules.settlement import Result, paid, settle, settle_surrender, winnings
from pitboss.rules.stakes import MAX_STAKE_CENTS, half_back, most_insurance
from tests.cases import cases
from tests.floor import dealt, house_of
from tests.settled import WAGER_CENTS, settle_case

STAKES = st.integers(1, MAX_STAKE_CENTS)
ODDS = st.builds(Odds, st.integers(1, 1000), st.integers(1, 1000))


@given(STAKES, ODDS)
def test_winnings_are_exact_or_a_cent_in_the_players_favour(stake: int, odds: Odds) -> None:
    won = winnings(stake, odds, BARE_HOUSE.pay)
    assert 0 <= won * odds.to - stake * odds.pays < odds.to
    assert won < 2**63
    assert paid(stake, odds, BARE_HOUSE).returned_cents == stake


@given(STAKES, ODDS, st.sampled_from([1, 5, 25, 50, 100]))
def test_odd_amounts_are_rounded_to_what_the_table_pays_with(stake: int, odds: Odds, unit: int) -> None:
    """Up for the player or down for the house, by less than a unit; and nothing that comes out is touched."""
    owed = Fraction(stake * odds.pays, odds.to)
    if odds.to == 1:
        assert winnings(stake, odds, PayHouse(Rounding.UP, unit)) == owed, "the chips of the stake make it"
        return
    up = winnings(stake, odds, PayHouse(Rounding.UP, unit))
    down = winnings(stake, odds, PayHouse(Rounding.DOWN, unit))
    assert 0 <= up - owed < unit
    assert 0 <= owed - down < unit
    assert up % unit == down % unit == 0


@given(STAKES)
def test_a_half_is_never_less_than_half_nor_more_than_all(stake: int) -> None:
    house = house_of("double-back-jack-pa")
    assert stake <= 2 * half_back(stake, house)
    assert half_back(stake, house) <= stake


@given(STAKES)
def test_insurance_never_passes_half_by_a_chip(stake: int) -> None:
    """Rounded up it stays within a chip of half, rounded down it stays below."""
    up, down = house_of("down-under-pa"), house_of("down-under-vendor")
    assert 0 <= 2 * most_insurance(stake, up) - stake < 2 * up.min_chip_cents
    assert 0 <= stake - 2 * most_insurance(stake, down) < 2 * down.min_chip_cents


@pytest.mark.parametrize("game", [name for name in known_games() if name != "over-under-pa"])
def test_no_hand_is_paid_more_than_its_odds(game: str) -> None:
    """A wager comes back whole or not at all, and wins only when it comes back."""
    house = house_of(game)
    for case in cases(second_chance=False):
        payment = settle_case(case, house)
        for part, stake in ((payment.wager, WAGER_CENTS), (payment.double, case.double_cents)):
            assert part.returned_cents in (0, stake)
            assert part.won_cents == 0 or part.returned_cents == stake
            assert part.won_cents <= 2 * stake


def test_a_lost_wager_brings_nothing_and_a_tie_brings_the_stake() -> None:
    house = house_of("blackjack")
    assert sum(settle(1000, Result.LOSE, house)) == 0
    assert tuple(settle(1000, Result.TIE, house)) == (1000, 0)
    assert tuple(settle(1000, Result.BLACKJACK, house)) == (1000, 1500)


def test_odd_halves_are_rounded_for_the_player() -> None:
    """Half of $5.55 is handed back as $3.00 in half dollars."""
    house = house_of("double-back-jack-pa")
    assert sum(settle_surrender(555, dealt("9 8", house), house)) == 300
    assert sum(settle_surrender(500, dealt("9 8", house), house)) == 250
    assert sum(settle_surrender(500, dealt("A K", house), house)) == 0
