"""What is left in a shoe, by rank. Order does not exist here."""

import re
from typing import NamedTuple

from pitboss.errors import BadInput, Fault
from pitboss.games.deck import STANDARD
from pitboss.games.vocabulary import OPTIONS, Bounds
from pitboss.rules.cards import KING, TEN, point_value
from pitboss.rules.house import House

_DECKS = OPTIONS["decks"].domain
MOST_DECKS = _DECKS.highest if isinstance(_DECKS, Bounds) else 0

VALUES = 10
"""Cards are told apart by what they count: column 0 is the ace, column 9 the ten-values."""


class Composition(NamedTuple):
    """How many cards of each rank are left, ace first."""

    ranks: tuple[int, ...]

    @property
    def values(self) -> tuple[int, ...]:
        return (*self.ranks[: TEN - 1], sum(self.ranks[TEN - 1 :]))

    @property
    def size(self) -> int:
        return sum(self.ranks)

    def without(self, *ranks: int) -> "Composition":
        """The shoe after these cards are gone; a fault if it does not hold them."""
        left = list(self.ranks)
        for rank in ranks:
            left[rank - 1] -= 1
            if left[rank - 1] < 0:
                held = self.ranks[rank - 1]
                says = f"the shoe holds only {held} of rank {rank_name(rank)}."
                raise BadInput([Fault("cards", says)])
        return Composition(tuple(left))


RANK_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def rank_name(rank: int) -> str:
    return RANK_NAMES[rank - 1]


def value_name(value: int) -> str:
    """`A`, `2` … `10`, for a column of a composition."""
    return RANK_NAMES[value]


def fresh_shoe(decks: int, deck: tuple[int, ...] = STANDARD.copies) -> Composition:
    """All cards of so many decks."""
    return Composition(tuple(copies * decks for copies in deck))


def shoe_of(house: House) -> Composition:
    """The whole shoe that this house deals from."""
    return fresh_shoe(house.decks, house.deck)


def column(rank: int) -> int:
    return point_value(rank) - 1


def parse_rank(text: str, where: str) -> int:
    """A rank as people write it: A, 2 … 10, T, J, Q, K."""
    word = text.strip().upper().rstrip("♣♦♥♠")
    if word == "T":
        word = "10"
    if word not in RANK_NAMES:
        raise BadInput([Fault(where, f"{text.strip()!r} is not a card.", "A, 2 to 10, J, Q, K")])
    return RANK_NAMES.index(word) + 1


_COUNT = re.compile("[0-9]{1,9}")
LEAST_CARDS = 26
"""With fewer cards a round might not be completed, and what happens then is the table's business."""


def parse_shoe(text: str, where: str = "--shoe", deck: tuple[int, ...] = STANDARD.copies) -> Composition:
    """Either thirteen numbers, ace to king, or changes of a fresh shoe: `6 decks -10 -10 -A`."""
    shoe = _read_shoe(text, where, deck)
    strange = [
        rank_name(rank)
        for rank, (held, copies) in enumerate(zip(shoe.ranks, deck, strict=True), 1)
        if held and not copies
    ]
    if strange:
        raise BadInput([Fault(where, f"the deck of this game has no {', '.join(strange)}.")])
    if shoe.size < LEAST_CARDS:
        says = f"{shoe.size} cards may not be enough to complete a round."
        raise BadInput([Fault(where, says, f"{LEAST_CARDS} cards or more")])
    if max(shoe.ranks) > 4 * MOST_DECKS:
        says = f"{max(shoe.ranks)} cards of one rank are in no shoe."
        raise BadInput([Fault(where, says, f"{4 * MOST_DECKS}, those of {MOST_DECKS} decks")])
    return shoe


def _read_shoe(text: str, where: str, deck: tuple[int, ...]) -> Composition:
    words = text.replace(",", " ").split()
    if len(words) == KING and all(_COUNT.fullmatch(word) for word in words):
        return Composition(tuple(int(word) for word in words))
    if len(words) >= 2 and _COUNT.fullmatch(words[0]) and words[1] in ("deck", "decks"):
        gone = [parse_rank(word.removeprefix("-"), where) for word in words[2:]]
        return fresh_shoe(int(words[0]), deck).without(*gone)
    allowed = "thirteen numbers, ace to king, or `6 decks -10 -A`"
    raise BadInput([Fault(where, f"{text!r} is not a shoe.", allowed)])
