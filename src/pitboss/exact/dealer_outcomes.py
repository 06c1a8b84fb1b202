"""The dealer's hand summed over every order of the cards.

Any order of the same cards is equally likely, so a dealer's final hand needs its cards counted once and
the number of orders in which the rules would have dealt them.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from pitboss.exact.composition import VALUES, shoe_of
from pitboss.exact.hand_graph import Ints
from pitboss.exact.house_parts import dealer_rules
from pitboss.rules.cards import ACE, Range, range_of
from pitboss.rules.dealer import blackjack_ends_round, dealer_must_draw, hole_card_is_shown
from pitboss.rules.hands import EMPTY, Hand, dealer_total, draw, is_blackjack
from pitboss.rules.house import House, Reader

TOTALS = (17, 18, 19, 20, 21, 22)
BLACKJACK = len(TOTALS)
OVER = BLACKJACK + 1
OUTCOMES = OVER + 1
"""Columns of every distribution of the dealer's hand: 17 to 22, Blackjack, more than 22."""


class Observation(NamedTuple):
    """What a player knows of the dealer's two cards when acting."""

    up: int
    """Column of the up card."""
    holes: tuple[int, ...]
    """Columns the hole card may have."""
    label: str
    """`small`, `medium`, `large`, `10` or `A` when shown, `no blackjack`, or nothing."""
    ends: bool
    """The dealer has Blackjack and the round is over before anyone acts."""


def observations(house: House) -> tuple[Observation, ...]:
    """Everything the house may announce, for each up card of its deck."""
    return _observations(dealer_rules(house))


@lru_cache(maxsize=64)
def _observations(house: House) -> tuple[Observation, ...]:
    dealt = [value for value, cards in enumerate(shoe_of(house).values) if cards]
    seen = []
    for up in dealt:
        groups: dict[str, list[int]] = {}
        for hole in dealt:
            groups.setdefault(_announced(up + 1, hole + 1, house), []).append(hole)
        for label, holes in groups.items():
            ends = blackjack_ends_round(up + 1, holes[0] + 1, house)
            seen.append(Observation(up, tuple(holes), label, ends))
    return tuple(seen)


def _announced(up: int, hole: int, house: House) -> str:
    if blackjack_ends_round(up, hole, house):
        return "blackjack"
    if hole_card_is_shown(up, hole, house):
        return "A" if hole == ACE else "10"
    if house.dealer.reader == Reader.RANGE:
        return Range(range_of(hole)).name.lower()
    return "no blackjack" if any(blackjack_ends_round(up, other, house) for other in (1, 10)) else ""


@dataclass(frozen=True)
class DealerTree:
    """Prefixes of sorted dealer's hands, and which final hands add to which column of which observation.

    A node comes after its parent and before any other child of it, so that one hand is held at a time.
    """

    value: Ints
    before: Ints
    """How many cards of the node's value its parent holds."""
    size: Ints
    """Cards of the parent."""
    start: Ints
    """Where each node's columns begin; columns are observation × outcome."""
    columns: Ints
    ways: Ints

    @property
    def most_ways(self) -> int:
        """The most orders of cards that are added up in one column."""
        return int(np.bincount(self.columns, self.ways).max(initial=0))


def dealer_tree(house: House, shown: tuple[Observation, ...], limits: tuple[int, ...]) -> DealerTree:
    """Every final hand of at most 22 points that a shoe with so many cards of each value can deal."""
    return _dealer_tree(dealer_rules(house), shown, limits)


@lru_cache(maxsize=64)
def _dealer_tree(house: House, shown: tuple[Observation, ...], limits: tuple[int, ...]) -> DealerTree:
    needs_22 = house.push.applies
    columns: dict[int, dict[tuple[int, ...], int]] = {}
    for number, observation in enumerate(shown):
        for hole in observation.holes:
            for outcome, cards, ways in _finals(observation.up, hole, house):
                if outcome == OVER or (outcome == TOTALS.index(22) and not needs_22):
                    continue
                if all(cards.count(value) <= limits[value] for value in set(cards)):
                    into = columns.setdefault(number * OUTCOMES + outcome, {})
                    into[cards] = into.get(cards, 0) + ways
    return _tree(columns)


def _tree(columns: dict[int, dict[tuple[int, ...], int]]) -> DealerTree:
    finals: dict[tuple[int, ...], list[tuple[int, int]]] = {}
    for column, hands in columns.items():
        for cards, ways in hands.items():
            finals.setdefault(cards, []).append((column, ways))
    prefixes = sorted({cards[:length] for cards in finals for length in range(1, len(cards) + 1)})
    rows, start, flat = [(0, 0, 0)], [0, 0], []
    for prefix in prefixes:
        rows.append((prefix[-1], prefix[:-1].count(prefix[-1]), len(prefix) - 1))
        flat += sorted(finals.get(prefix, []))
        start.append(len(flat))
    table = np.array(rows, dtype=np.int64)
    pairs = np.array(flat, dtype=np.int64).reshape(-1, 2)
    return DealerTree(
        table[:, 0].copy(), table[:, 1].copy(), table[:, 2].copy(),
        np.array(start, dtype=np.int64), pairs[:, 0].copy(), pairs[:, 1].copy(),
    )  # fmt: skip


def _finals(up: int, hole: int, house: House) -> list[tuple[int, tuple[int, ...], int]]:
    """Final hands from two cards: outcome, sorted cards, and in how many orders they are drawn."""
    if is_blackjack(up + 1, hole + 1):
        return [(BLACKJACK, tuple(sorted((up, hole))), 1)]
    return _drawn_out(min(up, hole), max(up, hole), house)


@lru_cache(maxsize=4096)
def _drawn_out(low: int, high: int, house: House) -> list[tuple[int, tuple[int, ...], int]]:
    """The same from either card up: drawing does not care which of the two was seen first."""
    finals = []
    open_hands: dict[tuple[int, ...], int] = {(low, high): 1}
    while open_hands:
        longer: dict[tuple[int, ...], int] = {}
        for cards, ways in open_hands.items():
            outcome = _outcome(cards, house)
            if outcome is not None:
                finals.append((outcome, cards, ways))
                continue
            for value in range(VALUES):
                at = bisect_right(cards, value)
                drawn = (*cards[:at], value, *cards[at:])
                longer[drawn] = longer.get(drawn, 0) + ways
        open_hands = longer
    return finals


@lru_cache(maxsize=100_000)
def _outcome(cards: tuple[int, ...], house: House) -> int | None:
    """The column of a finished hand; None when the dealer must draw."""
    total = dealer_total(_hand(cards), house)
    if dealer_must_draw(total, house):
        return None
    return total.points - TOTALS[0] if total.points <= TOTALS[-1] else OVER


def _hand(cards: tuple[int, ...]) -> Hand:
    hand = EMPTY
    for value in cards:
        hand = draw(hand, value + 1)
    return hand
