"""Verification that follows a journal: each new record is checked once, older ones are hashed again in turn.

It does what `verify` does with every record. The index of keys and the snapshots, which are kept beside the
records, are left to `verify`.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from pitboss.desk.desk import Clock
from pitboss.desk.house_entries import BOOKS, HOUSE
from pitboss.desk.ledger import CAGE, check_ledgers
from pitboss.desk.record_times import CLOCK_TOLERANCE, RecordTimes
from pitboss.desk.verify import (
    Audit,
    CageAudit,
    HouseAudit,
    TableAudit,
    first_difference,
    unapproved,
    unlawful,
)
from pitboss.errors import Broken, BrokenChain, FaultyRecord
from pitboss.journal.records import START, Head, walk_chain
from pitboss.journal.store import Store

Heads = Callable[[], Mapping[str, Head]]
AT_ONCE = 500
"""Records of one stream that are read before the next stream has its turn."""


class FollowedStream:
    def __init__(self, audit: Audit, latest: datetime) -> None:
        self.audit = audit
        self.times = RecordTimes(latest)
        self.head = START
        self.reread_from = START
        self.reread_to = START


class Progress(NamedTuple):
    verified: int
    """Records that have been checked, in all."""
    behind: int
    """Records that are in the journal and have not been checked."""
    reread: int
    """Older records whose hashes were checked again this time."""
    faults: tuple[FaultyRecord, ...]
    """What was found this time; a stream that does not hold is not followed any further."""


class JournalFollower:
    def __init__(self, store: Store, heads: Heads, clock: Clock = lambda: datetime.now(UTC)) -> None:
        self._store, self._heads, self._clock = store, heads, clock
        self._streams: dict[str, FollowedStream] = {}
        self._faulty: set[str] = set()
        self._has_ledger_fault = False
        self._turn = 0

    def advance(self, most: int, reread: int) -> Progress:
        """Check so many new records at most, and so many older ones again."""
        heads = self._heads()
        latest = self._clock() + CLOCK_TOLERANCE
        faults = list(self._missing(heads))
        self._faulty |= {fault.table for fault in faults}
        left = most
        for stream, head in heads.items():
            if stream not in self._faulty and left > 0:
                fault, count = self._follow(stream, head, min(left, AT_ONCE), latest)
                left -= count
                faults += [fault] if fault else []
        if self._is_level_with(heads):
            faults += self._compare()
        again, found = self._reread(reread)
        faults += found
        self._faulty |= {fault.table for fault in faults}
        verified = sum(one.head.sequence for one in self._streams.values())
        return Progress(verified, self._behind(heads), again, tuple(faults))

    def _missing(self, heads: Mapping[str, Head]) -> Iterator[FaultyRecord]:
        """Streams that are shorter than what was read of them, or gone."""
        for stream, one in self._streams.items():
            head = heads.get(stream, START)
            if stream not in self._faulty and head.sequence < one.head.sequence:
                told = f"{head.sequence} {head.hash}"
                yield BrokenChain(
                    stream, head.sequence + 1, "last record", f"{one.head.sequence} {one.head.hash}", told
                )

    def _follow(
        self, stream: str, head: Head, most: int, latest: datetime
    ) -> tuple[FaultyRecord | None, int]:
        one = self._streams.get(stream)
        if one is None:
            one = self._streams[stream] = FollowedStream(_audit_of(stream), latest)
        one.times.latest = latest
        count = 0
        upto = min(head.sequence, one.head.sequence + most)
        try:
            if upto > one.head.sequence:
                for record in walk_chain(self._store.read(stream, one.head.sequence, upto), one.head):
                    one.times.take(record)
                    one.audit.take(record)
                    one.head = record.head
                    count += 1
            if one.head.sequence != upto or (upto == head.sequence and one.head.hash != head.hash):
                expected, found = f"{head.sequence} {head.hash}", f"{one.head.sequence} {one.head.hash}"
                raise BrokenChain(stream, one.head.sequence + 1, "last record", expected, found)
        except FaultyRecord as fault:
            return fault, count
        one.audit.keys.clear()
        return None, count

    def _is_level_with(self, heads: Mapping[str, Head]) -> bool:
        return all(
            stream in self._faulty or (stream in self._streams and self._streams[stream].head == head)
            for stream, head in heads.items()
        )

    def _behind(self, heads: Mapping[str, Head]) -> int:
        at = {stream: one.head.sequence for stream, one in self._streams.items()}
        return sum(
            max(0, head.sequence - at.get(stream, 0))
            for stream, head in heads.items()
            if stream not in self._faulty
        )

    # ---- between streams

    def _compare(self) -> list[FaultyRecord]:
        """The streams against one another, at a moment of which all of them are known."""
        audits = {stream: one.audit for stream, one in self._streams.items() if stream not in self._faulty}
        faults = [*self._transfers(audits), *_people(audits)]
        for audit in audits.values():
            audit.approved.clear()
            audit.staff_acts.clear()
            audit.lone_money.clear()
        if not (self._faulty or faults or self._has_ledger_fault):
            faults += self._ledgers(audits)
        return faults

    def _transfers(self, audits: Mapping[str, Audit]) -> Iterator[FaultyRecord]:
        if CAGE not in audits:
            return
        carried = audits[CAGE].transfers
        for stream in audits.keys() - BOOKS:
            own = audits[stream].transfers.pop(stream, [])
            fault = first_difference(stream, own, carried.pop(stream, []))
            if fault:
                yield fault

    def _ledgers(self, audits: Mapping[str, Audit]) -> list[FaultyRecord]:
        try:
            check_ledgers({stream: audit.ledger for stream, audit in audits.items()})
        except Broken as broken:
            self._has_ledger_fault = True
            return [FaultyRecord(CAGE, self._streams[CAGE].head.sequence, "ledgers", "balanced", str(broken))]
        return []

    # ---- older records again

    def _reread(self, most: int) -> tuple[int, list[FaultyRecord]]:
        """Hashes of records that were checked before, so that what is changed later is found too."""
        count = 0
        for _ in range(len(self._streams)):
            names = sorted(self._streams.keys() - self._faulty)
            if count >= most or not names:
                break
            stream = names[self._turn % len(names)]
            one = self._streams[stream]
            try:
                count += self._reread_stream(stream, one, most - count)
            except FaultyRecord as fault:
                return count, [fault]
            if one.reread_from == START:
                self._turn += 1
        return count, []

    def _reread_stream(self, stream: str, one: FollowedStream, most: int) -> int:
        if one.reread_from == START:
            one.reread_to = one.head
        end = min(one.reread_to.sequence, one.reread_from.sequence + most)
        head, count = one.reread_from, 0
        for record in walk_chain(self._store.read(stream, head.sequence, end), head):
            head, count = record.head, count + 1
        if head.sequence != end or (end == one.reread_to.sequence and head.hash != one.reread_to.hash):
            expected, found = (f"{last.sequence} {last.hash}" for last in (one.reread_to, head))
            raise BrokenChain(stream, head.sequence, "hash when it was first checked", expected, found)
        one.reread_from = START if end == one.reread_to.sequence else head
        return count


def _people(audits: Mapping[str, Audit]) -> Iterator[FaultyRecord]:
    """The first act of each stream that the house book does not allow."""
    house = {stream: audit for stream, audit in audits.items() if stream == HOUSE}
    for stream, audit in audits.items():
        if audit.approved or audit.staff_acts or audit.lone_money:
            fault = unapproved(house | {stream: audit}) or unlawful(house | {stream: audit})
            if fault:
                yield fault


def _audit_of(stream: str) -> Audit:
    if stream in BOOKS:
        return CageAudit() if stream == CAGE else HouseAudit()
    return TableAudit(None)
