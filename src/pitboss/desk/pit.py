"""A pit: the tables that one process runs, over one journal, with one cage."""

import os
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from pitboss.desk.automation import ALL
from pitboss.desk.bank import CAGE
from pitboss.desk.cage import Cage
from pitboss.desk.desk import Clock, Desk, Room, micros, utc_now
from pitboss.desk.drbg import self_test
from pitboss.desk.interrupted import OpenRound, open_round
from pitboss.desk.payloads import TableOpened, write_payload
from pitboss.desk.refold import recover
from pitboss.desk.shoe import Entropy
from pitboss.desk.standing import KEYED, VIRTUAL, opened, rulebook, texts_of
from pitboss.desk.work import Tools, time_text
from pitboss.errors import BadInput, Fault
from pitboss.journal.records import START, Draft, append_to, is_stream_name
from pitboss.journal.store import Append, Claim, Store
from pitboss.journal.writer import Writer

KEY_BYTES = 32


class Pit:
    """`key` seals the shoes and is kept outside the store; without it a restart cannot go on with a shoe."""

    def __init__(
        self,
        store: Store,
        *,
        key: bytes | None = None,
        clock: Clock = utc_now,
        entropy: Entropy = os.urandom,
        owner: str = "",
        lease_s: float = 10.0,
    ) -> None:
        self_test()
        self.store = store
        self.desks: dict[str, Desk] = {}
        self.owner = owner or f"pit-{os.getpid()}-{os.urandom(4).hex()}"
        self._writer = Writer(store)
        self.cage = Cage(store, self._writer, clock)
        tools = Tools(entropy, key or entropy(KEY_BYTES))
        self._room = Room(store, self._writer, self.cage, clock, tools, round(lease_s * 1_000_000))

    def open(
        self,
        table: str,
        game: str,
        *,
        choose: Sequence[str] = (),
        by: str = "floor",
        automate: AbstractSet[str] = ALL,
        cards: str = VIRTUAL,
    ) -> Desk:
        """A new table of this game; Claimed while another pit runs one of the name."""
        check_new(table, automate, cards)
        texts = texts_of(game)
        rules = rulebook(texts, tuple(choose)).sha256
        claim = self._claim(table)
        if self.store.head(table) != START:
            self.store.release(claim)
            raise BadInput([Fault(table, "there is a table of this name already: take it.")])
        payload = TableOpened(game, texts, tuple(choose), rules, tuple(sorted(automate)), cards)
        time = time_text(self._room.clock())
        record = append_to(START, Draft(table, time, by, "TableOpened", write_payload(payload)))
        self._writer.append(Append((record,), claims=(claim,)))
        desk = Desk(self._room, claim, opened(table, payload, time), record.head)
        return self._begin(desk)

    def take(self, table: str, *, lost_by: str = "") -> Desk:
        """A table of the journal, exactly as it was left; Claimed while another pit runs it.

        BadInput when its shoe cannot be read, unless somebody gives it up for lost in their own name.
        """
        claim = self._claim(table)
        try:
            return self._begin(Desk(self._room, claim, *recover(self.store, table)), lost_by)
        except BaseException:
            self.store.release(claim)
            raise

    def tables(self) -> list[str]:
        return [stream for stream in self.store.heads() if stream != CAGE]

    def open_rounds(self) -> list[OpenRound]:
        """The register of incomplete rounds, over every table of the journal, whoever runs it."""
        found = []
        for table in self.tables():
            desk = self.desks.get(table)
            standing = desk.standing if desk else recover(self.store, table)[0]
            if (entry := open_round(standing)) is not None:
                found.append(entry)
        return found

    def keep_claims(self) -> None:
        """To be called more often than the lease lasts."""
        for desk in tuple(self.desks.values()):
            desk.keep_claim()

    def close(self) -> None:
        for desk in self.desks.values():
            desk.close()
        self._writer.close()

    def _claim(self, table: str) -> Claim:
        return self.store.claim(table, self.owner, micros(self._room.clock()), self._room.lease_us)

    def _begin(self, desk: Desk, lost_by: str = "") -> Desk:
        desk.mend(lost_by)
        self.desks[desk.table] = desk
        return desk


def check_new(table: str, automate: AbstractSet[str], cards: str) -> None:
    faults = []
    if not is_stream_name(table) or table == CAGE:
        allowed = "small letters, digits and hyphens, 32 at most, and not 'cage'"
        faults.append(Fault("table", f"{table!r} cannot be a table's name.", allowed))
    if unknown := sorted(set(automate) - ALL):
        faults.append(Fault("automate", f"there is no act {unknown[0]!r}.", ", ".join(sorted(ALL))))
    if cards not in (VIRTUAL, KEYED):
        faults.append(Fault("cards", f"cards are not {cards!r}.", f"{VIRTUAL}, {KEYED}"))
    if faults:
        raise BadInput(faults)
