"""Every case that settlement tells apart, as plain cards: the domain of the exhaustive comparisons.

Hands are lists of two-character cards, as in naive.py. Nothing here knows a rule: hands are kept
apart whenever they differ in pips, aces, being two cards, or what their first two cards are.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

RANKS = "A23456789TJQK"
LARGE = "ATJQK"


class Case(NamedTuple):
    """One hand of a box, how it came about, and the dealer's complete hand."""

    cards: tuple[str, ...]
    dealer: tuple[str, ...]
    split: bool
    position: int
    double_cents: int
    chance: str
    """The Second Chance card; empty when none was drawn."""


def pip(rank: str) -> int:
    return {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def _kind(ranks: tuple[str, ...]) -> tuple[object, ...]:
    pair = tuple(sorted("L" if rank in LARGE else "s" for rank in ranks[:2]))
    natural = len(ranks) == 2 and set(ranks) & {"A"} and {pip(rank) for rank in ranks} == {1, 10}
    return sum(map(pip, ranks)), ranks.count("A"), min(len(ranks), 3), pair, ranks[0] == "A", bool(natural)


def player_hands() -> list[tuple[str, ...]]:
    """One hand of each kind, of two to five cards, at most one card past 21."""
    kinds: dict[tuple[object, ...], tuple[str, ...]] = {}
    naturals = (("A", "T"), ("T", "A"))
    for size in (2, 3, 4, 5):
        for ranks in combinations_with_replacement("A2345679T", size):
            if sum(map(pip, ranks[:-1])) <= 21:
                for order in (ranks, ranks[::-1], ranks[1:] + ranks[:1]):
                    if size == 2 or order[:2] not in naturals:  # nobody draws to a natural
                        kinds.setdefault(_kind(order), order)
    return [suited(ranks) for ranks in kinds.values()]


def suited(ranks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(rank + "cdhs"[number % 4] for number, rank in enumerate(ranks))


DEALERS = tuple(
    suited(tuple(text.split()))
    for text in (
        "A T", "T A", "A K", "Q A",  # Blackjack, both ways round
        "A A", "A 6", "A 7", "A 8", "A 9", "T 7", "T 8", "T 9", "T T", "T J", "9 8",
        "5 6 6", "5 6 7", "5 6 8", "5 6 9", "5 6 T", "2 9 A", "A 2 9", "5 6 A", "5 A 6", "A 5 6",
        "T 6 A", "T 6 2", "T 6 3", "T 6 4", "T 6 5", "T 6 6", "T 6 7", "T 6 8", "T 6 9", "T 6 T",
        "A A A 9", "A A 9", "A A T", "A 2 3 A", "2 2 2 A T", "2 3 A 6 T", "7 7 7", "8 7 7", "T 2 T",
    )
)  # fmt: skip


def all_hands(most_pips: int) -> Iterator[tuple[str, ...]]:
    """Every multiset of values of at least two cards that passes `most_pips` with its last card only."""

    def grow(ranks: tuple[str, ...], pips: int, lowest: int) -> Iterator[tuple[str, ...]]:
        for number in range(lowest, 10):
            rank = RANKS[number]
            longer = (*ranks, rank)
            if len(longer) >= 2:
                yield longer
            if pips + pip(rank) < most_pips:
                yield from grow(longer, pips + pip(rank), number)

    yield from grow((), 0, 0)


def cases(*, second_chance: bool) -> Iterator[Case]:
    """Hands × doubles × splits × Second Chance cards × dealers."""
    for cards in player_hands():
        over = sum(pip(card[0]) for card in cards) > 21
        for dealer in DEALERS:
            for split, position in ((False, 0), (True, 0), (True, 1)):
                for double in (0, 1000, 333) if len(cards) == 3 else (0,):
                    yield Case(cards, dealer, split, position, double, "")
                    if second_chance and over:
                        for rank in "A23456789T":
                            yield Case(cards, dealer, split, position, double, rank + "s")
