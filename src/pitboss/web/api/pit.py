"""The pit API: every table at a glance."""

from datetime import datetime
from itertools import pairwise
from statistics import median
from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.games.vocabulary import OPTIONS
from pitboss.table.state import Table
from pitboss.web.api.floor import IncidentOut, checklist, incident_out
from pitboss.web.api.replay import Overseer, history_so_far
from pitboss.web.api.tables import TableLine, elsewhere, line_of, tables_of
from pitboss.web.auth import Caller, allow, auth_of
from pitboss.web.directory import TableCard
from pitboss.web.history import History
from pitboss.web.live_table import LiveTable
from pitboss.web.roles import OVERSIGHT, AccountRole
from pitboss.web.slow_routes import TakesLong

router = APIRouter(tags=["floor"])

PitViewer = Annotated[Caller, allow(*OVERSIGHT, AccountRole.DEALER)]
MAX_INCIDENTS = 300
USUAL_OF = 200
"""Rounds over which a table’s usual pace is measured."""


class DeviceOut(BaseModel):
    device: Literal["reader", "shuffler"]
    name: str
    state: Literal["good", "warn", "bad"]
    says: str


class PitTableOut(BaseModel):
    line: TableLine
    usual_per_hour: float = Field(description="Rounds per hour in this table’s own record; 0 without one.")
    win_cents: int | None = Field(description="What the house has won at this table; not shown to dealers.")
    drop_cents: int | None = Field(description="The cash that went into the drop box; not shown to dealers.")
    hold: float | None = Field(description="The win divided by the drop; none where nothing was dropped.")
    devices: list[DeviceOut]
    signed: int
    to_sign: int
    last: IncidentOut | None


class PitOut(BaseModel):
    tables: list[PitTableOut]


class TableIncidentOut(IncidentOut):
    """An incident, and the table where it happened."""

    table: str
    name: str


class IncidentsOut(BaseModel):
    incidents: list[TableIncidentOut]


@router.get("/incidents", dependencies=[TakesLong])
def list_incidents(_: Overseer, request: Request) -> IncidentsOut:
    """What went wrong at every table, latest first."""
    tables = tables_of(request)
    cards = tables.cards()
    incidents = [(one, cards[id]) for id in tables.live for one in history_so_far(request, id).incidents]
    incidents.sort(key=lambda pair: pair[0].time, reverse=True)
    names = auth_of(request).names([one.actor for one, _ in incidents[:MAX_INCIDENTS]])
    return IncidentsOut(
        incidents=[
            TableIncidentOut(
                **incident_out(one, names, tables.live[card.id].state.terms.game).model_dump(),
                table=card.id,
                name=card.name,
            )
            for one, card in incidents[:MAX_INCIDENTS]
        ]
    )


@router.get("/pit", dependencies=[TakesLong])
def show_pit(caller: PitViewer, request: Request) -> PitOut:
    """Every table: players, pace, what the house has won, what went wrong last."""
    tables = tables_of(request)
    live = tables.live
    return PitOut(
        tables=[
            _tile(card, live[id], history_so_far(request, id), caller) if id in live else _unknown(card)
            for id, card in tables.cards().items()
        ]
    )


def _unknown(card: TableCard) -> PitTableOut:
    return PitTableOut(
        line=elsewhere(card),
        usual_per_hour=0,
        win_cents=None,
        drop_cents=None,
        hold=None,
        devices=[],
        signed=0,
        to_sign=0,
        last=None,
    )


def _tile(card: TableCard, live: LiveTable, history: History, caller: Caller) -> PitTableOut:
    state = live.state
    lines = checklist(state, history)
    sees_money = caller.role in OVERSIGHT
    return PitTableOut(
        line=line_of(card, live, caller.account.id),
        usual_per_hour=usual_per_hour(history),
        win_cents=win_cents(state) if sees_money else None,
        drop_cents=state.drop_cents if sees_money else None,
        hold=hold(state) if sees_money else None,
        devices=devices(state),
        signed=sum(line.done for line in lines),
        to_sign=len(lines),
        last=incident_out(history.incidents[-1], {}, state.terms.game) if history.incidents else None,
    )


def win_cents(state: Table) -> int:
    """The gain of the chip tray in play plus the drop."""
    return state.rack_cents + state.drop_cents


def hold(state: Table) -> float | None:
    """Win over drop, as the casino’s books have it."""
    return win_cents(state) / state.drop_cents if state.drop_cents else None


def usual_per_hour(history: History) -> float:
    """From the median time between the ends of two rounds."""
    ends = [datetime.fromisoformat(span.ended) for span in reversed(history.rounds(USUAL_OF))]
    lasted = [(later - earlier).total_seconds() for earlier, later in pairwise(ends)]
    return round(3_600 / median(lasted), 1) if lasted and median(lasted) > 0 else 0.0


def devices(state: Table) -> list[DeviceOut]:
    """The devices of this table and whether they work."""
    return [
        *([_reader(state)] if state.terms.has_reader else []),
        *([_shuffler(state)] if state.terms.shuffler != "manual" else []),
    ]


def _reader(state: Table) -> DeviceOut:
    name = state.terms.reader.capitalize()
    if state.reader_broken:
        return DeviceOut(device="reader", name=name, state="bad", says="out of order")
    if not state.reader_inspected:
        return DeviceOut(device="reader", name=name, state="warn", says="not yet inspected")
    return DeviceOut(device="reader", name=name, state="good", says="working")


def _shuffler(state: Table) -> DeviceOut:
    name = OPTIONS["shuffler"].tell(state.terms.shuffler).capitalize()
    if state.shuffler_broken:
        says = "out of order, covered" if state.shuffler_covered else "out of order"
        return DeviceOut(device="shuffler", name=name, state="bad", says=says)
    return DeviceOut(device="shuffler", name=name, state="good", says="working")
