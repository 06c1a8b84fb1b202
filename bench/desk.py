"""The desk: durable commands a second, the wait for one, recovery, verification, bytes changed at random."""

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

from bench.machine import describe_machine
from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Record
from pitboss.journal.store import Append, Snapshot, Store, append
from pitboss.table import commands as c
from tests.desk.drive import ATTENDED, Guest, Hands, new_pit
from tests.journal.changed import ChangedStore, changed_record
from tests.postgres import running

GAME = "down-under-pa"
TABLES = 16
ENOUGH_CENTS = 10**9
"""For a hundred thousand rounds of bad play."""


class Timed(Guest):
    """A guest who notes how long every answer took."""

    waits_s: list[float]

    def do(self, command: c.Command, account: str = "") -> None:
        start = time.perf_counter()
        super().do(command, account)
        self.waits_s.append(time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each measurement of speed lasts")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds of the table that is recovered")
    parser.add_argument("--bytes", type=int, default=20, help="bytes changed in a journal of 10,000 rounds")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        measure_commands("SQLite", lambda name: str(root / f"{name}.db"), asked.seconds)
        with postgres(root) as address:
            rate = commands_a_second(open_store(address), TABLES, asked.seconds)[0]
            print(f"PostgreSQL, {TABLES} tables        {rate:8.0f} durable commands a second   (goal 1,000)")
        measure_recovery(str(root / "long.db"), asked.rounds)
        measure_verification(asked.bytes)


def measure_commands(name: str, file: Callable[[str], str], seconds: float) -> None:
    rate, waits = commands_a_second(open_store(file("one")), 1, seconds)
    waits.sort()
    p95_ms = 1000 * waits[int(len(waits) * 0.95)]
    print(f"{name}, one table              {rate:8.0f} durable commands a second   (goal 300)")
    print(f"{name}, one table              {p95_ms:8.1f} ms a command, 95th percentile (goal 20)")
    rate, _ = commands_a_second(open_store(file("many")), TABLES, seconds)
    print(f"{name}, {TABLES} tables            {rate:8.0f} durable commands a second   (goal 1,000)")


@contextmanager
def postgres(root: Path) -> Iterator[str]:
    folder = root / "postgres"
    folder.mkdir()
    with running(folder) as address:
        yield address


def commands_a_second(store: Store, tables: int, seconds: float) -> tuple[float, list[float]]:
    """Random play on so many tables at once, one thread each."""
    pit = Pit(store, lease_s=60)
    guests = [seated(pit, number) for number in range(tables)]
    until = time.perf_counter() + seconds

    def play(guest: Timed) -> None:
        while time.perf_counter() < until:
            guest.play_round()

    threads = [Thread(target=play, args=(guest,)) for guest in guests]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - start
    waits = [wait for guest in guests for wait in guest.waits_s]
    pit.close()
    store.close()
    return len(waits) / took, waits


def seated(pit: Pit, number: int) -> Timed:
    guest = Timed(pit.open(f"t{number}", GAME, automate=AUTOMATABLE - ATTENDED), seed=number)
    guest.waits_s = []
    guest.sit(1)
    guest.waits_s.clear()
    return guest


def played(rounds: int) -> tuple[MemoryStore, Pit]:
    pit = new_pit(clock=Hands())
    guest = Guest(pit.open("t1", GAME, automate=AUTOMATABLE - ATTENDED))
    guest.sit(1, chips=ENOUGH_CENTS)
    for _ in range(rounds):
        guest.play_round()
    pit.close()
    assert isinstance(pit.store, MemoryStore)
    return pit.store, pit


def measure_recovery(file: str, rounds: int) -> None:
    """A table of so many rounds, written in bulk; then recovered by a process that knows nothing of it."""
    memory, pit = played(rounds)
    store = open_store(file)
    for stream in memory.heads():
        copy_stream(memory, store, stream)
    store.close()
    again = open_store(file)
    start = time.perf_counter()
    desk_state, head = recover(again, "t1")
    took = time.perf_counter() - start
    assert desk_state == pit.desks["t1"].desk_state
    megabytes = Path(file).stat().st_size / 1e6
    size = f"{head.sequence} records, {megabytes:.0f} MB"
    print(f"recovery after {rounds} rounds    {took:8.2f} s   (goal 2; {size})")
    again.close()


def copy_stream(source: MemoryStore, target: Store, stream: str) -> None:
    waiting: list[Record] = []
    for record in source.read(stream):
        waiting.append(record)
        if len(waiting) == 5_000:
            append(target, Append(tuple(waiting)))
            waiting = []
    shot = source.snapshot(stream)
    append(target, Append(tuple(waiting), snapshots=(shot,) if isinstance(shot, Snapshot) else ()))


def measure_verification(changes: int) -> None:
    store, _ = played(10_000)
    start, start_cpu = time.perf_counter(), time.process_time()
    verdict = verify_store(store)
    rate = verdict.rounds / (time.perf_counter() - start)
    cpu_rate = verdict.rounds / (time.process_time() - start_cpu)
    assert verdict.fault is None, verdict.fault
    print(
        f"verification                {rate:8.0f} rounds a second, {cpu_rate:.0f} a CPU second   (goal 2,000)"
    )
    rng, records = random.Random(1), list(store.read("t1"))
    for _ in range(changes):
        record = rng.choice(records)
        fault = verify_store(ChangedStore(store, changed_record(record, rng))).fault
        assert fault is not None, record
        assert fault.table == "t1", fault
        assert fault.sequence in (record.sequence, record.sequence + 1), (record.sequence, fault)
    print(f"bytes changed at random     {changes:8d} of 10,000 rounds, every one found and named")


if __name__ == "__main__":
    main()
