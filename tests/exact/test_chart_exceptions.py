"""Exceptions to a chart: from the chart's cost down to perfect play, each step priced, none better."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pitboss.exact.analyst import solve_round
from pitboss.exact.chart_exceptions import AS_DEALT, ExceptionFinder, Place, Play
from pitboss.exact.composition import fresh_shoe
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import Strategist
from tests.floor import game_of, house_of

EVERYTHING = 10_000


@cache
def finder(name: str, *choices: str) -> ExceptionFinder:
    played = solve_round(game_of(name, *choices))
    return ExceptionFinder(played, Strategist(played).chart())


@pytest.mark.parametrize("name", ["blackjack", "down-under-pa", "double-back-jack-pa", "blackjack-match-nh"])
def test_without_an_exception_the_cost_is_that_of_the_chart(name: str) -> None:
    found = finder(name)
    priced = float(found.round.expectation) - found.strategist.price(found.chart)
    assert found.curve(1).chart_cost == pytest.approx(priced, abs=1e-14)


def test_with_every_exception_nothing_is_left_where_no_pair_is_split() -> None:
    """From the chart of totals to perfect play by cards, in steps that never cost."""
    house = house_of("blackjack", "decks=2")
    played = Round(
        Solver(house._replace(split=house.split._replace(max_hands=1, max_ace_hands=1)), fresh_shoe(2))
    )
    curve = ExceptionFinder(played, Strategist(played).chart()).curve(EVERYTHING)
    assert curve.all_cost == pytest.approx(0, abs=1e-14)
    assert curve.exceptions[-1].cost == pytest.approx(0, abs=1e-13)
    assert len(curve.exceptions) <= curve.all_hands
    assert curve.chart_cost - sum(one.gain for one in curve.exceptions) == pytest.approx(0, abs=1e-13)
    assert min(one.gain for one in curve.exceptions) > 0
    assert all(one.cost >= one.at_least - 1e-14 for one in curve.exceptions)


def test_the_first_exceptions_are_those_of_the_books() -> None:
    """16 of three cards with a 4 or a 5 stands against a ten; 10,2 hits against 4."""
    first = finder("blackjack").curve(3).exceptions
    assert [(one.hand, one.up, one.better) for one in first] == [
        ("4,5,7", "10", "stand"), ("A,5,10", "10", "stand"), ("2,10", "4", "hit"),
    ]  # fmt: skip


def corrections(found: ExceptionFinder) -> list[tuple[Place, int]]:
    """Every hand and observation in which chart and perfect play differ."""
    tables = [(AS_DEALT, found.by_chart.dealt, found.best.dealt)]
    for kind, (chart, best) in enumerate(zip(found.by_chart.longer, found.best.longer, strict=True)):
        longer = (found.solver.graph.cards > 2)[:, None]
        tables.append((kind, chart, np.where(longer, best, chart)))
    reached = found.value(found.best).met
    return [
        (Place(kind, int(hand)), int(at))
        for kind, chart, best in tables
        for hand, at in np.argwhere(chart != best)
        if kind == AS_DEALT or reached[kind][hand, at] > 0
    ]


def test_no_two_exceptions_are_better_than_the_first_two() -> None:
    """All pairs of them tried, each priced as a whole strategy."""
    found = finder("double-back-jack-pa")
    every = corrections(found)
    by_chart, costs = float(found.worth(found.by_chart, found.value(found.by_chart)).sum()), []
    for pair in combinations(every, 2):
        play = Play(found.by_chart.dealt.copy(), tuple(policy.copy() for policy in found.by_chart.longer))
        for place, at in pair:
            found._correct(play, place, at)
        costs.append(by_chart - float(found.worth(play, found.value(play)).sum()))
    curve = found.curve(2)
    assert len(costs) > 100
    assert curve.chart_cost + min(costs) == pytest.approx(curve.exceptions[1].cost, abs=1e-15)
    assert curve.exceptions[1].is_proven_best
