"""Web servers on one store, pages and a witness, in virtual time under a seed, with all that goes wrong.

    python -m tests.chaos.web_world SEED [SECONDS]     runs one seed again and says what happened

Nothing in a world is left to chance but through its seed, so a failing one fails again.
"""

import asyncio
import logging
import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from pitboss.errors import PitbossError
from pitboss.journal.log import LogHead
from pitboss.journal.log_key import LogKey, cosigned_text
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Head
from pitboss.journal.store import Store
from pitboss.journal.witness_file import Seen, WitnessHeader, WitnessState
from pitboss.web.security_policy import SecurityPolicy
from pitboss.web.settings import Pace, Settings, TableLimits
from tests.chaos.faults import Killed
from tests.chaos.new_store import new_sqlite_store
from tests.chaos.virtual_time import run_virtually, virtual_now
from tests.chaos.web_inspector import Evidence, PutBackMoment, inspect
from tests.chaos.web_network import Network, Unreachable
from tests.chaos.web_page import Page
from tests.chaos.web_servers import KILLS, PLANS, WebServer, at_port, killed_while_starting, without_threads
from tests.chaos.world import GAMES
from tests.postgres import emptied
from tests.web.failing_store import BROKEN, FULL, LOCKED, everything_fails, now_and_then, writes_fail
from tests.web.house import OFTEN, quick
from tests.web.test_log import copied

SECONDS = 150.0
"""Of virtual time in which things go wrong."""
CALM_S = 1_200.0
"""After that, for every outcome to become known."""
LOOK_S = 2.0
QUIET_LOOKS = 4
"""In a row: a page that is being loaded again gives its seeds once it is there."""
A_MONTH_S = 30 * 86_400.0
LIMITS = TableLimits(lease_s=5.0, take_over_s=1.0, tick_s=0.5, ticks_at_once=1)
PACE = Pace(
    act_s=0.1, settle_s=0.2, betting_s=8.0, decision_s=10.0, insurance_s=5.0, courtesy_s=4.0, seed_s=6.0
)
JUMPS_S = (-3_600, -60, -5, 5, 60, 3_600)
TROUBLES = {
    "kill": 1, "plan": 4, "start": 10, "fail store": 2, "jump": 1, "cut": 3, "drain": 1, "put back": 0,
}  # fmt: skip


class WebWorld:
    def __init__(self, seed: int, folder: Path, *, postgres: str = "", puts_back: bool = False) -> None:
        self.chance = random.Random(seed)
        self._entropy = random.Random(f"{seed} entropy")
        self.happened: Counter[str] = Counter()
        self.rounds = 0
        self.acts = 0
        self.heads: dict[str, Head] = {}
        """How the journal ended."""
        self._folder = folder
        self._puts_back = puts_back
        self._settings = self._settle_settings(folder, postgres)
        self._numbers = range(1, self.chance.choice((2, 2, 3)) + 1)
        self._skews = dict.fromkeys(self._numbers, timedelta())
        self._network = Network(self.chance, self._note)
        self._tasks: set[asyncio.Task[None]] = set()
        self._broken: list[BaseException] = []
        self._is_over = False
        self._latest_skew = timedelta()
        self._pages: list[Page] = []
        self._witness_key = LogKey(self.chance.randbytes(32))
        self._witness: WitnessState | None = None
        self._objections: list[str] = []
        self._looking = asyncio.Lock()
        self._floor = ""
        self._copy: tuple[bytes, dict[str, int], int] | None = None
        self._put_back: PutBackMoment | None = None
        self._run_since: dict[str, set[int]] = {}

    def _settle_settings(self, folder: Path, postgres: str) -> Settings:
        for name in ("key", "log-key"):
            (folder / name).write_text(self.chance.randbytes(32).hex() + "\n")
        settings = quick(
            folder,
            demo=True,
            demo_logins=OFTEN,
            pace=PACE,
            tables=LIMITS,
            key_file=str(folder / "key"),
            log_key_file=str(folder / "log-key"),
            policy=SecurityPolicy(session_idle_s=A_MONTH_S, session_s=A_MONTH_S),
        )
        if postgres:
            return replace(settings, store=emptied(postgres))
        (folder / "pit.db").write_bytes(new_sqlite_store())
        return settings

    # ---- the course of things

    def run(self, seconds: float = SECONDS) -> None:
        with surroundings(self._entropy, self._take_log):
            run_virtually(lambda: self._live(seconds))

    async def _live(self, seconds: float) -> None:
        asyncio.get_running_loop().set_exception_handler(self._take_failure)
        await self._open()
        for page in self._pages:
            self._begin(page.play(lambda: self._is_over))
        self._begin(self._watch())
        await self._make_trouble(seconds)
        await self._calm_down()
        self._check()

    async def _open(self) -> None:
        """Servers, tables and pages, before anything goes wrong."""
        for number in self._numbers:
            self._start(number)
        first = self._network.servers[1]
        answer = await first.request("POST", "/api/v1/demo", {}, {"role": "floorperson"})
        assert answer is not None
        self._floor = answer.data["id"]
        cookie = answer.headers["set-cookie"].partition(";")[0]
        floor = {"cookie": cookie, "x-pitboss-csrf": answer.data["csrf"]}
        for number in range(self.chance.choice((1, 1, 2))):
            server = self.chance.choice(self._network.running)
            game, *choices = self.chance.choice(GAMES)
            body = {"game": game, "set": choices}
            headers = floor | {"idempotency-key": f"table-{number}"}
            opened = await server.request("POST", "/api/v1/tables", headers, body)
            assert opened is not None
            assert opened.status == 200, opened
            for _ in range(self.chance.choice((1, 2, 2))):
                chance = random.Random(self.chance.random())
                page = Page(self._network, chance, opened.data["id"], self._begin, self._note)
                await page.come_in(server)
                self._pages.append(page)

    async def _make_trouble(self, seconds: float) -> None:
        end_s = asyncio.get_running_loop().time() + seconds
        weights = TROUBLES | {"put back": 6 if self._puts_back else 0}
        while asyncio.get_running_loop().time() < end_s:
            await asyncio.sleep(self.chance.uniform(0.5, 6.0))
            self._look()
            (what,) = self.chance.choices(list(weights), list(weights.values()))
            match what:
                case "kill":
                    self._kill()
                case "plan":
                    self._plan()
                case "start":
                    self._start_one()
                case "fail store":
                    self._begin(self._fail_store())
                case "jump":
                    self._jump()
                case "cut":
                    self._network.cut_lines(self.chance.choice((0.3, 1.0)))
                case "drain":
                    self._drain()
                case "put back":
                    await self._copy_or_put_back()

    async def _calm_down(self) -> None:
        """Everything is mended, and what was never answered is asked again."""
        loop = asyncio.get_running_loop()
        self._is_over = self._network.is_calm = True
        give_up_s, quiet = loop.time() + CALM_S, 0
        while quiet < QUIET_LOOKS:
            waits = any(page.unanswered for page in self._pages)
            quiet = 0 if waits or len(self._network.running) < len(self._numbers) else quiet + 1
            assert loop.time() < give_up_s, [act for page in self._pages for act in page.unanswered]
            for number in self._numbers:
                if self._network.servers[number].is_dead:
                    self._start(number)
            await asyncio.sleep(LOOK_S)
            self._look()
        while not await self._has_looked() or any(page.unanswered for page in self._pages):
            assert loop.time() < give_up_s
            await asyncio.sleep(LOOK_S)
            self._look()
        for server in self._network.running:
            server.plug.plan("", 0)
            server.close()
        await asyncio.sleep(LOOK_S)

    def _check(self) -> None:
        store = open_store(self._settings.store, create=False)
        try:
            assert self._witness is not None
            evidence = Evidence(
                self._pages,
                self._floor,
                self._witness.header.log_key,
                self._witness.leaves,
                self._objections,
                self._put_back,
                self._run_since,
            )
            self._raise_broken()
            self.heads = store.heads()
            self.rounds = inspect(store, evidence, virtual_now() + self._latest_skew)
            self._note_unnoticed(store)
        finally:
            store.close()
        self.acts = sum(len(page.acts) for page in self._pages)

    def _note_unnoticed(self, store: Store) -> None:
        """Tables that went on with their shoe, because whoever took them had not written what is gone."""
        for table in self._put_back.lost & self._run_since.keys() if self._put_back is not None else ():
            if all(record.kind != "PutBack" for record in store.read(table)):
                self._note("put back and not noticed")

    # ---- what must not happen

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._end)

    def _end(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failed := task.exception()) is not None:
            self._take(failed)

    def _take_failure(self, _: object, context: dict[str, Any]) -> None:
        if (failed := context.get("exception")) is not None:
            self._take(failed)

    def _take_log(self, record: logging.LogRecord) -> None:
        """A failure that the server noted and went on from."""
        if record.exc_info and record.exc_info[1] is not None:
            self._take(record.exc_info[1])

    def _take(self, failed: BaseException) -> None:
        if not isinstance(failed, Killed | Unreachable | PitbossError | asyncio.CancelledError):
            self._broken.append(failed)

    def _raise_broken(self) -> None:
        if self._broken:
            raise self._broken[0]

    def _note(self, what: str) -> None:
        self.happened[what] += 1

    def _look(self) -> None:
        """Who runs what, for the day when the journal was put back."""
        self._raise_broken()
        if self._put_back is not None:
            for number, server in self._network.servers.items():
                for table in server.server.tables.pit.desks if not server.is_dead else ():
                    self._run_since.setdefault(table, set()).add(number)

    # ---- servers

    def _start(self, number: int) -> None:
        settings = at_port(self._settings, number, str(self._folder / f"{number}.mark"))
        self._network.servers[number] = WebServer(settings, self._skews[number], self._entropy, self._note)

    def _start_one(self) -> None:
        dead = [number for number, server in self._network.servers.items() if server.is_dead]
        if not dead:
            return
        with ExitStack() as stack:
            if self.chance.random() < 0.25:
                stack.enter_context(killed_while_starting(self.chance.randint(1, 60)))
            try:
                self._start(self.chance.choice(dead))
            except Killed:
                self._note("killed while starting")
                return
        self._note("started again")

    def _some_server(self) -> WebServer | None:
        return self._network.any_server()

    def _kill(self) -> None:
        if (server := self._some_server()) is not None:
            server.plug.pull("killed")

    def _plan(self) -> None:
        """Most die, or fail, within the next few acts."""
        if (server := self._some_server()) is not None:
            what = self.chance.choice(PLANS)
            server.plug.plan(what, self.chance.randint(1, 60 if what == KILLS[0] else 4))

    async def _fail_store(self) -> None:
        server = self._some_server()
        if server is None:
            return
        self._note("store failing")
        words = self.chance.choice((FULL, LOCKED, BROKEN))
        seed = self.chance.randrange(2**32)
        how = (writes_fail(words), everything_fails(words), now_and_then(seed, 0.1))
        with server.failing_store(self.chance.choice(how)):
            for _ in range(self.chance.randint(1, 15)):
                if not self._is_over:
                    await asyncio.sleep(1.0)

    def _jump(self) -> None:
        number = self.chance.choice(self._numbers)
        self._skews[number] += timedelta(seconds=self.chance.choice(JUMPS_S))
        self._network.servers[number].clock.skew = self._skews[number]
        self._latest_skew = max(self._latest_skew, self._skews[number])
        self._note("clock jumped")

    def _drain(self) -> None:
        server = self._some_server()
        if server is not None and not server.drains:
            self._note("drained")
            self._begin(server.drain())

    # ---- a journal that is put back

    async def _copy_or_put_back(self) -> None:
        if self._copy is None:
            whole = copied(self._folder / "pit.db")
            self._copy = (whole, *self._read_ends())
            return
        ends, log_size = self._read_ends()
        if self._put_back is None and log_size > self._copy[2]:
            for server in self._network.running:
                server.plug.pull("killed")
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self._restore(ends, *self._copy)
            self._note("put back")

    def _restore(self, ends: dict[str, int], whole: bytes, heads: dict[str, int], log_size: int) -> None:
        path = self._folder / "pit.db"
        for beside in ("-wal", "-shm"):
            Path(f"{path}{beside}").unlink(missing_ok=True)
        path.write_bytes(whole)
        seen = len(self._witness.leaves) if self._witness is not None else 0
        at_s = asyncio.get_running_loop().time()
        lost = {stream for stream, end in ends.items() if end > heads.get(stream, 0)}
        self._put_back = PutBackMoment(at_s, heads, lost, log_size, seen, self._noted(heads))

    def _read_ends(self) -> tuple[dict[str, int], int]:
        store = open_store(self._settings.store, create=False)
        try:
            heads = {stream: head.sequence for stream, head in store.heads().items()}
            return heads, store.log.head().size
        finally:
            store.close()

    def _noted(self, heads: dict[str, int]) -> dict[str, set[int]]:
        """By table, whose mark is beyond what the copy has."""
        noted: dict[str, set[int]] = {}
        for number in self._numbers:
            path = self._folder / f"{number}.mark"
            last = {line.split()[0]: int(line.split()[1]) for line in path.read_text().splitlines()}
            for stream, sequence in last.items():
                if sequence > heads.get(stream, 0):
                    noted.setdefault(stream, set()).add(number)
        return noted

    # ---- the witness

    async def _watch(self) -> None:
        while not self._is_over:
            await asyncio.sleep(self.chance.uniform(3.0, 20.0))
            await self._has_looked()

    async def _has_looked(self) -> bool:
        try:
            await self._look_at_log()
        except Unreachable:
            return False
        return True

    async def _look_at_log(self) -> None:
        async with self._looking:
            if (server := self._some_server()) is not None:
                await self._look_at_log_of(server)

    async def _look_at_log_of(self, server: WebServer) -> None:
        head = msgspec.convert(await self._get(server, "/head"), LogHead)
        if self._witness is None:
            header = WitnessHeader("regulator", self._witness_key.public, head.key, server.address)
            self._witness = WitnessState(header)
        last, proof = self._witness.last, ()
        if last.size <= head.size:
            told = await self._get(server, f"/consistency?from={last.size}&to={head.size}")
            proof = tuple(told["proof"])
        if objection := self._witness.objection(head, proof):
            self._note("witness objected")
            self._objections.append(objection)
            return
        leaves = (await self._get(server, f"/leaves?from={last.size}&to={head.size}"))["leaves"]
        signature = self._witness_key.sign_text(cosigned_text("regulator", head))
        self._witness.take(Seen(head, signature, tuple(leaves)))
        self._note("witness looked")

    async def _get(self, server: WebServer, path: str) -> Any:
        answer = await self._network.ask(server, "GET", f"/api/v1/log{path}", {})
        if answer.status != 200:
            raise Unreachable
        return answer.data


@contextmanager
def surroundings(entropy: random.Random, take_log: Callable[[logging.LogRecord], None]) -> Iterator[None]:
    """No threads, no other randomness than the seed's, and logs that are read."""
    log = logging.getLogger("pitboss")
    listener = logging.Handler()
    listener.emit = take_log  # type: ignore[assignment, method-assign]
    spreads, log.propagate = log.propagate, False
    log.addHandler(listener)
    try:
        with (
            without_threads(),
            patch("os.urandom", entropy.randbytes),
            patch("random._urandom", entropy.randbytes),
            patch("pitboss.desk.desk.SNAPSHOT_EVERY", 40),
        ):
            yield
    finally:
        log.removeHandler(listener)
        log.propagate = spreads


def run_seed(seed: int, seconds: float = SECONDS, *, postgres: str = "") -> WebWorld:
    """A world in a folder of its own; one in five puts its journal back. A failure says how to repeat it."""
    memory = Path("/dev/shm")
    place = str(memory) if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place, prefix="pitboss-world-") as folder:
        puts_back = seed % 5 == 4 and not postgres
        world = WebWorld(seed, Path(folder), postgres=postgres, puts_back=puts_back)
        try:
            world.run(seconds)
        except BaseException as error:
            error.add_note(f"happened: {dict(world.happened)}")
            error.add_note(f"again: {again(seed, seconds)}")
            raise
    return world


def again(seed: int, seconds: float = SECONDS) -> str:
    return f"python -m tests.chaos.web_world {seed} {seconds:g}"


def main() -> None:
    seed, seconds = int(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    world = run_seed(seed, seconds)
    print(dict(world.happened))
    print(f"seed {seed}: {world.acts} acts, {world.rounds} rounds, all as it should be")


if __name__ == "__main__":
    main()
