"""Every hand of at most 21 points, once, and where each card leads it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.composition import VALUES
from pitboss.rules.hands import Hand, is_bust

Ints = NDArray[np.int64]

BITS = 6
CODE = np.array([1 << (BITS * value) for value in range(VALUES)], dtype=np.int64)
"""A hand, its partners and its last card as one number: at most 63 cards of a value."""


def decoded(codes: Ints) -> Ints:
    """Cards of each value, for each code."""
    cards: Ints = ((codes[:, None] >> (BITS * np.arange(VALUES))) & ((1 << BITS) - 1)).astype(np.int64)
    return cards


@dataclass(frozen=True, eq=False)
class HandGraph:
    """Hands as multisets of values, ordered so that a card always leads further on."""

    counts: Ints
    pips: Ints
    aces: Ints
    cards: Ints
    next_hand: Ints
    """Hand after a card; -1 when the card would pass 21 or the shoe cannot hold it."""
    codes: Ints

    def find(self, *values: int) -> int:
        """The hand made of these columns; -1 when the shoe cannot deal it."""
        hand = 0
        for value in values:
            hand = int(self.next_hand[hand, value])
            if hand < 0:
                return -1
        return hand

    def hand(self, number: int) -> Hand:
        return Hand(int(self.pips[number]), int(self.aces[number]), int(self.cards[number]))


@lru_cache(maxsize=32)
def hand_graph(limits: tuple[int, ...]) -> HandGraph:
    """The graph of all hands that a shoe with at most these many cards of each value can deal."""
    hands: list[tuple[int, ...]] = []
    _grow([0] * VALUES, 0, 0, limits, hands)
    counts = np.array(hands, dtype=np.int64)
    values = np.arange(1, VALUES + 1)
    pips = counts @ values
    order = np.lexsort((counts @ CODE, pips))
    counts, pips = counts[order], pips[order]
    codes = counts @ CODE
    by_code = np.argsort(codes)
    wanted = codes[:, None] + CODE[None, :]
    nearest = np.minimum(np.searchsorted(codes[by_code], wanted), len(codes) - 1)
    next_hand = np.where(codes[by_code][nearest] == wanted, by_code[nearest], -1)
    return HandGraph(counts, pips, counts[:, 0].copy(), counts.sum(axis=1), next_hand, codes)


def graph_of(values: tuple[int, ...]) -> HandGraph:
    """The graph for a shoe; shoes that can deal the same hands share one."""
    return hand_graph(tuple(min(count, 21 // (value + 1)) for value, count in enumerate(values)))


def _grow(
    counts: list[int], pips: int, lowest: int, limits: tuple[int, ...], hands: list[tuple[int, ...]]
) -> None:
    """Add this hand and all that grow out of it by cards of its highest value or more."""
    hands.append(tuple(counts))
    for value in range(lowest, VALUES):
        if counts[value] < limits[value] and not is_bust(Hand(pips + value + 1, 0, 0)):
            counts[value] += 1
            _grow(counts, pips + value + 1, value, limits, hands)
            counts[value] -= 1
