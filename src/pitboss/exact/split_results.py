"""The results of a split, all hands of the box together.

Hands are drawn from one shoe and meet one dealer, whose cards come from what all of them leave. So the sets
of cards in which hands end are added up, and the dealer is dealt once for every sum: nothing is taken as
independent. Where so many sums would take too long, the hands are taken as independent in two groups given
the dealer's total; how likely it is that so many hands come to be is then known, and no chance can be wrong
by more. The spread is exact even so: it needs two hands at a time.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from pitboss.exact import hand_sums
from pitboss.exact.composition import VALUES
from pitboss.exact.dealer_outcomes import OUTCOMES, OVER, Observation
from pitboss.exact.final_hands import OTHER_TEN, FinalHands, Floats, HandKinds, SplitEndings
from pitboss.exact.hand_graph import BITS, Ints, decoded
from pitboss.exact.solve import Solver
from pitboss.exact.split import Growth, Splits, growths

MOST_PAIRS = 2_000_000
"""Pairs of sets of cards that are added up for so many hands of one pair under one observation."""
ALWAYS_EXACT = 2
"""So many hands are added up however long it takes."""
BLOCK = 4_000
"""Hands on the left that are taken together."""
FEW = 4_000
"""Sets of cards that are quicker dealt with all observations than with a dealer's tree of their own."""
TWO = 2

Term = tuple[int, int, int]
"""Hands taken together, how many of them are closed, and how often they are counted."""


@dataclass(frozen=True)
class SplitResults:
    """All results of one kind of a pair under one observation."""

    chances: Floats
    """By part of the observation and by net in parts of a unit, joint with the part; given the pair."""
    estimated: float
    """The chance of so many hands that their results were estimated."""
    mean: Floats
    mean_square: Floats
    """In units, joint with each part; exact."""


@dataclass(frozen=True)
class SplitPair:
    """A pair that is split: one kind of one value, and in which parts of a unit it is paid."""

    splits: Splits
    value: int
    kind: int
    grain: int
    middle: int
    """No result has more parts, won or lost."""
    alone: bool = True
    """Boxes deal for themselves, side by side; else with the solver's own rows, many of which it has."""

    def boxes(self, parts: dict[int, tuple[Observation, ...]]) -> "Iterator[SplitBox]":
        """Observations under which the hands end alike share a box; `parts` divide each observation."""
        alike: dict[bytes, SplitBox] = {}
        for observation, divided in parts.items():
            kinds = HandKinds(self.grain)
            one = SplitEndings(self.splits, self.value, kinds).one_hand(observation, self._may_close)
            key = b" ".join([*(column.tobytes() for column in one), kinds.table.tobytes()])
            box = alike.setdefault(key, SplitBox(self, kinds, _gathered(*one)))
            box.parts_of[observation] = divided
        yield from alike.values()

    @property
    def ways(self) -> tuple[Growth, ...]:
        return growths(self.splits.most_hands(self.value))

    @property
    def _may_close(self) -> bool:
        return any(growth.closed for growth in self.ways)


class SplitBox:
    """A box that splits a pair under observations that have its hands end alike."""

    def __init__(self, pair: SplitPair, kinds: HandKinds, one: FinalHands) -> None:
        self.solver, self.value, self.middle = pair.splits.solver, pair.value, pair.middle
        self.kinds, self._one, self._pair = kinds, one, pair
        self.parts_of: dict[int, tuple[Observation, ...]] = {}
        self.kind_cards = int(pair.splits.kinds_of(pair.value)[pair.kind][0])
        """Cards that would pair again after the first two."""
        self._meet, self._worth = cache(self._find_met), cache(self._find_worth)

    @cached_property
    def parts(self) -> tuple[Observation, ...]:
        return tuple(part for parts in self.parts_of.values() for part in parts)

    @cached_property
    def dealer(self) -> Solver:
        return Solver(self.solver.house, self.solver.shoe, announce=lambda _: self.parts)

    @cached_property
    def growths(self) -> list[tuple[Growth, Floats]]:
        """With the chance of each under every observation, given the pair."""
        pair, seen = self._pair, list(self.parts_of)
        share, ways = float(pair.splits.kinds[pair.value][pair.kind][0]), len(pair.ways)
        here = pair.splits.growths[pair.value][pair.kind * ways : (pair.kind + 1) * ways]
        chances = [(growth, np.asarray(chance[seen], dtype=np.float64) / share) for growth, chance in here]
        return [(growth, chance) for growth, chance in chances if chance.any()]

    def results(self) -> dict[int, SplitResults]:
        """By observation."""
        total, estimated = self._empty, np.zeros(len(self.parts_of))
        by_hands: dict[int, list[tuple[Growth, Floats]]] = {}
        for growth, chance in self.growths:
            by_hands.setdefault(TWO + growth.pairs, []).append((growth, chance))
        for hands, ways in by_hands.items():
            if self._is_added_up(hands):
                total += self._paid(self._met(hands)[0], [growth for growth, _ in ways])
            else:
                chance = sum((each for _, each in ways), np.zeros(len(self.parts_of)))
                total += self._independent(hands, [growth for growth, _ in ways], chance)
                estimated += chance
        chances = total.sum(axis=1)
        if estimated.any():
            mean, square = self._mean(), self._mean_square()
        else:
            units = np.arange(-self.middle, self.middle + 1) / self.kinds.grain
            mean, square = chances @ units, chances @ units**2
        return {
            observation: SplitResults(chances[here], float(share), mean[here], square[here])
            for (observation, here), share in zip(self._where.items(), estimated, strict=True)
        }

    @cached_property
    def _where(self) -> dict[int, slice]:
        """By observation, the places of its parts."""
        ends = np.cumsum([len(parts) for parts in self.parts_of.values()])
        return {
            seen: slice(int(end) - len(self.parts_of[seen]), int(end))
            for seen, end in zip(self.parts_of, ends, strict=True)
        }

    @property
    def _empty(self) -> Floats:
        return np.zeros((len(self.parts), OUTCOMES, 2 * self.middle + 1))

    def estimate(self) -> dict[int, Floats]:
        """The chance of every net result by observation, none of which is divided.

        Hands are taken as independent given the dealer's outcome.
        """
        one = self._meet(1, 0)[0]
        closed, unknown = (self._paid(one, [Growth(0, known, 1 - known, 1)]) for known in (1, 0))
        met = _ratio(unknown.sum(axis=2), unknown.sum(axis=(1, 2))[:, None])
        size = 2 * self.middle * max(TWO + growth.pairs for growth, _ in self.growths) + 1
        waves = [np.fft.rfft(_ratio(one, one.sum(axis=2)[:, :, None]), size) for one in (closed, unknown)]
        total = np.zeros((len(self.parts), 2 * self.middle + 1))
        for growth, chance in self.growths:
            both = np.fft.irfft(waves[0] ** growth.closed * waves[1] ** growth.unknown, size)
            middle = (growth.closed + growth.unknown) * self.middle
            here = both[:, :, middle - self.middle : middle + self.middle + 1]
            total += chance[:, None] * np.einsum("po,pon->pn", met, here)
        return dict(zip(self.parts_of, total, strict=True))

    # ---- hands together

    @cached_property
    def _two(self) -> FinalHands:
        one = self._one
        sums = self.kinds.sums(one.kinds, one.kinds)
        return _gathered(
            (one.codes[:, None] + one.codes[None, :]).ravel(),
            sums[one.kinds[:, None], one.kinds[None, :]].ravel(),
            (one.orders[:, None] * one.orders[None, :]).ravel(),
        )

    def _is_added_up(self, hands: int) -> bool:
        if hands <= ALWAYS_EXACT:
            return True
        one = len(self._one.codes)
        if one**2 / 2 > MOST_PAIRS:
            return False
        two = len(self._two.codes)
        return two * (one if hands == TWO + 1 else two / 2) <= MOST_PAIRS

    def _halves(self, hands: int) -> Iterator[tuple[FinalHands, FinalHands]]:
        """So many hands as two sets; the first in blocks, lest too many sums are held at a time."""
        if hands == 1:
            yield self._one, self._nothing
        elif hands == TWO:
            yield self._one, self._one
        else:
            right = self._one if hands == TWO + 1 else self._two
            for first in range(0, len(self._two.codes), BLOCK):
                here = slice(first, first + BLOCK)
                yield self._two.part(here), right

    @property
    def _nothing(self) -> FinalHands:
        return FinalHands(np.zeros(1, np.int64), np.array([self.kinds.nothing]), np.ones(1))

    def _met(self, hands: int) -> list[Floats]:
        """Chances of so many hands by kind, part and outcome, with none, one, two… more of the pair away."""
        return self._meet(hands, self._deepest if hands <= TWO else 0)

    def _find_met(self, hands: int, deepest: int) -> list[Floats]:
        first, more = min(hands, TWO), max(hands - TWO, 0)
        columns = len(self.parts) * OUTCOMES
        out = [np.zeros((0, columns)) for _ in range(deepest + 1)]
        for left, right in self._halves(hands):
            sums, same = self.kinds.sums(left.kinds, right.kinds), left is right
            codes, *where = hand_sums.unions(left.codes, right.codes, same)
            for gone in range(len(out)):
                chances = self._chances(codes, more, first, gone + TWO - first).reshape(-1, columns)
                out[gone] = _grown(out[gone], len(self.kinds))
                hand_sums.add_met(*left, *right, same, sums, *where, chances, out[gone])
        return [_grown(table, len(self.kinds)).reshape(-1, len(self.parts), OUTCOMES) for table in out]

    @property
    def _deepest(self) -> int:
        """How many more of the pair are taken as gone: none, unless hands are estimated."""
        if all(self._is_added_up(TWO + growth.pairs) for growth, _ in self.growths):
            return 0
        most = max(growth.pairs + growth.closed for growth, _ in self.growths)
        return min(most, self.kind_cards)

    def _paid(self, met: Floats, ways: list[Growth]) -> Floats:
        """The chance of every sum of payments, over all ways to come by so many hands."""
        total = self._empty
        shares = np.zeros(len(met))
        for growth in ways:
            shares += growth.ways * self.kinds.shares(growth.closed)[: len(met)]
        counted = np.flatnonzero((shares > 0) & met.any(axis=(1, 2)))
        nets = self.middle + self.kinds.table[counted]
        weighed = shares[counted, None, None] * met[counted]
        for outcome in range(OUTCOMES):
            for part in range(len(self.parts)):
                np.add.at(total[part, outcome], nets[:, outcome], weighed[:, part, outcome])
        return total

    def _independent(self, hands: int, ways: list[Growth], chance: Floats) -> Floats:
        """Two groups of hands taken as independent given the dealer's outcome: an estimate."""
        total = self._empty
        for growth in ways:
            first = hands // 2
            closed = min(growth.closed, first)
            groups = [(first, closed), (hands - first, growth.closed - closed)]
            one, other = (
                self._paid(self._met(size)[0], [Growth(0, known, size - known, growth.ways)])
                for size, known in groups
            )
            met = one.sum(axis=2)
            one, other = (_ratio(group, group.sum(axis=2)[:, :, None]) for group in (one, other))
            for part in range(len(self.parts)):
                for outcome in range(OUTCOMES):
                    both = np.convolve(one[part, outcome], other[part, outcome])
                    total[part, outcome] += met[part, outcome] * both[self.middle : -self.middle]
        for here, share in zip(self._where.values(), chance, strict=True):
            total[here] *= share / total[here].sum()
        return total

    # ---- the dealer

    def _chances(self, codes: Ints, more: int, first: int, gone: int) -> Floats:
        """The chance of these cards in one order, joint with the dealer's outcomes, given the pair.

        Given the first cards of so many hands and `gone` more of their kind away; `more` are drawn.
        """
        pair = np.zeros(VALUES, dtype=np.int64)
        pair[self.value] = 1
        removed = decoded(codes & (OTHER_TEN - 1)) + gone * pair
        dealt = self._dealt(removed)
        seen = self.solver.see(removed, self.parts)
        dealt[:, :, OVER] = seen - dealt[:, :, :OVER].sum(axis=2)
        given = self._fallen((first + gone) * pair[None, :])[0]
        drawn = self._fallen(removed) / given
        drawn *= self._of_rank(codes >> (BITS * VALUES), more, first + gone)
        chances: Floats = np.where(drawn[:, None, None] > 0, dealt * drawn[:, None, None], 0)
        return chances

    def _dealt(self, removed: Ints) -> Floats:
        if self._pair.alone or len(removed) > FEW:
            alone: Floats = self.dealer.deal_rows(removed).reshape(len(removed), -1, OUTCOMES)
            return alone
        rows = self.solver.deal(removed).reshape(len(removed), -1, OUTCOMES)
        return np.ascontiguousarray(rows[:, list(self.parts_of)])

    def _fallen(self, removed: Ints) -> Floats:
        chances = np.zeros(len(removed))
        hand_sums.falling_chances(removed, self.solver.cards, chances)
        return chances

    def _of_rank(self, other_tens: Ints, more: int, away: int) -> Floats:
        """Where rank decides what pairs: the share of tens that are of the ranks they must be of.

        With `away` of the pair's rank gone, so many more of it are drawn, and marked ones of other ranks.
        """
        tens = int(self.solver.cards[VALUES - 1])
        if not (self.solver.house.split.by_rank and self.value + 1 == VALUES):
            return np.ones(len(other_tens))
        others = tens - TWO - self.kind_cards
        shares = [
            _falling(self.kind_cards + TWO - away, more)
            * _falling(others, marked)
            / _falling(tens - away, more + marked)
            for marked in range(int(other_tens.max(initial=0)) + 1)
        ]
        return np.array(shares)[other_tens]

    # ---- the spread, from two hands at a time

    def _mean(self) -> Floats:
        return self._over_growths(lambda growth: ((1, 1, growth.closed), (1, 0, growth.unknown)), 1)

    def _mean_square(self) -> Floats:
        """The hands are exchangeable: all pairs of them, less what each is counted too often in them."""

        def times(growth: Growth) -> tuple[Term, ...]:
            closed, unknown = growth.closed, growth.unknown
            often = closed + unknown - 2
            return (
                (1, 1, -often * closed), (1, 0, -often * unknown), (2, 2, closed * (closed - 1) // 2),
                (2, 1, closed * unknown), (2, 0, unknown * (unknown - 1) // 2),
            )  # fmt: skip

        return self._over_growths(times, 2)

    def _over_growths(
        self, terms: Callable[[Growth], tuple[tuple[int, int, int], ...]], power: int
    ) -> Floats:
        """Of hands taken together, so many of them closed, so many times; the others are only there."""
        total = np.zeros(len(self.parts))
        for growth, _ in self.growths:
            drawn = growth.ways * self._drawn(growth.pairs)
            for hands, closed, times in terms(growth):
                if times and drawn > 0:
                    worth = self._worth(hands, closed, growth.pairs, growth.closed - closed, power)
                    total += drawn * times * worth
        return total

    def _find_worth(self, hands: int, closed: int, gone: int, others: int, power: int) -> Floats:
        """A power of what these hands win; `others` more hands drew a card that does not pair.

        That they did follows as in `split`: what is with any card, less what is with one more of the pair
        gone.
        """
        if others:
            value: Floats = self._worth(hands, closed, gone, others - 1, power)
            chance = self._pair_chance(gone)
            if chance <= 0:
                return value
            return value - chance * self._worth(hands, closed, gone + 1, others - 1, power)
        met = self._met(hands)[gone]
        prices = (self.kinds.table[: len(met)] / self.kinds.grain) ** power
        worth: Floats = np.einsum("k,kpo,ko->p", self.kinds.shares(closed)[: len(met)], met, prices)
        return worth

    def _pair_chance(self, gone: int) -> float:
        """The chance that a card is of the pair's kind, with two and `gone` more away."""
        return max(self.kind_cards - gone, 0) / (self.solver.shoe.size - TWO - gone)

    def _drawn(self, pairs: int) -> float:
        drawn = 1.0
        for gone in range(pairs):
            drawn *= self._pair_chance(gone)
        return drawn


def _gathered(codes: Ints, kinds: Ints, orders: Floats) -> FinalHands:
    """Hands in the order of their cards, equal ones put together."""
    order = np.lexsort((kinds, codes))
    codes, kinds, orders = codes[order], kinds[order], orders[order]
    count = hand_sums.gathered(codes, kinds, orders)
    return FinalHands(codes[:count], kinds[:count], orders[:count])


def _grown(table: Floats, rows: int) -> Floats:
    """The table with so many rows."""
    if len(table) == rows:
        return table
    return np.concatenate([table, np.zeros((rows - len(table), table.shape[1]))])


def _ratio(part: Floats, whole: Floats) -> Floats:
    shares: Floats = np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)
    return shares


def _falling(cards: int, drawn: int) -> float:
    ways = 1.0
    for taken in range(drawn):
        ways *= max(cards - taken, 0)
    return ways
