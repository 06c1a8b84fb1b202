"""What receipts cost: a command with and without log, signature and receipt; proofs of a long log."""

import argparse
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import astuple
from sqlalchemy import Connection

from bench.desk import TABLES, Timed, commands_a_second
from bench.machine import describe_machine
from pitboss.journal.log import (
    EMPTY_HEAD,
    LogGrowth,
    LogHead,
    is_continued,
    prove_consistency,
    receipt_of,
)
from pitboss.journal.log_key import LogKey
from pitboss.journal.memory import MemoryLog
from pitboss.journal.merkle import Frontier
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Record
from pitboss.journal.schema import HEADS, RECORDS
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
    compare("live line", asked.times, partial(answered, seconds=asked.seconds))
    for tables in (1, TABLES):
        name = f"SQLite, {tables} table{'s' * (tables > 1)}"
        compare(name, asked.times, partial(committed, tables=tables, seconds=asked.seconds))
    measure_proofs(asked.leaves)


class Cost(NamedTuple):
    """Of one command: how long it took, and how much of the processor, with what its client needed."""

    wall_ms: float
    cpu_ms: float


def compare(name: str, times: int, measure: Callable[[Path, bool], Cost]) -> None:
    """Both by turns, because a machine is not equally fast all the time."""
    costs: dict[bool, list[Cost]] = {False: [], True: []}
    for _ in range(times):
        for receipts, found in costs.items():
            with tempfile.TemporaryDirectory() as folder:
                found.append(measure(Path(folder), receipts))
    for kind in Cost._fields:
        without, with_receipts = (median(getattr(one, kind) for one in found) for found in costs.values())
        share = 100 * (with_receipts / without - 1)
        print(
            f"{name:<17} {kind[:-3]:<4} {without:6.2f} ms a command, {with_receipts:6.2f} with receipts:"
            f" {share:5.1f} %   (goal {100 * GOAL:.0f} %)",
            flush=True,
        )


def answered(folder: Path, receipts: bool, seconds: float) -> Cost:
    """A command as its sender has it: over the live line, from the message to the answer."""
    waits: list[float] = []
    made = live.receipt_json
    with build_house(folder) as house:
        player = house.person(money_cents=MONEY)
        table = house.table()
        player.sit(table, 1, MONEY)
        if not receipts:
            leave_out_log(house.server.store)
            live.receipt_json = lambda *_: None
        try:
            with player.line(table) as line:
                line.until("table")
                begun, until = time.process_time(), time.perf_counter() + seconds
                while time.perf_counter() < until:
                    wait = one_answer(player, line)
                    if wait is not None:
                        waits.append(wait)
                cpu_s = time.process_time() - begun
        finally:
            live.receipt_json = made
    return Cost(1e3 * median(waits), 1e3 * cpu_s / len(waits))


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


def committed(folder: Path, receipts: bool, tables: int, seconds: float) -> Cost:
    """A command at a bare desk, when so many tables play as fast as they can."""
    store = open_store(str(folder / "pit.db"))
    assert isinstance(store, SqlStore)
    if receipts:
        store.log.sign_with(LogKey(os.urandom(32)))
    else:
        leave_out_log(store)
    plain = Timed.do
    Timed.do = with_receipt if receipts else plain  # type: ignore[method-assign]
    begun = time.process_time()
    try:
        rate, waits = commands_a_second(store, tables, seconds)
    finally:
        Timed.do = plain  # type: ignore[method-assign]
    return Cost(1e3 / rate, 1e3 * (time.process_time() - begun) / len(waits))


def leave_out_log(store: SqlStore) -> None:
    """Records and heads of streams alone, as they were written before there was a log."""
    insert, nothing = store._statements.insert, LogGrowth(Frontier(), Frontier(), (), [])

    def write(connection: Connection, _: Any, records: Sequence[Record]) -> tuple[LogGrowth, LogHead]:
        insert(connection, RECORDS, [(*astuple(record), None) for record in records])
        ends = {record.table: record.head for record in records}
        insert(connection, HEADS, [(stream, *end, "") for stream, end in ends.items()], replace=True)
        return nothing, EMPTY_HEAD

    store._write_records = write  # type: ignore[method-assign]


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
    log.extend([Record("t1", leaves + 1, "", "", "", "", "", os.urandom(32).hex())])
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
