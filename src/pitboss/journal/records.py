"""Records, their canonical lines, and the chain they form. `docs/journal.md` is the specification."""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

import msgspec

from pitboss.errors import BrokenChain

ZERO_HASH = "0" * 64
"""The `previous` of the first record of a stream."""

_WORD = r"[ !#-\[\]-~]{1,64}"
_STREAM = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
_LINE = re.compile(
    rf'\{{"table":"({_STREAM.pattern})","sequence":([1-9][0-9]{{0,17}}),'
    r'"time":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z)",'
    rf'"actor":"({_WORD})","kind":"({_WORD})","payload":(\{{.*\}}),'
    r'"previous":"([0-9a-f]{64})","hash":"([0-9a-f]{64})"\}'
)


class Draft(NamedTuple):
    """A record before it has a place in a stream."""

    table: str
    time: str
    actor: str
    kind: str
    payload: str
    """A JSON object, as text without line breaks."""


class Record(msgspec.Struct, frozen=True):
    table: str
    sequence: int
    time: str
    actor: str
    kind: str
    payload: str
    previous: str
    hash: str

    @property
    def head(self) -> "Head":
        return Head(self.sequence, self.hash)


class Head(NamedTuple):
    """The last record of a stream."""

    sequence: int
    hash: str


START = Head(0, ZERO_HASH)


def body_of(record: Record | Draft, sequence: int, previous: str) -> str:
    """The canonical line without its hash, which is the text that is hashed."""
    return (
        f'{{"table":"{record.table}","sequence":{sequence},"time":"{record.time}","actor":"{record.actor}",'
        f'"kind":"{record.kind}","payload":{record.payload},"previous":"{previous}"}}'
    )


def hash_of(record: Record) -> str:
    return sha256(body_of(record, record.sequence, record.previous).encode()).hexdigest()


def line_of(record: Record) -> str:
    return f'{body_of(record, record.sequence, record.previous)[:-1]},"hash":"{record.hash}"}}'


def parse_line(line: str) -> Record | None:
    """The record in a canonical line; None when the line is not canonical."""
    parts = _LINE.fullmatch(line)
    if parts is None:
        return None
    table, sequence, time, actor, kind, payload, previous, hash = parts.groups()
    return Record(table, int(sequence), time, actor, kind, payload, previous, hash)


def append_to(head: Head, draft: Draft) -> Record:
    """The draft as the next record of a stream."""
    sequence = head.sequence + 1
    line = body_of(draft, sequence, head.hash)
    record = Record(*draft[:1], sequence, *draft[1:], head.hash, sha256(line.encode()).hexdigest())
    if parse_line(f'{line[:-1]},"hash":"{record.hash}"}}') is None:
        raise ValueError(f"this cannot be a record: {line}")
    return record


def is_stream_name(text: str) -> bool:
    return _STREAM.fullmatch(text) is not None


def check_record(record: Record, head: Head) -> None:
    """Check that a record follows this head and matches its hash."""
    table, sequence = record.table, record.sequence
    if sequence != head.sequence + 1:
        raise BrokenChain(table, head.sequence + 1, "sequence", str(head.sequence + 1), str(sequence))
    if record.previous != head.hash:
        raise BrokenChain(table, sequence, "previous", head.hash, record.previous)
    expected = hash_of(record)
    if record.hash != expected:
        raise BrokenChain(table, sequence, "hash", expected, record.hash)


def walk_chain(records: Iterable[Record], head: Head = START) -> Iterator[Record]:
    """The records, each checked before it is returned; BrokenChain at the first that does not follow."""
    for record in records:
        check_record(record, head)
        head = record.head
        yield record
