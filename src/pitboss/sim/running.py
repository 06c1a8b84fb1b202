"""Running a job on any executor: batches go out in order, come back in any, and are counted in order again.

What is decided on the way (to stop, to keep a checkpoint) is decided between batches in their order, so that
nothing of it depends on who was faster.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED as ANY
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pitboss.errors import Broken
from pitboss.sim.job import BATCH_ROUNDS, Batch, Counts, Job, batches, play_batch

MOST_LOSSES = 20
"""Workers that may be lost one after another, with no batch between them, before it is no accident."""


@dataclass(frozen=True)
class Stop:
    """When it is enough; the first that is met."""

    rounds: int | None = None
    seconds: float | None = None
    standard_error: float | None = None


@dataclass
class Progress:
    """What was counted so far, whole batches apart from a shorter last one."""

    counts: Counts
    batches: int = 0
    rest: Counts | None = None
    seconds: float = 0.0
    interrupted: bool = False
    lost_workers: int = 0

    @property
    def total(self) -> Counts:
        return self.counts if self.rest is None else self.counts + self.rest

    def add(self, batch: Batch, counts: Counts) -> None:
        if batch.is_whole:
            self.counts = self.counts + counts
            self.batches = batch.following
        else:
            self.rest = counts


def is_over(progress: Progress, stop: Stop) -> bool:
    return stop.seconds is not None and progress.seconds >= stop.seconds


class WorkerPool:
    """Workers behind an executor, renewed when one of them dies and takes the executor with it."""

    def __init__(
        self,
        hire: Callable[[], Executor],
        workers: int,
        lost: tuple[type[BaseException], ...] = (),
        *,
        play: Callable[[Job, Batch], Counts] = play_batch,
        span: int = 1,
    ) -> None:
        """`play` is a worker's work, `span` how many batches he is given at once."""
        self.hire, self.workers, self.play, self.span = hire, workers, play, span
        self.lost: tuple[type[BaseException], ...] = (BrokenProcessPool, CancelledError, *lost)
        self.executor = hire()

    def send(self, job: Job, batch: Batch) -> "Future[Counts]":
        try:
            return self.executor.submit(self.play, job, batch)
        except BrokenProcessPool:
            self.renew()
            return self.executor.submit(self.play, job, batch)

    def result(self, future: "Future[Counts]") -> Counts | None:
        """The counts; None when the worker was lost with them."""
        with suppress(*self.lost):
            return future.result()
        return None

    def renew(self) -> None:
        self.executor.shutdown(wait=False)
        self.executor = self.hire()

    def dismiss(self, waiting: Iterable["Future[Counts]"]) -> None:
        for future in waiting:
            future.cancel()
        self.executor.shutdown(wait=True)


def threads(workers: int) -> WorkerPool:
    """The usual pool: kernels release the GIL, so threads are enough."""
    return WorkerPool(lambda: ThreadPoolExecutor(workers), workers)


def run(
    job: Job,
    pool: WorkerPool,
    stop: Stop,
    *,
    progress: Progress | None = None,
    error_of: Callable[[Counts], float] = lambda _: 0.0,
    tell: Callable[[Progress], None] = lambda _: None,
) -> Progress:
    """Play until it is enough, or until the person at the keyboard has had enough."""
    so_far = progress or Progress(job.no_counts())
    so_far.interrupted, so_far.rest = False, None
    before, start = so_far.seconds, time.perf_counter()
    out: dict[Batch, Future[Counts]] = {}

    def is_sharp(counts: Counts) -> bool:
        return stop.standard_error is not None and error_of(counts) <= stop.standard_error

    try:
        for batch, counts in _in_order(job, pool, stop.rounds, so_far, out):
            sharp = batch.is_whole and is_sharp(so_far.counts + counts)
            if sharp:
                batch, counts = _least(pool, job, batch, so_far.counts, counts, is_sharp)
            so_far.add(batch, counts)
            so_far.seconds = before + time.perf_counter() - start
            tell(so_far)
            if sharp or is_over(so_far, stop):
                break
    except KeyboardInterrupt:
        so_far.interrupted = True
    finally:
        pool.dismiss(out.values())
    so_far.seconds = before + time.perf_counter() - start
    return so_far


def _least(
    pool: WorkerPool,
    job: Job,
    batch: Batch,
    before: Counts,
    counts: Counts,
    is_sharp: Callable[[Counts], bool],
) -> tuple[Batch, Counts]:
    """The fewest batches of those played together that are enough, so that all pools stop at the same one.

    An error falls with every batch a thousand times more than it wavers; so the first is searched by halves.
    """
    few, many = 0, batch.rounds // BATCH_ROUNDS
    of_few = counts - counts
    while many - few > 1:
        half = (few + many) // 2
        more = pool.play(job, Batch(batch.number + few, (half - few) * BATCH_ROUNDS))
        if is_sharp(before + of_few + more):
            many, counts = half, of_few + more
        else:
            few, of_few = half, of_few + more
    return Batch(batch.number, many * BATCH_ROUNDS), counts


def _in_order(
    job: Job, pool: WorkerPool, rounds: int | None, so_far: Progress, out: dict[Batch, "Future[Counts]"]
) -> Iterator[tuple[Batch, Counts]]:
    """Batches as they are wanted, sent out some way ahead."""
    waiting = batches(rounds, so_far.batches, pool.span)
    done: dict[Batch, Counts] = {}
    due: Any = next(waiting, None)
    wanted = due
    losses = 0
    while wanted is not None:
        while due is not None and len(out) + len(done) < 2 * pool.workers:
            out[due] = pool.send(job, due)
            due = next(waiting, None)
        wait(out.values(), return_when=ANY)
        for batch in [batch for batch, future in out.items() if future.done()]:
            counts = pool.result(out.pop(batch))
            if counts is None:
                losses, so_far.lost_workers = losses + 1, so_far.lost_workers + 1
                if losses > MOST_LOSSES:
                    raise Broken(f"{losses} workers were lost without one batch between them")
                out[batch] = pool.send(job, batch)
            else:
                done[batch], losses = counts, 0
        while wanted in done:
            yield wanted, done.pop(wanted)
            wanted = next(iter(sorted((*out, *done))), due)
