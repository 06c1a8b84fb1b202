"""Requests sent again because their answer was lost: the change is made once, the answer is the first.

What is done at a table or with money carries its key in the body, and the journal records it with the act.
Any other change carries it in a header, and its answer is kept here, beside the accounts.
"""

import asyncio
import hashlib
import json
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import sqlalchemy as sa
from anyio import to_thread
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import BadStore, Refused
from pitboss.web.account_schema import kept_answers, reading
from pitboss.web.auth import Caller, auth_of, check_csrf
from pitboss.web.http_errors import REFUSALS, answer, error_body_of
from pitboss.web.middleware import SAFE, beginning_with
from pitboss.web.settings import AnswerLimits
from pitboss.web.store_outage import STORE_OUTAGES

KEY_HEADER = "Idempotency-Key"
KEY = re.compile(r"[A-Za-z0-9._:-]{1,64}")
SECRETS = frozenset({"secret", "one_time_password", "recovery_codes"})
"""Fields that are shown once: they are kept in memory only, and not for long."""
MAX_SECRETS = 1_000
log = logging.getLogger("pitboss.web")


class KeptAnswer(NamedTuple):
    digest: str
    """Of the request: method, address and body."""
    status: int
    body: str
    has_secret: bool = False


class AnswerStore:
    """The answers to changes that were made, by account and key."""

    def __init__(
        self, engine: sa.Engine, limits: AnswerLimits, clock: Callable[[], float] = time.time
    ) -> None:
        self._engine = engine
        self._limits = limits
        self._clock = clock
        self._shown: OrderedDict[tuple[str, str], tuple[float, str]] = OrderedDict()

    def find(self, account: str, key: str) -> KeptAnswer | None:
        columns = [kept_answers.c[name] for name in KeptAnswer._fields]
        mine = (kept_answers.c.account == account) & (kept_answers.c.key == key)
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(*columns).where(mine)).first()
        if row is None:
            return None
        kept = KeptAnswer(*row)
        return kept._replace(body=self._with_secret(account, key)) if kept.has_secret else kept

    def _with_secret(self, account: str, key: str) -> str:
        at, body = self._shown.get((account, key), (0.0, ""))
        if self._clock() - at > self._limits.secret_s:
            says = "This was done, but its secret is shown only once. Make a new one."
            raise Refused("shown_once", says)
        return body

    def keep(self, account: str, key: str, kept: KeptAnswer) -> None:
        now = self._clock()
        data = json.loads(kept.body)
        if isinstance(data, dict) and SECRETS & data.keys():
            self._shown[(account, key)] = (now, kept.body)
            while len(self._shown) > MAX_SECRETS:
                self._shown.popitem(last=False)
            kept = kept._replace(body="{}", has_secret=True)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(kept_answers).where(kept_answers.c.at < now - self._limits.kept_s))
            row = kept._asdict() | {"account": account, "key": key, "at": now}
            connection.execute(sa.insert(kept_answers).values(row))

    def forget_secrets(self) -> None:
        self._shown.clear()


class RepeatedRequestMiddleware:
    """A change with a key in its header is made once; whoever asks again meanwhile waits for its answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._under_way: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in SAFE or KEY_HEADER not in Headers(scope=scope):
            await self._app(scope, receive, send)
            return
        try:
            key = read_key(Headers(scope=scope)[KEY_HEADER])
            caller = await to_thread.run_sync(_caller_of, HTTPConnection(scope))
        except REFUSALS as refused:
            await answer(error_body_of(refused))(scope, receive, send)
            return
        name = (caller.account.id, key)
        async with self._under_way.setdefault(name, asyncio.Lock()):
            await self._find_or_make(name, scope, receive, send)

    async def _find_or_make(self, name: tuple[str, str], scope: Scope, receive: Receive, send: Send) -> None:
        answers: AnswerStore = scope["app"].state.answers
        first = await receive()
        digest = _digest(scope, first.get("body", b""))
        try:
            kept = await to_thread.run_sync(answers.find, *name)
            if kept is not None and kept.digest != digest:
                raise Refused("key_reused", "This key was already used for another request.")
        except REFUSALS as refused:
            await answer(error_body_of(refused))(scope, receive, send)
            return
        if kept is not None:
            await Response(kept.body, kept.status, media_type="application/json")(scope, receive, send)
            return
        scope.setdefault("state", {})["request_key"] = ":".join(name)
        made = _Recorder(send)
        await self._app(scope, beginning_with(first, receive), made.record)
        if made.is_change:
            kept = KeptAnswer(digest, made.status, made.body.decode())
            try:
                await to_thread.run_sync(answers.keep, *name, kept)
            except BadStore as error:
                STORE_OUTAGES.note(error, f"keeping the answer to {scope['path']}")
            except sa.exc.SQLAlchemyError:
                log.exception("the answer to %s was not kept", scope["path"])
        await made.send()


class _Recorder:
    """Holds an answer back until it is kept, so that nobody is told what could be forgotten."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._messages: list[Message] = []
        self.status = 0
        self.body = b""

    async def record(self, message: Message) -> None:
        self._messages.append(message)
        self.status = message.get("status", self.status)
        self.body += message.get("body", b"")

    @property
    def is_change(self) -> bool:
        headers = Headers(raw=self._messages[0]["headers"]) if self._messages else Headers()
        is_json = headers.get("content-type", "").startswith("application/json")
        return 200 <= self.status < 300 and is_json and "set-cookie" not in headers

    async def send(self) -> None:
        for message in self._messages:
            await self._send(message)


def read_key(given: str) -> str:
    if not KEY.fullmatch(given):
        says = f"{KEY_HEADER}: a key has 1 to 64 letters, digits, dots, colons, hyphens or underscores."
        raise Refused("bad_request", says)
    return given


def _caller_of(connection: HTTPConnection) -> Caller:
    caller = auth_of(connection).recognize(connection)
    if caller is None:
        raise Refused("not_logged_in", "Log in first.")
    check_csrf(connection, caller)
    return caller


def _digest(scope: Scope, body: bytes) -> str:
    asked = b"\n".join((scope["method"].encode(), scope["path"].encode(), scope["query_string"], body))
    return hashlib.sha256(asked).hexdigest()


def describe_key(openapi: dict[str, Any]) -> None:
    """The header in the API's own description, at every change that has no key in its body."""
    parameter = {
        "name": KEY_HEADER,
        "in": "header",
        "required": False,
        "description": "Sent again with the same key, the change is not made again; the answer is the first.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64, "pattern": f"^{KEY.pattern}$"},
    }
    for methods in openapi["paths"].values():
        for method, route in methods.items():
            if method.upper() not in SAFE:
                route.setdefault("parameters", []).append(parameter)
