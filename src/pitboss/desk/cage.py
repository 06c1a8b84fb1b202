"""The cage: players' accounts and the house's own money, in one stream that every pit writes to."""

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import RLock

from msgspec.structs import replace

from pitboss.desk.cage_acts import CageAct, CreditRequested, FillRequested
from pitboss.desk.cage_book import EMPTY_BOOK, CageBook, Signature, after_act, after_cage_record
from pitboss.desk.idempotency import Answer, check_key, digest_of, first_answer, key_of
from pitboss.desk.ledger import CAGE, balance
from pitboss.desk.payloads import Money, read_payload, write_new
from pitboss.desk.time_text import time_text
from pitboss.errors import Conflict, Refused
from pitboss.journal.records import START, Draft, Head, Record, append_to, walk_chain
from pitboss.journal.store import Append, Store
from pitboss.journal.writer import Writer

MOST_TRIES = 50
"""Attempts when other pits write to the cage at the same moment."""


class Cage:
    def __init__(self, store: Store, writer: Writer, clock: Callable[[], datetime]) -> None:
        self.lock = RLock()
        self.book: CageBook = EMPTY_BOOK
        self.head: Head = START
        self._last_time = ""
        self._store = store
        self._writer = writer
        self._clock = clock
        self.refresh()

    def balance(self, account: str) -> int:
        return balance(self.book.ledger, f"player {account}")

    def refresh(self) -> None:
        """Read what other pits have written."""
        with self.lock:
            for record in walk_chain(self._store.read(CAGE, after=self.head.sequence), self.head):
                self.book = after_cage_record(self.book, record, read_payload(record))
                self.head, self._last_time = record.head, record.time

    def submit(self, act: CageAct, *, by: str, key: str, approved_by: str = "") -> Answer:
        """An act at the window or in the count room, without a table. Refused beyond the balance."""
        check_key(key)
        digest = digest_of(Money(act))
        with self.lock:
            for _ in range(MOST_TRIES):
                if answer := first_answer(self._store, CAGE, key, digest):
                    return answer
                records, book = self.write(
                    [act], actor=by, time=time_text(self._clock()), key=key, approved_by=approved_by
                )
                row = key_of(CAGE, key, digest, records[0].sequence, records[-1].sequence)
                try:
                    self._writer.append(Append(records, keys=(row,)))
                except Conflict:
                    self.refresh()
                    continue
                self.keep(records, book)
                return Answer(records)
        raise Conflict("too many programs write to the cage at once")

    def write(
        self, acts: Sequence[CageAct], *, actor: str, time: str, key: str = "", approved_by: str = ""
    ) -> tuple[tuple[Record, ...], CageBook]:
        """The next records and book; the caller holds the lock until they are kept or given up.

        What is refused may be possible since another pit wrote, so it is looked at again.
        """
        signed = Signature(actor, time, approved_by)
        try:
            return self._written(acts, signed, key)
        except Refused:
            if self._store.head(CAGE) == self.head:
                raise
        self.refresh()
        return self._written(acts, signed, key)

    def _written(
        self, acts: Sequence[CageAct], signed: Signature, key: str
    ) -> tuple[tuple[Record, ...], CageBook]:
        head, book, records = self.head, self.book, []
        signed = signed._replace(time=max(signed.time, self._last_time))
        for asked in acts:
            act = numbered(asked, book)
            book = after_act(book, act, signed)
            payload = write_new(Money(act, key, signed.approved_by))
            record = append_to(head, Draft(CAGE, signed.time, signed.actor, "Money", payload))
            records.append(record)
            head = record.head
        return tuple(records), book

    def keep(self, records: Sequence[Record], book: CageBook) -> None:
        self.book = book
        self.head, self._last_time = records[-1].head, records[-1].time


def numbered(act: CageAct, book: CageBook) -> CageAct:
    """A request for chips gets the number of its slip."""
    if isinstance(act, FillRequested | CreditRequested):
        return replace(act, slip=book.next_slip)
    return act
