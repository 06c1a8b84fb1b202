"""The cage’s API: money paid in and out, chips sold and redeemed, slips, counts, house money."""

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from pitboss.desk.cage_acts import (
    BoxCounted,
    CageAct,
    CageClosed,
    CageOpened,
    CapitalIn,
    CapitalOut,
    ChipsRedeemed,
    ChipsSold,
    CreditReceived,
    Deposit,
    FillIssued,
    SlipAct,
    SlipVoided,
    TipsPaid,
    Withdraw,
    total,
)
from pitboss.desk.cage_book import Slip, SlipState
from pitboss.desk.cage_sheet import COLUMNS, amounts
from pitboss.desk.denominations import check_cash, check_chips
from pitboss.desk.payloads import read_payload
from pitboss.errors import Refused
from pitboss.web.accounts import Account
from pitboss.web.amounts import Amount, AmountOrNothing, ChipsOut, Counted, chips_of, chips_out
from pitboss.web.api.approvals import WaitingOut, approvals_of, waiting_out
from pitboss.web.api.floor import Why
from pitboss.web.api.login import Id
from pitboss.web.api.tables import Accepted, KeyIn, tables_of
from pitboss.web.approvals import Approval, words_of
from pitboss.web.auth import CageReader, Caller, Cashier, RateLimited, auth_of
from pitboss.web.receipts import receipt_out
from pitboss.web.roles import AccountRole

router = APIRouter(prefix="/cage", tags=["cage"])

MOST_PLAYERS = 50
"""In one answer."""
CLOSED_SLIPS = 20
"""Slips that are done with, in one answer."""
SlipNumber = Annotated[int, Path(ge=1, le=2**31 - 1)]
BoxNumber = Annotated[str, Path(min_length=1, max_length=20, pattern=r"^[A-Za-z0-9][A-Za-z0-9 .-]*$")]
Carrier = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[\w .,'#-]+$")]


class PlaceOut(BaseModel):
    label: str
    cents: int


class SlipStepOut(BaseModel):
    says: str
    by: str
    at: str


class SlipOut(BaseModel):
    """A fill or a credit, from its request on."""

    number: int
    kind: Literal["fill", "credit"]
    state: str
    table: str
    table_name: str
    chips: list[ChipsOut]
    cents: int
    carrier: str
    steps: list[SlipStepOut]


class BoxOut(BaseModel):
    """A drop box that waits in the count room."""

    box: str
    table: str
    table_name: str
    booked_cents: int
    taken_by: str
    taken_at: str


class CageOut(BaseModel):
    open: bool
    accounts: list[PlaceOut] = Field(description="What is in sight at the cage.")
    cash_cents: int
    chips_cents: int
    tip_pool_cents: int
    chips_denominations_cents: list[int]
    cash_denominations_cents: list[int]
    two_persons_above_cents: int | None
    slips: list[SlipOut] = Field(description="Those under way first, then the last that are done with.")
    boxes: list[BoxOut]


class CagePlayerOut(BaseModel):
    id: str
    name: str
    active: bool
    barred: bool
    balance_cents: int


class CagePlayersOut(BaseModel):
    players: list[CagePlayerOut] = Field(max_length=MOST_PLAYERS)


class CageDone(Accepted):
    """Done, and recorded under this number; the receipt to print has it too."""

    says: str = Field(description="What was done, in words.")


# ---- reading


@router.get("")
def show_cage(_: CageReader, request: Request) -> CageOut:
    """What the cage has, which slips and boxes wait, and what the house pays with."""
    cage = tables_of(request).pit.cage
    cage.refresh()
    book, settings = cage.book, auth_of(request).settings
    held = dict(zip((column.label for column in COLUMNS), amounts(book), strict=True))
    house = settings.chips.in_cents
    return CageOut(
        open=not book.closed,
        accounts=[PlaceOut(label=label, cents=cents) for label, cents in held.items()],
        cash_cents=held["Cash"],
        chips_cents=held["Chips in the vault"],
        tip_pool_cents=held["Tip pool"],
        chips_denominations_cents=list(house.chips),
        cash_denominations_cents=list(house.cash),
        two_persons_above_cents=settings.policy.two_persons_above_cents,
        slips=[_slip_out(request, slip) for slip in _in_sight(book.slips)],
        boxes=[
            BoxOut(
                box=box.number,
                table=box.table,
                table_name=table_name(request, box.table),
                booked_cents=box.booked_cents,
                taken_by=name_of(request, box.taken.actor),
                taken_at=box.taken.time,
            )
            for box in book.boxes.values()
        ],
    )


def _in_sight(slips: dict[int, Slip]) -> list[Slip]:
    latest = sorted(slips.values(), key=lambda slip: -slip.number)
    done = [slip for slip in latest if slip.state in (SlipState.RECEIVED, SlipState.VOID)]
    return [slip for slip in latest if slip not in done] + done[:CLOSED_SLIPS]


def _slip_out(request: Request, slip: Slip) -> SlipOut:
    asked = slip.request
    return SlipOut(
        number=slip.number,
        kind="fill" if slip.is_fill else "credit",
        state=slip.state,
        table=asked.table,
        table_name=table_name(request, asked.table),
        chips=chips_out(asked.chips),
        cents=asked.cents,
        carrier=next((act.carrier for act, _ in slip.acts if hasattr(act, "carrier")), ""),
        steps=[
            SlipStepOut(says=_step(act), by=name_of(request, signed.actor), at=signed.time)
            for act, signed in slip.acts
        ],
    )


def _step(act: SlipAct) -> str:
    return f"voided: {act.why}" if isinstance(act, SlipVoided) else STEPS[type(act).__name__]


STEPS = {
    "FillRequested": "requested",
    "FillIssued": "issued",
    "FillReceived": "received at the table",
    "CreditRequested": "requested",
    "CreditSent": "sent from the table",
    "CreditReceived": "received",
}


def name_of(request: Request, account: str) -> str:
    """A person’s name; whoever has no account goes by what was recorded."""
    return auth_of(request).names([account]).get(account, account)


def table_name(request: Request, table: str) -> str:
    cards = tables_of(request).cards()
    return cards[table].name if table in cards else table


@router.get("/players")
def find_players(
    _: CageReader, request: Request, name: Annotated[str, Query(max_length=40)] = ""
) -> CagePlayersOut:
    """Players by a part of their name, with what the house holds for them."""
    cage, wanted = tables_of(request).pit.cage, name.casefold()
    cage.refresh()
    people = auth_of(request).accounts.listed()
    found = [one for one in people if one.role == AccountRole.PLAYER and wanted in one.name.casefold()]
    return CagePlayersOut(
        players=[
            CagePlayerOut(
                id=one.id,
                name=one.name,
                active=one.active,
                barred=one.barred,
                balance_cents=cage.balance(one.id),
            )
            for one in found[:MOST_PLAYERS]
        ]
    )


# ---- acting


def act_at_cage(
    request: Request, response: Response, caller: Caller, key: str, act: CageAct
) -> CageDone | WaitingOut:
    """Done at once, or when a second person approves."""
    moved = approvals_of(request).move(act, caller, f"{caller.account.id}:{key}")
    if isinstance(moved, Approval):
        return waiting_out(moved, response)
    record = moved.records[-1]
    done: CageAct = read_payload(record).act
    names = auth_of(request).names([getattr(done, "account", "")])
    receipt = receipt_out(tables_of(request).pit.store, record.table, record.sequence)
    return CageDone(sequence=record.sequence, receipt=receipt, says=words_of(done, names))


def player_at_window(request: Request, account: str) -> Account:
    player = auth_of(request).accounts.find(account)
    if player.role != AccountRole.PLAYER:
        raise Refused("no_balance", "Only players have a balance.")
    return player


def check_open_account(player: Account) -> None:
    if not player.active:
        raise Refused("closed", "This account is closed: nothing can be paid in.")


class PaymentIn(KeyIn):
    account: Id
    cents: Amount


@router.post("/pay-in", dependencies=[RateLimited])
def pay_in(body: PaymentIn, caller: Cashier, request: Request, response: Response) -> CageDone | WaitingOut:
    """Cash paid in to a player’s account; above the house’s limit a second person approves."""
    player = player_at_window(request, body.account)
    check_open_account(player)
    return act_at_cage(request, response, caller, body.key, Deposit(account=player.id, cents=body.cents))


@router.post("/pay-out", dependencies=[RateLimited])
def pay_out(body: PaymentIn, caller: Cashier, request: Request, response: Response) -> CageDone | WaitingOut:
    """Cash paid out of a player’s account; above the house’s limit a second person approves."""
    player = player_at_window(request, body.account)
    return act_at_cage(request, response, caller, body.key, Withdraw(account=player.id, cents=body.cents))


class ChipsAtWindowIn(KeyIn):
    chips: Counted


@router.post("/sell-chips", dependencies=[RateLimited])
def sell_chips(
    body: ChipsAtWindowIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """Chips of the vault, sold for cash."""
    chips = chips_of(body.chips)
    check_chips(chips, auth_of(request).settings.chips.in_cents)
    act = ChipsSold(cents=total(chips), chips=chips)
    return act_at_cage(request, response, caller, body.key, act)


@router.post("/redeem-chips", dependencies=[RateLimited])
def redeem_chips(
    body: ChipsAtWindowIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """Chips taken back for cash."""
    chips = chips_of(body.chips)
    check_chips(chips, auth_of(request).settings.chips.in_cents)
    act = ChipsRedeemed(cents=total(chips), chips=chips)
    return act_at_cage(request, response, caller, body.key, act)


class CapitalMoneyIn(KeyIn):
    of: Literal["cash", "chips"]
    cents: Amount
    why: Why


@router.post("/capital-in", dependencies=[RateLimited])
def bring_capital(
    body: CapitalMoneyIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """The house’s own money, brought into the cage; a second person always approves."""
    act = CapitalIn(of=body.of, cents=body.cents, why=body.why)
    return act_at_cage(request, response, caller, body.key, act)


@router.post("/capital-out", dependencies=[RateLimited])
def take_capital(
    body: CapitalMoneyIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """The house’s own money, taken out of the cage; a second person always approves."""
    act = CapitalOut(of=body.of, cents=body.cents, why=body.why)
    return act_at_cage(request, response, caller, body.key, act)


# ---- opening and closing


class CountIn(KeyIn):
    cash: Counted
    chips: Counted
    cash_booked_cents: AmountOrNothing = Field(
        description="What the books said when you signed. If they have changed, nothing is signed."
    )
    chips_booked_cents: AmountOrNothing


def _count(request: Request, body: CountIn, kind: type[CageOpened | CageClosed]) -> CageAct:
    house = auth_of(request).settings.chips.in_cents
    cash, chips = chips_of(body.cash), chips_of(body.chips)
    check_cash(cash, house)
    check_chips(chips, house)
    return kind(
        cash=cash,
        chips=chips,
        cents=total(cash) + total(chips),
        cash_booked_cents=body.cash_booked_cents,
        chips_booked_cents=body.chips_booked_cents,
    )


@router.post("/open", dependencies=[RateLimited])
def open_cage(body: CountIn, caller: Cashier, request: Request, response: Response) -> CageDone | WaitingOut:
    """Open the cage by a count; where it differs from the books a second person approves."""
    return act_at_cage(request, response, caller, body.key, _count(request, body, CageOpened))


@router.post("/close", dependencies=[RateLimited])
def close_cage(body: CountIn, caller: Cashier, request: Request, response: Response) -> CageDone | WaitingOut:
    """Close the cage by a count; where it differs from the books a second person approves."""
    return act_at_cage(request, response, caller, body.key, _count(request, body, CageClosed))


# ---- fills and credits


class IssueIn(KeyIn):
    carrier: Carrier = Field(description="Who carries the chips.")


class VoidSlipIn(KeyIn):
    why: Why


def _slip(request: Request, number: int) -> Slip:
    cage = tables_of(request).pit.cage
    cage.refresh()
    if number not in cage.book.slips:
        raise Refused("no_such_slip", f"There is no slip {number}.")
    return cage.book.slips[number]


@router.post("/slips/{slip}/issue", dependencies=[RateLimited])
def issue_fill(
    slip: SlipNumber, body: IssueIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """The chips of a fill, handed to whoever carries them; not by whoever requested it."""
    asked = _slip(request, slip).request
    act = FillIssued(slip=slip, table=asked.table, chips=asked.chips, cents=asked.cents, carrier=body.carrier)
    return act_at_cage(request, response, caller, body.key, act)


@router.post("/slips/{slip}/receive", dependencies=[RateLimited])
def receive_credit(
    slip: SlipNumber, body: KeyIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """The chips of a credit, counted into the vault."""
    asked = _slip(request, slip).request
    act = CreditReceived(slip=slip, table=asked.table, chips=asked.chips, cents=asked.cents)
    return act_at_cage(request, response, caller, body.key, act)


@router.post("/slips/{slip}/void", dependencies=[RateLimited])
def void_slip(
    slip: SlipNumber, body: VoidSlipIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """A slip that is not carried out; chips that had left the vault are back in it."""
    asked = _slip(request, slip).request
    act = SlipVoided(slip=slip, table=asked.table, chips=asked.chips, cents=asked.cents, why=body.why)
    return act_at_cage(request, response, caller, body.key, act)


# ---- the count room and the tips


class BoxCountIn(KeyIn):
    notes: Counted = Field(description="What was found in the box; nothing, where it was empty.")


@router.post("/boxes/{box}/count", dependencies=[RateLimited])
def count_box(
    box: BoxNumber, body: BoxCountIn, caller: Cashier, request: Request, response: Response
) -> CageDone | WaitingOut:
    """What was found in a drop box; a second person counts with you, and neither took it off its table."""
    notes = chips_of(body.notes)
    check_cash(notes, auth_of(request).settings.chips.in_cents)
    act = BoxCounted(box=box, notes=notes, cents=total(notes))
    return act_at_cage(request, response, caller, body.key, act)


class TipsIn(KeyIn):
    account: Id
    cents: Amount
    day: Annotated[str, Field(pattern=r"^(\d{4}-\d\d-\d\d)?$")] = Field(
        default="", description="The gaming day whose tips these are."
    )


@router.post("/tips", dependencies=[RateLimited])
def pay_tips(body: TipsIn, caller: Cashier, request: Request, response: Response) -> CageDone | WaitingOut:
    """Cash from the tip pool, paid to a dealer."""
    dealer = auth_of(request).accounts.find(body.account)
    if dealer.role != AccountRole.DEALER:
        raise Refused("not_a_dealer", "Tips are paid to dealers only.")
    act = TipsPaid(account=dealer.id, cents=body.cents, day=body.day)
    return act_at_cage(request, response, caller, body.key, act)
