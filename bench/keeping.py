"""Keeping a house: what idle tables write, how long a fail-over takes, and the disk that rounds take."""

import argparse
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx

from bench.machine import describe_machine
from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import Deposit
from pitboss.desk.pit import Pit
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.table import commands as c
from pitboss.table.people import player
from pitboss.web.history import History
from pitboss.web.round_index import RoundIndex
from tests.desk.drive import ATTENDED, CHIPS, KEY, Guest

PITBOSS = Path(sys.executable).with_name("pitboss")
PLAYER_ID = "{:016x}"
SETTLE_S = 3.0
"""After a start or the last table, before anything is measured: a process of its own verifies first."""
ANSWER_S = 60.0
LOOK_S = 0.01


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long idle tables are watched")
    parser.add_argument("--rounds", type=int, default=1_000, help="rounds of five seats")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    with tempfile.TemporaryDirectory() as folder:
        measure_idle_and_fail_over(Path(folder), asked.tables, asked.seconds)
    with tempfile.TemporaryDirectory() as folder:
        measure_disk(Path(folder) / "pit.db", asked.rounds)


# ---- idle tables, and a server that is told to end


def measure_idle_and_fail_over(folder: Path, tables: int, seconds: float) -> None:
    store = folder / "pit.db"
    with served(store) as (client, process):
        open_tables(client, tables)
        time.sleep(SETTLE_S)
        before = written_bytes(process.pid)
        time.sleep(seconds)
        rate = (written_bytes(process.pid) - before) / seconds / 1024
        print(f"{tables} idle tables, SQLite     {rate:8.2f} KiB/s written   (goal below 1)")
        with served(store) as (other, _):
            time.sleep(SETTLE_S)
            begun = time.perf_counter()
            process.send_signal(signal.SIGTERM)
            while open_at(other) < tables and time.perf_counter() < begun + ANSWER_S:
                time.sleep(LOOK_S)
            took = time.perf_counter() - begun
            print(f"fail-over after SIGTERM      {took:8.2f} s for {tables} tables   (goal 1)")


@contextmanager
def served(store: Path) -> Iterator[tuple[httpx.Client, "subprocess.Popen[str]"]]:
    command = [str(PITBOSS), "serve", "--demo", "--port", "0", "--store", str(store)]
    mark = str(store.with_name(f"{len(list(store.parent.iterdir()))}.mark"))
    process = subprocess.Popen([*command, "--mark", mark], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert address
        with httpx.Client(base_url=address[0], timeout=ANSWER_S, trust_env=False) as client:
            told = client.post("/api/v1/demo", json={"role": "floorperson"}).json()
            client.headers["X-Pitboss-CSRF"] = told["csrf"]
            yield client, process
    finally:
        process.kill()
        process.wait()


def open_tables(client: httpx.Client, wanted: int) -> None:
    there = len(client.get("/api/v1/tables").json()["tables"])
    for number in range(wanted - there):
        answer = client.post("/api/v1/tables", json={"game": "blackjack", "name": f"Table {number}"})
        answer.raise_for_status()


def open_at(client: httpx.Client) -> int:
    found = re.search(r'pitboss_tables\{state="open"\} (\d+)', client.get("/metrics").text)
    return int(found[1]) if found else 0


def written_bytes(pid: int) -> int:
    """What the process made the system write to disk; pages are counted when they are first changed."""
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    return max(int(line.split()[1]) for line in lines if line.startswith("write_bytes"))


# ---- disk


def measure_disk(file: Path, rounds: int) -> None:
    """Play as it is served: with accounts, the index of rounds, and a snapshot now and then."""
    with closing(open_store(str(file))) as store:
        assert isinstance(store, SqlStore)
        pit = Pit(store, key=KEY, lease_s=3_600)
        desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
        guest = Guest(desk)
        for seat in range(1, 6):
            account = PLAYER_ID.format(seat)
            pit.cage.submit(Deposit(account=account, cents=CHIPS), by="bench", key=f"money-{seat}")
            guest.do(c.SitDown(by=player(seat), chips_cents=CHIPS), account=account)
        guest.until_bets()
        for _ in range(rounds):
            guest.play_round()
        History(store, RoundIndex(store.engine), "t1").refresh()
        records = store.head("t1").sequence
        pit.close()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = os.path.getsize(file) / 1e6 * 1_000 / rounds
    print(f"disk, five seats             {size:8.2f} MB for 1,000 rounds   (20.7 before; {records} records)")
    for name, megabytes in by_table(file):
        print(f"  {name:<26} {megabytes * 1_000 / rounds:8.2f} MB")


def by_table(file: Path) -> list[tuple[str, float]]:
    """The pages of each table and index, where this SQLite can count them."""
    query = "SELECT name, sum(pgsize) / 1e6 FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 8"
    with closing(sqlite3.connect(file)) as connection:
        try:
            return list(connection.execute(query))
        except sqlite3.OperationalError:
            return []


if __name__ == "__main__":
    main()
