"""The faces of a virtual shoe: the one part of a desk that knows a card before it is shown."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pitboss.desk.sealed_shoe import Entropy, Sealed, cut_order, read_sealed, shuffle_cards
from pitboss.desk.shoe_positions import Place, Shuffled, Track
from pitboss.errors import BadInput, Broken, Fault
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.due import due, passes_held_card
from pitboss.table.fold_helpers import last_discards
from pitboss.table.shoes import full_batch
from pitboss.table.state import Table

SHOWING = (c.DealCard, c.TurnHole, c.FindFaceUp, c.Overdraw, c.DrawInError)
"""Commands that tell a face; at a virtual table it is the shoe's."""


def secret_name(shoe: int) -> str:
    return f"shoe {shoe}"


class Faces:
    def __init__(self, orders: Mapping[int, Sealed]) -> None:
        self.orders = dict(orders)
        self._cut: tuple[Sealed, Shuffled, tuple[Card, ...]] | None = None

    def forget(self) -> None:
        self.orders.clear()
        self._cut = None

    def at(self, track: Track, place: Place) -> Card:
        shoe = next((found for found in track.shoes if found.number == place.shoe), None)
        if shoe is None or place.shoe not in self.orders:
            raise Broken(f"the order of shoe {place.shoe} is not here")
        sealed = self.orders[shoe.number]
        if self._cut is None or self._cut[0] is not sealed or self._cut[1] != shoe:
            # a transaction that is made again shuffles again: the same shoe by number, in another order
            self._cut = (sealed, shoe, cut_order(sealed.order, shoe.cuts))
        order = self._cut[2]
        return order[len(order) - place.left]

    def next(self, state: Table, track: Track) -> Card:
        """The card that would be dealt now."""
        return self.at(track, next_place(state, track))

    def hole(self, track: Track) -> Card | None:
        return None if track.hole is None else self.at(track, track.hole)

    def shuffle(self, state: Table, track: Track, entropy: Entropy) -> Sealed:
        """All cards but those on the layout and one that is held."""
        cards = full_batch(state.house.decks, state.terms.game.deck)
        out = [found.card for found in last_discards(state) if found.card is not None]
        hidden = [place for place in (track.hole, track.held) if place is not None]
        for card in (*out, *(self.at(track, place) for place in hidden)):
            cards.remove(card)
        if len(cards) != track.shoes[-1].cards:
            raise Broken(f"{len(cards)} cards to shuffle, not {track.shoes[-1].cards}")
        return shuffle_cards(cards, entropy)

    def told(self, command: c.Command, state: Table, track: Track) -> c.Command:
        """The command with the face that the shoe has for it; without a card the table will say no."""
        if not isinstance(command, SHOWING) or command.card is None:
            return command
        if isinstance(command, c.TurnHole):
            hole = self.hole(track)
            return command if hole is None else replace(command, card=hole)
        place = next_place(state, track) if isinstance(command, c.DealCard) else track.next
        return replace(command, card=self.at(track, place)) if place.left else command


def next_place(state: Table, track: Track) -> Place:
    """A card drawn in error is the next one, unless it goes past a hand whose player has turned it down."""
    found = due(state)
    passes = found is not None and passes_held_card(state, found)
    return track.next if passes or track.held is None else track.held


def read_orders(
    track: Track, secrets: Mapping[str, bytes], key: bytes
) -> tuple[dict[int, Sealed], list[int]]:
    """What can be read of the shoes that are not open yet, and the numbers of those that are lost."""
    orders: dict[int, Sealed] = {}
    lost = []
    for shoe in track.shoes:
        try:
            orders[shoe.number] = read_sealed(secrets[secret_name(shoe.number)], key)
        except (KeyError, Broken):
            lost.append(shoe.number)
    return orders, lost


def unreadable(table: str, lost: Sequence[int], secrets: Mapping[str, bytes]) -> BadInput:
    """Why the shoes of a table cannot be gone on with: most likely the key is not theirs."""
    shoes = ", ".join(map(str, lost))
    if any(secret_name(number) in secrets for number in lost):
        says = f"the key does not fit what is sealed of shoe {shoes}, or that was changed."
    else:
        says = f"nothing is sealed here of shoe {shoes}."
    allowed = "the key that it was sealed with: name the right file; or the floor gives the shoe up for lost"
    return BadInput([Fault(table, says, allowed)])


class Peek:
    """The shoe as the autopilot sees it: drawing changes nothing, for the table counts what has left."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._seen: tuple[Table, Track] | None = None

    def look(self, state: Table, track: Track) -> None:
        self._seen = (state, track)

    def draw(self) -> Card:
        if self._seen is None:
            raise Broken("nobody has looked at the table yet")
        return self._faces.next(*self._seen)

    def refill(self, out: object) -> None:
        """The order was fixed when the cards were shuffled."""
