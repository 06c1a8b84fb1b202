"""The floorperson’s API: opening checklist, irregularity sheet, stopping, options, barring."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.desk.house_entries import HOUSE
from pitboss.desk.ledger import balance
from pitboss.errors import Refused
from pitboss.games.game import Game
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.acts import ACTS, STEPS
from pitboss.table.dead_hands import last_round
from pitboss.table.event_text import sentence
from pitboss.table.people import FLOOR
from pitboss.table.state import STEP_CAUSES, Table
from pitboss.table.view import next_acts
from pitboss.web.api.games import OptionChoice
from pitboss.web.api.incidents import FiledIncidentOut, filed_out, notices_of
from pitboss.web.api.login import Done, Id, RequestBody
from pitboss.web.api.replay import Overseer, history_so_far
from pitboss.web.api.tables import Accepted, Key, KeyIn, Seen, TableId, Tray, accepted, table_of, tables_of
from pitboss.web.auth import Caller, Floor, RateLimited, auth_of
from pitboss.web.catalogue import options_text
from pitboss.web.history import INCIDENTS, History, Incident, Signature
from pitboss.web.irregularity_sheet import SheetLine, sheet_of
from pitboss.web.slow_routes import TakesLong
from pitboss.web.table_json import next_as_json, options_as_json

router = APIRouter(tags=["floor"])

MAX_FILED = 50
Why = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f]+$")]
OPENING_ACTS = {
    "procedure.inspect_reader": "inspect reader",
    "procedure.receive_cards": "receive",
    "procedure.shuffle": "shuffle",
    "procedure.cut": "cut",
    "procedure.place_cover_card": "place cover",
    "procedure.load_shoe": "load",
    "procedure.burn": "burn",
}
"""The act that performs a line of the opening."""
OPENING = {mechanism: ACTS[id].heading for mechanism, id in OPENING_ACTS.items()} | {
    STEP_CAUSES[stage]: step.label for stage, step in STEPS.items()
}
SIGNS = {c.PrepareCards: "", c.InspectReader: "procedure.inspect_reader"}
"""Acts by which the floorperson signs a line of the opening; the steps of the cards come one by one."""


class ChecklistLine(BaseModel):
    """A line of the opening checklist: what the text asks for, who signed it, and when."""

    mechanism: str
    title: str
    clause: str
    done: bool
    signed_by: str = Field(description="The person’s name.")
    signed_as: str = Field(description="As whom at the table: dealer, floorperson, a player.")
    at: str


class RemedyOut(BaseModel):
    """Something that may be recorded or chosen now, and by whom."""

    by: str
    choice: dict[str, Any]


class SheetLineOut(BaseModel):
    """A line of the irregularity sheet; one without remedies cannot have happened at this moment."""

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
    title: str = Field(description="What kind of incident it is, for people.")
    line: str
    clause: str


class FloorOut(BaseModel):
    table: str
    state: str
    fault: str = Field(description="What the verifier found wrong with the records; empty when they hold.")
    checklist: list[ChecklistLine]
    signs: list[dict[str, Any]] = Field(description="What the floorperson may sign now.")
    irregularities: list[SheetLineOut]
    orders: list[SheetLineOut] = Field(description="What the floorperson may order at any time.")
    next: list[dict[str, Any]]
    incidents: list[IncidentOut]
    filed: list[FiledIncidentOut] = Field(description="Incident reports of this table, latest first.")
    last_round: int = Field(description="The round that a new report concerns, unless it names another.")
    dealers: list[str] = Field(description="Who was assigned here, the last first.")
    money_cents: dict[str, int]
    tray: Tray
    players: list[dict[str, Any]]
    options: list[str] = Field(description="What the house chose, as name=value.")
    options_text: list[str] = Field(description="The same in words.")


class WhyIn(RequestBody):
    why: Why


class VoidIn(KeyIn):
    seen: Seen = None
    why: Why


class RulesIn(KeyIn):
    set: Annotated[list[OptionChoice], Field(max_length=40)]
    why: Why


def checklist(state: Table, history: History, names: Mapping[str, str]) -> list[ChecklistLine]:
    """The opening, in the order of the text."""
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
    return [_checked(state, step, signed.get(step), names) for step in steps]


def _checked(state: Table, step: str, signed: Signature | None, names: Mapping[str, str]) -> ChecklistLine:
    line = {"mechanism": step, "title": OPENING[step], "clause": because(state, step)["clause"]}
    if signed is None:
        return ChecklistLine(**line, done=False, signed_by="", signed_as="", at="")
    by = "the house" if signed.account == HOUSE else names.get(signed.account, signed.account)
    return ChecklistLine(**line, done=True, signed_by=by, signed_as=signed.person, at=signed.time)


def signs(state: Table, lines: list[ChecklistLine]) -> list[dict[str, Any]]:
    """What is signed already is not offered again."""
    done = {line.mechanism for line in lines if line.done}
    kinds = {kind.__name__ for kind, line in SIGNS.items() if line not in done}
    return [choice for choice in options_as_json(state, FLOOR) if choice["command"]["type"] in kinds]


def sheet_lines(lines: list[SheetLine]) -> list[SheetLineOut]:
    return [
        SheetLineOut(
            **line._asdict() | {"remedies": [RemedyOut(**remedy._asdict()) for remedy in line.remedies]}
        )
        for line in lines
    ]


def incident_out(incident: Incident, names: dict[str, str], game: Game) -> IncidentOut:
    return IncidentOut(
        sequence=incident.sequence,
        time=incident.time,
        actor=names.get(incident.actor, incident.actor),
        round=incident.round,
        type=type(incident.event).__name__,
        title=INCIDENTS[type(incident.event)],
        line=sentence(incident.event, game),
        clause=incident.event.clause,
    )


@router.get("/tables/{id}/floor", dependencies=[TakesLong])
def show_floor(id: TableId, _: Overseer, request: Request) -> FloorOut:
    """Everything the floorperson watches at one table."""
    table = table_of(request, id)
    history = history_so_far(request, id)
    state, ledger = table.state, table.desk.desk_state.ledger
    sheet = sheet_of(state)
    people = [*table.owners.values(), *(one.actor for one in history.incidents)]
    names = auth_of(request).names([*people, *(one.account for one in history.signatures.values())])
    opening = checklist(state, history, names)
    return FloorOut(
        table=id,
        state=table.standing,
        fault=tables_of(request).fault_at(id),
        checklist=opening,
        signs=signs(state, opening),
        irregularities=sheet_lines(sheet.irregularities),
        orders=sheet_lines(sheet.orders),
        next=[next_as_json(state, act) for act in next_acts(state)],
        incidents=[incident_out(one, names, state.terms.game) for one in reversed(history.incidents)],
        filed=[filed_out(request, one) for one in notices_of(request).incidents(table=id)[:MAX_FILED]],
        last_round=last_round(state),
        dealers=auth_of(request).assignments.last_dealers(id),
        money_cents={place: balance(ledger, place) for place in ("rack", "drop", "tips", "layout")},
        tray=table.tray,
        players=[
            {
                "seat": seated.seat,
                "account": table.owners.get(seated.seat, ""),
                "name": names.get(table.owners.get(seated.seat, ""), ""),
                "chips_cents": seated.chips_cents,
                "barred": seated.barred,
            }
            for seated in state.players
        ],
        options=list(table.desk.desk_state.choices),
        options_text=options_text(state.terms.game),
    )


@router.post("/tables/{id}/stop", dependencies=[RateLimited])
def stop(id: TableId, body: WhyIn, caller: Floor, request: Request) -> Done:
    """No more bets at this table; the round in progress is finished."""
    _set_stopped(request, id, True, caller.account.id, body.why)
    return Done()


@router.post("/tables/{id}/resume", dependencies=[RateLimited])
def resume(id: TableId, body: WhyIn, caller: Floor, request: Request) -> Done:
    """Bets are taken again."""
    _set_stopped(request, id, False, caller.account.id, body.why)
    return Done()


def _set_stopped(request: Request, id: str, stopped: bool, actor: str, why: str) -> None:
    table = table_of(request, id)
    with table.lock:
        if table.stopped == stopped:
            raise Refused("already", f"The table is already {'stopped' if stopped else 'open'}.")
        if table.fault and not stopped:
            raise Refused("records_fail", f"This table cannot be resumed. {table.fault}")
        tables_of(request).directory.set_stopped(id, stopped, actor, why)
        table.set_stopped(stopped)


@router.post("/tables/{id}/void", dependencies=[RateLimited])
def void_round(id: TableId, body: VoidIn, caller: Floor, request: Request) -> Accepted:
    """Void the round: every undecided wager is returned."""
    table = table_of(request, id)
    with table.lock:
        answer = table.desk.void_round(
            by=caller.account.id, why=body.why, key=_key(caller.account.id, body.key), seen=body.seen
        )
    return accepted(request, id, answer.last)


@router.post("/tables/{id}/options", dependencies=[RateLimited])
def change_options(id: TableId, body: RulesIn, caller: Floor, request: Request) -> Accepted:
    """Change options from the next round on; refused during a round, and where the document forbids them."""
    table = table_of(request, id)
    tables_of(request).catalogue.game(table.state.terms.game.id, body.set)
    with table.lock:
        answer = table.desk.change_rules(
            tuple(body.set), by=caller.account.id, why=body.why, key=_key(caller.account.id, body.key)
        )
    return accepted(request, id, answer.last)


def _key(account: str, key: Key) -> str:
    return f"{account}:{key}"


@router.post("/people/{id}/bar", dependencies=[RateLimited])
def bar(id: Id, body: WhyIn, caller: Floor, request: Request) -> Done:
    """Bar a player from sitting down and betting at every table; a round in progress is finished."""
    _set_barred(request, id, True, caller, body.why)
    return Done()


@router.post("/people/{id}/admit", dependencies=[RateLimited])
def admit(id: Id, body: WhyIn, caller: Floor, request: Request) -> Done:
    """Let a barred player play again."""
    _set_barred(request, id, False, caller, body.why)
    return Done()


def _set_barred(request: Request, id: str, barred: bool, caller: Caller, why: str) -> None:
    auth = auth_of(request)
    player = auth.accounts.find(id)
    if player.role != "player":
        raise Refused("not_a_player", "Only players can be barred or admitted.")
    if player.barred == barred:
        raise Refused("already", f"This player is already {'barred' if barred else 'admitted'}.")
    auth.accounts.set_barred(id, barred, why, caller.acting)
