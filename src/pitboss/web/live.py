"""The live connection to a table: views and events out, commands in, over a WebSocket."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec
from anyio import CapacityLimiter, to_thread
from fastapi import Query, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.errors import Refused
from pitboss.web.auth import Auth, Caller, auth_of
from pitboss.web.drain import Drain
from pitboss.web.http_errors import FAULT, REFUSALS, error_body_of
from pitboss.web.json_codec import check_text
from pitboss.web.live_table import LiveTable
from pitboss.web.receipts import receipt_json
from pitboss.web.request_log import begin_request, log_request, note_account
from pitboss.web.seat_permissions import act_for, do_next, offer_seed, person_of, reveal_seed
from pitboss.web.settings import LiveLimits
from pitboss.web.table_manager import TableManager

PATH = "/tables/{id}/live"
LOOK_AGAIN_S = 0.5
POLICY_VIOLATION = 1008
GOING_AWAY = 1001
log = logging.getLogger("pitboss.web")
Done = TypeVar("Done")


class Threads:
    """Thread pools: many for acts, which wait for the disk; few for views, which only need the processor."""

    def __init__(self, limits: LiveLimits) -> None:
        self._acts = CapacityLimiter(limits.acts_at_once)
        self._looks = CapacityLimiter(limits.looks_at_once)

    async def act(self, work: Callable[[], Done]) -> Done:
        return await to_thread.run_sync(work, limiter=self._acts)

    async def look(self, work: Callable[[], Done]) -> Done:
        return await to_thread.run_sync(work, limiter=self._looks)


def threads_of(socket: WebSocket) -> Threads:
    """Made by the first connection, inside the running loop."""
    state = socket.app.state
    if not hasattr(state, "threads"):
        state.threads = Threads(state.settings.live)
    threads: Threads = state.threads
    return threads


class LiveConnection:
    """One person's connection to one table."""

    def __init__(self, socket: WebSocket, caller: Caller, table: LiveTable, since: int) -> None:
        self.socket = socket
        self.caller = caller
        self.table = table
        self.since = since
        self.auth: Auth = auth_of(socket)
        self.threads = threads_of(socket)
        self.limits: LiveLimits = socket.app.state.settings.live
        self.drain: Drain = socket.app.state.drain
        self.wake = asyncio.Event()
        self.sending = asyncio.Lock()
        self.revision = -1
        self.look_at = float("-inf")

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        await self.socket.accept()
        leave = self.table.listen(self.caller.account.id, lambda: loop.call_soon_threadsafe(self.wake.set))
        hearing = asyncio.create_task(self._hear())
        try:
            with suppress(WebSocketDisconnect):
                await self._tell(hearing)
        finally:
            hearing.cancel()
            leave()

    # ---- out

    async def _tell(self, hearing: "asyncio.Task[None]") -> None:
        self.wake.set()
        while not hearing.done():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.wake.wait(), self.limits.look_every_s)
            self.wake.clear()
            if self.table.closed:
                await self._bye(self.table.closed)
                return
            now = asyncio.get_running_loop().time()
            if now >= self.look_at:
                self.look_at = now + self.limits.look_every_s
                over = await self.threads.look(self._over)
                if over is not None:
                    await self._bye(over)
                    return
            if self.table.revision != self.revision:
                await self._look()

    async def _look(self) -> None:
        """Send the view; when the store fails, look again in a moment."""
        try:
            message = await self.threads.look(self._message)
        except REFUSALS as failed:
            log.error("table %s could not be shown: %s", self.table.id, failed)
            self.revision = -1
            asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self.wake.set)
            return
        await self._send(message)

    def _message(self) -> dict[str, Any]:
        self.revision = self.table.revision  # before the look: what changes meanwhile is told next
        who = person_of(self.caller, self.table)
        message = self.table.message(who, self.caller.account.id, self.since)
        message["seats"] = self.auth.named(message["seats"])
        self.since = message["sequence"]  # not before: when names cannot be read, nothing of this is sent
        return message

    def _over(self) -> Refused | None:
        try:
            self.auth.still(self.caller)
        except Refused as over:
            return over
        except REFUSALS:
            return None  # the store cannot say at the moment
        return None

    async def _send(self, message: dict[str, Any]) -> None:
        async with self.sending:
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.send_text(msgspec.json.encode(message).decode())

    async def _bye(self, why: Refused) -> None:
        await self._send({"type": "bye", **error_body_of(why).model_dump()})
        await self.socket.close(GOING_AWAY, why.reason)

    # ---- in

    async def _hear(self) -> None:
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                await self._answer(message.get("text"))
        except WebSocketDisconnect:
            return
        finally:
            self.wake.set()

    async def _answer(self, text: str | None) -> None:
        key, answer = "", dict[str, Any]()
        begun, context, outcome = time.perf_counter(), begin_request(), "accepted"
        note_account(self.caller.account.id)
        try:
            said = read_message(text, self.limits.message_characters)
            key = said.get("key", "")
            if said["type"] == "ping":
                answer = {"type": "pong"}
            else:
                self.auth.commands.take(self.caller.account.id, "commands")
                with self.drain.act():
                    answer = await self.threads.act(partial(self._take, said))
        except REFUSALS as refused:
            body = error_body_of(refused)
            outcome = body.reason
            answer = {"type": "answer", "key": key, "accepted": False, **body.model_dump()}
            answer["request_id"] = context.id
        except Exception:
            log.exception("a message at table %s could not be answered", self.table.id)
            outcome = FAULT.reason
            answer = {"type": "answer", "key": key, "accepted": False, **FAULT.model_dump()}
            answer["request_id"] = context.id
        if answer["type"] == "answer":
            log_request(begun, method="LIVE", route=PATH, status=outcome, table=self.table.id)
        await self._send(answer)

    def _take(self, said: dict[str, Any]) -> dict[str, Any]:
        caller = self.auth.still(self.caller, used=True)
        seen = said.get("seen")
        if said["type"] == "ready":
            sequence = self.table.set_ready(
                caller.account.id, said["ready"], key=said.get("key", ""), seen=seen
            )
        elif said["type"] == "offer seed":
            sequence = offer_seed(caller, self.table, said["key"], said["commitment"])
        elif said["type"] == "reveal seed":
            sequence = reveal_seed(caller, self.table, said["key"], said["shoe"], said["seed"], said["next"])
        elif said["type"] == "next":
            card, paid_cents = said.get("card", ""), said.get("paid_cents")
            sequence = do_next(caller, self.table, said["key"], card, paid_cents, seen)
        else:
            sequence = act_for(caller, self.table, said["key"], said["command"], seen)
        answer = {"type": "answer", "key": said.get("key", ""), "accepted": True, "sequence": sequence}
        if said["type"] != "ready":
            answer["receipt"] = receipt_json(self.table.store, self.table.id, sequence)
        return answer


FIELDS: dict[str, dict[str, type]] = {
    "ping": {},
    "ready": {"ready": bool},
    "next": {"key": str},
    "do": {"key": str, "command": dict},
    "offer seed": {"key": str, "commitment": str},
    "reveal seed": {"key": str, "shoe": int, "seed": str, "next": str},
}
MAY_HAVE: dict[str, dict[str, type]] = {
    "ready": {"key": str, "seen": int},
    "next": {"card": str, "paid_cents": int, "seen": int},
    "do": {"seen": int},
    "offer seed": {"seen": int},
    "reveal seed": {"seen": int},
}


def read_message(text: str | None, longest: int) -> dict[str, Any]:
    """A message with exactly the fields its type needs; Refused when it has others."""
    if text is None or len(text) > longest:
        raise Refused("bad_request", f"A message must be JSON text of at most {longest} characters.")
    try:
        said = json.loads(text)
        check_text(said)
    except (ValueError, RecursionError):
        raise Refused("bad_request", "A message must be JSON.") from None
    kind = said.get("type") if isinstance(said, dict) else None
    if not isinstance(kind, str) or kind not in FIELDS:
        raise Refused("bad_request", f"A message needs a type: {', '.join(FIELDS)}.")
    needs, may = FIELDS[kind], MAY_HAVE.get(kind, {})
    wrong = [name for name in needs if type(said.get(name)) is not needs[name]]
    wrong += [name for name in said if name != "type" and type(said[name]) is not (needs | may).get(name)]
    if wrong or len(said.get("key", "")) > 64 or ("key" in needs and not said["key"]):
        raise Refused(
            "bad_request", f"A message of type “{kind}” needs: {', '.join(needs) or 'nothing else'}."
        )
    return dict(said)


async def live(socket: WebSocket, id: str, since: Annotated[int, Query(ge=0)] = 0) -> None:
    """Sends views, events and answers; receives commands."""
    try:
        connection = await threads_of(socket).act(partial(_open, socket, id, since))
    except REFUSALS as refused:
        body = error_body_of(refused)
        await socket.accept()
        await socket.send_text(json.dumps({"type": "bye", **body.model_dump()}))
        await socket.close(POLICY_VIOLATION, body.reason)
        return
    await connection.run()


def _open(socket: WebSocket, id: str, since: int) -> LiveConnection:
    auth = auth_of(socket)
    caller = auth.recognize(socket)
    if caller is None:
        raise Refused("not_logged_in", "Log in first.")
    auth.check_complete(caller)
    if caller.session is not None and socket.headers.get("origin") is None:
        raise Refused("foreign_origin", "A connection with a cookie must send its origin.")
    socket.app.state.drain.check_open()
    tables: TableManager = socket.app.state.tables
    limits: LiveLimits = socket.app.state.settings.live
    table = tables.find(id)
    if table.here.get(caller.account.id, 0) >= limits.connections_at_a_table:
        raise Refused(
            "too_many_connections",
            f"One account can have {limits.connections_at_a_table} connections to a table.",
        )
    if sum(one.here.get(caller.account.id, 0) for one in tables.live.values()) >= limits.connections_of_one:
        raise Refused(
            "too_many_connections", f"One account can have {limits.connections_of_one} connections in all."
        )
    return LiveConnection(socket, caller, table, since)
