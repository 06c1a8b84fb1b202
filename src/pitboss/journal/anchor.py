"""Heads noted elsewhere: whoever cuts a journal's end off, and its own note of it, has not changed these."""

from pathlib import Path
from typing import Annotated

import msgspec

from pitboss.errors import BadStore, BrokenChain
from pitboss.journal.records import Head
from pitboss.journal.store import Store


class Noted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that was the last of its stream when it was noted."""

    table: str
    sequence: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]
    hash: str

    @property
    def head(self) -> Head:
        return Head(self.sequence, self.hash)


def read_anchor(path: str) -> list[Noted]:
    """What `pitboss journal show JOURNAL --json` printed."""
    try:
        return msgspec.json.decode(Path(path).read_bytes(), type=list[Noted])
    except OSError as error:
        raise BadStore(path, f"the anchor cannot be read: {error.strerror}.") from error
    except msgspec.DecodeError as error:
        allowed = "what `pitboss journal show JOURNAL --json` prints"
        raise BadStore(path, f"this is no anchor: {error}.", allowed) from error


def check_anchor(store: Store, anchor: list[Noted]) -> None:
    """Every record noted is still in its place; BrokenChain at the first that is not."""
    for noted in anchor:
        found = next(store.read(noted.table, noted.sequence - 1, noted.sequence), None)
        if found is None or found.head != noted.head:
            there = "no such record" if found is None else found.hash
            raise BrokenChain(noted.table, noted.sequence, "anchor", noted.hash, there)
