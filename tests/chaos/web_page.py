"""A player's page, as once.js, connection.js, seeds.js and receipts.js have it, with somebody at it.

An act keeps its key until its outcome is known, and is asked again with the same key; a live connection that
broke is resumed at the last record; seeds are offered and revealed; receipts are kept.
"""

import asyncio
import hashlib
import json
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from tests.chaos.web_network import Line, Network, Unreachable, later
from tests.chaos.web_servers import WebServer
from tests.web.playing import next_message

PATIENCE_S = 20.0
WAITS_S = (0.4, 0.8, 1.5, 3.0, 6.0)
AGAIN_S = 1.5
SLOW_S = 4.0
MOST_TRIES = 400
NOT_HEARD = frozenset({401, 403, 408, 421, 429})
UNSURE = frozenset({"store_trouble", "busy", "fault", "going_away"})
THINK_S = (0.1, 2.0)
LONGEST_WAIT_S = 6.0
"""For the outcome of an act, before the player does something else."""
CHIPS_CENTS = 500_00


@dataclass(eq=False)
class Act:
    """Something that the player asked for, until its outcome is known and after that."""

    path: str
    body: dict[str, Any]
    type: str = ""
    """Its type on the live connection; empty where it goes by HTTP."""
    seen: int | None = None
    is_doubted: bool = False
    is_sent: bool = False
    outcome: str = ""
    """“accepted”, or the reason of the refusal."""
    sequence: int = 0
    receipt: dict[str, Any] | None = None
    at_s: float = 0.0
    """When the outcome was known."""
    known: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def key(self) -> str:
        return str(self.body["key"])

    @property
    def name(self) -> str:
        return json.dumps([self.path, self.body | {"key": ""}], sort_keys=True)

    @property
    def is_recorded(self) -> bool:
        """Does the journal have it under its key? That somebody is ready is not recorded."""
        return not self.path.endswith("/ready")

    def settle(self, outcome: str, sequence: int = 0, receipt: dict[str, Any] | None = None) -> None:
        self.outcome, self.sequence, self.receipt = outcome, sequence, receipt
        self.at_s = asyncio.get_running_loop().time()
        self.known.set()


@dataclass
class Told:
    """A frame with the table: what the page knew before, and what it was told."""

    at_s: float
    before: int
    sequence: int
    events: list[tuple[int, str]]
    """The record and the type of each."""
    is_skipped: bool
    text: str


class Page:
    def __init__(
        self,
        network: Network,
        chance: random.Random,
        table: str,
        begin: Callable[[Coroutine[Any, Any, None]], None],
        note: Callable[[str], None],
    ) -> None:
        self._network, self._chance, self._begin, self._note = network, chance, begin, note
        self.table = table
        self.account = ""
        self._headers: dict[str, str] = {}
        self._address = ""
        self.acts: list[Act] = []
        self.frames: list[Told] = []
        self._unanswered: dict[str, Act] = {}
        self._on_line: dict[str, Act] = {}
        self._line: Line | None = None
        self._is_loading = False
        self._tries = 0
        self._since = 0
        self._latest: dict[str, Any] | None = None
        self._seeds: dict[str, str] = {}
        self._tried: set[str] = set()
        self._is_giving_seeds = False

    async def come_in(self, server: WebServer) -> None:
        """Before anything goes wrong."""
        answer = await server.request("POST", "/api/v1/demo", {}, {})
        assert answer is not None
        self.account = answer.data["id"]
        cookie = answer.headers["set-cookie"].partition(";")[0]
        self._headers = {"cookie": cookie, "x-pitboss-csrf": answer.data["csrf"]}
        self._address = server.address
        self._connect()

    @property
    def unanswered(self) -> list[Act]:
        return list(self._unanswered.values())

    # ---- acts, each followed until its outcome is known

    def post(self, what: str, **body: Any) -> Act:
        return self._once(Act(self._path(what), {"key": self._key(), **body}), self._ask)

    def ask(self, what: str, type: str, **body: Any) -> Act:
        act = Act(self._path(what), {"key": self._key(), **body}, type, self._since)
        return self._once(act, self._transmit)

    def _path(self, what: str) -> str:
        return f"/api/v1/tables/{self.table}/{what}"

    def _key(self) -> str:
        return self._chance.randbytes(8).hex()

    def _once(self, act: Act, run: Callable[[Act], Coroutine[Any, Any, None]]) -> Act:
        """The same act pressed again, while its outcome is not known, is that act."""
        if act.name in self._unanswered:
            return self._unanswered[act.name]
        self._unanswered[act.name] = act
        self.acts.append(act)
        self._begin(self._follow(act, run))
        return act

    async def _follow(self, act: Act, run: Callable[[Act], Coroutine[Any, Any, None]]) -> None:
        await run(act)
        await act.known.wait()
        self._unanswered.pop(act.name, None)
        self._note("accepted" if act.outcome == "accepted" else "refused")

    async def _ask(self, act: Act) -> None:
        for tries in range(MOST_TRIES):
            if act.outcome:
                return
            again = act.is_doubted
            body = act.body | ({"seen": act.seen} if again and act.seen is not None else {})
            status, data = await self._send("POST", act.path, body)
            if status == 421:
                self._address = data["allowed"] or self._address
            is_known = 0 < status < 500 and status != 408 and not (again and status in NOT_HEARD)
            if is_known and status < 300:
                act.settle("accepted", data.get("sequence", 0), data.get("receipt"))
            elif is_known:
                act.settle(data["reason"])
            else:
                act.is_doubted = True
                await asyncio.sleep(WAITS_S[min(tries, len(WAITS_S) - 1)])
        assert act.outcome, f"the outcome of {act.path} is not known after {MOST_TRIES} tries"

    async def _send(self, method: str, target: str, body: Any = None) -> tuple[int, Any]:
        """One request: its status, 0 when no answer came, and what was answered."""
        server = self._server()
        if server is None:
            return 0, None
        asked = self._network.ask(server, method, target, self._headers, body)
        try:
            answer = await asyncio.wait_for(_go_on(asked), PATIENCE_S)
        except (Unreachable, TimeoutError):
            return 0, None
        assert answer.status != 500, (target, body, answer.data)
        return answer.status, answer.data

    def _server(self) -> WebServer | None:
        """Where the page was loaded; when nobody answers there, whoever does."""
        server = self._network.server_at(self._address) or self._network.any_server()
        if server is not None:
            self._address = server.address
        return server

    # ---- the live connection

    def _connect(self) -> None:
        if self._line is not None and not self._line.is_over:
            return  # a page has one line
        server = self._server()
        if server is None:
            later(self._wait_s(), self._connect)
            return
        target = f"/api/v1/tables/{self.table}/live?since={self._since}"
        self._line = self._network.connect(server, target, self._headers, self)

    def opened(self) -> None:
        self._tries = 0
        for act in tuple(self._on_line.values()):
            self._say(act)

    def lost(self) -> None:
        for act in self._on_line.values():
            act.is_doubted = act.is_doubted or act.is_sent
        if not self._is_loading:
            later(self._wait_s(), self._connect)

    def _wait_s(self) -> float:
        self._tries += 1
        return WAITS_S[min(self._tries, len(WAITS_S)) - 1]

    async def _transmit(self, act: Act) -> None:
        self._on_line[act.key] = act
        later(SLOW_S, lambda: self._doubt(act))
        if self._line is not None and self._line.is_open:
            self._say(act)
        else:
            act.is_doubted = True

    def _doubt(self, act: Act) -> None:
        if not act.outcome:
            act.is_doubted = True

    def _say(self, act: Act) -> None:
        if act.key not in self._on_line or self._line is None or not self._line.is_open:
            return
        act.is_sent = True
        seen = {"seen": act.seen} if act.is_doubted else {}
        self._line.say(json.dumps({"type": act.type, **act.body, **seen}))

    def heard(self, text: str, is_copy: bool) -> None:
        message = json.loads(text)
        match message["type"]:
            case "table":
                self._take_table(message, text, is_copy)
            case "answer":
                self._take_answer(message)
            case "bye" if message["reason"] not in UNSURE:
                assert message["reason"] == "served_elsewhere", message
                self._begin(self._load_again(message["allowed"]))

    def _take_table(self, message: dict[str, Any], text: str, is_copy: bool) -> None:
        if not is_copy:
            events = [(event["sequence"], event["type"]) for event in message["events"]]
            at_s = asyncio.get_running_loop().time()
            told = Told(at_s, self._since, message["sequence"], events, message["skipped"], text)
            self.frames.append(told)
        self._since, self._latest = message["sequence"], message
        self._begin(self._give_seeds())

    def _take_answer(self, answer: dict[str, Any]) -> None:
        act = self._on_line.get(answer["key"])
        if act is None:
            return
        assert answer.get("reason") != "fault", answer
        is_unheard = answer.get("reason") == "too_fast" and act.is_doubted
        if not answer["accepted"] and (is_unheard or answer["reason"] in UNSURE):
            act.is_doubted = True
            later(AGAIN_S, lambda: self._say(act))
            return
        del self._on_line[act.key]
        if answer["accepted"]:
            act.settle("accepted", answer["sequence"], answer.get("receipt"))
        else:
            act.settle(answer["reason"])

    async def _load_again(self, address: str) -> None:
        """The page is loaded where the table is; acts whose outcome is not known are asked by HTTP now."""
        if self._is_loading:
            return
        self._is_loading = True
        self._note("page loaded again")
        self._address = address or self._address
        for tries in range(MOST_TRIES):
            status, data = await self._send("GET", f"/api/v1/tables/{self.table}")
            if status == 200:
                break
            self._address = (data["allowed"] if status == 421 else "") or self._address
            await asyncio.sleep(WAITS_S[min(tries, len(WAITS_S) - 1)])
        self._is_loading = False
        self._since, self._tried = 0, set()
        acts, self._on_line = self._on_line, {}
        for act in acts.values():
            act.is_doubted = True
            self._begin(self._ask(act))
        self._connect()

    # ---- seeds

    async def _give_seeds(self) -> None:
        """What the latest view asks for; one thing at a time."""
        if self._is_giving_seeds:
            return
        self._is_giving_seeds, done = True, None
        while done is not self._latest and self._latest is not None:
            done = self._latest
            await self._answer_for_seeds(done["seeds"], done["you"]["seat"])
        self._is_giving_seeds = False

    async def _answer_for_seeds(self, seeds: dict[str, Any], seat: int) -> None:
        if not seat:
            self._tried.clear()
        if not seat or not seeds.get("next"):
            return
        if seeds["asked"]:
            await self._reveal(seeds)
        elif seat not in seeds["waiting"] and seeds["offered"] not in self._seeds:
            await self._offer(seeds)

    async def _offer(self, seeds: dict[str, Any]) -> None:
        state = f"{seeds['shoe']} {seeds['offered']}"
        if state not in self._tried:
            self._tried.add(state)
            await self.ask("seed", "offer seed", commitment=self._fresh_seed()).known.wait()

    async def _reveal(self, seeds: dict[str, Any]) -> None:
        asked = seeds["asked"]
        if asked in self._tried or asked not in self._seeds:
            return
        self._tried.add(asked)
        key = f"reveal-{seeds['shoe']}-{asked[:16]}"
        given = {"key": key, "shoe": seeds["shoe"], "seed": self._seeds[asked], "next": self._fresh_seed()}
        await self.ask("seed/reveal", "reveal seed", **given).known.wait()

    def _fresh_seed(self) -> str:
        seed = self._chance.randbytes(32).hex()
        text = f"pitboss player seed 1\n{self.table}\n{seed}\n"
        commitment = hashlib.sha256(text.encode()).hexdigest()
        self._seeds[commitment] = seed
        return commitment

    # ---- somebody at the page

    async def play(self, is_over: Callable[[], bool]) -> None:
        while not is_over():
            await asyncio.sleep(self._chance.uniform(*THINK_S))
            if is_over() or self._latest is None:
                continue
            if (act := self._next_act(self._latest)) is not None:
                try:
                    await asyncio.wait_for(act.known.wait(), LONGEST_WAIT_S)
                except TimeoutError:
                    self._note("went on without an answer")

    def _next_act(self, told: dict[str, Any]) -> Act | None:
        if not told["you"]["seat"]:
            return self.post("sit", seat=self._chance.randint(1, 6), chips_cents=CHIPS_CENTS)
        match self._chance.random():
            case whim if whim < 0.05:
                return self.post("chips", cents=self._chance.choice((100, 50_00)))
            case whim if whim < 0.07:
                return self.post("leave")
            case whim if whim < 0.12:
                tip = {"type": "Tip", "cents": 5_00}
                return self.ask("commands", "do", command=tip)
        said = next_message(told, chance=self._chance)
        if said is None:
            return None
        if said["type"] == "ready":
            return self.ask("ready", "ready", ready=True)
        return self.ask("commands", "do", command=said["command"])


def _go_on(asked: Coroutine[Any, Any, Any]) -> "asyncio.Future[Any]":
    """A request that its page no longer waits for is still under way."""
    return asyncio.shield(asyncio.ensure_future(asked))
