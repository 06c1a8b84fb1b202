"""Binding a port and running the server on it; what is wrong is told before anything starts."""

import gc
import socket
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

import uvicorn

from pitboss.errors import BadInput, Fault
from pitboss.web.live import MOST_MESSAGE
from pitboss.web.settings import Settings

BACKLOG = 1_024
MOST_PORT = 65_535
COLLECT_AFTER = (20_000, 20, 100)
"""Objects made, and younger collections, before the next older one."""


class Bound(NamedTuple):
    """Settings with the port that was really taken, and the socket that holds it."""

    settings: Settings
    socket: socket.socket


def bind(settings: Settings) -> Bound:
    """Take the port; BadInput when it is taken or the host is not of this machine."""
    check_demo(settings)
    if not 0 <= settings.port <= MOST_PORT:
        raise BadInput([Fault("--port", f"{settings.port} is no port.", f"0 to {MOST_PORT}")])
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        taken = socket.create_server(
            (settings.host, settings.port), family=family, backlog=BACKLOG, reuse_port=False
        )
    except OSError as error:
        raise BadInput([_no_port(settings, error)]) from error
    return Bound(replace(settings, port=taken.getsockname()[1]), taken)


def _no_port(settings: Settings, error: OSError) -> Fault:
    if isinstance(error, socket.gaierror):
        return Fault(
            "--host", f"{settings.host!r} is no address.", "an address of this machine, such as 127.0.0.1"
        )
    if isinstance(error, PermissionError):
        return Fault("--port", f"port {settings.port} is not yours to take.", "a port above 1023")
    what = f"{settings.host} port {settings.port} cannot be taken: {error.strerror or error}."
    return Fault("--port", what, "a free port; 0 finds one")


def check_demo(settings: Settings) -> None:
    if settings.demo and not settings.is_loopback:
        says = f"lets any_caller in, so it is for this machine alone, not for {settings.host}."
        raise BadInput([Fault("--demo", says, "--host 127.0.0.1, or accounts instead of --demo")])


def uvicorn_config(app: Any, settings: Settings) -> uvicorn.Config:
    """Who calls from where is a proxy's word only where one stands before the server."""
    return uvicorn.Config(
        app,
        proxy_headers=settings.is_behind_tls,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws_max_size=4 * MOST_MESSAGE,
        ws_ping_interval=20.0,
        timeout_graceful_shutdown=3,
    )


def rest_memory() -> None:
    """What was loaded at the start is never collected again: a full collection of it takes half a second."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


def serve_until_ended(app: Any, bound: Bound) -> None:
    rest_memory()
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn_config(app, bound.settings)).run(sockets=[bound.socket])
