"""The irregularity sheet: what the game's text foresees, and what may be recorded or chosen about it now."""

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from pitboss.games.citations import finest_first
from pitboss.games.vocabulary import IRREGULARITIES
from pitboss.rules.mechanism import all_mechanisms
from pitboss.table import act_registry
from pitboss.table.acts import ACTS
from pitboss.table.commands import Command
from pitboss.table.due import due
from pitboss.table.options import Choice, options
from pitboss.table.people import DEALER, FLOOR, Person, Role
from pitboss.table.state import Table
from pitboss.table.table import step
from pitboss.web.table_json import choice_as_json

ORDERS = ("begin day", "order recut", "order reshuffle", "relieve dealer", "permit", "record dispute")
"""What the floorperson may order or record though nothing on the list went wrong."""


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
    command: str
    mechanism: str
    clause: str
    remedy: Remedy


class Sheet(NamedTuple):
    irregularities: list[SheetLine]
    """Everything that can go wrong at this table and that somebody records, in the order of the text."""
    orders: list[SheetLine]
    """What the floorperson may order now."""


def sheet_of(state: Table) -> Sheet:
    offers = _offers(state)
    ordered = {ACTS[id].command for id in ORDERS}
    return Sheet(
        list(_irregularities(state, [offer for offer in offers if offer.command not in ordered])),
        list(_orders(offers)),
    )


def _irregularities(state: Table, offers: list[_Offer]) -> Iterator[SheetLine]:
    from pitboss.paper.conformance import find_irregularities

    for one in find_irregularities(state.terms.game):
        if not is_recorded(one.mechanism):
            continue
        remedies = [offer.remedy for offer in offers if _line_of(offer.mechanism) == one.mechanism]
        yield SheetLine(one.mechanism, one.title, one.says, one.clause, one.followed, remedies)


def _line_of(cause: str) -> str:
    """An outcome that the sheet has no line for belongs to the line of its mechanism."""
    return next((step for step in finest_first(cause) if step in IRREGULARITIES), "")


def _orders(offers: list[_Offer]) -> Iterator[SheetLine]:
    for id in ORDERS:
        act = ACTS[id]
        mine = [offer for offer in offers if offer.command == act.command]
        if mine:
            remedies = [offer.remedy for offer in mine]
            yield SheetLine(act.command, act.heading, "", mine[0].clause, False, remedies)


def _offers(state: Table) -> list[_Offer]:
    """What the staff may do now, and the player whose choice it is, each by its clause."""
    awaited = due(state)
    players = [awaited.who] if awaited is not None and awaited.who.role == Role.PLAYER else []
    return [
        _Offer(type(choice.command).__name__, *_because(state, who, choice), _remedy(state, who, choice))
        for who in (DEALER, FLOOR, *players)
        for choice in options(state, who).choices
    ]


def _because(state: Table, who: Person, choice: Choice) -> tuple[str, str]:
    """By which mechanism and clause it would be recorded.

    What answers an irregularity may be settled by a sentence of its own; it still belongs to what it answers.
    """
    events, _ = step(state, choice.with_value(choice.values[0]))
    mechanism, clause = (events[0].mechanism, events[0].clause) if events else ("", "")
    awaited = due(state)
    answers = awaited is not None and awaited.who == who and mechanism.startswith("settle.dead_hand")
    return (awaited.cause, clause) if awaited is not None and answers else (mechanism, clause)


def _remedy(state: Table, who: Person, choice: Choice) -> Remedy:
    return Remedy(str(who), choice_as_json(state, choice))


@cache
def irregular_acts() -> tuple[str, ...]:
    """The commands that are about irregularities and nothing else."""
    return tuple(
        kind.__name__
        for kind, ids in _carried_out().items()
        if ids and all(id.startswith("irregularity.") for id in ids)
    )


@cache
def is_recorded(irregularity: str) -> bool:
    """Whether somebody records it; a wrong answer about the hole card shows by itself when it is turned."""
    recorded = {id for ids in _carried_out().values() for id in ids}
    return not recorded.isdisjoint(finest_first(irregularity))


def _carried_out() -> dict[type[Command], tuple[str, ...]]:
    """The mechanisms that each command carries out."""
    carried_out = {mechanism.function: mechanism.ids for mechanism in all_mechanisms()}
    return {kind: carried_out.get(function, ()) for kind, function in act_registry.ACTS.items()}
