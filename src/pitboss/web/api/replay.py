"""The replay API: any finished round act by act, the shoes’ commitments, the journal itself."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import PlainTextResponse, Response

from pitboss.desk.shoe_evidence import evidence
from pitboss.table import commands as c
from pitboss.table.acts import label_of
from pitboss.table.event_text import sentence
from pitboss.table.people import Person, Role
from pitboss.web import seat_permissions as seats
from pitboss.web.api.incidents import notices_of
from pitboss.web.api.tables import TableId, table_of, tables_of
from pitboss.web.auth import Caller, LoggedIn, allow, auth_of
from pitboss.web.dispute_pack import Reports, dealt_in, pack
from pitboss.web.history import INCIDENTS, History, Step, conserved, that_hold
from pitboss.web.live_table import LiveTable
from pitboss.web.roles import AccountRole
from pitboss.web.round_index import RoundSpan
from pitboss.web.slow_routes import TakesLong
from pitboss.web.table_json import event_as_json, view_as_json, visible_to

router = APIRouter(tags=["replay"])

Round = Annotated[int, Path(ge=1, le=10**9)]
Overseer = Annotated[Caller, allow(AccountRole.FLOORPERSON, AccountRole.REGULATOR, AccountRole.ADMINISTRATOR)]
MOST_ROUNDS = 500
"""Listed in one answer."""


class RoundLine(BaseModel):
    round: int
    began: str
    ended: str
    rules: str = Field(description="Hash of the rules it was played by: game, options and readings.")
    mine: bool


class RoundsOut(BaseModel):
    rounds: list[RoundLine]
    first: int
    last: int


class StepOut(BaseModel):
    """One act: what was done, by whom, its events, and the table after it."""

    sequence: int
    time: str
    act: str = Field(description="In the notation.")
    label: str = Field(description="The act in words.")
    by: str
    events: list[dict[str, Any]]
    view: dict[str, Any]
    conserved: dict[str, Any]
    irregular: bool = Field(description="Does it count as an incident?")


class RoundOut(RoundLine):
    table: str
    corrected: list[str] = Field(description="What was corrected in it, then or later.")
    steps: list[StepOut]


class ShoeOut(BaseModel):
    number: int
    cards: int
    commitment: str
    committed_at: int
    fixed_at: int = Field(description="The record that fixed its order; 0 before.")
    opened_at: int
    order: str = Field(
        description="Top card first, as shuffled, before the cut; empty while the shoe is in use."
    )
    nonce: str = Field(description="Of a shoe of the earlier scheme, which had no seeds.")
    seed: str = Field(description="The house’s, once the shoe is open.")
    inputs: list[str] = Field(description="The lines that the order follows from, with the house’s seed.")
    holds: bool | None = Field(
        description="Does what was opened hash to the commitment? Null while it is not open."
    )


class ShoesOut(BaseModel):
    shoes: list[ShoeOut]


def history_of(request: Request, id: str) -> History:
    return tables_of(request).history(id).refresh()


def history_so_far(request: Request, id: str) -> History:
    """The same where a table is watched: of one whose records do not hold, what was read before."""
    tables = tables_of(request)
    history = tables.history(id)
    return history if tables.fault_at(id) else history.refresh()


def _line(span: RoundSpan) -> dict[str, Any]:
    return {"round": span.round, "began": span.began, "ended": span.ended, "rules": span.rules}


@router.get("/tables/{id}/rounds", dependencies=[TakesLong])
def list_rounds(
    id: TableId,
    caller: LoggedIn,
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=10**9)] = None,
    most: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 50,
) -> RoundsOut:
    """The finished rounds of a table, latest first."""
    table_of(request, id)
    spans = history_of(request, id).rounds(most, before)
    index, account = tables_of(request).index, caller.account.id
    mine = index.mine(account, id, [span.round for span in spans])
    first, last = index.bounds(id)
    lines = [RoundLine(**_line(span), mine=span.round in mine) for span in spans]
    return RoundsOut(rounds=lines, first=first, last=last)


@router.get("/tables/{id}/rounds/{number}", dependencies=[TakesLong])
def show_round(id: TableId, number: Round, caller: LoggedIn, request: Request) -> RoundOut:
    """A finished round, act by act, as you could have seen it."""
    table = table_of(request, id)
    history, account = history_of(request, id), caller.account.id
    span = history.span(number)
    viewer = _viewers(caller, table)
    steps = [_step_out(step, viewer(step), table, request) for step in history.steps(span)]
    mine = number in tables_of(request).index.mine(account, id, [number])
    game = table.state.terms.game
    corrected = [sentence(one.event, game) for one in history.corrections(number)]
    return RoundOut(**_line(span), mine=mine, table=id, corrected=corrected, steps=steps)


def _viewers(caller: Caller, table: LiveTable) -> Callable[[Step], Person]:
    """As whom this caller saw each act, by the seats of that time."""
    deals = seats.deals_at(caller, table)
    return lambda step: seats.viewer_of(caller, step.accounts, deals=deals)


def _step_out(step: Step, who: Person, table: LiveTable, request: Request) -> StepOut:
    return StepOut(
        sequence=step.record.sequence,
        time=step.record.time,
        act=_act_text(step, who),
        label="The house" if step.command is None else label_of(step.command),
        by=_by(step, who, request),
        events=[
            visible_to(
                event_as_json(event, step.record.sequence, number, table.pace, step.after.terms.game), who
            )
            for number, event in enumerate(step.events)
        ],
        view=view_as_json(step.after, who),
        conserved=_sums(step, who),
        irregular=any(type(event) in INCIDENTS for event in step.events),
    )


def _sums(step: Step, who: Person) -> dict[str, Any]:
    """Players see that the sums agree, not what others hold."""
    sums = conserved(step.after)
    if who.role == Role.PLAYER:
        sums.pop("chips_cents")
    return sums


def _act_text(step: Step, who: Person) -> str:
    private = isinstance(step.command, c.SitDown | c.BuyChips | c.Leave)
    return step.act.partition("=")[0] if private and who.role == Role.PLAYER else step.act


def _by(step: Step, who: Person, request: Request) -> str:
    """The person at the table; for the staff also the account’s name."""
    if who.role == Role.PLAYER:
        return step.person
    actor = step.record.actor
    return f"{step.person} ({auth_of(request).names([actor]).get(actor, actor)})"


@router.get("/tables/{id}/rounds/{number}/text", dependencies=[TakesLong], response_class=PlainTextResponse)
def round_text(id: TableId, number: Round, caller: LoggedIn, request: Request) -> str:
    """A finished round as a line of notation."""
    viewer = _viewers(caller, table_of(request, id))
    history = tables_of(request).history(id)
    steps = that_hold(history.steps(history.span(number)))
    acts = [_act_text(step, viewer(step)) for step in steps]
    return " ".join(acts) + "\n"


@router.get("/tables/{id}/rounds/{number}/pack", dependencies=[TakesLong], response_class=Response)
def round_pack(id: TableId, number: Round, _: Overseer, request: Request) -> Response:
    """A dispute pack: a ZIP file with a round’s account, rules and records, and a program to check them."""
    table_of(request, id)
    history = history_of(request, id)
    span = history.span(number)
    steps, records = history.steps(span), history.records(span)
    names = auth_of(request).names(record.actor for record in records)
    terms = steps[0].after.terms
    shoes = [
        evidence(id, shoe.number, history.records_so_far(shoe), terms)
        for shoe in history.shoes
        if dealt_in(shoe, span)
    ]
    incidents = notices_of(request).incidents(table=id, round=number)
    names = auth_of(request).names(record.actor for one in incidents for record in one.records)
    later = [
        f"{one.time}  record {one.sequence}  {sentence(one.event, terms.game)}"
        for one in history.incidents
        if one.round == number and not span.first <= one.sequence <= span.last
    ]
    body = pack(id, span, steps, records, shoes, names, Reports(incidents, later))
    headers = {"Content-Disposition": f'attachment; filename="{id}-round-{number}.zip"'}
    return Response(body, media_type="application/zip", headers=headers)


@router.get("/tables/{id}/shoes", dependencies=[TakesLong])
def list_shoes(id: TableId, _: LoggedIn, request: Request) -> ShoesOut:
    """Every shoe’s commitment and, once it is opened, whether the cards match it."""
    table_of(request, id)
    shoes = history_of(request, id).shoes
    return ShoesOut(shoes=[ShoeOut(**shoe._asdict()) for shoe in shoes])


class ShoeEvidence(BaseModel):
    """All that is needed to check an opened shoe: `shoe_check.py` does it, and so does the browser."""

    table: str
    shoe: int
    records: list[str] = Field(description="Those about this shoe, word for word.")
    shown: list[dict[str, Any]] = Field(
        description="Every card that was shown: its place in the shoe, from 1."
    )


@router.get("/tables/{id}/shoes/{number}", dependencies=[TakesLong])
def show_shoe(id: TableId, number: Round, _: LoggedIn, request: Request) -> ShoeEvidence:
    """Everything you need to check an opened shoe yourself."""
    table = table_of(request, id)
    records = history_of(request, id).shoe_records(number)
    return ShoeEvidence(**evidence(id, number, records, table.state.terms))


class RecordOut(BaseModel):
    sequence: int
    time: str
    actor: str
    kind: str
    payload: str
    previous: str
    hash: str


class RecordsOut(BaseModel):
    table: str
    records: list[RecordOut]


@router.get("/tables/{id}/records", dependencies=[TakesLong])
def list_records(
    id: TableId,
    _: Overseer,
    request: Request,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    most: Annotated[int, Query(ge=1, le=MOST_ROUNDS)] = 100,
) -> RecordsOut:
    """The journal itself, record by record with its hashes."""
    store = table_of(request, id).store
    records = store.read(id, after=after, upto=after + most)
    return RecordsOut(
        table=id,
        records=[
            RecordOut(**{name: getattr(record, name) for name in RecordOut.model_fields})
            for record in records
        ],
    )
