"""Slow computations: run once in the background, then cached."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from typing import Any

from pitboss.errors import BadInput, Refused

MAX_KEPT = 400
MAX_WAITING = 64
log = logging.getLogger("pitboss.web")


class BackgroundJobs:
    """Each job has a key; asked for again it is the same job, or its cached result."""

    def __init__(self, workers: int = 1) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="jobs")
        self._lock = threading.Lock()
        self._jobs: OrderedDict[str, Future[Any]] = OrderedDict()
        self._is_closed = False

    def check_open(self) -> None:
        """For a long job to call now and then: it ends when the server does."""
        if self._is_closed:
            raise CancelledError

    def ask(self, key: str, work: Callable[[], Any]) -> Any | None:
        """The result; None while it is being computed."""
        future = self.begin(key, work)
        if not future.done():
            return None
        return self._result(key, future)

    def begin(self, key: str, work: Callable[[], Any]) -> Future[Any]:
        with self._lock:
            future = self._jobs.pop(key, None)
            if future is None:
                self._make_room()
                future = self._pool.submit(work)
            self._jobs[key] = future
            return future

    def _make_room(self) -> None:
        waiting = sum(not future.done() for future in self._jobs.values())
        if waiting >= MAX_WAITING:
            raise Refused("busy", "The server is busy with other calculations. Try again in a moment.")
        for key in [key for key, future in self._jobs.items() if future.done()][:-MAX_KEPT]:
            del self._jobs[key]

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
