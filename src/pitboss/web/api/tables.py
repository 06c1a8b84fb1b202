"""The tables: which are open, opening one, and everything a person does at one."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.web import seat_permissions as seats
from pitboss.web.api.games import GameName, OptionChoice
from pitboss.web.api.login import RequestBody, Done
from pitboss.web.auth import Caller, Player, LoggedIn, RateLimited, auth_of
from pitboss.web.coaching import Coaching
from pitboss.web.directory import TableCard
from pitboss.web.live_table import LiveTable
from pitboss.web.player_clock import POLICY
from pitboss.web.roles import AccountRole
from pitboss.web.table_manager import TableManager

router = APIRouter(prefix="/tables", tags=["tables"])

TableId = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$")]
Cents = Annotated[int, Field(ge=0, le=10**12)]
Since = Annotated[int, Query(ge=0, le=2**53)]


class TableLine(BaseModel):
    """A table as the lobby lists it."""

    id: str
    name: str
    game: str
    title: str
    state: Literal["open", "stopped", "elsewhere"]
    dealer: Literal["auto", "hand"]
    cards: Literal["virtual", "keyed"]
    least_wager_cents: int
    greatest_wager_cents: int
    options: list[str]
    seats_taken: list[int]
    your_seat: int
    round: int
    phase: str
    rounds_per_hour: float
    waits: bool = Field(default=False, description="Nobody can run it until its shoe is given up for lost.")


class TablesOut(BaseModel):
    tables: list[TableLine]
    policy: str = Field(description="What is done for players who are away.")


class TableIn(RequestBody):
    game: GameName
    set: list[OptionChoice] = Field(default_factory=list, max_length=40)
    name: Annotated[str, Field(max_length=60, pattern=r"^[\w .,'#-]*$")] = ""
    dealer: Literal["auto", "hand"] = "auto"
    cards: Literal["virtual", "keyed"] = "virtual"


class CommandIn(RequestBody):
    key: Key
    command: dict[str, Any] = Field(
        max_length=12, description="A command as `options` gives it; who gives it is never said."
    )


class SitIn(RequestBody):
    key: Key
    seat: Annotated[int, Field(ge=1, le=6)]
    chips_cents: Cents = 0


class ChipsIn(RequestBody):
    key: Key
    cents: Annotated[int, Field(ge=1, le=10**12)]


class KeyIn(RequestBody):
    key: Key


class NextIn(KeyIn):
    card: Annotated[str, Field(max_length=2)] = ""


class ReadyIn(RequestBody):
    ready: bool = True


class Accepted(BaseModel):
    accepted: Literal[True] = True
    sequence: int = Field(description="The last record of what this caused; a repeated key gets it again.")


class TableOut(BaseModel):
    """The same as the live line tells."""

    type: Literal["table"]
    table: str
    sequence: int
    state: str
    view: dict[str, Any]
    options: list[dict[str, Any]]
    events: list[dict[str, Any]]
    skipped: bool
    clock: dict[str, Any] | None
    rules: str = Field(description="Hash of the rulebook, options and readings in force.")
    shoe: dict[str, int] = Field(description="Cards left in it, of how many, and below the cover card.")
    seats: list[dict[str, Any]]
    you: dict[str, Any]


class EventsOut(BaseModel):
    sequence: int
    events: list[dict[str, Any]]
    skipped: bool


def tables_of(request: Request) -> TableManager:
    tables: TableManager = request.app.state.tables
    return tables


def table_of(request: Request, id: str) -> LiveTable:
    return tables_of(request).find(id)


def elsewhere(card: TableCard, waits: bool = False) -> TableLine:
    """A table that another server runs, or nobody: where it is, its address tells on asking."""
    return TableLine(
        id=card.id,
        name=card.name,
        game=card.game,
        title=card.name,
        state="elsewhere",
        dealer="auto",
        cards="virtual",
        least_wager_cents=0,
        greatest_wager_cents=0,
        options=[],
        seats_taken=[],
        your_seat=0,
        round=0,
        phase="",
        rounds_per_hour=0.0,
        waits=waits,
    )


def line_of(card: TableCard, live: LiveTable, account: str) -> TableLine:
    desk, state = live.desk, live.state
    limits = state.house.limits
    return TableLine(
        id=card.id,
        name=card.name,
        game=state.terms.game.id,
        title=state.terms.game.title,
        state="stopped" if live.stopped else "open",
        dealer="auto" if "card" in desk.standing.automated else "hand",
        cards="keyed" if live.keyed else "virtual",
        least_wager_cents=limits.wager_min_cents,
        greatest_wager_cents=limits.wager_max_cents,
        options=list(desk.standing.choices),
        seats_taken=[found.seat for found in state.players],
        your_seat=live.seat_of(account),
        round=state.round,
        phase=state.phase_name,
        rounds_per_hour=live.rounds_per_hour,
    )


@router.get("")
def list_tables(caller: LoggedIn, request: Request) -> TablesOut:
    """Every table of the house; those that another server runs are named only."""
    tables = tables_of(request)
    live, account = tables.live, caller.account.id
    return TablesOut(
        tables=[
            line_of(card, live[id], account) if id in live else elsewhere(card, id in tables.waiting)
            for id, card in tables.cards().items()
        ],
        policy=POLICY,
    )


def may_open(caller: Caller) -> None:
    """The floor opens tables; who came for a demonstration may too."""
    opens = caller.role in (AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
    if not (opens or (caller.account.demo and caller.role in (AccountRole.PLAYER, AccountRole.DEALER))):
        raise Refused("not_for_you", "The floorperson opens tables.")


@router.post("", dependencies=[RateLimited])
def open_table(asked: TableIn, caller: LoggedIn, request: Request) -> TableLine:
    """Open a table of a game on offer with permitted options."""
    may_open(caller)
    tables = tables_of(request)
    live = tables.open(
        asked.game,
        asked.set,
        name=asked.name,
        actor=caller.account.id,
        dealer=asked.dealer,
        cards=asked.cards,
    )
    return line_of(tables.cards()[live.id], live, caller.account.id)


@router.get("/{id}")
def look(id: TableId, caller: LoggedIn, request: Request, since: Since = 0) -> TableOut:
    """The table as this person sees it, what they may do, and what happened since."""
    table = table_of(request, id)
    told = table.message(seats.person_of(caller, table), caller.account.id, since)
    told["seats"] = auth_of(request).named(told["seats"])
    return TableOut(**told)


@router.get("/{id}/events")
def list_events(id: TableId, caller: LoggedIn, request: Request, since: Since = 0) -> EventsOut:
    """What happened after a record, as this person may know it."""
    table = table_of(request, id)
    told = table.message(seats.person_of(caller, table), caller.account.id, since)
    return EventsOut(sequence=told["sequence"], events=told["events"], skipped=told["skipped"])


@router.post("/{id}/commands", dependencies=[RateLimited])
def act(id: TableId, asked: CommandIn, caller: LoggedIn, request: Request) -> Accepted:
    """Do something at the table, as oneself; the same key again gets the first answer."""
    return Accepted(sequence=seats.act_for(caller, table_of(request, id), asked.key, asked.command))


@router.post("/{id}/sit", dependencies=[RateLimited])
def sit_down(id: TableId, asked: SitIn, caller: Player, request: Request) -> Accepted:
    """Take a free seat, with chips from one's own account."""
    table = table_of(request, id)
    sequence = seats.sit_down(caller, table, asked.key, asked.seat, asked.chips_cents)
    auth_of(request).directory.note_sitting(caller.account.id, id)
    return Accepted(sequence=sequence)


@router.post("/{id}/chips", dependencies=[RateLimited])
def buy_chips(id: TableId, asked: ChipsIn, caller: Player, request: Request) -> Accepted:
    """More chips from one's own account."""
    return Accepted(sequence=seats.buy_chips(caller, table_of(request, id), asked.key, asked.cents))


@router.post("/{id}/leave", dependencies=[RateLimited])
def leave(id: TableId, asked: KeyIn, caller: Player, request: Request) -> Accepted:
    """Stand up; the chips go to one's account."""
    return Accepted(sequence=seats.leave(caller, table_of(request, id), asked.key))


@router.post("/{id}/ready", dependencies=[RateLimited])
def ready(id: TableId, asked: ReadyIn, caller: Player, request: Request) -> Done:
    """My wagers are down, or I want no insurance: the house need not wait for me."""
    table_of(request, id).set_ready(caller.account.id, asked.ready)
    return Done()


@router.post("/{id}/next", dependencies=[RateLimited])
def do_next(id: TableId, asked: NextIn, caller: LoggedIn, request: Request) -> Accepted:
    """The act of the house that is due, by the dealer or floorperson it falls to."""
    return Accepted(sequence=seats.do_next(caller, table_of(request, id), asked.key, asked.card))


class Advice(BaseModel):
    """Values in units of the wager, exact for the cards that have been seen."""

    sequence: int
    values: dict[str, float]
    box: int = 0
    hand: int = 0
    last: dict[str, Any] | None = Field(
        description="One's last decision, what it cost, and what else there was."
    )
    dealer: dict[str, float] = Field(description="What the dealer may come to, with its chance.")
    method: str


@router.get("/{id}/coach")
def coach(id: TableId, caller: Player, request: Request) -> Advice:
    """What each of one's actions is worth now, and what the last decision cost."""
    table = table_of(request, id)
    coaching: Coaching = request.app.state.coaching
    return Advice(**coaching.advise(table, seats.acting(caller, table).seat))
