"""The outermost middleware: an id, a log line and figures for every request, and the probes."""

import logging
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.web.drain import GoingAway
from pitboss.web.http_errors import FAULT, answer, error_body_of
from pitboss.web.middleware import API
from pitboss.web.probes import Probes
from pitboss.web.request_log import REQUEST_ID_HEADER, begin_request, log_request

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
CHANGES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
STATIC = "/static"
UNKNOWN = "unknown"
PROBE_HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


log = logging.getLogger("pitboss.web")


class ObservingMiddleware:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._probes = Probes()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            begin_request(Headers(scope=scope).get(REQUEST_ID_HEADER, ""))
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        context = begin_request(Headers(scope=scope).get(REQUEST_ID_HEADER, ""))
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[REQUEST_ID_HEADER] = context.id
            await send(message)

        try:
            await self._respond(scope, receive, sending)
        except Exception:
            log.exception("a request to %s failed", route_of(scope))
            if not status:
                await answer(FAULT)(scope, receive, sending)
        finally:
            self._note(scope, status, begun)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        probe = self._probes.find(scope)
        if probe is not None:
            found = await probe()
            found.headers.update(PROBE_HEADERS)
            await found(scope, receive, send)
            return
        drain = scope["app"].state.drain
        if scope["method"] not in CHANGES:
            await self._app(scope, receive, send)
            return
        try:
            with drain.act():
                await self._app(scope, receive, send)
        except GoingAway as refused:
            await answer(error_body_of(refused))(scope, receive, send)

    def _note(self, scope: Scope, status: int, begun: float) -> None:
        route = route_of(scope)
        method = scope["method"] if scope["method"] in METHODS else "other"
        metrics = scope["app"].state.metrics
        metrics.requests.labels(method, route, str(status)).inc()
        metrics.request_s.labels(route).observe(time.perf_counter() - begun)
        log_request(begun, method=method, route=route, status=status)


def route_of(scope: Scope) -> str:
    """The template of the address, never the address itself: there is no end to those."""
    if scope["path"].startswith(f"{STATIC}/"):
        return STATIC
    found = getattr(scope.get("route"), "path", None)
    if found is None and scope["path"] in ("/health", "/ready", "/metrics"):
        found = scope["path"]
    if found is None:
        found = _matching(scope)
    if not found:
        return UNKNOWN
    under_api = scope["path"].startswith(f"{API}/") and not found.startswith(API)
    return f"{API}{found}" if under_api else str(found)


def _matching(scope: Scope) -> str | None:
    """For a request that was refused before it was routed."""
    for route in scope["app"].router.routes:
        if route.matches(scope)[0] != Match.NONE:
            path: str | None = getattr(route, "path", None)
            return path
    return None
