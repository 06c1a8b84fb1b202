"""Where the cards of a virtual shoe went, by number: which shoe, which place, never which face.

Folded from events alone, so that it is public, and the same after a restart. Faces are in the sealed order.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.state import Terms


class Place(NamedTuple):
    """A card of a shoe, by how many were left before it was drawn."""

    shoe: int
    left: int


class Shown(NamedTuple):
    place: Place
    card: Card


class Shuffled(msgspec.Struct, frozen=True):
    """A shoe that has been shuffled and whose order is not open yet."""

    number: int
    cards: int
    cuts: tuple[int, ...] = ()


class Track(msgspec.Struct, frozen=True):
    number: int = 0
    """Of the last shoe shuffled."""
    stack: int = 0
    """Cards together for the next shuffle."""
    left: int = 0
    shoes: tuple[Shuffled, ...] = ()
    """Not yet opened, the one in play last."""
    hole: Place | None = None
    held: Place | None = None

    @property
    def next(self) -> Place:
        return Place(self.number, self.left)


Follows = Callable[[Track, Any, Terms], Track]


def follow(track: Track, event: e.Event, terms: Terms) -> Track:
    """The track after an event."""
    found = FOLLOWED.get(type(event))
    return track if found is None else found(track, event, terms)


def shown_by(track: Track, event: e.Event) -> Shown | None:
    """The card whose face an event shows for the first time, and its place; asked before it is followed."""
    if isinstance(event, e.HoleTurned):
        return Shown(track.hole, event.card) if track.hole else None
    if isinstance(event, e.CardDealt):
        return Shown(track.held if event.held and track.held else track.next, event.card)
    if isinstance(event, (e.FaceUpCardFound, e.CardOverdrawn)):
        return Shown(track.next, event.card)
    if isinstance(event, e.CardDrawnInError) and event.card is not None:
        return Shown(track.next, event.card)
    return None


def _drawn(track: Track, event: Any, _: Terms) -> Track:
    if getattr(event, "held", False):
        return replace(track, held=None)
    return replace(track, left=track.left - 1)


def _hole_dealt(track: Track, event: e.HoleDealt, terms: Terms) -> Track:
    return replace(_drawn(track, event, terms), hole=track.held if event.held else track.next)


def _drawn_in_error(track: Track, event: e.CardDrawnInError, terms: Terms) -> Track:
    return replace(_drawn(track, event, terms), held=track.next)


def _shuffled(track: Track, _: e.CardsShuffled, __: Terms) -> Track:
    fresh = Shuffled(track.number + 1, track.stack)
    return replace(track, number=fresh.number, shoes=(*track.shoes, fresh))


def _cut(track: Track, event: e.CardsCut, _: Terms) -> Track:
    last = track.shoes[-1]
    return replace(track, shoes=(*track.shoes[:-1], replace(last, cuts=(*last.cuts, event.depth))))


def _gathered(track: Track, event: Any, terms: Terms) -> Track:
    """All cards are together again, so that every order before may be seen."""
    if getattr(event, "batch", 0) == 1:
        return track
    return replace(track, stack=terms.cards, left=0, shoes=(), hole=None, held=None)


def _cleared(track: Track, _: e.TableCleared, terms: Terms) -> Track:
    """Where nothing is cut the device has shuffled all but a held card by the next round."""
    after = replace(track, hole=None)
    if terms.uses_cut:
        return after
    cards = terms.cards - (track.held is not None)
    fresh = Shuffled(track.number + 1, cards)
    kept = track.shoes if track.held else ()
    return replace(after, number=fresh.number, left=cards, shoes=(*kept, fresh))


FOLLOWED: dict[type[e.Event], Follows] = {
    e.CardDealt: _drawn,
    e.CardBurned: _drawn,
    e.FaceUpCardFound: _drawn,
    e.CardOverdrawn: _drawn,
    e.HoleDealt: _hole_dealt,
    e.HoleTurned: lambda track, _, __: replace(track, hole=None),
    e.CardDrawnInError: _drawn_in_error,
    e.HeldCardDiscarded: lambda track, _, __: replace(track, held=None),
    e.CardsShuffled: _shuffled,
    e.CardsCut: _cut,
    e.ShoeLoaded: lambda track, event, _: replace(track, left=event.cards),
    e.DiscardsTaken: lambda track, event, _: replace(track, stack=event.cards),
    e.CardsReceived: _gathered,
    e.CardsCollected: _gathered,
    e.CardsSpreadIdle: _gathered,
    e.TableCleared: _cleared,
}
