"""The shoe: time of a shuffle, and the statistical battery over ten million dealt cards."""

import argparse
import os
import time

from bench.machine import describe_machine
from pitboss.desk.battery import deal_shoes, encode_shoes, run_battery
from pitboss.desk.drbg import self_test
from pitboss.desk.shoe_derivation import derive_order, new_house_seed
from pitboss.table.shoes import full_batch

DECKS = 6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=10_000_000, help="dealt cards in the battery")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    self_test()
    print(f"a shuffle of {DECKS} decks  {shuffle_us():6.0f} µs")
    start = time.perf_counter()
    deal = encode_shoes(deal_shoes(asked.cards, DECKS, os.urandom), DECKS)
    dealt_s = time.perf_counter() - start
    verdicts = run_battery(deal)
    test_s = time.perf_counter() - start - dealt_s
    print(f"battery over {deal.faces.size} dealt cards: {dealt_s:.0f} s to deal, {test_s:.0f} s to test")
    for verdict in verdicts:
        print(f"  {verdict.name} at {verdict.level:.0%}: {'passes' if verdict.passes else 'FAILS'}")
        for found in verdict.findings:
            print(f"    {found.test:<22} {found.statistic:>14.4f}  {found.law:<20} p {found.p:.4f}")


def shuffle_us() -> float:
    batch, turns = full_batch(DECKS), 500
    start = time.perf_counter()
    for _ in range(turns):
        derive_order(batch, new_house_seed(os.urandom), ())
    return (time.perf_counter() - start) / turns * 1e6


if __name__ == "__main__":
    main()
