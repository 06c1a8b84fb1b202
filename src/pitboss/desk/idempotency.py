"""The answer to a command, and how a repeated command gets the same answer again."""

import re
from collections.abc import Callable
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from pitboss.desk.cage_acts import CageAct, CreditRequested, FillRequested
from pitboss.desk.payloads import (
    EDITION_1,
    Acts,
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    Payload,
    RulesChanged,
    SeedOffered,
    SeedRevealed,
    TableOpened,
    events_of,
    read_payload,
    write_payload,
)
from pitboss.errors import BadInput, Fault, Refused
from pitboss.journal.records import Record
from pitboss.journal.store import CommandKey, Store
from pitboss.rules.cards import Card
from pitboss.table.commands import Command
from pitboss.table.events import Event

_KEY = re.compile(r"[!-~]{1,100}")


class Answer(NamedTuple):
    """The records written for a command; `repeated` when it had been carried out before."""

    records: tuple[Record, ...]
    repeated: bool = False

    @property
    def last(self) -> int:
        """The sequence number of the last record."""
        return self.records[-1].sequence

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for record in self.records for event in events_of(record))


def check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise BadInput(
            [Fault("key", f"{key!r} cannot be the key of a command.", "1 to 100 characters, no spaces")]
        )


def command_digest(command: Command, account: str) -> str:
    """The digest of a command, except for the face of a card, which a virtual shoe replaces.

    Every field is written out: the JSON of a command leaves out a default only when it is the same object,
    so the same command from another sender could have another JSON. A field that a command gained later is
    left out while it says nothing, so that digests of older commands stay what they were.
    """
    has_card = getattr(command, "card", None) is not None
    faceless = replace(command, card=Card(1, 0)) if has_card else command
    told = [
        value
        for name, value in zip(faceless.__struct_fields__, astuple(faceless), strict=True)
        if name not in GAINED_LATER or value != GAINED_LATER[name]
    ]
    text = msgspec.json.encode((type(faceless).__name__, told))
    return text_digest(text.decode(), account)


GAINED_LATER: dict[str, object] = {"paid_cents": None, "from_account": False}
"""By field: what says nothing."""


def text_digest(*words: str) -> str:
    return sha256(" ".join(words).encode()).hexdigest()


def correction_digest(
    record: int, act: int, command: Command | None, why: str, leave_money: bool, approved_by: str
) -> str:
    meant = msgspec.json.encode(command).decode()
    return text_digest("correct", str(record), str(act), meant, why, str(leave_money), approved_by)


def offer_digest(seat: int, commitment: str) -> str:
    return text_digest("offer seed", str(seat), commitment)


def reveal_digest(shoe: int, seat: int, seed: str) -> str:
    """Without the commitment to the next seed: the first one given holds."""
    return text_digest("reveal seed", str(shoe), str(seat), seed)


def digest_of(payload: Payload) -> str:
    """The digest of the command that was recorded in this payload."""
    if isinstance(payload, Acts):
        return command_digest(payload.acts[0].command, payload.account)
    if isinstance(payload, Money):
        return text_digest("money", msgspec.json.encode(_as_asked(payload.act)).decode())
    if isinstance(payload, RulesChanged):
        return text_digest("rules", *payload.after, payload.why)
    if isinstance(payload, Interrupted):
        return text_digest("void", payload.why)
    if isinstance(payload, Corrected | PastRoundCorrected):
        leave_money = isinstance(payload, PastRoundCorrected) and payload.leave_money
        return correction_digest(
            payload.record, payload.act, payload.command, payload.why, leave_money, payload.approved_by
        )
    if isinstance(payload, SeedOffered):
        return offer_digest(payload.seat, payload.commitment)
    if isinstance(payload, SeedRevealed):
        return reveal_digest(payload.shoe, payload.seat, payload.seed)
    if isinstance(payload, TableOpened):
        return text_digest("open", write_payload(replace(payload, key="", shape=EDITION_1)))
    return ""


def _as_asked(act: CageAct) -> CageAct:
    """Whoever requests chips does not know the number that their slip will get."""
    return replace(act, slip=0) if isinstance(act, FillRequested | CreditRequested) else act


def key_of(table: str, key: str, digest: str, first: int, last: int) -> CommandKey:
    """The row by which an answer is found again; its digest covers the sequence numbers too."""
    return CommandKey(table, key, text_digest(digest, str(first), str(last)), first, last)


def first_answer(store: Store, table: str, key: str, digest: str) -> Answer | None:
    """The answer that this key got before; Refused when it belongs to another command."""
    row = store.find_key(table, key)
    if row is None:
        return None
    if row != key_of(table, key, digest, row.first, row.last):
        raise reused()
    return _answer_of(store, row)


def answer_under(store: Store, table: str, key: str, is_same: Callable[[Payload], bool]) -> Answer | None:
    """The same where a request cannot be made a command again, because the table has moved on.

    Whoever asks says whether what was recorded under the key is what was asked for.
    """
    row = store.find_key(table, key)
    if row is None:
        return None
    answer = _answer_of(store, row)
    payloads = (read_payload(record) for record in answer.records)  # a fill may stand before the act
    if not any(getattr(payload, "key", "") == key and is_same(payload) for payload in payloads):
        raise reused()
    return answer


def _answer_of(store: Store, row: CommandKey) -> Answer:
    return Answer(tuple(store.read(row.table, after=row.first - 1, upto=row.last)), repeated=True)


def reused() -> Refused:
    return Refused("key_reused", "This key was already used for another command.")
