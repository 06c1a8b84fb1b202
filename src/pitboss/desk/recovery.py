"""Recovery of a table from its journal: from the last snapshot, or from the first record."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.desk.cage_book import Signature
from pitboss.desk.correction import after_correction, after_past_correction
from pitboss.desk.desk_state import (
    DeskState,
    after_events,
    after_money,
    opened,
    parse_snapshot,
    snapshot_sha256,
    with_rules,
    with_tray,
)
from pitboss.desk.payloads import (
    BEFORE_TRAYS,
    EDITION_1,
    Acts,
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    RulesChanged,
    SnapshotTaken,
    TableOpened,
    TraySet,
    read_payload,
)
from pitboss.desk.round_log import RoundLog
from pitboss.desk.seed_state import after_seed_record
from pitboss.desk.trays import EARLIER
from pitboss.errors import BadInput, Broken, Fault, FaultyRecord
from pitboss.games.game import Game
from pitboss.journal.records import START, Head, Record, hash_of, walk_chain
from pitboss.journal.store import Snapshot, Store
from pitboss.table import events as e
from pitboss.table.fold import fold_all
from pitboss.table.notation import parse_position
from pitboss.table.state import Table


def after_record(desk_state: DeskState | None, record: Record) -> DeskState:
    """The state of the desk after a record, whose events are believed; None before the first record."""
    payload = read_payload(record)
    if isinstance(payload, TableOpened):
        return opened_by(record, payload)
    if desk_state is None:
        raise FaultyRecord(record.table, record.sequence, "kind", "TableOpened", record.kind)
    if isinstance(payload, Acts):
        for act in payload.acts:
            desk_state = _after(desk_state, act.events, payload.account, record.time)
        return desk_state
    if isinstance(payload, Interrupted):
        return _after(desk_state, payload.events, "", record.time)
    if isinstance(payload, Corrected):
        return after_correction(desk_state, payload)
    if isinstance(payload, PastRoundCorrected):
        return after_past_correction(desk_state, payload, record.time)
    return after_nonplay_record(desk_state, record, payload)


def after_nonplay_record(desk_state: DeskState, record: Record, payload: Any) -> DeskState:
    """After a record in which no card is dealt: a change of rules, money, or a statement about a shoe."""
    if isinstance(payload, RulesChanged):
        changed = with_rules(desk_state, payload.after)
        check_rules(record, payload, changed)
        return changed
    if isinstance(payload, Money):
        signed = Signature(record.actor, record.time, payload.approved_by)
        return after_money(desk_state, payload.act, signed)
    if isinstance(payload, TraySet):
        return with_tray(desk_state, payload.tray)
    seeds = after_seed_record(desk_state.seeds, payload)
    return desk_state if seeds is desk_state.seeds else replace(desk_state, seeds=seeds)


def opened_by(record: Record, payload: TableOpened) -> DeskState:
    if (payload.tray == EARLIER) != (payload.shape <= BEFORE_TRAYS):
        raise FaultyRecord(
            record.table, record.sequence, "tray", "one that goes with the record", payload.tray
        )
    desk_state = opened(record.table, payload, record.time)
    check_rules(record, payload, desk_state)
    return desk_state


def check_rules(record: Record, payload: TableOpened | RulesChanged, desk_state: DeskState) -> None:
    """The texts in the journal must still give the rules whose hash the record has."""
    expected = rules_hash(desk_state.state.terms.game, payload.shape)
    if payload.rules != expected:
        raise FaultyRecord(record.table, record.sequence, "rules", expected, payload.rules)


def rules_hash(game: Game, shape: int) -> str:
    """The hash of a game's rules, as records of this shape have it."""
    return game.edition_1_sha256 if shape == EDITION_1 else game.sha256


def _after(desk_state: DeskState, events: Iterable[e.Event], account: str, time: str) -> DeskState:
    events = tuple(events)
    return after_events(desk_state, events, fold_all(desk_state.state, events), account=account, time=time)


def recover(store: Store, table: str) -> tuple[DeskState, Head]:
    """The state of a table after its last record."""
    desk_state, head = from_snapshot(store, table)
    for record in walk_chain(store.read(table, after=head.sequence), head):
        desk_state = after_record(desk_state, record)
        head = record.head
    if desk_state is None:
        raise BadInput([Fault(table, "this journal has no table of that name.")])
    return desk_state, head


def from_snapshot(store: Store, table: str) -> tuple[DeskState | None, Head]:
    """The state in the last snapshot if it belongs to this chain and can be read, else the beginning."""
    snapshot = store.snapshot(table)
    if snapshot is None or not _is_in_chain(store, snapshot):
        return None, START
    first = after_record(None, next(walk_chain(store.read(table, upto=1))))
    try:
        return parse_snapshot(first, snapshot.body), Head(snapshot.sequence, snapshot.hash)
    except (BadInput, Broken, msgspec.MsgspecError):
        return None, START  # changed, or of another version: the records alone are enough


def _is_in_chain(store: Store, snapshot: Snapshot) -> bool:
    """Whether a record says that this very snapshot was taken; edition 1 had no such records."""
    record = next(store.read(snapshot.table, after=snapshot.sequence - 1, upto=snapshot.sequence), None)
    if record is None or record.hash != snapshot.hash or hash_of(record) != record.hash:
        return False
    payload = read_payload(record)
    return isinstance(payload, SnapshotTaken) and payload.sha256 == snapshot_sha256(snapshot.body)


def read_log(store: Store, table: str) -> RoundLog:
    """The acts of a table by rounds, from its first record on."""
    log = RoundLog()
    log_records(log, None, walk_chain(store.read(table)))
    return log


def log_records(log: RoundLog, desk_state: DeskState | None, records: Iterable[Record]) -> None:
    """`desk_state` is the state before these records."""
    for record in records:
        if desk_state is not None:
            log.add(record, read_payload(record), desk_state.state)
        desk_state = after_record(desk_state, record)


class RecordedAct(NamedTuple):
    """One act in a table's journal, with the table before and after it, and the account at each seat."""

    sequence: int
    time: str
    actor: str
    events: tuple[e.Event, ...]
    before: Table
    after: Table
    accounts: Mapping[int, str]
    number: int = 0
    """Its place in the record, from 0."""
    undoes: tuple[int, int] | None = None
    """The record and place of the act that was keyed wrongly: it and the later ones hold no more."""


def recorded_acts(records: Iterable[Record], desk_state: DeskState | None = None) -> Iterator[RecordedAct]:
    """Everything that happened at a table, act by act, as it was recorded.

    `desk_state` is the state before these records; None before the first.
    """
    for record in records:
        payload = read_payload(record)
        before = desk_state
        desk_state = after_record(before, record)
        if before is not None:
            yield from _acts_of(record, payload, before, before.accounts | desk_state.accounts)


def _acts_of(
    record: Record, payload: Any, before: DeskState, accounts: Mapping[int, str]
) -> Iterator[RecordedAct]:
    state, told = before.state, (record.sequence, record.time, record.actor)
    if isinstance(payload, Corrected):
        state = parse_position(payload.position, state.terms.game)
        undoes = (payload.record, payload.act)
        yield RecordedAct(*told, (payload.event,), state, state, accounts, -1, undoes)
    if isinstance(payload, Interrupted | PastRoundCorrected):
        yield RecordedAct(*told, payload.events, state, fold_all(state, payload.events), accounts)
    if isinstance(payload, Acts | Corrected):
        for number, act in enumerate(payload.acts):
            before_act, state = state, fold_all(state, act.events)
            yield RecordedAct(*told, act.events, before_act, state, accounts, number)
