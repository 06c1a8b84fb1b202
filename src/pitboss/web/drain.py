"""The end of a server: nothing new begins, what is under way is finished, and the tables are let go."""

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pitboss.errors import Refused
from pitboss.web.settings import Operation

if TYPE_CHECKING:
    from pitboss.web.table_manager import TableManager

LOOK_S = 0.02
FAREWELL_S = 2.0
"""How long live connections have to be told."""
log = logging.getLogger("pitboss.web")


class GoingAway(Refused):
    def __init__(self) -> None:
        super().__init__("going_away", "The server is going away. Reconnecting…")


class Drain:
    """How far a server has come that is ending, and how many acts are under way."""

    def __init__(self) -> None:
        self.has_begun = False
        """Not ready: no new tables, no new live connections."""
        self.takes_acts = True
        self._lock = threading.Lock()
        self._acts = 0

    @property
    def acts(self) -> int:
        return self._acts

    def check_open(self) -> None:
        """GoingAway once the server is ending."""
        if self.has_begun:
            raise GoingAway

    @contextmanager
    def act(self) -> Iterator[None]:
        """An act that is finished before the server ends; GoingAway when it comes too late."""
        with self._lock:
            if not self.takes_acts:
                raise GoingAway
            self._acts += 1
        try:
            yield
        finally:
            with self._lock:
                self._acts -= 1


async def drain(state: Drain, tables: "TableManager", operation: Operation) -> None:
    """Finish within a bounded time; whatever is still under way then is answered by the next server."""
    state.has_begun = True
    await asyncio.sleep(operation.drain_notice_s)
    state.takes_acts = False
    give_up_at = asyncio.get_running_loop().time() + operation.drain_s
    while state.acts and asyncio.get_running_loop().time() < give_up_at:
        await asyncio.sleep(LOOK_S)
    if state.acts:
        log.warning("%d acts were still under way after %g s", state.acts, operation.drain_s)
    await asyncio.to_thread(tables.release_all)
    give_up_at = asyncio.get_running_loop().time() + FAREWELL_S
    while tables.connections and asyncio.get_running_loop().time() < give_up_at:
        await asyncio.sleep(LOOK_S)
