"""A hand that shows what a game is about, for its picture in the lobby: chosen by what the game has."""

from hashlib import sha256

from pitboss.games.game import Game
from pitboss.rules.cards import Card, Range, range_of
from pitboss.rules.house import Reader

ACE, FIVE, EIGHT, KING = 1, 5, 8, 13
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


def example_cards(game: Game) -> tuple[Card, ...]:
    """A total of three cards, a hand beside a hidden range, a pair that matches, or a Blackjack."""
    ranks = [rank for rank, copies in enumerate(game.deck.copies, 1) if copies]
    if not game.has_dealer:
        wanted: tuple[Card, ...] = (Card(FIVE, CLUBS), Card(EIGHT, HEARTS), Card(ACE, HEARTS))
    elif game.house.dealer.reader == Reader.RANGE:
        wanted = (Card(_one_of(ranks, Range.MEDIUM, game.id), DIAMONDS), Card(KING, SPADES))
    elif game.wagers_of("match"):
        pair = _one_of(ranks, None, game.id)
        wanted = (Card(pair, HEARTS), Card(pair, DIAMONDS))
    else:
        wanted = (Card(ACE, SPADES), Card(KING, HEARTS))
    return tuple(card if card.rank in ranks else Card(ranks[0], card.suit) for card in wanted)


def _one_of(ranks: list[int], within: Range | None, name: str) -> int:
    """A rank of the deck, another for another game."""
    fitting = [rank for rank in ranks if within is None or range_of(rank) == within]
    return fitting[sha256(name.encode()).digest()[0] % len(fitting)]
