"""The cage: players' accounts and the house's own money, in one stream that every pit writes to."""

from collections.abc import Callable, Sequence
from datetime import datetime
from threading import RLock

from pitboss.desk.bank import CAGE, EMPTY_LEDGER, CageAct, Fill, Fund, Ledger, balance, post_act
from pitboss.desk.idempotency import Answer, check_key, digest_of, first_answer, key_of
from pitboss.desk.payloads import Money, read_payload, write_new
from pitboss.desk.time_text import time_text
from pitboss.errors import Conflict, Refused
from pitboss.journal.records import START, Draft, Head, Record, append_to, walk_chain
from pitboss.journal.store import Append, Store
from pitboss.journal.writer import Writer

MOST_TRIES = 50
"""Attempts when other pits write to the cage at the same moment."""


class Cage:
    def __init__(self, store: Store, writer: Writer, clock: Callable[[], datetime]) -> None:
        self.lock = RLock()
        self.ledger: Ledger = EMPTY_LEDGER
        self.head: Head = START
        self._last_time = ""
        self._store = store
        self._writer = writer
        self._clock = clock
        self.refresh()

    def balance(self, account: str) -> int:
        return balance(self.ledger, f"player {account}")

    def refresh(self) -> None:
        """Read what other pits have written."""
        with self.lock:
            for record in walk_chain(self._store.read(CAGE, after=self.head.sequence), self.head):
                self.ledger = post_act(self.ledger, read_payload(record).act, CAGE)
                self.head, self._last_time = record.head, record.time

    def submit(self, act: CageAct, *, by: str, key: str, approved_by: str = "") -> Answer:
        """A deposit, a withdrawal or house money: acts without a table. Refused beyond the balance."""
        check_key(key)
        digest = digest_of(Money(act))
        with self.lock:
            for _ in range(MOST_TRIES):
                if answer := first_answer(self._store, CAGE, key, digest):
                    return answer
                records, ledger = self.write(
                    [act], actor=by, time=time_text(self._clock()), key=key, approved_by=approved_by
                )
                row = key_of(CAGE, key, digest, records[0].sequence, records[-1].sequence)
                try:
                    self._writer.append(Append(records, keys=(row,)))
                except Conflict:
                    self.refresh()
                    continue
                self.keep(records, ledger)
                return Answer(records)
        raise Conflict("too many programs write to the cage at once")

    def write(
        self, acts: Sequence[CageAct], *, actor: str, time: str, key: str = "", approved_by: str = ""
    ) -> tuple[tuple[Record, ...], Ledger]:
        """The next records and ledger; the caller holds the lock until they are kept or given up.

        What is refused may be possible since another pit wrote, so it is looked at again.
        """
        try:
            return self._written(acts, actor, time, key, approved_by)
        except Refused:
            if self._store.head(CAGE) == self.head:
                raise
        self.refresh()
        return self._written(acts, actor, time, key, approved_by)

    def _written(
        self, acts: Sequence[CageAct], actor: str, time: str, key: str, approved_by: str
    ) -> tuple[tuple[Record, ...], Ledger]:
        head, ledger, records = self.head, self.ledger, []
        for act in self._funded(acts):
            ledger = post_act(ledger, act, CAGE)
            payload = write_new(Money(act, key, approved_by))
            record = append_to(head, Draft(CAGE, max(time, self._last_time), actor, "Money", payload))
            records.append(record)
            head = record.head
        return tuple(records), ledger

    def _funded(self, acts: Sequence[CageAct]) -> list[CageAct]:
        """A fill that the vault cannot cover is funded first, because every win is paid."""
        vault = balance(self.ledger, "vault")
        funded: list[CageAct] = []
        for act in acts:
            if isinstance(act, Fill):
                if act.cents > vault:
                    funded.append(Fund(cents=act.cents - vault))
                vault = max(0, vault - act.cents)
            funded.append(act)
        return funded

    def keep(self, records: Sequence[Record], ledger: Ledger) -> None:
        self.ledger = ledger
        self.head, self._last_time = records[-1].head, records[-1].time
