"""Rules of thumb fitted to a game: a few thresholds and ranges instead of a chart.

A rule is worth saying when it gains at least `WORTH_SAYING`. Rules are fitted to the values of chart cells,
each by itself; what a whole set of them costs is priced afterwards, as one strategy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.cell_values import CellValues
from pitboss.exact.composition import VALUES, value_name
from pitboss.exact.dealer_outcomes import Observation
from pitboss.exact.round_value import Round
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.exact.strategy import CODES, Cell, Chart, Strategist, row_of, rows_of_chart, split_code

WORTH_SAYING = 0.0005
"""Of an initial wager: what a part of a sentence must gain."""
WORTH_NAMING = WORTH_SAYING / 10
"""What one more pair in a list must gain."""
UPS = (*range(1, VALUES), 0)
"""Upcards in the order in which they are spoken of: 2 to 10, then the ace."""
HARD, SOFT = range(4, 21), range(12, 21)
NEVER = 21
"""A threshold that no hand with a choice reaches."""
SHOWN = "shown"


def light_of(observation: Observation) -> str:
    """What a player is told beside the upcard, if that differs from round to round."""
    if observation.label in ("10", "A"):
        return SHOWN
    return "" if observation.label == "no blackjack" else observation.label


class Range(NamedTuple):
    """Upcards from one to another, under one light; None for every light."""

    first: int
    last: int
    """Places in UPS."""
    light: str | None


class Threshold(NamedTuple):
    """Stand on so much or more."""

    stands_on: int
    against: Range


class Box(NamedTuple):
    """Some totals, or pairs, against some upcards."""

    rows: tuple[int, ...]
    against: Range


@dataclass(frozen=True)
class Thumb:
    """All rules together."""

    hard: tuple[Threshold, ...]
    soft: tuple[Threshold, ...]
    doubles_hard: tuple[Box, ...]
    doubles_soft: tuple[Box, ...]
    surrenders: tuple[Box, ...]
    splits: tuple[Box, ...]


class Plan(NamedTuple):
    """What a chart says, taken apart: each part can be replaced by a rule."""

    stands: frozenset[Cell]
    doubles: frozenset[Cell]
    surrenders: frozenset[Cell]
    splits: frozenset[Cell]


class ThumbFitter:
    """Fits rules to one round."""

    def __init__(self, played: Round) -> None:
        self.values = CellValues(played)
        self.strategist: Strategist = self.values.strategist
        self.shown = played.solver.shown
        self.lights = list(dict.fromkeys(light_of(one) for one in self.shown))

    @cached_property
    def chart(self) -> Chart:
        return self.strategist.chart()

    @cached_property
    def thumb(self) -> Thumb:
        hard, soft = (tuple(self._thresholds(kind)) for kind in ("hard", "soft"))
        stands = {"hard": hard, "soft": soft}
        doubles = {kind: tuple(self._boxes(DOUBLE, kind, stands)) for kind in ("hard", "soft")}
        surrenders = tuple(self._boxes(SURRENDER, "hard", stands))
        plan = self.plan_of(Thumb(hard, soft, doubles["hard"], doubles["soft"], surrenders, ()))
        splits = tuple(self._splits(plan))
        return Thumb(hard, soft, doubles["hard"], doubles["soft"], surrenders, splits)

    # ---- thresholds

    def _thresholds(self, kind: str) -> Iterator[Threshold]:
        """Few thresholds, the same under every light or not: whatever is cheapest to say and to play."""
        costs = self._threshold_costs(kind)
        alike = self._runs(None, sum(costs.values()))
        by_light = [self._runs(light, cost) for light, cost in costs.items()]
        told = [rule for rules, _ in by_light for rule in rules]
        if len(self.lights) == 1 or alike[1] <= sum(cost for _, cost in by_light):
            yield from alike[0]
        else:
            yield from told

    def _threshold_costs(self, kind: str) -> dict[str, Table]:
        """What each threshold costs against each upcard (places in UPS), by light."""
        totals = HARD if kind == "hard" else SOFT
        costs = {light: np.zeros((len(UPS), NEVER + 1)) for light in self.lights}
        for number, observation in enumerate(self.shown):
            for total in totals:
                choice = self.values.every.get(row_of(total, kind == "soft"))
                if choice is None or not {HIT, STAND} <= set(choice.worth):
                    continue
                hit, stand = (float(choice.worth[action][number]) for action in (HIT, STAND))
                row = costs[light_of(observation)][UPS.index(observation.up)]
                row[: total + 1] += max(hit - stand, 0)
                row[total + 1 :] += max(stand - hit, 0)
        return costs

    def _runs(self, light: str | None, costs: Table) -> tuple[list[Threshold], float]:
        """Upcards in runs, each with its threshold; and the cost with that of saying so many.

        From the left: the best way up to an upcard ends with one run, after the best way up to that.
        """
        places = self.places(light)
        best: list[tuple[list[Threshold], float]] = [([], 0.0)]
        for end in range(1, len(places) + 1):
            ways = []
            for start in range(end):
                summed = costs[places[start:end]].sum(axis=0)
                stands_on = HARD[0] + int(np.argmin(summed[HARD[0] :]))
                rule = Threshold(stands_on, Range(places[start], places[end - 1], light))
                rules, cost = best[start]
                ways.append(([*rules, rule], cost + float(summed[stands_on]) + WORTH_SAYING))
            best.append(min(ways, key=lambda way: way[1]))
        return best[-1]

    def places(self, light: str | None) -> list[int]:
        """Upcards, as places in UPS, that are seen under a light."""
        seen = {UPS.index(one.up) for one in self.shown if light in (None, light_of(one))}
        return sorted(seen)

    # ---- boxes of totals and upcards

    def _boxes(self, action: int, kind: str, stands: dict[str, tuple[Threshold, ...]]) -> Iterator[Box]:
        """Totals to be doubled or surrendered, the box that gains most first."""
        totals = HARD if kind == "hard" else SOFT
        gains = {light: np.zeros((len(totals), len(UPS))) for light in self.lights}
        for number, observation in enumerate(self.shown):
            for at, total in enumerate(totals):
                choice = self.values.first.get(row_of(total, kind == "soft"))
                if choice is None or action not in choice.worth:
                    continue
                otherwise = STAND if _stands(stands[kind], total, observation) else HIT
                others = [
                    choice.worth[other][number] for other in self._others(action, otherwise, choice.worth)
                ]
                gain = float(choice.worth[action][number]) - float(max(others, default=0.0))
                met = choice.met[number] > 0
                gains[light_of(observation)][at, UPS.index(observation.up)] = gain if met else 0.0
        while (best := _best_box(gains, self.lights)) is not None:
            box = Box(tuple(totals[at] for at in best.rows), best.against)
            for light in self.lights if best.against.light is None else [best.against.light]:
                gains[light][best.rows[0] : best.rows[-1] + 1, best.against.first : best.against.last + 1] = 0
            yield box

    def _others(self, action: int, otherwise: int, worth: dict[int, Table]) -> list[int]:
        """A surrender must be worth more than doubling too."""
        others = [otherwise, DOUBLE] if action == SURRENDER else [otherwise]
        return [other for other in others if other in worth]

    # ---- pairs

    def _splits(self, plan: Plan) -> Iterator[Box]:
        gains = self._split_gains(plan)
        whole = Range(0, len(UPS) - 1, None)
        total = sum(table.sum(axis=1) for table in gains.values())
        lost = sum(np.maximum(-table, 0).sum(axis=1) for table in gains.values())
        always = np.flatnonzero((total >= WORTH_SAYING) & (lost <= WORTH_NAMING))
        if len(always):
            yield Box(tuple(int(value) for value in always), whole)
        for table in gains.values():
            table[always] = 0
        while (found := self._best_pairs(gains)) is not None:
            for light in self.lights if found.against.light is None else [found.against.light]:
                gains[light][list(found.rows), found.against.first : found.against.last + 1] = 0
            yield found

    def _split_gains(self, plan: Plan) -> dict[str, Table]:
        """What splitting each pair gains against each upcard."""
        gains = {light: np.zeros((VALUES, len(UPS))) for light in self.lights}
        chart = self.compose(plan)
        for value in range(VALUES):
            choice = self.values.first.get(f"pair {value_name(value)}")
            if choice is None or SPLIT not in choice.worth:
                continue
            for number, observation in enumerate(self.shown):
                cell = Cell(f"pair {value_name(value)}", value_name(observation.up), observation.label)
                action = self.strategist.legal_action(chart.get(cell, "S"), choice.worth)
                gain = float(choice.worth[SPLIT][number] - choice.worth[action][number])
                gains[light_of(observation)][value, UPS.index(observation.up)] = gain
        return gains

    def _best_pairs(self, gains: dict[str, Table]) -> Box | None:
        best, most = None, WORTH_SAYING
        for light in _lights_together(self.lights):
            table = _table(gains, light)
            for first, last in combinations_with_replacement(range(len(UPS)), 2):
                each = table[:, first : last + 1].sum(axis=1)
                pairs = np.flatnonzero(each >= WORTH_NAMING)
                if each[pairs].sum() > most:
                    rows = tuple(int(value) for value in pairs)
                    best, most = Box(rows, Range(first, last, light)), float(each[pairs].sum())
        return best

    # ---- from rules to charts

    @cached_property
    def plan(self) -> Plan:
        """The full chart, taken apart."""
        single = {cell: CODES[code] for cell, code in self.chart.items() if not cell.row.startswith("pair")}
        return Plan(
            frozenset(cell for cell, (_, otherwise) in single.items() if otherwise == STAND),
            frozenset(cell for cell, (action, _) in single.items() if action == DOUBLE),
            frozenset(cell for cell, (action, _) in single.items() if action == SURRENDER),
            frozenset(
                cell for cell, code in self.chart.items()
                if cell.row.startswith("pair") and CODES[code][0] == SPLIT
            ),
        )  # fmt: skip

    def plan_of(self, thumb: Thumb) -> Plan:
        stands: set[Cell] = set()
        doubles: set[Cell] = set()
        surrenders: set[Cell] = set()
        splits: set[Cell] = set()
        for observation in self.shown:
            for row in rows_of_chart():
                kind, name = row.split()
                cell = Cell(row, value_name(observation.up), observation.label)
                if kind == "pair":
                    value = 0 if name == "A" else int(name) - 1
                    if _in_boxes(thumb.splits, value, observation):
                        splits.add(cell)
                    continue
                if _stands(thumb.hard if kind == "hard" else thumb.soft, int(name), observation):
                    stands.add(cell)
                boxes = thumb.doubles_hard if kind == "hard" else thumb.doubles_soft
                if _in_boxes(boxes, int(name), observation):
                    doubles.add(cell)
                if kind == "hard" and _in_boxes(thumb.surrenders, int(name), observation):
                    surrenders.add(cell)
        return Plan(frozenset(stands), frozenset(doubles), frozenset(surrenders), frozenset(splits))

    def compose(self, plan: Plan) -> Chart:
        """The chart that a plan comes to."""
        chart: Chart = {}
        graph, rows = self.values.solver.graph, self.strategist.rows_cache
        for cell in self.chart:
            kind, name = cell.row.split()
            if kind != "pair":
                chart[cell] = _code(plan, cell)
        for cell in self.chart:
            kind, name = cell.row.split()
            if kind == "pair":
                value = 0 if name == "A" else int(name) - 1
                plain = chart.get(Cell(rows[graph.find(value, value)], cell.up, cell.seen), "S")
                chart[cell] = split_code(plain) if cell in plan.splits else plain
        return chart


def _code(plan: Plan, cell: Cell) -> str:
    stands = cell in plan.stands
    if cell in plan.surrenders:
        return "Rs" if stands else "R"
    if cell in plan.doubles:
        return "Ds" if stands else "D"
    return "S" if stands else "H"


def _is_against(against: Range, observation: Observation) -> bool:
    inside = against.first <= UPS.index(observation.up) <= against.last
    return inside and against.light in (None, light_of(observation))


def _stands(rules: tuple[Threshold, ...], total: int, observation: Observation) -> bool:
    return any(total >= rule.stands_on for rule in rules if _is_against(rule.against, observation))


def _in_boxes(boxes: tuple[Box, ...], row: int, observation: Observation) -> bool:
    return any(row in box.rows and _is_against(box.against, observation) for box in boxes)


def _lights_together(lights: list[str]) -> list[Any]:
    return [None, *lights] if len(lights) > 1 else [None]


def _table(gains: dict[str, Table], light: str | None) -> Table:
    """What is gained under one light, or under all."""
    return np.sum(list(gains.values()), axis=0) if light is None else gains[light]


def _best_box(gains: dict[str, Table], lights: list[str]) -> Box | None:
    """The run of rows and upcards that gains most, if that is worth saying."""
    best, most = None, WORTH_SAYING
    for light in _lights_together(lights):
        table = _table(gains, light)
        summed = np.pad(table.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
        rows, columns = table.shape
        for low, high in combinations_with_replacement(range(rows), 2):
            strip = summed[high + 1] - summed[low]
            for first, last in combinations_with_replacement(range(columns), 2):
                gain = float(strip[last + 1] - strip[first])
                if gain > most:
                    best, most = Box(tuple(range(low, high + 1)), Range(first, last, light)), gain
    return best
