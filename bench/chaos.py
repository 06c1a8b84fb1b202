"""Chaos: as many seeded worlds of desks as fit into the time, worlds of web servers, then real kills."""

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
from tests.chaos.web_world import again as again_on_the_web
from tests.chaos.web_world import run_seed
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
    parser.add_argument("--web-worlds", type=int, default=300, help="seeds of web servers and pages")
    parser.add_argument("--sqlite-kills", type=int, default=10_000)
    parser.add_argument("--postgresql-kills", type=int, default=200)
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    simulate(asked.seconds, asked.seed)
    simulate_web(asked.web_worlds, asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        kill("SQLite", folder, asked.sqlite_kills, workers=os.cpu_count() or 1)
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


def simulate_web(number: int, first: int) -> None:
    """Servers, pages and a witness, one in five with a journal that is put back."""
    if not number:
        return
    begin = time.perf_counter()
    happened: Counter[str] = Counter()
    acts = rounds = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for noted, asked, played in pool.map(web_world, range(first, first + number), chunksize=5):
            happened += noted
            acts += asked
            rounds += played
    print(
        f"web worlds simulated        {number:8d} seeds in {time.perf_counter() - begin:.0f} s, {acts} acts, "
        f"{rounds} rounds, none lost or doubled"
    )
    print("  " + ", ".join(f"{times} {what}" for what, times in happened.most_common()))


def web_world(seed: int) -> tuple[Counter[str], int, int]:
    try:
        world = run_seed(seed)
    except BaseException as error:
        raise AssertionError(f"seed {seed} fails ({error}); again: {again_on_the_web(seed)}") from error
    return world.happened, world.acts, world.rounds


def kill(name: str, store: str, number: int, workers: int = 1) -> None:
    if number:
        print(f"{name}: ", end="", flush=True)
        command = [sys.executable, "-m", "tests.chaos.kills", store]
        subprocess.run([*command, "--kills", str(number), "--workers", str(workers)], check=True)


if __name__ == "__main__":
    main()
