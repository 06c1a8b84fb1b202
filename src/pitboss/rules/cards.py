"""Cards: rank, suit, what they count, and the three ranges of the Masque reader."""

from enum import IntEnum
from typing import NamedTuple

from pitboss.rules.mechanism import mechanism

ACE = 1
TEN = 10
KING = 13


class Suit(IntEnum):
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Range(IntEnum):
    """What the reader tells of the hole card."""

    SMALL = 0
    MEDIUM = 1
    LARGE = 2


class Light(IntEnum):
    """The reader's lamp for each range."""

    BLUE = 0
    RED = 1
    YELLOW = 2


class Card(NamedTuple):
    rank: int
    """1 for an ace, 2 to 10, then jack, queen, king as 11, 12, 13."""
    suit: int


@mechanism("card.points")
def point_value(rank: int) -> int:
    """A card's points, an ace as 1: what more an ace may count, the hand decides."""
    return min(rank, TEN)


@mechanism("card.range")
def range_of(rank: int) -> Range:
    """Small is 2 to 5, Medium 6 to 9, Large the ten-values and the ace."""
    if rank == ACE or rank >= TEN:
        return Range.LARGE
    if rank >= 6:
        return Range.MEDIUM
    return Range.SMALL


@mechanism("reader.light")
def light_of(rank: int) -> Light:
    """Blue for a Small hole card, red for a Medium one, yellow for a Large one."""
    shown = range_of(rank)
    if shown == Range.SMALL:
        return Light.BLUE
    if shown == Range.MEDIUM:
        return Light.RED
    return Light.YELLOW
