"""The dealer's acts of a round, to be tried at any moment: the table refuses what is out of order."""

from typing import NamedTuple

from pitboss.games.game import Game
from pitboss.rules.cards import Card, Range
from pitboss.table import commands as c
from pitboss.table.acts import ACTS, place
from pitboss.table.event_text import tell_card
from pitboss.table.notation import card_text
from pitboss.table.options import FACES
from pitboss.table.people import SEATS
from pitboss.web.json_codec import KINDS, shape_of

ROUND_ACTS = (
    "bets", "burn", "card", "hole", "offer insurance", "close insurance", "insert", "look",
    "move hand", "turn", "settle", "clear", "remove cover", "collect",
)  # fmt: skip
"""In the order in which a round asks for them."""


class OpenField(NamedTuple):
    """Something that an act leaves open: its field, and what may be chosen, with its words."""

    field: str
    label: str
    values: tuple[tuple[str, str], ...]


class RoundAct(NamedTuple):
    type: str
    title: str
    open_fields: tuple[OpenField, ...]


_LANES = OpenField("lane", "area", tuple((lane.name.lower(), lane.name.title()) for lane in Range))


def round_acts(game: Game) -> tuple[RoundAct, ...]:
    """With the cards of this game's deck."""
    cards = tuple((card_text(card), tell_card(card)) for card in faces_of(game))
    known = {"lane": _LANES, "card": OpenField("card", "card", cards)}
    return tuple(
        RoundAct(act.command, act.heading, tuple(_open_fields(KINDS[act.command], known)))
        for act in (ACTS[id] for id in ROUND_ACTS)
    )


def _open_fields(kind: type[c.Command], known: dict[str, OpenField]) -> list[OpenField]:
    fields = shape_of(kind)
    chosen = [field for name, field in known.items() if name in fields]
    if "box" in fields:
        boxes = [*SEATS, 0] if kind is c.DealCard else SEATS
        chosen.insert(0, OpenField("box", "box", tuple((str(box), place(box)) for box in boxes)))
    return chosen


def faces_of(game: Game) -> list[Card]:
    """Every card of the game's deck, once."""
    return [card for card in FACES if game.deck.copies[card.rank - 1]]
