"""The whole round: two cards, everything a player may do with them, and what the wager is worth."""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES
from pitboss.exact.dealer_outcomes import BLACKJACK
from pitboss.exact.hand_tables import ACE_TEN, pay_table, two_cards
from pitboss.exact.house_parts import round_rules
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Solver, Values
from pitboss.exact.split import CDP1, CDZ, FIXED, Splits
from pitboss.rules.cards import ACE, Range, range_of
from pitboss.rules.hands import BoxHand, holds_blackjack
from pitboss.rules.house import House, Surrender
from pitboss.rules.player import may_insure, may_split, may_surrender, may_take_even_money

ACTIONS = ("stand", "hit", "double", "split", "surrender")


@dataclass(frozen=True)
class Start:
    """Two cards as dealt, and how they are dealt."""

    hand: int
    first: int
    second: int
    chance: Any
    """Of being dealt, in either order."""
    box: BoxHand
    """As the rules judge it."""
    may_split: bool
    pair_share: Any
    """The share of such hands that may be split: ten-values of one rank, where rank counts."""
    are_large: bool
    """Both cards are of the Large range."""


class Round:
    """Optimal play of the main wager for one solver; or play as another round found it best."""

    def __init__(
        self,
        solver: Solver,
        method: str | None = None,
        leader: "Round | None" = None,
        *,
        weighs: bool = False,
        thorough: bool = False,
    ) -> None:
        """`weighs`: of a leader's choices, the actions that were not chosen are valued too.

        `thorough`: the best play of every split hand is found, even of those that clearly stand.
        """
        self._thorough = thorough
        self.solver = solver
        self.method = method or split_method(solver.house)
        self.numbers = solver.numbers
        self.leader = leader
        self._weighs = weighs
        self._worth: dict[int, dict[int, Table]] = {}
        self._best: dict[int, Table] = {}

    @cached_property
    def splits(self) -> Splits:
        if self.leader is None:
            return Splits(self.solver, self.method, thorough=self._thorough)
        splits = self.leader.splits
        return Splits(self.solver, FIXED, dict(splits.policies), leader=splits, weighs=self._weighs)

    @cached_property
    def starts(self) -> list[Start]:
        return self.solver.once(("starts", self.solver.house.split), self._starts)

    def _starts(self) -> list[Start]:
        solver = self.solver
        shoe, size = solver.shoe.values, solver.shoe.size
        starts = []
        for first in range(VALUES):
            for second in range(first, VALUES):
                hand = solver.graph.find(first, second)
                if hand >= 0:
                    orders = shoe[first] * (shoe[second] - (first == second)) * (1 if first == second else 2)
                    chance = self.numbers.one * orders / (size * (size - 1))
                    starts.append(self._start(hand, first, second, chance))
        return starts

    def _start(self, hand: int, first: int, second: int, chance: Any) -> Start:
        solver = self.solver
        box = two_cards(solver.graph, hand, False, 0)
        assert box is not None
        splits = may_split(box, 1, solver.house)
        share = self.numbers.one
        if splits and solver.house.split.by_rank and first + 1 == VALUES:
            tens = solver.shoe.ranks[VALUES - 1 :]
            pairs, all_pairs = sum(n * (n - 1) for n in tens), sum(tens) * (sum(tens) - 1)
            share = self.numbers.one * pairs / all_pairs
        are_large = range_of(first + 1) == range_of(second + 1) == Range.LARGE
        return Start(hand, first, second, chance, box, splits, share, are_large)

    def action_values(self, start: Start) -> dict[int, Table]:
        """What each permitted action is worth under each observation, for this hand as dealt.

        A round that follows another one leaves out the split of a pair which that one never splits.
        """
        if start.hand not in self._worth:
            self._worth[start.hand] = self._action_values(start)
        return self._worth[start.hand]

    def _action_values(self, start: Start) -> dict[int, Table]:
        solver, row = self.solver, self.numbers.row
        box, plain = start.box, self.values_of(start)
        worth = {STAND: row(plain.stand[start.hand])}
        if holds_blackjack(box, solver.house):
            return worth
        if plain.may_hit[start.hand]:
            worth[HIT] = row(plain.hit[start.hand])
        if plain.may_double[start.hand]:
            worth[DOUBLE] = row(plain.double[start.hand])
        if start.may_split and (self.leader is None or self.leader.ever_splits(start)):
            worth[SPLIT] = self.splits.worth(start.first)
        if may_surrender(box, solver.house):
            half, whole = self.given_up(start)
            worth[SURRENDER] = -half / 2 - whole
        return worth

    def values_of(self, start: Start) -> Values:
        """Values of hands that grow out of this start: two Large cards may count for more."""
        return self.solver.values_from_large if start.are_large else self.solver.values

    def given_up(self, start: Start) -> tuple[Table, Table]:
        """The chances that a surrender costs half the wager, and that a dealer's Blackjack takes it all."""
        half, whole = self.solver.given_up(self.solver.dealt[start.hand], self.solver.seen[start.hand])
        return self.numbers.row(half), self.numbers.row(whole)

    def best(self, start: Start) -> Table:
        """The value under each observation, playing best; a pair that may not always split is averaged."""
        worth = self.action_values(start)
        without = _chosen(worth, (self.leader or self).action_values(start))
        if SPLIT not in worth:
            return without
        paired = sum(
            weight * np.where(splits, value, without)
            for splits, (weight, value) in zip(
                self.where_split_by_guide(start), self.splits.kinds[start.first], strict=True
            )
        )
        return start.pair_share * paired + (1 - start.pair_share) * without

    def where_split_by_guide(self, start: Start) -> list[Any]:
        """The same as the round that is followed has it."""
        return (self.leader or self).where_split(start)

    def where_split(self, start: Start) -> list[Any]:
        """Under which observations this pair is split, for each kind of it."""
        worth = self.action_values(start)
        without = _chosen(worth, worth)
        return [value > without for _, value in self.splits.kinds[start.first]]

    def ever_splits(self, start: Start) -> bool:
        return SPLIT in self.action_values(start) and any(where.any() for where in self.where_split(start))

    def start_value(self, start: Start) -> Any:
        """The value of a starting hand over everything the dealer may show."""
        if self.solver.shared is None:
            return self._start_value(start)
        return self.solver.shared.once(self._made_of(start), lambda: self._start_value(start))

    def _start_value(self, start: Start) -> Any:
        return sum(self.up_value(start, up) for up in range(VALUES))

    def _made_of(self, start: Start) -> Hashable:
        """All that the value of two cards is made of, where solvers share their parts."""
        split = self._split_parts[start.first] if start.may_split else 0
        return (
            "start",
            start.hand,
            id(self.values_of(start)),
            split,
            self._round_part,
            self.ended_pay(start),
        )

    @cached_property
    def _split_parts(self) -> dict[int, int]:
        pairs = {start.first for start in self.starts if start.may_split}
        return {value: id(self.splits.worth(value)) for value in pairs}

    @cached_property
    def _round_part(self) -> int:
        rules = round_rules(self.solver.house)
        return id(self.solver.once(("round", rules), lambda: rules))

    def up_value(self, start: Start, up: int) -> Any:
        guide = self.leader or self
        if guide.takes_even_money(start, up):
            return self.chance_up(start, up)
        return self.kept(start, up)

    def kept(self, start: Start, up: int) -> Any:
        """What the hand is worth against this up card without even money: given up early, insured, played."""
        chance_up, guide = self.chance_up(start, up), self.leader or self
        value = -chance_up / 2 if guide.gives_up_early(start, up) else self.met(start, up)
        if guide.insures(start, up):
            value += self.insurance_value(start, chance_up) / 2
        return value

    def gives_up_early(self, start: Start, up: int) -> bool:
        """Whether the hand is best surrendered before the reader, where that may be done."""
        house = self.solver.house
        if house.surrender.when != Surrender.EARLY or not may_surrender(start.box, house):
            return False
        return bool(-self.chance_up(start, up) / 2 > self.met(start, up))

    def met(self, start: Start, up: int) -> Any:
        """The value of a starting hand against this up card, nothing being done before the reader."""
        solver, best = self.solver, self.best_of(start)
        value = sum(
            (best[at] for at, observation in enumerate(solver.shown) if observation.up == up),
            self.numbers.zero,
        )
        ended = self.numbers.row(solver.seen_ended[start.hand])
        lost = sum(
            (ended[at] for at, observation in enumerate(solver.ended) if observation.up == up),
            self.numbers.zero,
        )
        return value + lost * self.ended_pay(start)

    def ended_pay(self, start: Start) -> Any:
        """What the hand is paid when the reader ends the round."""
        return self._ended_pays[bool(self.solver.pay_rows[start.hand] == ACE_TEN)]

    @cached_property
    def _ended_pays(self) -> tuple[Any, Any]:
        pays = pay_table(self.solver.house, False, False, False)
        plain, natural = (self.numbers.one * pays[row][BLACKJACK] for row in (0, ACE_TEN))
        return plain, natural

    def insures(self, start: Start, up: int) -> bool:
        """Whether insurance may be taken with this hand and is worth it."""
        may = may_insure(start.box, up + 1, self.solver.house)
        return may and bool(self.insurance_value(start, self.chance_up(start, up)) > 0)

    def takes_even_money(self, start: Start, up: int) -> bool:
        """Whether even money may be taken with this hand and is worth more than keeping it."""
        may = may_take_even_money(start.box, up + 1, self.solver.house)
        return may and bool(self.chance_up(start, up) > self.kept(start, up))

    def insurance_value(self, start: Start, chance_up: Any) -> Any:
        """A unit of insurance on the dealer's ace, joint with the ace being up."""
        solver = self.solver
        left = solver.cards - solver.graph.counts[start.hand]
        size = int(left.sum())
        tens = self.numbers.one * int(left[ACE - 1]) * int(left[VALUES - 1]) / (size * (size - 1))
        odds = solver.house.insurance.odds
        return tens * odds.pays / odds.to - (chance_up - tens)

    @cached_property
    def insurance_frequency(self) -> Any:
        """How often insurance is worth taking, by one's own cards and the ace."""
        taken = self.numbers.zero
        for start in self.starts:
            if self.insures(start, ACE - 1):
                taken += start.chance * self.chance_up(start, ACE - 1)
        return taken

    def chance_up(self, start: Start, up: int) -> Any:
        """The chance of this up card, given the hand."""
        return self.solver.once(("up", start.hand, up), lambda: self._chance_up(start, up))

    def _chance_up(self, start: Start, up: int) -> Any:
        solver = self.solver
        shown = [at for at, observation in enumerate(solver.shown) if observation.up == up]
        ended = [at for at, observation in enumerate(solver.ended) if observation.up == up]
        seen, over = (self.numbers.row(table[start.hand]) for table in (solver.seen, solver.seen_ended))
        total = sum((seen[at] for at in shown), self.numbers.zero)
        return total + sum((over[at] for at in ended), self.numbers.zero)

    def best_of(self, start: Start) -> Table:
        """The same, found once."""
        if start.hand not in self._best:
            self._best[start.hand] = self.best(start)
        return self._best[start.hand]

    @cached_property
    def expectation(self) -> Any:
        """What one unit of the main wager is worth to the player."""
        if self.leader is None and self.solver.shared is None:
            self.splits.deal_ahead(start.first for start in self.starts if start.may_split)
        return sum((start.chance * self.start_value(start) for start in self.starts), self.numbers.zero)


def split_method(house: House) -> str:
    """CDP1 where a box becomes two hands at most, and the best play is known; CDZ- where hands multiply."""
    return CDP1 if house.split.max_hands <= 2 else CDZ


def _chosen(worth: dict[int, Table], guide: dict[int, Table]) -> Table:
    """The value of the action that is best by the guide, splits aside; of equals the first."""
    chosen = highest = None
    for action, value in guide.items():
        if action == SPLIT:
            continue
        if chosen is None or highest is None:
            chosen, highest = worth[action], value
        else:
            better = value > highest
            chosen, highest = np.where(better, worth[action], chosen), np.where(better, value, highest)
    return chosen
