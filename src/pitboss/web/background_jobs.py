"""The maths jobs: what takes long is worked out once, in the background, and kept."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from pitboss.errors import BadInput, Refused

MOST_KEPT = 400
MOST_WAITING = 64
log = logging.getLogger("pitboss.web")


class BackgroundJobs:
    """Each question has a key; asked again it is the same work, or its finished answer."""

    def __init__(self, workers: int = 1) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="jobs")
        self._lock = threading.Lock()
        self._works: OrderedDict[str, Future[Any]] = OrderedDict()

    def ask(self, key: str, work: Callable[[], Any]) -> Any | None:
        """The answer; None while it is being worked out."""
        future = self.begin(key, work)
        if not future.done():
            return None
        return self._result(key, future)

    def begin(self, key: str, work: Callable[[], Any]) -> Future[Any]:
        with self._lock:
            future = self._works.pop(key, None)
            if future is None:
                self._make_room()
                future = self._pool.submit(work)
            self._works[key] = future
            return future

    def _make_room(self) -> None:
        waiting = sum(not future.done() for future in self._works.values())
        if waiting >= MOST_WAITING:
            raise Refused("busy", "The maths jobs has its hands full; ask again in a moment.")
        for key in [key for key, future in self._works.items() if future.done()][:-MOST_KEPT]:
            del self._works[key]

    def _result(self, key: str, future: Future[Any]) -> Any:
        try:
            return future.result()
        except BadInput:
            raise
        except Exception:
            log.exception("the jobs could not answer %s", key)
            with self._lock:
                self._works.pop(key, None)
            raise Refused("fault", "This could not be worked out.") from None

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
