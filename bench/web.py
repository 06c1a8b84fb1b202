"""The server under load: 500 tables of three automated players each at a human pace, over real lines.

On SQLite with one server, or on PostgreSQL with one or more, each with its share of the tables. Clients
run on the same machine, and the background verifier too.
"""

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from bench.machine import describe_machine
from pitboss.desk.verify import verify_store
from pitboss.journal.open_store import open_store
from tests import postgres
from tests.web.killing import SERVER, Report, kill_and_compare
from tests.web.playing import next_message

GOAL_MS = 100
PAGE_GOAL_S = 2.0
THINK_S = 6.0
"""Between a player's acts: fifteen hundred players then give up to 250 commands a second."""
KILLS_A_HOUSE = 10
PAGE_KILLS_A_HOUSE = 200
ACTS_A_KILL = 2
"""A page does about so many while a server lives, waits for lost answers included."""
AT_ONCE = 8
"""Players who come in at the same time."""
WARM_S = 15.0
"""While lines are opened and first rounds begin; not measured."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--servers", type=int, default=1, help="with more than one, on PostgreSQL")
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL with one server too")
    parser.add_argument("--no-verifier", action="store_true", help="without the background verifier")
    parser.add_argument("--players", type=int, default=3, help="at each table")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=THINK_S, help="seconds between a player's acts")
    parser.add_argument("--kills", type=int, default=0, help="kill the server so often instead, and compare")
    parser.add_argument("--seed", type=int, default=1, help="of the first house whose server is killed")
    parser.add_argument("--page-kills", type=int, default=0, help="the same under a page in a browser")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    if asked.page_kills:
        measure_page_kills(asked.page_kills, asked.seed)
        return
    if asked.kills:
        measure_kills(asked.kills, asked.seed)
        return
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), asked))


async def measure(folder: Path, asked: argparse.Namespace) -> None:
    options = () if asked.no_verifier else ("--verify",)
    with store_in(folder, asked.postgresql or asked.servers > 1) as store:
        async with AsyncExitStack() as stack:
            shared = (*options, "--key", str(folder / "key"))
            urls = [await stack.enter_async_context(serving(store, *shared)) for _ in range(asked.servers)]
            await page(urls[0])
            crowd = await seat_all(urls, asked.tables, asked.players)
            begin = time.perf_counter() + WARM_S
            used = asyncio.create_task(processor_time(WARM_S, asked.seconds))
            await asyncio.gather(*(one.play(begin + asked.seconds, asked.think) for one in crowd))
            print(f"processor: {await used}")
        report(asked, crowd, begin)
        check(store, crowd)


def report(asked: argparse.Namespace, crowd: "list[Automaton]", begin: float) -> None:
    waits = sorted(wait for one in crowd for at, wait in one.waits_ms if at >= begin)
    median, p95, p99 = (waits[int(share * len(waits))] for share in (0.5, 0.95, 0.99))
    servers = f"{asked.servers} server{'s' * (asked.servers > 1)}"
    print(
        f"{asked.tables} tables of {asked.players}, {servers}: {len(waits) / asked.seconds:.0f} commands a "
        f"second for {asked.seconds:.0f} s, answered within {median:.1f} ms (median), {p95:.1f} ms "
        f"(95 %, goal {GOAL_MS}), {p99:.1f} ms (99 %)"
    )


async def processor_time(after_s: float, of_s: float) -> str:
    """How many cores the servers, their verifiers and the clients kept busy while it was measured."""
    await asyncio.sleep(after_s)
    begin = cores_used()
    await asyncio.sleep(of_s)
    told = {name: (seconds - begin.get(name, 0.0)) / of_s for name, seconds in cores_used().items()}
    return ", ".join(f"{name} {cores:.2f} cores" for name, cores in told.items())


def cores_used() -> dict[str, float]:
    """Processor seconds of this process and of those it started, by what they do."""
    used: Counter[str] = Counter({"clients": time.process_time()})
    own = {os.getpid()}
    for path in sorted(Path("/proc").glob("[0-9]*"), key=lambda one: int(one.name)):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
            command = (path / "cmdline").read_text()
        except OSError:
            continue
        if int(fields[1]) not in own or int(path.name) in own:
            continue
        own.add(int(path.name))
        what = "verifiers" if "verifier" in command else "servers"
        used[what] += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return dict(used)


@contextmanager
def store_in(folder: Path, on_postgresql: bool) -> Iterator[str]:
    if not on_postgresql:
        yield str(folder / "pit.db")
        return
    with (
        tempfile.TemporaryDirectory(prefix="pitboss-bench-") as data,
        postgres.running(Path(data)) as address,
    ):
        yield address


def measure_kills(kills: int, seed: int) -> None:
    """House after house, each with games, choices and moments by its own seed; the first fault ends it."""
    begin, reports = time.perf_counter(), []
    for house, first in enumerate(range(0, kills, KILLS_A_HOUSE)):
        with tempfile.TemporaryDirectory() as folder:
            try:
                report = kill_and_compare(Path(folder), seed + house, min(KILLS_A_HOUSE, kills - first))
            except AssertionError as fault:
                raise SystemExit(f"seed {seed + house}: {fault}") from fault
            reports.append(report)
    in_all = Report(*(sum(column) for column in zip(*reports, strict=True)))
    print(
        f"{in_all.kills} kills ({in_all.while_starting} while it started) in {len(reports)} houses, "
        f"{time.perf_counter() - begin:.0f} s: {in_all.rounds} rounds, {in_all.acknowledged} commands "
        f"acknowledged and none lost, {in_all.unanswered} sent again and none doubled, everybody in place"
    )


def measure_page_kills(kills: int, seed: int) -> None:
    """A page's own client while its server is killed and a proxy loses answers."""
    from playwright.sync_api import sync_playwright

    from tests.web.browser.killed_pages import act_and_kill
    from tests.web.browser.visits import FLAGS, find_chromium
    from tests.web.warm_server import warm_server

    begin = time.perf_counter()
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        warm_server() as serve,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        reports = []
        for house, first in enumerate(range(0, kills, PAGE_KILLS_A_HOUSE)):
            share, place = min(PAGE_KILLS_A_HOUSE, kills - first), Path(folder) / str(house)
            place.mkdir()
            reports.append(act_and_kill(browser, place, seed + house, share, ACTS_A_KILL * share, serve))
        browser.close()
    killed, acts, lost = (sum(column) for column in zip(*reports, strict=True))
    print(
        f"{killed} kills under a page in {time.perf_counter() - begin:.0f} s: {acts} acts, "
        f"{lost} answers lost besides, every act in the journal once"
    )


@asynccontextmanager
async def serving(store: str, *options: str) -> AsyncIterator[str]:
    """The server in a process of its own, as people start it, without the limits meant for people."""
    command = [sys.executable, "-m", SERVER, "--store", store, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield found[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


async def page(url: str) -> None:
    """A newcomer's first page: the login, the lobby and what they load, one after the other."""
    begin = time.perf_counter()
    async with httpx.AsyncClient(base_url=url) as client:
        me = (await client.post("/api/v1/demo", json={})).json()
        client.headers["X-Pitboss-CSRF"] = me["csrf"]
        lobby = await client.get("/lobby")
        assets = sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', lobby.text)))
        for asset in assets:
            (await client.get(asset)).raise_for_status()
        await client.get("/api/v1/tables")
        games = await client.get("/api/v1/games")
    seconds = time.perf_counter() - begin
    print(
        f"login, lobby ({lobby.status_code}), {len(assets)} files and its figures: {seconds:.2f} s "
        f"(goal {PAGE_GOAL_S})"
    )
    while any(game["house_edge"] is None for game in games.json()["games"]):
        await asyncio.sleep(0.5)  # the analyst's first figures are not what is measured below
        async with httpx.AsyncClient(base_url=url, cookies=client.cookies) as again:
            games = await again.get("/api/v1/games")


@dataclass
class Automaton:
    """A player who bets the least, stands, and notes how long each answer took."""

    url: str
    table: str
    seat: int
    client: httpx.AsyncClient
    cookie: str = ""
    told: dict[str, Any] = field(default_factory=dict)
    waits_ms: list[tuple[float, float]] = field(default_factory=list)
    """When each command was given, and how long its answer took."""
    accepted: dict[str, int] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    keys: int = 0

    async def come_in(self) -> None:
        me = (await self.client.post("/api/v1/demo", json={})).json()
        self.client.headers["X-Pitboss-CSRF"] = me["csrf"]
        self.account = me["id"]
        self.cookie = self.client.cookies["pitboss_session"]

    async def sit(self) -> None:
        said = {"key": "sit", "seat": self.seat, "chips_cents": 500_000}
        (await self.client.post(f"/api/v1/tables/{self.table}/sit", json=said)).raise_for_status()

    async def play(self, until: float, think_s: float) -> None:
        address = f"{self.url.replace('http', 'ws')}/api/v1/tables/{self.table}/live"
        headers = {"Cookie": f"pitboss_session={self.cookie}", "Origin": self.url}
        await asyncio.sleep(random.uniform(0, WARM_S / 2))
        async with connect(address, additional_headers=headers, proxy=None, open_timeout=60) as socket:
            self.told = json.loads(await socket.recv())
            while time.perf_counter() < until:
                said = next_message(self.told)
                if said is None:
                    await self._hear(socket, until)
                    continue
                await self._say(socket, said)
                await asyncio.sleep(random.uniform(0.5, 1.5) * think_s)

    async def _hear(self, socket: ClientConnection, until: float) -> None:
        try:
            message = json.loads(
                await asyncio.wait_for(socket.recv(), max(0.01, until - time.perf_counter()))
            )
        except TimeoutError:
            return
        if message["type"] == "table":
            self.told = message

    async def _say(self, socket: ClientConnection, said: dict[str, Any]) -> None:
        self.keys += 1
        key = f"k{self.keys}"
        begin = time.perf_counter()
        await socket.send(json.dumps({**said, "key": key}))
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == "table":
                self.told = message
            elif message.get("key") == key:
                break
        self.waits_ms.append((begin, 1_000 * (time.perf_counter() - begin)))
        if not message["accepted"]:
            self.refused.append(message)
        elif said["type"] == "do":
            self.accepted[f"{self.account}:{key}"] = message["sequence"]
        while self.told["sequence"] < message.get("sequence", 0):
            self.told = await self._table(socket)

    async def _table(self, socket: ClientConnection) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            if message["type"] == "table":
                return message


async def seat_all(urls: list[str], tables: int, players: int) -> list[Automaton]:
    """Each server opens its share of the tables; players come in some at a time."""
    begin = time.perf_counter()
    shares = [tables // len(urls) + (number < tables % len(urls)) for number in range(len(urls))]
    crowd = [
        one for url, share in zip(urls, shares, strict=True) for one in await open_tables(url, share, players)
    ]
    turns = asyncio.Semaphore(AT_ONCE)

    async def seat(one: Automaton) -> None:
        async with turns:
            await one.come_in()
            await one.sit()
            await one.client.aclose()

    await asyncio.gather(*map(seat, crowd))
    print(
        f"{tables} tables opened, {len(crowd)} players seated in {time.perf_counter() - begin:.0f} s",
        flush=True,
    )
    return crowd


async def open_tables(url: str, tables: int, players: int) -> list[Automaton]:
    limits = httpx.Limits(max_connections=1)
    async with httpx.AsyncClient(base_url=url, timeout=60) as floor:
        me = (await floor.post("/api/v1/demo", json={"role": "floorperson"})).json()
        floor.headers["X-Pitboss-CSRF"] = me["csrf"]
        crowd = []
        for _ in range(tables):
            opened = (await floor.post("/api/v1/tables", json={"game": "blackjack"})).json()
            for seat in range(1, players + 1):
                client = httpx.AsyncClient(base_url=url, timeout=60, limits=limits, verify=False)
                crowd.append(Automaton(url, opened["id"], seat, client))
    return crowd


def check(store: str, crowd: list[Automaton]) -> None:
    """Every accepted command is in the journal once, and nothing else; the journal holds."""
    journal = open_store(store, create=False)
    try:
        verdict = verify_store(journal)
        kept: dict[str, int] = {}
        for table in {one.table for one in crowd}:
            kept |= {key.key: key.last for key in journal.keys(table)}
    finally:
        journal.close()
    told = {key: sequence for one in crowd for key, sequence in one.accepted.items()}
    ours = {key: last for key, last in kept.items() if ":k" in key}
    lost, extra = told.keys() - ours.keys(), ours.keys() - told.keys()
    other = [key for key in told.keys() & ours.keys() if told[key] != ours[key]]
    refused = [one["reason"] for who in crowd for one in who.refused]
    print(
        f"{verdict.records} records, {verdict.rounds} rounds, fault: {verdict.fault}; lost {len(lost)}, "
        f"doubled or unasked {len(extra)}, answered otherwise {len(other)}, "
        f"refused {len(refused)} {sorted(set(refused))}"
    )


if __name__ == "__main__":
    main()
