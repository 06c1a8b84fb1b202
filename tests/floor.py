"""Shorthand for tests: houses by name, hands and cards as people write them."""

from functools import cache

from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.rules.cards import Card
from pitboss.rules.hands import EMPTY, BoxHand, Dealt, Hand, dealer_total, draw, is_blackjack
from pitboss.rules.house import House
from pitboss.rules.settlement import Stakes

RANKS = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 11)}
SUITS = {"c": 0, "d": 1, "h": 2, "s": 3}


@cache
def game_of(name: str, *choices: str) -> Game:
    """`game_of("down-under-pa", "decks=8", "reading.D1=R2")`."""
    return load_game(name, choose=choices)


def house_of(name: str, *choices: str) -> House:
    return game_of(name, *choices).house


@cache
def ranks(text: str) -> tuple[int, ...]:
    """`ranks("A 10 K")`; suits, if any, are left off."""
    return tuple(RANKS[word.rstrip("cdhs")] for word in text.split())


def card(text: str) -> Card:
    """`card("Ks")`, `card("10h")`."""
    return Card(RANKS[text[:-1]], SUITS[text[-1]])


@cache
def hand(text: str) -> Hand:
    found = EMPTY
    for rank in ranks(text):
        found = draw(found, rank)
    return found


@cache
def box(text: str, *, split: bool = False, doubled: bool = False, chance: int = 0) -> BoxHand:
    """A player's hand: `box("8 3 K", doubled=True)`; `chance` is the Second Chance card's value."""
    first, second = (*ranks(text), 0, 0)[:2]
    return BoxHand(hand(text), first, second, split, doubled, chance)


@cache
def dealt(text: str, house: House) -> Dealt:
    """The dealer's complete hand, up card first."""
    first, second = ranks(text)[:2]
    points = dealer_total(hand(text), house).points
    return Dealt(points, len(text.split()) == 2 and is_blackjack(first, second))


def stakes(
    wager_cents: int = 1000, double_cents: int = 0, chance_cents: int = 0, *, added_by_split: bool = False
) -> Stakes:
    return Stakes(wager_cents, double_cents, chance_cents, added_by_split)
