"""Group commit: batches that arrive during a commit are written together in the next one."""

from collections.abc import Callable
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import perf_counter, sleep

from pitboss.errors import Broken, LostRace
from pitboss.journal.high_water import HighWater
from pitboss.journal.store import Append, Store

MOST_AT_ONCE = 256
GATHER_S = 0.001
"""How long to wait for more batches when the last commit had several; a commit takes longer than that."""

_Waiting = tuple[Append, "Future[LostRace | None]"]


class Writer:
    """Writes for many desks. `append` returns when its batch is on disk.

    A caller that finds no commit in progress writes at once; others wait for a thread that writes for all.
    """

    def __init__(
        self,
        store: Store,
        marks: HighWater | None = None,
        observe: Callable[[float], object] | None = None,
    ) -> None:
        self._store, self._marks = store, marks
        self._observe = observe
        """Told how many seconds each commit took."""
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._turn = Lock()
        self._closed = False
        self._last_size = 1
        """How many batches the last commit had."""
        self._thread = Thread(target=self._run, name="journal writer", daemon=True)
        self._thread.start()

    def append(self, batch: Append) -> None:
        """Return when the batch is on disk; raise when it lost a race or the store failed."""
        if self._closed:
            raise Broken("the writer of the journal was closed")
        done: Future[LostRace | None] = Future()
        if self._last_size == 1 and self._queue.empty() and self._turn.acquire(blocking=False):
            try:
                self._write([(batch, done)])
            finally:
                self._turn.release()
        else:
            self._queue.put((batch, done))
        lost = done.result()
        if lost is not None:
            raise lost

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._queue.put(None)
            self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            if self._last_size > 1:
                sleep(GATHER_S)
            with self._turn:
                waiting, is_open = self._gather(first)
                self._write(waiting)
            if not is_open:
                return

    def _gather(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        waiting = [first]
        while len(waiting) < MOST_AT_ONCE:
            try:
                arrived = self._queue.get_nowait()
            except Empty:
                break
            if arrived is None:
                return waiting, False
            waiting.append(arrived)
        return waiting, True

    def _write(self, waiting: list[_Waiting]) -> None:
        self._last_size = len(waiting)
        begun = perf_counter()
        try:
            outcomes = self._store.append_all([batch for batch, _ in waiting])
        except BaseException as error:  # every waiting caller must see it
            for _, done in waiting:
                done.set_exception(error)
            return
        if self._observe is not None:
            self._observe(perf_counter() - begun)
        if self._marks is not None:
            won = [batch for (batch, _), lost in zip(waiting, outcomes, strict=True) if lost is None]
            self._marks.note(record for batch in won for record in batch.records)
        for (_, done), lost in zip(waiting, outcomes, strict=True):
            done.set_result(lost)
