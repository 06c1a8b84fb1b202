"""What the records of the cage come to: its ledger, slips under way, drop boxes, and whether it is open."""

from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.desk.act_moves import cage_moves, check_amount, check_held
from pitboss.desk.cage_acts import (
    EARLIER_ACTS,
    BoxCounted,
    BoxExchanged,
    CageAct,
    CageClosed,
    CageOpened,
    CapitalIn,
    CapitalOut,
    ChipsRedeemed,
    ChipsSold,
    CreditReceived,
    CreditRequested,
    Deposit,
    FillIssued,
    FillReceived,
    FillRequested,
    SlipAct,
    SlipVoided,
    TipsPaid,
    Withdraw,
)
from pitboss.desk.ledger import EMPTY_LEDGER, STREET, Ledger, Move, balance, post
from pitboss.desk.payloads import BEFORE_TRAYS, Money
from pitboss.errors import Refused
from pitboss.journal.records import Record

AT_WINDOW = (
    CapitalIn, CapitalOut, Deposit, Withdraw, ChipsSold, ChipsRedeemed, FillIssued, CreditReceived,
    BoxCounted, TipsPaid,
)  # fmt: skip
"""What is done only while the cage is open."""
SAME_PERSON = "Whoever {before} cannot also {now}: that takes a second person."


class SlipState(StrEnum):
    REQUESTED = "requested"
    UNDER_WAY = "under way"
    RECEIVED = "received"
    VOID = "void"


class Signature(NamedTuple):
    """Who did it, when, and who approved."""

    actor: str
    time: str
    approved_by: str = ""
    earlier: bool = False
    """In a record of the time before the cash of the cage was kept."""


class Slip(msgspec.Struct, frozen=True):
    number: int
    state: SlipState
    acts: tuple[tuple[SlipAct, Signature], ...]
    """The request first."""

    @property
    def request(self) -> SlipAct:
        return self.acts[0][0]

    @property
    def is_fill(self) -> bool:
        return isinstance(self.request, FillRequested)


class Box(msgspec.Struct, frozen=True):
    """A drop box in the count room."""

    number: str
    table: str
    booked_cents: int
    taken: Signature


class CageBook(msgspec.Struct, frozen=True):
    ledger: Ledger = EMPTY_LEDGER
    slips: dict[int, Slip] = {}
    boxes: dict[str, Box] = {}
    """Taken off a table and not yet counted."""
    on_tables: dict[str, str] = {}
    """The number of the box on each table, once one was exchanged."""
    closed: bool = False
    began: bool = False
    """Whether there is a record of today's kind: none of an earlier kind is believed after it."""

    @property
    def next_slip(self) -> int:
        return max(self.slips, default=0) + 1


EMPTY_BOOK = CageBook()


def after_act(book: CageBook, act: CageAct, signed: Signature) -> CageBook:
    """The book after an act of the cage; Refused when it cannot be done."""
    check_amount(act)
    _check_time_of(book, act, signed)
    if book.closed and isinstance(act, AT_WINDOW):
        raise Refused("cage_closed", "The cage is closed. Open it with a count first.")
    sent = False
    if isinstance(act, SlipAct):
        sent = act.slip in book.slips and book.slips[act.slip].state == SlipState.UNDER_WAY
        book = replace(book, slips=book.slips | {act.slip: _after_step(book, act, signed)})
    elif isinstance(act, CageOpened | CageClosed):
        book = _counted(book, closes=isinstance(act, CageClosed))
    elif isinstance(act, BoxExchanged):
        book = _box_taken(book, act, signed)
    elif isinstance(act, BoxCounted):
        book = _box_counted(book, act, signed)
    moves = tuple(move for move in cage_moves(act, book.ledger, sent) if move.cents)
    if signed.earlier:
        moves = (*_unrecorded(book.ledger, moves), *moves)
    check_held(book.ledger, moves)
    return replace(book, ledger=post(book.ledger, moves), began=book.began or not signed.earlier)


def _check_time_of(book: CageBook, act: CageAct, signed: Signature) -> None:
    """What the cage did by itself in earlier journals is not done any more."""
    if signed.earlier and book.began:
        raise Refused("too_late", "A record of an earlier kind comes after one of today's.")
    if not signed.earlier and isinstance(act, EARLIER_ACTS):
        raise Refused("not_done", "Chips and house money move by slips and by acts of capital.")


def after_cage_record(book: CageBook, record: Record, payload: Money) -> CageBook:
    earlier = payload.shape <= BEFORE_TRAYS
    return after_act(book, payload.act, Signature(record.actor, record.time, payload.approved_by, earlier))


def _unrecorded(ledger: Ledger, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Cash that was paid out and whose coming in nobody recorded then."""
    paid = sum(move.cents for move in moves if move.source == "cash")
    lacking = paid - balance(ledger, "cash")
    return (Move("capital", STREET, "cash", lacking),) if lacking > 0 else ()


def _counted(book: CageBook, *, closes: bool) -> CageBook:
    if book.closed == closes:
        raise Refused("already", f"The cage is already {'closed' if closes else 'open'}.")
    return replace(book, closed=closes)


# ---- slips


def _after_step(book: CageBook, act: SlipAct, signed: Signature) -> Slip:
    if isinstance(act, FillRequested | CreditRequested):
        if act.slip != book.next_slip:
            raise Refused("other_slip", f"The next slip is number {book.next_slip}, not {act.slip}.")
        return Slip(act.slip, SlipState.REQUESTED, ((act, signed),))
    slip = book.slips.get(act.slip)
    if slip is None:
        raise Refused("no_such_slip", f"There is no slip {act.slip}.")
    _check_same(slip, act)
    state = _next_state(slip, act, signed)
    return Slip(slip.number, state, (*slip.acts, (act, signed)))


def _check_same(slip: Slip, act: SlipAct) -> None:
    asked = slip.request
    if (act.table, act.chips, act.cents) != (asked.table, asked.chips, asked.cents):
        raise Refused("other_slip", f"Slip {slip.number} was requested for another table, or other chips.")
    if not isinstance(act, SlipVoided) and slip.is_fill != isinstance(act, FillIssued | FillReceived):
        raise Refused("other_slip", f"Slip {slip.number} is a {'fill' if slip.is_fill else 'credit'}.")


def _next_state(slip: Slip, act: SlipAct, signed: Signature) -> SlipState:
    if slip.state in (SlipState.RECEIVED, SlipState.VOID):
        raise Refused("already", f"Slip {slip.number} is already {slip.state}.")
    requested = slip.state == SlipState.REQUESTED
    if isinstance(act, SlipVoided):
        if not requested and not slip.is_fill:
            raise Refused("under_way", "A credit that has left its table must be received at the cage.")
        return SlipState.VOID
    if isinstance(act, FillReceived | CreditReceived):
        if requested:
            raise Refused("not_under_way", f"Slip {slip.number} is not under way yet.")
        _check_other(slip.acts[-1][1], signed, "sends chips", "receive them")
        return SlipState.RECEIVED
    if not requested:
        raise Refused("already", f"Slip {slip.number} is already under way.")
    if isinstance(act, FillIssued):
        _check_other(slip.acts[0][1], signed, "requests a fill", "issue it")
    return SlipState.UNDER_WAY


def _check_other(before: Signature, now: Signature, did: str, does: str) -> None:
    if before.actor == now.actor:
        raise Refused("same_person", SAME_PERSON.format(before=did, now=does))


# ---- boxes


def _box_taken(book: CageBook, act: BoxExchanged, signed: Signature) -> CageBook:
    on_table = book.on_tables.get(act.table, act.box)
    if act.box != on_table:
        raise Refused("other_box", f"The box on table {act.table} is {on_table}, not {act.box}.")
    if act.next_box == act.box or act.next_box in book.boxes or act.next_box in _elsewhere(book, act):
        raise Refused("box_in_use", f"Box {act.next_box} is in use or not yet counted. Take another.")
    if act.box in book.boxes or act.box in _elsewhere(book, act):
        raise Refused("box_in_use", f"Box {act.box} is at another table or not yet counted.")
    box = Box(act.box, act.table, act.cents, signed)
    on_tables = book.on_tables | {act.table: act.next_box}
    return replace(book, boxes=book.boxes | {act.box: box}, on_tables=on_tables)


def _elsewhere(book: CageBook, act: BoxExchanged) -> set[str]:
    return {box for table, box in book.on_tables.items() if table != act.table}


def _box_counted(book: CageBook, act: BoxCounted, signed: Signature) -> CageBook:
    box = book.boxes.get(act.box)
    if box is None:
        raise Refused("no_such_box", f"Box {act.box} is not in the count room.")
    _check_other(box.taken, signed, "takes a box from its table", "count it")
    return replace(book, boxes={number: one for number, one in book.boxes.items() if number != act.box})
