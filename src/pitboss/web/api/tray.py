"""The tray API: what is in a table’s tray, its counts, slips for fills and credits, drop box and tips."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, model_validator

from pitboss.desk.cage_acts import (
    BoxExchanged,
    CageAct,
    Chips,
    CreditRequested,
    CreditSent,
    FillReceived,
    FillRequested,
    SlipVoided,
    TipsCollected,
    TrayClosed,
    TrayCount,
    TrayOpened,
    total,
)
from pitboss.desk.cage_book import Slip, SlipState
from pitboss.desk.idempotency import Answer
from pitboss.desk.ledger import CAGE, balance
from pitboss.desk.payloads import Money, Payload, read_payload
from pitboss.desk.tray_counts import CountedTray, above_par, missing_to_par
from pitboss.desk.trays import AUTOMATIC, BY_HAND
from pitboss.errors import Refused
from pitboss.games.vocabulary import tell_cents
from pitboss.table.chips import coins_below, denominations, tray_denominations
from pitboss.web.api.approvals import WaitingOut, approvals_of, waiting_out
from pitboss.web.api.floor import Why
from pitboss.web.api.tables import (
    Accepted,
    Key,
    KeyIn,
    TableId,
    Tray,
    TrayChips,
    accepted,
    chips_of,
    table_of,
    tables_of,
)
from pitboss.web.approvals import Approval
from pitboss.web.auth import Caller, Floor, RateLimited, allow, auth_of
from pitboss.web.live_table import LiveTable
from pitboss.web.roles import OVERSIGHT, AccountRole
from pitboss.web.seat_permissions import account_key, check_dealer

router = APIRouter(prefix="/tables", tags=["floor"])

AtTable = Annotated[Caller, allow(AccountRole.DEALER, AccountRole.FLOORPERSON)]
Viewer = Annotated[Caller, allow(AccountRole.DEALER, *OVERSIGHT)]
SlipNumber = Annotated[int, Path(ge=1, le=2**53)]
Label = Annotated[str, Field(min_length=1, max_length=20, pattern=r"^[A-Za-z0-9][A-Za-z0-9 .-]*$")]
Carrier = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f]+$")]
MAX_SLIPS = 30
COUNT_WAITS = "A second person must confirm this count, with their own sign-in."


class ChipsOut(BaseModel):
    denomination_cents: int
    number: int = Field(description="Below zero where play brought chips that no slip or count knows.")


class SignedOut(BaseModel):
    """A step of a slip: who did it, and when."""

    step: str
    by: str
    at: str
    carrier: str = ""
    why: str = ""


class SlipOut(BaseModel):
    number: int
    kind: Literal["fill", "credit"]
    state: Literal["requested", "under way", "received", "void"]
    chips: list[ChipsOut]
    cents: int
    steps: list[SignedOut] = Field(description="The request first.")


class CountOut(BaseModel):
    """An opener or a closer."""

    chips: list[ChipsOut]
    cents: int
    booked_cents: int
    variance_cents: int = Field(description="Above zero when more was found than booked.")
    by: str
    confirmed_by: str
    at: str


class WaitingCountOut(BaseModel):
    """A count that a second person must confirm."""

    approval: str
    what: Literal["opener", "closer"]
    chips: list[ChipsOut]
    cents: int
    booked_cents: int
    by: str
    yours: bool
    may_confirm: bool


class BoxOut(BaseModel):
    number: str = Field(description="Empty until a box of this table was exchanged.")
    cents: int = Field(description="The cash in it, by the books.")


class TrayOut(BaseModel):
    table: str
    tray: Tray
    state: Literal["open", "closed", "stopped"]
    closed: bool = Field(description="Nobody plays until the tray is opened with a count.")
    rack_cents: int = Field(description="What is in the tray, by the books.")
    denominations: list[int] = Field(description="Of fills and credits, in cents, the highest first.")
    counted_in: list[int] = Field(description="Of counts: the same and the small coins.")
    par: list[ChipsOut]
    par_cents: int
    chips: list[ChipsOut] = Field(description="The last count, with fills and without credits since then.")
    played_cents: int = Field(description="What the books say beyond that: won or lost in play since.")
    missing: list[ChipsOut] = Field(description="To par, of what is known by denomination.")
    above: list[ChipsOut] = Field(description="Above par, of what is known by denomination.")
    opener: CountOut | None
    closer: CountOut | None
    waiting: list[WaitingCountOut]
    slips: list[SlipOut] = Field(description="The latest first.")
    box: BoxOut
    tips_cents: int


class ChipsIn(KeyIn):
    chips: Annotated[list[TrayChips], Field(min_length=1, max_length=20)]

    @model_validator(mode="before")
    @classmethod
    def _refuse_amounts(cls, told: Any) -> Any:
        if isinstance(told, dict) and "cents" in told:
            says = "Fills and credits are made of chips: give them as `chips`, each with its denomination."
            raise Refused("bad_request", says)
        return told


class CountIn(KeyIn):
    chips: Annotated[list[TrayChips], Field(max_length=20)]


class CarriedIn(KeyIn):
    carrier: Carrier


class VoidSlipIn(KeyIn):
    why: Why


class BoxIn(KeyIn):
    box: Label = Field(description="The number of the box that is taken off the table.")
    next_box: Label = Field(description="The number of the empty box that is put on.")


class SlipAccepted(Accepted):
    slip: int = Field(description="The number of the slip.")


# ---- looking


@router.get("/{id}/tray")
def show_tray(id: TableId, caller: Viewer, request: Request) -> TrayOut:
    """What is in the tray, what is missing to par, counts, slips, drop box and tips."""
    table = table_of(request, id)
    check_dealer(caller, table)
    tables_of(request).pit.cage.refresh()
    desk_state, book = table.desk_state, tables_of(request).pit.cage.book
    counts, rack = desk_state.counts, balance(desk_state.ledger, "rack")
    slips = [slip for slip in book.slips.values() if slip.request.table == id][-MAX_SLIPS:]
    waiting = _waiting(request, id)
    names = auth_of(request).names(_people(slips, waiting, (counts.opener, counts.closer)))
    known = chips_out(counts.chips)
    return TrayOut(
        table=id,
        tray=table.tray,
        state=table.standing,
        closed=desk_state.tray_closed,
        rack_cents=rack,
        denominations=list(tray_denominations(table.state.house)),
        counted_in=list(counted_in(table)),
        par=chips_out(desk_state.par),
        par_cents=total(desk_state.par),
        chips=known,
        played_cents=rack - total(counts.chips),
        missing=chips_out(missing_to_par(desk_state.par, counts.chips)),
        above=chips_out(above_par(desk_state.par, counts.chips)) if desk_state.par else [],
        opener=count_out(counts.opener, names),
        closer=count_out(counts.closer, names),
        waiting=[waiting_count(request, one, caller, names) for one in waiting],
        slips=[slip_out(slip, names) for slip in reversed(slips)],
        box=BoxOut(number=book.on_tables.get(id, ""), cents=balance(desk_state.ledger, "drop")),
        tips_cents=balance(desk_state.ledger, "tips"),
    )


def counted_in(table: LiveTable) -> tuple[int, ...]:
    """What may be found in the tray: chips of this table, coins, and what it was known to hold."""
    held = {one.denomination_cents for one in table.desk_state.counts.chips}
    house = table.state.house
    return tuple(sorted({*denominations(house), *coins_below(house), *held}, reverse=True))


def chips_out(chips: Iterable[Chips]) -> list[ChipsOut]:
    return [ChipsOut(denomination_cents=one.denomination_cents, number=one.number) for one in chips]


def count_out(counted: CountedTray | None, names: dict[str, str]) -> CountOut | None:
    if counted is None:
        return None
    signed = counted.signed
    return CountOut(
        chips=chips_out(counted.chips),
        cents=counted.cents,
        booked_cents=counted.booked_cents,
        variance_cents=counted.variance_cents,
        by=names.get(signed.actor, signed.actor),
        confirmed_by=names.get(signed.approved_by, signed.approved_by),
        at=signed.time,
    )


STEPS = {
    "FillRequested": "requested",
    "FillIssued": "issued",
    "FillReceived": "received",
    "CreditRequested": "requested",
    "CreditSent": "sent",
    "CreditReceived": "received",
    "SlipVoided": "voided",
}


def slip_out(slip: Slip, names: dict[str, str]) -> SlipOut:
    return SlipOut(
        number=slip.number,
        kind="fill" if slip.is_fill else "credit",
        state=slip.state.value,
        chips=chips_out(slip.request.chips),
        cents=slip.request.cents,
        steps=[
            SignedOut(
                step=STEPS[type(act).__name__],
                by=names.get(signed.actor, signed.actor),
                at=signed.time,
                carrier=getattr(act, "carrier", ""),
                why=getattr(act, "why", ""),
            )
            for act, signed in slip.acts
        ],
    )


def waiting_count(
    request: Request, asked: Approval, caller: Caller, names: dict[str, str]
) -> WaitingCountOut:
    act = asked.act
    assert isinstance(act, TrayCount)
    return WaitingCountOut(
        approval=asked.id,
        what="closer" if isinstance(act, TrayClosed) else "opener",
        chips=chips_out(act.chips),
        cents=act.cents,
        booked_cents=act.booked_cents or 0,
        by=names.get(asked.asked_by, asked.asked_by),
        yours=asked.asked_by == caller.account.id,
        may_confirm=approvals_of(request).may_decide(asked, caller),
    )


def _waiting(request: Request, id: str) -> list[Approval]:
    return [
        one
        for one in approvals_of(request).waiting()
        if isinstance(one.act, TrayCount) and one.act.table == id
    ]


def _people(
    slips: Iterable[Slip], waiting: Iterable[Approval], counts: Iterable[CountedTray | None]
) -> list[str]:
    signed = [signed for slip in slips for _, signed in slip.acts]
    signed += [counted.signed for counted in counts if counted is not None]
    return [name for one in signed for name in (one.actor, one.approved_by)] + [
        one.asked_by for one in waiting
    ]


# ---- slips


@router.post("/{id}/fill", dependencies=[RateLimited])
def ask_for_fill(id: TableId, body: ChipsIn, caller: Floor, request: Request) -> SlipAccepted:
    """Ask the cage for chips: it gives the slip a number, issues them, and the table receives them."""
    chips = _checked_chips(table_of(request, id), body.chips)
    act = FillRequested(slip=0, table=id, chips=chips, cents=total(chips))
    return _at_cage(request, caller, body.key, act)


@router.post("/{id}/credit", dependencies=[RateLimited])
def ask_for_credit(id: TableId, body: ChipsIn, caller: Floor, request: Request) -> SlipAccepted:
    """Ask the cage to take chips back: the table sends them, and the cage receives them."""
    chips = _checked_chips(table_of(request, id), body.chips)
    act = CreditRequested(slip=0, table=id, chips=chips, cents=total(chips))
    return _at_cage(request, caller, body.key, act)


@router.post("/{id}/slips/{number}/receive", dependencies=[RateLimited])
def receive_fill(
    id: TableId, number: SlipNumber, body: KeyIn, caller: AtTable, request: Request
) -> SlipAccepted:
    """The chips of a fill have come and were counted into the tray."""
    asked = _slip(request, id, number).request
    act = FillReceived(slip=number, table=id, chips=asked.chips, cents=asked.cents)
    return _slip_at_table(request, caller, body.key, act)


@router.post("/{id}/slips/{number}/send", dependencies=[RateLimited])
def send_credit(
    id: TableId, number: SlipNumber, body: CarriedIn, caller: AtTable, request: Request
) -> SlipAccepted:
    """The chips of a credit leave the tray with whoever carries them to the cage."""
    asked = _slip(request, id, number).request
    act = CreditSent(slip=number, table=id, chips=asked.chips, cents=asked.cents, carrier=body.carrier)
    return _slip_at_table(request, caller, body.key, act)


@router.post("/{id}/slips/{number}/void", dependencies=[RateLimited])
def void_slip(
    id: TableId, number: SlipNumber, body: VoidSlipIn, caller: Floor, request: Request
) -> SlipAccepted:
    """Void a slip that is not carried out; once chips are under way, only the cage can."""
    slip = _slip(request, id, number)
    if slip.state == SlipState.UNDER_WAY and slip.is_fill:
        says = f"The chips of slip {number} are under way. The cage voids it once they are back."
        raise Refused("under_way", says)
    asked = slip.request
    act = SlipVoided(slip=number, table=id, chips=asked.chips, cents=asked.cents, why=body.why)
    return _at_cage(request, caller, body.key, act)


def _slip(request: Request, table: str, number: int) -> Slip:
    table_of(request, table)
    cage = tables_of(request).pit.cage
    cage.refresh()
    slip = cage.book.slips.get(number)
    if slip is None or slip.request.table != table:
        raise Refused("no_such_slip", f"This table has no slip {number}.")
    return slip


def _checked_chips(table: LiveTable, told: list[TrayChips]) -> tuple[Chips, ...]:
    """Chips of this table; Refused where its tray takes none."""
    if table.tray == AUTOMATIC:
        raise Refused("automatic_tray", "The tray of this table fills itself: it takes no slips.")
    return _known_chips(told, tray_denominations(table.state.house))


def _known_chips(told: list[TrayChips], allowed: tuple[int, ...]) -> tuple[Chips, ...]:
    known = ", ".join(map(tell_cents, allowed))
    for one in told:
        if one.denomination_cents not in allowed:
            unknown = tell_cents(one.denomination_cents)
            says = f"This table has no chip or coin of {unknown}. It has {known}."
            raise Refused("bad_chips", says)
    if len({one.denomination_cents for one in told}) != len(told):
        raise Refused("bad_chips", "List each denomination once.")
    return tuple(sorted(chips_of(told), reverse=True))


def _at_cage(request: Request, caller: Caller, key: Key, act: CageAct) -> SlipAccepted:
    cage = tables_of(request).pit.cage
    answer = cage.submit(act, by=caller.account.id, key=account_key(caller, key))
    return _slip_accepted(request, CAGE, answer)


def _slip_at_table(request: Request, caller: Caller, key: Key, act: CageAct) -> SlipAccepted:
    answer = _at_table(request, caller, key, act)
    return _slip_accepted(request, answer.records[-1].table, answer)


def _slip_accepted(request: Request, stream: str, answer: Answer) -> SlipAccepted:
    recorded = accepted(request, stream, answer.last)
    return SlipAccepted(**recorded.model_dump(), slip=read_payload(answer.records[0]).act.slip)


def _at_table(request: Request, caller: Caller, key: Key, act: CageAct) -> Answer:
    table = table_of(request, act.table)  # type: ignore[attr-defined]
    check_dealer(caller, table)
    with table.lock:
        return table.desk.move_money(act, by=caller.account.id, key=account_key(caller, key))


# ---- counts


@router.post("/{id}/tray/open", dependencies=[RateLimited])
def open_tray(
    id: TableId, body: CountIn, caller: AtTable, request: Request, response: Response
) -> Accepted | WaitingOut:
    """The opener: the tray is counted, and a second person confirms it; then people can play."""
    return _count(request, response, caller, body, id, TrayOpened)


@router.post("/{id}/tray/close", dependencies=[RateLimited])
def close_tray(
    id: TableId, body: CountIn, caller: AtTable, request: Request, response: Response
) -> Accepted | WaitingOut:
    """The closer: the tray is counted, and a second person confirms it; then nobody plays here."""
    return _count(request, response, caller, body, id, TrayClosed)


def _count(
    request: Request,
    response: Response,
    caller: Caller,
    body: CountIn,
    id: str,
    kind: type[TrayOpened] | type[TrayClosed],
) -> Accepted | WaitingOut:
    table = table_of(request, id)
    check_dealer(caller, table)
    chips = _known_chips(body.chips, counted_in(table))
    counted = kind(table=id, chips=chips, cents=total(chips))
    moved = approvals_of(request).move(counted, caller, account_key(caller, body.key))
    if isinstance(moved, Approval):
        return waiting_out(moved, response, COUNT_WAITS)
    return accepted(request, id, moved.last)


# ---- drop box and tips


@router.post("/{id}/box", dependencies=[RateLimited])
def exchange_box(id: TableId, body: BoxIn, caller: Floor, request: Request) -> Accepted:
    """The drop box goes to the count room with what is in it, and an empty one is put on."""

    def is_same(done: Payload) -> bool:
        act = done.act if isinstance(done, Money) else None
        return isinstance(act, BoxExchanged) and (act.box, act.next_box) == (body.box, body.next_box)

    table = table_of(request, id)
    with table.lock:
        if done := table.last_under(account_key(caller, body.key), is_same):
            return accepted(request, id, done)
        cents = balance(table.desk.desk_state.ledger, "drop")
        act = BoxExchanged(table=id, box=body.box, next_box=body.next_box, cents=cents)
        return accepted(request, id, _at_table(request, caller, body.key, act).last)


@router.post("/{id}/tips", dependencies=[RateLimited])
def collect_tips(id: TableId, body: KeyIn, caller: Floor, request: Request) -> Accepted:
    """Everything in the tip box goes to the cage, for the dealers."""

    def is_same(done: Payload) -> bool:
        return isinstance(done, Money) and isinstance(done.act, TipsCollected)

    table = table_of(request, id)
    with table.lock:
        if done := table.last_under(account_key(caller, body.key), is_same):
            return accepted(request, id, done)
        cents = balance(table.desk.desk_state.ledger, "tips")
        if not cents:
            raise Refused("no_tips", "There is nothing in the tip box.")
        act = TipsCollected(table=id, cents=cents, electronic=table.tray != BY_HAND)
        return accepted(request, id, _at_table(request, caller, body.key, act).last)
