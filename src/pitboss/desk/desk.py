"""A running table: commands in, records out, durable before anybody is told."""

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import RLock
from typing import NamedTuple

from pitboss.desk.automation import House
from pitboss.desk.bank import CageAct, check_table
from pitboss.desk.cage import MOST_TRIES, Cage
from pitboss.desk.desk_state import VIRTUAL, Standing, check_between_rounds, snapshot_text, with_rules
from pitboss.desk.hidden_cards import Faces, read_orders, unreadable
from pitboss.desk.idempotency import (
    Answer,
    check_key,
    command_digest,
    digest_of,
    first_answer,
    key_of,
    text_digest,
)
from pitboss.desk.interrupted_rounds import OpenRound, lost_events, open_round, void_events
from pitboss.desk.payloads import Money, RulesChanged, ShoeLost
from pitboss.desk.recovery import recover
from pitboss.desk.transaction import Tools, Work
from pitboss.errors import Conflict, Fenced, LostRace, Refused
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
"""Records, so that recovery never folds more than these."""
MOST_REFUSALS = 1_000
log = logging.getLogger("pitboss.desk")

Clock = Callable[[], datetime]
Told = Callable[[tuple[Record, ...]], None]


class Room(NamedTuple):
    """What all desks of a pit share."""

    store: Store
    writer: Writer
    cage: Cage
    clock: Clock
    tools: Tools
    lease_us: int


class Desk:
    """One table. Every method may be called from any thread."""

    def __init__(self, room: Room, claim: Claim, standing: Standing, head: Head) -> None:
        self.table = claim.table
        self.standing = standing
        self.head = head
        self._room = room
        self._claim = claim
        self._lock = RLock()
        self._unsure = False
        self._fenced = False
        self._subscribers: list[Told] = []
        self._told = head.sequence
        """The last record that subscribers have heard of."""
        self._refused: dict[str, tuple[str, Refused]] = {}
        self._lost: list[int] = []
        """Shoes in play whose order cannot be read."""
        self._faces = Faces({})
        self._house = House(self._faces)
        self._read_faces()

    # ---- what a server asks

    @property
    def state(self) -> Table:
        return self.standing.state

    @property
    def rules(self) -> str:
        """The hash of rulebook, options and readings in force."""
        return self.standing.rules

    def view(self, who: Person) -> View:
        return view(self.state, who)

    def options(self, who: Person) -> Options:
        return options(self.state, who)

    def next_acts(self) -> tuple[NextAct, ...]:
        return next_acts(self.state)

    def open_round(self) -> OpenRound | None:
        return open_round(self.standing)

    def subscribe(self, told: Told) -> Callable[[], None]:
        """Every record from here on, in order, once it is durable; call what is given back to stop."""
        with self._lock:
            self._subscribers.append(told)
        return lambda: self._subscribers.remove(told)

    # ---- what people do

    def submit(self, command: c.Command, *, key: str, account: str = "", actor: str = "") -> Answer:
        """Carry a command out, and what the house does after it; Refused when the table does not take it."""
        who = actor or person_text(command.by)  # type: ignore[attr-defined]

        def make(work: Work) -> None:
            work.command(command, actor=who, key=key, account=account)
            work.house(self._house)

        self.tick()
        return self._transact(key, command_digest(command, account), make)

    def tick(self) -> None:
        """What the house owes although nobody asked: the hour, fresh decks, acts cut short by a crash."""
        with self._lock:
            self._be_sure()
            if self._house.next_act(self.standing, self._room.clock()) is not None:
                self._write(lambda work: work.house(self._house))

    def change_rules(self, choices: Sequence[str], *, by: str, why: str, key: str) -> Answer:
        """Other options and readings from the next round on; refused during one."""

        def make(work: Work) -> None:
            before = work.standing
            check_between_rounds(before.state)
            work.standing = after = with_rules(before, choices)
            told = RulesChanged(before.choices, after.choices, before.rules, after.rules, why, key)
            work.write("RulesChanged", told, actor=by)
            work.change_shoes(before.track)
            work.house(self._house)

        return self._transact(key, text_digest("rules", *choices, why), make)

    def void_round(self, *, by: str, why: str, key: str) -> Answer:
        """Give the round up: what is not decided comes back."""

        def make(work: Work) -> None:
            work.interrupt(void_events(work.standing.state), why, actor=by, key=key)
            work.house(self._house)

        return self._transact(key, text_digest("void", why), make)

    def move_money(self, act: CageAct, *, by: str, key: str) -> Answer:
        """A fill, a credit, a count, the drop or the tips of this table."""

        def make(work: Work) -> None:
            work.move_money(act, actor=by, key=key)

        return self._transact(key, digest_of(Money(act)), make)

    def close(self) -> None:
        """Leave the table as it stands, for whoever takes it next."""
        with self._lock:
            self._fenced = True
            self._room.store.release(self._claim)

    def keep_claim(self) -> None:
        """Renew the lease, so that nobody takes the table over."""
        now_us = micros(self._room.clock())
        if now_us > self._claim.until_us - self._room.lease_us // 2:
            self._claim = self._room.store.renew(self._claim, now_us, self._room.lease_us)

    def mend(self, lost_by: str = "") -> None:
        """After a crash the house goes on; cards that cannot be read are given up on somebody's word only."""
        with self._lock:
            if lost := self._lost:
                if not lost_by:
                    raise unreadable(self.table, lost, self._room.store.secrets(self.table))
                self._write(lambda work: _give_up(work, lost, lost_by))
                self._lost = []
        self.tick()

    # ---- one transaction

    def _transact(self, key: str, digest: str, make: Callable[[Work], None]) -> Answer:
        check_key(key)
        with self._lock:
            self._be_sure()
            if key in self._refused and self._refused[key][0] == digest:
                raise self._refused[key][1]
            try:
                return self._write(make, key, digest)
            except (Refused, Conflict) as error:
                if answer := first_answer(self._room.store, self.table, key, digest):
                    return answer
                if isinstance(error, Refused):
                    self._remember(key, digest, error)
                raise

    def _remember(self, key: str, digest: str, refused: Refused) -> None:
        if len(self._refused) >= MOST_REFUSALS:
            self._refused.pop(next(iter(self._refused)))
        self._refused[key] = (digest, refused)

    def _write(self, make: Callable[[Work], None], key: str = "", digest: str = "") -> Answer:
        for _ in range(MOST_TRIES):
            work = Work(self.standing, self._faces, self._room.tools, self._room.clock())
            make(work)
            work.flush()
            check_table(work.standing.book, work.standing.state)
            try:
                return self._commit(work, key, digest)
            except Conflict:
                self._after_conflict(key)
        raise Conflict(f"{self.table}: the cage is written to by too many at once")

    def _after_conflict(self, key: str) -> None:
        """The key was used before, or records are there that we do not know; or the cage has moved on."""
        if self._room.store.head(self.table) != self.head:
            self._unsure = True
            raise Conflict(f"{self.table} has changed")
        if key and self._room.store.find_key(self.table, key) is not None:
            raise Conflict(f"the key {key!r} was used before")
        self._room.cage.refresh()

    def _commit(self, work: Work, key: str, digest: str) -> Answer:
        self._stay()
        records, head = self._chained(work)
        keys = (key_of(self.table, key, digest, records[0].sequence, head.sequence),) if key else ()
        batch = Append(
            records, keys, (self._claim,), tuple(work.seal), tuple(work.unseal), self._snapshots(work, head)
        )
        try:
            self._append(batch, work)
        except Fenced:
            self._fenced = True
            raise
        except LostRace:
            raise
        except BaseException:
            self._unsure = True
            raise
        self._keep(work, head)
        self._tell(records)
        return Answer(records)

    def _stay(self) -> None:
        try:
            self.keep_claim()
        except Fenced:
            self._fenced = True
            raise

    def _append(self, batch: Append, work: Work) -> None:
        if not work.cage_acts:
            self._room.writer.append(batch)
            return
        cage = self._room.cage
        with cage.lock:
            records, book = cage.write(work.cage_acts, actor=batch.records[0].actor, time=work.time)
            self._room.writer.append(batch._replace(records=(*batch.records, *records)))
            cage.keep(records, book)

    def _chained(self, work: Work) -> tuple[tuple[Record, ...], Head]:
        head, records = self.head, []
        for draft in work.drafts:
            record = append_to(head, draft)
            records.append(record)
            head = record.head
        return tuple(records), head

    def _snapshots(self, work: Work, head: Head) -> tuple[Snapshot, ...]:
        if head.sequence // SNAPSHOT_EVERY == self.head.sequence // SNAPSHOT_EVERY:
            return ()
        return (Snapshot(self.table, *head, snapshot_text(work.standing)),)

    def _keep(self, work: Work, head: Head) -> None:
        self.standing, self.head = work.standing, head
        unopened = {shoe.number for shoe in self.standing.track.shoes}
        for number in set(self._faces.orders) - unopened:
            del self._faces.orders[number]

    def _tell(self, records: tuple[Record, ...]) -> None:
        self._told = records[-1].sequence
        for told in tuple(self._subscribers):
            try:
                told(records)
            except Exception:  # the command is durable, and its sender must hear so
                log.exception("a subscriber of table %s failed at record %d", self.table, self._told)

    # ---- after something went wrong

    def _be_sure(self) -> None:
        """Whether the last append was written is not always known: then the journal itself is asked."""
        if self._fenced:
            raise Fenced(f"{self.table} is run by somebody else")
        if self._unsure:
            self.standing, self.head = recover(self._room.store, self.table)
            self._room.cage.refresh()
            self._read_faces()
            untold = tuple(self._room.store.read(self.table, self._told, self.head.sequence))
            self._unsure = False
            if untold:
                self._tell(untold)

    def _read_faces(self) -> None:
        self._lost = []
        if self.standing.cards != VIRTUAL:
            return
        secrets = self._room.store.secrets(self.table)
        orders, self._lost = read_orders(self.standing.track, secrets, self._room.tools.key)
        self._faces.forget()
        self._faces.orders.update(orders)


def _give_up(work: Work, lost: Sequence[int], by: str) -> None:
    before = work.standing.track
    why = "the sealed order cannot be read"
    for number in lost:
        work.write("ShoeLost", ShoeLost(number, why), actor=by)
    work.interrupt(lost_events(work.standing.state), why, actor=by)
    work.change_shoes(before, lost)


def micros(now: datetime) -> int:
    return round(now.timestamp() * 1_000_000)


def utc_now() -> datetime:
    return datetime.now(UTC)
