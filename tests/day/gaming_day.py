"""A gaming day by chance: a cage, tables with real and electronic chips, two servers of which any may die.

    python -m tests.day.gaming_day SEED [ACTS]     runs one seed again and says what happened

After every act the reconciler reads the raw records that are new and holds the ledgers against its counts.
What the day tries is predicted from those counts: what should be done is done, the rest moves nothing.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage import Cage
from pitboss.desk.cage_acts import CageAct
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED, VIRTUAL
from pitboss.desk.idempotency import Answer
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput, LostRace, Refused
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import Record
from pitboss.journal.store import Append
from pitboss.table import commands as c
from tests.day.cage_people import CagePeople
from tests.day.reconciler import CAGE, Reconciler
from tests.day.table_people import TablePeople
from tests.desk.drive import ATTENDED, Hands, new_pit
from tests.desk.keyed_shift import BY_HAND

LEASE_H = 11 / 3600
KILLS = 0.03
FAILOVERS = 0.01
TABLES = (
    ("e1", "blackjack", VIRTUAL, "automatic"),
    ("e2", "down-under-pa", VIRTUAL, "automatic"),
    ("r1", "blackjack", KEYED, "by hand"),
    ("r2", "over-under-pa", KEYED, "by hand"),
    ("r3", "blackjack-match-nh", KEYED, "by hand"),
    ("m1", "double-back-jack-pa", VIRTUAL, "by hand"),
)
"""Name, game, cards and tray."""
NOT_DONE = (Refused, BadInput, TypeError)


class Killed(Exception):
    """The server died in this write."""


class MortalStore(MemoryStore):
    """A store whose next write may be the last of whoever writes: it is made or not, and nobody is told."""

    def __init__(self) -> None:
        super().__init__()
        self.armed = ""

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        armed, self.armed = self.armed, ""
        if armed == "before":
            raise Killed
        outcomes = super().append_all(batches)
        if armed == "after":
            raise Killed
        return outcomes


class GamingDay:
    def __init__(self, seed: int, *, acts: int = 120, kills: float = KILLS) -> None:
        self.rng = random.Random(seed)
        self.clock = Hands()
        self.store = MortalStore()
        self.pits: list[Pit] = [new_pit(self.store, owner=f"server-{at}", clock=self.clock) for at in (0, 1)]
        self.reconciler = Reconciler()
        self.seen: Counter[str] = Counter()
        """What happened, by its name."""
        self._acts, self._kills, self._keys, self._servers = acts, kills, count(1), count(2)
        self._runs: dict[str, int] = {}
        self._acting = 0
        self._last: tuple[Callable[[], Answer], int] | None = None
        self.cage_people = CagePeople(self)
        self.tables = {name: self._open(at, *told) for at, (name, *told) in enumerate(TABLES)}

    def _open(self, at: int, game: str, cards: str, tray: str) -> TablePeople:
        name = TABLES[at][0]
        automate = BY_HAND - {"close insurance"} if cards == KEYED else AUTOMATABLE - ATTENDED
        self._runs[name] = at % 2
        self.pits[at % 2].open(name, game, cards=cards, automate=automate, tray=tray)
        self.reconcile()
        return TablePeople(self, name, self.rng.randrange(10**6))

    # ---- the day

    def run(self, shifts: int = 3) -> None:
        for shift in range(shifts):
            self.cage_people.begin_shift()
            for people in self.tables.values():
                if self.rng.random() < 0.8:
                    people.open_up()
            for _ in range(self._acts):
                self.one_act()
            for people in self.tables.values():
                people.close_up()
            self.cage_people.end_shift()
            self.check_all()
            self.clock.skip(8)
            self.seen[f"shift {shift + 1}"] += 1

    def one_act(self) -> None:
        if self.rng.random() < FAILOVERS:
            self.hand_over(self.rng.choice(list(self.tables)))
        people = self.rng.choice(list(self.tables.values()))
        done = self.rng.choices(
            [people.play, people.come_and_go, self.cage_people.slip, self.cage_people.window,
             self.cage_people.boxes_and_tips, self.cage_people.wrong, self.repeat],
            [8, 3, 5, 3, 3, 2, 1],
        )[0]  # fmt: skip
        done()

    # ---- servers

    def desk(self, table: str) -> Desk:
        self._acting = self._runs[table]
        return self.pits[self._acting].desks[table]

    def cage(self, at: int) -> Cage:
        self._acting = at
        return self.pits[at].cage

    def kill(self, at: int) -> None:
        """The server is gone as it is; the other takes its tables when its claims have run out."""
        self.seen["kills"] += 1
        self.pits[at]._writer.close()
        self.clock.skip(LEASE_H)
        for table in [table for table, runs in self._runs.items() if runs == at]:
            self._take(table, 1 - at)
        self.pits[at] = new_pit(self.store, owner=f"server-{next(self._servers)}", clock=self.clock)

    def hand_over(self, table: str) -> None:
        """A server stops running a table, and the other goes on."""
        self.seen["handed over"] += 1
        at = self._runs[table]
        self.pits[at].desks.pop(table).close()
        self._take(table, 1 - at)
        self.reconcile()

    def _take(self, table: str, at: int) -> None:
        self._runs[table] = at
        self.tables[table].desk = self.pits[at].take(table)

    # ---- acts

    def key(self) -> str:
        return f"key-{next(self._keys)}"

    def at_table(self, table: str, command: c.Command, account: str = "") -> None:
        """A command at a table; Refused when it is not done."""
        key, name = self.key(), type(command).__name__
        self.attempt(name, lambda: self.desk(table).submit(command, key=key, account=account))

    def money_at_table(self, act: CageAct, by: str, *, done: bool | None = True, table: str = "") -> bool:
        key, at = self.key(), table or act.table  # type: ignore[attr-defined]
        return self._predicted(act, lambda: self.desk(at).move_money(act, by=by, key=key), done)

    def money_at_cage(self, act: CageAct, by: str, *, done: bool | None = True) -> bool:
        key, at = self.key(), self.rng.randrange(2)
        return self._predicted(act, lambda: self.cage(at).submit(act, by=by, key=key), done)

    def _predicted(self, act: CageAct, call: Callable[[], Answer], done: bool | None) -> bool:
        """Whether it was done, which must be as predicted; None: it may or may not."""
        before, name, why = self.heads(CAGE), type(act).__name__, ""
        try:
            self.attempt(name, call)
        except NOT_DONE as refused:
            why = f"refused: {refused}"
            self.seen[f"{name} refused"] += 1
        assert done is None or done != bool(why), f"{act} {why or 'was done'}"
        assert not why or self.heads(CAGE) == before, f"{act} was refused, and recorded"
        return not why

    def attempt(self, name: str, call: Callable[[], Answer]) -> Answer:
        """Done once, whatever dies meanwhile: whoever is not told asks again with the same key."""
        if self.rng.random() < self._kills:
            self.store.armed = self.rng.choice(["before", "after"])
        try:
            for _ in range(5):
                try:
                    answer = call()
                except Killed:
                    self.kill(self._acting)
                else:
                    self.seen[name] += 1
                    self._last = call, self.reconciler.read_to.total()
                    return answer
            raise AssertionError(f"{name} never comes through")
        finally:
            self.store.armed = ""
            self.reconcile()

    def repeat(self) -> None:
        """The last act again with its key: it is not done a second time, and not another under its key."""
        if self._last is None:
            return
        call, _ = self._last
        before = self.reconciler.acts.copy()
        answer = call()
        self.reconcile()
        assert answer.repeated
        assert self.reconciler.acts == before
        self.seen["repeated"] += 1

    # ---- checks

    def heads(self, stream: str = "") -> int:
        heads = self.store.heads()
        return heads[stream].sequence if stream in heads else 0

    def new_records(self) -> list[Record]:
        read_to = self.reconciler.read_to
        return [record for name in self.store.heads() for record in self.store.read(name, read_to[name])]

    def ledgers(self) -> dict[str, dict[str, int]]:
        for pit in self.pits:
            pit.cage.refresh()
        one, other = (pit.cage.book for pit in self.pits)
        assert one == other, "two servers know two cages"
        tables = {
            name: self.pits[at].desks[name].desk_state.ledger.balances for name, at in self._runs.items()
        }  # fmt: skip
        return {CAGE: one.ledger.balances, **tables}

    def reconcile(self) -> None:
        self.reconciler.read_all(self.new_records())
        self.reconciler.check(self.ledgers())
        self.seen["reconciled"] += 1

    def check_all(self) -> None:
        """The journal verifies, and a restart finds every table and the cage as they are."""
        result = verify_store(self.store, self.clock())
        assert result.fault is None, result.fault
        for name in self.tables:
            assert recover(self.store, name)[0] == self.desk(name).desk_state
        anew = Reconciler()
        anew.read_all(record for name in self.store.heads() for record in self.store.read(name))
        assert anew.felts.keys() == self.reconciler.felts.keys()
        anew.check(self.ledgers())


if __name__ == "__main__":
    day = GamingDay(int(sys.argv[1]), acts=int(sys.argv[2]) if sys.argv[2:] else 120)
    day.run()
    for what, number in sorted(day.seen.items()):
        print(f"{number:6} {what}")
