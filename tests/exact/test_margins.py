"""Margins of chart cells: what a player who errs in one cell alone loses, found in another way."""

from typing import Any

import numpy as np
import pytest

from pitboss.exact.analyst import solve_round
from pitboss.exact.margins import Margin, chart_margins
from pitboss.exact.measures import choose
from pitboss.exact.round_value import ACTIONS, Round, Start
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from pitboss.exact.strategy import Cell, Chart, Strategist
from tests.floor import game_of


def margins_of(name: str, *choices: str) -> tuple[Round, Chart, dict[Cell, Margin]]:
    played = solve_round(game_of(name, *choices))
    chart = Strategist(played).chart()
    return played, chart, chart_margins(played, chart)


def played_otherwise(played: Round, cell: Cell, action: int) -> float:
    """The value of the round with one action in all hands of a cell that have it, and the best elsewhere."""
    solver, strategist = played.solver, Strategist(played)
    number = next(
        at for at, one in enumerate(solver.shown) if (Cell(cell.row, _up(one.up), one.label)) == cell
    )
    policy = choose(solver.values)
    row = np.array([name == cell.row for name in strategist.rows_cache])
    if action in (STAND, HIT):
        policy[row & solver.values.may_hit & (solver.graph.cards > 2), number] = action
    values = solver.value_hands(from_large=False, policy=policy)
    return sum(
        float(start.chance) * _start_value(played, start, values, cell, (number, action))
        for start in played.starts
    )


def _up(column: int) -> str:
    return "A" if column == 0 else str(column + 1)


def _start_value(played: Round, start: Start, values: Values, cell: Cell, told: tuple[int, int]) -> float:
    number, action = told
    best = dict(played.action_values(start))
    now: dict[int, Any] = {
        STAND: values.stand[start.hand], HIT: values.hit[start.hand], DOUBLE: values.double[start.hand],
        SPLIT: best.get(SPLIT), SURRENDER: best.get(SURRENDER),
    }  # fmt: skip
    row = f"pair {_up(start.first)}" if start.may_split else Strategist(played).rows_cache[start.hand]
    total = 0.0
    for at in range(len(played.solver.shown)):
        chosen = max(best, key=lambda one: best[one][at])
        if at == number and row == cell.row and action in best:
            chosen = action
        total += float(now[chosen][at])
    return total + float(played.ended_pay(start)) * float(played.solver.seen_ended[start.hand].sum())


@pytest.mark.parametrize(
    ("name", "row", "up"),
    [
        ("blackjack", "hard 16", "10"), ("blackjack", "hard 12", "3"), ("blackjack", "hard 9", "2"),
        ("blackjack", "soft 18", "9"), ("blackjack", "pair 8", "10"), ("blackjack", "hard 11", "10"),
        ("blackjack-match-nh", "hard 16", "9"), ("double-back-jack-pa", "hard 14", "10"),
    ],
)  # fmt: skip
def test_a_margin_is_what_playing_the_cell_otherwise_costs(name: str, row: str, up: str) -> None:
    """Twice the whole round: with the first action everywhere in the cell, and with the second."""
    played, chart, margins = margins_of(name)
    cell = next(cell for cell in chart if (cell.row, cell.up) == (row, up))
    margin = margins[cell]
    action = {"S": STAND, "H": HIT, "D": DOUBLE, "P": SPLIT, "R": SURRENDER}[chart[cell][0]]
    second = ACTIONS.index(margin.second)
    lost = played_otherwise(played, cell, action) - played_otherwise(played, cell, second)
    assert 100 * lost == pytest.approx(margin.cost_per_100, abs=1e-11)


@pytest.mark.parametrize("name", ["blackjack", "down-under-pa", "double-back-jack-pa", "blackjack-match-nh"])
def test_every_cell_has_a_margin_and_none_is_negative(name: str) -> None:
    _, chart, margins = margins_of(name)
    assert set(margins) == set(chart)
    assert min(margin.margin for margin in margins.values()) >= 0
    met = sum(margin.hands_per_100 > 0 for margin in margins.values())
    assert met > 0.9 * len(margins), "only totals that a pair alone makes are never met"


def test_the_closest_cells_of_blackjack_are_the_famous_ones() -> None:
    """16 against 10, and 12 against 4: close calls in every book."""
    _, chart, margins = margins_of("blackjack")
    hard = {cell: margin for cell, margin in margins.items() if cell.row.startswith("hard")}
    closest = sorted(hard, key=lambda cell: hard[cell].margin)[:2]
    assert [(cell.row, cell.up) for cell in closest] == [("hard 16", "10"), ("hard 12", "4")]
    assert chart[closest[0]] == "H"
    assert hard[closest[0]].second == "stand"


def test_a_pair_of_one_hand_has_the_margin_of_its_values() -> None:
    """8,8 against 10: the split is worth -0.4749, hitting -0.5354 (six decks)."""
    played, _, margins = margins_of("blackjack")
    margin = next(margins[cell] for cell in margins if (cell.row, cell.up) == ("pair 8", "10"))
    start = next(one for one in played.starts if (one.first, one.second) == (7, 7))
    worth = played.action_values(start)
    at = next(number for number, one in enumerate(played.solver.shown) if one.up == 9)
    gap = (worth[SPLIT][at] - worth[HIT][at]) / played.solver.seen[start.hand, at]
    assert margin.second == "hit"
    assert margin.margin == pytest.approx(gap)
    assert margin.hands_per_100 == pytest.approx(100 * start.chance * played.solver.seen[start.hand, at])
