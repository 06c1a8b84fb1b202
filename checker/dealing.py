"""The dealer's hand: every set of cards that it may end with, and how likely each is to be dealt."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from checker.form import RANKS
from checker.law import ENDS, TEN, Law

Array = Any
Cards = tuple[int, ...]
"""So many cards of each class."""
NAMES = "A23456789T"
ROWS_AT_ONCE = 512


class Shoe(NamedTuple):
    """Cards by what they count; one rank of ten-values may be a class of its own, the last one."""

    points: tuple[int, ...]
    cards: Cards

    @property
    def size(self) -> int:
        return sum(self.cards)


def shoe_by_value(ranks: Cards) -> Shoe:
    return Shoe(tuple(range(1, 11)), (*ranks[:9], sum(ranks[9:])))


def shoe_by_rank(ranks: Cards, rank: str) -> Shoe:
    """With the ten-values of one rank kept apart."""
    whole, apart = shoe_by_value(ranks), ranks[RANKS.index(rank)]
    return Shoe((*whole.points, TEN), (*whole.cards[:9], whole.cards[9] - apart, apart))


@cache
def name_of(shoe: Shoe, cards: Cards) -> str:
    """`A37T`: the cards of a hand, aces first."""
    return "".join(sorted((NAMES[p - 1] * n for p, n in zip(shoe.points, cards, strict=True)), key=_place))


def _place(text: str) -> int:
    return NAMES.index(text[0]) if text else -1


class Sight(NamedTuple):
    """What players may see of the dealer's two cards: a name for each, and which two cards it may be."""

    names: tuple[str, ...]
    ups: tuple[int, ...]
    """The points of the up card in each of them."""
    of: dict[tuple[int, int], int]
    """By the points of up card and hole card; missing where a Blackjack ends the round."""


def sights(law: Law, shoe: Shoe) -> Sight:
    present = sorted({p for p, count in zip(shoe.points, shoe.cards, strict=True) if count})
    names: list[str] = []
    ups: list[int] = []
    of: dict[tuple[int, int], int] = {}
    for up in present:
        for hole in present:
            told = law.announced(up, hole)
            if told is None:
                continue
            name = f"{NAMES[up - 1]} {told}".strip()
            if name not in names:
                names.append(name)
                ups.append(up)
            of[up, hole] = names.index(name)
    return Sight(tuple(names), tuple(ups), of)


class Row(NamedTuple):
    """Cards that are gone when the dealer's hand is dealt."""

    gone: Cards
    apart: int = 0
    others: int = 0
    """So many other hands hold one more card each that is not of class `apart`; its chance is joint with the
    rest. Undealt cards are exchangeable, so these may be dealt last."""


class Deals(NamedTuple):
    """Sets of cards that may be dealt, and in how many orders each of them makes each result."""

    cards: Array
    """sets × classes."""
    ways: Array
    """sets × results."""
    steps: tuple[tuple[Array, Array], ...]
    """Class by class: sets that differ only in later classes are one; which it was before, and its cards."""


@lru_cache
def dealers_hands(law: Law, shoe: Shoe) -> Deals:
    """Every hand the dealer may end with, dealt in the order of the rules; results are sights × ends."""
    sight = sights(law, shoe)
    ended: dict[Cards, dict[int, int]] = {}
    open_hands: dict[tuple[Cards, int], int] = {}
    for cards, up, hole in _two_cards(shoe):
        if (up, hole) in sight.of:
            key = (cards, sight.of[up, hole])
            open_hands[key] = open_hands.get(key, 0) + 1
    while open_hands:
        longer: dict[tuple[Cards, int], int] = {}
        for (cards, at), ways in open_hands.items():
            end = law.dealer_ends(pips_of(shoe, cards), cards[0], sum(cards))
            if end is not None:
                results = ended.setdefault(cards, {})
                column = at * len(ENDS) + ENDS.index(end)
                results[column] = results.get(column, 0) + ways
                continue
            for place, held in enumerate(cards):
                if held < shoe.cards[place]:
                    key = (plus(cards, place), at)
                    longer[key] = longer.get(key, 0) + ways
        open_hands = longer
    return _deals(ended, len(sight.names) * len(ENDS))


@lru_cache
def first_two(law: Law, shoe: Shoe) -> Deals:
    """The dealer's first two cards; results are the sights, then rounds that end there by the up card."""
    sight = sights(law, shoe)
    found: dict[Cards, dict[int, int]] = {}
    for cards, up, hole in _two_cards(shoe):
        column = sight.of.get((up, hole), len(sight.names) + up)
        results = found.setdefault(cards, {})
        results[column] = results.get(column, 0) + 1
    return _deals(found, len(sight.names) + TEN + 1)


def _two_cards(shoe: Shoe) -> Iterator[tuple[Cards, int, int]]:
    """Two cards in each order, with their points."""
    none = (0,) * len(shoe.cards)
    for up in range(len(none)):
        for hole in range(len(none)):
            cards = plus(plus(none, up), hole)
            if cards[up] <= shoe.cards[up] and cards[hole] <= shoe.cards[hole]:
                yield cards, shoe.points[up], shoe.points[hole]


def _deals(found: dict[Cards, dict[int, int]], width: int) -> Deals:
    ways = np.zeros((len(found), width))
    for row, results in enumerate(found.values()):
        ways[row, [*results]] = [*results.values()]
    cards = np.array([*found], dtype=np.int64)
    order = np.lexsort(cards.T[::-1])
    return Deals(cards[order], ways[order], tuple(_steps(cards[order])))


def _steps(cards: Array) -> Iterator[tuple[Array, Array]]:
    before = np.zeros(len(cards), dtype=np.int64)
    for place in range(cards.shape[1]):
        _, first, now = np.unique(
            np.stack([before, cards[:, place]]), axis=1, return_index=True, return_inverse=True
        )
        yield before[first], cards[first, place]
        before = now.reshape(-1)


class Dealer:
    """For many rows at once, the chance of each sight, and of each end of the dealer's hand with it.

    In any one order, cards d come out of a shoe that holds n of each class with the chance of
    n (n-1) … (n-d+1) for every class, divided by N (N-1) … for all of them.
    """

    def __init__(self, numbers: Any, law: Law, shoe: Shoe) -> None:
        self.numbers, self.law, self.shoe, self.sight = numbers, law, shoe, sights(law, shoe)
        self._whole, self._two = dealers_hands(law, shoe), first_two(law, shoe)
        self.longest = int(self._whole.cards.sum(axis=1).max())
        self._wanted: dict[Row, bool] = {}
        self._seen: dict[Row, Array] = {}
        self._ends: dict[Row, Array] = {}

    def want(self, rows: Iterable[Row], ends: bool = True) -> None:
        """These will be asked for, with the ends of the dealer's hand or without."""
        for row in rows:
            self._wanted[row] = ends or self._wanted.get(row, False)

    def deal(self) -> None:
        """Everything that is wanted, some hundred rows at a time."""
        whole = [row for row, ends in self._wanted.items() if ends]
        self._seen |= self._find([*self._wanted], self._two)
        self._ends |= self._find(whole, self._whole)

    def _find(self, rows: list[Row], deals: Deals) -> dict[Row, Array]:
        """Rows that differ only in the number of other hands are found together."""
        groups: dict[Row, set[int]] = {}
        for row in rows:
            groups.setdefault(row._replace(others=0), set()).add(row.others)
        alone = sorted(groups)
        found: dict[Row, Array] = {}
        for start in range(0, len(alone), ROWS_AT_ONCE):
            batch = alone[start : start + ROWS_AT_ONCE]
            most = max(max(groups[row]) for row in batch)
            for others, results in enumerate(self._chances(batch, deals, most)):
                wanted = ((row, at) for at, row in enumerate(batch) if others in groups[row])
                found |= {row._replace(others=others): results[at] for row, at in wanted}
        return found

    def seen(self, rows: Iterable[Row]) -> Array:
        """rows × sights."""
        return np.array([self._seen[row][: len(self.sight.names)] for row in rows])

    def seen_ended(self, row: Row) -> Array:
        """The chance that a Blackjack ends the round before play, by the points of the up card."""
        return self._seen[row][len(self.sight.names) :]

    def ends(self, rows: Iterable[Row]) -> Array:
        """rows × sights × ends."""
        return np.array([self._ends[row] for row in rows]).reshape(-1, len(self.sight.names), len(ENDS))

    def _chances(self, rows: list[Row], deals: Deals, most: int) -> Iterator[Array]:
        """rows × results, with none of the other hands, with one of them, and so on."""
        keep, inverse = self.numbers.keep, self.numbers.inverse
        left = np.array(self.shoe.cards) - np.array([row.gone for row in rows])
        dealt, size = deals.cards.sum(axis=1), left.sum(axis=1)
        chance = self.numbers.array(np.ones((len(rows), 1), dtype=np.int64))
        for place, (before, cards) in enumerate(deals.steps):
            falling = self._falling(left[:, place], int(cards.max()), self.numbers.array)
            chance = keep(chance[:, before] * falling[:, cards])
        chance = keep(chance * self._falling(size, int(dealt.max()), inverse)[:, dealt])
        yield self.numbers.product(chance, deals.ways)
        apart = [row.apart for row in rows]
        fitting = size - left[np.arange(len(rows)), apart]
        for more in range(most):
            fits = fitting[:, None] - (dealt[:, None] - deals.cards)[:, apart].T - more
            chance = keep(chance * keep(self.numbers.array(fits) * inverse(size[:, None] - dealt - more)))
            yield self.numbers.product(chance, deals.ways)

    def _falling(self, cards: Array, most: int, number: Callable[[Array], Array]) -> Array:
        """n (n-1) … for each number of cards and up to so many factors, as `number` has each factor."""
        factors = [number(np.ones(len(cards), dtype=np.int64))]
        for dealt in range(most):
            factors.append(self.numbers.keep(factors[-1] * number(np.maximum(cards - dealt, 0))))
        return np.stack(factors, axis=1)


def pips_of(shoe: Shoe, cards: Cards) -> int:
    return sum(points * count for points, count in zip(shoe.points, cards, strict=True))


def plus(cards: Cards, place: int, count: int = 1) -> Cards:
    return (*cards[:place], cards[place] + count, *cards[place + 1 :])
