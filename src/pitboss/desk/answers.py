"""What a command was answered, and how a repeated one gets the same answer again."""

import re
from typing import NamedTuple

from pitboss.desk.payloads import events_of
from pitboss.errors import BadInput, Fault, Refused
from pitboss.journal.records import Record
from pitboss.journal.store import Store
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


def first_answer(store: Store, table: str, key: str, digest: str) -> Answer | None:
    """The answer that this key got before; Refused when it marked another command."""
    found = store.find_key(table, key)
    if found is None:
        return None
    if found.digest != digest:
        raise Refused("key_reused", "This key belongs to another command.")
    return Answer(tuple(store.read(table, after=found.first - 1, upto=found.last)), repeated=True)
