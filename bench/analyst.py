"""The analyst's speed on one core and on two, cold and warm, and as a ratio to a fixed loop."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.machine import describe_machine
from bench.rulebook import median

GOALS_MS = {"blackjack": {1: 80, 2: 50}}
GOAL_MS = {1: 100, 2: 100}
EDGE_GOAL_S = 1.0
DECKS = {"blackjack": [6, 8], "double-back-jack-pa": [1, 2, 6, 8]}
PITBOSS = str(Path(sys.executable).with_name("pitboss"))
COLD = """
import time
from pitboss.games.load import load_game
from pitboss.exact.analyst import solve_round
game = load_game("{name}")
start = time.perf_counter()
solve_round(game).expectation
print(time.perf_counter() - start)
"""


def main() -> None:
    print(f"machine: {describe_machine()}")
    measure_imports()
    for cores in (1, 2):
        with on_cores(cores):
            measure_solves(cores)
    measure_commands()
    measure_coach()
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB   (goal below 1024)")


@contextmanager
def on_cores(number: int) -> Iterator[None]:
    """This process and what it starts on so many cores; on all of them where they cannot be chosen."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, sorted(allowed)[:number])
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


def measure_imports() -> None:
    start = time.perf_counter()
    from pitboss.exact.warm_kernels import load_kernels

    imported = time.perf_counter()
    load_kernels()
    print(f"imports {imported - start:.2f} s, loops ready after {time.perf_counter() - imported:.2f} s more")


def measure_solves(cores: int) -> None:
    """Warm: the median of seven. Cold: the first of a new process, its kernels compiled before."""
    from bench.yardstick import yardstick_s
    from pitboss.exact.analyst import solve_round
    from pitboss.games.files import known_games
    from pitboss.games.load import load_game

    yardstick = yardstick_s()
    print(f"{cores} core{'s' * (cores > 1)}: the yardstick takes {yardstick * 1000:.0f} ms")
    for name in known_games():
        plain = load_game(name)
        if not plain.family.has_dealer_hand:
            continue
        ran = subprocess.run(
            [sys.executable, "-c", COLD.format(name=name)], capture_output=True, text=True, check=True
        )
        for count in DECKS.get(name) or plain.options["decks"].allowed:
            game = load_game(name, options={"decks": count})
            seconds = median(lambda g=game: solve_round(g).expectation)  # type: ignore[misc]
            goal, cold = GOALS_MS.get(name, GOAL_MS)[cores], float(ran.stdout)
            print(
                f"solve {name:<20} {count} decks {seconds * 1000:5.0f} ms,"
                f" {seconds / yardstick:5.2f} yardsticks, cold {cold * 1000:5.0f} ms   (goal {goal} ms)"
            )


def measure_commands() -> None:
    for name in ("blackjack", "down-under-pa"):
        seconds = median(
            lambda n=name: subprocess.run([PITBOSS, "edge", n], capture_output=True, check=True),  # type: ignore[misc]
            times=5,
        )
        print(f"pitboss edge {name:<15} {seconds:5.2f} s in all   (goal {EDGE_GOAL_S} s)")


def measure_coach() -> None:
    from pitboss.exact.advice import advise
    from pitboss.exact.composition import fresh_shoe
    from pitboss.games.load import load_game

    house = load_game("down-under-pa").house
    shoe = fresh_shoe(6).without(10, 6, 9)
    for hand in ([10, 6], [8, 8]):
        seconds = median(lambda h=hand: advise(house, shoe, h, 9, "medium"))  # type: ignore[misc]
        print(f"coach, down-under-pa {hand} against 9, medium {seconds * 1000:7.0f} ms   (goal 50 ms)")


if __name__ == "__main__":
    main()
