"""Binds a port and runs the server on it; what is wrong is said before anything starts."""

import asyncio
import gc
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

import uvicorn

from pitboss.errors import BadInput, Fault
from pitboss.web.drain import drain
from pitboss.web.request_log import set_up_logs
from pitboss.web.settings import Settings, is_loopback
from pitboss.web.slow_clients import bounded_protocol

if TYPE_CHECKING:
    from pitboss.web.app import Server

BACKLOG = 1_024
COLLECT_AFTER = (20_000, 20, 100)
"""Garbage collector thresholds: objects made, and younger collections, before the next older one."""
SWITCH_S = 0.0005
"""How long a thread that computes keeps the interpreter: a request changes threads several times."""


class Bound(NamedTuple):
    """Settings with the port that was bound, and its socket."""

    settings: Settings
    socket: socket.socket


def bind(settings: Settings) -> Bound:
    """Bind the port; BadInput when it is in use or the host is not this machine."""
    check_demo(settings)
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        taken = socket.create_server(
            (settings.host, settings.port), family=family, backlog=BACKLOG, reuse_port=False
        )
        taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # asyncio leaves Nagle on for this socket
    except OSError as error:
        raise BadInput([_no_port(settings, error)]) from error
    return Bound(replace(settings, port=taken.getsockname()[1]), taken)


def _no_port(settings: Settings, error: OSError) -> Fault:
    if isinstance(error, socket.gaierror):
        return Fault(
            "--host", f"{settings.host!r} is not an address.", "an address of this machine, such as 127.0.0.1"
        )
    if isinstance(error, PermissionError):
        return Fault("--port", f"you may not use port {settings.port}.", "a port above 1023")
    what = f"{settings.host} port {settings.port} cannot be used: {error.strerror or error}."
    return Fault("--port", what, "a free port; 0 picks one")


def check_demo(settings: Settings) -> None:
    """Whoever reaches a demonstration is let in: neither its host nor its public address may be reached."""
    public = urlsplit(settings.public_address).hostname or settings.host
    reached = [host for host in (settings.host, public) if not is_loopback(host)]
    if settings.demo and reached:
        says = f"lets anybody in without a password, so it is for this machine only, not for {reached[0]}."
        raise BadInput([Fault("--demo", says, "--host 127.0.0.1, or accounts instead of --demo")])


def uvicorn_config(app: Any, settings: Settings) -> uvicorn.Config:
    """A proxy’s word on the client’s address counts only where a proxy is configured."""
    return uvicorn.Config(
        app,
        http=bounded_protocol(settings.clients),
        proxy_headers=settings.is_behind_tls,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=4 * settings.live.message_characters,
        ws_per_message_deflate=settings.live.compress,
        ws_ping_interval=settings.live.ping_every_s,
        timeout_graceful_shutdown=3,
    )


def rest_memory() -> None:
    """Objects loaded at the start are never collected again: a full collection takes half a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


class EndingServer(uvicorn.Server):
    """Told to end, it finishes what is under way first; told again, it ends at once."""

    def __init__(self, config: uvicorn.Config, finish: Callable[[], Awaitable[None]]) -> None:
        super().__init__(config)
        self._finish = finish
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending: asyncio.Task[None] | None = None
        self._told = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        if self._told:
            signal.signal(sig, signal.SIG_DFL)
            os.kill(os.getpid(), sig)
        self._told = True
        if self._loop is None:
            self.should_exit = True
        else:
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self._ending = asyncio.ensure_future(self._finish_and_exit())

    async def _finish_and_exit(self) -> None:
        try:
            await self._finish()
        finally:
            self.should_exit = True


def serve_until_ended(server: "Server", bound: Bound) -> None:
    set_up_logs(bound.settings.operation)
    rest_memory()
    sys.setswitchinterval(SWITCH_S)

    async def finish() -> None:
        await drain(server.app.state.drain, server.tables, bound.settings.operation)

    with suppress(KeyboardInterrupt):
        EndingServer(uvicorn_config(server.app, bound.settings), finish).run(sockets=[bound.socket])
