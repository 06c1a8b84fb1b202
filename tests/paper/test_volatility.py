"""Volatility and exposure, against sums done by hand."""

from fractions import Fraction
from math import sqrt

import pytest

from pitboss.exact.analyst import analyse
from pitboss.paper.volatility import find_exposures, find_volatility, moments, most_units
from tests.floor import game_of


def test_moments_of_a_fair_die_are_those_of_the_books() -> None:
    mean, variance, skewness, kurtosis = moments({Fraction(face): 1 / 6 for face in range(1, 7)})
    assert mean == pytest.approx(3.5)
    assert variance == pytest.approx(35 / 12)
    assert skewness == pytest.approx(0, abs=1e-12)
    assert kurtosis == pytest.approx(-222 / 175)


def test_bands_are_the_edge_and_so_many_deviations_over_the_root_of_the_rounds() -> None:
    analysis = analyse(game_of("over-under-pa"))
    ante = find_volatility(analysis)[0]
    edge, deviation = analysis.wagers[0].house_edge, analysis.wagers[0].standard_deviation
    band = next(band for band in ante.bands if band.rounds.value == 10_000)
    assert band.high_95.value == pytest.approx(edge + 1.959963985 * deviation / 100)
    assert band.low_99.value == pytest.approx(edge - 2.575829304 * deviation / 100)
    assert ante.n0 is not None
    assert ante.n0.value == round((deviation / edge) ** 2)
    later = next(band for band in ante.bands if band.rounds.value == 1_000_000)
    assert (later.high_95.value - edge) * sqrt(100) == pytest.approx(band.high_95.value - edge)


@pytest.mark.parametrize(
    ("name", "choices", "units"),
    [
        ("down-under-pa", (), 4),
        ("down-under-vendor", (), 8),
        ("blackjack", ("max_hands=1",), 2),
        ("blackjack", ("double_after_split=no",), 4),
        ("over-under-pa", (), 2),
    ],
)
def test_the_most_a_spot_can_win(name: str, choices: tuple[str, ...], units: int) -> None:
    assert most_units(game_of(name, *choices)) == units


def test_a_table_loses_six_spots_at_the_limits() -> None:
    rows = {row.what: row for row in find_exposures(game_of("blackjack-match-nh")).rows}
    assert rows["Ante"].per_spot.value == 8 * 1000
    assert rows["Dealer Up Match"].per_table.value == 18 * 1000 * 6
