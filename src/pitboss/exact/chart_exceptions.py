"""A chart with exceptions: hands of exact cards played otherwise, and the cost at every number of them.

An exception plays one hand of cards, against what is seen of the dealer's, as perfect play does. The cost of
the chart with its first k exceptions is that of a fixed strategy, priced as one. Each exception is the one
that gains most beside those before it. Gains of hands that do not grow out of one another add up, and then no
other k exceptions cost less; where they do not add up, `at_least` is what any k of them must cost.

Hands of a split pair follow the chart throughout.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.cell_values import CellValues, DealtHand, grown
from pitboss.exact.composition import VALUES, value_name
from pitboss.exact.hand_tables import legal
from pitboss.exact.measures import choose
from pitboss.exact.round_value import ACTIONS, Round
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from pitboss.exact.split import FIXED, Splits
from pitboss.exact.strategy import Cell, Chart

NOTHING = 1e-14
"""Of a wager: no gain but the error of floats."""
FLOAT_ERROR = 1e-12


class Place(NamedTuple):
    """A hand of exact cards: as dealt, by its number among those; or longer, by its kind and number."""

    kind: int
    """AS_DEALT, or which of the values."""
    hand: int


AS_DEALT = -1


@dataclass(frozen=True)
class RankedException:
    """One hand to be played otherwise than the chart says."""

    hand: str
    up: str
    seen: str
    chart: str
    better: str
    gain: float
    """What it adds to the exceptions before it, in initial wagers."""
    cost: float
    """What the chart with all exceptions so far costs against perfect play."""
    at_least: float
    """What any so many exceptions must cost."""

    @property
    def is_proven_best(self) -> bool:
        """No other exceptions, as many as these, cost less."""
        return self.cost - self.at_least < FLOAT_ERROR


@dataclass(frozen=True)
class Curve:
    chart_cost: float
    """What the chart costs without an exception."""
    exceptions: tuple[RankedException, ...]
    all_hands: int
    """Hands that are met and that perfect play treats otherwise than the chart."""
    all_cost: float
    """What is left when all are exceptions: by split hands, and by what is done before the reader."""


class Play(NamedTuple):
    """A way of playing: the action of each hand as dealt, and of each longer hand of each kind."""

    dealt: Any
    longer: tuple[Any, ...]


class Valued(NamedTuple):
    """What a way of playing makes every action worth, and how often it meets each longer hand."""

    values: tuple[Values, ...]
    met: tuple[Table, ...]
    actions: list[dict[int, Table]]
    """Of each hand as dealt."""


class ExceptionFinder:
    """Looks for exceptions to one chart of one round."""

    def __init__(self, played: Round, chart: Chart) -> None:
        self.round, self.solver = played, played.solver
        self.cells = CellValues(played)
        self.strategist, self.chart = self.cells.strategist, chart
        plain, large = self.solver.values, self.solver.values_from_large
        self.kinds = [plain] if large is plain else [plain, large]

    @cached_property
    def splits(self) -> Splits:
        return Splits(self.solver, FIXED, self.strategist.split_policies(self.chart))

    @cached_property
    def by_chart(self) -> Play:
        shown = self.solver.shown
        dealt = [
            [
                self.strategist.legal_action(
                    self.chart.get(Cell(hand.row, value_name(one.up), one.label), "S"), hand.worth
                )
                for one in shown
            ]
            for hand in self.cells.dealt
        ]
        longer = self.strategist.policy(self.chart, *legal(self.solver.graph, self.solver.house, False, 0))
        return Play(np.array(dealt, dtype=np.int8), tuple(longer for _ in self.kinds))

    @cached_property
    def best(self) -> Play:
        """What each hand is played best, by itself."""
        dealt = np.array([hand.best for hand in self.cells.dealt], dtype=np.int8)
        return Play(dealt, tuple(choose(values) for values in self.kinds))

    def curve(self, most: int) -> Curve:
        """The first so many exceptions, and what is left after all."""
        optimum = float(self.round.expectation)
        start = self.value(self.by_chart)
        worth = self.worth(self.by_chart, start)
        cost = optimum - float(worth.sum()) - self._ended
        steps = [
            [(at, place, gain) for place, gain in column] for at, column in enumerate(self._columns(most))
        ]
        bounds = self._bounds(start, most)
        everything = float(self.worth(self.best, self.value(self.best)).sum()) + self._ended
        left = optimum - everything
        told = tuple(self._told(_in_order(steps, most), cost, bounds))
        return Curve(cost, told, self._different, left)

    @property
    def _ended(self) -> float:
        """Rounds that are over before anybody acts."""
        return sum(
            float(start.chance)
            * float(self.round.ended_pay(start))
            * float(self.solver.seen_ended[start.hand].sum())
            for start in self.round.starts
        )

    # ---- pricing

    def value(self, play: Play) -> Valued:
        solver = self.solver
        values = tuple(
            solver.value_hands(from_large=kind == 1, policy=policy) for kind, policy in enumerate(play.longer)
        )
        actions = [self._actions(hand, values[self._kind_of(hand)]) for hand in self.cells.dealt]
        met = []
        for kind, policy in enumerate(play.longer):
            drawing = np.zeros(policy.shape)
            for hand, action in zip(self.cells.dealt, play.dealt, strict=True):
                if self._kind_of(hand) == kind:
                    drawing[hand.start.hand] += self._chance(hand) * (action == HIT)
            met.append(grown(solver, drawing, policy == HIT))
        return Valued(values, tuple(met), actions)

    def _kind_of(self, hand: DealtHand) -> int:
        return next(at for at, values in enumerate(self.kinds) if self.round.values_of(hand.start) is values)

    def _chance(self, hand: DealtHand) -> float:
        return float(hand.start.chance) * hand.share

    def _actions(self, hand: DealtHand, values: Values) -> dict[int, Table]:
        tables = {STAND: values.stand, HIT: values.hit, DOUBLE: values.double}
        worth = {action: tables[action][hand.start.hand] for action in hand.worth if action in tables}
        if SPLIT in hand.worth:
            worth[SPLIT] = self.splits.worth(hand.start.first)
        if SURRENDER in hand.worth:
            worth[SURRENDER] = hand.worth[SURRENDER]
        return worth

    def worth(self, play: Play, valued: Valued) -> Table:
        """The value of playing so, by observation."""
        rows = [
            self._chance(hand) * _picked(worth, action)
            for hand, worth, action in zip(self.cells.dealt, valued.actions, play.dealt, strict=True)
        ]
        total: Table = np.sum(rows, axis=0)
        return total

    # ---- exceptions, observation by observation

    def _columns(self, most: int) -> list[list[tuple[Place, float]]]:
        """For each observation its exceptions in the order in which they gain most, with their gains.

        Observations have nothing to do with one another, so that one pricing serves all of them.
        """
        play = Play(self.by_chart.dealt.copy(), tuple(policy.copy() for policy in self.by_chart.longer))
        columns: list[list[tuple[Place, float]]] = [[] for _ in self.solver.shown]
        valued = self.value(play)
        before = self.worth(play, valued)
        while max(map(len, columns)) < most:
            chosen = self._most_gaining(play, valued)
            if not chosen:
                break
            for at, place in chosen.items():
                self._correct(play, place, at)
            valued = self.value(play)
            after = self.worth(play, valued)
            for at, place in chosen.items():
                columns[at].append((place, float(after[at] - before[at])))
            before = after
        return columns

    def _most_gaining(self, play: Play, valued: Valued) -> dict[int, Place]:
        """The best correction under each observation that has one."""
        gains = {AS_DEALT: self._dealt_gains(play, valued)}
        for kind in range(len(self.kinds)):
            gains[kind] = self._longer_gains(kind, play, valued) * valued.met[kind]
        chosen = {}
        for at in range(len(self.solver.shown)):
            places = [Place(kind, int(np.argmax(table[:, at]))) for kind, table in gains.items()]
            place = max(places, key=lambda one: gains[one.kind][one.hand, at])
            if gains[place.kind][place.hand, at] > NOTHING:
                chosen[at] = place
        return chosen

    def _dealt_gains(self, play: Play, valued: Valued) -> Table:
        """What each hand as dealt would gain, how often it is dealt included."""
        return np.array(
            [
                self._chance(hand) * (_picked(worth, best) - _picked(worth, now))
                for hand, worth, best, now in zip(
                    self.cells.dealt, valued.actions, self.best.dealt, play.dealt, strict=True
                )
            ]
        )

    def _longer_gains(self, kind: int, play: Play, valued: Valued) -> Table:
        """What each longer hand would gain when it is met."""
        values = valued.values[kind]
        worth = {STAND: values.stand, HIT: values.hit}
        gains = _picked(worth, self.best.longer[kind]) - _picked(worth, play.longer[kind])
        gains[self.solver.graph.cards <= 2] = 0
        return gains

    def _correct(self, play: Play, place: Place, at: int) -> None:
        if place.kind == AS_DEALT:
            play.dealt[place.hand, at] = self.best.dealt[place.hand, at]
        else:
            play.longer[place.kind][place.hand, at] = self.best.longer[place.kind][place.hand, at]

    def _bounds(self, start: Valued, most: int) -> list[float]:
        """The most that 0, 1, 2 … exceptions can gain together.

        What they gain is what each would gain alone when met, as often as it is met beside the others: at
        most as often as when every hand is drawn to that the chart or perfect play draws to.
        """
        dealt = np.maximum(self._dealt_gains(self.by_chart, start), 0)
        gains = [dealt.ravel()]
        for kind, met in enumerate(self._most_met):
            gains.append(np.maximum(self._longer_gains(kind, self.by_chart, start) * met, 0).ravel())
        ordered = np.sort(np.concatenate(gains))[::-1][:most]
        return [0.0, *np.cumsum(ordered).tolist()]

    @cached_property
    def _most_met(self) -> tuple[Table, ...]:
        chart, best = self.by_chart, self.best
        dealt = np.where(best.dealt == HIT, HIT, chart.dealt)
        longer = tuple(
            np.where(one == HIT, HIT, other) for one, other in zip(best.longer, chart.longer, strict=True)
        )
        return self.value(Play(dealt, longer)).met

    @cached_property
    def _different(self) -> int:
        """Hands that perfect play meets and plays otherwise than the chart."""
        count = int(((self.best.dealt != self.by_chart.dealt) & (self._seen > 0)).sum())
        for kind, met in enumerate(self.value(self.best).met):
            differs = self.best.longer[kind] != self.by_chart.longer[kind]
            count += int((differs & (met * self.solver.seen > 0)).sum())
        return count

    @property
    def _seen(self) -> Table:
        return np.array([self.solver.seen[hand.start.hand] for hand in self.cells.dealt])

    # ---- telling

    def _told(
        self, steps: Iterator[tuple[int, Place, float]], cost: float, bounds: list[float]
    ) -> Iterator[RankedException]:
        chart_cost, floor = cost, self._floor
        for number, (at, place, gain) in enumerate(steps, 1):
            cost -= gain
            chart, better = self._both_actions(place, at)
            observation = self.solver.shown[at]
            bound = bounds[min(number, len(bounds) - 1)]
            yield RankedException(
                self._cards(place), value_name(observation.up), observation.label, ACTIONS[chart],
                ACTIONS[better], gain, cost, max(chart_cost - bound, floor),
            )  # fmt: skip

    @cached_property
    def _floor(self) -> float:
        """The cost when every hand but those of a split is played best."""
        best = self.value(self.best)
        worth = sum(
            self._chance(hand) * np.max(np.stack(list(actions.values())), axis=0).sum()
            for hand, actions in zip(self.cells.dealt, best.actions, strict=True)
        )
        return float(self.round.expectation) - float(worth) - self._ended

    def _both_actions(self, place: Place, at: int) -> tuple[int, int]:
        if place.kind == AS_DEALT:
            return int(self.by_chart.dealt[place.hand, at]), int(self.best.dealt[place.hand, at])
        tables = (self.by_chart.longer[place.kind], self.best.longer[place.kind])
        chart, better = (int(table[place.hand, at]) for table in tables)
        return chart, better

    def _cards(self, place: Place) -> str:
        number = self.cells.dealt[place.hand].start.hand if place.kind == AS_DEALT else place.hand
        counts = self.solver.graph.counts[number]
        cards = ",".join(value_name(int(value)) for value in np.repeat(np.arange(VALUES), counts))
        return cards if place.kind < 1 else f"{cards} (from two Large cards)"


def _picked(worth: dict[int, Table], actions: Any) -> Table:
    """Of several tables, in each place the one that is named there."""
    picked = np.zeros(actions.shape)
    for action, table in worth.items():
        picked = np.where(actions == action, table, picked)
    return picked


def _in_order(columns: list[list[tuple[int, Place, float]]], most: int) -> Iterator[tuple[int, Place, float]]:
    """The columns put together: always the next one that gains most."""
    waiting = [list(reversed(column)) for column in columns if column]
    for _ in range(most):
        waiting = [column for column in waiting if column]
        if not waiting:
            return
        yield max(waiting, key=lambda column: column[-1][2]).pop()
