"""Verification of a journal: the chain, every command decided again, every payment and every card."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import fields

from pitboss.desk.cage_acts import AT_TABLES, TRANSFERS, CageAct, act_text
from pitboss.desk.cage_book import EMPTY_BOOK, after_cage_record
from pitboss.desk.cage_transfers import CHIPS_CARRIED, transfer_of
from pitboss.desk.chip_moves import check_table
from pitboss.desk.correction import (
    Correction,
    after_correction,
    after_past_correction,
    decide_again,
)
from pitboss.desk.desk_state import (
    KEYED,
    SNAPSHOT_SHAPE,
    DeskState,
    after_events,
    check_tray_allows,
    is_older,
    snapshot_sha256,
    snapshot_text,
)
from pitboss.desk.house_book import HouseBookState
from pitboss.desk.house_entries import BOOKS, GIVEN, HOUSE
from pitboss.desk.idempotency import digest_of, key_of
from pitboss.desk.interrupted_rounds import lost_events, void_events
from pitboss.desk.ledger import CAGE, EMPTY_LEDGER, Ledger, check_ledgers
from pitboss.desk.payloads import (
    Acts,
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    PutBack,
    ShoeCommitted,
    ShoeLost,
    ShoeOpened,
    SnapshotTaken,
    TableOpened,
    is_canonical,
    read_payload,
    write_payload,
)
from pitboss.desk.people_audit import LoneMoney, PeopleAudit, StaffAct, lone_money, staff_act
from pitboss.desk.record_faults import faulty
from pitboss.desk.record_times import CLOCK_TOLERANCE, RecordTimes
from pitboss.desk.recovery import after_nonplay_record, opened_by, rules_hash
from pitboss.desk.round_log import RoundLog
from pitboss.desk.seed_audit import AbandonedShoe, UsedPulse, WithheldSeed
from pitboss.desk.seed_state import SEED_RECORDS
from pitboss.desk.shoe_audit import LostShoe, ShoeAudit
from pitboss.errors import Broken, BrokenChain, FaultyRecord, PitbossError, Refused
from pitboss.games.published_texts import published_texts, text_sha256
from pitboss.journal.log import LogHead
from pitboss.journal.log_check import RecordHashes, check_log
from pitboss.journal.log_key import endorsed_text, is_signature
from pitboss.journal.records import START, Head, Record, walk_chain
from pitboss.journal.store import CommandKey, Snapshot, Store
from pitboss.table import commands as c
from pitboss.table.events import CITED, same_events
from pitboss.table.fold import fold_all
from pitboss.table.notation import command_text, parse_position
from pitboss.table.table import step


class OwnText(NamedTuple):
    """A text of rules in a journal that is not on the list of those we published."""

    table: str
    sequence: int
    label: str
    sha256: str
    poses: bool
    """It has the name of a game that we did publish."""


class GoneRecords(NamedTuple):
    """A record says that others before it are gone: the journal was put back."""

    table: str
    sequence: int
    """The record that says so."""
    last: int
    """The last record that is gone."""


class ReplacedKey(NamedTuple):
    """A record of the house book says that the log is signed with another key from there on."""

    table: str
    sequence: int
    key: str


class VerificationResult(NamedTuple):
    """How much was checked, and the first fault if there is one."""

    streams: int
    records: int
    rounds: int
    fault: FaultyRecord | None = None
    lost_shoes: tuple[LostShoe, ...] = ()
    """Shoes that were never opened: each is a breach of the house's word."""
    unchecked_cards: int = 0
    """Cards of shoes that are still in use."""
    own_texts: tuple[OwnText, ...] = ()
    """Rules that are not of our published list."""

    put_back: tuple[GoneRecords, ...] = ()
    """Where the journal was put back to an earlier state."""
    log: LogHead | None = None
    """The head of the log, if there is one and all of it is right."""
    replaced_keys: tuple[ReplacedKey, ...] = ()
    withheld: tuple[WithheldSeed, ...] = ()
    """Seeds that were asked for and not revealed: each made a shoe another one."""
    abandoned: tuple[AbandonedShoe, ...] = ()
    """Shoes that were given up although their seeds were known."""
    earlier_shoes: int = 0
    """Shoes of the earlier scheme: the house knew their order before the cut."""
    pulses: tuple[UsedPulse, ...] = ()
    """What a beacon is said to have published; another source can tell whether it did."""
    demonstration: bool = False
    """The house was one at some time: play money came without a second person."""

    @property
    def holds(self) -> bool:
        poses = any(text.poses for text in self.own_texts)
        breaches = self.lost_shoes or self.put_back or self.replaced_keys or poses
        return self.fault is None and not breaches


class CageTransfer(NamedTuple):
    """A transfer between cage and table, and the record that has it."""

    sequence: int
    act: CageAct | None
    actor: str = ""
    """Who did it, where somebody does it at the table; chips of a seat follow from play."""


NO_TRANSFER = CageTransfer(0, None)


class ApprovedMoney(NamedTuple):
    """Money that two persons moved: what, who asked for it under which key, and who approved."""

    act: CageAct
    asked_by: str
    key: str
    approved_by: str


def verify_store(
    store: Store, now: datetime | None = None, witnessed: Sequence[bytes] = ()
) -> VerificationResult:
    """Check every stream from its first record, as all of them are now; stop at the first fault.

    `witnessed` are the leaves of the log that a witness has seen.
    """
    latest = (now or datetime.now(UTC)) + CLOCK_TOLERANCE
    with store.at_one_moment() as moment:
        return _verify(moment, latest, witnessed)


def _verify(store: Store, latest: datetime, witnessed: Sequence[bytes]) -> VerificationResult:
    records = rounds = 0
    audits: dict[str, Audit] = {}
    hashes = RecordHashes()
    heads = store.heads()
    for stream in heads:
        audit = audit_of(stream, store)
        try:
            for record in _checked(store, stream, audit, RecordTimes(latest)):
                hashes.add(stream, record.hash)
                records += 1
            audit.close(stream, store)
        except FaultyRecord as fault:
            return VerificationResult(len(heads), records, rounds + audit.rounds, fault)
        rounds += audit.rounds
        audits[stream] = audit
    house = audits.get(HOUSE)
    book = house if isinstance(house, HouseAudit) else HouseAudit()
    log, wrong = None, unbalanced(audits, heads) or unapproved(audits) or unlawful(audits)
    if wrong is None and (store.log.is_kept or witnessed):
        try:
            log = check_log(store.log, hashes, book.state.log_key, witnessed)
        except FaultyRecord as leaf:
            wrong = leaf
    return VerificationResult(
        len(heads),
        records,
        rounds,
        wrong,
        tuple(lost for audit in audits.values() for lost in audit.shoes.lost),
        sum(audit.shoes.unchecked for audit in audits.values()),
        tuple(text for audit in audits.values() for text in audit.own_texts),
        tuple(gone for audit in audits.values() for gone in audit.put_back),
        log,
        tuple(book.replaced_keys),
        tuple(one for audit in audits.values() for one in audit.shoes.seeds.withheld),
        tuple(one for audit in audits.values() for one in audit.shoes.abandoned),
        sum(audit.shoes.earlier for audit in audits.values()),
        tuple(one for audit in audits.values() for one in audit.shoes.seeds.pulses),
        book.people.was_demonstration,
    )


def audit_of(stream: str, store: Store) -> "Audit":
    if stream in BOOKS:
        return CageAudit() if stream == CAGE else HouseAudit()
    return TableAudit(store.snapshot(stream))


def unbalanced(audits: Mapping[str, "Audit"], heads: Mapping[str, Head]) -> FaultyRecord | None:
    """Where the streams disagree: a transfer between cage and table, or the ledgers together."""
    carried = audits[CAGE].transfers if CAGE in audits else {}
    for stream in sorted({*audits, *carried} - {CAGE}):
        table = audits[stream].transfers.get(stream, []) if stream in audits else []
        if fault := first_difference(stream, table, carried.get(stream, [])):
            return fault
    try:
        check_ledgers({stream: audit.ledger for stream, audit in audits.items()})
    except Broken as broken:
        return FaultyRecord(CAGE, heads.get(CAGE, START).sequence, "ledgers", "balanced", str(broken))
    return None


def first_difference(stream: str, table: list[CageTransfer], cage: list[CageTransfer]) -> FaultyRecord | None:
    field = f"transfer between the cage and {stream}"
    for (sequence, act, actor), other in zip_longest(table, cage, fillvalue=NO_TRANSFER):
        where, at = (CAGE, other.sequence) if other.sequence else (stream, sequence)
        if act != other.act:
            return FaultyRecord(where, at, field, transfer_text(act), transfer_text(other.act))
        if actor != other.actor:
            return FaultyRecord(where, at, f"{field}, actor", actor, other.actor)
    return None


def unapproved(audits: Mapping[str, "Audit"]) -> FaultyRecord | None:
    """The first money said to be approved by a second person who did not approve it in the house book."""
    house = audits.get(HOUSE)
    given = house.given if isinstance(house, HouseAudit) else set()
    for audit in audits.values():
        for record, approved in audit.approved:
            if approved not in given:
                return faulty(record, "approved by", "an approval in the house book", approved.approved_by)
    return None


def unlawful(audits: Mapping[str, "Audit"]) -> FaultyRecord | None:
    """The first act that its person was not allowed to do then, by the house book."""
    house = audits.get(HOUSE)
    if not isinstance(house, HouseAudit):
        return None
    for audit in audits.values():
        faults = [house.people.wrong_person(act, house.state) for act in audit.staff_acts]
        faults += [house.people.above_limit(money) for money in audit.lone_money]
        found = [fault for fault in faults if fault is not None]
        if found:
            return min(found, key=lambda fault: fault.sequence)
    return None


def transfer_text(act: CageAct | None) -> str:
    return act_text(act) if act is not None else "none"


def _checked(store: Store, stream: str, audit: "Audit", times: RecordTimes) -> Iterator[Record]:
    head = START
    for record in walk_chain(store.read(stream)):
        times.take(record)
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
    """Checks one stream, record by record."""

    rounds = 0

    def __init__(self) -> None:
        self.keys: dict[str, tuple[int, str]] = {}
        """By key of a command: the record that has it, and its digest."""
        self.transfers: dict[str, list[CageTransfer]] = {}
        """By table."""
        self.shoes = ShoeAudit()
        self.own_texts: list[OwnText] = []
        self.put_back: list[GoneRecords] = []
        self.approved: list[tuple[Record, ApprovedMoney]] = []
        self.staff_acts: list[StaffAct] = []
        self.lone_money: list[LoneMoney] = []

    @property
    @abstractmethod
    def ledger(self) -> Ledger:
        """The ledger of the stream after the last record."""

    def take(self, record: Record) -> None:
        payload = read_payload(record)
        if not is_canonical(record, payload):
            raise faulty(record, "payload", write_payload(payload), record.payload)
        key = getattr(payload, "key", "")
        if key:
            if key in self.keys:
                raise faulty(record, "key", "one that was not used before", repr(key))
            self.keys[key] = (record.sequence, digest_of(payload))
        if isinstance(payload, Money) and payload.approved_by:
            money = ApprovedMoney(payload.act, record.actor, payload.key, payload.approved_by)
            self.approved.append((record, money))
        self._note_people(record, payload)
        try:
            self.follow(record, payload)
        except FaultyRecord:
            raise
        except (PitbossError, ValueError, LookupError, TypeError) as error:
            raise faulty(record, "payload", "something that can happen at this table", str(error)) from error

    def _note_people(self, record: Record, payload: Any) -> None:
        act, money = staff_act(record, payload), lone_money(record, payload, at_cage=record.table == CAGE)
        if act is not None:
            self.staff_acts.append(act)
        if money is not None:
            self.lone_money.append(money)

    @abstractmethod
    def follow(self, record: Record, payload: Any) -> None:
        """Do what the record says was done."""

    def note_transfer(self, record: Record, act: CageAct | None) -> None:
        if isinstance(act, TRANSFERS):
            actor = record.actor if isinstance(act, AT_TABLES) else ""
            self.transfers.setdefault(act.table, []).append(CageTransfer(record.sequence, act, actor))

    def close(self, stream: str, store: Store) -> None:
        """Check the index of keys, and whatever else is kept beside the stream."""
        noted = {key.key: key for key in store.keys(stream)}
        for name, (sequence, digest) in self.keys.items():
            check_key_row(stream, name, noted.pop(name, None), sequence, digest)
        for name, key in noted.items():
            raise FaultyRecord(stream, key.first, "key", "a command in the journal", repr(name))


def check_key_row(stream: str, name: str, key: CommandKey | None, sequence: int, digest: str) -> None:
    if key is None or key.table != stream:
        raise FaultyRecord(stream, sequence, "key", repr(name), "nothing in the index of keys")
    if not key.first <= sequence <= key.last:
        answer = f"records {key.first} to {key.last}"
        raise FaultyRecord(stream, sequence, f"key {name!r}", f"an answer with record {sequence}", answer)
    expected = key_of(stream, name, digest, key.first, key.last)
    if key != expected:
        raise FaultyRecord(stream, sequence, f"key {name!r}, digest", expected.digest, key.digest)


class CageAudit(Audit):
    def __init__(self) -> None:
        super().__init__()
        self.book = EMPTY_BOOK

    @property
    def ledger(self) -> Ledger:
        return self.book.ledger

    def follow(self, record: Record, payload: Any) -> None:
        if not isinstance(payload, Money):
            raise faulty(record, "kind", "Money", record.kind)
        self.book = after_cage_record(self.book, record, payload)
        self.note_transfer(record, payload.act)


class HouseAudit(Audit):
    """Checks that everything in the house book can have happened in this order."""

    def __init__(self) -> None:
        super().__init__()
        self.state = HouseBookState()
        self.people = PeopleAudit()

    @property
    def ledger(self) -> Ledger:
        return EMPTY_LEDGER

    @property
    def given(self) -> set[ApprovedMoney]:
        return {
            ApprovedMoney(one.act, one.asked_by, one.key, one.decided_by)
            for one in self.state.approvals.values()
            if one.state == GIVEN
        }

    @property
    def replaced_keys(self) -> Iterator[ReplacedKey]:
        """Keys of the log that the key before did not sign."""
        for (_, before), (record, after) in pairwise(self.state.log_keys):
            if after.key != before.key and not is_signature(
                after.endorsement, endorsed_text(after.key), before.key
            ):
                yield ReplacedKey(HOUSE, record, after.key)

    def take(self, record: Record) -> None:
        try:
            self.people.take(record, self.state.take(record))
        except (ValueError, LookupError) as error:
            raise faulty(record, "payload", "something that can happen in the house", str(error)) from error

    def follow(self, record: Record, payload: Any) -> None:
        """`take` does it all: an entry of this book is no payload of a desk."""


class TableAudit(Audit):
    def __init__(self, snapshot: Snapshot | None) -> None:
        super().__init__()
        self.desk_state: DeskState | None = None
        self._snapshot = snapshot
        self._snapshot_seen = False
        self._log = RoundLog()

    @property
    def ledger(self) -> Ledger:
        return self.desk_state.ledger if self.desk_state else EMPTY_LEDGER

    def follow(self, record: Record, payload: Any) -> None:
        if isinstance(payload, TableOpened) != (self.desk_state is None):
            raise faulty(record, "kind", "a table that is opened once, in its first record", record.kind)
        if isinstance(payload, TableOpened):
            self.desk_state = opened_by(record, payload)
            self.own_texts.extend(unpublished(record, payload))
            return
        assert self.desk_state is not None
        before = self.desk_state
        self.desk_state = self._after(before, record, payload)
        if before.cards == KEYED:
            self._log.add(record, payload, before.state)
        check_table(self.desk_state.ledger, self.desk_state.state)
        if self._snapshot is not None and self._snapshot.sequence == record.sequence:
            check_snapshot(record, self._snapshot, self.desk_state)
            self._snapshot_seen = True

    def _after(self, desk_state: DeskState, record: Record, payload: Any) -> DeskState:
        if isinstance(payload, Acts):
            return self._acts(desk_state, record, payload)
        if isinstance(payload, Interrupted):
            return self._interrupted(desk_state, record, payload)
        if isinstance(payload, Corrected | PastRoundCorrected):
            return self._corrected(desk_state, record, payload)
        if isinstance(payload, Money):
            self.note_transfer(record, payload.act)
        if isinstance(payload, PutBack):
            self.put_back.append(GoneRecords(record.table, record.sequence, payload.sequence))
        if isinstance(payload, SnapshotTaken) and payload.snapshot_shape == SNAPSHOT_SHAPE:
            expected = snapshot_sha256(snapshot_text(desk_state))
            if payload.sha256 != expected:
                raise faulty(record, "snapshot, SHA-256", expected, payload.sha256)
        if isinstance(payload, (ShoeCommitted, ShoeOpened, ShoeLost, *SEED_RECORDS)):
            self.shoes.take(record, payload, desk_state)
        after = after_nonplay_record(desk_state, record, payload)
        self.shoes.shuffle(desk_state, after)
        return after

    def _acts(self, desk_state: DeskState, record: Record, payload: Acts) -> DeskState:
        rules = ""
        for number, act in enumerate(payload.acts):
            events, state = self._decide(desk_state, record, act.command, number)
            if not same_events(events, act.events):
                raise difference(record, f"act {number + 1}", events, act.events)
            self.shoes.seeds.check_cut(record, act.command, desk_state)
            self.shoes.deal(record, desk_state, events)
            for event in events:
                if type(event) in CHIPS_CARRIED:
                    owner = desk_state.owner(event, payload.account)
                    self.note_transfer(record, transfer_of(event, desk_state.table, desk_state.tray, owner))
            after = after_events(desk_state, events, state, account=payload.account, time=record.time)
            self.shoes.shuffle(desk_state, after)
            desk_state = after
            if isinstance(act.command, c.CloseBetting):
                rules = rules_hash(desk_state.state.terms.game, payload.shape)
                self.rounds += 1
        if payload.rules != rules:
            raise faulty(record, "rules", rules or "none", payload.rules or "none")
        return desk_state

    def _decide(self, desk_state: DeskState, record: Record, command: c.Command, number: int) -> Any:
        try:
            check_tray_allows(desk_state, command)
            return step(desk_state.state, command)
        except (Refused, TypeError) as error:
            told = f"{command_text(command)}, refused: {error}"
            raise faulty(record, f"act {number + 1}, command", "one that the rules allow", told) from error

    def _interrupted(self, desk_state: DeskState, record: Record, payload: Interrupted) -> DeskState:
        lost = self.shoes.has_lost_shoe(desk_state)
        events = lost_events(desk_state.state) if lost else void_events(desk_state.state)
        if not same_events(events, payload.events):
            raise difference(record, "interrupted round", events, payload.events)
        state = fold_all(desk_state.state, events)
        after = after_events(desk_state, events, state, account="", time=record.time)
        self.shoes.shuffle(desk_state, after)
        return after

    def _corrected(
        self, desk_state: DeskState, record: Record, payload: Corrected | PastRoundCorrected
    ) -> DeskState:
        """A correction is made again, from the rounds as they stood before it."""
        leave_money = isinstance(payload, PastRoundCorrected) and payload.leave_money
        correction = Correction(
            payload.record, payload.act, payload.command, payload.why, leave_money, payload.approved_by
        )
        expected = decide_again(self._log, desk_state, correction, key=payload.key)
        check_correction(record, expected, payload, desk_state)
        if isinstance(payload, Corrected):
            return after_correction(desk_state, payload)
        return after_past_correction(desk_state, payload, record.time)

    def close(self, stream: str, store: Store) -> None:
        super().close(stream, store)
        self.shoes.close(stream)
        shot = self._snapshot
        if shot is not None and not self._snapshot_seen:
            raise FaultyRecord(stream, shot.sequence, "snapshot", "a record that it follows", "none")


def unpublished(record: Record, payload: TableOpened) -> Iterator[OwnText]:
    listed = published_texts()
    for label, text in payload.texts:
        hash = text_sha256(text)
        if hash not in listed.get(label, ()):
            yield OwnText(record.table, record.sequence, label, hash, label in listed)


def check_correction(record: Record, expected: Any, payload: Any, desk_state: DeskState) -> None:
    """What was recorded of a correction is what it leads to."""
    if type(expected) is not type(payload):
        raise faulty(record, "kind", type(expected).__name__, type(payload).__name__)
    for number, (right, wrong) in enumerate(zip_longest(expected.acts, payload.acts), 1):
        commands = [command_text(act.command) if act else "nothing" for act in (right, wrong)]
        if commands[0] != commands[1]:
            raise faulty(record, f"act {number}, command", *commands)
        if not same_events(right.events, wrong.events):
            raise difference(record, f"act {number}", right.events, wrong.events)
    for name in ("left_out", "differences"):
        values = [msgspec.json.encode(getattr(told, name, ())).decode() for told in (expected, payload)]
        if values[0] != values[1]:
            raise faulty(record, name.replace("_", " "), *values)
    told = [(part.event,) if isinstance(part, Corrected) else part.events for part in (expected, payload)]
    if not same_events(*told):
        raise difference(record, "correction", *told)
    if isinstance(payload, Corrected):
        game = desk_state.state.terms.game
        if parse_position(payload.position, game) != parse_position(expected.position, game):
            raise faulty(record, "position", expected.position, payload.position)


def check_snapshot(record: Record, snapshot: Snapshot, desk_state: DeskState) -> None:
    if is_older(snapshot.body):
        return  # its shape is no longer read: recovery uses the records alone
    if snapshot.hash != record.hash:
        raise faulty(record, "snapshot, hash", record.hash, snapshot.hash)
    expected = snapshot_text(desk_state)
    expected_hash, hash = snapshot_sha256(expected), snapshot_sha256(snapshot.body)
    if hash != expected_hash:
        raise faulty(record, "snapshot, SHA-256", expected_hash, hash)
    if snapshot.body != expected:
        raise faulty(record, "snapshot", expected, snapshot.body)


# ---- describing a fault


def difference(record: Record, where: str, expected: Any, recorded: Any) -> FaultyRecord:
    """The first field in which the recorded events differ from those that the rules give."""
    for number, (right, wrong) in enumerate(zip(expected, recorded, strict=False), 1):
        if same_events([right], [wrong]):
            continue
        at = f"{where}, event {number}"
        if type(right) is not type(wrong):
            return faulty(record, at, type(right).__name__, type(wrong).__name__)
        for field in fields(right):
            if field.name in CITED:
                continue
            values = getattr(right, field.name), getattr(wrong, field.name)
            if values[0] != values[1]:
                name = f"{at} ({type(right).__name__}), {field.name.replace('_', ' ')}"
                return faulty(record, name, *(msgspec.json.encode(value).decode() for value in values))
    return faulty(record, where, f"{len(expected)} events", f"{len(recorded)} events")
