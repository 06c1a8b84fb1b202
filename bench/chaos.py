"""Chaos: as many seeded worlds as fit into the time, then real kills on SQLite and on PostgreSQL."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bench.machine import describe_machine
from tests.chaos.world import World, again
from tests.postgres import running

STEPS = 2_000
AT_ONCE = 20
"""Seeds handed to a process at a time."""
TROUBLE = (
    "killed", "Fenced", "overtaken", "clock jumped", "repeated", "rotted", "slow", "disk full", "lost before",
    "lost after", "killed before", "killed after", "killed reading", "lost reading",
)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="how long worlds are simulated")
    parser.add_argument("--seed", type=int, default=1_000, help="the first seed")
    parser.add_argument("--sqlite-kills", type=int, default=1_000)
    parser.add_argument("--postgresql-kills", type=int, default=200)
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    simulate(asked.seconds, asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        kill("SQLite", folder, asked.sqlite_kills)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as address:
        kill("PostgreSQL", address, asked.postgresql_kills)


def simulate(seconds: float, first: int) -> None:
    """On all cores until the time is over; a world that fails says how to see it again."""
    until = time.time() + seconds
    happened: Counter[str] = Counter()
    seeds, hours, rounds = 0, 0.0, 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        batches = [range(start, start + AT_ONCE) for start in range(first, first + 100_000, AT_ONCE)]
        for counted, table_hours, played, noted in pool.map(worlds, batches, [until] * len(batches)):
            seeds += counted
            hours += table_hours
            rounds += played
            happened += noted
    print(
        f"worlds simulated            {seeds:8d} seeds, {hours:.0f} casino hours, {rounds} rounds, none lost"
    )
    print("  " + ", ".join(f"{happened[trouble]} {trouble}" for trouble in TROUBLE))


def worlds(seeds: range, until: float) -> tuple[int, float, int, Counter[str]]:
    happened: Counter[str] = Counter()
    count, hours, rounds = 0, 0.0, 0
    for seed in seeds:
        if time.time() > until:
            break
        world = World(seed)
        try:
            world.run(STEPS)
        except BaseException as error:
            raise AssertionError(f"seed {seed} fails ({error}); again: {again(seed, STEPS)}") from error
        count += 1
        hours += world.table_hours
        rounds += world.rounds
        happened.update(world.happened)
    return count, hours, rounds, happened


def kill(name: str, store: str, number: int) -> None:
    if number:
        print(f"{name}: ", end="", flush=True)
        command = [sys.executable, "-m", "tests.chaos.kills", store, "--kills", str(number)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
