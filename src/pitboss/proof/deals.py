"""A deal that shows something: the cards in the order of the shoe, and what is done with them."""

from collections import Counter
from functools import cache
from typing import NamedTuple

from pitboss.games.deck import RANKS
from pitboss.rules.cards import Card, point_value
from pitboss.rules.house import House

SUITS = "♣♦♥♠"


class Move(NamedTuple):
    says: str
    rank: int = 0
    suit: int = -1
    """Where the suit matters."""

    @property
    def card(self) -> str:
        if not self.rank:
            return ""
        return RANKS[self.rank - 1] + (SUITS[self.suit] if self.suit >= 0 else "")

    def __str__(self) -> str:
        return f"{self.says} {self.card}".rstrip()


class Deal(NamedTuple):
    parts: tuple[tuple[Move, ...], ...] = ()
    """What happens, in stretches; put together only for a deal that is told."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for part in self.parts for move in part)

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(move.card for move in self.moves if move.rank)

    @property
    def length(self) -> tuple[int, int]:
        """Fewer cards first, then fewer words."""
        moves = self.moves
        return (sum(1 for move in moves if move.rank), len(moves))

    def __str__(self) -> str:
        return ", ".join(map(str, self.moves))

    def fits(self, house: House) -> bool:
        """Does the shoe hold so many cards of each value?"""
        copies = _copies(house.deck)
        if sum(map(len, self.parts)) <= house.decks * min(copies.values()):
            return True
        used = Counter(point_value(move.rank) for move in self.moves if move.rank)
        return all(count <= house.decks * copies[value] for value, count in used.items())


@cache
def _copies(deck: tuple[int, ...]) -> Counter[int]:
    """Cards of each value in one deck."""
    by_value: Counter[int] = Counter()
    for rank, copies in enumerate(deck, 1):
        if copies:
            by_value[point_value(rank)] += copies
    return by_value


def folded_ranks(house: House) -> tuple[int, ...]:
    """One rank for each value in the deck, tens first: cards of one value are alike."""
    by_value: dict[int, int] = {}
    for rank in range(1, len(house.deck) + 1):
        if house.deck[rank - 1]:
            by_value.setdefault(point_value(rank), rank)
    return tuple(sorted(by_value.values(), key=lambda rank: (rank == 1, -rank)))


def other_ten(house: House) -> tuple[int, ...]:
    """A second rank that counts ten, if the deck has one: same in value, not in rank."""
    tens = [
        rank for rank in range(1, len(house.deck) + 1) if house.deck[rank - 1] and point_value(rank) == 10
    ]
    return tuple(tens[-1:]) if len(tens) > 1 else ()


def small_deck(house: House) -> tuple[Card, ...]:
    """A few cards in two suits, enough for every kind of match: aces, tens of two ranks, and others."""
    ranks = [rank for rank in folded_ranks(house) if rank == 1 or point_value(rank) == 10]
    low = [rank for rank in folded_ranks(house) if rank not in ranks][-2:]
    return tuple(Card(rank, suit) for rank in (*low, *ranks, *other_ten(house)) for suit in (2, 3))


@cache
def first_cards(box: tuple[int, int], up: int, hole: int, neighbor: tuple[int, ...]) -> tuple[Move, ...]:
    """The first four cards, and the two of a neighbor where there is one, in the order of the deal."""
    one, two = box
    also = [Move("next player", rank) for rank in neighbor]
    return (
        Move("player", one), *also[:1], Move("dealer", up),
        Move("player", two), *also[1:], Move("hole card", hole),
    )  # fmt: skip
