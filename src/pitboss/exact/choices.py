"""Every choice of a round and its margin: how much more the best action is worth than the next.

Floats decide a choice whose margin is far above their error. A closer one is put to exact arithmetic.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.composition import VALUES
from pitboss.exact.round_value import Round, Start
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Busts, Values
from pitboss.rules.house import Surrender
from pitboss.rules.player import may_insure, may_surrender, may_take_even_money

SURE = 1e-9
"""Of a unit, the margin above which a choice between floats is certain: their error is below 1e-12."""


class Choice(NamedTuple):
    """A choice by the floats: its margin in units, and how the same difference is found in other numbers."""

    margin: float
    difference: Callable[[Round], Any]
    """What the chosen action is worth more than the other, joint with what is seen; None where the choice
    never comes about."""


def choices(played: Round) -> Iterator[Choice]:
    """Every choice between two actions that can come about."""
    solver = played.solver
    for start in played.starts:
        yield from _start_choices(played, start)
        yield from _before_the_reader(played, start)
    yield from _hand_choices(solver.values, solver.seen, lambda other: other.solver.values)
    if solver.values_from_large is not solver.values:
        yield from _hand_choices(
            solver.values_from_large, solver.seen, lambda other: other.solver.values_from_large
        )
    yield from _chance_choices(solver.busts, lambda other: other.solver.busts)
    for value in [start.first for start in played.starts if start.may_split and played.ever_splits(start)]:
        yield from _chance_choices(played.splits.busts(value), partial(_split_busts, value))
        one = played.splits.first(value)
        if one.values is not None:
            seen, hands = np.zeros(one.values.stand.shape), played.splits.reached(value)
            seen[hands] = one.seen[one.rows[hands]]
            yield from _hand_choices(one.values, seen, partial(_split_values, value))


def _split_busts(value: int, played: Round) -> Busts:
    return played.splits.busts(value)


def _split_values(value: int, played: Round) -> Values:
    values = played.splits.first(value).values
    assert values is not None
    return values


def _hand_choices(values: Values, seen: Any, same: Callable[[Round], Values]) -> Iterator[Choice]:
    """Close choices between standing, drawing and doubling; of the clear ones the closest."""
    allowed = [(STAND, np.ones_like(values.may_hit)), (HIT, values.may_hit), (DOUBLE, values.may_double)]
    worth = np.stack(
        [np.where(may[:, None] & (seen > 0), _of(values, action), -np.inf) for action, may in allowed]
    )
    order = np.argsort(worth, axis=0)
    best, second = (np.take_along_axis(worth, order[at][None], axis=0)[0] for at in (-1, -2))
    with np.errstate(invalid="ignore", divide="ignore"):
        margin = np.where(np.isfinite(second), (best - second) / seen, np.inf)
    for hand, observation in _closest(margin):
        actions = int(order[-1, hand, observation]), int(order[-2, hand, observation])
        yield Choice(float(margin[hand, observation]), partial(_between, same, actions, (hand, observation)))


def _between(
    same: Callable[[Round], Values], actions: tuple[int, int], cell: tuple[int, int], played: Round
) -> Any:
    """By how much the first action is worth more than the other in this hand."""
    first, other = (_of(same(played), action)[cell[0]] for action in actions)
    return played.numbers.row(first)[cell[1]] - played.numbers.row(other)[cell[1]]


def _closest(margin: Any) -> Iterator[tuple[int, int]]:
    close = np.argwhere(margin < SURE)
    if not len(close) and margin.size:
        close = np.array([np.unravel_index(np.argmin(margin), margin.shape)])
    yield from ((int(hand), int(observation)) for hand, observation in close)


def _of(values: Values, action: int) -> Any:
    return (values.stand, values.hit, values.double)[action]


def _start_choices(played: Round, start: Start) -> Iterator[Choice]:
    worth = played.action_values(start)
    for at in range(len(played.solver.shown)):
        chance = played.solver.seen[start.hand, at]
        ranked = sorted(worth, key=lambda action: -worth[action][at])
        if chance > 0 and len(ranked) > 1 and {SPLIT, SURRENDER} & set(ranked[:2]):
            yield _start_choice(played, start, at, ranked[0], ranked[1])


def _start_choice(played: Round, start: Start, at: int, first: int, other: int) -> Choice:
    worth, chance = played.action_values(start), played.solver.seen[start.hand, at]

    def difference(same: Round) -> Any:
        values = same.action_values(start)
        return values[first][at] - values[other][at] if {first, other} <= set(values) else None

    return Choice(float((worth[first][at] - worth[other][at]) / chance), difference)


def _before_the_reader(played: Round, start: Start) -> Iterator[Choice]:
    """Insurance, even money and early surrender, each against keeping the hand as it is."""
    house, box = played.solver.house, start.box
    for up in range(VALUES):
        if played.chance_up(start, up) <= 0:
            continue
        if may_insure(box, up + 1, house):
            yield _offer(played, start, up, _insurance, played.insures(start, up))
        if may_take_even_money(box, up + 1, house):
            yield _offer(played, start, up, _even_money, played.takes_even_money(start, up))
        if may_surrender(box, house) and house.surrender.when == Surrender.EARLY:
            yield _offer(played, start, up, _early_surrender, played.gives_up_early(start, up))


Offer = Callable[[Start, int, Round], Any]
"""What taking it is worth more than not."""


def _insurance(start: Start, up: int, played: Round) -> Any:
    return played.insurance_value(start, played.chance_up(start, up))


def _even_money(start: Start, up: int, played: Round) -> Any:
    return played.chance_up(start, up) - played.kept(start, up)


def _early_surrender(start: Start, up: int, played: Round) -> Any:
    return -played.chance_up(start, up) / 2 - played.met(start, up)


def _offer(played: Round, start: Start, up: int, offer: Offer, taken: bool) -> Choice:
    margin = abs(offer(start, up, played)) / played.chance_up(start, up)
    return Choice(float(margin), partial(_as_chosen, offer, start, up, taken))


def _as_chosen(offer: Offer, start: Start, up: int, taken: bool, played: Round) -> Any:
    worth = offer(start, up, played)
    return worth if taken else -worth


def _chance_choices(busts: Busts, same: Callable[[Round], Busts]) -> Iterator[Choice]:
    """Second Chances taken or declined."""
    if busts.hands is None:
        return
    seen = busts.hands.seen
    for doubled, gain in busts.hands.gains.items():
        with np.errstate(invalid="ignore", divide="ignore"):
            margin = np.where(seen > 0, abs(gain) / seen, np.inf)
        for row, observation in _closest(margin):
            code, takes = int(busts.hands.codes[row]), bool(busts.hands.takes[doubled][row, observation])
            yield Choice(
                float(margin[row, observation]), partial(_gain, same, doubled, (code, observation), takes)
            )


def _gain(
    same: Callable[[Round], Busts], doubled: bool, cell: tuple[int, int], takes: bool, played: Round
) -> Any:
    hands = same(played).hands
    assert hands is not None
    row = int(np.searchsorted(hands.codes, cell[0]))
    if row == len(hands.codes) or hands.codes[row] != cell[0]:
        return None
    worth = played.numbers.row(hands.gains[doubled][row])[cell[1]]
    return worth if takes else -worth
