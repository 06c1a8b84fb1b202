"""A deck as data: which ranks it has, each in four suits."""

from typing import NamedTuple

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = 4


class Deck(NamedTuple):
    copies: tuple[int, ...]
    """Cards of each rank, ace to king, in one deck."""

    @property
    def cards(self) -> int:
        return sum(self.copies)

    @property
    def is_standard(self) -> bool:
        return self == STANDARD


STANDARD = Deck((SUITS,) * len(RANKS))


def deck_of(ranks: tuple[str, ...]) -> Deck:
    return Deck(tuple(SUITS if rank in ranks else 0 for rank in RANKS))
