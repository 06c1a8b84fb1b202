"""One thread in virtual time: waiting takes none, and what runs next follows from nothing but the program.

A server's own threads would run in any order, so here what it hands to one is run at once.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from unittest.mock import patch

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
Done = TypeVar("Done")


class StandingStill(Exception):
    """Everybody waits for somebody else, and no time is due."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """When nothing is left to do now, it is at once as late as the next thing."""

    def __init__(self) -> None:
        self._elapsed_s = 0.0
        super().__init__(_Impatient(self.pass_time))

    def time(self) -> float:
        return self._elapsed_s

    def pass_time(self, wait_s: float | None) -> None:
        if wait_s is None:
            raise StandingStill
        self._elapsed_s += wait_s


class _Impatient(selectors.DefaultSelector):
    def __init__(self, pass_time: Callable[[float | None], None]) -> None:
        super().__init__()
        self._pass_time = pass_time

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready: list[tuple[selectors.SelectorKey, int]] = super().select(0)
        if not ready and timeout != 0:
            self._pass_time(timeout)
        return ready


def run_virtually(main: Callable[[], Coroutine[Any, Any, Done]]) -> Done:
    """Run to the end in a thread of its own, because a browser's loop may be at work in the tests' thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_run_to_the_end, main).result()


def _run_to_the_end(main: Callable[[], Coroutine[Any, Any, Done]]) -> Done:
    """Whatever else is still under way at the end is given up."""
    loop = VirtualLoop()
    try:
        with run_at_once():
            try:
                return loop.run_until_complete(main())
            finally:
                loop.run_until_complete(_give_up(asyncio.all_tasks(loop)))
    finally:
        loop.close()


async def _give_up(tasks: "set[asyncio.Task[Any]]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


@contextmanager
def run_at_once() -> Iterator[None]:
    """What is handed to a thread is run here and now."""

    async def run_sync(work: Callable[..., Any], *given: Any, **_: Any) -> Any:
        return copy_context().run(work, *given)

    with patch("anyio.to_thread.run_sync", run_sync), patch("asyncio.to_thread", run_sync):
        yield


class AtOnce:
    """A pool of threads without threads."""

    def __init__(self, *_: Any, **__: Any) -> None:
        """Needs nothing."""

    def map(self, work: Callable[[Any], Any], given: Sequence[Any]) -> list[Any]:
        return [work(one) for one in given]

    def shutdown(self) -> None:
        """There is nothing to end."""


class SkewedClock:
    """The clock of one server: virtual, and set wrong by somebody."""

    def __init__(self, skew: timedelta = timedelta()) -> None:
        self.skew = skew
        self._over = False

    def now(self) -> datetime:
        return virtual_now() + self.skew

    def elapsed_s(self) -> float:
        return asyncio.get_running_loop().time()

    def stop(self) -> None:
        """Nothing is done again."""
        self._over = True

    def every(self, name: str, wait_s: float, work: Callable[[], object]) -> Callable[[], None]:  # noqa: ARG002
        loop, ended = asyncio.get_running_loop(), False

        def turn() -> None:
            if ended or self._over:
                return
            try:
                work()
            finally:
                loop.call_later(wait_s, turn)

        def end() -> None:
            nonlocal ended
            ended = True

        loop.call_later(wait_s, turn)
        return end


def virtual_now() -> datetime:
    return BEGAN + timedelta(seconds=asyncio.get_running_loop().time())
