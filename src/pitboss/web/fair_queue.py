"""A queue in which nobody waits for another's crowd: whoever waits is taken in turn, asker by asker."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from pitboss.errors import Refused


class Turns(NamedTuple):
    """How many run at once, in all and of one asker, and how many of one asker may wait."""

    at_once: int
    of_one: int
    waiting: int


class FairQueue:
    """For one event loop."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, asker: str, what: str) -> AsyncIterator[None]:
        """Waits for a turn; Refused when this asker has too many waiting already."""
        await self._enter(asker, what)
        try:
            yield
        finally:
            self._leave(asker)

    async def _enter(self, asker: str, what: str) -> None:
        if self._has_room(asker):
            self._running[asker] += 1
            return
        queue = self._waiting.setdefault(asker, deque())
        if len(queue) >= self._turns.waiting:
            raise too_many_waiting(what)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._give_up(asker, turn)
            raise

    def _has_room(self, asker: str) -> bool:
        return self._running.total() < self._turns.at_once and self._running[asker] < self._turns.of_one

    def _give_up(self, asker: str, turn: "asyncio.Future[None]") -> None:
        if turn.done() and not turn.cancelled():
            self._leave(asker)
        elif asker in self._waiting and turn in self._waiting[asker]:
            self._waiting[asker].remove(turn)
            self._drop_if_empty(asker)

    def _leave(self, asker: str) -> None:
        self._running[asker] -= 1
        if not self._running[asker]:
            del self._running[asker]
        for next_asker in tuple(self._waiting):
            if self._has_room(next_asker):
                self._call(next_asker)

    def _call(self, asker: str) -> None:
        """The first of this asker's runs; the asker goes to the end of the line."""
        turn = self._waiting[asker].popleft()
        self._waiting.move_to_end(asker)
        self._drop_if_empty(asker)
        if not turn.done():
            self._running[asker] += 1
            turn.set_result(None)

    def _drop_if_empty(self, asker: str) -> None:
        if not self._waiting[asker]:
            del self._waiting[asker]


def too_many_waiting(what: str) -> Refused:
    return Refused(
        "too_many_waiting", f"You have too many {what} waiting. Try again when one has been answered."
    )
