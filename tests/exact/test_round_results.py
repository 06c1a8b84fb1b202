"""Every result of a round, splits of two, three and four hands included, against the brute force."""

from fractions import Fraction

import pytest

from pitboss.exact import split_results
from pitboss.exact.arithmetic import FLOATS
from pitboss.exact.round_results import RoundResults
from tests import brute
from tests.exact.brute_results import Results, results_of
from tests.exact.test_brute import B, N, described, round_of

Case = tuple[str, dict[str, int], dict[str, object], dict[str, str]]

DOWN = {"A": 3, "5": 2, "6": 3, "8": 2, "T": 6}
MANY_TENS = {"A": 3, "6": 3, "8": 2, "T": 10}
FEW = {"A": 3, "6": 3, "8": 4, "T": 3, "J": 2, "K": 2}
QUICK: list[Case] = [
    ("down-under-pa", DOWN, {}, {}),
    ("blackjack", MANY_TENS, {"hole_card": "european"}, {}),
    ("blackjack", MANY_TENS, {"surrender": "early"}, {}),
]
"""Splits of two and of four hands, insurance before the dealer looks, surrender before the reader."""
SLOW: list[Case] = [
    ("blackjack", {"A": 3, "5": 2, "7": 3, "9": 2, "T": 6}, {"blackjack_pays": "6:5"}, {}),
    ("double-back-jack-pa", B, {}, {}),
    ("blackjack-match-nh", FEW, {}, {"N24": "R2"}),
    ("blackjack-match-nh", N, {}, {}),
]
"""Even money, a Second Chance, tens that pair by rank, split hands surrendered. No two actions are alike in
value in any of these shoes: what is chosen of equals is a matter of floats."""
OTHERS = pytest.mark.slow("every result of a round against the brute force under other options and readings")
ALL = [*QUICK, *(pytest.param(*case, marks=OTHERS) for case in SLOW)]


def variance_of(results: Results) -> float:
    mean = sum(net * chance for net, chance in results.items())
    return float(sum((net - mean) ** 2 * chance for net, chance in results.items()))


def assert_same(found: dict[Fraction, float], expected: Results, most: float) -> None:
    for net in {*found, *expected}:
        assert abs(found.get(net, 0.0) - float(expected.get(net, 0))) <= most, net


@pytest.mark.parametrize(("game", "shoe", "options", "readings"), ALL, ids=described)
def test_every_result_has_the_chance_that_the_brute_force_deals(
    game: str, shoe: dict[str, int], options: dict[str, object], readings: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """To 1e-12; told apart by the hole card too; and estimated within its bound, the spread exact even so."""
    case = (game, shoe, options, readings)
    expected = results_of(brute.Table(*case))
    assert sum(net * chance for net, chance in expected.items()) == brute.expectation(*case)
    played = round_of(*case, FLOATS)
    for results in (RoundResults(played), RoundResults(played, by_hole=True)):
        assert_same(results.distribution, expected, 1e-12)
        assert results.estimated == 0
        assert results.variance == pytest.approx(variance_of(expected), abs=1e-12)
    monkeypatch.setattr(split_results, "MOST_PAIRS", 0)
    monkeypatch.setattr(split_results, "ALWAYS_EXACT", 0)
    estimated = RoundResults(played)
    assert_same(estimated.distribution, expected, estimated.estimated + 1e-12)
    assert estimated.variance == pytest.approx(variance_of(expected), abs=1e-12)
