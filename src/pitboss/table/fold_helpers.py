"""Small changes to a table, and the registry of what each event changes."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.state import Box, Discard, Hand, Player, Table, face_index

Fold = Callable[[Table, Any], Table]
FOLDS: dict[type[e.Event], Fold] = {}


def folds(kind: type[e.Event]) -> Callable[[Fold], Fold]:
    """This function is what an event of this kind changes."""

    def note(function: Fold) -> Fold:
        FOLDS[kind] = function
        return function

    return note


def put_box(state: Table, box: Box) -> tuple[Box, ...]:
    return tuple(box if other.number == box.number else other for other in state.boxes)


def get_box(state: Table, number: int) -> Box:
    for box in state.boxes:
        if box.number == number:
            return box
    raise Broken(f"box {number} has no wager")


def put_hand(box: Box, number: int, hand: Hand) -> Box:
    return replace(box, hands=(*box.hands[:number], hand, *box.hands[number + 1 :]))


def change_hand(state: Table, box_number: int, number: int, **changes: Any) -> Table:
    box = get_box(state, box_number)
    hand = replace(box.hands[number], **changes)
    return replace(state, boxes=put_box(state, put_hand(box, number, hand)))


def move_chips(state: Table, seat: int, cents: int) -> tuple[Player, ...]:
    """A player's chips with so many more."""
    return tuple(
        replace(patron, chips_cents=patron.chips_cents + cents) if patron.seat == seat else patron
        for patron in state.players
    )


def change_player(state: Table, seat: int, **changes: Any) -> Table:
    players = tuple(replace(patron, **changes) if patron.seat == seat else patron for patron in state.players)
    return replace(state, players=players)


def reshuffled(state: Table) -> Table:
    """Who sat out may bet again, and who comes now comes at the beginning of a shoe."""
    players = tuple(replace(patron, barred=False) for patron in state.players)
    return replace(state, players=players, rounds_in_shoe=0, gone_bettors=())


def saw(seen: bytes, card: Card, decks: int) -> bytes:
    """The faces that have shown, and one more."""
    at = face_index(card)
    if seen[at] >= decks:
        raise Broken("a face has shown more often than there are decks")
    return seen[:at] + bytes((seen[at] + 1,)) + seen[at + 1 :]


def take_card(state: Table, card: Card | None, held: bool) -> Table:
    """One card fewer in the shoe, or the held one used; its face, if any, has shown."""
    already_seen = held and state.held is not None and state.held.card is not None
    seen = state.seen if card is None or already_seen else saw(state.seen, card, state.house.decks)
    if held:
        return replace(state, held=None, seen=seen)
    return replace(state, shoe=state.shoe - 1, seen=seen)


def layout_discards(state: Table, box: Box, number: int, start: int) -> tuple[Discard, ...]:
    """The hand's cards from `start` on, as they go to the rack."""
    hand = box.hands[number]
    cards = hand.cards if hand.chance is None else (*hand.cards, hand.chance)
    return tuple(
        Discard(card, state.round, box.number, number, place)
        for place, card in enumerate(cards)
        if place >= start
    )


def last_discards(state: Table) -> list[Discard]:
    """What still lies on the layout, picked up from the dealer's right, the dealer's own hand last."""
    discards: list[Discard] = []
    for box in reversed(state.boxes):
        for number in reversed(range(len(box.hands))):
            hand = box.hands[number]
            cards = layout_discards(state, box, number, 0)
            discards += cards[: hand.kept] if hand.cleared else cards
    dealt = (*state.dealer.cards, *((None,) if state.dealer.hole else ()))
    discards += [Discard(card, state.round, 0, 0, place) for place, card in enumerate(dealt)]
    return discards
