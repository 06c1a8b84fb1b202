"""What lies between pages and servers: requests and frames that are slow, late, lost or sent twice."""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from tests.chaos.web_servers import HttpAnswer, WebServer

FATES = {"lost before": 0.06, "lost after": 0.06, "sent twice": 0.05, "late": 0.02}
"""What may happen to a request; most arrive as they should."""
QUICK_S, LATE_S, UNNOTICED_S = (0.001, 0.3), (15.0, 40.0), (0.5, 40.0)
TWICE = 0.05
"""The share of frames, either way, that arrive twice."""
NEXT_S = 1e-6
ABNORMAL_CLOSURE = 1006


class Unreachable(Exception):
    """No answer came."""


class LineEnd(Protocol):
    """The page's end of a live connection."""

    def opened(self) -> None: ...

    def heard(self, text: str, is_copy: bool) -> None: ...

    def lost(self) -> None: ...


class Network:
    def __init__(self, chance: random.Random, note: Callable[[str], None]) -> None:
        self.servers: dict[int, WebServer] = {}
        """The last server with each number."""
        self.is_calm = False
        self.lines: list[Line] = []
        self._chance = chance
        self._note = note
        self._tasks: set[asyncio.Task[Any]] = set()

    def server_at(self, address: str) -> WebServer | None:
        return next((one for one in self.running if one.address == address), None)

    def any_server(self) -> WebServer | None:
        return self._chance.choice(self.running) if self.running else None

    @property
    def running(self) -> list[WebServer]:
        return [server for server in self.servers.values() if not server.is_dead]

    # ---- requests

    async def ask(
        self, server: WebServer, method: str, target: str, headers: dict[str, str], body: Any = None
    ) -> HttpAnswer:
        """Sent to this very server: a request that is under way when it dies, dies with it."""
        fate = self._fate()
        await asyncio.sleep(self._wait_s(LATE_S if fate == "late" else QUICK_S))
        if server.is_dead or fate == "lost before":
            raise Unreachable
        answer = await server.request(method, target, headers, body)
        if fate == "sent twice":
            again = self._again(server, method, target, headers, body)
            task = asyncio.get_running_loop().create_task(again)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if answer is None or fate == "lost after":
            raise Unreachable
        await asyncio.sleep(self._wait_s(QUICK_S))
        return answer

    async def _again(self, server: WebServer, *request: Any) -> None:
        await asyncio.sleep(self._wait_s(UNNOTICED_S))
        if not server.is_dead:
            await server.request(*request)

    def _fate(self) -> str:
        drawn = self._chance.random()
        for fate, share in FATES.items():
            drawn -= share
            if drawn < 0 and not self.is_calm:
                self._note(fate)
                return fate
        return ""

    def _wait_s(self, bounds: tuple[float, float]) -> float:
        return self._chance.uniform(*bounds)

    # ---- live connections

    def connect(self, server: WebServer, target: str, headers: dict[str, str], end: LineEnd) -> "Line":
        line = Line(random.Random(self._chance.random()), self._comes_twice, server, end)
        self.lines = [one for one in self.lines if not one.is_over] + [line]
        later(self._wait_s(QUICK_S), lambda: line.open(target, headers))
        return line

    def _comes_twice(self, chance: random.Random) -> bool:
        if self.is_calm or chance.random() >= TWICE:
            return False
        self._note("frame twice")
        return True

    def cut_lines(self, share: float) -> None:
        for line in self.lines:
            if self._chance.random() < share and not line.is_over:
                self._note("line cut")
                line.cut()


class Line:
    """One live connection: frames arrive in the order in which they were sent, until it breaks.

    It has chance of its own, because a server wakes the lines of a table in any order.
    """

    def __init__(
        self,
        chance: random.Random,
        comes_twice: Callable[[random.Random], bool],
        server: WebServer,
        end: LineEnd,
    ) -> None:
        self._chance, self._comes_twice, self._server, self._end = chance, comes_twice, server, end
        self._to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._arrives_at = {"in": 0.0, "out": 0.0}
        self.is_open = False
        self.is_over = False

    def open(self, target: str, headers: dict[str, str]) -> None:
        if self._server.is_dead:
            self.fail()
            return
        self._server.closing.append(self.fail)
        self._to_server.put_nowait({"type": "websocket.connect"})
        self._server.open_line(target, headers, self._to_server.get, self._take)

    def say(self, text: str) -> None:
        """From the page to the server."""
        for _ in range(1 + self._comes_twice(self._chance)):
            self._in_order(
                "out", partial(self._to_server.put_nowait, {"type": "websocket.receive", "text": text})
            )

    async def _take(self, message: dict[str, Any]) -> None:
        """From the server to the page."""
        match message["type"]:
            case "websocket.accept":
                self._in_order("in", self._opened)
            case "websocket.send":
                for copy in range(1 + self._comes_twice(self._chance)):
                    self._in_order("in", partial(self._end.heard, message["text"], bool(copy)))
            case "websocket.close":
                self._in_order("in", self.fail)

    def _opened(self) -> None:
        self.is_open = True
        self._end.opened()

    def _in_order(self, way: str, arrive: Callable[[], None]) -> None:
        loop = asyncio.get_running_loop()
        at = max(loop.time() + self._chance.uniform(*QUICK_S), self._arrives_at[way] + NEXT_S)
        self._arrives_at[way] = at
        loop.call_at(at, lambda: None if self.is_over else arrive())

    def fail(self) -> None:
        """Nothing more arrives, and the page knows."""
        if not self.is_over:
            self.is_over, self.is_open = True, False
            self._end.lost()

    def cut(self) -> None:
        """The page knows at once; the server only after a while."""
        self.fail()
        gone = {"type": "websocket.disconnect", "code": ABNORMAL_CLOSURE}
        later(self._chance.uniform(*UNNOTICED_S), lambda: self._to_server.put_nowait(gone))


def later(wait_s: float, work: Callable[[], object]) -> None:
    asyncio.get_running_loop().call_later(wait_s, work)
