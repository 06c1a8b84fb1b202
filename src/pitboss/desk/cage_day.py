"""A gaming day in the count room and at the cage: drop boxes, counts, and slips that were voided."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple

from pitboss.desk.cage_acts import BoxCounted, BoxExchanged, CageClosed, CageOpened, SlipVoided, total
from pitboss.desk.cage_book import EMPTY_BOOK, CageBook, after_cage_record
from pitboss.desk.gaming_day import Span
from pitboss.desk.ledger import balance
from pitboss.desk.payloads import Money, read_payload
from pitboss.desk.table_day import Count
from pitboss.desk.time_text import time_of
from pitboss.journal.records import Record


class DropBox(NamedTuple):
    """A drop box taken off its table in the day, and what was found in it, whenever it was counted."""

    table: str
    box: str
    taken: str
    taken_by: str
    booked_cents: int
    found: Count | None = None
    """None until it is counted."""


class VoidedSlip(NamedTuple):
    time: str
    table: str
    slip: int
    cents: int
    why: str
    by: str
    approved_by: str


@dataclass
class CageDay:
    boxes: list[DropBox] = field(default_factory=list)
    counts: list[Count] = field(default_factory=list)
    """Made in the day, of boxes and of the cage."""
    voids: list[VoidedSlip] = field(default_factory=list)


def read_cage_day(records: Iterable[Record], span: Span) -> CageDay:
    reader = _CageDayReader(span)
    for record in records:
        reader.take(record, read_payload(record))
    return reader.day


class _CageDayReader:
    def __init__(self, span: Span) -> None:
        self.day = CageDay()
        self._span = span
        self._book: CageBook = EMPTY_BOOK
        self._at = datetime.min.replace(tzinfo=UTC)
        self._taken: dict[str, DropBox] = {}
        """In the count room, not yet counted."""

    def take(self, record: Record, payload: Money) -> None:
        self._at = max(self._at, time_of(record.time))
        match payload.act:
            case BoxExchanged() as act:
                self._take_box(record, act)
            case BoxCounted() as act:
                self._count_box(record, payload, act)
            case CageOpened() | CageClosed() as act:
                self._count_cage(record, payload, act)
            case SlipVoided() as act if self._is_in_day:
                signed = (record.actor, payload.approved_by)
                void = VoidedSlip(record.time, act.table, act.slip, act.cents, act.why, *signed)
                self.day.voids.append(void)
        self._book = after_cage_record(self._book, record, payload)

    @property
    def _is_in_day(self) -> bool:
        return self._span.holds(self._at)

    def _take_box(self, record: Record, act: BoxExchanged) -> None:
        box = DropBox(act.table, act.box, record.time, record.actor, act.cents)
        self._taken[act.box] = box
        if self._is_in_day:
            self.day.boxes.append(box)

    def _count_box(self, record: Record, payload: Money, act: BoxCounted) -> None:
        box = self._taken.pop(act.box)
        what = f"drop box {act.box} of {box.table}"
        count = Count(record.time, what, box.booked_cents, act.cents, record.actor, payload.approved_by)
        if self._is_in_day:
            self.day.counts.append(count)
        if box in self.day.boxes:
            self.day.boxes[self.day.boxes.index(box)] = box._replace(found=count)

    def _count_cage(self, record: Record, payload: Money, act: CageOpened | CageClosed) -> None:
        if not self._is_in_day:
            return
        when = "opened" if isinstance(act, CageOpened) else "closed"
        for name, place, counted in (("cash", "cash", act.cash), ("chips", "vault", act.chips)):
            self.day.counts.append(
                Count(
                    record.time,
                    f"{name} of the cage when it was {when}",
                    balance(self._book.ledger, place),
                    total(counted),
                    record.actor,
                    payload.approved_by,
                )
            )
