"""Many desks, one commit: what arrives while a commit is under way goes with the next."""

from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import sleep

from pitboss.errors import Broken, LostRace
from pitboss.journal.store import Append, Store

MOST_AT_ONCE = 256
PATIENCE_S = 0.001
"""How long a commit waits for company when the one before had some: a commit costs more than that."""

_Waiting = tuple[Append, "Future[LostRace | None]"]


class Writer:
    """Nobody is answered before the commit is on disk.

    Who finds nobody writing writes at once; the others wait for a thread that writes for all of them.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._turn = Lock()
        self._closed = False
        self._company = 1
        """How many the last commit was for."""
        self._thread = Thread(target=self._run, name="journal writer", daemon=True)
        self._thread.start()

    def append(self, batch: Append) -> None:
        """Returns when the batch is durable; raises what it lost, or what is wrong with the store."""
        if self._closed:
            raise Broken("the journal's writer has been closed")
        done: Future[LostRace | None] = Future()
        if self._company == 1 and self._queue.empty() and self._turn.acquire(blocking=False):
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
            if self._company > 1:
                sleep(PATIENCE_S)
            with self._turn:
                waiting, goes_on = self._gather(first)
                self._write(waiting)
            if not goes_on:
                return

    def _gather(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        waiting = [first]
        while len(waiting) < MOST_AT_ONCE:
            try:
                found = self._queue.get_nowait()
            except Empty:
                break
            if found is None:
                return waiting, False
            waiting.append(found)
        return waiting, True

    def _write(self, waiting: list[_Waiting]) -> None:
        self._company = len(waiting)
        try:
            outcomes = self._store.append_all([batch for batch, _ in waiting])
        except BaseException as error:  # whatever it is, those who wait must hear of it
            for _, done in waiting:
                done.set_exception(error)
            return
        for (_, done), lost in zip(waiting, outcomes, strict=True):
            done.set_result(lost)
