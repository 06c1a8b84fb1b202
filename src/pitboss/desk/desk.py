"""A running table: commands come in, records go out, and are on disk before anyone is told."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import RLock
from typing import NamedTuple

from pitboss.desk.automation import HouseAutopilot
from pitboss.desk.beacon import is_overdue
from pitboss.desk.cage import MOST_TRIES, Cage
from pitboss.desk.cage_acts import CageAct
from pitboss.desk.chip_moves import check_table
from pitboss.desk.correction import Correction, decide_again, find_keyed
from pitboss.desk.desk_state import (
    SNAPSHOT_SHAPE,
    VIRTUAL,
    DeskState,
    check_between_rounds,
    check_tray_allows,
    snapshot_sha256,
    snapshot_text,
    tray_for,
    with_rules,
)
from pitboss.desk.hidden_cards import HiddenCards, read_hidden, unreadable
from pitboss.desk.idempotency import (
    Answer,
    answer_under,
    check_key,
    command_digest,
    correction_digest,
    digest_of,
    first_answer,
    key_of,
    offer_digest,
    reveal_digest,
    text_digest,
)
from pitboss.desk.interrupted_rounds import OpenRound, lost_events, open_round, void_events
from pitboss.desk.payloads import (
    Money,
    Payload,
    PutBack,
    RulesChanged,
    SeedOffered,
    SeedRevealed,
    ShoeLost,
    SnapshotTaken,
)
from pitboss.desk.recovery import log_records, read_log, recover
from pitboss.desk.round_log import LoggedRound, RoundLog
from pitboss.desk.seed_rules import SEEDS_AWAITED, is_too_late
from pitboss.desk.seed_state import is_unfixed, waits_for_order
from pitboss.desk.time_text import time_text
from pitboss.desk.transaction import ShoeSecurity, Transaction
from pitboss.desk.trays import EARLIER
from pitboss.errors import Conflict, Fenced, LostRace, Refused
from pitboss.journal.high_water import HighWater
from pitboss.journal.records import Head, Record, append_to
from pitboss.journal.store import Append, Claim, Snapshot, Store
from pitboss.journal.writer import Writer
from pitboss.table import commands as c
from pitboss.table.notation import person_text
from pitboss.table.options import Options, options
from pitboss.table.people import Person
from pitboss.table.state import Table
from pitboss.table.view import NextAct, View, next_acts, view

SNAPSHOT_EVERY = 250
"""Records between snapshots: recovery never reads more than this many."""
MOST_REFUSALS = 1_000
"""Refusals that are remembered, so that a repeated command gets the same answer."""
log = logging.getLogger("pitboss.desk")

Clock = Callable[[], datetime]
Subscriber = Callable[[tuple[Record, ...]], None]


class PitResources(NamedTuple):
    """What all desks of a pit share."""

    store: Store
    writer: Writer
    cage: Cage
    clock: Clock
    security: ShoeSecurity
    lease_us: int
    marks: HighWater | None = None
    """What was written, noted outside the store."""


class Desk:
    """One table. Every method may be called from any thread."""

    def __init__(self, room: PitResources, claim: Claim, desk_state: DeskState, head: Head) -> None:
        self.table = claim.table
        self.desk_state = desk_state
        self.head = head
        self._pit = room
        self._claim = claim
        self._lock = RLock()
        self._unsure = False
        self._fenced = False
        self._subscribers: list[Subscriber] = []
        self._last_sent = head.sequence
        """The last record that subscribers were sent."""
        self._last_time = self._time_of_head()
        self._refused: dict[str, tuple[str, Refused]] = {}
        self._missing = None if room.marks is None else room.marks.missing(room.store, claim.table)
        """A record that was written and is no longer there: the journal was put back."""
        self._lost: list[int] = []
        """Shoes in play whose order cannot be read, or is known."""
        self._hidden_cards = HiddenCards({})
        self._autopilot = HouseAutopilot(self._hidden_cards)
        self._read_hidden_cards()
        self._log: RoundLog | None = None
        """Read when it is first asked for."""

    # ---- queries

    @property
    def state(self) -> Table:
        return self.desk_state.state

    @property
    def rules(self) -> str:
        """The hash of the rules in force."""
        return self.desk_state.rules

    def view(self, who: Person) -> View:
        return view(self.state, who)

    def options(self, who: Person) -> Options:
        return options(self.state, who)

    def next_acts(self) -> tuple[NextAct, ...]:
        return next_acts(self.state)

    def open_round(self) -> OpenRound | None:
        return open_round(self.desk_state)

    def last_rounds(self) -> tuple[LoggedRound, ...]:
        """The round before and the one under way with their acts, where a person keys them."""
        with self._lock:
            log = self._rounds()
            rounds = (*tuple(log.past)[-1:], log.under_way)
            return tuple(logged for logged in rounds if logged is not None)

    def keyed(self, record: int, act: int) -> c.Command:
        """What was keyed there and can be corrected; Refused when nothing was."""
        with self._lock:
            return find_keyed(self._rounds(), record, act).command

    def subscribe(self, subscriber: Subscriber) -> Callable[[], None]:
        """Send every record from now on, in order, once it is on disk; the function returned ends it."""
        with self._lock:
            self._subscribers.append(subscriber)
        return lambda: self._subscribers.remove(subscriber)

    # ---- commands

    def submit(
        self, command: c.Command, *, key: str, account: str = "", actor: str = "", seen: int | None = None
    ) -> Answer:
        """Carry out a command and what the house does after it; Refused when the rules do not allow it.

        With `seen`, the last record that the sender knew, it is refused once there is a later one.
        """
        who = actor or person_text(command.by)  # type: ignore[attr-defined]

        def make(transaction: Transaction) -> None:
            self._check_seen(seen)
            check_tray_allows(transaction.desk_state, command)
            transaction.command(command, actor=who, key=key, account=account)
            transaction.run_house(self._autopilot)

        self.tick()
        try:
            return self._transact(key, command_digest(command, account), make)
        except Refused as refused:
            if refused.reason == SEEDS_AWAITED:
                self._ask_for_seeds()
            raise

    def tick(self) -> None:
        """What the house does without a command: the hour, fresh decks, seeds, what a crash interrupted."""
        with self._lock:
            self._resync()
            now = self._pit.clock()
            if self._seeds_go_on(now) or self._autopilot.next_act(self.desk_state, now) is not None:
                self._write(lambda transaction: transaction.run_house(self._autopilot))

    # ---- seeds

    def offer_seed(self, seat: int, commitment: str, *, key: str, by: str = "") -> Answer:
        """A player commits to a seed for the shoes to come."""
        payload = SeedOffered(seat, commitment, key)

        def make(transaction: Transaction) -> None:
            transaction.offer_seed(payload, actor=by or f"p{seat}")

        return self._transact(key, offer_digest(seat, commitment), make)

    def reveal_seed(self, shoe: int, seat: int, seed: str, next: str, *, key: str, by: str = "") -> Answer:
        """A player's seed for a shoe, and the commitment to the next; the table goes on when all are in."""
        payload = SeedRevealed(shoe, seat, seed, next, key)

        def make(transaction: Transaction) -> None:
            transaction.reveal_seed(payload, actor=by or f"p{seat}")
            transaction.run_house(self._autopilot)

        return self._transact(key, reveal_digest(shoe, seat, seed), make)

    def _ask_for_seeds(self) -> None:
        with self._lock:
            self._resync()
            seeds = self.desk_state.seeds
            if seeds.asking is None and is_unfixed(seeds, self.desk_state.positions):
                self._write(_ask)

    def _seeds_go_on(self, now: datetime) -> bool:
        """Whether seeds are to be asked for, are all in, or were withheld."""
        desk_state, asking = self.desk_state, self.desk_state.seeds.asking
        if desk_state.cards != VIRTUAL:
            return False
        if not desk_state.seeds.commitment(desk_state.positions.number + 1):
            return True
        if asking is None:
            return waits_for_order(desk_state.state, desk_state.seeds, desk_state.positions)
        if asking.missing:
            return is_too_late(asking, time_text(now))
        chain, source = desk_state.seeds.beacon(desk_state.positions.number), self._pit.security.beacon
        if chain is None or is_overdue(chain, asking.beacon_round, time_text(now)):
            return True
        return source is not None and source.chain == chain and source.pulse(asking.beacon_round) is not None

    def change_rules(self, choices: Sequence[str], *, by: str, why: str, key: str) -> Answer:
        """Other options and readings from the next round on; refused during a round."""

        def make(transaction: Transaction) -> None:
            before = transaction.desk_state
            check_between_rounds(before.state)
            transaction.desk_state = after = with_rules(before, choices)
            payload = RulesChanged(before.choices, after.choices, before.rules, after.rules, why, key)
            transaction.write("RulesChanged", payload, actor=by)
            transaction.change_shoes(before)
            transaction.run_house(self._autopilot)

        return self._transact(key, text_digest("rules", *choices, why), make)

    def void_round(self, *, by: str, why: str, key: str, seen: int | None = None) -> Answer:
        """Give the round up: every undecided wager is returned."""

        def make(transaction: Transaction) -> None:
            self._check_seen(seen)
            transaction.interrupt(void_events(transaction.desk_state.state), why, actor=by, key=key)
            transaction.run_house(self._autopilot)

        return self._transact(key, text_digest("void", why), make)

    def correct(self, correction: Correction, *, by: str, key: str) -> Answer:
        """What was keyed wrongly is put right, and everything after it decided again."""

        def make(transaction: Transaction) -> None:
            payload = decide_again(self._rounds(), transaction.desk_state, correction, key=key)
            transaction.correct(payload, actor=by)
            transaction.run_house(self._autopilot)

        return self._transact(key, correction_digest(*correction), make)

    def move_money(self, act: CageAct, *, by: str, key: str, approved_by: str = "") -> Answer:
        """A fill, a credit, a count, or the collection of the drop or the tips."""

        def make(transaction: Transaction) -> None:
            transaction.move_money(act, actor=by, key=key, approved_by=approved_by)

        return self._transact(key, digest_of(Money(act)), make)

    def close(self) -> None:
        """Release the table as it is, for whoever takes it over."""
        with self._lock:
            self._fenced = True
            self._pit.store.release(self._claim)

    def keep_claim(self) -> None:
        """Renew the lease, so that no other program takes the table over."""
        now_us, lease_us = micros(self._pit.clock()), self._pit.lease_us
        if not lease_us // 2 <= self._claim.until_us - now_us <= lease_us:  # more, after a clock was set back
            self._claim = self._pit.store.renew(self._claim, now_us, lease_us)

    @property
    def claim(self) -> Claim:
        return self._claim

    def claim_was_renewed(self, claim: Claim) -> None:
        """Somebody renewed it together with others."""
        self._claim = claim

    def resume(self, lost_by: str = "") -> None:
        """Continue after a restart; a shoe that cannot be read is given up only in the name of `lost_by`."""
        with self._lock:
            if self.desk_state.tray == EARLIER:
                self._write(lambda transaction: transaction.set_tray(tray_for(self.desk_state.cards)))
            if self._missing is not None:
                self._shuffle_again(self._missing)
            elif lost := self._lost:
                if not lost_by:
                    raise unreadable(self.table, lost, self._pit.store.secrets(self.table))
                why = "the sealed order cannot be read"
                self._write(lambda transaction: _give_up(transaction, lost, lost_by, why))
                self._lost = []
        self.tick()

    def _shuffle_again(self, missing: Head) -> None:
        """Cards that were dealt in records that are gone are known: no more is dealt from those shoes."""
        shoes = _unopened(self.desk_state) if self._has_shoe else []
        why = f"the journal was put back: record {missing.sequence} had been written"

        def begin_anew(transaction: Transaction) -> None:
            transaction.write_seeds("PutBack", PutBack(*missing))
            if shoes:
                _give_up(transaction, shoes, "house", why)

        self._write(begin_anew)
        self._missing, self._lost = None, []

    @property
    def _has_shoe(self) -> bool:
        return self.desk_state.cards == VIRTUAL

    def answer_under(self, key: str, is_same: Callable[[Payload], bool]) -> Answer | None:
        """What was done under this key, if it is what is asked for again; Refused when it is not."""
        return answer_under(self._pit.store, self.table, key, is_same)

    def _check_seen(self, seen: int | None) -> None:
        if seen is not None and seen != self.head.sequence:
            raise Refused("moved_on", "The table has moved on since then. This was not done.")

    # ---- one transaction

    def _transact(self, key: str, digest: str, make: Callable[[Transaction], None]) -> Answer:
        check_key(key)
        with self._lock:
            self._resync()
            if key in self._refused and self._refused[key][0] == digest:
                raise self._refused[key][1]
            try:
                return self._write(make, key, digest)
            except (Refused, Conflict) as error:
                if answer := first_answer(self._pit.store, self.table, key, digest):
                    return answer
                if isinstance(error, Refused) and error.reason != SEEDS_AWAITED:
                    self._remember(key, digest, error)
                raise

    def _remember(self, key: str, digest: str, refused: Refused) -> None:
        if len(self._refused) >= MOST_REFUSALS:
            self._refused.pop(next(iter(self._refused)))
        self._refused[key] = (digest, refused)

    def _write(self, make: Callable[[Transaction], None], key: str = "", digest: str = "") -> Answer:
        for _ in range(MOST_TRIES):
            transaction = Transaction(
                self.desk_state, self._hidden_cards, self._pit.security, self._pit.clock(), self._last_time
            )
            make(transaction)
            transaction.flush()
            if not transaction.drafts:  # what is due waits for a fill
                return Answer(())
            check_table(transaction.desk_state.ledger, transaction.desk_state.state)
            try:
                return self._commit(transaction, key, digest)
            except Conflict:
                self._after_conflict(key)
        raise Conflict(f"table {self.table}: too many programs write to the cage at once")

    def _after_conflict(self, key: str) -> None:
        """The key was used before, or there are records this desk does not know, or the cage has changed."""
        if self._pit.store.head(self.table) != self.head:
            self._unsure = True
            raise Conflict(f"table {self.table} has changed")
        if key and self._pit.store.find_key(self.table, key) is not None:
            raise Conflict(f"the key {key!r} was used before")
        self._pit.cage.refresh()

    def _commit(self, transaction: Transaction, key: str, digest: str) -> Answer:
        self._renew()
        snapshot = self._snapshot(transaction)
        records, head = self._chained(transaction)
        keys = (key_of(self.table, key, digest, records[0].sequence, head.sequence),) if key else ()
        batch = Append(
            records,
            keys,
            (self._claim,),
            tuple(transaction.seal),
            tuple(transaction.unseal),
            (Snapshot(self.table, *head, snapshot),) if snapshot else (),
        )
        try:
            self._append(batch, transaction)
        except Fenced:
            self._fenced = True
            raise
        except LostRace:
            raise
        except BaseException:
            self._unsure = True
            raise
        if self._log is not None:
            log_records(self._log, self.desk_state, records)
        self._accept(transaction, head)
        self._last_time = records[-1].time
        self._send(records)
        return Answer(records)

    def _renew(self) -> None:
        try:
            self.keep_claim()
        except Fenced:
            self._fenced = True
            raise

    def _append(self, batch: Append, transaction: Transaction) -> None:
        if not transaction.cage_acts:
            self._pit.writer.append(batch)
            return
        cage = self._pit.cage
        with cage.lock:
            records, book = cage.write(
                transaction.cage_acts, actor=batch.records[0].actor, time=transaction.time
            )
            self._pit.writer.append(batch._replace(records=(*batch.records, *records)))
            cage.keep(records, book)

    def _chained(self, transaction: Transaction) -> tuple[tuple[Record, ...], Head]:
        head, records = self.head, []
        for draft in transaction.drafts:
            record = append_to(head, draft)
            records.append(record)
            head = record.head
        return tuple(records), head

    def _snapshot(self, transaction: Transaction) -> str:
        """The text of a snapshot where one is due; its hash is the last record of the transaction."""
        last = self.head.sequence + len(transaction.drafts)
        if last // SNAPSHOT_EVERY == self.head.sequence // SNAPSHOT_EVERY:
            return ""
        text = snapshot_text(transaction.desk_state)
        transaction.write("SnapshotTaken", SnapshotTaken(snapshot_sha256(text), SNAPSHOT_SHAPE))
        return text

    def _accept(self, transaction: Transaction, head: Head) -> None:
        self.desk_state, self.head = transaction.desk_state, head
        positions = self.desk_state.positions
        self._hidden_cards.keep({shoe.number for shoe in positions.shoes}, positions.number)

    def _time_of_head(self) -> str:
        (last,) = self._pit.store.read(self.table, self.head.sequence - 1, self.head.sequence)
        return last.time

    def _send(self, records: tuple[Record, ...]) -> None:
        self._last_sent = records[-1].sequence
        for subscriber in tuple(self._subscribers):
            try:
                subscriber(records)
            except Exception:  # the command is on disk, and its sender must be told so
                log.exception("a subscriber of table %s failed at record %d", self.table, self._last_sent)

    # ---- after a failure

    def _resync(self) -> None:
        """After a failed append it is not known whether it was written: read the journal again."""
        if self._fenced:
            raise Fenced(f"table {self.table} is run by another program")
        if self._unsure:
            self.desk_state, self.head = recover(self._pit.store, self.table)
            self._last_time = self._time_of_head()
            self._pit.cage.refresh()
            self._read_hidden_cards()
            self._log = None
            unsent = tuple(self._pit.store.read(self.table, self._last_sent, self.head.sequence))
            self._unsure = False
            if unsent:
                self._send(unsent)

    def _rounds(self) -> RoundLog:
        if self._log is None:
            self._log = read_log(self._pit.store, self.table)
        return self._log

    def _read_hidden_cards(self) -> None:
        self._lost = []
        if self.desk_state.cards != VIRTUAL:
            return
        secrets = self._pit.store.secrets(self.table)
        hidden_cards, self._lost = read_hidden(self.desk_state, secrets, self._pit.security.key)
        self._hidden_cards.forget()
        self._hidden_cards.orders.update(hidden_cards.orders)
        self._hidden_cards.seeds.update(hidden_cards.seeds)


def _give_up(transaction: Transaction, lost: Sequence[int], by: str, why: str) -> None:
    before = transaction.desk_state
    for number in lost:
        transaction.write_seeds("ShoeLost", ShoeLost(number, why), actor=by)
    if any(shoe.number in lost for shoe in before.positions.shoes):
        transaction.interrupt(lost_events(before.state), why, actor=by)
        transaction.change_shoes(before, lost)


def _unopened(desk_state: DeskState) -> list[int]:
    """The shoes in play, and the one whose seed was committed to ahead."""
    numbers = {shoe.number for shoe in desk_state.positions.shoes}
    return sorted(numbers | {seed.shoe for seed in desk_state.seeds.house})


def _ask(transaction: Transaction) -> None:
    transaction.fix_order()


def micros(now: datetime) -> int:
    return round(now.timestamp() * 1_000_000)


def utc_now() -> datetime:
    return datetime.now(UTC)
