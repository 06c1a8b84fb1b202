"""Slow computations: run once in the background, then cached; whoever asks for many waits for their own."""

import logging
import os
import sys
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any, NamedTuple

from pitboss.errors import BadInput, Refused
from pitboss.web.fair_queue import too_many_waiting
from pitboss.web.settings import JobLimits

UNWANTED_S = 10.0
"""Whoever wants a result asks for it more often."""
HOUSE = ""
"""Asks for what every page shows: the figures of each game as the document has it."""
log = logging.getLogger("pitboss.web")


class Job(NamedTuple):
    work: Callable[[], Any]
    future: "Future[Any]"


class BackgroundJobs:
    """Each job has a key; asked for again it is the same job, or its cached result.

    Jobs that wait are taken in turn, asker by asker.
    """

    def __init__(self, limits: JobLimits, workers: int = 1) -> None:
        self._pool = ThreadPoolExecutor(workers, "jobs", initializer=_stand_back, initargs=(limits.nice,))
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Future[Any]] = OrderedDict()
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._limits = limits
        self._is_closed = False
        self._asked: dict[str, float] = {}
        """By job, when it was last asked for."""
        self._next_end: Future[None] = Future()

    def check_open(self) -> None:
        """For a long job to call now and then: it ends when the server does."""
        if self._is_closed:
            raise CancelledError

    def check_wanted(self, key: str) -> None:
        """The same, and when nobody has asked for it for a while; asked for again, it begins anew."""
        self.check_open()
        if time.monotonic() - self._asked.get(key, 0.0) > UNWANTED_S:
            raise CancelledError

    @property
    def waiting(self) -> int:
        with self._lock:
            return sum(map(len, self._waiting.values()))

    def ask(self, key: str, work: Callable[[], Any], asker: str = HOUSE) -> Any | None:
        """The result; None while it is being computed."""
        future = self.begin(key, work, asker)
        if not future.done():
            return None
        return self._result(key, future)

    def begin(self, key: str, work: Callable[[], Any], asker: str = HOUSE) -> Future[Any]:
        with self._lock:
            self._asked[key] = time.monotonic()
            future = self._jobs.pop(key, None)
            if future is None or was_given_up(future):
                self._make_room(asker)
                future = Future()
                self._waiting.setdefault(asker, deque()).append(Job(work, future))
                self._pool.submit(self._run_next)
            self._jobs[key] = future
            return future

    def _make_room(self, asker: str) -> None:
        if asker != HOUSE and len(self._waiting.get(asker, ())) >= self._limits.waiting_of_one:
            raise too_many_waiting("calculations")
        if sum(map(len, self._waiting.values())) >= self._limits.waiting:
            raise Refused("busy", "The server is busy with other calculations. Try again in a moment.")
        for key in [key for key, future in self._jobs.items() if future.done()][: -self._limits.kept]:
            del self._jobs[key], self._asked[key]

    def _run_next(self) -> None:
        """The first job of whoever has waited longest; they go to the end of the line."""
        with self._lock:
            asker, jobs = next(iter(self._waiting.items()))
            job = jobs.popleft()
            self._waiting.move_to_end(asker)
            if not jobs:
                del self._waiting[asker]
        if not job.future.set_running_or_notify_cancel():
            return
        try:
            job.future.set_result(job.work())
        except BaseException as error:  # whoever asks for the result gets it
            job.future.set_exception(error)
        with self._lock:
            ended, self._next_end = self._next_end, Future()
        ended.set_result(None)

    @property
    def next_end(self) -> "Future[None]":
        """Done when the next job ends, whichever it is."""
        with self._lock:
            return self._next_end

    def _result(self, key: str, future: Future[Any]) -> Any:
        try:
            return future.result()
        except BadInput:
            raise
        except Exception:
            log.exception("background job %s failed", key)
            with self._lock:
                self._jobs.pop(key, None)
            raise Refused("fault", "This could not be computed. The error has been logged.") from None

    def close(self) -> None:
        self._is_closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)


def _stand_back(nice: int) -> None:
    """Requests have the processor first. Linux alone has a priority for each thread."""
    if sys.platform == "linux":
        os.nice(nice)


def was_given_up(future: "Future[Any]") -> bool:
    return future.done() and isinstance(future.exception(), CancelledError)


class AskersJobs(NamedTuple):
    """The jobs as one asker has them."""

    jobs: BackgroundJobs
    asker: str = HOUSE

    def ask(self, key: str, work: Callable[[], Any]) -> Any | None:
        return self.jobs.ask(key, work, self.asker)

    def check_open(self) -> None:
        self.jobs.check_open()

    def check_wanted(self, key: str) -> None:
        self.jobs.check_wanted(key)
