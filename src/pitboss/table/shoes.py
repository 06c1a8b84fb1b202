"""Shoes: where cards come from. The table never draws; whoever runs it does, from one of these.

A scripted shoe deals what it was given. A virtual one is shuffled by the random source it is handed
(anything with `shuffle`), and nothing in here draws by itself. A scanned or keyed shoe is any object
with the two methods of `Shoe`.
"""

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, Protocol

from pitboss.games.deck import STANDARD, Deck
from pitboss.rules.cards import KING, Card
from pitboss.rules.mechanism import mechanism


class Shoe(Protocol):
    def draw(self) -> Card:
        """The next card."""
        ...

    def refill(self, out: Iterable[Card]) -> None:
        """All cards are shuffled but those that stay out, on the layout."""
        ...


class Shuffles(Protocol):
    def shuffle(self, x: MutableSequence[Any]) -> None: ...


def full_batch(decks: int, deck: Deck = STANDARD) -> list[Card]:
    """Every card of so many decks, in order."""
    ranks = [rank for rank in range(1, KING + 1) if deck.copies[rank - 1]]
    return [Card(rank, suit) for _ in range(decks) for suit in range(4) for rank in ranks]


@mechanism("procedure.bury_cut")
def bury_top(cards: Sequence[Card], depth: int) -> list[Card]:
    """The cut: every card above the cover card goes to the bottom."""
    return [*cards[depth:], *cards[:depth]]


class ScriptEnded(IndexError):
    """A scripted shoe was asked for more cards than were written."""


class ScriptedShoe:
    """Deals exactly these cards, in this order."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = list(cards)
        self._next = 0

    def draw(self) -> Card:
        if self._next == len(self._cards):
            raise ScriptEnded(f"the script has {len(self._cards)} cards and no more")
        self._next += 1
        return self._cards[self._next - 1]

    def refill(self, out: Iterable[Card]) -> None:
        """The script goes on: what comes after a shuffle was written after it."""


class VirtualShoe:
    """All cards of the decks, shuffled by the given random source."""

    def __init__(self, decks: int, source: Shuffles, deck: Deck = STANDARD) -> None:
        self._batch = full_batch(decks, deck)
        self._source = source
        self._cards: list[Card] = []

    def draw(self) -> Card:
        return self._cards.pop()

    def refill(self, out: Iterable[Card]) -> None:
        self._cards = list(self._batch)
        for card in out:
            self._cards.remove(card)
        self._source.shuffle(self._cards)
