"""Web servers without a network: the app called as uvicorn calls it, and a plug that can be pulled."""

import asyncio
import json
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

import sqlalchemy as sa
from fastapi import FastAPI
from starlette.datastructures import State

from pitboss.errors import BadStore
from pitboss.journal.high_water import HighWater
from pitboss.journal.open_store import open_store
from pitboss.web.app import Server, make_routes, make_server
from pitboss.web.drain import drain
from pitboss.web.settings import Settings
from tests.chaos.faults import Killed
from tests.chaos.virtual_time import AtOnce, SkewedClock
from tests.web.failing_store import BROKEN, FULL, failing

KILLS = ("killed at a statement", "killed before a commit", "killed after a commit")
COMMIT_FAULTS = ("disk full at a commit", "answer of a commit lost")
PLANS = KILLS + COMMIT_FAULTS
HTTP = {"asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": ""}


class HttpAnswer(NamedTuple):
    status: int
    headers: dict[str, str]
    data: Any


class NoThread:
    """The writer's own thread has nothing to do where everybody waits for their own commit."""

    def __init__(self, **_: Any) -> None:
        """Needs nothing."""

    def start(self) -> None:
        """Nothing runs."""

    def join(self) -> None:
        """Nothing ran."""


@cache
def _routes() -> FastAPI:
    return make_routes()


def copy_routes() -> FastAPI:
    """An app of its own with the same routes, which are slow to make and hold nothing."""
    app = copy(_routes())
    app.state = State(dict(_routes().state._state))
    app.user_middleware, app.middleware_stack = [], None
    return app


@contextmanager
def without_slow_routes() -> Iterator[None]:
    """Every server of this process has a copy of the routes that are made here."""
    _routes()
    with patch("pitboss.web.app.make_routes", copy_routes):
        yield


@contextmanager
def without_threads() -> Iterator[None]:
    with (
        without_slow_routes(),
        patch("pitboss.journal.writer.Thread", NoThread),
        patch("pitboss.web.table_manager.ThreadPoolExecutor", AtOnce),
    ):
        yield


class Plug:
    """What is planned for a server's store. Once it is pulled the server does nothing to it any more."""

    def __init__(self, engine: sa.Engine, died: Callable[[str], None], note: Callable[[str], None]) -> None:
        self.pulled = False
        self._died, self._note = died, note
        self._plan = ("", 0)
        self._error = engine.dialect.loaded_dbapi.OperationalError
        self._do_commit = engine.dialect.do_commit
        for name in ("do_execute", "do_executemany"):
            sa.event.listen(engine, name, self._execute)
        engine.dialect.do_commit = self._commit  # type: ignore[assignment, method-assign]

    def plan(self, what: str, count: int) -> None:
        """This, at the statement or commit of this number from now on."""
        self._plan = (what, count)

    def pull(self, what: str) -> None:
        if not self.pulled:
            self.pulled = True
            self._died(what)

    def _execute(self, *_: object) -> None:
        self._kill_if(self._is_due(KILLS[:1]))

    def _commit(self, connection: Any) -> None:
        self._kill_if("")
        fault = self._is_due(PLANS[1:])
        self._kill_if(fault if fault == "killed before a commit" else "")
        if fault in COMMIT_FAULTS:
            self._note(fault)
        if fault == "disk full at a commit":
            raise self._error(FULL)
        self._do_commit(connection)
        self._kill_if(fault if fault == "killed after a commit" else "")
        if fault == "answer of a commit lost":
            raise self._error(BROKEN)

    def _kill_if(self, fault: str) -> None:
        if fault:
            self.pull(fault)
        if self.pulled:
            raise Killed

    def _is_due(self, kinds: tuple[str, ...]) -> str:
        what, left = self._plan
        if what not in kinds:
            return ""
        self._plan = (what, left - 1) if left > 1 else ("", 0)
        return what if left <= 1 else ""


class WebServer:
    """One life of a server at an address."""

    def __init__(
        self, settings: Settings, skew: timedelta, entropy: random.Random, note: Callable[[str], None]
    ) -> None:
        self.clock = SkewedClock(skew)
        self._note = note
        self.is_dead = False
        self.drains = False
        self._troubles = ExitStack()
        self._tasks: dict[asyncio.Task[None], None] = {}
        self.closing: list[Callable[[], None]] = []
        """Called when it dies: connections that break."""
        self.server: Server = make_server(settings, clock=self.clock, entropy=entropy.randbytes)
        self.plug = Plug(self.server.store.engine, self._die, note)

    @property
    def address(self) -> str:
        return self.server.settings.address

    # ---- requests

    async def request(
        self, method: str, target: str, headers: dict[str, str], body: dict[str, Any] | None
    ) -> HttpAnswer | None:
        """The answer; None when the server died of the request."""
        parts: list[dict[str, Any]] = []
        sent = [{"type": "http.request", "body": json.dumps(body).encode() if body is not None else b""}]

        async def receive() -> dict[str, Any]:
            return sent.pop() if sent else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            parts.append(message)

        scope = self._scope("http", target, headers) | {"method": method}
        try:
            await self.server.app(scope, receive, send)
        except Killed:
            return None
        if self.is_dead:
            return None
        whole = b"".join(part.get("body", b"") for part in parts[1:])
        given = {name.decode(): value.decode() for name, value in parts[0]["headers"]}
        return HttpAnswer(parts[0]["status"], given, json.loads(whole))

    def _scope(self, kind: str, target: str, headers: dict[str, str]) -> dict[str, Any]:
        path, _, query = target.partition("?")
        told = {"host": self.address.removeprefix("http://"), "content-type": "application/json"} | headers
        return {
            **HTTP,
            "type": kind,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in told.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", self.server.settings.port),
        }

    def open_line(self, target: str, headers: dict[str, str], receive: Any, send: Any) -> None:
        """A live connection; whatever it says goes to `send`, until it is over."""
        scope = self._scope("websocket", target, headers | {"origin": self.address}) | {"scheme": "ws"}
        self._begin(self._serve_line(scope, receive, send))

    async def _serve_line(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await self.server.app(scope, receive, send)
        except Killed:
            return
        if not self.is_dead:
            await send({"type": "websocket.close"})

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = None
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    # ---- trouble

    @contextmanager
    def failing_store(self, fails: Callable[[str], str | None]) -> Iterator[None]:
        with failing(self.server.store.engine, fails):
            yield

    def _die(self, what: str) -> None:
        self._note(what)
        self.is_dead = True
        self.clock.stop()
        asyncio.get_running_loop().call_soon(self._bury)

    def _bury(self) -> None:
        """What a killed process leaves to others: broken connections, and claims that it still holds."""
        for task in tuple(self._tasks):
            task.cancel()
        for close in self.closing:
            close()
        self._let_go()

    def _let_go(self) -> None:
        pit = self.server.tables.pit
        if pit._marks is not None:
            pit._marks.close()
        for jobs in self.server.background_jobs:
            jobs.close()
        self.server.store.close()

    async def drain(self) -> None:
        """The end that a server makes when it is told to."""
        self.drains = True
        state, settings = self.server.app.state, self.server.settings
        try:
            await drain(state.drain, self.server.tables, settings.operation)
        except Killed:
            return
        except BadStore:
            self._note("store failing at the end")
        if not self.is_dead:
            self.close()

    def close(self) -> None:
        self.is_dead = True
        self.clock.stop()
        for task in tuple(self._tasks):
            task.cancel()
        for close in self.closing:
            close()
        try:
            self.server.close()
        except (Killed, BadStore):
            self._let_go()


def at_port(settings: Settings, number: int, mark_file: str) -> Settings:
    return replace(settings, port=8_000 + number, mark_file=mark_file)


@contextmanager
def killed_while_starting(statements: int) -> Iterator[None]:
    """Whoever uses a store meanwhile dies at the statement of this number, and its files are closed."""
    left, opened = statements, list[Any]()

    def execute(*_: object) -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise Killed

    def noting(open_one: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            opened.append(open_one(*given))
            return opened[-1]

        return noted

    with ExitStack() as stack:
        for name, open_one in (("open_store", open_store), ("HighWater", HighWater)):
            stack.enter_context(patch(f"pitboss.web.app.{name}", noting(open_one)))
        for name in ("do_execute", "do_executemany"):
            sa.event.listen(sa.Engine, name, execute)
            stack.callback(sa.event.remove, sa.Engine, name, execute)
        try:
            yield
        except Killed:
            for one in opened:
                one.close()
            raise
