"""Every result of a round with its chance, by the player's first two cards and what the dealer holds.

Exact for split hands too. A round is played as `Round` plays it best: even money, insurance and surrender
count as they are taken.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.dealer_outcomes import Observation, observations
from pitboss.exact.final_hands import Floats, grain_of, hand_nets, most_parts
from pitboss.exact.hand_graph import Ints
from pitboss.exact.hand_tables import priced_table
from pitboss.exact.parallel import in_parallel
from pitboss.exact.round_value import Round, Start
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Busts, Solver, Values, choices_of
from pitboss.exact.split_results import SplitBox, SplitPair, SplitResults
from pitboss.rules.cards import ACE
from pitboss.rules.hands import is_blackjack
from pitboss.rules.house import House

HALF = Fraction(1, 2)


class DealerCards(NamedTuple):
    """The dealer's cards as far as results are told apart by them."""

    up: int
    holes: tuple[int, ...]
    observation: int
    """What a player knows then; -1 when the round is over at once."""


@dataclass(frozen=True)
class StartResults:
    """All results of two cards that were dealt."""

    start: Start
    paired: bool
    """The two cards may be split; of ten-values, where rank counts, those of one rank."""
    chance: float
    """Of these cards."""
    chances: Floats
    """By dealer's cards and net parts of a unit, given the player's cards."""


def each_hole(house: House) -> tuple[Observation, ...]:
    """What is announced, with the hole card told apart from any other."""
    return tuple(
        Observation(seen.up, (hole,), seen.label, seen.ends)
        for seen in observations(house)
        for hole in seen.holes
    )


class RoundResults:
    """The chances of all results of the main wager in optimal play."""

    def __init__(self, played: Round, *, by_hole: bool = False) -> None:
        """`by_hole`: results are told apart by the hole card too."""
        self.round, self.solver = played, played.solver
        self.by_hole = by_hole or self._insures_unread
        self.grain, self.most = grain_of(self.solver), most_parts(self.solver)
        self.estimated = 0.0
        """The chance of rounds whose results were estimated: no chance is wrong by more."""
        self._lacking = 0.0

    @property
    def _insures_unread(self) -> bool:
        """Is a hand insured that is played before the dealer looks for Blackjack?"""
        blind = any(seen.up == ACE - 1 and _may_be_blackjack(seen) for seen in self.solver.shown)
        return blind and any(self.round.insures(start, ACE - 1) for start in self.round.starts)

    @cached_property
    def fine(self) -> Solver:
        """The solver by whose observations results are told apart."""
        return (
            Solver(self.solver.house, self.solver.shoe, announce=each_hole) if self.by_hole else self.solver
        )

    @cached_property
    def _known(self) -> Ints:
        """For each observation of the fine solver what a player knows."""
        return np.array([self._observation_of(seen) for seen in self.fine.shown], dtype=np.int64)

    def _observation_of(self, seen: Observation) -> int:
        for number, known in enumerate(self.solver.shown):
            if known.up == seen.up and set(seen.holes) <= set(known.holes):
                return number
        raise LookupError(seen)

    @cached_property
    def dealers(self) -> list[DealerCards]:
        """The rows of every table of chances."""
        shown = zip(self.fine.shown, self._known, strict=True)
        played = [DealerCards(seen.up, seen.holes, int(known)) for seen, known in shown]
        return played + [DealerCards(seen.up, seen.holes, -1) for seen in self.fine.ended]

    def at(self, net: Fraction) -> int:
        """The column of a net result."""
        return int(net * self.grain) + self.most

    @cached_property
    def nets(self) -> list[Fraction]:
        return [Fraction(part, self.grain) for part in range(-self.most, self.most + 1)]

    @cached_property
    def starts(self) -> list[StartResults]:
        """Two cards and all their results; ten-values that do and do not pair stand apart."""
        return [result for start in self.round.starts for result in self._results_of(start)]

    def _results_of(self, start: Start) -> Iterator[StartResults]:
        chance, share = float(start.chance), float(start.pair_share)
        if not start.may_split:
            yield StartResults(start, False, chance, self._chances(start, self._unsplit(start)))
            return
        if share > 0:
            yield StartResults(start, True, chance * share, self._chances(start, self._paired(start)))
        if share < 1:
            unsplit = self._chances(start, self._unsplit(start))
            yield StartResults(start, False, chance * (1 - share), unsplit)

    @property
    def _empty(self) -> Floats:
        return np.zeros((len(self.fine.shown), 2 * self.most + 1))

    def _chances(self, start: Start, shown: Floats) -> Floats:
        """What is decided before the cards are played is put in the place of playing them."""
        ended = np.zeros((len(self.fine.ended), shown.shape[1]))
        ended[:, self.at(Fraction(self.round.ended_pay(start)).limit_denominator(self.grain))] = (
            self.fine.seen_ended[start.hand]
        )
        chances = np.concatenate([shown, ended])
        for row, dealer in enumerate(self.dealers):
            if self.round.takes_even_money(start, dealer.up):
                chances[row] = self._only(Fraction(1), chances[row])
                continue
            if self.round.gives_up_early(start, dealer.up):
                chances[row] = self._only(-HALF, chances[row])
            if self.round.insures(start, dealer.up):
                chances[row] = self._insured(chances[row], dealer)
        return chances

    def _only(self, net: Fraction, row: Floats) -> Floats:
        """The whole chance of a row at one result."""
        alone = np.zeros_like(row)
        alone[self.at(net)] = row.sum()
        return alone

    def _insured(self, row: Floats, dealer: DealerCards) -> Floats:
        return np.roll(row, int(self._insurance_net(dealer.up, dealer.holes) * self.grain))

    def _insurance_net(self, up: int, holes: tuple[int, ...]) -> Fraction:
        odds = self.solver.house.insurance.odds
        blackjack = all(is_blackjack(up + 1, hole + 1) for hole in holes)
        return HALF * Fraction(odds.pays, odds.to) if blackjack else -HALF

    def _unsplit(self, start: Start) -> Floats:
        """The two cards as they are played best without a split."""
        action = self._actions(start)
        large = start.are_large and self.solver.values_from_large is not self.solver.values
        chances = self._empty
        for net, values in self._by_net(large).items():
            column = chances[:, self.at(net)]
            for play, table in ((STAND, values.stand), (HIT, values.hit), (DOUBLE, values.double)):
                column[action == play] = table[start.hand][action == play]
        gives_up = action == SURRENDER
        half, whole = self.fine.given_up(self.fine.dealt[start.hand], self.fine.seen[start.hand])
        chances[gives_up, self.at(-HALF)] = half[gives_up]
        chances[gives_up, self.at(Fraction(-1))] += whole[gives_up]
        return chances

    def _actions(self, start: Start) -> Any:
        worth = {play: value for play, value in self.round.action_values(start).items() if play != SPLIT}
        best, action = worth[STAND], np.full(len(worth[STAND]), STAND)
        for play, value in worth.items():
            action = np.where(value > best, play, action)
            best = np.maximum(value, best)
        return action[self._known]

    def _by_net(self, large: bool) -> dict[Fraction, Values]:
        """For every net result the chance of it in each action of each hand."""
        if large not in self._tables:
            values = self.solver.values_from_large if large else self.solver.values
            policy = choices_of(values)[:, self._known]
            self._tables[large] = {
                net: priced_hands(self.fine, policy, self._busts, _is(net), from_large=large)
                for net in hand_nets(self.solver.house)
            }
        return self._tables[large]

    @cached_property
    def _tables(self) -> dict[bool, dict[Fraction, Values]]:
        return {}

    @cached_property
    def _busts(self) -> Busts:
        """The busts of unsplit hands, with Second Chances taken as a player knows to take them."""
        busts = self.solver.busts
        if self.fine is self.solver or busts.hands is None:
            return busts
        hands = busts.hands
        takes = {doubled: chosen[:, self._known] for doubled, chosen in hands.takes.items()}
        seen = self.fine.see(hands.removed, self.fine.shown)
        return replace(busts, hands=replace(hands, takes=takes, seen=seen, after=None))

    def _paired(self, start: Start) -> Floats:
        """A pair that is split where that is best."""
        unsplit, chances = self._unsplit(start), self._empty
        for kind, (weight, _) in enumerate(self.round.splits.kinds[start.first]):
            share, splits_here = float(weight), self._where_split(start, kind)
            chances += share * np.where(splits_here[self._known][:, None], 0, unsplit)
            for observation in map(int, np.flatnonzero(splits_here)):
                rows, found = self._rows_of(observation), self._split_results[start.first, kind, observation]
                chances[rows] += share * found.chances
                if found.estimated:
                    self._correct(start, share, rows, found)
        return chances

    def _where_split(self, start: Start, kind: int) -> Any:
        """By observation, whether the pair is split; not where it was given up before."""
        early = [self.round.gives_up_early(start, seen.up) for seen in self.solver.shown]
        return self.round.where_split(start)[kind] & ~np.array(early)

    def _rows_of(self, observation: int) -> Ints:
        return np.flatnonzero(self._known == observation)

    @cached_property
    def _split_results(self) -> dict[tuple[int, int, int], SplitResults]:
        """By value and kind of the pair and by observation; found side by side."""
        boxes = [
            ((start.first, kind), box)
            for start in self.round.starts
            for kind in range(len(self.round.where_split(start)) if start.may_split else 0)
            for box in self._boxes(start, kind)
        ]
        results = in_parallel(SplitBox.results, [box for _, box in boxes])
        return {
            (*pair, observation): found
            for (pair, _), by_observation in zip(boxes, results, strict=True)
            for observation, found in by_observation.items()
        }

    def _boxes(self, start: Start, kind: int) -> Iterator[SplitBox]:
        seen = map(int, np.flatnonzero(self._where_split(start, kind)))
        parts = {each: tuple(self.fine.shown[row] for row in self._rows_of(each)) for each in seen}
        yield from SplitPair(self.round.splits, start.first, kind, self.grain, self.most).boxes(parts)

    def _correct(self, start: Start, share: float, rows: Ints, found: SplitResults) -> None:
        """Note how much was estimated, and what the mean square lacks by it."""
        dealt = float(start.chance * start.pair_share) * share
        self.estimated += dealt * found.estimated
        units = np.array([float(net) for net in self.nets])
        lacking = found.mean_square - found.chances @ (units * units)
        for part, row in enumerate(rows):
            dealer = self.dealers[row]
            if self.round.insures(start, dealer.up):
                moved = self._insurance_net(dealer.up, dealer.holes)
                lacking[part] += 2 * float(moved) * (found.mean - found.chances @ units)[part]
        self._lacking += dealt * float(lacking.sum())

    def gives_up(self, cards: StartResults, row: int) -> bool:
        """Whether these cards are surrendered against the dealer's cards of a row."""
        start, dealer = cards.start, self.dealers[row]
        if self.round.takes_even_money(start, dealer.up):
            return False
        if self.round.gives_up_early(start, dealer.up):
            return True
        splits = cards.paired and any(where[dealer.observation] for where in self.round.where_split(start))
        return dealer.observation >= 0 and not splits and bool(self._actions(start)[row] == SURRENDER)

    @property
    def splits_tens_by_rank(self) -> bool:
        """Whether tens of one rank are split: then the main wager asks for ranks too."""
        tens = [start for start in self.round.starts if start.may_split and start.pair_share < 1]
        return any(self.round.ever_splits(start) for start in tens)

    @cached_property
    def variance(self) -> float:
        """Exact, also where chances of results were estimated."""
        square = sum(float(net * net) * chance for net, chance in self.distribution.items())
        return square + self._lacking - float(self.round.expectation) ** 2

    @cached_property
    def distribution(self) -> dict[Fraction, float]:
        """The chance of every net result of the main wager, in units."""
        total = sum(result.chance * result.chances.sum(axis=0) for result in self.starts)
        return {net: float(total[at]) for at, net in enumerate(self.nets) if total[at] > 0}


def priced_hands(solver: Solver, policy: Any, busts: Busts, price: Any, *, from_large: bool) -> Values:
    """Unsplit hands played by a policy, under a price of what they win."""
    plain = solver.house
    stand, doubled = (
        solver.paid(
            solver.rows,
            solver.dealt,
            solver.seen,
            priced_table(plain, False, twice, price, from_large=from_large),
        )
        for twice in (False, True)
    )
    everything = np.ones(len(solver.rows), dtype=np.bool_)
    return solver.sweep(
        stand, doubled, everything, everything, solver.rows, solver.seen, np.zeros_like(solver.cards),
        solver.price_busts(busts, price, price), policy, solver.backwards,
    )  # fmt: skip


def _may_be_blackjack(seen: Observation) -> bool:
    return any(is_blackjack(seen.up + 1, hole + 1) for hole in seen.holes)


def _is(net: Fraction) -> Any:
    return lambda units, _: int(units == net)
