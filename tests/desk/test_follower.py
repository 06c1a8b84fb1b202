"""Following a journal: each record is checked once, what is changed later is found, other tables go on."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from pitboss.desk.cage_acts import Deposit
from pitboss.desk.follower import JournalFollower, Progress
from pitboss.errors import FaultyRecord
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.desk.drive import Guest, new_pit

ALL = 1_000_000


class CountingStore(MemoryStore):
    """Counts the records that are read."""

    reads = 0

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        for record in super().read(table, after, upto):
            type(self).reads += 1
            yield record


@dataclass
class Floor:
    """Two tables that people play at while the journal is followed."""

    store: CountingStore = field(default_factory=CountingStore)

    def __post_init__(self) -> None:
        self.pit = new_pit(self.store)
        self.guests = []
        for number in (1, 2):
            account = f"guest {number}"
            self.pit.cage.submit(Deposit(account=account, cents=500_000), by="cashier", key=f"d{number}")
            guest = Guest(self.pit.open(f"t{number}", "blackjack"), number)
            guest.do(c.SitDown(by=player(1), chips_cents=400_000), account=account)
            guest.until_bets()
            self.guests.append(guest)
        self.follower = JournalFollower(self.store, self.store.heads)

    def play(self, rounds: int = 3) -> None:
        for guest in self.guests:
            for _ in range(rounds):
                guest.play_round()

    def advance(self, reread: int = 0) -> Progress:
        return self.follower.advance(ALL, reread)

    def level(self) -> Progress:
        """Followed until nothing is left to check."""
        for _ in range(100):
            progress = self.advance()
            if progress.faults or not progress.behind:
                return progress
        raise AssertionError("it never gets there")

    def change(self, table: str, sequence: int) -> None:
        """Another payment in this record; its hash stays as it was."""
        records: list[Record] = self.store._streams[table]
        old = records[sequence - 1]
        records[sequence - 1] = Record(
            old.table, old.sequence, old.time, old.actor, old.kind, old.payload.replace("1", "2", 1),
            old.previous, old.hash,
        )  # fmt: skip


@pytest.fixture
def floor() -> Floor:
    return Floor()


def test_a_sound_journal_is_followed_and_read_once(floor: Floor) -> None:
    floor.play()
    assert floor.level().faults == ()
    CountingStore.reads = 0
    floor.play(1)
    before = floor.level()
    new = CountingStore.reads
    assert before.faults == ()
    assert before.verified == sum(head.sequence for head in floor.store.heads().values())
    assert 0 < new < before.verified / 2
    floor.advance()
    assert CountingStore.reads == new


def test_a_record_changed_before_it_was_checked_is_named(floor: Floor) -> None:
    floor.level()
    floor.play()
    first = floor.store.head("t1").sequence - 5
    floor.change("t1", first)
    (fault,) = floor.level().faults
    assert (fault.table, fault.sequence) == ("t1", first)


def test_a_record_changed_after_it_was_checked_is_named_too(floor: Floor) -> None:
    floor.play()
    floor.level()
    floor.change("t2", 4)
    faults: list[FaultyRecord] = []
    for _ in range(200):
        faults += floor.advance(reread=7).faults
    assert [(fault.table, fault.sequence, fault.field) for fault in faults] == [("t2", 4, "hash")]


def test_other_tables_are_followed_on_after_a_fault(floor: Floor) -> None:
    floor.play()
    floor.change("t1", 3)
    assert [fault.table for fault in floor.level().faults] == ["t1"]
    floor.play()
    floor.change("t2", floor.store.head("t2").sequence)
    assert [fault.table for fault in floor.level().faults] == ["t2"]


def test_records_cut_off_the_end_are_missed(floor: Floor) -> None:
    floor.play()
    floor.level()
    floor.store._streams["t1"] = floor.store._streams["t1"][:-3]
    (fault,) = floor.advance().faults
    assert (fault.table, fault.sequence) == ("t1", floor.store.head("t1").sequence + 1)
