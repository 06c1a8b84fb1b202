"""Shoes that hold parts of cards: what a shoe is expected to hold, given a count of the cards that are gone.

A linear count gives each card a tag and adds up the tags of the cards seen; the true count is that sum for
every deck left. Cards gone at random leave N cards, of each value in proportion to the full shoe. The true
count T moves the expectation of each value by the covariance of its number with the count:

    cards of a value = N p (1 - (tag - mean tag) T / (cards of a deck × variance of a tag))

where p is the share of the value in the full shoe. For tags that do not balance, the mean tag is taken off
each card before it is counted. Expectations in such a shoe are exact: the chance of a card is what is held of
it over all cards left, and each card drawn takes one of its value away.
"""

from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple, cast

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.exact.composition import VALUES, Composition, shoe_of, value_name
from pitboss.exact.dealer_outcomes import dealer_tree
from pitboss.exact.hand_graph import Ints, graph_of
from pitboss.exact.round_value import Round, Start
from pitboss.exact.solve import MOST_OF_A_VALUE, Solver
from pitboss.exact.split import Splits
from pitboss.exact.support import refuse_house
from pitboss.rules.cards import ACE, TEN
from pitboss.rules.house import House

Tags = tuple[Fraction, ...]


def _tags(text: str) -> Tags:
    return tuple(Fraction(word) for word in text.split())


COUNTS = {
    "hi-lo": _tags("-1 1 1 1 1 1 0 0 0 -1"),
    "ko": _tags("-1 1 1 1 1 1 1 0 0 -1"),
    "hi-opt-1": _tags("0 0 1 1 1 1 0 0 0 -1"),
    "hi-opt-2": _tags("0 1 1 2 2 1 1 0 0 -2"),
    "omega-2": _tags("0 1 1 2 2 2 1 0 -1 -2"),
    "zen": _tags("-1 1 1 2 2 2 1 0 0 -2"),
    "halves": _tags("-1 1/2 1 1 3/2 1 1/2 0 -1/2 -1"),
}
"""Counts by name; tags from the ace to the ten-values."""
MOST_TAG = 100


def parse_count(text: str, where: str = "--count") -> Tags:
    """A count by its name, or a tag for every value: `A=-1,2=1,…,10=-1`."""
    if text.lower() in COUNTS:
        return COUNTS[text.lower()]
    allowed = f"{', '.join(COUNTS)}, or ten tags such as A=-1,2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1"
    given: dict[str, Fraction] = {}
    for word in text.split(","):
        value, _, tag = word.strip().partition("=")
        names = [value_name(at) for at in range(VALUES)]
        if value.upper() not in names or value.upper() in given:
            raise BadInput([Fault(where, f"{text!r} is not a count.", allowed)])
        given[value.upper()] = _tag(tag, text, where, allowed)
    if len(given) < VALUES:
        missing = ", ".join(value_name(at) for at in range(VALUES) if value_name(at) not in given)
        raise BadInput([Fault(where, f"there is no tag for {missing}.", allowed)])
    return tuple(given[value_name(at)] for at in range(VALUES))


def _tag(word: str, text: str, where: str, allowed: str) -> Fraction:
    try:
        tag = Fraction(word) if len(word) <= len("-99.9999") else None
    except (ValueError, ZeroDivisionError):
        tag = None
    if tag is None or abs(tag) > MOST_TAG:
        raise BadInput([Fault(where, f"{text!r} is not a count.", allowed)])
    return tag


class ExpectedComposition(Composition):
    """What a shoe is expected to hold; all together it is a whole number of cards."""

    @property
    def size(self) -> int:
        return round(sum(self.ranks))


class LinearCount(NamedTuple):
    """A count for the shoe of a house with so many decks left."""

    house: House
    tags: Tags
    decks_left: int

    @property
    def cards_left(self) -> int:
        return self.decks_left * self.deck_cards

    @property
    def deck_cards(self) -> int:
        return sum(self.house.deck)

    @property
    def shares(self) -> Tags:
        full = shoe_of(self.house)
        return tuple(Fraction(held, full.size) for held in full.values)

    @property
    def balanced(self) -> Tags:
        """The tags with their mean taken off."""
        mean = sum(share * tag for share, tag in zip(self.shares, self.tags, strict=True))
        return tuple(tag - mean for tag in self.tags)

    @property
    def variance(self) -> Fraction:
        pairs = zip(self.shares, self.balanced, strict=True)
        return sum((share * tag**2 for share, tag in pairs), Fraction(0))

    def part_left(self, column: int, true_count: Fraction) -> Fraction:
        """What is left of a value, as a part of what N cards of a full shoe hold of it."""
        return 1 - self.balanced[column] * true_count / (self.deck_cards * self.variance)

    def values(self, true_count: Fraction) -> Tags:
        """Cards of each value, before the deal."""
        return tuple(
            self.cards_left * share * self.part_left(column, true_count)
            for column, share in enumerate(self.shares)
        )

    def shoe(self, true_count: Fraction) -> ExpectedComposition:
        """The same by rank, in floats."""
        full = shoe_of(self.house)
        values = self.values(true_count)
        ranks = [
            float(values[min(rank, TEN) - 1] * held / (full.values[min(rank, TEN) - 1] or 1))
            for rank, held in enumerate(full.ranks, 1)
        ]
        return ExpectedComposition(tuple(ranks))  # type: ignore[arg-type]  # parts of cards, not whole ones


class ExpectedSolver(Solver):
    """Hands dealt from parts of cards."""

    def __post_init__(self) -> None:
        refuse_house(self.house)
        whole = tuple(ceil(held) for held in self.shoe.values)
        self.graph = graph_of(whole)
        everything = self.announce(self.house)
        self.shown = tuple(observation for observation in everything if not observation.ends)
        self.ended = tuple(observation for observation in everything if observation.ends)
        limits = tuple(min(held, MOST_OF_A_VALUE) for held in whole)
        self.tree = dealer_tree(self.house, self.shown, limits)

    @cached_property
    def cards(self) -> Ints:
        return cast(Ints, np.array(self.shoe.values, dtype=np.float64))


class ExpectedSplits(Splits):
    def kinds_of(self, value: int) -> list[tuple[Any, Any]]:
        if self.solver.house.split.by_rank and value + 1 == VALUES:
            return super().kinds_of(value)
        return [(float(self.solver.cards[value]) - 2, 1.0)]


class ExpectedRound(Round):
    """The best play of a round from parts of cards."""

    @cached_property
    def splits(self) -> Splits:
        return ExpectedSplits(self.solver, self.method)

    def insurance_value(self, start: Start, chance_up: Any) -> Any:
        left = self.solver.cards - self.solver.graph.counts[start.hand]
        size = self.solver.shoe.size - 2
        tens = float(left[ACE - 1]) * float(left[VALUES - 1]) / (size * (size - 1))
        odds = self.solver.house.insurance.odds
        return tens * odds.pays / odds.to - (chance_up - tens)


def expected_round(count: LinearCount, true_count: Fraction) -> ExpectedRound:
    return ExpectedRound(ExpectedSolver(count.house, count.shoe(true_count)))
