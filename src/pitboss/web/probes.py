"""What the machinery around a server asks it: is it alive, is it ready, how does it do?"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from pitboss.errors import PitbossError
from pitboss.web.http_errors import ErrorBody, answer
from pitboss.web.metrics import CONTENT_TYPE
from pitboss.web.settings import is_loopback

STORE_S = 2.0
"""How long the store may take to answer before the server is not ready."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip")
BEARER = "bearer "
NOT_PUBLIC = ErrorBody(
    reason="not_for_you", sentence="Metrics are read on this machine, or with the token of the settings."
)
Probe = Callable[[], Awaitable[Response]]


class Probes:
    """Answered before any limit or queue: a crowd at the door must not make a server look dead."""

    def __init__(self) -> None:
        self._store_limiter: CapacityLimiter | None = None

    def find(self, scope: Scope) -> Probe | None:
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
            return None
        found = {"/health": self._health, "/ready": self._ready, "/metrics": self._metrics}.get(scope["path"])
        return partial(found, scope) if found else None

    async def _health(self, _: Scope) -> Response:
        """The process is alive and its event loop turns."""
        return JSONResponse({"state": "alive"})

    async def _ready(self, scope: Scope) -> Response:
        """Should people be sent here? Not while it ends, without its store, or when it lost its tables."""
        why = await self._why_not_ready(scope["app"].state)
        if why:
            return JSONResponse({"state": "not ready", "reason": why[0], "sentence": why[1]}, 503)
        return JSONResponse({"state": "ready"})

    async def _why_not_ready(self, state: Any) -> tuple[str, str] | None:
        if state.drain.has_begun:
            return "draining", "The server is ending."
        if not state.tables.keeps_claims:
            return "claims", "The claims on the tables of this server have not been renewed in time."
        self._store_limiter = self._store_limiter or CapacityLimiter(1)
        try:
            async with asyncio.timeout(STORE_S):
                check = state.tables.directory.check_answers
                await to_thread.run_sync(check, limiter=self._store_limiter, abandon_on_cancel=True)
        except (PitbossError, TimeoutError):
            return "store", "The store does not answer."
        return None

    async def _metrics(self, scope: Scope) -> Response:
        state = scope["app"].state
        if not _may_read_metrics(scope, state.settings.operation.metrics_token):
            return answer(NOT_PUBLIC)
        text = await to_thread.run_sync(state.metrics.text)
        return Response(text, headers={"Content-Type": CONTENT_TYPE})


def _may_read_metrics(scope: Scope, token: str) -> bool:
    """This machine may, unless a proxy asks for somebody else; from elsewhere, whoever has the token."""
    headers = Headers(scope=scope)
    given = headers.get("authorization", "")
    if token and given.lower().startswith(BEARER):
        return secrets.compare_digest(given[len(BEARER) :].strip().encode(), token.encode())
    client = scope.get("client")
    forwarded = any(name in headers for name in FORWARDED)
    return client is not None and is_loopback(client[0]) and not forwarded
