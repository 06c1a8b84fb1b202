"""The records of the house book: a stream of its own with every act that concerns people and tables.

Accounts, sign-ins, tokens, second factors, assignments and approvals are written here first; the tables of
the server are an index of it. No payload has a password, a secret or a hash of one, only digests that nobody
can make without the key of the house.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from pitboss.desk import cage_acts
from pitboss.desk.ledger import CAGE
from pitboss.desk.payloads import SHAPE, Payload, write_payload
from pitboss.desk.time_text import time_text
from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record

if TYPE_CHECKING:
    AnyCageAct = cage_acts.CageAct
else:
    AnyCageAct = cage_acts.AnyCageAct

HOUSE = "house"
BOOKS = frozenset({CAGE, HOUSE})
"""Streams that are not tables."""
DEALER, CASHIER = "dealer", "cashier"
WAITING, GIVEN, REFUSED = "waiting", "given", "refused"


class HouseEntry(Payload, frozen=True, kw_only=True):
    source: str = ""
    """The network address that the act came from; empty for the house itself."""


class BookBegun(HouseEntry, frozen=True, kw_only=False):
    """The first record: how many accounts of an earlier edition follow, and a digest that tells the key."""

    accounts: int
    key_check: str


class PolicySet(HouseEntry, frozen=True, kw_only=False):
    """The rules for people that this server was started with, where they differ from those before."""

    second_factor: tuple[str, ...]
    two_persons_above_cents: int | None
    approval_s: float
    session_idle_s: float
    session_s: float
    token_idle_s: float
    token_s: float
    lock_after: int
    lock_first_s: float
    lock_most_s: float
    demonstration: bool = False
    """People come in without a password, and the house’s money is play money."""


class LogKeySet(HouseEntry, frozen=True, kw_only=False):
    """The public key with which the head of the log is signed from here on."""

    key: str
    endorsement: str = ""
    """A signature of the new key with the one before, where that was not lost."""


class AccountCreated(HouseEntry, frozen=True, kw_only=False):
    account: str
    name: str
    role: str
    password: str = ""
    """A keyed digest of the password hash."""
    must_change: bool = False
    demo: bool = False
    active: bool = True
    barred: bool = False


class AccountBroughtOver(AccountCreated, frozen=True, kw_only=False):
    """An account of an earlier edition, as it was when the book was begun."""


class PasswordSet(HouseEntry, frozen=True, kw_only=False):
    """Sessions and tokens of the account end with the old password."""

    account: str
    password: str
    must_change: bool = False


class RoleChanged(HouseEntry, frozen=True, kw_only=False):
    account: str
    before: str
    after: str


class AccountClosed(HouseEntry, frozen=True, kw_only=False):
    account: str
    why: str = ""
    """Not asked for in records of earlier versions."""


class AccountReopened(HouseEntry, frozen=True, kw_only=False):
    account: str
    why: str = ""


class PlayerBarred(HouseEntry, frozen=True, kw_only=False):
    account: str
    why: str


class PlayerAdmitted(HouseEntry, frozen=True, kw_only=False):
    account: str
    why: str


class SignedIn(HouseEntry, frozen=True, kw_only=False):
    account: str
    session: str
    with_: str = msgspec.field(default="", name="with")
    """What was given besides the password: `code`, `recovery code`, or nothing."""


class SessionBroughtOver(SignedIn, frozen=True, kw_only=False):
    """A session that was open when the book was begun."""


class SignInFailed(HouseEntry, frozen=True, kw_only=False):
    """`name` is a keyed digest where there is no such account: people type passwords there by mistake."""

    why: str
    account: str = ""
    name: str = ""
    wait_s: float = 0.0
    """How long the same source must wait before it may try this name again."""


class SignedOut(HouseEntry, frozen=True, kw_only=False):
    account: str
    sessions: tuple[str, ...]


class TokenCreated(HouseEntry, frozen=True, kw_only=False):
    account: str
    token: str
    name: str
    expires: str
    digest: str
    """A keyed digest of what is stored of the token."""


class TokenBroughtOver(TokenCreated, frozen=True, kw_only=False):
    """A token of an earlier edition, which had no end until now."""


class TokensRevoked(HouseEntry, frozen=True, kw_only=False):
    account: str
    tokens: tuple[str, ...]


class SecondFactorSet(HouseEntry, frozen=True, kw_only=False):
    account: str
    secret: str
    """A keyed digest of the secret."""
    recovery_codes: int


class SecondFactorRemoved(HouseEntry, frozen=True, kw_only=False):
    account: str


class DealerAssigned(HouseEntry, frozen=True, kw_only=False):
    """Who assigned is the actor of the record."""

    assignment: str
    account: str
    table: str
    begins: str
    ends: str
    shift: str = ""


class AssignmentEnded(HouseEntry, frozen=True, kw_only=False):
    assignment: str
    account: str
    table: str


class ApprovalAsked(HouseEntry, frozen=True, kw_only=False):
    approval: str
    act: AnyCageAct
    key: str
    """The key of the request, under which the money will move."""
    expires: str


class ApprovalGiven(HouseEntry, frozen=True, kw_only=False):
    approval: str
    act: AnyCageAct


class ApprovalRefused(HouseEntry, frozen=True, kw_only=False):
    """Refused by a second person, or taken back by the first."""

    approval: str
    act: AnyCageAct
    why: str


class DirectoryBegun(HouseEntry, frozen=True, kw_only=False):
    """From here on tables and all staff activity are in the book; each table there is follows."""

    tables: int
    activity: int
    """The number of the last line of the staff activity log that has no record."""
    activity_sha256: str
    """Of those lines."""


class TableBroughtOver(HouseEntry, frozen=True, kw_only=False):
    table: str
    name: str
    game: str
    stopped: bool
    opened: str


class TableListed(HouseEntry, frozen=True, kw_only=False):
    table: str
    name: str
    game: str
    opened_as: str


class TableStopped(HouseEntry, frozen=True, kw_only=False):
    """No more bets at this table."""

    table: str
    why: str


class TableResumed(HouseEntry, frozen=True, kw_only=False):
    table: str
    why: str


class ShoeGivenUp(HouseEntry, frozen=True, kw_only=False):
    """Somebody let a table run without its shoe, which could not be read."""

    table: str
    unreadable: str
    why: str


class RecordsFailed(HouseEntry, frozen=True, kw_only=False):
    """The verifier found that the records of a table or book do not hold; a table takes no more bets."""

    table: str
    record: int
    field: str
    expected: str
    found: str


class ClockSetBack(HouseEntry, frozen=True, kw_only=False):
    """The clock of a server showed an earlier time than before; the time of this record is the new one."""

    before: str
    """What it showed last."""


class IncidentFiled(HouseEntry, frozen=True, kw_only=False):
    """A report on something that happened at a table; nothing in it is changed later, only added to."""

    incident: str
    table: str
    round: int
    """The round it concerns; 0 where it concerns none."""
    narrative: str
    persons: tuple[str, ...] = ()
    surveillance: str = ""
    """Where surveillance finds it: camera, tape, time."""
    finding: str = ""
    outcome: str = ""


class IncidentFollowedUp(HouseEntry, frozen=True, kw_only=False):
    """What was found out or decided about an incident afterwards."""

    incident: str
    narrative: str = ""
    persons: tuple[str, ...] = ()
    surveillance: str = ""
    finding: str = ""
    outcome: str = ""


class LimitSet(HouseEntry, frozen=True, kw_only=False):
    """A player’s own limit for each gaming day; until it ends it can only be made tighter."""

    account: str
    what: str
    """`loss`, `deposit` or `time`."""
    most: int
    """Cents, or minutes of play."""
    until: str


class SelfExcluded(HouseEntry, frozen=True, kw_only=False):
    """A player who does not want to be let play before this time; it can only be made longer."""

    account: str
    until: str


class MoneyAlert(HouseEntry, frozen=True, kw_only=False):
    """What a player bought or took away in a gaming day came above the house’s threshold."""

    account: str
    day: str
    what: str
    """`bought` or `taken away`."""
    cents: int
    above_cents: int


class KeyReplaced(HouseEntry, frozen=True, kw_only=False):
    """The key file was lost, and an administrator at the machine made a new one.

    Digests are made anew with it from what the tables of the server say, which nobody can check any more.
    Every second factor, session and token ends.
    """

    key_check: str
    passwords: dict[str, str]
    """By account, a keyed digest of the password hash."""
    by: str
    """Who did it, by their own word."""
    why: str


KINDS: dict[str, type[HouseEntry]] = {
    kind.__name__: kind
    for kind in (
        BookBegun, PolicySet, AccountCreated, AccountBroughtOver, PasswordSet, RoleChanged, AccountClosed,
        AccountReopened, PlayerBarred, PlayerAdmitted, SignedIn, SessionBroughtOver, SignInFailed, SignedOut,
        TokenCreated, TokenBroughtOver, TokensRevoked, SecondFactorSet, SecondFactorRemoved, DealerAssigned,
        AssignmentEnded, ApprovalAsked, ApprovalGiven, ApprovalRefused, LogKeySet, DirectoryBegun,
        TableBroughtOver, TableListed, TableStopped, TableResumed, ShoeGivenUp,
        RecordsFailed, ClockSetBack, IncidentFiled, IncidentFollowedUp, LimitSet, SelfExcluded, MoneyAlert,
        KeyReplaced,
    )
}  # fmt: skip
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}


def entry_text(entry: HouseEntry) -> str:
    """An entry for a new record in today's shape; numbers have the type they will be read with."""
    text = write_payload(replace(entry, shape=SHAPE))
    return write_payload(_DECODERS[type(entry).__name__].decode(text))


def read_entry(record: Record) -> HouseEntry:
    decoder = _DECODERS.get(record.kind)
    if decoder is None:
        raise FaultyRecord(record.table, record.sequence, "kind", "a kind of record", repr(record.kind))
    try:
        entry = decoder.decode(record.payload)
    except (msgspec.MsgspecError, LookupError, TypeError) as error:
        raise FaultyRecord(record.table, record.sequence, "payload", record.kind, str(error)) from error
    if write_payload(entry) != record.payload:
        raise FaultyRecord(record.table, record.sequence, "payload", write_payload(entry), record.payload)
    return entry


def moment(at_s: float) -> str:
    """Seconds since 1970 as records have times."""
    return time_text(datetime.fromtimestamp(at_s, UTC))


def seconds_of(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()
