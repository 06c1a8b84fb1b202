"""Spread and results of a round, alone and with its side wagers, as they are dealt and as they are found."""

import pytest

from tests.agree.spread import compare_results, compare_together
from tests.agree.test_simulated import FRESH, VALUED, dealt_fresh
from tests.sim.jobs import prepared

MOST_Z = 4.5
RECORDED = 60_000
OTHERS = pytest.mark.slow("every result of a round as it is dealt, of the other games")
QUICK = ("down-under-pa", "over-under-pa")


@pytest.mark.parametrize(
    "choices",
    [pytest.param(each, marks=[] if each[0] in QUICK else [OTHERS], id=" ".join(each)) for each in VALUED],
)
def test_every_result_is_dealt_as_often_as_it_is_found(choices: tuple[str, ...]) -> None:
    made = prepared(*choices, setting=FRESH)
    compared = list(compare_results(made, dealt_fresh(*choices)))
    assert len(compared) > 5
    assert not [one for one in compared if abs(one.z) > MOST_Z]


@pytest.mark.parametrize("name", [*QUICK, pytest.param("blackjack-match-nh", marks=OTHERS)])
def test_the_main_wager_and_its_side_wagers_are_dealt_together_as_they_are_found(name: str) -> None:
    compared = list(compare_together(prepared(name, setting=FRESH), RECORDED))
    assert len(compared) > 8
    assert not [one for one in compared if abs(one.z) > MOST_Z]
