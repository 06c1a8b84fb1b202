"""Anchors: heads noted outside the journal, which show when records were cut off its end."""

from typing import Annotated

import msgspec

from pitboss.bounded_files import read_bounded
from pitboss.errors import BadStore, BrokenChain
from pitboss.journal.records import Head
from pitboss.journal.store import Store

MOST_BYTES = 4_000_000


class AnchoredHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record that was the last of its stream when the anchor was written."""

    table: str
    sequence: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]
    hash: str

    @property
    def head(self) -> Head:
        return Head(self.sequence, self.hash)


def read_anchor(path: str) -> list[AnchoredHead]:
    """The output of `pitboss journal show JOURNAL --json`."""
    try:
        return msgspec.json.decode(read_bounded(path, MOST_BYTES), type=list[AnchoredHead])
    except OSError as error:
        raise BadStore(path, f"the anchor cannot be read: {error.strerror}.") from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        allowed = "the output of `pitboss journal show JOURNAL --json`"
        raise BadStore(path, f"this is not an anchor: {error}.", allowed) from error


def check_anchor(store: Store, anchor: list[AnchoredHead]) -> None:
    """Check that every anchored record is still in its place; BrokenChain at the first that is not."""
    for noted in anchor:
        record = next(store.read(noted.table, noted.sequence - 1, noted.sequence), None)
        if record is None or record.head != noted.head:
            there = "no such record" if record is None else record.hash
            raise BrokenChain(noted.table, noted.sequence, "anchor", noted.hash, there)
