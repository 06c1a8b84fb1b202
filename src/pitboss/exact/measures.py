"""Frequencies, averages and the spread of results in optimal play.

A measure puts a price on every way a hand can end; the sums that value hands then find its mean. Unsplit
hands are exact. The hands of a split share the dealer's hand and the shoe: their value is exact, their
spread is an estimate, and marked so.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES
from pitboss.exact.dealer_outcomes import BLACKJACK, Observation
from pitboss.exact.final_hands import Floats, grain_of, most_parts
from pitboss.exact.hand_tables import ACE_TEN, pay_table, priced_table
from pitboss.exact.round_value import Round, Start
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Values
from pitboss.exact.split_results import SplitPair
from pitboss.rules.stakes import second_chance_stake

NONE = -1
"""In place of an action: the hand was surrendered before the reader, and has none."""

Price = Callable[[Any, bool], Any]
"""From what is won in units, and whether the hand was doubled, to what is to be counted."""

SplitPrice = Callable[[int], Table]
"""What a split of a pair counts, joint with each observation."""


@dataclass(frozen=True)
class Spread:
    """How the main wager's results are spread."""

    standard_deviation: float
    hit_frequency: float
    push_frequency: float
    loss_frequency: float
    average_wagered: float
    double_frequency: float
    split_frequency: float
    second_chance_frequency: float
    insurance_frequency: float
    is_exact: bool
    """No split hand's results had to be estimated."""


@dataclass(frozen=True)
class ChanceFigures:
    mean: float
    standard_deviation: float
    hit: float
    push: float
    taken: float


class Measures:
    """Means of any price over optimal play."""

    def __init__(self, played: Round) -> None:
        self.round = played
        self.solver = played.solver
        self._split_nets: dict[int, Floats] = {}

    @cached_property
    def policies(self) -> tuple[Any, Any]:
        """What unsplit hands do, without splits and surrenders; then those grown from two Large cards."""
        plain = choose(self.solver.values)
        if self.solver.values_from_large is self.solver.values:
            return plain, plain
        return plain, choose(self.solver.values_from_large)

    def _priced(self, price: Price, price_chance: Price) -> tuple[Values, Values]:
        """Unsplit hands under a price; then those grown from two Large cards."""
        plain, large = self.policies
        values = self._swept(price, price_chance, plain, from_large=False)
        return values, values if large is plain else self._swept(price, price_chance, large, from_large=True)

    def _swept(self, price: Price, price_chance: Price, policy: Any, *, from_large: bool) -> Values:
        solver = self.solver
        plain = solver.values
        stand, doubled = (
            solver.paid(
                solver.rows,
                solver.dealt,
                solver.seen,
                priced_table(solver.house, False, twice, price, from_large=from_large),
            )
            for twice in (False, True)
        )
        busts = solver.price_busts(solver.busts, price, price_chance)
        return solver.sweep(
            stand, doubled, plain.may_hit, plain.may_double, solver.rows, solver.seen,
            np.zeros_like(solver.cards), busts, policy, solver.backwards,
        )  # fmt: skip

    @cached_property
    def actions(self) -> dict[int, Any]:
        """The best first action of every starting hand by observation; NONE if it was given up before."""
        ups = np.array([observation.up for observation in self.solver.shown])
        return {
            start.hand: np.where(
                np.isin(ups, self._given_up_early(start)),
                NONE,
                _best_action(self.round.action_values(start)),
            )
            for start in self.round.starts
        }

    def _given_up_early(self, start: Start) -> list[int]:
        """The up cards against which the hand is surrendered before the reader."""
        return [up for up in range(VALUES) if self.round.gives_up_early(start, up)]

    def mean(self, price: Price, price_split: SplitPrice, price_chance: Price | None = None) -> float:
        """The mean of a price; `price_split` says what a split counts, joint with each observation."""
        plain, large = self._priced(price, price_chance or price)

        def values_of(start: Start) -> Values:
            return plain if self.round.values_of(start) is self.solver.values else large

        return sum(
            float(start.chance) * self._start_mean(start, values_of(start), price, price_split)
            for start in self.round.starts
        )

    def _start_mean(self, start: Start, values: Values, price: Price, price_split: SplitPrice) -> float:
        solver, action = self.solver, self.actions[start.hand]
        unsplit = action
        if (action == SPLIT).any():
            worth = self.round.action_values(start)
            unsplit = _best_action({key: value for key, value in worth.items() if key != SPLIT})
        half, whole = self.round.given_up(start)
        counted = {
            STAND: values.stand[start.hand],
            HIT: values.hit[start.hand],
            DOUBLE: values.double[start.hand],
            SURRENDER: half * float(price(Fraction(-1, 2), False))
            + whole * float(price(Fraction(-1), False)),
        }
        total = 0.0
        for candidate, value in counted.items():
            total += float(value[action == candidate].sum())
        if (action == SPLIT).any():
            total += float(start.pair_share) * float(price_split(start.first)[action == SPLIT].sum())
            if start.pair_share < 1:
                otherwise = np.where(action == SPLIT, unsplit, SPLIT)
                rest = sum(float(value[otherwise == key].sum()) for key, value in counted.items())
                total += float(1 - start.pair_share) * rest
        early = self._given_up_early(start)
        for up in early:
            total += float(price(Fraction(-1, 2), False)) * float(self.round.chance_up(start, up))
        ended = pay_table(solver.house, False, False, False)[self._ended_row(start)][BLACKJACK]
        read = [at for at, observation in enumerate(solver.ended) if observation.up not in early]
        return total + float(price(ended, False)) * float(solver.seen_ended[start.hand][read].sum())

    def _ended_row(self, start: Start) -> int:
        return ACE_TEN if self.solver.pay_rows[start.hand] == ACE_TEN else 0

    def _split_hands(self, pair: int) -> Table:
        """How many hands a split becomes, on average, joint with each observation."""
        return sum((2 + growth.pairs) * chance for growth, chance in self.round.splits.growths[pair])

    def _split_linear(self, price: Price, price_chance: Price | None = None) -> SplitPrice:
        """The sum of the hands' means: exact for two hands, near enough for more."""

        def priced(pair: int) -> Table:
            splits = self.round.splits
            one, seen = (
                splits.priced(pair, price, price_chance or price),
                splits.priced(pair, _always, _always),
            )
            unknown, closed = (_ratio(part, whole) for part, whole in zip(one, seen, strict=True))
            return sum(
                chance * (growth.unknown * unknown + growth.closed * closed)
                for growth, chance in splits.growths[pair]
            )

        return priced

    def _observation_of_pair(self, pair: int) -> Table:
        return self.solver.seen[self.solver.graph.find(pair, pair)]

    def _split_whole(self, price: Price) -> SplitPrice:
        """The price of a split's result as a whole, by the estimate of `split_nets`."""

        def priced(pair: int) -> Table:
            worth: Table = self.split_nets(pair) @ np.array([float(price(net, False)) for net in self._nets])
            return worth

        return priced

    def spread(self) -> Spread:
        """Everything a volatility table needs."""
        mean = float(self.round.expectation)
        square = self.mean(_square, self._split_whole(_square))
        hit = self.mean(_is_won, self._split_whole(_is_won))
        push = self.mean(_is_push, self._split_whole(_is_push))
        taken = self.mean(_nothing, self._split_linear(_nothing, _always), _always)
        split = self.mean(_nothing, self._observation_of_pair)
        return Spread(
            standard_deviation=sqrt(max(square - mean**2, 0.0)),
            hit_frequency=hit,
            push_frequency=push,
            loss_frequency=1 - hit - push,
            average_wagered=self.average_wagered,
            double_frequency=self._doubled,
            split_frequency=split,
            second_chance_frequency=taken,
            insurance_frequency=float(self.round.insurance_frequency),
            is_exact=split == 0,
        )

    @cached_property
    def _doubled(self) -> float:
        return self.mean(_is_doubled, self._split_linear(_is_doubled))

    @cached_property
    def average_wagered(self) -> float:
        """All that is staked for one unit of the main wager: doubles, splits and Second Chances with it."""
        chances = self.mean(_nothing, self._split_linear(_nothing, self._chance_stake), self._chance_stake)
        added = self.mean(_nothing, lambda pair: self._split_hands(pair) - self._observation_of_pair(pair))
        return 1 + self._doubled + added + chances

    def _chance_stake(self, _units: Any, doubled: bool) -> int:
        return second_chance_stake(1, int(doubled), self.solver.house)

    def split_nets(self, pair: int) -> Floats:
        """An estimate of the chance of every result of a split, by observation and net; see `SplitBox`."""
        if pair not in self._split_nets:
            self._split_nets[pair] = self._find_split_nets(pair)
        return self._split_nets[pair]

    def _find_split_nets(self, pair: int) -> Floats:
        solver, splits = self.solver, self.round.splits
        chances = np.zeros((len(solver.shown), len(self._nets)))
        action = self.actions[solver.graph.find(pair, pair)]
        split = map(int, np.flatnonzero(action == SPLIT))
        parts: dict[int, tuple[Observation, ...]] = {seen: (solver.shown[seen],) for seen in split}
        for kind, (weight, _) in enumerate(splits.kinds[pair]):
            whole = SplitPair(splits, pair, kind, grain_of(solver), most_parts(solver), alone=False)
            for box in whole.boxes(parts):
                for observation, found in box.estimate().items():
                    chances[observation] += float(weight) * found
        return chances

    @cached_property
    def _nets(self) -> list[Fraction]:
        """What the columns of `split_nets` win."""
        most, grain = most_parts(self.solver), grain_of(self.solver)
        return [Fraction(parts, grain) for parts in range(-most, most + 1)]

    def second_chance(self) -> "ChanceFigures":
        """The Second Chance Wager by itself, for each unit staked on it."""

        def mean(price: Price) -> float:
            return self.mean(_nothing, self._split_linear(_nothing, price), price)

        def won(units: Any, doubled: bool) -> Any:
            return units if units >= 0 else -self._chance_stake(units, doubled)

        stake = mean(self._chance_stake)
        taken = mean(_always)
        if not taken:
            return ChanceFigures(0.0, 0.0, 0.0, 0.0, 0.0)
        average = mean(won) / stake
        square = (
            mean(lambda units, doubled: won(units, doubled) ** 2 / self._chance_stake(units, doubled)) / stake
        )
        hit, push = mean(_is_won) / taken, mean(_is_push) / taken
        return ChanceFigures(average, sqrt(max(square - average**2, 0.0)), hit, push, taken)


def _ratio(part: Table, whole: Table) -> Table:
    return np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)


def _best_action(worth: dict[int, Table]) -> Any:
    """The action that is worth most under each observation; of equals the first."""
    best, action = worth[STAND].copy(), np.full(len(worth[STAND]), STAND)
    for candidate, value in worth.items():
        better = value > best
        best[better], action[better] = value[better], candidate
    return action


def choose(values: Values) -> Any:
    """The best of standing, drawing and doubling, for every hand and observation."""
    action = np.full(values.stand.shape, STAND, dtype=np.int8)
    best = values.stand.copy()
    for candidate, worth, allowed in (
        (HIT, values.hit, values.may_hit),
        (DOUBLE, values.double, values.may_double),
    ):
        better = (worth > best) & allowed[:, None]
        action[better] = candidate
        best[better] = worth[better]
    return action


def _square(units: Any, _: bool) -> Any:
    return units * units


def _is_won(units: Any, _: bool) -> int:
    return int(units > 0)


def _is_push(units: Any, _: bool) -> int:
    return int(units == 0)


def _is_doubled(_: Any, doubled: bool) -> int:
    return int(doubled)


def _nothing(_units: Any, _: bool) -> int:
    return 0


def _always(_units: Any, _: bool) -> int:
    return 1
