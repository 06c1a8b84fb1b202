"""Whole desks under a seed: two pits, a few tables, people, a virtual clock, and everything that goes wrong.

    python -m tests.chaos.world SEED [STEPS]     runs one seed again and says what happened

Nothing in a world is left to chance but through its seed, so a failing one fails again.
"""

import random
import sys
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from unittest.mock import patch

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage import Cage
from pitboss.desk.cage_acts import (
    BoxExchanged,
    CageAct,
    CapitalIn,
    Deposit,
    TipsCollected,
    TrayOpened,
    Withdraw,
)
from pitboss.desk.desk import Desk
from pitboss.desk.ledger import check_ledgers
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.errors import BadChoice, BadStore, FaultyRecord, LostRace, Refused
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import Record
from pitboss.journal.store import Store
from pitboss.journal.writer import Writer
from pitboss.table import commands as c
from tests.chaos.crowd import next_command
from tests.chaos.faults import (
    APPEND_FAULTS,
    READ_FAULTS,
    ROT,
    SNAPSHOT_ROT,
    FaultyStore,
    Killed,
    Rotten,
    Trap,
)
from tests.chaos.inspector import Journal, TableStream

KEY = bytes(range(32))
LEASE_S = 30.0
GAMES = (
    ("blackjack",),
    ("blackjack", "decks=1", "bar_mid_shoe_entry=yes"),
    ("blackjack", "shuffler=batch", "surrender=early"),
    ("down-under-pa",),
    ("double-back-jack-pa", "shuffler=continuous"),
    ("double-back-jack-pa", "decks=1"),
    ("blackjack-match-nh",),
    ("over-under-pa",),
)
ACCOUNTS = ("ann", "ben", "cho")


class GiveUp(NamedTuple):
    """The floor voids the round."""

    why: str


class NewRules(NamedTuple):
    choices: tuple[str, ...]


class Message(NamedTuple):
    """Something that a client sends, and will send again under the same key until it is answered."""

    table: str
    key: str
    command: c.Command | CageAct | GiveUp | NewRules
    account: str = ""


class Sent:
    """What became of a message, in every copy of it."""

    def __init__(self, message: Message) -> None:
        self.message = message
        self.answers: set[tuple[str, ...]] = set()
        self.unknown = False


class Heard(NamedTuple):
    desk: Desk
    sequences: list[int]


class World:
    def __init__(self, seed: int, inner: Store | None = None) -> None:
        self.rng = random.Random(seed)
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.began = self.now
        self.skew = dict.fromkeys(("east", "west"), timedelta())
        self.happened: dict[str, int] = {}
        self.inner = inner or MemoryStore()
        meanwhile = {"slow": self._dawdle, "overtaken": self._overtake}
        self.store = FaultyStore(self.inner, meanwhile, self._note)
        self.pits: dict[str, Pit] = {}
        self.sent: dict[str, Sent] = {}
        self.waiting: list[Message] = []
        self.ears: list[Heard] = []
        self.tables = self._open_tables()
        self.table_hours = 0.0
        self.rounds = 0
        self.seen = {name: desk.state for name, desk in self.pits["east"].desks.items()}

    # ---- the course of things

    def run(self, steps: int) -> None:
        """With a snapshot every few records, so that most recoveries begin at one."""
        with patch("pitboss.desk.desk.SNAPSHOT_EVERY", 9):
            self._run(steps)

    def _run(self, steps: int) -> None:
        for _ in range(steps):
            self.now += timedelta(seconds=self.rng.uniform(0.5, 8))
            self._step()
        self.table_hours = len(self.tables) * (self.now - self.began).total_seconds() / 3600
        self._settle()
        self._check()

    def _step(self) -> None:
        acts: list[tuple[float, Callable[[], None]]] = [
            (100, self._say_something),
            (130, self._deliver),
            (3, self._repeat),
            (2, self._at_the_cage),
            (1, self._of_the_house),
            (3, self._plan_fault),
            (1, self._jump),
            (1, self._kill_somebody),
            (10, self._restart),
            (1, self._take_over),
            (0.3, self._rot),
            (0.3, self._rot_snapshot),
        ]
        weights = [weight for weight, _ in acts]
        self.rng.choices([act for _, act in acts], weights)[0]()

    def _note(self, what: str) -> None:
        self.happened[what] = self.happened.get(what, 0) + 1

    # ---- people

    def _say_something(self) -> None:
        """Mostly after the last word was answered; the impatient speak on what they saw before."""
        table = self.rng.choice(self.tables)
        if any(message.table == table for message in self.waiting) and self.rng.random() < 0.9:
            return
        command = next_command(self.seen[table], self.rng)
        account = self.rng.choice(("", *ACCOUNTS)) if isinstance(command, c.SitDown) else ""
        self._post(Message(table, f"k{len(self.sent)}", command, account))

    def _at_the_cage(self) -> None:
        account = self.rng.choice(ACCOUNTS)
        cents = self.rng.choice((10_000, 300_000))
        act = self.rng.choice(
            (
                Deposit(account=account, cents=cents),
                Withdraw(account=account, cents=cents),
                CapitalIn(of="cash", cents=cents),
            )
        )
        self._post(Message("cage", f"k{len(self.sent)}", act))

    def _of_the_house(self) -> None:
        """What the floor does with a table: money, rules, a round given up."""
        table = self.rng.choice(self.tables)
        state = self.seen[table]
        act: CageAct | GiveUp | NewRules = self.rng.choice(
            (
                GiveUp("a fire alarm"),
                NewRules((f"decks={self.rng.choice((4, 6, 8))}",)),
                NewRules(("decks=6", "shuffler=continuous")),
                TipsCollected(table=table, cents=max(1, state.tips_cents), electronic=True),
                BoxExchanged(table=table, box="A", next_box="B", cents=state.drop_cents),
                TrayOpened(table=table, cents=self.rng.randrange(10**6, 10**7)),
            )
        )
        self._post(Message(table, f"k{len(self.sent)}", act))

    def _post(self, message: Message) -> None:
        self.sent[message.key] = Sent(message)
        self.waiting.append(message)

    def _repeat(self) -> None:
        if self.sent:
            self.waiting.append(self.sent[self.rng.choice(list(self.sent))].message)
            self._note("repeated")

    # ---- delivery

    def _deliver(self) -> None:
        """Not always in the order sent, and not always to whoever runs the table."""
        if not self.waiting:
            return
        late = self.rng.random() < 0.1
        message = self.waiting.pop(self.rng.randrange(len(self.waiting)) if late else 0)
        pit = self._whose(message.table)
        if pit is not None:
            self._hand_over(message, pit)
        else:
            self.waiting.append(message)

    def _whose(self, table: str) -> Pit | None:
        running = [pit for pit in self.pits.values() if table == "cage" or table in pit.desks]
        return self.rng.choice(running) if running else None

    def _hand_over(self, message: Message, pit: Pit) -> None:
        sent = self.sent[message.key]
        doomed = self.rng.random() < 0.01
        trap = Trap(int(10 ** self.rng.uniform(0, 4))) if doomed else nullcontext()
        try:
            with trap:
                answer = _submit(message, pit)
        except (Refused, BadChoice):
            self._note("refused")
        except (LostRace, BadStore) as error:
            sent.unknown = True
            self._note(type(error).__name__)
        except Killed:
            sent.unknown = True
            self._bury(pit)
        else:
            sent.answers.add(tuple(record.hash for record in answer))
            self._note("accepted")
        if message.table in pit.desks:
            self.seen[message.table] = pit.desks[message.table].state

    # ---- trouble

    def _plan_fault(self) -> None:
        self.store.fault = self.rng.choice(APPEND_FAULTS + READ_FAULTS)

    def _dawdle(self) -> None:
        self.now += timedelta(seconds=self.rng.uniform(0, 3 * LEASE_S))

    def _overtake(self) -> None:
        """Somebody else is quicker at the cage."""
        writer = Writer(self.inner)
        act, key = CapitalIn(of="chips", cents=100), f"k{len(self.sent)}"
        self.sent[key] = sent = Sent(Message("cage", key, act))
        answer = Cage(self.inner, writer, lambda: self.now).submit(act, by="cage", key=key)
        sent.answers.add(tuple(record.hash for record in answer.records))
        writer.close()

    def _jump(self) -> None:
        """The clock of one pit leaps, forth or back."""
        name = self.rng.choice(list(self.skew))
        self.skew[name] += timedelta(seconds=self.rng.choice((-3600, -60, 60, 3600, 90_000)))
        self._note("clock jumped")

    def _kill_somebody(self) -> None:
        if self.pits:
            self._bury(self.rng.choice(list(self.pits.values())))

    def _bury(self, pit: Pit) -> None:
        """What a killed process leaves: claims that it still holds, and a thread that Python must end."""
        self._note("killed")
        self.pits = {name: other for name, other in self.pits.items() if other is not pit}
        fault, self.store.fault = self.store.fault, ""
        pit._writer.close()
        self.store.fault = fault

    def _restart(self) -> None:
        dead = [name for name in self.skew if name not in self.pits]
        if dead:
            name = self.rng.choice(dead)
            try:
                self._pit(name)
            except (Killed, BadStore):
                self._note("died while starting")
                return
            self._note("restarted")
            self._take(name)

    def _take_over(self) -> None:
        if self.pits:
            self._take(self.rng.choice(list(self.pits)))

    def _take(self, name: str) -> None:
        """Whatever table is to be had, is taken; who ran it learns of it when the next append is refused."""
        pit = self.pits[name]
        for table in self.tables:
            try:
                self._listen(pit.take(table))
            except (LostRace, BadStore) as error:
                self._note(type(error).__name__)
            except Killed:
                self._bury(pit)
                return

    def _rot(self) -> None:
        """A record goes bad on the disk: whoever checks says which one, and recovery does not build on it."""
        if not isinstance(self.inner, MemoryStore):
            return
        table = self.rng.choice(self.tables)
        sequence = self.rng.randint(1, self.inner.head(table).sequence)
        how = self.rng.choice(list(ROT))
        with Rotten(self.inner, table, sequence, how, self.rng.randrange(10**6)):
            fault = verify_store(self.inner).fault
            assert fault is not None, (table, sequence, how)
            assert (fault.table, fault.sequence) in ((table, sequence), (table, sequence + 1)), fault
            snapshot = self.inner.snapshot(table)
            if snapshot is None or snapshot.sequence < sequence:
                self._must_not_recover(table)
        fault = verify_store(self.inner).fault
        assert fault is None, fault
        self._note("rotted")

    def _rot_snapshot(self) -> None:
        """A snapshot goes bad: whoever checks says so, and recovery goes by the records alone."""
        table = self.rng.choice(self.tables)
        sound = self.inner.snapshot(table)
        if sound is None or not isinstance(self.inner, MemoryStore):
            return
        before, how = recover(self.inner, table), self.rng.choice(list(SNAPSHOT_ROT))
        self.inner._snapshots[table] = SNAPSHOT_ROT[how](sound, self.rng.randrange(10**6))
        fault = verify_store(self.inner).fault
        assert fault is not None, (table, how)
        assert (fault.table, fault.field.partition(",")[0]) == (table, "snapshot"), fault
        assert recover(self.inner, table) == before
        self.inner._snapshots[table] = sound
        self._note("snapshot rotted")

    def _must_not_recover(self, table: str) -> None:
        try:
            recover(self.inner, table)
        except FaultyRecord:
            return
        raise AssertionError(f"{table} was recovered over a rotten record")

    # ---- pits

    def _pit(self, name: str) -> Pit:
        pit = Pit(
            self.store,
            key=KEY,
            clock=lambda: self.now + self.skew[name],
            entropy=self.rng.randbytes,
            owner=f"{name}-{self.rng.randrange(10**9)}",
            lease_s=LEASE_S,
        )
        self.pits[name] = pit
        return pit

    def _open_tables(self) -> list[str]:
        pit = self._pit("east")
        for number in range(1, 3):
            game, *choices = self.rng.choice(GAMES)
            automate = AUTOMATABLE - {"close insurance"} if self.rng.random() < 0.5 else AUTOMATABLE
            self._listen(pit.open(f"t{number}", game, choose=choices, automate=automate))
        return list(pit.desks)

    def _listen(self, desk: Desk) -> None:
        """Who listens to a desk for as long as it lives hears every record of the table once, in order."""
        heard = Heard(desk, [desk.head.sequence])
        self.ears.append(heard)
        desk.subscribe(lambda records: heard.sequences.extend(record.sequence for record in records))

    # ---- the end

    def _settle(self) -> None:
        """Everything is mended, one pit runs all tables, and what was never answered is sent once more."""
        for pit in list(self.pits.values()):
            self._bury(pit)
        self.store.fault = ""
        self.skew["east"] = max(self.skew.values()) + timedelta(days=2)  # every lease has run out
        pit = self._pit("east")
        for table in self.tables:
            self._listen(pit.take(table))
        for sent in list(self.sent.values()):
            if sent.unknown or sent.message in self.waiting:
                try:
                    sent.answers.add(tuple(record.hash for record in _submit(sent.message, pit)))
                except (Refused, BadChoice):
                    continue

    def _check(self) -> None:
        pit = self.pits["east"]
        for heard in self.ears:
            first, last = heard.sequences[0], heard.sequences[-1]
            assert heard.sequences == list(range(first, last + 1)), heard.desk.table
            if heard.desk in pit.desks.values():
                assert last == heard.desk.head.sequence, heard.desk.table
        journal = Journal(self.inner)
        for key, sent in self.sent.items():
            answers = journal.keys[sent.message.table, key]
            assert answers == len(sent.answers), (key, answers, sent.answers)
            for answer in sent.answers:
                assert journal.hashes.issuperset(answer), key
        assert set(journal.keys) <= {(sent.message.table, key) for key, sent in self.sent.items()}
        for account in ACCOUNTS:
            assert pit.cage.balance(account) == journal.accounts[account]
        register = {entry.table for entry in pit.open_rounds()}
        for name, stream in journal.tables.items():
            _check_table(pit.desks[name], stream, register)
        check_ledgers(
            {
                "cage": pit.cage.book.ledger,
                **{name: desk.desk_state.ledger for name, desk in pit.desks.items()},
            }
        )
        verdict = verify_store(self.inner)
        assert verdict.fault is None, verdict.fault
        self.rounds = verdict.rounds
        pit.close()


def _check_table(desk: Desk, stream: TableStream, register: set[str]) -> None:
    """Money by the auditor, rounds begun and ended, shoes promised and opened."""
    state = desk.state
    for place, cents in stream.auditor.expected.items():
        assert desk.desk_state.ledger.balances.get(place, 0) == cents, (desk.table, place)
    assert stream.begun - stream.ended == (state.phase > 0), desk.table
    assert (desk.table in register) == bool(state.boxes)
    unopened = set(stream.shoes.promised) - stream.shoes.opened
    positions = desk.desk_state.positions
    in_use = {shoe.number for shoe in positions.shoes}
    assert unopened == in_use | {positions.number + 1}, "the next shoe is promised one ahead"


def _submit(message: Message, pit: Pit) -> tuple[Record, ...]:
    if message.table == "cage":
        assert isinstance(message.command, CageAct)
        return pit.cage.submit(message.command, by="cage", key=message.key).records
    desk = pit.desks[message.table]
    match message.command:
        case CageAct():
            return desk.move_money(message.command, by="floor", key=message.key).records
        case GiveUp():
            return desk.void_round(by="floor", why=message.command.why, key=message.key).records
        case NewRules():
            choices = message.command.choices
            return desk.change_rules(choices, by="floor", why="trial", key=message.key).records
    return desk.submit(message.command, key=message.key, account=message.account).records


def again(seed: int, steps: int) -> str:
    return f"python -m tests.chaos.world {seed} {steps}"


def main() -> None:
    seed, steps = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 300
    world = World(seed)
    try:
        world.run(steps)
    finally:
        print(world.happened)
    print(f"seed {seed}: {world.rounds} rounds, {world.table_hours:.1f} table hours, all as it should be")


if __name__ == "__main__":
    main()
