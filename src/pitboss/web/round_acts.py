"""The acts of a dealer, to be tried at any moment: the house refuses what is out of order."""

from typing import NamedTuple

from pitboss.rules.cards import Range
from pitboss.table import commands as c
from pitboss.table.event_text import tell_card
from pitboss.table.notation import card_text
from pitboss.table.options import FACES
from pitboss.table.people import SEATS
from pitboss.web.json_codec import shape_of

ACTS: dict[type[c.Command], str] = {
    c.CloseBetting: "No more bets",
    c.BurnCard: "Burn a card",
    c.DealCard: "Deal a card to",
    c.DealHole: "Deal the hole card",
    c.OfferInsurance: "Offer insurance",
    c.CloseInsurance: "Close insurance",
    c.InsertHole: "Put the hole card into the reader",
    c.MoveHand: "Move the hand to",
    c.TurnHole: "Turn the hole card",
    c.Settle: "Take or pay",
    c.ClearTable: "Clear the layout",
    c.RemoveCover: "Take out the cover card",
    c.CollectCards: "Collect the cards",
}
"""In the order in which a round asks for them."""


class RequestBody(NamedTuple):
    """Something that an act leaves open: its field, and what may be said, with its words."""

    field: str
    values: tuple[tuple[str, str], ...]


class RoundAct(NamedTuple):
    type: str
    title: str
    asks: tuple[RequestBody, ...]


_BOXES = tuple((str(box), f"box {box}") for box in SEATS)
_VALUES: dict[str, tuple[tuple[str, str], ...]] = {
    "lane": tuple((lane.name.lower(), lane.name.title()) for lane in Range),
    "card": tuple((card_text(card), tell_card(card)) for card in FACES),
}


def round_acts() -> tuple[RoundAct, ...]:
    return tuple(RoundAct(kind.__name__, title, tuple(_asks(kind))) for kind, title in ACTS.items())


def _asks(kind: type[c.Command]) -> list[RequestBody]:
    fields = shape_of(kind)
    asks = [RequestBody(field, values) for field, values in _VALUES.items() if field in fields]
    if "box" in fields:
        dealer = (("0", "the dealer"),) if kind is c.DealCard else ()
        asks.insert(0, RequestBody("box", _BOXES + dealer))
    return asks
