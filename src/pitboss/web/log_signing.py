"""The log of a served journal: the key that signs its heads, and the witnesses who co-sign them."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.desk.house_book import HouseBookState
from pitboss.desk.house_entries import LogKeySet, moment
from pitboss.desk.keyfile import read_or_create_key
from pitboss.errors import BadInput, BadStore, Fault, Refused
from pitboss.journal.log import LogHead, root_of
from pitboss.journal.log_key import LogKey, cosigned_text, is_signature, is_signed
from pitboss.journal.schema import COSIGNATURES
from pitboss.journal.sql import SqlStore
from pitboss.web.account_schema import reading
from pitboss.web.house_book import THE_HOUSE, HouseBook

RIGHT_KEY = "the key file that the log of this journal was begun with, or `pitboss journal log-key --replace`"
MOST_WITNESSES = 50
"""Who are not named in the settings; each is noted when it first comes."""


class Cosignature(NamedTuple):
    """The last head that a witness has seen and signed."""

    witness: str
    key: str
    head: LogHead
    cosignature: str
    named: bool
    """Was the witness named in the settings of the house?"""


def sign_log(book: HouseBook, state: HouseBookState, path: Path) -> LogKey:
    """Sign every head from now on; the first key of a log is noted in the house book."""
    store = book.store
    if state.log_key and not path.is_file():
        raise BadInput([Fault(str(path), "the key file of the log is missing.", RIGHT_KEY)])
    with suppress(OSError):  # what is wrong with the place is told when the file is made
        path.parent.mkdir(parents=True, exist_ok=True)
    key = LogKey(read_or_create_key(path), lambda: moment(book.clock()))
    if state.log_key and state.log_key != key.public:
        raise BadInput([Fault(str(path), "this is not the key of the journal’s log.", RIGHT_KEY)])
    if state.log_key and not is_signed(store.log.head(), state.log_key):
        says = "the head of its log is not signed with the key in the house book."
        raise BadStore(store.where, says, "`pitboss journal verify`, and a backup from before it was changed")
    store.log.sign_with(key)
    if not state.log_key:
        book.write(LogKeySet(key.public), by=THE_HOUSE)
    return key


class Witnesses:
    """Who co-signs heads. A name keeps its key: that of the settings, or the one it first came with."""

    def __init__(self, store: SqlStore, named: Mapping[str, str]) -> None:
        self._store, self._named = store, dict(named)

    def all(self) -> list[Cosignature]:
        with reading(self._store.engine) as connection:
            rows = connection.execute(sa.select(COSIGNATURES).order_by(COSIGNATURES.c.witness)).all()
        house = self._store.log.head().key
        return [
            Cosignature(
                row.witness, row.key, LogHead(row.size, row.root, row.time, house, row.signature),
                row.cosignature, self._named.get(row.witness) == row.key,
            )
            for row in rows
        ]  # fmt: skip

    def take(self, witness: str, key: str, head: LogHead, cosignature: str) -> None:
        """Keep what a witness signed, if it is a head of this log; Refused otherwise."""
        log = self._store.log
        now = log.head()
        if not is_signature(cosignature, cosigned_text(witness, head), key):
            raise Refused("bad_signature", "The witness’s signature does not match.")
        if head.size > now.size or not is_signed(head, now.key) or root_of(log, head.size) != head.root:
            raise Refused("not_our_head", "This is not a head of this log.")
        with self._store.engine.begin() as connection:
            self._keep(connection, witness, key, head, cosignature)

    def _keep(
        self, connection: sa.Connection, witness: str, key: str, head: LogHead, cosignature: str
    ) -> None:
        rows = {row.witness: row for row in connection.execute(sa.select(COSIGNATURES))}
        known = self._named.get(witness) or (rows[witness].key if witness in rows else "")
        if known and known != key:
            raise Refused("another_witness", "This name belongs to another witness.")
        if not known and len(rows.keys() - self._named.keys()) >= MOST_WITNESSES:
            raise Refused("too_many_witnesses", "The house has to name this witness in its settings.")
        if witness in rows and rows[witness].key == key and rows[witness].size > head.size:
            return
        connection.execute(sa.delete(COSIGNATURES).where(COSIGNATURES.c.witness == witness))
        row = {
            "witness": witness, "key": key, "size": head.size, "root": head.root, "time": head.time,
            "signature": head.signature, "cosignature": cosignature,
        }  # fmt: skip
        connection.execute(sa.insert(COSIGNATURES).values(row))
