"""Fuzz the live table: random rounds with irregularities, every payment compared with tests/naive.

`--table` plays one table again by the words printed with a disagreement.
"""

import argparse
import multiprocessing
import sys
import time
from itertools import islice

from bench.machine import describe_machine
from tests.agree.compared import NOTHING, Result, Setting, play
from tests.agree.settings import DOCUMENTS, settings
from tests.agree.shrinking import shrink

ROUNDS_A_TABLE = 1_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000, help="rounds a document")
    parser.add_argument("--game", action="append", choices=DOCUMENTS, help="only this document")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--table", help="'down-under-pa decks=8 seats=1,3 seed=1000004'")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}, {asked.jobs} at a time")
    objections = 0
    with multiprocessing.Pool(asked.jobs) as pool:
        for game in asked.game or DOCUMENTS:
            tables = list(islice(settings(game, asked.seed), -(-asked.rounds // ROUNDS_A_TABLE)))
            if asked.table:
                tables = [parse_setting(asked.table)]
            start = time.perf_counter()
            result = NOTHING
            for part in pool.imap_unordered(play_table, tables):
                result = result.plus(part)
            report(game, result, len(tables), time.perf_counter() - start)
            objections += sum(result.objections.values())
            if asked.table:
                break
    sys.exit(1 if objections else 0)


def play_table(setting: Setting) -> Result:
    return play(setting, ROUNDS_A_TABLE)


def parse_setting(text: str) -> Setting:
    game, *words = text.split()
    told = dict(word.split("=", 1) for word in words)
    seats = tuple(int(seat) for seat in told.pop("seats").split(","))
    seed = int(told.pop("seed"))
    told.pop("round", None)
    return Setting(game, tuple(f"{name}={value}" for name, value in told.items()), seats, seed)


def report(game: str, result: Result, tables: int, took_s: float) -> None:
    print(
        f"\n{game}: {result.rounds:,} rounds at {tables:,} tables in {took_s:.0f} s "
        f"({result.rounds / took_s:.0f} a second), {result.payments:,} payments compared, "
        f"{sum(result.irregularities.values()):,} irregularities, "
        f"{sum(result.objections.values()):,} rounds disagree"
    )
    for kind, count in result.irregularities.most_common():
        print(f"  {count:>9,}  {kind}")
    for key, count in result.objections.most_common():
        print(f"\n  {count:,} times: {key}")
        print("  " + str(shrink(result.examples[key])).replace("\n", "\n  "))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
