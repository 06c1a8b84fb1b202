"""What a command was answered, and how a repeated one gets the same answer again."""

import re
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from pitboss.desk.payloads import (
    EDITION_1,
    Acts,
    Interrupted,
    Money,
    Payload,
    RulesChanged,
    TableOpened,
    events_of,
    write_payload,
)
from pitboss.errors import BadInput, Fault, Refused
from pitboss.journal.records import Record
from pitboss.journal.store import Key, Store
from pitboss.rules.cards import Card
from pitboss.table.commands import Command
from pitboss.table.events import Event

_KEY = re.compile(r"[!-~]{1,100}")


class Answer(NamedTuple):
    """The records that a command became; `repeated` when it had been carried out before."""

    records: tuple[Record, ...]
    repeated: bool = False

    @property
    def last(self) -> int:
        """The number of the last of them in its stream."""
        return self.records[-1].sequence

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for record in self.records for event in events_of(record))


def check_key(key: str) -> None:
    if not _KEY.fullmatch(key):
        raise BadInput(
            [Fault("key", f"{key!r} cannot mark a command.", "1 to 100 printable characters, no blanks")]
        )


def command_digest(command: Command, account: str) -> str:
    """What a command is, but for the face of a card, which a virtual shoe knows better.

    With every field written out: JSON of a command leaves out a default only when it is the very object,
    so that a command sent again from elsewhere would be another.
    """
    faced = getattr(command, "card", None) is not None
    plain = replace(command, card=Card(1, 0)) if faced else command
    told = msgspec.json.encode((type(plain).__name__, astuple(plain)))
    return text_digest(told.decode(), account)


def text_digest(*words: str) -> str:
    return sha256(" ".join(words).encode()).hexdigest()


def digest_of(payload: Payload) -> str:
    """The digest of the command that a keyed record carries out."""
    if isinstance(payload, Acts):
        return command_digest(payload.acts[0].command, payload.account)
    if isinstance(payload, Money):
        return text_digest("money", msgspec.json.encode(payload.act).decode())
    if isinstance(payload, RulesChanged):
        return text_digest("rules", *payload.after, payload.why)
    if isinstance(payload, Interrupted):
        return text_digest("void", payload.why)
    if isinstance(payload, TableOpened):
        return text_digest("open", write_payload(replace(payload, key="", shape=EDITION_1)))
    return ""


def key_of(table: str, key: str, digest: str, first: int, last: int) -> Key:
    """The row that finds an answer again; its digest vouches for the numbers too."""
    return Key(table, key, text_digest(digest, str(first), str(last)), first, last)


def first_answer(store: Store, table: str, key: str, digest: str) -> Answer | None:
    """The answer that this key got before; Refused when it marked another command."""
    found = store.find_key(table, key)
    if found is None:
        return None
    if found != key_of(table, key, digest, found.first, found.last):
        raise Refused("key_reused", "This key belongs to another command.")
    return Answer(tuple(store.read(table, after=found.first - 1, upto=found.last)), repeated=True)
