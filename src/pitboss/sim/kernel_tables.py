"""Everything a kernel reads: one row of small numbers, and where in it each table begins.

What stands in the tables is found by asking the rules; no rule is written in this room a second time.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.errors import BadInput, Broken, Fault
from pitboss.rules.cards import KING
from pitboss.sim.hand_classes import EndClass

ROW = 16
"""Ranks are rows of sixteen, so that a place in a table is a shift and a sum."""
PLANE = ROW * ROW
POINTS = 64
NO_CLASS = 0xFFFF
ENDS_OF_STATE = 4

NEVER, BEST, ALWAYS = "never", "best", "always"
"""When insurance is taken: never, where it is worth it, or whenever it is offered."""

OVER_UNDER, BLACKJACK = 0, 1
"""The family of a game, as `Term.FAMILY` has it."""

Array = NDArray[Any]


class KernelTables(NamedTuple):
    """The house and the player: one row of small numbers, and where in it each table begins.

    Two arrays and no more, because a compiler is slow with many and a graphics card likes them as little.
    """

    cells: Array
    terms: Array
    """Numbers by `Term`."""


class Term(IntEnum):
    """Where tables begin, and what else is to be known of house, table and tally."""

    STATES = 0
    """A row for every state of a hand: the state after each rank, four ends, actions by observation,
    and for a player who errs the other action and the chance of it in 65,536ths."""
    STATE_WIDTH = 1
    OBSERVATIONS = 2
    START = 3
    ONE_OF_PAIR = 4
    MOST_HANDS = 5
    OBSERVATION = 6
    INSURES = 7
    GIVES_UP = 8
    ASKED = 9
    """By up card: 1 when somebody may give up before the reader, 2 when insurance is taken too."""
    DEALER_START = 10
    DEALER_NEXT = 11
    ENDS = 12
    """How many ends the dealer's hand has; states that draw have higher numbers."""
    BLACKJACK = 13
    CLASSES = 14
    """A row for every class: net result and Second Chance result by the dealer's end, then its stake
    and whether the hand waits for the dealer."""
    CLASS_WIDTH = 15
    CHANCES = 16
    """A row for every busted state that may buy a card: whether it does, and the class by rank."""
    CHANCE_WIDTH = 17
    CHANCE_STATES = 18
    MATCH = 19
    MATCH_PAY = 20
    POINTS = 21
    CHOOSES = 22
    PLAY_PAY = 23
    BONUS_PAY = 24
    SURRENDERED = 25
    EVEN_MONEY = 26
    PLAYS_OUT = 27
    DOWN_SURVIVES = 28
    COUNTS_INSURANCE = 29
    """Insurance is part of the main wager's play."""
    INSURANCE_WON = 30
    INSURANCE_STAKE = 31
    MIDDLE = 32
    """Where a net result of nothing stands in the histogram."""
    FAMILY = 33
    UP_MATCH = 34
    DOWN_MATCH = 35
    BONUS = 36
    BOXES = 37
    DECKS = 38
    CARDS = 39
    BURN = 40
    COVER = 41
    FRESH = 42
    """A whole shoe for every round."""
    NETS_AT = 43
    HANDS_AT = 44
    DEALER_AT = 45
    MATCHES_AT = 46
    BONUS_AT = 47
    CHANCES_AT = 48
    SUMS_AT = 49
    DEPTHS_AT = 50
    TALLY_SIZE = 51
    FACES = 52
    """A bit for every face that a deck has."""


@dataclass(frozen=True)
class TableSetup:
    """How a simulated table is run."""

    family: str
    boxes: int = 1
    burn_cards: int = 1
    cover_cards: int = 0
    """Cards behind the cover card."""
    fresh: bool = False
    stake_cents: int = 1000
    side_cents: int = 1000
    insurance: str = BEST
    up_match: bool = False
    down_match: bool = False
    bonus: bool = False


@dataclass(frozen=True)
class ResultLabels:
    """What the numbers of a kernel's tables mean."""

    grain_cents: int
    classes: tuple[EndClass, ...]
    ends: tuple[str, ...]


class Cells:
    """One table after another in a row of 16-bit numbers."""

    def __init__(self) -> None:
        self.parts: list[Array] = []
        self.size = 0

    def add(self, table: Any) -> int:
        """Where the table begins."""
        flat = np.asarray(table, dtype=np.int64).ravel()
        if flat.size and (flat.min() < -(1 << 15) or flat.max() >= 1 << 16):
            raise Broken("a table of the simulator does not fit 16 bits")
        self.parts.append(flat.astype(np.uint16))
        self.size += flat.size
        return self.size - flat.size

    def add_amounts(self, table: Any) -> int:
        """The same for results that may be negative; odds that need larger numbers are refused."""
        flat = np.asarray(table, dtype=np.int64).ravel()
        if flat.size and np.abs(flat).max() >= 1 << 15:
            says = "the odds of this game need larger numbers than the simulator counts in."
            raise BadInput([Fault("odds", says, "odds in smaller whole numbers")])
        return self.add(flat)

    def row(self) -> Array:
        return np.concatenate(self.parts)


# ---- shapes


def square(ask: Any) -> Array:
    """What is asked of every two ranks."""
    ranks = range(1, KING + 1)
    return np.array([[ask(first, second) for second in ranks] for first in ranks])


def framed(table: Any) -> Array:
    """A table by two ranks."""
    padded = np.zeros((ROW, ROW), dtype=np.int64)
    padded[:KING, :KING] = table
    return padded


def cube(table: Any) -> Array:
    """A table by three ranks."""
    padded = np.zeros((ROW, ROW, ROW), dtype=np.int64)
    padded[:KING, :KING, :KING] = table
    return padded


def row_of(values: Any) -> Array:
    """A table by one rank."""
    row = np.zeros(ROW, dtype=np.int64)
    row[: len(values)] = values
    return row
