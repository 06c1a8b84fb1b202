"""Connections that keep the server waiting: each has its time, and only so many wait at once."""

import asyncio
from collections import Counter, OrderedDict

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.web.settings import ClientLimits


class HalfOpenConnections:
    """Those of one server whose request has not arrived, the oldest first."""

    def __init__(self, limits: ClientLimits) -> None:
        self._limits = limits
        self._since: OrderedDict[H11Protocol, float] = OrderedDict()
        self._from: Counter[str] = Counter()

    def add(self, connection: H11Protocol, now: float) -> None:
        if connection in self._since:
            return
        self._since[connection] = now
        self._from[source_of(connection)] += 1
        self._close_oldest(source_of(connection), now)

    def remove(self, connection: H11Protocol) -> None:
        if self._since.pop(connection, None) is not None:
            source = source_of(connection)
            self._from[source] -= 1
            if not self._from[source]:
                del self._from[source]

    def _close_oldest(self, source: str, now: float) -> None:
        if len(self._since) > self._limits.half_open:
            oldest = next(iter(self._since))
        elif self._from[source] > self._limits.half_open_of_one:
            oldest = next(one for one in self._since if source_of(one) == source)
        else:
            return
        if now - self._since[oldest] > self._limits.half_open_grace_s:
            self.remove(oldest)
            oldest.transport.abort()


def source_of(connection: H11Protocol) -> str:
    return connection.client[0] if connection.client else ""


def bounded_protocol(limits: ClientLimits) -> type[H11Protocol]:
    """The protocol of one server: as uvicorn's, but nobody keeps it waiting without end."""
    half_open = HalfOpenConnections(limits)

    class BoundedProtocol(H11Protocol):
        _request_timer: asyncio.TimerHandle | None = None
        _reading_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._await_request()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            upgraded = self not in self.connections
            if not upgraded and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                self._await_request()
            else:
                self._stop_waiting()

        def connection_lost(self, exc: Exception | None) -> None:
            self._stop_waiting()
            self.resume_writing()
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._reading_timer = self.loop.call_later(limits.answer_s, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._reading_timer is not None:
                self._reading_timer.cancel()
                self._reading_timer = None

        def _await_request(self) -> None:
            if self._request_timer is None:
                self._request_timer = self.loop.call_later(limits.request_s, self.transport.abort)
                half_open.add(self, self.loop.time())

        def _stop_waiting(self) -> None:
            half_open.remove(self)
            if self._request_timer is not None:
                self._request_timer.cancel()
                self._request_timer = None

    return BoundedProtocol
