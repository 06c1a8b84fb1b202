"""What receipts cost: commands a second with and without log, signature and receipt; proofs of a long log."""

import argparse
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from sqlalchemy import Connection

from bench.desk import TABLES, Timed, commands_a_second
from bench.machine import describe_machine
from pitboss.journal.log import (
    LogGrowth,
    LogHead,
    grow_log,
    is_continued,
    prove_consistency,
    receipt_of,
)
from pitboss.journal.log_key import LogKey
from pitboss.journal.memory import MemoryLog
from pitboss.journal.merkle import Frontier
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Record
from pitboss.journal.sql import SqlStore
from pitboss.table import commands as c
from pitboss.web import live
from tests.web.house import Line, Visitor, build_house
from tests.web.playing import next_message

GOAL = 0.10
LEAVES = 1_000_000
MONEY = 10_000_000_00


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each measurement lasts")
    parser.add_argument("--times", type=int, default=3, help="how often each is repeated, in turn")
    parser.add_argument("--leaves", type=int, default=LEAVES, help="records of the long log")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    measure_answers(asked.seconds, asked.times)
    for tables in (1, TABLES):
        measure_commands(tables, asked.seconds, asked.times)
    measure_proofs(asked.leaves)


def measure_answers(seconds: float, times: int) -> None:
    """A command as its sender has it: over the live line, from the message to the answer."""
    waits: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(times):
        for receipts in waits:
            with tempfile.TemporaryDirectory() as folder:
                waits[receipts].append(1e3 * median(answer_waits(Path(folder), seconds, receipts)))
    without, with_receipts = median(waits[False]), median(waits[True])
    cost = with_receipts / without - 1
    print(f"live line            without receipts  {without:8.2f} ms a command, median")
    print(f"live line            with receipts     {with_receipts:8.2f} ms a command, median")
    print(
        f"live line            cost              {100 * cost:8.1f} % of a command   (goal {100 * GOAL:.0f} %)"
    )


def answer_waits(folder: Path, seconds: float, receipts: bool) -> list[float]:
    waits: list[float] = []
    made = live.receipt_json
    with build_house(folder) as house:
        player = house.person(money_cents=MONEY)
        table = house.table()
        player.sit(table, 1, MONEY)
        if not receipts:
            house.server.store._log.extend = no_log
            live.receipt_json = lambda *_: None
        try:
            with player.line(table) as line:
                line.until("table")
                until = time.perf_counter() + seconds
                while time.perf_counter() < until:
                    wait = one_answer(player, line)
                    if wait is not None:
                        waits.append(wait)
        finally:
            live.receipt_json = made
    return waits


def one_answer(player: Visitor, line: Line) -> float | None:
    """Do the next thing at the table; the wait for its answer if it was a command."""
    said = next_message(line.latest)
    if said is None:
        line.hear()
        return None
    sequence = line.latest["sequence"]
    start = time.perf_counter()
    answer = line.say(key=player.key(), **said)
    wait = time.perf_counter() - start
    assert answer["accepted"], answer
    if said["type"] == "ready" and line.latest["sequence"] == sequence:
        line.hear()
    line.up_to(answer["sequence"])
    return wait if said["type"] == "do" else None


def measure_commands(tables: int, seconds: float, times: int) -> None:
    """Both by turns, because a machine is not equally fast all the time."""
    rates: dict[bool, list[float]] = {False: [], True: []}
    for _ in range(times):
        for receipts in rates:
            with tempfile.TemporaryDirectory() as folder:
                rates[receipts].append(rate_of(Path(folder) / "pit.db", tables, seconds, receipts))
    without, with_receipts = median(rates[False]), median(rates[True])
    cost = without / with_receipts - 1
    name = f"SQLite, {tables} table{'s' * (tables > 1)}"
    print(f"{name:<20} without receipts  {without:8.0f} durable commands a second")
    print(f"{name:<20} with receipts     {with_receipts:8.0f} durable commands a second")
    print(f"{name:<20} cost              {100 * cost:8.1f} % of a command   (goal {100 * GOAL:.0f} %)")


def rate_of(path: Path, tables: int, seconds: float, receipts: bool) -> float:
    store = open_store(str(path))
    assert isinstance(store, SqlStore)
    if receipts:
        store.log.sign_with(LogKey(os.urandom(32)))
    else:
        store._log.extend = no_log  # type: ignore[method-assign]
    answered = Timed.do
    Timed.do = with_receipt if receipts else answered  # type: ignore[method-assign]
    try:
        return commands_a_second(store, tables, seconds)[0]
    finally:
        Timed.do = answered  # type: ignore[method-assign]


NOTHING_GREW = LogGrowth(Frontier(), Frontier(), (), [])


def no_log(_: Connection, __: Sequence[Record]) -> tuple[LogGrowth, LogHead]:
    return NOTHING_GREW, LogHead(0, "0" * 64)


def with_receipt(guest: Timed, command: c.Command, account: str = "") -> None:
    """As the API answers: the receipt is made and written as JSON while the sender waits."""
    start = time.perf_counter()
    super(Timed, guest).do(command, account)
    desk: Any = guest.desk
    receipt = receipt_of(desk._pit.store, desk.table, desk.head.sequence)
    assert receipt is not None
    msgspec.json.encode(receipt)
    guest.waits_s.append(time.perf_counter() - start)


def measure_proofs(leaves: int) -> None:
    log, key = MemoryLog(), LogKey(os.urandom(32))
    hashes = (os.urandom(32).hex() for _ in range(leaves))
    start = time.perf_counter()
    page: list[Record] = []
    for number, hash in enumerate(hashes, 1):
        page.append(Record("t1", number, "", "", "", "", "", hash))
        if len(page) == 1_000:
            log.extend(page)
            page = []
    log.extend(page)
    print(f"log of {leaves:,} leaves     {time.perf_counter() - start:8.1f} s to make in memory")
    log.sign_with(key)
    growth = grow_log(log.frontier(), [Record("t1", leaves + 1, "", "", "", "", "", os.urandom(32).hex())])
    log.extend(growth.records)
    took, receipt = timed(lambda: log.recent("t1", leaves + 1))
    print(f"receipt at once          {took:8.1f} µs, {len(msgspec.json.encode(receipt)):,} bytes of JSON")
    took, _ = timed(lambda: receipt.holds)
    print(f"receipt checked          {took:8.1f} µs, {len(receipt.proof)} hashes")
    took, _ = timed(lambda: key.sign(leaves, "0" * 64))
    print(f"head signed              {took:8.1f} µs")
    head, earlier = log.head(), LogHead(leaves // 3, "0" * 64)
    took, proof = timed(lambda: prove_consistency(log, earlier.size, head.size))
    print(f"consistency proof        {took:8.1f} µs, {len(proof)} hashes")
    took, _ = timed(lambda: is_continued(earlier, head, proof))
    print(f"consistency checked      {took:8.1f} µs")


def timed(work: Any) -> tuple[float, Any]:
    """The median of many runs in microseconds, and the result."""
    took = []
    for _ in range(200):
        start = time.perf_counter()
        result = work()
        took.append(1e6 * (time.perf_counter() - start))
    return median(took), result


if __name__ == "__main__":
    main()
