"""Journals in which somebody has changed a byte."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from pitboss.journal.memory import MemoryLog, MemoryStore
from pitboss.journal.records import Record
from pitboss.journal.store import Store


class ChangedStore(MemoryStore):
    """Another store, with one record as it was changed."""

    def __init__(self, store: Store, changed: Record, place: int | None = None) -> None:
        super().__init__()
        self._store = store
        self._changed = changed
        self._place = (changed.table, changed.sequence) if place is None else ("t1", place)

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        for record in self._store.read(table, after, upto):
            yield self._changed if (record.table, record.sequence) == self._place else record

    @contextmanager
    def at_one_moment(self) -> "Iterator[ChangedStore]":
        yield self

    def __getattribute__(self, name: str) -> object:
        if name in ("heads", "head", "keys", "snapshot", "secrets", "log"):
            return getattr(super().__getattribute__("_store"), name)
        return super().__getattribute__(name)


TEXTS = ("time", "actor", "kind", "payload", "previous", "hash")


def changed_record(record: Record, rng: random.Random) -> Record:
    """The record with one character of one of its texts changed."""
    name = rng.choice(TEXTS)
    text = getattr(record, name)
    return with_byte(record, name, rng.randrange(len(text)), rng.randrange(1, 95))


def with_byte(record: Record, name: str, at: int, by: int) -> Record:
    """One printable character replaced by another, so many further on."""
    text = getattr(record, name)
    other = chr(32 + (ord(text[at]) - 32 + by) % 95)
    return msgspec.structs.replace(record, **{name: text[:at] + other + text[at + 1 :]})


def logged_anew(store: MemoryStore) -> MemoryStore:
    """The store with its log made anew from its records, stream by stream, as whoever rewrote it would."""
    store._log = MemoryLog()
    for records in store._streams.values():
        store._log.extend(records)
    return store
