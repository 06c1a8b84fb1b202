"""What a desk writes into its journal: the payload of each kind of record. None names a card not yet seen.

A payload has the version of its shape. Records are never rewritten, so older shapes are read for ever: where
today's classes cannot decode one, a function in `UPCASTERS` turns its JSON into the next shape.
"""

from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.desk import cage_acts
from pitboss.desk.trays import EARLIER
from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table import events as e

if TYPE_CHECKING:
    AnyCommand = c.Command
    AnyEvent = e.Event
    AnyCageAct = cage_acts.CageAct
else:  # msgspec wants every member of the union by name
    AnyCommand = reduce(or_, c.COMMANDS)
    AnyEvent = reduce(or_, e.EVENTS)
    AnyCageAct = cage_acts.AnyCageAct


EDITION_1, BEFORE_TRAYS, SHAPE = 1, 2, 3
"""Versions of the shape of a payload: edition 1's, which is not written down in the record, up to today's."""


class Payload(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    shape: int = EDITION_1
    """The version of the shape that the record was written in."""


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that the table accepted, and the events it caused."""

    command: AnyCommand
    events: tuple[AnyEvent, ...]


class Acts(Payload, frozen=True, kw_only=False):
    """A person's command, and everything the house did automatically after it."""

    acts: tuple[Act, ...]
    key: str = ""
    account: str = ""
    """The account that pays for the chips of a player who sits down."""
    rules: str = ""
    """The hash of the rules of the round that begins in this record."""


class TableOpened(Payload, frozen=True, kw_only=False):
    game: str
    texts: tuple[tuple[str, str], ...] = msgspec.field(name="book")
    """The game's files, label and text, so that the rules are known even after the files are gone."""
    choices: tuple[str, ...]
    rules: str
    automated: tuple[str, ...]
    cards: str
    """`virtual`: from a shoe that the desk shuffles; `keyed`: real cards, entered by dealer or scanner."""
    key: str = ""
    tray: str = EARLIER
    """How the tray gets its chips."""
    par: tuple[cage_acts.Chips, ...] = ()
    """What should be in the tray, by denomination; empty where the house set nothing."""


class TraySet(Payload, frozen=True, kw_only=False):
    """How the tray of a table of an earlier journal gets its chips from here on."""

    tray: str


class RulesChanged(Payload, frozen=True, kw_only=False):
    before: tuple[str, ...]
    after: tuple[str, ...]
    rules_before: str
    rules: str
    why: str
    key: str = ""


class AskedSeed(NamedTuple):
    """A player whose seed goes into a shoe, and what that player had committed to."""

    seat: int
    account: str
    commitment: str


class BeaconChain(NamedTuple):
    """A public randomness beacon, and when its rounds are published."""

    name: str
    """The hash or name that it goes by, without blanks."""
    genesis_s: int
    """When round 1 was published, in seconds since 1970."""
    period_s: int

    def published_s(self, round: int) -> int:
        return self.genesis_s + (round - 1) * self.period_s


class BeaconPulse(NamedTuple):
    """What a beacon published for a round, word for word."""

    round: int
    randomness: str
    signature: str
    previous_signature: str = ""


class SeedCommitted(Payload, frozen=True, kw_only=False):
    """The house commits to its seed for a shoe that is shuffled later, and to a beacon to wait for."""

    shoe: int
    commitment: str
    beacon: BeaconChain | None = None


class SeedOffered(Payload, frozen=True, kw_only=False):
    """A player at a seat commits to a seed, which is asked for when a shoe is to be dealt."""

    seat: int
    commitment: str
    key: str = ""


class SeedsAsked(Payload, frozen=True, kw_only=False):
    """A shoe was shuffled and cut: the players who have committed to seeds are asked for them."""

    shoe: int
    number: int
    """The first time, the second, …: again when somebody withheld a seed."""
    players: tuple[AskedSeed, ...]
    until: str = ""
    """When a seed counts as withheld; without a limit when empty."""
    beacon_round: int = 0
    """A round that the beacon has not published yet, where there is a beacon."""


class SeedRevealed(Payload, frozen=True, kw_only=False):
    """A player's seed, and the commitment to that player's next one."""

    shoe: int
    seat: int
    seed: str
    next: str
    key: str = ""


class SeedsWithheld(Payload, frozen=True, kw_only=False):
    """Who did not reveal a seed in time, or that the beacon did not come: seeds are asked for anew."""

    shoe: int
    number: int
    seats: tuple[int, ...]


class ShoeFixed(Payload, frozen=True, kw_only=False):
    """All seeds are in, so the order of a shoe is determined; only the house, who has its own, knows it."""

    shoe: int
    cards: int
    cuts: tuple[int, ...]
    inputs: tuple[str, ...]
    """The lines that the order is derived from, together with the house's seed."""
    pulse: BeaconPulse | None = None


class ShoeCommitted(Payload, frozen=True, kw_only=False):
    """The earlier scheme, read for ever: the commitment to the order of a shoe that was shuffled."""

    shoe: int
    cards: int
    commitment: str


class ShoeOpened(Payload, frozen=True, kw_only=False):
    """The order of a finished shoe before the cut, top card first, and the seed of the house.

    No order when none was determined before the cards were collected. Under the earlier scheme, the nonce of
    the commitment instead of a seed.
    """

    shoe: int
    order: str
    nonce: str = ""
    seed: str = ""


class ShoeLost(Payload, frozen=True, kw_only=False):
    """The order of a shoe can no longer be read: nothing more is dealt from it, and it is never opened."""

    shoe: int
    why: str


class PutBack(Payload, frozen=True, kw_only=False):
    """The journal was put back to the record before: this program had written a later one, which is gone."""

    sequence: int
    hash: str


class Money(Payload, frozen=True, kw_only=False):
    act: AnyCageAct
    key: str = ""
    approved_by: str = ""
    """The second person, where the house asks for two."""


class Interrupted(Payload, frozen=True, kw_only=False):
    """A round was given up: the events by which every undecided wager was returned."""

    events: tuple[AnyEvent, ...]
    why: str
    key: str = ""


class PaymentDifference(NamedTuple):
    """What a player got for the wagers of a box in a finished round, and what was due."""

    box: int
    seat: int
    paid_cents: int
    due_cents: int


class Corrected(Payload, frozen=True, kw_only=False):
    """Something was keyed wrongly in the round under way: it and what followed was decided again.

    The records of what was keyed stay as they are; this one says what holds instead.
    """

    record: int
    act: int
    """The act that was keyed wrongly: its record, and its place in it, from 0."""
    command: AnyCommand | None
    """What should have been keyed; None when there was no such act."""
    why: str
    position: str
    """The table before that act, in the notation."""
    acts: tuple[Act, ...]
    event: AnyEvent
    left_out: tuple[AnyCommand, ...] = ()
    """Later acts that do not fit any more; the dealer enters what was done instead."""
    approved_by: str = ""
    """The floorperson, where money had moved."""
    key: str = ""


class PastRoundCorrected(Payload, frozen=True, kw_only=False):
    """The same for a finished round: it was decided again, and money that was paid wrongly moves now."""

    record: int
    act: int
    command: AnyCommand
    why: str
    acts: tuple[Act, ...]
    """That act and the rest of its round, with what was due."""
    events: tuple[AnyEvent, ...]
    """What changes at the table now."""
    differences: tuple[PaymentDifference, ...] = ()
    left_out: tuple[AnyCommand, ...] = ()
    approved_by: str = ""
    leave_money: bool = False
    """The floorperson left the chips where they were."""
    key: str = ""


class SnapshotTaken(Payload, frozen=True, kw_only=False):
    """The state up to here was kept beside the stream, as a text with this SHA-256; no other is believed."""

    sha256: str
    snapshot_shape: int
    """Of the text; one of another shape is not read any more, and not taken again."""


HOUSE_RECORD = "House"
"""The kind of a record in which only the house acts."""

KINDS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        TableOpened,
        TraySet,
        RulesChanged,
        SeedCommitted,
        SeedOffered,
        SeedsAsked,
        SeedRevealed,
        SeedsWithheld,
        ShoeFixed,
        ShoeCommitted,
        ShoeOpened,
        ShoeLost,
        Money,
        Interrupted,
        Corrected,
        PastRoundCorrected,
        SnapshotTaken,
        PutBack,
    )
} | {HOUSE_RECORD: Acts, **{kind.__name__: Acts for kind in c.COMMANDS}}

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""By kind and shape: turns the JSON of a payload into the next shape, and leaves its `shape` as it is.

Empty today: edition 1 differs only in members that have defaults, which the classes above decode themselves.
"""

_ENCODER = msgspec.json.Encoder()
_DECODERS = {kind: msgspec.json.Decoder(kind) for kind in set(KINDS.values())}
_SHAPE_DECODER = msgspec.json.Decoder(Payload)


def write_payload(payload: Payload) -> str:
    """A payload as text, in the shape it has: a payload that was read gives the text it was read from."""
    return _ENCODER.encode(payload).decode()


def write_new(payload: Payload) -> str:
    """A payload for a new record, in today's shape."""
    return write_payload(replace(payload, shape=SHAPE))


def read_payload(record: Record) -> Any:
    """The payload of a record, decoded as its kind; FaultyRecord when it cannot be."""
    kind = KINDS.get(record.kind)
    if kind is None:
        raise FaultyRecord(record.table, record.sequence, "kind", "a kind of record", repr(record.kind))
    try:
        payload = _DECODERS[kind].decode(upcast_text(record))
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise FaultyRecord(record.table, record.sequence, "payload", kind.__name__, str(error)) from error
    if not EDITION_1 <= payload.shape <= SHAPE:
        known = f"a shape from {EDITION_1} to {SHAPE}"
        raise FaultyRecord(record.table, record.sequence, "shape", known, str(payload.shape))
    return payload


def upcast_text(record: Record) -> str:
    """The payload's text, brought to today's shape by every upcaster from the shape it was written in."""
    upcasters = _upcasters_for(record)
    if not upcasters:
        return record.payload
    data = msgspec.json.decode(record.payload)
    for upcaster in upcasters:
        data = upcaster(data)
    return _ENCODER.encode(data).decode()


def _upcasters_for(record: Record) -> list[Upcaster]:
    shapes = sorted(shape for kind, shape in UPCASTERS if kind == record.kind)
    if not shapes:
        return []
    written = _SHAPE_DECODER.decode(record.payload).shape
    return [UPCASTERS[record.kind, shape] for shape in shapes if shape >= written]


def is_canonical(record: Record, payload: Payload) -> bool:
    """Whether the text, in the shape it was written in, says what was read from it and nothing else."""
    if not _upcasters_for(record):
        return write_payload(payload) == record.payload
    rewritten = _ENCODER.encode(msgspec.json.decode(record.payload)).decode()
    return rewritten == record.payload and write_payload(payload) == upcast_text(record)


def events_of(record: Record) -> tuple[e.Event, ...]:
    """Everything that happened at the table in this record, in order; of a correction, that it was made."""
    payload = read_payload(record)
    if isinstance(payload, Acts):
        return tuple(event for act in payload.acts for event in act.events)
    if isinstance(payload, Corrected):
        return (payload.event,)
    return payload.events if isinstance(payload, Interrupted | PastRoundCorrected) else ()
