"""What happened at the cage in a time: each record with the book before and after it."""

from collections.abc import Iterator
from datetime import date, datetime
from threading import Lock
from typing import NamedTuple

from pitboss.desk.cage_book import EMPTY_BOOK, CageBook, after_cage_record
from pitboss.desk.gaming_day import GamingDays, Span
from pitboss.desk.ledger import CAGE
from pitboss.desk.payloads import Money, read_payload
from pitboss.errors import Refused
from pitboss.journal.records import START, Head, Record, walk_chain
from pitboss.journal.store import Store

MOST_MARKS = 400


class CageEntry(NamedTuple):
    record: Record
    payload: Money
    before: CageBook
    after: CageBook


class CagePeriod(NamedTuple):
    opening: CageBook
    entries: tuple[CageEntry, ...]

    @property
    def closing(self) -> CageBook:
        return self.entries[-1].after if self.entries else self.opening


class Mark(NamedTuple):
    """Where a gaming day begins in the stream of the cage."""

    day: date
    head: Head
    book: CageBook


class CagePast:
    """Reads the stream of the cage once, and notes where each gaming day begins, so that a day is found."""

    def __init__(self, store: Store, days: GamingDays) -> None:
        self._store = store
        self._days = days
        self._lock = Lock()
        self._head: Head = START
        self._book: CageBook = EMPTY_BOOK
        self._marks = [Mark(date.min, START, EMPTY_BOOK)]

    def in_span(self, span: Span) -> CagePeriod:
        """Everything from a time to just before another."""
        mark = self._mark_before(self._days.day_of(span.start))
        opening, entries = mark.book, []
        for entry in self._walk(mark.head, mark.book):
            moment = datetime.fromisoformat(entry.record.time)
            if moment >= span.end:
                break
            if moment < span.start:
                opening = entry.after
            else:
                entries.append(entry)
        return CagePeriod(opening, tuple(entries))

    def entry(self, sequence: int) -> CageEntry:
        """One record with the book before and after it."""
        self._read_on()
        with self._lock:
            before = [mark for mark in self._marks if mark.head.sequence < sequence]
        for entry in self._walk(before[-1].head, before[-1].book, sequence) if before else ():
            if entry.record.sequence == sequence:
                return entry
        raise Refused("no_such_receipt", f"The cage has no record {sequence}.")

    def _mark_before(self, day: date) -> Mark:
        self._read_on()
        with self._lock:
            return next(mark for mark in reversed(self._marks) if mark.day <= day)

    def _read_on(self) -> None:
        with self._lock:
            for entry in self._walk(self._head, self._book):
                day = self._days.day_of(datetime.fromisoformat(entry.record.time))
                if day > self._marks[-1].day:
                    self._marks.append(Mark(day, self._head, self._book))
                self._head, self._book = entry.record.head, entry.after
            del self._marks[1:-MOST_MARKS]

    def _walk(self, head: Head, book: CageBook, up_to: int | None = None) -> Iterator[CageEntry]:
        for record in walk_chain(self._store.read(CAGE, head.sequence, up_to), head):
            payload = read_payload(record)
            after = after_cage_record(book, record, payload)
            yield CageEntry(record, payload, book, after)
            book = after
