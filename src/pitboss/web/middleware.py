"""Middleware: checks host, origin, size and rate of every request, and adds security headers."""

import asyncio
import hashlib
import json
from contextlib import suppress
from urllib.parse import urlsplit

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.errors import Refused
from pitboss.web.fair_queue import FairQueue
from pitboss.web.http_errors import REFUSALS, ErrorBody, answer, error_body_of, too_large
from pitboss.web.json_codec import check_text
from pitboss.web.rate_limit import Rate, RateLimiter
from pitboss.web.settings import ClientLimits, Settings

API = "/api/v1"
API_PATH = "/api/"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}

ONLY_TLS = {"Strict-Transport-Security": "max-age=31536000"}


class GuardMiddleware:
    """Wraps the whole app and refuses a request before anything is read or run."""

    def __init__(self, app: ASGIApp, settings: Settings, queue: FairQueue, slow_queue: FairQueue) -> None:
        self._app = app
        self._settings = settings
        self._of_one = RateLimiter(settings.requests)
        self._of_address = RateLimiter(
            Rate(*(settings.clients.people_at_an_address * number for number in settings.requests))
        )
        self._queue = queue
        self._slow_queue = slow_queue
        self._headers = HEADERS | (ONLY_TLS if settings.is_behind_tls else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        no = self._refusal(scope)
        if scope["type"] == "websocket":
            if no is None:
                await self._app(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": no.reason})
            return
        safe_send = _with_headers(send, self._headers)
        if no is not None:
            await answer(no)(scope, receive, safe_send)
            return
        try:
            whole = (
                receive if scope["method"] in SAFE else await read_whole_body(receive, self._settings.clients)
            )
        except Refused as refused:
            await answer(error_body_of(refused))(scope, receive, safe_send)
            return
        if not scope["path"].startswith(API_PATH):
            await self._app(scope, whole, safe_send)
            return
        try:
            queue, asker = await self._queue_for(scope)
            async with queue.turn(asker, "requests"):
                made = await made_answer(self._app, scope, whole)
        except REFUSALS as refused:
            await answer(error_body_of(refused))(scope, receive, safe_send)
            return
        for message in made:
            await safe_send(message)

    async def _queue_for(self, scope: Scope) -> tuple[FairQueue, str]:
        """What takes long waits apart from the rest, by account: an account may have many sessions."""
        if not scope["app"].state.slow_paths.match(scope["path"]):
            return self._queue, asker_of(scope)
        caller = await to_thread.run_sync(scope["app"].state.auth.recognize, HTTPConnection(scope))
        return self._slow_queue, caller.account.id if caller else address_of(scope)

    def _refusal(self, scope: Scope) -> ErrorBody | None:
        headers = Headers(scope=scope)
        try:
            self._of_address.take(address_of(scope), "requests")
            self._of_one.take(asker_of(scope), "requests")
            check_host(headers, self._settings)
            if scope["type"] == "websocket" or scope["method"] not in SAFE:
                check_origin(headers)
            if scope["type"] == "http":
                check_length(headers, self._settings.clients)
        except Refused as refused:
            return error_body_of(refused)
        return None


def address_of(scope: Scope) -> str:
    return (scope.get("client") or ("nobody", 0))[0]


def asker_of(scope: Scope) -> str:
    """Who asks, before anything is looked up: by what they were given to log in with, else by address."""
    headers = Headers(scope=scope)
    given = headers.get("authorization") or headers.get("cookie")
    return hashlib.sha256(given.encode()).hexdigest() if given else address_of(scope)


async def made_answer(app: ASGIApp, scope: Scope, receive: Receive) -> list[Message]:
    """An answer, whole: a client that reads slowly does not keep its turn meanwhile."""
    messages: list[Message] = []

    async def note(message: Message) -> None:
        messages.append(message)

    await app(scope, receive, note)
    return messages


def check_host(headers: Headers, settings: Settings) -> None:
    """A server on loopback answers to loopback names only, against DNS rebinding."""
    if settings.is_loopback and host_name(headers.get("host", "")) not in settings.names:
        raise Refused("bad_host", "This server can only be used on this machine.")


def host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def check_origin(headers: Headers) -> None:
    """A browser’s request on behalf of another site is refused; programs send no origin."""
    origin = headers.get("origin")
    if origin is not None and not _same_origin(origin, headers.get("host", "")):
        raise Refused("foreign_origin", "The request came from another site.")


def _same_origin(origin: str, host: str) -> bool:
    try:
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:
        return False


def check_length(headers: Headers, limits: ClientLimits) -> None:
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > limits.body_bytes:
        raise Refused("too_large", too_large(limits.body_kib))


async def read_whole_body(receive: Receive, limits: ClientLimits) -> Receive:
    """The body as one message, before anything is run for it; Refused when it is long, slow or no text."""
    body = b""
    try:
        async with asyncio.timeout(limits.body_s):
            while True:
                message = await receive()
                if message["type"] != "http.request":
                    return beginning_with(message, receive)
                body += message.get("body", b"")
                if len(body) > limits.body_bytes:
                    raise Refused("too_large", too_large(limits.body_kib))
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        raise Refused("too_slow", f"The request did not arrive within {limits.body_s:g} seconds.") from None
    if b"\\u" in body or not body.isascii():
        check_characters(body)
    return beginning_with({"type": "http.request", "body": body, "more_body": False}, receive)


def check_characters(body: bytes) -> None:
    """JSON may hold half of a character, a lone surrogate, which no store and no answer can write."""
    with suppress(ValueError, RecursionError):  # what is no JSON is refused where it is read
        check_text(json.loads(body))


def beginning_with(first: Message, receive: Receive) -> Receive:
    messages = [first]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message


def _with_headers(send: Send, always: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.update(always)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
