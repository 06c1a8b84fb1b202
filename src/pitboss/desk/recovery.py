"""A table again from its journal: from the last snapshot and what followed, or from the first record."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.desk.bank import post_act
from pitboss.desk.desk_state import Standing, after_events, opened, parse_snapshot, with_rules
from pitboss.desk.payloads import (
    EDITION_1,
    Acts,
    Interrupted,
    Money,
    RulesChanged,
    TableOpened,
    read_payload,
)
from pitboss.errors import BadInput, Broken, Fault, FaultyRecord
from pitboss.games.game import Game
from pitboss.journal.records import START, Head, Record, walk_chain
from pitboss.journal.store import Snapshot, Store
from pitboss.table import events as e
from pitboss.table.fold import fold
from pitboss.table.state import Table


def after_record(standing: Standing | None, record: Record) -> Standing:
    """The standing after a record, believed as it is written."""
    payload = read_payload(record)
    if isinstance(payload, TableOpened):
        return opened_by(record, payload)
    if standing is None:
        raise FaultyRecord(record.table, record.sequence, "kind", "TableOpened", record.kind)
    if isinstance(payload, Acts):
        for act in payload.acts:
            standing = _after(standing, act.events, payload.account, record.time)
        return standing
    if isinstance(payload, Interrupted):
        return _after(standing, payload.events, "", record.time)
    return after_ruling(standing, record, payload)


def after_ruling(standing: Standing, record: Record, payload: Any) -> Standing:
    """The records in which no card moves: a change of rules, money; a shoe's words change nothing."""
    if isinstance(payload, RulesChanged):
        after = with_rules(standing, payload.after)
        check_rules(record, payload, after)
        return after
    if isinstance(payload, Money):
        return replace(standing, book=post_act(standing.book, payload.act, standing.table))
    return standing


def opened_by(record: Record, payload: TableOpened) -> Standing:
    standing = opened(record.table, payload, record.time)
    check_rules(record, payload, standing)
    return standing


def check_rules(record: Record, payload: TableOpened | RulesChanged, standing: Standing) -> None:
    """What the files said then must still make the rules that the record was written under."""
    expected = rules_hash(standing.state.terms.game, payload.shape)
    if payload.rules != expected:
        raise FaultyRecord(record.table, record.sequence, "rules", expected, payload.rules)


def rules_hash(game: Game, shape: int) -> str:
    """The hash of a game's rules, as records of this shape have it."""
    return game.edition_1_sha256 if shape == EDITION_1 else game.sha256


def _after(standing: Standing, events: Iterable[e.Event], account: str, time: str) -> Standing:
    events = tuple(events)
    state: Table = standing.state
    for event in events:
        state = fold(state, event)
    return after_events(standing, events, state, account=account, time=time)


def recover(store: Store, table: str) -> tuple[Standing, Head]:
    """Where the table stands now."""
    standing, head = from_snapshot(store, table)
    for record in walk_chain(store.read(table, after=head.sequence), head):
        standing = after_record(standing, record)
        head = record.head
    if standing is None:
        raise BadInput([Fault(table, "there is no such table in this journal.")])
    return standing, head


def from_snapshot(store: Store, table: str) -> tuple[Standing | None, Head]:
    """The last snapshot that fits the chain; without one, the beginning."""
    snapshot = store.snapshot(table)
    if snapshot is None or not _fits(store, snapshot):
        return None, START
    begun = after_record(None, next(walk_chain(store.read(table, upto=1))))
    try:
        return parse_snapshot(begun, snapshot.body), Head(snapshot.sequence, snapshot.hash)
    except (BadInput, Broken, msgspec.MsgspecError):
        return None, START  # changed, or of another version: the records themselves are enough


def _fits(store: Store, snapshot: Snapshot) -> bool:
    found = list(store.read(snapshot.table, after=snapshot.sequence - 1, upto=snapshot.sequence))
    return bool(found) and found[0].hash == snapshot.hash


class Deed(NamedTuple):
    """One act of a table's journal, with the felt before and after it and whose seats they were."""

    sequence: int
    time: str
    actor: str
    events: tuple[e.Event, ...]
    before: Table
    after: Table
    accounts: Mapping[int, str]


def deeds(records: Iterable[Record], standing: Standing | None = None) -> Iterator[Deed]:
    """Everything that happened at a table, act by act, believed as it is written.

    `standing` is the one before these records; none before the first.
    """
    for record in records:
        payload = read_payload(record)
        before = standing
        standing = after_record(before, record)
        if before is None or not isinstance(payload, (Acts, Interrupted)):
            continue
        state = before.state
        accounts = before.accounts | standing.accounts
        for events in [act.events for act in payload.acts] if isinstance(payload, Acts) else [payload.events]:
            after = state
            for event in events:
                after = fold(after, event)
            yield Deed(record.sequence, record.time, record.actor, events, state, after, accounts)
            state = after
