"""The positions of the cards of a virtual shoe: which shoe, which place in it, never which face.

Derived from events alone, so it is public, and the same after a restart. The faces are in the sealed order.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.state import Terms


class CardPosition(NamedTuple):
    """A card of a shoe, by the number of cards that were left before it was drawn."""

    shoe: int
    left: int


class ShownCard(NamedTuple):
    position: CardPosition
    card: Card


class ShuffledShoe(msgspec.Struct, frozen=True):
    """A shoe that has been shuffled and whose order has not been opened yet."""

    number: int
    cards: int
    cuts: tuple[int, ...] = ()


class ShoePositions(msgspec.Struct, frozen=True):
    number: int = 0
    """The number of the last shoe that was shuffled."""
    stack: int = 0
    """Cards collected for the next shuffle."""
    left: int = 0
    shoes: tuple[ShuffledShoe, ...] = ()
    """Shoes not yet opened; the one in play is the last."""
    hole: CardPosition | None = None
    held: CardPosition | None = None

    @property
    def next(self) -> CardPosition:
        return CardPosition(self.number, self.left)


Update = Callable[[ShoePositions, Any, Terms], ShoePositions]


def follow(positions: ShoePositions, event: e.Event, terms: Terms) -> ShoePositions:
    """The positions after an event."""
    update = FOLLOWED.get(type(event))
    return positions if update is None else update(positions, event, terms)


def shown_by(positions: ShoePositions, event: e.Event) -> ShownCard | None:
    """The card whose face an event shows for the first time; `positions` are those before the event."""
    if isinstance(event, e.HoleTurned):
        return ShownCard(positions.hole, event.card) if positions.hole else None
    if isinstance(event, e.CardDealt):
        return ShownCard(positions.held if event.held and positions.held else positions.next, event.card)
    if isinstance(event, (e.FaceUpCardFound, e.CardOverdrawn)):
        return ShownCard(positions.next, event.card)
    if isinstance(event, e.CardDrawnInError) and event.card is not None:
        return ShownCard(positions.next, event.card)
    return None


def _drawn(positions: ShoePositions, event: Any, _: Terms) -> ShoePositions:
    if getattr(event, "held", False):
        return replace(positions, held=None)
    return replace(positions, left=positions.left - 1)


def _hole_dealt(positions: ShoePositions, event: e.HoleDealt, terms: Terms) -> ShoePositions:
    return replace(_drawn(positions, event, terms), hole=positions.held if event.held else positions.next)


def _drawn_in_error(positions: ShoePositions, event: e.CardDrawnInError, terms: Terms) -> ShoePositions:
    return replace(_drawn(positions, event, terms), held=positions.next)


def _shuffled(positions: ShoePositions, _: e.CardsShuffled, __: Terms) -> ShoePositions:
    fresh = ShuffledShoe(positions.number + 1, positions.stack)
    return replace(positions, number=fresh.number, shoes=(*positions.shoes, fresh))


def _cut(positions: ShoePositions, event: e.CardsCut, _: Terms) -> ShoePositions:
    last = positions.shoes[-1]
    return replace(positions, shoes=(*positions.shoes[:-1], replace(last, cuts=(*last.cuts, event.depth))))


def _gathered(positions: ShoePositions, event: Any, terms: Terms) -> ShoePositions:
    """All cards are collected, so every earlier order may be opened."""
    if getattr(event, "batch", 0) == 1:
        return positions
    return replace(positions, stack=terms.cards, left=0, shoes=(), hole=None, held=None)


def _cleared(positions: ShoePositions, _: e.TableCleared, terms: Terms) -> ShoePositions:
    """A continuous shuffler has shuffled everything but a held card before the next round."""
    after = replace(positions, hole=None)
    if terms.uses_cut:
        return after
    cards = terms.cards - (positions.held is not None)
    fresh = ShuffledShoe(positions.number + 1, cards)
    kept = positions.shoes if positions.held else ()
    return replace(after, number=fresh.number, left=cards, shoes=(*kept, fresh))


DRAWS = (e.CardDealt, e.CardBurned, e.FaceUpCardFound, e.CardOverdrawn, e.HoleDealt, e.CardDrawnInError)
"""Events in which a card leaves the shoe, unless it was held."""
FOLLOWED: dict[type[e.Event], Update] = {
    e.CardDealt: _drawn,
    e.CardBurned: _drawn,
    e.FaceUpCardFound: _drawn,
    e.CardOverdrawn: _drawn,
    e.HoleDealt: _hole_dealt,
    e.HoleTurned: lambda positions, _, __: replace(positions, hole=None),
    e.CardDrawnInError: _drawn_in_error,
    e.HeldCardDiscarded: lambda positions, _, __: replace(positions, held=None),
    e.CardsShuffled: _shuffled,
    e.CardsCut: _cut,
    e.ShoeLoaded: lambda positions, event, _: replace(positions, left=event.cards),
    e.DiscardsTaken: lambda positions, event, _: replace(positions, stack=event.cards),
    e.CardsReceived: _gathered,
    e.CardsCollected: _gathered,
    e.CardsSpreadIdle: _gathered,
    e.TableCleared: _cleared,
}
