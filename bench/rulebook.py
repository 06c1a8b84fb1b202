"""What a user of the rulebook feels: answers of the command line, loading, the rules plain and compiled."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bench.machine import describe_machine

PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def main() -> None:
    print(f"machine: {describe_machine()}")
    for arguments in (["--help"], ["games"], ["rules", "down-under-pa"], ["clauses"]):
        seconds = median(lambda a=arguments: subprocess.run([PITBOSS, *a], capture_output=True, check=True))  # type: ignore[misc]
        print(f"pitboss {' '.join(arguments):<22} {seconds * 1000:8.0f} ms   (median of 7, new process)")
    measure_loading()
    measure_settlement()


def median(job: Callable[[], object], times: int = 7) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def measure_loading() -> None:
    from pitboss.games.files import known_games
    from pitboss.games.load import load_game

    for name in known_games():
        seconds = median(lambda n=name: load_game(n))  # type: ignore[misc]
        print(f"load {name:<25} {seconds * 1000:8.1f} ms   (imports told apart)")


def measure_settlement() -> None:
    from pitboss.games.load import load_game
    from pitboss.rules.hands import BoxHand, Dealt, Hand
    from pitboss.rules.house import House
    from pitboss.rules.settlement import Stakes, settle_hand

    house = load_game("down-under-pa").house
    rows = np.array([(pips, points) for pips in range(4, 27) for points in range(17, 27)] * 200)

    def settle_all(house: House, rows: NDArray[np.int64]) -> int:
        total = 0
        for i in range(rows.shape[0]):
            box = BoxHand(Hand(rows[i, 0], 0, 3), 10, 5, False, False, 0)
            paid = settle_hand(box, Stakes(1000, 0, 0, False), Dealt(rows[i, 1], False), house)
            total += paid.wager.returned_cents + paid.wager.won_cents
        return total

    start = time.perf_counter()
    expected = settle_all(house, rows)
    plain = (time.perf_counter() - start) / len(rows)
    start = time.perf_counter()
    from pitboss.compiled import fresh_kernel

    compiled = fresh_kernel(settle_all)
    assert compiled(house, rows) == expected
    first = time.perf_counter() - start
    taken = median(lambda: compiled(house, rows)) / len(rows)
    print(f"settle a hand, plain Python       {plain * 1e9:8.0f} ns")
    print(f"settle a hand, compiled           {taken * 1e9:8.1f} ns   ({plain / taken:.0f} times as fast)")
    print(f"import of numba and compilation   {first:8.1f} s")


if __name__ == "__main__":
    main()
