"""The irregularity sheet: what the game's text foresees, and what may be recorded or chosen about it now."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from pitboss.games.vocabulary import IRREGULARITIES
from pitboss.rules.mechanism import all_mechanisms
from pitboss.table import commands as c
from pitboss.table.act_registry import ACTS
from pitboss.table.due import due
from pitboss.table.options import Choice, options
from pitboss.table.people import DEALER, FLOOR, Person, Role
from pitboss.table.state import Table
from pitboss.table.table import step
from pitboss.web.json_codec import plain_choice
from pitboss.web.live_table import label

ORDERS: dict[type[c.Command], str] = {
    c.OrderRecut: "PrintOrder a recut",
    c.OrderReshuffle: "PrintOrder a reshuffle",
    c.RelieveDealer: "A new dealer takes over",
    c.PermitPatron: "Let a player bet again",
    c.RecordDispute: "Record a dispute",
}
"""What the floor may order or write down though nothing of the list went wrong."""


class Remedy(NamedTuple):
    """Something that may be recorded or chosen now, and by whom."""

    by: str
    choice: dict[str, Any]


class SheetLine(NamedTuple):
    """A line of the sheet; without remedies it cannot have happened at this moment."""

    mechanism: str
    title: str
    says: str
    clause: str
    followed: bool
    remedies: list[Remedy]


class _Offer(NamedTuple):
    kind: type[c.Command]
    mechanism: str
    clause: str
    remedy: Remedy


class Sheet(NamedTuple):
    irregularities: list[SheetLine]
    """All that can happen at this table, in the order of the text."""
    orders: list[SheetLine]
    """What the floor may order now."""


def sheet_of(state: Table) -> Sheet:
    offers = _offers(state)
    orders = [offer for offer in offers if offer.kind in ORDERS]
    return Sheet(
        list(_irregularities(state, [offer for offer in offers if offer.kind not in ORDERS])),
        list(_orders(orders)),
    )


def _irregularities(state: Table, offers: list[_Offer]) -> Iterator[SheetLine]:
    from pitboss.paper.conformance import find_irregularities

    for found in find_irregularities(state.terms.game):
        remedies = [offer.remedy for offer in offers if offer.mechanism == found.mechanism]
        yield SheetLine(found.mechanism, found.title, found.says, found.clause, found.followed, remedies)


def _orders(offers: list[_Offer]) -> Iterator[SheetLine]:
    for kind, title in ORDERS.items():
        mine = [offer for offer in offers if offer.kind is kind]
        if mine:
            remedies = [offer.remedy for offer in mine]
            yield SheetLine(kind.__name__, title, "", mine[0].clause, False, remedies)


def _offers(state: Table) -> list[_Offer]:
    """What those who run the table may do now, and the player whose choice it is, each by its clause."""
    found = due(state)
    asked = [found.who] if found is not None and found.who.role == Role.PLAYER else []
    return [
        _Offer(type(choice.command), *_because(state, choice), _remedy(who, choice))
        for who in (DEALER, FLOOR, *asked)
        for choice in options(state, who).choices
    ]


def _because(state: Table, choice: Choice) -> tuple[str, str]:
    """By which mechanism and clause it would be recorded."""
    events, _ = step(state, choice.with_value(choice.values[0]))
    return (events[0].mechanism, events[0].clause) if events else ("", "")


def _remedy(who: Person, choice: Choice) -> Remedy:
    return Remedy(str(who), plain_choice(choice) | {"label": label(choice.command)})


@cache
def irregular_acts() -> tuple[str, ...]:
    """The commands that are about irregularities and nothing else."""
    carried = {mechanism.function: mechanism.ids for mechanism in all_mechanisms()}
    return tuple(
        kind.__name__
        for kind, function in ACTS.items()
        if (ids := set(carried.get(function, ()))) and ids <= set(IRREGULARITIES)
    )
