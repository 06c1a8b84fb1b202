"""The whole journal checked: the chain, every command decided again, every payment and every card."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields

from pitboss.desk.bank import CAGE, EMPTY_BOOK, Book, CageAct, check_books, check_table, post_act
from pitboss.desk.cage_transfers import CARRYING, PASSING, passage
from pitboss.desk.desk_state import Standing, after_events, is_older, snapshot_text
from pitboss.desk.idempotency import digest_of, key_of
from pitboss.desk.interrupted_rounds import lost_events, void_events
from pitboss.desk.payloads import (
    Acts,
    Interrupted,
    Money,
    ShoeCommitted,
    ShoeLost,
    ShoeOpened,
    TableOpened,
    read_payload,
    write_payload,
)
from pitboss.desk.recovery import after_ruling, opened_by, rules_hash
from pitboss.desk.shoe_audit import DealtCards, faulty
from pitboss.errors import Broken, BrokenChain, FaultyRecord, PitbossError, Refused
from pitboss.journal.records import START, Head, Record, walk_chain
from pitboss.journal.store import Key, Snapshot, Store
from pitboss.table import commands as c
from pitboss.table.events import CITED, same_events
from pitboss.table.fold import fold
from pitboss.table.notation import command_text
from pitboss.table.table import step


class Verdict(NamedTuple):
    """What was gone through, and the first fault if there is one."""

    streams: int
    records: int
    rounds: int
    fault: FaultyRecord | None = None


class Passage(NamedTuple):
    """An act of which cage and table each have a side, and the record it stands in."""

    sequence: int
    act: CageAct | None


NOWHERE = Passage(0, None)


def verify_store(store: Store) -> Verdict:
    """Every stream from its first record; stops at the first fault."""
    records = rounds = 0
    audits: dict[str, Audit] = {}
    heads = store.heads()
    for stream in heads:
        audit = CageAudit() if stream == CAGE else TableAudit(store.snapshot(stream))
        try:
            for _ in _checked(store, stream, audit):
                records += 1
            audit.close(stream, store)
        except FaultyRecord as fault:
            return Verdict(len(heads), records, rounds + audit.rounds, fault)
        rounds += audit.rounds
        audits[stream] = audit
    return Verdict(len(heads), records, rounds, unbalanced(audits, heads))


def unbalanced(audits: Mapping[str, "Audit"], heads: Mapping[str, Head]) -> FaultyRecord | None:
    """What the streams do not say alike: each passage between cage and table, and the books together."""
    for stream, audit in audits.items():
        cage = audits[CAGE].passages.get(stream, []) if CAGE in audits else []
        if stream != CAGE and (fault := unlike(stream, audit.passages.get(stream, []), cage)):
            return fault
    try:
        check_books({stream: audit.book for stream, audit in audits.items()})
    except Broken as broken:
        return FaultyRecord(CAGE, heads.get(CAGE, START).sequence, "books", "balanced", str(broken))
    return None


def unlike(stream: str, table: list[Passage], cage: list[Passage]) -> FaultyRecord | None:
    for (sequence, act), other in zip_longest(table, cage, fillvalue=NOWHERE):
        if act != other.act:
            where, at = (CAGE, other.sequence) if other.sequence else (stream, sequence)
            return FaultyRecord(
                where, at, f"passage between the cage and {stream}", repr(act), repr(other.act)
            )
    return None


def _checked(store: Store, stream: str, audit: "Audit") -> Iterator[Record]:
    head = START
    for record in walk_chain(store.read(stream)):
        audit.take(record)
        head = record.head
        yield record
    noted = store.heads()[stream]
    if noted != head:
        last = max(noted.sequence, head.sequence)
        raise BrokenChain(
            stream, last, "last record", f"{noted.sequence} {noted.hash}", f"{head.sequence} {head.hash}"
        )


class Audit(ABC):
    """One stream, record by record."""

    rounds = 0

    def __init__(self) -> None:
        self.keys: dict[str, tuple[int, str]] = {}
        """Of every command: the record it stands in, and its digest."""
        self.passages: dict[str, list[Passage]] = {}
        """By table."""

    @property
    @abstractmethod
    def book(self) -> Book:
        """What stands where, after the last record."""

    def take(self, record: Record) -> None:
        payload = read_payload(record)
        written = write_payload(payload)
        if written != record.payload:
            raise faulty(record, "payload", written, record.payload)
        key = getattr(payload, "key", "")
        if key:
            self.keys[key] = (record.sequence, digest_of(payload))
        try:
            self.follow(record, payload)
        except FaultyRecord:
            raise
        except (PitbossError, ValueError, LookupError, TypeError) as error:
            raise faulty(record, "payload", "what the table can be brought to", str(error)) from error

    @abstractmethod
    def follow(self, record: Record, payload: Any) -> None:
        """Do again what the record says was done."""

    def passes(self, record: Record, act: CageAct | None) -> None:
        if isinstance(act, PASSING):
            self.passages.setdefault(act.table, []).append(Passage(record.sequence, act))

    def close(self, stream: str, store: Store) -> None:
        """What stands beside the stream must say the same."""
        noted = {key.key: key for key in store.keys(stream)}
        for name, (sequence, digest) in self.keys.items():
            check_key_row(stream, name, noted.pop(name, None), sequence, digest)
        for name, key in noted.items():
            raise FaultyRecord(stream, key.first, "key", "a command in the journal", repr(name))


def check_key_row(stream: str, name: str, key: Key | None, sequence: int, digest: str) -> None:
    if key is None or key.table != stream:
        raise FaultyRecord(stream, sequence, "key", repr(name), "nothing in the index of keys")
    if not key.first <= sequence <= key.last:
        found = f"records {key.first} to {key.last}"
        raise FaultyRecord(stream, sequence, f"key {name!r}", f"record {sequence} among its answer", found)
    expected = key_of(stream, name, digest, key.first, key.last)
    if key != expected:
        raise FaultyRecord(stream, sequence, f"key {name!r}, digest", expected.digest, key.digest)


class CageAudit(Audit):
    def __init__(self) -> None:
        super().__init__()
        self._book = EMPTY_BOOK

    @property
    def book(self) -> Book:
        return self._book

    def follow(self, record: Record, payload: Any) -> None:
        if not isinstance(payload, Money):
            raise faulty(record, "kind", "Money", record.kind)
        self._book = post_act(self._book, payload.act, CAGE)
        self.passes(record, payload.act)


class TableAudit(Audit):
    def __init__(self, snapshot: Snapshot | None) -> None:
        super().__init__()
        self.standing: Standing | None = None
        self._snapshot = snapshot
        self._snapshot_seen = False
        self._shoes = DealtCards()

    @property
    def book(self) -> Book:
        return self.standing.book if self.standing else EMPTY_BOOK

    def follow(self, record: Record, payload: Any) -> None:
        if isinstance(payload, TableOpened) != (self.standing is None):
            raise faulty(record, "kind", "a table opened once, before all else", record.kind)
        if isinstance(payload, TableOpened):
            self.standing = opened_by(record, payload)
            return
        assert self.standing is not None
        self.standing = self._after(self.standing, record, payload)
        check_table(self.standing.book, self.standing.state)
        if self._snapshot is not None and self._snapshot.sequence == record.sequence:
            check_snapshot(record, self._snapshot, self.standing)
            self._snapshot_seen = True

    def _after(self, standing: Standing, record: Record, payload: Any) -> Standing:
        if isinstance(payload, Acts):
            return self._acts(standing, record, payload)
        if isinstance(payload, Interrupted):
            return self._interrupted(standing, record, payload)
        if isinstance(payload, Money):
            self.passes(record, payload.act)
        if isinstance(payload, (ShoeCommitted, ShoeOpened, ShoeLost)):
            self._shoes.word(record, payload, standing)
        after = after_ruling(standing, record, payload)
        self._shoes.retire(standing, after)
        return after

    def _acts(self, standing: Standing, record: Record, payload: Acts) -> Standing:
        rules = ""
        for number, act in enumerate(payload.acts):
            events, state = self._decide(standing, record, act.command, number)
            if not same_events(events, act.events):
                raise difference(record, f"acts[{number}].events", events, act.events)
            self._shoes.cards(record, standing, events)
            for event in events:
                if type(event) in CARRYING:
                    owner = standing.owner(event, payload.account)
                    self.passes(record, passage(event, standing.table, owner))
            after = after_events(standing, events, state, account=payload.account, time=record.time)
            self._shoes.retire(standing, after)
            standing = after
            if isinstance(act.command, c.CloseBetting):
                rules = rules_hash(standing.state.terms.game, payload.shape)
                self.rounds += 1
        if payload.rules != rules:
            raise faulty(record, "rules", rules or "none", payload.rules or "none")
        return standing

    def _decide(self, standing: Standing, record: Record, command: c.Command, number: int) -> Any:
        try:
            return step(standing.state, command)
        except (Refused, TypeError) as error:
            told = f"{command_text(command)}, refused: {error}"
            raise faulty(record, f"acts[{number}].command", "a command that the rules allow", told) from error

    def _interrupted(self, standing: Standing, record: Record, payload: Interrupted) -> Standing:
        lost = self._shoes.lost_now(standing)
        events = lost_events(standing.state) if lost else void_events(standing.state)
        if not same_events(events, payload.events):
            raise difference(record, "events", events, payload.events)
        state = standing.state
        for event in events:
            state = fold(state, event)
        after = after_events(standing, events, state, account="", time=record.time)
        self._shoes.retire(standing, after)
        return after

    def close(self, stream: str, store: Store) -> None:
        super().close(stream, store)
        self._shoes.close(stream)
        shot = self._snapshot
        if shot is not None and not self._snapshot_seen:
            raise FaultyRecord(stream, shot.sequence, "snapshot", "a record that it follows", "none")


def check_snapshot(record: Record, snapshot: Snapshot, standing: Standing) -> None:
    if is_older(snapshot.body):
        return  # of a shape that is no longer read: recovery goes by the records alone
    if snapshot.hash != record.hash:
        raise faulty(record, "snapshot, hash", record.hash, snapshot.hash)
    expected = snapshot_text(standing)
    vouches, vouched = expected.partition(" ")[0], snapshot.body.partition(" ")[0]
    if vouched != vouches:
        raise faulty(record, "snapshot, SHA-256", vouches, vouched)
    if snapshot.body != expected:
        raise faulty(record, "snapshot", expected, snapshot.body)


# ---- naming a fault


def difference(record: Record, where: str, expected: Any, found: Any) -> FaultyRecord:
    """The first field in which the recorded events are not those that the rules give."""
    for number, (right, wrong) in enumerate(zip(expected, found, strict=False)):
        if same_events([right], [wrong]):
            continue
        at = f"{where}[{number}]"
        if type(right) is not type(wrong):
            return faulty(record, at, type(right).__name__, type(wrong).__name__)
        for field in fields(right):
            if field.name in CITED:
                continue
            values = getattr(right, field.name), getattr(wrong, field.name)
            if values[0] != values[1]:
                name = f"{at} {type(right).__name__}.{field.name}"
                return faulty(record, name, *(msgspec.json.encode(value).decode() for value in values))
    return faulty(record, where, f"{len(expected)} events", f"{len(found)} events")
