"""Index plays: the true count at which the best action of a chart cell changes.

Shoes are solved at whole true counts before the deal (`expected_shoe.py`), each exactly. In every cell the
difference of two actions is a smooth function of the count; where it changes its sign, the count is read off
a cubic through the four nearest counts. An index is told as a player counts: with the cards of the hand and
the upcard, as they are on average in that cell when the count is met.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.exact.cell_values import CellValues, RowChoice
from pitboss.exact.composition import VALUES, value_name
from pitboss.exact.expected_shoe import LinearCount, Tags, expected_round
from pitboss.exact.parallel import in_parallel
from pitboss.exact.round_value import ACTIONS
from pitboss.exact.solve import HIT, STAND
from pitboss.exact.split import growths
from pitboss.exact.strategy import Cell, rows_of_chart
from pitboss.rules.cards import ACE
from pitboss.rules.house import House

METHOD = (
    "each value holds what is expected of it at the true count before the deal, in parts of cards; every "
    "whole true count is solved exactly, and between four of them the index is read off a cubic. An index "
    "counts the hand and the upcard too, as they are on average in the cell."
)
FARTHEST = 10
"""True counts are solved from -10 to 10."""
NEAREST = 3
"""If a shoe cannot be followed this far on either side, it has too few cards."""


@dataclass(frozen=True)
class Index:
    """From this count upwards another action is the best."""

    cell: Cell
    below: str
    above: str
    index: float
    """The true count with the hand and the upcard counted."""
    before_deal: float
    """The true count before the round."""


@dataclass(frozen=True)
class InsuranceIndex:
    """From this count upwards insurance gains; the dealer's ace is counted."""

    index: Fraction
    before_deal: Fraction
    gains_above: bool
    """False for a count that falls when insurance becomes better."""


def count_for(house: House, tags: Tags, decks_left: int | None) -> LinearCount:
    """A count in the shoe of a house; what cannot be counted is refused."""
    count = LinearCount(house, tags, house.decks if decks_left is None else decks_left)
    if not 1 <= count.decks_left <= house.decks:
        says = f"{count.decks_left} decks cannot be left."
        raise BadInput([Fault("--decks-left", says, f"1 to {house.decks}")])
    if count.variance == 0:
        raise BadInput([Fault("--count", "every card has the same tag, so nothing is counted.")])
    if not _followed(count):
        says = f"with {count.decks_left} decks left too few cards of a value are expected to be there."
        raise BadInput([Fault("--decks-left", says, "more decks, or fewer hands from a split")])
    return count


def _followed(count: LinearCount) -> list[int]:
    """Whole true counts at which the shoe holds as many cards of each value as a split may need."""
    split = count.house.split
    ways = [growth for most in (split.max_hands, split.max_ace_hands) for growth in growths(most)]
    needed = 2 + max((growth.pairs + growth.closed for growth in ways), default=0)
    followed = [
        at
        for at in range(-FARTHEST, FARTHEST + 1)
        if all(held >= needed for held in count.values(Fraction(at)) if held)
    ]
    return followed if {-NEAREST, NEAREST} <= set(followed) else []


class IndexFinder:
    """Every index of one house and one count."""

    def __init__(self, count: LinearCount) -> None:
        self.count = count
        self.counts = _followed(count)
        self.tags = np.array([float(tag) for tag in count.balanced])

    @cached_property
    def solved(self) -> list[CellValues]:
        """One for each whole true count."""
        return list(in_parallel(self._solve, self.counts))

    def _solve(self, true_count: int) -> CellValues:
        values = CellValues(expected_round(self.count, Fraction(true_count)))
        _ = values.every
        return values

    def indices(self) -> Iterator[Index]:
        """By row of the chart, then by upcard and what is known of the hole card."""
        for row in rows_of_chart():
            for number, observation in enumerate(self.solved[0].solver.shown):
                cell = Cell(row, value_name(observation.up), observation.label)
                yield from self._changes(cell, number)

    def _changes(self, cell: Cell, number: int) -> Iterator[Index]:
        best = [_best(values, cell.row, number) for values in self.solved]
        for at, (below, above) in enumerate(pairwise(best)):
            if below is not None and above is not None and below != above:
                count = self._crossing(cell, number, at, (below, above))
                told = self._counted(cell, number, at, (below, above), count)
                yield Index(cell, ACTIONS[below], ACTIONS[above], told, count)

    def _crossing(self, cell: Cell, number: int, at: int, actions: tuple[int, int]) -> float:
        """Where the difference of two actions is nothing, between this whole count and the next."""
        first = min(max(at - 1, 0), len(self.counts) - 4)
        four = range(first, first + 4)
        gaps = [_gap(self.solved[one], cell.row, number, actions) for one in four]
        cubic = np.polyfit([self.counts[one] for one in four], gaps, 3)
        low, high = self.counts[at], self.counts[at + 1]
        inside = [
            float(root.real)
            for root in np.roots(cubic)
            if abs(root.imag) < 1e-9 and low - 1e-9 <= root.real <= high + 1e-9
        ]
        return (
            inside[0] if inside else float(low if abs(gaps[at - first]) < abs(gaps[at - first + 1]) else high)
        )

    def _counted(self, cell: Cell, number: int, at: int, actions: tuple[int, int], before: float) -> float:
        """The true count once the hand and the upcard are seen, by the cards that such hands hold."""
        cards = []
        for values in self.solved[at : at + 2]:
            choice = _choice(values, cell.row, actions)
            cards.append(choice.cards[number] / choice.seen[number])
        part = before - self.counts[at]
        held = cards[0] * (1 - part) + cards[1] * part
        held[self.solved[0].solver.shown[number].up] += 1
        return self._after(before, float(held @ self.tags), float(held.sum()))

    def _after(self, before: float, tags: float, cards: float) -> float:
        """A true count after cards with these tags are seen."""
        left, deck = self.count.cards_left, self.count.deck_cards
        return (before * left / deck + tags) / ((left - cards) / deck)

    def insurance(self) -> InsuranceIndex | None:
        """Where a ten-value in the hole is as likely as the odds ask; one's own hand is not looked at."""
        count, odds = self.count, self.count.house.insurance.odds
        tag, share = count.balanced[VALUES - 1], count.shares[VALUES - 1]
        if not count.house.insurance.offered or not tag or not odds.pays:
            return None
        wanted = Fraction(count.cards_left - 1) / (1 + Fraction(odds.pays, odds.to))
        part = wanted / (count.cards_left * share)
        before = (1 - part) * count.deck_cards * count.variance / tag
        deck, left = count.deck_cards, count.cards_left
        index = (before * left / deck + count.balanced[ACE - 1]) / (Fraction(left - 1) / deck)
        return InsuranceIndex(index, before, tag < 0)


def _choice(values: CellValues, row: str, actions: tuple[int, int]) -> RowChoice:
    """The hands over which two actions are compared: hitting and standing over all of a row."""
    if set(actions) == {HIT, STAND} and row in values.every:
        return values.every[row]
    return values.first[row]


def _gap(values: CellValues, row: str, number: int, actions: tuple[int, int]) -> float:
    """What the first of two actions is worth more than the second, for each hand."""
    choice = _choice(values, row, actions)
    one, other = (choice.worth[action][number] for action in actions)
    return float((one - other) / choice.seen[number])


def _best(values: CellValues, row: str, number: int) -> int | None:
    """The best action of a cell on two cards; hitting and standing are decided over all its hands."""
    every, first = values.every.get(row), values.first.get(row)
    plain = _highest(every, number, (STAND, HIT)) if every is not None else None
    if first is None:
        return plain
    others = [action for action in first.worth if plain is None or action not in (STAND, HIT)]
    return _highest(first, number, (*([] if plain is None else [plain]), *others))


def _highest(choice: RowChoice, number: int, actions: tuple[int, ...]) -> int | None:
    if choice.seen[number] <= 0:
        return None
    open_now = [action for action in actions if action in choice.worth]
    return max(open_now, key=lambda action: float(choice.worth[action][number]), default=None)
