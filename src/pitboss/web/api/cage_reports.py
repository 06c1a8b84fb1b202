"""What the cage accounts for: its sheet by shift, the count room, shares of the tips, receipts to print."""

import csv
import io
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from pitboss.desk.cage_acts import TipsPaid
from pitboss.desk.cage_past import CageEntry, CagePast
from pitboss.desk.cage_sheet import COLUMNS, BoxLine, CageSheet, CountLine, cage_sheet, moved
from pitboss.desk.gaming_day import ALL_DAY, Span
from pitboss.desk.ledger import balance
from pitboss.desk.tip_shares import equal_shares, shares_by_weight
from pitboss.errors import Refused
from pitboss.web.amounts import ChipsOut, chips_out
from pitboss.web.api.cage import name_of, table_name
from pitboss.web.api.tables import tables_of
from pitboss.web.approvals import words_of
from pitboss.web.auth import CageReader, auth_of
from pitboss.web.roles import AccountRole
from pitboss.web.slow_routes import TakesLong

router = APIRouter(prefix="/cage", tags=["cage"])

Day = Annotated[
    str | None,
    Query(pattern=r"^\d{4}-\d\d-\d\d$", description="A gaming day; today’s, if none is given."),
]
ShiftName = Annotated[str, Query(max_length=40, description="A shift of that day; the whole day, if none.")]
MOST_LINES = 2_000
"""Movements listed one by one in one answer."""


class SheetLineOut(BaseModel):
    label: str
    number: int
    cents: list[int] = Field(description="Column by column.")


class CountOut(BaseModel):
    """A count of the cage against its books."""

    sequence: int
    at: str
    kind: Literal["opening", "closing"]
    cash_booked_cents: int
    cash_counted_cents: int
    chips_booked_cents: int
    chips_counted_cents: int
    counted_by: str
    second_person: str


class CountedBoxOut(BaseModel):
    """A drop box against the books."""

    box: str
    table: str
    table_name: str
    taken_at: str
    taken_by: str
    booked_cents: int
    counted_cents: int | None = Field(description="None while it waits.")
    difference_cents: int | None
    counted_at: str
    counted_by: str
    second_person: str


class MovementOut(BaseModel):
    sequence: int
    at: str
    says: str
    by: str
    second_person: str
    cents: list[int]


class SheetOut(BaseModel):
    day: str
    shift: str
    shifts: list[str] = Field(description="The shifts of that day, in their order.")
    begins: str
    ends: str
    columns: list[str]
    opening_cents: list[int]
    lines: list[SheetLineOut]
    closing_cents: list[int]
    counts: list[CountOut]
    boxes: list[CountedBoxOut]
    movements: list[MovementOut] = Field(max_length=MOST_LINES)
    more_movements: int = Field(description="How many more there are than are listed.")


class Period(BaseModel):
    """A gaming day, or one of its shifts."""

    day: str
    shift: str
    shifts: list[str]
    begins: datetime
    ends: datetime


def past_of(request: Request) -> CagePast:
    past: CagePast = request.app.state.cage_past
    return past


def _now(request: Request) -> datetime:
    return datetime.fromtimestamp(auth_of(request).book.clock(), UTC)


def period_of(request: Request, day: str | None, shift: str) -> Period:
    days = auth_of(request).settings.day.gaming_days
    try:
        chosen = date.fromisoformat(day) if day else days.day_of(_now(request))
        spans = {one.name: one.span for one in days.shift_spans(chosen)}
        span = spans[shift] if shift else days.span_of(chosen)
    except KeyError:
        raise Refused(
            "no_such_shift", f"There is no shift of this name. There is: {', '.join(spans)}."
        ) from None
    except (ValueError, OverflowError):
        raise Refused("no_such_day", "This is not a day of the calendar.") from None
    named = [name for name in spans if name != ALL_DAY]
    return Period(day=chosen.isoformat(), shift=shift, shifts=named, begins=span.start, ends=span.end)


def sheet_of(request: Request, period: Period) -> CageSheet:
    return cage_sheet(past_of(request).in_span(Span(period.begins, period.ends)))


@router.get("/sheet", dependencies=[TakesLong])
def show_sheet(_: CageReader, request: Request, day: Day = None, shift: ShiftName = "") -> SheetOut:
    """The accountability sheet: what there was, every movement by kind, the counts and what they found."""
    period = period_of(request, day, shift)
    sheet = sheet_of(request, period)
    listed = [entry for entry in sheet.entries if any(moved(entry))]
    return SheetOut(
        day=period.day,
        shift=period.shift,
        shifts=period.shifts,
        begins=period.begins.isoformat(),
        ends=period.ends.isoformat(),
        columns=[column.label for column in COLUMNS],
        opening_cents=list(sheet.opening),
        lines=[
            SheetLineOut(label=line.label, number=line.number, cents=list(line.amounts))
            for line in sheet.lines
        ],
        closing_cents=list(sheet.closing),
        counts=[_count_out(request, line) for line in sheet.counts],
        boxes=[_box_out(request, line) for line in sheet.boxes],
        movements=[_movement_out(request, entry) for entry in listed[-MOST_LINES:]],
        more_movements=max(0, len(listed) - MOST_LINES),
    )


def _count_out(request: Request, line: CountLine) -> CountOut:
    record, payload = line.entry.record, line.entry.payload
    return CountOut(
        sequence=record.sequence,
        at=record.time,
        kind="opening" if line.opens else "closing",
        cash_booked_cents=line.cash_booked,
        cash_counted_cents=line.cash_counted,
        chips_booked_cents=line.chips_booked,
        chips_counted_cents=line.chips_counted,
        counted_by=name_of(request, record.actor),
        second_person=name_of(request, payload.approved_by),
    )


def _box_out(request: Request, line: BoxLine) -> CountedBoxOut:
    box, counted, cents = line.box, line.counted, line.counted_cents
    return CountedBoxOut(
        box=box.number,
        table=box.table,
        table_name=table_name(request, box.table),
        taken_at=box.taken.time,
        taken_by=name_of(request, box.taken.actor),
        booked_cents=box.booked_cents,
        counted_cents=cents,
        difference_cents=None if cents is None else cents - box.booked_cents,
        counted_at=counted.record.time if counted else "",
        counted_by=name_of(request, counted.record.actor) if counted else "",
        second_person=name_of(request, counted.payload.approved_by) if counted else "",
    )


def _movement_out(request: Request, entry: CageEntry) -> MovementOut:
    return MovementOut(
        sequence=entry.record.sequence,
        at=entry.record.time,
        says=_words(request, entry),
        by=name_of(request, entry.record.actor),
        second_person=name_of(request, entry.payload.approved_by),
        cents=list(moved(entry)),
    )


def _words(request: Request, entry: CageEntry) -> str:
    act = entry.payload.act
    return words_of(act, auth_of(request).names([getattr(act, "account", "")]))


# ---- as a table for spreadsheets


@router.get("/sheet.csv", dependencies=[TakesLong], response_class=Response)
def download_sheet(_: CageReader, request: Request, day: Day = None, shift: ShiftName = "") -> Response:
    """The same sheet as CSV, in dollars."""
    period = period_of(request, day, shift)
    told = io.StringIO()
    csv.writer(told).writerows(_csv_rows(request, sheet_of(request, period)))
    name = f"cage-{period.day}{f'-{period.shift}' if shift else ''}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(told.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _csv_rows(request: Request, sheet: CageSheet) -> Iterator[list[str]]:
    columns = [column.label for column in COLUMNS]
    yield ["Part", "Line", "Number", *columns, "Time", "By", "Second person"]
    yield ["Sheet", "By the books at the beginning", "", *map(_dollars, sheet.opening), "", "", ""]
    for line in sheet.lines:
        yield ["Sheet", line.label, str(line.number), *map(_dollars, line.amounts), "", "", ""]
    yield ["Sheet", "By the books at the end", "", *map(_dollars, sheet.closing), "", "", ""]
    for count in sheet.counts:
        yield from _count_rows(request, count)
    for box in sheet.boxes:
        yield from _box_rows(request, box)
    for entry in sheet.entries:
        if any(moved(entry)):
            yield _csv_row(request, "Movement", _words(request, entry), entry, moved(entry))


def _count_rows(request: Request, line: CountLine) -> Iterator[list[str]]:
    kind = "Opening count" if line.opens else "Closing count"
    counted, booked = (line.cash_counted, line.chips_counted), (line.cash_booked, line.chips_booked)
    over = (counted[0] - booked[0], counted[1] - booked[1])
    for what, cents in (("counted", counted), ("by the books", booked), ("difference", over)):
        padded = (*cents, *(None for _ in COLUMNS[2:]))
        yield _csv_row(request, "Count", f"{kind}, {what}", line.entry, padded)


def _box_rows(request: Request, line: BoxLine) -> Iterator[list[str]]:
    box, cents = line.box, line.counted_cents
    blank: list[int | None] = [None] * len(COLUMNS)
    at = next(place for place, column in enumerate(COLUMNS) if column.account == "box")
    where = f"Drop box {box.number} of table {table_name(request, box.table)}"
    booked = [*blank[:at], box.booked_cents, *blank[at + 1 :]]
    by = name_of(request, box.taken.actor)
    yield ["Count room", f"{where}, taken", "", *map(_dollars, booked), box.taken.time, by, ""]
    if line.counted is not None and cents is not None:
        counted = [*blank[:at], cents, *blank[at + 1 : -1], cents - box.booked_cents]
        yield _csv_row(request, "Count room", f"{where}, counted", line.counted, counted)


def _csv_row(
    request: Request,
    part: str,
    words: str,
    entry: CageEntry,
    cents: tuple[int | None, ...] | list[int | None],
) -> list[str]:
    record = entry.record
    people = [name_of(request, one) for one in (record.actor, entry.payload.approved_by)]
    return [part, words, str(record.sequence), *map(_dollars, cents), record.time, *people]


def _dollars(cents: int | None) -> str:
    if cents is None:
        return ""
    return f"{'-' * (cents < 0)}{abs(cents) // 100}.{abs(cents) % 100:02}"


# ---- receipts


class CageReceiptOut(BaseModel):
    """What a person at the window gets in hand."""

    number: int
    at: str
    day: str
    says: str
    cents: int
    by: str
    second_person: str
    account: str = Field(description="The name of whose account it was.")
    balance_cents: int | None = Field(description="In that account afterwards.")
    chips: list[ChipsOut]
    slip: int
    carrier: str
    house: str
    hash: str = Field(description="Of the record.")


@router.get("/receipts/{number}", dependencies=[TakesLong])
def show_receipt(
    number: Annotated[int, Path(ge=1, le=2**53)], _: CageReader, request: Request
) -> CageReceiptOut:
    """An act of the cage, to be printed for whoever was at the window."""
    entry = past_of(request).entry(number)
    act, record = entry.payload.act, entry.record
    account, settings = getattr(act, "account", ""), auth_of(request).settings
    has_balance = account and not isinstance(act, TipsPaid)
    return CageReceiptOut(
        number=number,
        at=record.time,
        day=settings.day.gaming_days.day_of(datetime.fromisoformat(record.time)).isoformat(),
        says=_words(request, entry),
        cents=act.cents,
        by=name_of(request, record.actor),
        second_person=name_of(request, entry.payload.approved_by),
        account=name_of(request, account),
        balance_cents=balance(entry.after.ledger, f"player {account}") if has_balance else None,
        chips=chips_out(getattr(act, "chips", ()) or getattr(act, "notes", ())),
        slip=getattr(act, "slip", 0),
        carrier=getattr(act, "carrier", ""),
        house=settings.holder,
        hash=record.hash,
    )


# ---- tips


class TipShareOut(BaseModel):
    account: str
    name: str
    minutes: int = Field(description="On duty in that gaming day, by the assignments.")
    paid_cents: int = Field(description="Already paid of that day’s tips.")
    equal_cents: int = Field(description="Still to be paid, if all are paid alike.")
    by_hours_cents: int = Field(description="Still to be paid, if everybody is paid by the time on duty.")


class TipsOut(BaseModel):
    day: str
    pool_cents: int
    to_share_cents: int = Field(description="The pool, and what was already paid of that day’s tips.")
    shares: list[TipShareOut]


@router.get("/tips", dependencies=[TakesLong])
def show_tips(_: CageReader, request: Request, day: Day = None) -> TipsOut:
    """The tip pool, and what each dealer of a gaming day gets of it, alike or by hours on duty."""
    period, auth = period_of(request, day, ""), auth_of(request)
    now, cage = _now(request), tables_of(request).pit.cage
    cage.refresh()
    pool = balance(cage.book.ledger, "tip pool")
    paid = _paid_of(request, period, now)
    worked = auth.assignments.worked(period.begins.timestamp(), min(period.ends, now).timestamp())
    everybody = auth.accounts.listed()
    dealers = [one for one in everybody if one.role == AccountRole.DEALER and one.id in {*worked, *paid}]
    to_share = pool + sum(paid.values())
    equal = equal_shares(to_share, [one.id for one in dealers])
    by_time = shares_by_weight(to_share, {one.id: worked.get(one.id, 0) for one in dealers})
    return TipsOut(
        day=period.day,
        pool_cents=pool,
        to_share_cents=to_share,
        shares=[
            TipShareOut(
                account=one.id,
                name=one.name,
                minutes=worked.get(one.id, 0) // 60,
                paid_cents=paid.get(one.id, 0),
                equal_cents=max(0, equal[one.id] - paid.get(one.id, 0)),
                by_hours_cents=max(0, by_time[one.id] - paid.get(one.id, 0)),
            )
            for one in dealers
        ],
    )


def _paid_of(request: Request, period: Period, now: datetime) -> dict[str, int]:
    """By dealer, what was paid of the tips of a gaming day since it began."""
    paid: dict[str, int] = {}
    if now <= period.begins:
        return paid
    for entry in past_of(request).in_span(Span(period.begins, datetime.max.replace(tzinfo=UTC))).entries:
        act = entry.payload.act
        if isinstance(act, TipsPaid) and act.day == period.day:
            paid[act.account] = paid.get(act.account, 0) + act.cents
    return paid
