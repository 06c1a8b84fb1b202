"""A server that is killed again and again while people play, and what must be so after each time.

A seed decides the games, what the players choose and when the plug is pulled: so many acts after the start,
so many milliseconds into an act, or while the server is still starting. Nothing is measured, only compared.
"""

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from pitboss.desk.cage import Cage
from pitboss.desk.desk import utc_now
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.games.files import known_games
from pitboss.journal.open_store import open_store
from pitboss.journal.writer import Writer
from pitboss.table.people import player
from pitboss.web.table_json import view_as_json
from tests.waiting import PATIENCE_S
from tests.web.playing import next_message

SERVER = "tests.web.roomy_server"
MOST_ACTS = 60
INTO_AN_ACT_S = 0.04
INTO_THE_START_S = 2.0
WHILE_STARTING = 0.15
"""The share of kills that strike a server which has not answered any_caller yet."""


class Moment(NamedTuple):
    """When the plug is pulled: after so many acts (none: while it starts), and so long after that."""

    acts: int
    after_s: float


def draw_moment(chance: random.Random) -> Moment:
    if chance.random() < WHILE_STARTING:
        return Moment(0, chance.uniform(0, INTO_THE_START_S))
    return Moment(chance.randint(1, MOST_ACTS), chance.uniform(0, INTO_AN_ACT_S))


class Place(NamedTuple):
    """Where somebody is: seat, everything seen from it, and the money not on the table."""

    seat: int
    view: dict[str, Any]
    purse_cents: int


class Acts:
    """Counts what the crowd does, and tells when it has been enough."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._lock = threading.Lock()
        self.enough = threading.Event()

    def add(self) -> None:
        with self._lock:
            self._left -= 1
            if self._left <= 0:
                self.enough.set()


@dataclass
class Guest:
    """A demonstrating player who plays over HTTP, and remembers what was acknowledged."""

    http: httpx.Client
    seat: int
    chance: random.Random
    table: str = ""
    id: str = ""
    keys: int = 0
    acknowledged: dict[str, int] = field(default_factory=dict)
    pending: tuple[str, dict[str, Any]] | None = None

    def come_in(self, table: str) -> None:
        me = self.http.post("/api/v1/demo", json={}).json()
        self.http.headers["X-Pitboss-CSRF"] = me["csrf"]
        self.id, self.table = me["id"], table
        sit = {"key": "sit", "seat": self.seat, "chips_cents": 500_000}
        self.http.post(f"/api/v1/tables/{table}/sit", json=sit).raise_for_status()

    def look(self) -> dict[str, Any]:
        answer = self.http.get(f"/api/v1/tables/{self.table}")
        answer.raise_for_status()
        return dict(answer.json())

    def place(self) -> Place:
        seen = self.look()
        purse = self.http.get("/api/v1/me/money").json()["balance_cents"]
        return Place(seen["you"]["seat"], seen["view"], purse)

    def play(self, acts: Acts, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                self.move(acts)
        except httpx.TransportError:
            return

    def move(self, acts: Acts) -> None:
        said = next_message(self.look(), chance=self.chance)
        if said is None:
            return
        acts.add()
        if said["type"] == "ready":
            self.http.post(f"/api/v1/tables/{self.table}/ready", json={"ready": True})
            return
        self.keys += 1
        self.pending = (f"k{self.keys}", said["command"])
        self.send()

    def send(self) -> int | None:
        """The pending command, again if need be; None when it is refused, which is an answer too."""
        assert self.pending is not None
        key, command = self.pending
        said = {"key": key, "command": command}
        answer = self.http.post(f"/api/v1/tables/{self.table}/commands", json=said)
        self.pending = None
        if answer.status_code != 200:
            return None
        self.acknowledged[key] = answer.json()["sequence"]
        return self.acknowledged[key]


class Kept(NamedTuple):
    """What the journal holds of somebody while nobody serves it."""

    place: Place
    answers: dict[str, int]
    """By key of their own: the last record of what it caused."""


def read_kept(store: Path, guests: list[Guest]) -> list[Kept]:
    """The journal verified, and every guest as they stand in it."""
    journal = open_store(str(store), create=False)
    writer = Writer(journal)
    try:
        assert verify_store(journal).fault is None
        cage = Cage(journal, writer, utc_now)
        kept = []
        for guest in guests:
            desk_state, _ = recover(journal, guest.table)
            seat = next(seat for seat, account in desk_state.accounts.items() if account == guest.id)
            seen = view_as_json(desk_state.state, player(seat))
            answers = {
                key.key.removeprefix(f"{guest.id}:"): key.last
                for key in journal.keys(guest.table)
                if key.key.startswith(f"{guest.id}:")
            }
            kept.append(Kept(Place(seat, seen, cage.balance(guest.id)), answers))
        return kept
    finally:
        writer.close()
        journal.close()


class Report(NamedTuple):
    kills: int
    while_starting: int
    acknowledged: int
    unanswered: int
    """Commands whose answer was lost with the server, and which were sent again."""
    rounds: int


def kill_and_compare(folder: Path, seed: int, kills: int) -> Report:
    """Play, kill, compare; assertions fail when any_caller is not where they were."""
    chance = random.Random(seed)
    games = chance.sample(known_games(), 2)
    store, port, kept, unanswered, early = folder / "pit.db", 0, [], 0, 0
    guests = [
        Guest(
            httpx.Client(timeout=PATIENCE_S, verify=False, trust_env=False), seat, random.Random(seed + seat)
        )
        for seat in (1, 4, 2, 5)
    ]
    try:
        with served(store, port) as (url, process):
            port = httpx.URL(url).port or 0
            for number, guest in enumerate(guests):
                guest.http.base_url = httpx.URL(url)
                guest.come_in(open_or_find(url, games[number // 2]))
            play_and_kill(process, guests, Moment(chance.randint(1, MOST_ACTS), 0.0))
        for _ in range(1, kills):
            kept = compare_kept(store, guests)
            moment = draw_moment(chance)
            if not moment.acts:
                early += 1
                kill_while_starting(store, port, moment.after_s)
                assert [one.place for one in compare_kept(store, guests)] == [one.place for one in kept]
                continue
            with served(store, port) as (_, process):
                unanswered += compare_served(guests, kept)
                play_and_kill(process, guests, moment)
        kept = compare_kept(store, guests)
        with served(store, port):
            unanswered += compare_served(guests, kept)
    finally:
        for guest in guests:
            guest.http.close()
    acknowledged = sum(len(guest.acknowledged) for guest in guests)
    rounds = sum(one.place.view["round"] - 1 for one in kept[::2])
    return Report(kills, early, acknowledged, unanswered, rounds)


def compare_kept(store: Path, guests: list[Guest]) -> list[Kept]:
    """Nothing that was acknowledged is missing or different."""
    kept = read_kept(store, guests)
    for guest, one in zip(guests, kept, strict=True):
        assert guest.acknowledged.items() <= one.answers.items()
    return kept


def compare_served(guests: list[Guest], kept: list[Kept]) -> int:
    """Everybody finds what the journal holds; a command whose answer was lost gets the first one."""
    assert [guest.place() for guest in guests] == [one.place for one in kept]
    unanswered = 0
    for guest, one in zip(guests, kept, strict=True):
        if guest.pending is not None:
            unanswered += 1
            key = guest.pending[0]
            again = guest.send()
            assert key not in one.answers or again == one.answers[key]
    return unanswered


def play_and_kill(process: "subprocess.Popen[str]", guests: list[Guest], moment: Moment) -> None:
    acts, stop = Acts(moment.acts), threading.Event()
    threads = [threading.Thread(target=guest.play, args=[acts, stop]) for guest in guests]
    for thread in threads:
        thread.start()
    played = acts.enough.wait(PATIENCE_S)
    stop.wait(moment.after_s)
    os.kill(process.pid, signal.SIGKILL)
    process.wait(PATIENCE_S)
    stop.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert played, "the tables stood still"


def kill_while_starting(store: Path, port: int, after_s: float) -> None:
    process = subprocess.Popen(_command(store, port), stdout=subprocess.DEVNULL)
    try:
        process.wait(after_s)
    except subprocess.TimeoutExpired:
        process.kill()
    assert process.wait(PATIENCE_S) == -signal.SIGKILL


@contextmanager
def served(store: Path, port: int) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A server in a process of its own, killed at the end if it still runs."""
    process = subprocess.Popen(_command(store, port), stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process
    finally:
        process.kill()
        process.wait(PATIENCE_S)
        if process.stdout is not None:
            process.stdout.close()


def _command(store: Path, port: int) -> list[str]:
    return [sys.executable, "-m", SERVER, "--store", str(store), "--port", str(port)]


def open_or_find(url: str, game: str) -> str:
    """The table of this game, opened if there is none yet."""
    with httpx.Client(base_url=url, timeout=PATIENCE_S, verify=False, trust_env=False) as http:
        me = http.post("/api/v1/demo", json={"role": "floorperson"}).json()
        http.headers["X-Pitboss-CSRF"] = me["csrf"]
        for table in http.get("/api/v1/tables").json()["tables"]:
            if table["game"] == game:
                return str(table["id"])
        return str(http.post("/api/v1/tables", json={"game": game}).raise_for_status().json()["id"])
