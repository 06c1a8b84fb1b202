"""Charts: the basic strategy everybody knows, its cost, and charts from elsewhere."""

from functools import cache

import pytest

from pitboss.errors import BadInput
from pitboss.exact.analyst import solve_round
from pitboss.exact.strategy import Cell, Strategist
from tests.floor import game_of


@cache
def strategist(name: str, *choices: str) -> Strategist:
    return Strategist(solve_round(game_of(name, *choices)))


@pytest.mark.parametrize(
    ("row", "play"),
    [  # ace, 2, 3 … 10: six decks, stand on soft 17, double after split
        ("hard 9", "H H D D D D H H H H"), ("hard 10", "H D D D D D D D D H"),
        ("hard 11", "H D D D D D D D D D"), ("hard 12", "H H H S S S H H H H"),
        ("hard 16", "H S S S S S H H H H"), ("hard 17", "S S S S S S S S S S"),
        ("soft 17", "H H D D D D H H H H"), ("soft 18", "H S Ds Ds Ds Ds S S H H"),
        ("pair 4", "H H H H P P H H H H"), ("pair 9", "S Ps Ps Ps Ps Ps S Ps Ps S"),
    ],
)  # fmt: skip
def test_the_chart_is_basic_strategy(row: str, play: str) -> None:
    found = strategist("blackjack")
    chart = found.chart()
    cells = [
        Cell(row, up, "no blackjack" if up in ("A", "10") else "") for up in ("A", *map(str, range(2, 11)))
    ]
    assert [chart[cell] for cell in cells] == play.split()


@pytest.mark.parametrize("name", ["blackjack", "down-under-pa", "double-back-jack-pa", "blackjack-match-nh"])
def test_a_chart_costs_a_little_and_never_gains(name: str) -> None:
    """Playing by totals is worse than by cards, by less than a hundredth of a percent."""
    found = strategist(name)
    best, by_chart = float(found.round.expectation), found.price(found.chart())
    assert by_chart <= best + 1e-12
    assert best - by_chart < 1e-4


def test_mimicking_the_dealer_costs_what_the_books_say() -> None:
    """5.68 % with six decks and stand on soft 17."""
    found = strategist("blackjack")
    assert round(-100 * found.price(found.mimic()), 2) == 5.68
    assert found.price(found.never_bust()) < found.price(found.chart())


def test_the_best_play_priced_as_a_chart_of_exceptions_is_consistent() -> None:
    """What the exceptions gain in two-card decisions is part of what the chart costs."""
    found = strategist("blackjack")
    chart = found.chart()
    cost = float(found.round.expectation) - found.price(chart)
    gains = sum(item["gain"] for item in found.exceptions(chart))
    assert 0 < gains <= cost + 1e-12
    assert any((item["hand"], item["up"]) == ("2,10", "4") for item in found.exceptions(chart))


def test_a_hole_in_a_chart_is_named() -> None:
    found = strategist("blackjack")
    chart = found.chart()
    del chart[Cell("hard 16", "7", "")]
    chart[Cell("hard 12", "6", "")] = "Q"
    with pytest.raises(BadInput) as caught:
        found.check(chart, "mine.json")
    assert [fault.says for fault in caught.value.faults] == [
        "has no cell hard 16 against 7.", "hard 12 against 6 is 'Q'.",
    ]  # fmt: skip


def test_second_chance_is_worth_taking_when_little_is_over() -> None:
    found = {
        (item["total"], item["up"]): item["take"]
        for item in strategist("double-back-jack-pa").second_chances()
    }
    assert found[22, "6"]
    assert found[22, "10"]
    assert {total for total, _ in found} == set(range(22, 31)), "nobody draws to 21, so none is over 30"
    assert not found[30, "6"], "three tens: -1.0058 against -1"


def test_a_total_that_may_not_be_doubled_may_be_surrendered() -> None:
    found = strategist("blackjack", "double_on=9-11", "surrender=late")
    chart = found.chart()
    assert [chart[Cell("hard 16", up, "no blackjack")] for up in ("10", "A")] == ["R", "R"]
    assert chart[Cell("hard 15", "10", "no blackjack")] == "R"
    assert chart[Cell("hard 16", "7", "")] == "H"
    anything = strategist("blackjack", "surrender=late").chart()
    assert {cell: play for cell, play in chart.items() if play[0] == "R"} == {
        cell: play for cell, play in anything.items() if play[0] == "R"
    }
