"""What a desk writes into its journal, as data. Nothing in here names a card that nobody has seen."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from pitboss.desk import bank
from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table import events as e

if TYPE_CHECKING:
    AnyCommand = c.Command
    AnyEvent = e.Event
    AnyCageAct = bank.CageAct
else:  # msgspec wants every member of the union by name
    AnyCommand = reduce(or_, c.COMMANDS)
    AnyEvent = reduce(or_, e.EVENTS)
    AnyCageAct = bank.AnyCageAct


EDITION_1, SHAPE = 1, 2
"""Versions of the shape of a payload: the first edition's, which names none, and today's."""


class Payload(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    shape: int = EDITION_1
    """The version of the shape it was written in; a shape once released is read for ever."""


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that the table took, and what came of it."""

    command: AnyCommand
    events: tuple[AnyEvent, ...]


class Acts(Payload, frozen=True, kw_only=False):
    """One command of a person and everything the house did of itself after it."""

    acts: tuple[Act, ...]
    key: str = ""
    account: str = ""
    """Whose chips a player brings who sits down."""
    rules: str = ""
    """The hash of rulebook, options and readings that a round begun here is bound to."""


class TableOpened(Payload, frozen=True, kw_only=False):
    game: str
    book: tuple[tuple[str, str], ...]
    """The game's files, each with its label, so that the rules are here whatever becomes of the files."""
    choices: tuple[str, ...]
    rules: str
    automated: tuple[str, ...]
    cards: str
    """`virtual`: from a shuffled shoe of ours; `keyed`: from a real one, told by dealer or scanner."""
    key: str = ""


class RulesChanged(Payload, frozen=True, kw_only=False):
    before: tuple[str, ...]
    after: tuple[str, ...]
    rules_before: str
    rules: str
    why: str
    key: str = ""


class ShoeCommitted(Payload, frozen=True, kw_only=False):
    shoe: int
    cards: int
    commitment: str


class ShoeOpened(Payload, frozen=True, kw_only=False):
    """The whole order as it lay before the cut, top card first, and what had hidden it."""

    shoe: int
    order: str
    nonce: str


class ShoeLost(Payload, frozen=True, kw_only=False):
    """The order cannot be read any more: nothing more is dealt from it, and it can never be opened."""

    shoe: int
    why: str


class Money(Payload, frozen=True, kw_only=False):
    act: AnyCageAct
    key: str = ""


class Interrupted(Payload, frozen=True, kw_only=False):
    """A round that could not be finished: what was not decided came back."""

    events: tuple[AnyEvent, ...]
    why: str
    key: str = ""


HOUSE = "House"
"""The kind of a record in which nobody but the house acts."""

KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (TableOpened, RulesChanged, ShoeCommitted, ShoeOpened, ShoeLost, Money, Interrupted)
} | {HOUSE: Acts, **{kind.__name__: Acts for kind in c.COMMANDS}}

_ENCODER = msgspec.json.Encoder()
_DECODERS = {kind: msgspec.json.Decoder(kind) for kind in set(KINDS.values())}


def write_payload(payload: Payload) -> str:
    """A payload as text, in the shape it has: a record that was read is written again as it was."""
    return _ENCODER.encode(payload).decode()


def write_new(payload: Payload) -> str:
    """A payload for a new record, in today's shape."""
    return write_payload(replace(payload, shape=SHAPE))


def read_payload(record: Record) -> Any:
    """The payload of the record's kind; FaultyRecord when it is none."""
    kind = KINDS.get(record.kind)
    if kind is None:
        raise FaultyRecord(record.table, record.sequence, "kind", "a kind of record", repr(record.kind))
    try:
        payload = _DECODERS[kind].decode(record.payload)
    except msgspec.MsgspecError as error:
        raise FaultyRecord(record.table, record.sequence, "payload", kind.__name__, str(error)) from error
    if not EDITION_1 <= payload.shape <= SHAPE:
        known = f"a shape from {EDITION_1} to {SHAPE}"
        raise FaultyRecord(record.table, record.sequence, "shape", known, str(payload.shape))
    return payload


def events_of(record: Record) -> tuple[e.Event, ...]:
    """Everything that happened at the table in this record, in order."""
    payload = read_payload(record)
    if isinstance(payload, Acts):
        return tuple(event for act in payload.acts for event in act.events)
    return payload.events if isinstance(payload, Interrupted) else ()
