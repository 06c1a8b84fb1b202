"""The floor: checklist, irregularity sheet, stopping, change of rules, fills and credits, who is admitted."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.desk.bank import Credit, Fill, balance
from pitboss.errors import Refused
from pitboss.games.game import Game
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.event_text import sentence
from pitboss.table.people import FLOOR
from pitboss.table.state import STEP_CAUSES, Table
from pitboss.table.view import next_acts
from pitboss.web.api.games import OptionChoice
from pitboss.web.api.login import RequestBody, Done, Id
from pitboss.web.api.replay import Overseer, history_of
from pitboss.web.api.tables import Accepted, Key, KeyIn, TableId, table_of, tables_of
from pitboss.web.auth import Floor, RateLimited, auth_of
from pitboss.web.due_text import due_sentence
from pitboss.web.history import History, Incident
from pitboss.web.irregularity_sheet import SheetLine, sheet_of
from pitboss.web.json_codec import plain
from pitboss.web.live_table import options_as_json

router = APIRouter(tags=["floor"])

Why = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f]+$")]
OPENING = {
    "procedure.inspect_reader": "Reader inspected",
    "procedure.receive_cards": "Cards received",
    "procedure.inspect": "Inspected by the dealer",
    "procedure.verify": "Verified by the floorperson",
    "procedure.spread": "Spread face up",
    "procedure.first_player_looks": "Seen by the first player",
    "procedure.wash": "Turned, washed, stacked",
    "procedure.shuffle": "Shuffled",
    "procedure.cut": "Cut",
    "procedure.place_cover_card": "Cover card placed",
    "procedure.load_shoe": "In the shoe",
    "procedure.burn": "Burned",
}
SIGNS = (c.PrepareCards, c.InspectReader, c.BeginDay)
"""By which the floorperson signs a line of the opening."""


class ChecklistLine(BaseModel):
    """A line of the opening: what the text asks for, and who signed it when."""

    mechanism: str
    title: str
    clause: str
    done: bool
    signed_by: str
    at: str


class RemedyOut(BaseModel):
    """Something that may be recorded or chosen now, and by whom."""

    by: str
    choice: dict[str, Any]


class SheetLineOut(BaseModel):
    """A line of the irregularity sheet; without remedies it cannot have happened at this moment."""

    mechanism: str
    title: str
    says: str
    clause: str
    followed: bool
    remedies: list[RemedyOut]


class IncidentOut(BaseModel):
    sequence: int
    time: str
    actor: str
    round: int
    type: str
    line: str
    clause: str


class FloorOut(BaseModel):
    table: str
    state: str
    checklist: list[ChecklistLine]
    signs: list[dict[str, Any]] = Field(description="With what the floorperson signs what is open now.")
    irregularities: list[SheetLineOut]
    orders: list[SheetLineOut] = Field(description="What the floor may order, whatever happened.")
    next: list[dict[str, Any]]
    incidents: list[IncidentOut]
    money_cents: dict[str, int]
    players: list[dict[str, Any]]
    options: list[str]


class WhyIn(RequestBody):
    why: Why


class StopIn(KeyIn):
    why: Why


class RulesIn(KeyIn):
    set: Annotated[list[OptionChoice], Field(max_length=40)]
    why: Why


class CentsIn(KeyIn):
    cents: Annotated[int, Field(ge=1, le=10**12)]


def checklist(state: Table, history: History) -> list[ChecklistLine]:
    """The opening in the order of the text."""
    terms = state.terms
    steps = ["procedure.inspect_reader"] if terms.has_reader else []
    steps += [
        "procedure.receive_cards",
        *(STEP_CAUSES[stage] for stage in terms.opening),
        "procedure.shuffle",
    ]
    steps += ["procedure.cut", "procedure.place_cover_card"] if terms.uses_cut else []
    steps += ["procedure.load_shoe", *(["procedure.burn"] if terms.burn_cards else [])]
    signed = history.signatures
    return [
        ChecklistLine(
            mechanism=step,
            title=OPENING[step],
            clause=because(state, step)["clause"],
            done=step in signed,
            signed_by=signed[step].actor if step in signed else "",
            at=signed[step].time if step in signed else "",
        )
        for step in steps
    ]


def signs(state: Table) -> list[dict[str, Any]]:
    kinds = {kind.__name__ for kind in SIGNS}
    return [choice for choice in options_as_json(state, FLOOR) if choice["command"]["type"] in kinds]


def entries(found: list[SheetLine]) -> list[SheetLineOut]:
    return [
        SheetLineOut(
            **entry._asdict() | {"remedies": [RemedyOut(**remedy._asdict()) for remedy in entry.remedies]}
        )
        for entry in found
    ]


def incident(found: Incident, names: dict[str, str], game: Game) -> IncidentOut:
    return IncidentOut(
        sequence=found.sequence,
        time=found.time,
        actor=names.get(found.actor, found.actor),
        round=found.round,
        type=type(found.event).__name__,
        line=sentence(found.event, game),
        clause=found.event.clause,
    )


@router.get("/tables/{id}/floor")
def show_floor(id: TableId, _: Overseer, request: Request) -> FloorOut:
    """Everything the floor watches at one table."""
    table = table_of(request, id)
    history = history_of(request, id)
    state, book = table.state, table.desk.standing.book
    sheet = sheet_of(state)
    names = auth_of(request).names([*table.owners.values(), *(found.actor for found in history.incidents)])
    return FloorOut(
        table=id,
        state="stopped" if table.stopped else "open",
        checklist=checklist(state, history),
        signs=signs(state),
        irregularities=entries(sheet.irregularities),
        orders=entries(sheet.orders),
        next=[plain(act) | {"says": due_sentence(act)} for act in next_acts(state)],
        incidents=[incident(one, names, state.terms.game) for one in reversed(history.incidents)],
        money_cents={place: balance(book, place) for place in ("rack", "drop", "tips", "layout")},
        players=[
            {
                "seat": found.seat,
                "account": table.owners.get(found.seat, ""),
                "name": names.get(table.owners.get(found.seat, ""), ""),
                "chips_cents": found.chips_cents,
                "barred": found.barred,
            }
            for found in state.players
        ],
        options=list(table.desk.standing.choices),
    )


@router.post("/tables/{id}/stop", dependencies=[RateLimited])
def stop(id: TableId, asked: WhyIn, caller: Floor, request: Request) -> Done:
    """No more wagers at this table; a round in progress is finished."""
    _set_stopped(request, id, True, caller.account.id, asked.why)
    return Done()


@router.post("/tables/{id}/resume", dependencies=[RateLimited])
def resume(id: TableId, asked: WhyIn, caller: Floor, request: Request) -> Done:
    """Wagers are taken again."""
    _set_stopped(request, id, False, caller.account.id, asked.why)
    return Done()


def _set_stopped(request: Request, id: str, stopped: bool, actor: str, why: str) -> None:
    table = table_of(request, id)
    with table.lock:
        if table.stopped == stopped:
            raise Refused("already", f"The table is {'stopped' if stopped else 'open'} already.")
        tables_of(request).directory.set_stopped(id, stopped, actor, why)
        table.set_stopped(stopped)


@router.post("/tables/{id}/void", dependencies=[RateLimited])
def void_round(id: TableId, asked: StopIn, caller: Floor, request: Request) -> Accepted:
    """Give the round up: every wager not yet decided comes back."""
    table = table_of(request, id)
    with table.lock:
        answer = table.desk.void_round(
            by=caller.account.id, why=asked.why, key=_key(caller.account.id, asked.key)
        )
    return Accepted(sequence=answer.last)


@router.post("/tables/{id}/options", dependencies=[RateLimited])
def change_options(id: TableId, asked: RulesIn, caller: Floor, request: Request) -> Accepted:
    """Other options from the next round on; refused during one, and where the document forbids them."""
    table = table_of(request, id)
    tables_of(request).catalogue.game(table.state.terms.game.id, asked.set)
    with table.lock:
        answer = table.desk.change_rules(
            tuple(asked.set), by=caller.account.id, why=asked.why, key=_key(caller.account.id, asked.key)
        )
    return Accepted(sequence=answer.last)


@router.post("/tables/{id}/fill", dependencies=[RateLimited])
def fill(id: TableId, asked: CentsIn, caller: Floor, request: Request) -> Accepted:
    """Chips from the cage to the rack."""
    return _move(request, id, caller.account.id, asked.key, Fill(table=id, cents=asked.cents))


@router.post("/tables/{id}/credit", dependencies=[RateLimited])
def credit(id: TableId, asked: CentsIn, caller: Floor, request: Request) -> Accepted:
    """Chips from the rack to the cage."""
    return _move(request, id, caller.account.id, asked.key, Credit(table=id, cents=asked.cents))


def _move(request: Request, id: str, actor: str, key: str, act: Fill | Credit) -> Accepted:
    table = table_of(request, id)
    with table.lock:
        return Accepted(sequence=table.desk.move_money(act, by=actor, key=_key(actor, key)).last)


def _key(account: str, key: Key) -> str:
    return f"{account}:{key}"


@router.post("/people/{id}/bar", dependencies=[RateLimited])
def bar(id: Id, asked: WhyIn, caller: Floor, request: Request) -> Done:
    """This player sits down nowhere and wagers no more; a round in progress is finished."""
    _set_barred(request, id, True, caller.account.id, asked.why)
    return Done()


@router.post("/people/{id}/admit", dependencies=[RateLimited])
def admit(id: Id, asked: WhyIn, caller: Floor, request: Request) -> Done:
    """This player may play again."""
    _set_barred(request, id, False, caller.account.id, asked.why)
    return Done()


def _set_barred(request: Request, id: str, barred: bool, actor: str, why: str) -> None:
    auth = auth_of(request)
    found = auth.accounts.find(id)
    if found.role != "player":
        raise Refused("not_a_player", "Only players are barred or admitted.")
    if found.barred == barred:
        raise Refused("already", f"This player is {'barred' if barred else 'admitted'} already.")
    auth.accounts.set_barred(id, barred)
    words = ("admitted", "barred")
    auth.directory.note(
        actor,
        "bar player" if barred else "admit player",
        id,
        before=words[not barred],
        after=words[barred],
        why=why,
    )
