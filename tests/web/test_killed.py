"""Killed at any moment and started again: everybody at the same table and round, with the same money."""

import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from pitboss.desk.cage import Cage
from pitboss.desk.desk import utc_now
from pitboss.desk.refold import recover
from pitboss.desk.verify import verify_store
from pitboss.journal.opening import open_store
from pitboss.journal.writer import Writer
from tests.web.playing import next_message

TABLES = ("blackjack", "down-under-pa")
KILLS = 3


@contextmanager
def served(store: Path, port: int) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """`pitboss serve` as people start it, killed at the end if it still runs."""
    command = [sys.executable, "-c", "from pitboss.cli import main; main()", "serve", *TABLES]
    command += ["--port", str(port), "--pace", "0", "--demo", "--store", str(store)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\d.:]+", process.stdout.readline())
        assert found
        yield found[0], process
    finally:
        process.kill()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()


@dataclass
class Guest:
    """A demonstrating player who plays over HTTP, and remembers what was acknowledged."""

    http: httpx.Client
    seat: int
    table: str = ""
    keys: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    pending: tuple[str, dict[str, Any]] | None = None

    def come_in(self, table: str) -> None:
        me = self.http.post("/api/v1/demo", json={}).json()
        self.http.headers["X-Pitboss-CSRF"] = me["csrf"]
        self.id = me["id"]
        self.table = table
        sit = {"key": "sit", "seat": self.seat, "chips_cents": 500_000}
        self.http.post(f"/api/v1/tables/{table}/sit", json=sit).raise_for_status()

    def look(self) -> dict[str, Any]:
        answer = self.http.get(f"/api/v1/tables/{self.table}")
        answer.raise_for_status()
        return dict(answer.json())

    def play(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                self.move()
        except httpx.TransportError:
            return

    def move(self) -> None:
        said = next_message(self.look())
        if said is None:
            return
        if said["type"] == "ready":
            self.http.post(f"/api/v1/tables/{self.table}/ready", json={"ready": True})
            return
        self.keys += 1
        self.pending = (f"k{self.keys}", said["command"])
        self.send()

    def send(self) -> None:
        """The pending command, again if need be; refused is an answer too."""
        assert self.pending is not None
        key, command = self.pending
        said = {"key": key, "command": command}
        answer = self.http.post(f"/api/v1/tables/{self.table}/commands", json=said)
        if answer.status_code == 200:
            self.acknowledged[key] = answer.json()["sequence"]
        self.pending = None


def as_kept(store: Path, guests: list[Guest]) -> list[tuple[int, int, int, int]]:
    """Seat, round, chips and purse of each guest, read from the journal while nobody serves it."""
    journal = open_store(str(store), create=False)
    writer = Writer(journal)
    try:
        assert verify_store(journal).fault is None
        cage = Cage(journal, writer, utc_now)
        told = []
        for guest in guests:
            standing, head = recover(journal, guest.table)
            keys = {key.key: key.last for key in journal.keys(guest.table)}
            for key, last in guest.acknowledged.items():
                assert keys[f"{guest.id}:{key}"] == last <= head.sequence
            seat = next(seat for seat, account in standing.accounts.items() if account == guest.id)
            chips = next(one.chips_cents for one in standing.state.players if one.seat == seat)
            told.append((seat, standing.state.round, chips, cage.balance(guest.id)))
        return told
    finally:
        writer.close()
        journal.close()


def as_served(guests: list[Guest]) -> list[tuple[int, int, int, int]]:
    told = []
    for guest in guests:
        seen = guest.look()
        purse = guest.http.get("/api/v1/me/money").json()["balance_cents"]
        told.append((seen["you"]["seat"], seen["view"]["round"], seen["view"]["chips_cents"], purse))
    return told


def test_a_server_killed_at_random_moments_leaves_everybody_where_they_were(tmp_path: Path) -> None:
    store, rng = tmp_path / "pit.db", random.Random(7)
    guests = [Guest(httpx.Client(timeout=60, verify=False, trust_env=False), seat) for seat in (1, 4, 2, 5)]
    kept: list[tuple[int, int, int, int]] = []
    port = 0
    for life in range(KILLS + 1):
        with served(store, port) as (url, process):
            port = httpx.URL(url).port or 0
            for number, guest in enumerate(guests):
                guest.http.base_url = httpx.URL(url)
                if not guest.table:
                    tables = guest.http.get("/api/v1/tables")
                    assert tables.status_code == 401
                    guest.come_in(_table_of(url, TABLES[number // 2]))
            if life:
                assert as_served(guests) == kept
                for guest in guests:
                    if guest.pending is not None:
                        guest.send()
            if life < KILLS:
                _play_and_kill(process, guests, rng.uniform(0.3, 1.5))
                kept = as_kept(store, guests)
    assert all(len(guest.acknowledged) > 2 for guest in guests)
    assert kept[0][1] > 1
    for guest in guests:
        guest.http.close()


def _table_of(url: str, game: str) -> str:
    with httpx.Client(base_url=url, verify=False, trust_env=False) as http:
        me = http.post("/api/v1/demo", json={"role": "regulator"})
        assert me.status_code == 200
        tables = http.get("/api/v1/tables").json()["tables"]
    return str(next(table["id"] for table in tables if table["game"] == game))


def _play_and_kill(process: "subprocess.Popen[str]", guests: list[Guest], after_s: float) -> None:
    stop = threading.Event()
    threads = [threading.Thread(target=guest.play, args=[stop]) for guest in guests]
    for thread in threads:
        thread.start()
    stop.wait(after_s)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(10)
    stop.set()
    for thread in threads:
        thread.join()
