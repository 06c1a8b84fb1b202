"""How one hand of a split ends: every set of cards, in how many orders they are drawn, and what it is paid.

A split hand is played by its own cards alone, so under one observation its play says which sets of cards it
can end with. Unseen cards are exchangeable: a set is as likely as its number of orders has it.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import lcm
from operator import add
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.composition import VALUES
from pitboss.exact.dealer_outcomes import BLACKJACK, OUTCOMES
from pitboss.exact.hand_graph import BITS, CODE, Ints
from pitboss.exact.hand_tables import bust_table, chance_table, pay_table
from pitboss.exact.solve import DOUBLE, HIT, SURRENDER, Solver
from pitboss.exact.split import SplitHand, Splits
from pitboss.rules.house import House

Floats = NDArray[np.float64]
Pays = tuple[Fraction, ...]
"""Net units against each of the dealer's outcomes."""
Parts = tuple[int, ...]
"""The same as whole numbers of a part of a unit."""

OTHER_TEN = 1 << (BITS * VALUES)
"""Added to a code for a ten that is known to be of another rank than the pair."""


class FinalHands(NamedTuple):
    """Sets of cards in which a hand ends, with the number of orders of each; the pair's card is in all."""

    codes: Ints
    kinds: Ints
    """Numbers of `HandKinds`."""
    orders: Floats

    def part(self, where: slice) -> "FinalHands":
        return FinalHands(self.codes[where], self.kinds[where], self.orders[where])


STOOD, BUST, CHANCE = "stood", "bust", "chance"
EITHER, ANY_ONLY, CLOSED_ONLY = range(3)
"""What a hand counts for: its second card may be any card, or must not pair, or both are said of it."""


class HandKinds:
    """Every way in which hands are paid together, with what each of them counts for; each way once."""

    def __init__(self, grain: int) -> None:
        self.grain = grain
        """Parts of a unit, in whole numbers of which hands are paid."""
        self._numbers: dict[tuple[Parts, tuple[int, ...]], int] = {}
        self.nothing = self.number((0,) * OUTCOMES, ())

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, parts: Parts, counts_for: tuple[int, ...]) -> int:
        return self._numbers.setdefault((parts, counts_for), len(self._numbers))

    @property
    def table(self) -> Ints:
        """By kind, what is paid against each outcome of the dealer's."""
        return np.array([parts for parts, _ in self._numbers], dtype=np.int64)

    def sums(self, left: Ints, right: Ints) -> Ints:
        """The kind of two kinds taken together."""
        known = list(self._numbers)
        numbers = np.zeros((len(known), len(known)), dtype=np.int64)
        for one in np.unique(left):
            for other in np.unique(right):
                (parts, roles), (more, others) = known[one], known[other]
                both = tuple(map(add, parts, more)), tuple(sorted(roles + others))
                numbers[one, other] = self.number(*both)
        return numbers

    def shares(self, closed: int) -> Floats:
        """By kind, the share of choices of so many of its hands to be closed that it allows."""
        found = {roles: _share(roles, closed) for _, roles in self._numbers}
        return np.array([found[roles] for _, roles in self._numbers])


def _share(roles: tuple[int, ...], closed: int) -> float:
    choices = list(combinations(range(len(roles)), closed))
    allowed = [
        all(role != (ANY_ONLY if at in chosen else CLOSED_ONLY) for at, role in enumerate(roles))
        for chosen in choices
    ]
    return sum(allowed) / len(allowed) if allowed else 0.0


def grain_of(solver: Solver) -> int:
    """Parts of a unit in which every payment of a round is a whole number."""
    house = solver.house
    tables = [
        row
        for split in (False, True)
        for doubled in (False, True)
        for large in (False, True)
        for row in pay_table(house, split, doubled, large)
    ]
    tables += [bust_table(house, doubled) for doubled in (False, True)]
    if house.second_chance.offered:
        tables += [row for doubled in (False, True) for row in chance_table(house, doubled)]
    insured = Fraction(house.insurance.odds.pays, 2 * house.insurance.odds.to)
    return lcm(2, insured.denominator, *(cell.denominator for row in tables for cell in row))


@lru_cache(maxsize=64)
def hand_nets(house: House) -> tuple[Fraction, ...]:
    """Every net result that one hand may have."""
    nets = {Fraction(-1, 2), Fraction(-1)}
    for doubled in (False, True):
        nets |= set(bust_table(house, doubled))
        for split, large in ((False, False), (False, True), (True, False)):
            nets |= {cell for row in pay_table(house, split, doubled, large) for cell in row}
        if house.second_chance.offered:
            nets |= {cell for row in chance_table(house, doubled) for cell in row}
    return tuple(sorted(nets))


def most_parts(solver: Solver) -> int:
    """No round wins or loses more parts of a unit."""
    house, grain = solver.house, grain_of(solver)
    hands = max(house.split.max_hands, house.split.max_ace_hands, 1)
    return int(max(map(abs, hand_nets(house))) * hands * grain) + 2 * grain


class SplitEndings:
    """The final hands of one pair's split under each observation."""

    def __init__(self, splits: Splits, value: int, kinds: HandKinds) -> None:
        self.splits, self.value, self.kinds = splits, value, kinds
        self.solver = splits.solver
        self._kinds_of = cache(self._find_kinds)

    @cached_property
    def _hand(self) -> SplitHand:
        return self.splits.first(self.value)

    def one_hand(self, observation: int, may_close: bool) -> FinalHands:
        """All final hands; if hands may close, told apart by whether the second card pairs.

        A ten that must have another rank than the pair is marked.
        """
        pairing = np.arange(VALUES) == self.value
        if not may_close:
            return self._finals(observation, np.ones(VALUES), EITHER)
        parts = [self._finals(observation, ~pairing, EITHER), self._finals(observation, pairing, ANY_ONLY)]
        if self.solver.house.split.by_rank and self.value + 1 == VALUES:
            tens = self._finals(observation, pairing, CLOSED_ONLY)
            parts.append(tens._replace(codes=tens.codes + OTHER_TEN))
        return _joined(parts)

    def _seconds(self, wanted: Any) -> Floats:
        """By hand, in how many orders it has two cards."""
        graph = self.solver.graph
        orders = np.zeros(len(graph.pips))
        following = graph.next_hand[graph.find(self.value)]
        for value in range(VALUES):
            if following[value] >= 0:
                orders[following[value]] = float(wanted[value])
        return orders

    def _finals(self, observation: int, seconds: Any, role: int) -> FinalHands:
        parts = [part for part in self._ends(observation, self._seconds(seconds), role) if len(part.codes)]
        none = FinalHands(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))
        return _joined(parts or [none])

    def _ends(self, observation: int, orders: Floats, role: int) -> Iterator[FinalHands]:
        """Hand by hand, one card more at a time."""
        graph, policy = self.solver.graph, self._hand.policy[:, observation]
        hands = np.flatnonzero(orders)
        while len(hands):
            drawing, doubling = hands[policy[hands] == HIT], hands[policy[hands] == DOUBLE]
            resting = hands[(policy[hands] != HIT) & (policy[hands] != DOUBLE)]
            yield self._resting(resting, policy[resting] == SURRENDER, orders, role)
            following = graph.next_hand[doubling]
            yield self._stood(doubling, following, orders, role)
            for twice, drawn in ((True, doubling), (False, drawing)):
                yield from self._busted(observation, drawn, twice, orders, role)
            following = graph.next_hand[drawing]
            longer = np.zeros(len(orders))
            live = following >= 0
            np.add.at(longer, following[live], np.broadcast_to(orders[drawing][:, None], live.shape)[live])
            orders, hands = longer, np.flatnonzero(longer)

    def _resting(self, hands: Ints, given_up: Any, orders: Floats, role: int) -> FinalHands:
        """Hands that take no more cards: they stand or are surrendered."""
        stands = self._kinds_of(STOOD, False, role)[self.solver.pay_rows[hands]]
        kinds = np.where(given_up, self._surrendered(role), stands)
        return FinalHands(self.solver.graph.codes[hands], kinds, orders[hands])

    def _stood(self, hands: Ints, following: Ints, orders: Floats, role: int) -> FinalHands:
        """Hands that were doubled and did not bust."""
        graph, live = self.solver.graph, following >= 0
        kinds = self._kinds_of(STOOD, True, role)[self.solver.pay_rows[following[live]]]
        each = np.broadcast_to(orders[hands][:, None], live.shape)[live]
        return FinalHands(graph.codes[following[live]], kinds, each)

    def _busted(
        self, observation: int, hands: Ints, doubled: bool, orders: Floats, role: int
    ) -> Iterator[FinalHands]:
        """Hands that the next card breaks, and those that then buy a Second Chance."""
        graph = self.solver.graph
        breaks = graph.next_hand[hands] < 0
        codes = (graph.codes[hands][:, None] + CODE[None, :])[breaks]
        each = np.broadcast_to(orders[hands][:, None], breaks.shape)[breaks]
        over = (graph.pips[hands][:, None] + np.arange(1, VALUES + 1))[breaks]
        takes = self._takes(observation, hands, doubled, breaks)
        lost = self._kinds_of(BUST, doubled, role)[0]
        plain = ~takes
        yield FinalHands(codes[plain], np.full(int(plain.sum()), lost), each[plain])
        if takes.any():
            after = self._kinds_of(CHANCE, doubled, role)[over[takes][:, None] - np.arange(1, VALUES + 1)]
            drawn = codes[takes][:, None] + CODE[None, :]
            orders_drawn = np.broadcast_to(each[takes][:, None], drawn.shape)
            yield FinalHands(drawn.ravel(), after.ravel(), orders_drawn.ravel())

    def _takes(self, observation: int, hands: Ints, doubled: bool, breaks: Any) -> Any:
        busts = self._hand.busts
        if busts.hands is None or doubled not in busts.hands.takes:
            return np.zeros(int(breaks.sum()), dtype=np.bool_)
        rows = busts.rows[hands][breaks]
        return busts.hands.takes[doubled][np.maximum(rows, 0), observation] & (rows >= 0)

    def _find_kinds(self, paid: str, doubled: bool, role: int) -> Ints:
        rows = _rows_in_parts(self.solver.house, self.kinds.grain, paid, doubled)
        return np.array([self.kinds.number(row, (role,)) for row in rows], dtype=np.int64)

    def _surrendered(self, role: int) -> int:
        half, whole = Fraction(-1, 2), Fraction(-1)
        pays = [half] * OUTCOMES
        pays[BLACKJACK] = half if self.solver.surrender_spares else whole
        return self.kinds.number(_in_parts(tuple(pays), self.kinds.grain), (role,))


@lru_cache(maxsize=256)
def _rows_in_parts(house: House, grain: int, paid: str, doubled: bool) -> list[Parts]:
    """How hands are paid that stood, broke or bought a Second Chance, in parts of a unit."""
    if paid == STOOD:
        rows = pay_table(house, True, doubled, False)
    else:
        rows = chance_table(house, doubled) if paid == CHANCE else (bust_table(house, doubled),)
    return [_in_parts(row, grain) for row in rows]


def _in_parts(pays: Pays, grain: int) -> Parts:
    return tuple(int(cell * grain) for cell in pays)


def _joined(parts: list[FinalHands]) -> FinalHands:
    return FinalHands(*(np.concatenate(part) for part in zip(*parts, strict=True)))
