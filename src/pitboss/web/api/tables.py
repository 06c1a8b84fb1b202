"""The tables API: which are open, opening one, and everything a person does at one."""

import time
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.desk.cage_acts import Chips
from pitboss.desk.trays import BY_HAND
from pitboss.errors import Refused
from pitboss.games.vocabulary import PHASES
from pitboss.table.betting import MOST_CHIPS_CENTS
from pitboss.web import seat_permissions as seats
from pitboss.web.api.games import GameName, OptionChoice
from pitboss.web.api.login import Done, RequestBody
from pitboss.web.auth import Auth, Caller, LoggedIn, Player, RateLimited, auth_of
from pitboss.web.catalogue import options_text
from pitboss.web.coaching import Coaching
from pitboss.web.demo_chips import stock_for_demonstration
from pitboss.web.directory import TableCard
from pitboss.web.live_table import LiveTable
from pitboss.web.player_clock import POLICY
from pitboss.web.receipts import ReceiptOut, receipt_out
from pitboss.web.roles import AccountRole
from pitboss.web.table_manager import TableManager

router = APIRouter(prefix="/tables", tags=["tables"])

TableId = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Key = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$")]
Cents = Annotated[int, Field(ge=0, le=10**12)]
Since = Annotated[int, Query(ge=0, le=2**53)]
Seen = Annotated[
    Annotated[int, Field(ge=0, le=2**53)] | None,
    Field(
        description="The last record you had seen. With it, nothing is done once the table has moved on. "
        "Give it with a request that is sent again."
    ),
]


SeenBySeed = Annotated[
    Annotated[int, Field(ge=0, le=2**53)] | None,
    Field(description="The last record you had seen, as with other requests; a seed does not depend on it."),
]


Tray = Literal["automatic", "by hand"]


class TrayChips(RequestBody):
    """So many chips, or coins, of one denomination."""

    denomination_cents: Annotated[int, Field(ge=1, le=10**9)]
    number: Annotated[int, Field(ge=1, le=10**6)]


def chips_of(told: Sequence[TrayChips]) -> tuple[Chips, ...]:
    return tuple(Chips(one.denomination_cents, one.number) for one in told)


class TableLine(BaseModel):
    """A table as the lobby lists it."""

    id: str
    name: str
    game: str
    title: str
    state: Literal["open", "closed", "stopped", "elsewhere"]
    dealer: Literal["auto", "hand"]
    cards: Literal["virtual", "keyed"]
    tray: Tray = Field(description="How the tray gets its chips: by itself, or by fills that people sign.")
    table_min_cents: int
    table_max_cents: int
    options: list[str] = Field(description="What the house chose, as name=value.")
    options_text: list[str] = Field(description="The same in words.")
    seats_taken: list[int]
    your_seat: int
    round: int
    phase: str
    phase_text: str = Field(description="The phase of the round, in words.")
    rounds_per_hour: float
    waits: bool = Field(
        default=False, description="No server can run it until its shoe is found or given up as lost."
    )


class TablesOut(BaseModel):
    tables: list[TableLine]
    policy: str = Field(description="What happens when a player does not act in time.")


class TableIn(RequestBody):
    game: GameName
    set: list[OptionChoice] = Field(default_factory=list, max_length=40)
    name: Annotated[str, Field(max_length=60, pattern=r"^[\w .,'#-]*$")] = ""
    dealer: Literal["auto", "hand"] = "auto"
    cards: Literal["virtual", "keyed"] = "virtual"
    tray: Tray | None = Field(
        default=None, description="By default `automatic` with virtual cards; real cards need `by hand`."
    )
    par: list[TrayChips] = Field(
        default_factory=list, max_length=20, description="What should be in a tray that is filled by hand."
    )


class CommandIn(RequestBody):
    key: Key
    seen: Seen = None
    command: dict[str, Any] = Field(
        max_length=12, description="A command as `options` lists it; who gives it follows from the login."
    )


Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class SeedOfferIn(RequestBody):
    key: Key
    seen: SeenBySeed = None
    commitment: Sha256 = Field(
        description="The SHA-256 of three lines: `pitboss player seed 1`, the table, and your seed: 64 "
        "hexadecimal digits that you chose at random and keep."
    )


class SeedIn(RequestBody):
    key: Key
    seen: SeenBySeed = None
    shoe: Annotated[int, Field(ge=1, le=2**53)]
    seed: Sha256
    next: Sha256 = Field(description="The commitment to your next seed.")


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
    seen: Seen = None
    card: Annotated[str, Field(max_length=2)] = ""
    paid_cents: Annotated[int, Field(ge=0, le=MOST_CHIPS_CENTS)] | None = None
    """What the dealer handed to the player, stake included, where the act is a settlement."""


class ReadyIn(RequestBody):
    key: Key | None = None
    seen: Seen = None
    ready: bool = True


class Accepted(BaseModel):
    accepted: Literal[True] = True
    sequence: int = Field(description="The last record this wrote; a repeated key gets the same answer.")
    receipt: ReceiptOut | None = Field(
        default=None, description="Proof that this record is in the log. Keep it."
    )


class TableOut(BaseModel):
    """The same message as on the live connection."""

    type: Literal["table"]
    table: str
    sequence: int
    state: str
    view: dict[str, Any]
    options: list[dict[str, Any]]
    events: list[dict[str, Any]]
    skipped: bool
    clock: dict[str, Any] | None
    rules: str = Field(description="Hash of the rules in force: game, options and readings.")
    shoe: dict[str, int] = Field(
        description="Cards left in it, of how many, and how many lie below the cut card."
    )
    seats: list[dict[str, Any]]
    you: dict[str, Any]
    seeds: dict[str, Any] = Field(
        description="The house’s commitments for this shoe and the next; your own standing commitment; the "
        "one whose seed you are asked for; the seats that are waited for. Empty where cards are real."
    )


class EventsOut(BaseModel):
    sequence: int
    events: list[dict[str, Any]]
    skipped: bool


def tables_of(request: Request) -> TableManager:
    tables: TableManager = request.app.state.tables
    return tables


def table_of(request: Request, id: str) -> LiveTable:
    return tables_of(request).find(id)


def accepted(request: Request, stream: str, sequence: int) -> Accepted:
    """What was recorded, with its receipt."""
    receipt = receipt_out(tables_of(request).pit.store, stream, sequence)
    return Accepted(sequence=sequence, receipt=receipt)


def elsewhere(card: TableCard, waits: bool = False) -> TableLine:
    """A table that another server runs, or none; asking for the table tells that server’s address."""
    return TableLine(
        id=card.id,
        name=card.name,
        game=card.game,
        title=card.name,
        state="elsewhere",
        dealer="auto",
        cards="virtual",
        tray="automatic",
        table_min_cents=0,
        table_max_cents=0,
        options=[],
        options_text=[],
        seats_taken=[],
        your_seat=0,
        round=0,
        phase="",
        phase_text="",
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
        state=live.standing,
        dealer="auto" if live.automatic else "hand",
        cards="keyed" if live.keyed else "virtual",
        tray=live.tray,
        table_min_cents=limits.wager_min_cents,
        table_max_cents=limits.wager_max_cents,
        options=list(desk.desk_state.choices),
        options_text=options_text(state.terms.game),
        seats_taken=[seated.seat for seated in state.players],
        your_seat=live.seat_of(account),
        round=state.round,
        phase=state.phase_name,
        phase_text=PHASES[state.phase_name],
        rounds_per_hour=live.rounds_per_hour,
    )


@router.get("")
def list_tables(caller: LoggedIn, request: Request) -> TablesOut:
    """Every table; of one that another server runs, only the name."""
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
    """Floorpersons and administrators open tables; so do demonstration players and dealers."""
    opens = caller.role in (AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
    if not (opens or (caller.account.demo and caller.role in (AccountRole.PLAYER, AccountRole.DEALER))):
        raise Refused("not_for_you", "Only a floorperson or an administrator can open a table.")


@router.post("", dependencies=[RateLimited])
def open_table(body: TableIn, caller: LoggedIn, request: Request) -> TableLine:
    """Open a table of a game on offer, with permitted options."""
    may_open(caller)
    tables = tables_of(request)
    live = tables.open(
        body.game,
        body.set,
        name=body.name,
        actor=caller.account.id,
        dealer=body.dealer,
        cards=body.cards,
        tray=body.tray or "",
        par=chips_of(body.par),
        key=getattr(request.state, "request_key", ""),
    )
    if not live.automatic and caller.account.demo:
        _assign_demo_dealer(auth_of(request), live.id, caller)
    if live.tray == BY_HAND and caller.account.demo:
        stock_for_demonstration(tables.pit.cage, live.desk)
    return line_of(tables.cards()[live.id], live, caller.account.id)


def _assign_demo_dealer(auth: Auth, table: str, caller: Caller) -> None:
    """A demonstration has one dealer, who deals wherever cards are dealt by hand."""
    dealer, now = auth.demo_account(AccountRole.DEALER), time.time()
    auth.assignments.assign(
        dealer, table, now, now + auth.settings.policy.shift_s, "demonstration", caller.acting
    )


@router.get("/{id}")
def look(id: TableId, caller: LoggedIn, request: Request, since: Since = 0) -> TableOut:
    """The table as you see it, what you may do, and what happened since a record."""
    table = table_of(request, id)
    message = table.message(seats.person_of(caller, table), caller.account.id, since)
    message["seats"] = auth_of(request).named(message["seats"])
    return TableOut(**message)


@router.get("/{id}/events")
def list_events(id: TableId, caller: LoggedIn, request: Request, since: Since = 0) -> EventsOut:
    """What happened after a record, as far as you may know it."""
    table = table_of(request, id)
    message = table.message(seats.person_of(caller, table), caller.account.id, since)
    return EventsOut(sequence=message["sequence"], events=message["events"], skipped=message["skipped"])


@router.post("/{id}/commands", dependencies=[RateLimited])
def act(id: TableId, body: CommandIn, caller: LoggedIn, request: Request) -> Accepted:
    """Act at the table as yourself; the same key again gets the first answer."""
    sequence = seats.act_for(caller, table_of(request, id), body.key, body.command, body.seen)
    return accepted(request, id, sequence)


@router.post("/{id}/sit", dependencies=[RateLimited])
def sit_down(id: TableId, body: SitIn, caller: Player, request: Request) -> Accepted:
    """Take a free seat, with chips from your account."""
    table = table_of(request, id)
    sequence = seats.sit_down(caller, table, body.key, body.seat, body.chips_cents)
    auth_of(request).directory.note_sitting(caller.account.id, id)
    return accepted(request, id, sequence)


@router.post("/{id}/chips", dependencies=[RateLimited])
def buy_chips(id: TableId, body: ChipsIn, caller: Player, request: Request) -> Accepted:
    """Buy more chips from your account."""
    return accepted(request, id, seats.buy_chips(caller, table_of(request, id), body.key, body.cents))


@router.post("/{id}/leave", dependencies=[RateLimited])
def leave(id: TableId, body: KeyIn, caller: Player, request: Request) -> Accepted:
    """Leave the table; your chips go to your account."""
    return accepted(request, id, seats.leave(caller, table_of(request, id), body.key))


@router.post("/{id}/ready", dependencies=[RateLimited])
def ready(id: TableId, body: ReadyIn, caller: Player, request: Request) -> Done:
    """Your bets are down, or you decline insurance: the table need not wait for you."""
    table_of(request, id).set_ready(caller.account.id, body.ready, key=body.key or "", seen=body.seen)
    return Done()


@router.post("/{id}/seed", dependencies=[RateLimited])
def offer_seed(id: TableId, body: SeedOfferIn, caller: Player, request: Request) -> Accepted:
    """Commit to a seed. It goes into the next shoe, once you have revealed it."""
    sequence = seats.offer_seed(caller, table_of(request, id), body.key, body.commitment)
    return accepted(request, id, sequence)


@router.post("/{id}/seed/reveal", dependencies=[RateLimited])
def reveal_seed(id: TableId, body: SeedIn, caller: Player, request: Request) -> Accepted:
    """Reveal the seed that you are asked for, and commit to the next one."""
    table = table_of(request, id)
    sequence = seats.reveal_seed(caller, table, body.key, body.shoe, body.seed, body.next)
    return accepted(request, id, sequence)


@router.post("/{id}/next", dependencies=[RateLimited])
def do_next(id: TableId, body: NextIn, caller: LoggedIn, request: Request) -> Accepted:
    """Do the act that is due, as the dealer or floorperson it falls to."""
    table = table_of(request, id)
    sequence = seats.do_next(caller, table, body.key, body.card, body.paid_cents, seen=body.seen)
    return accepted(request, id, sequence)


class Advice(BaseModel):
    """Expected win per $1 bet, given the cards that have been seen."""

    sequence: int
    values: dict[str, float]
    labels: dict[str, str] = Field(description="What each action is called.")
    title: str = ""
    box: int = 0
    hand: int = 0
    last: dict[str, Any] | None = Field(
        description="Your last decision, what it cost, and what the others were worth."
    )
    dealer: dict[str, float] = Field(description="The dealer’s possible totals, with their probabilities.")
    method: str


@router.get("/{id}/coach")
def coach(id: TableId, caller: Player, request: Request) -> Advice:
    """What each of your actions is worth now, and what your last decision cost."""
    table = table_of(request, id)
    coaching: Coaching = request.app.state.coaching
    return Advice(**coaching.advise(table, seats.acting(caller, table).seat))
