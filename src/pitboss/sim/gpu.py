"""The simulator on a GPU: the same round, a thread for every stream.

What differs from a processor stands here. Shoes, tables and counts lie in the memory that the threads of a
block share. The cards of a shoe stand in its thread's column, so that threads side by side never wait for
each other; counts are 32 bits wide, and are brought home before one could run over.
"""

from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import part
from pitboss.compiled_gpu import (
    Gpu,
    Resources,
    cuda,
    gpu_kernel,
    gpus,
    instead_of,
    resources,
    types,
    use,
)  # fmt: skip
from pitboss.errors import BadInput, Fault
from pitboss.sim.card_stream import Flags, Workspace, count, look, put
from pitboss.sim.job import BATCH_STREAMS, Batch, Counts, Job
from pitboss.sim.kernel import next_round, open_table
from pitboss.sim.kernel_tables import POINTS, ROW, KernelTables, Term
from pitboss.sim.random_streams import STREAM_ROUNDS
from pitboss.sim.round_kernel import PLACES
from pitboss.sim.running import WorkerPool

WARP, WORD = 32, 4
GROUP = WARP * WORD
"""Threads whose cards share a row of words: a word for each thread of a warp, in it a byte for each warp."""
MOST_THREADS = 768
"""In a block; with more of them there are too few registers for each."""
COUNT_LIMIT = (1 << 31) - 1

SIGNATURE = types.void(
    types.Array(types.uint16, 1, "C"), types.uint64, types.uint64, types.int64, types.int64,
    types.Array(types.int64, 1, "C"),
)  # fmt: skip


# ---- parts that do their work otherwise


class Column(NamedTuple):
    """A thread's shoe among those of its block."""

    cards: Any
    at: Any
    stride: Any
    size: Any


@instead_of(look)
def look_in_column(shoe: Any, at: Any) -> Any:
    return np.uint64(shoe.cards[at * shoe.stride + shoe.at])


@instead_of(put)
def put_in_column(shoe: Any, at: Any, card: Any) -> None:
    shoe.cards[at * shoe.stride + shoe.at] = card


@instead_of(count)
def count_atomically(counts: Any, at: Any, amount: Any) -> None:
    cuda.atomic.add(counts, at, np.int32(amount))


# ---- the kernel


class Layout(NamedTuple):
    """A block: its counts, its tables and its shoes, one after another in shared memory."""

    tally: int
    cells: int
    """None where the tables are too large, and are read where every block reads them."""
    shoes_at: int
    threads: int
    bytes: int
    chunk: int
    """Rounds of every thread after which counts are brought home."""


def layout_of(tables: KernelTables, shared_bytes: int) -> Layout:
    """As many threads as there is room for shoes."""
    tally, shoe = int(tables.terms[Term.TALLY_SIZE]), int(tables.terms[Term.CARDS])
    cells = tables.cells.size if 2 * tables.cells.size < shared_bytes // 2 else 0
    shoes_at = -(-(4 * tally + 2 * cells) // GROUP) * GROUP
    most = most_counted(tables)
    threads = min((shared_bytes - shoes_at) // shoe, COUNT_LIMIT // most, MOST_THREADS) // GROUP * GROUP
    if threads <= 0:
        says = "the sums of this game do not fit a GPU's shared memory."
        raise BadInput([Fault("--device gpu", says, "--device cpu")])
    chunk = min(COUNT_LIMIT // (threads * most), STREAM_ROUNDS)
    return Layout(tally, cells, shoes_at, threads, shoes_at + threads * shoe, chunk)


def most_counted(tables: KernelTables) -> int:
    """The most that a round can add to any count: the square of what all boxes together win or lose."""
    pays = [int(tables.terms[Term.MIDDLE])]
    if tables.terms[Term.UP_MATCH] or tables.terms[Term.DOWN_MATCH]:
        pays += _amounts(tables, Term.MATCH_PAY, ROW)
    if tables.terms[Term.BONUS]:
        pays += _amounts(tables, Term.BONUS_PAY, POINTS)
    return (int(tables.terms[Term.BOXES]) * max(pays)) ** 2


def _amounts(tables: KernelTables, table: Term, size: int) -> list[int]:
    return [abs(int(pay)) for pay in tables.cells[tables.terms[table] :][:size].astype(np.int16)]


@part
def shared_tables(cells: Any, shared: Any, thread: Any, threads: Any) -> Any:
    """The tables, copied by all threads of a block to where they are near."""
    for at in range(thread, cells.size, threads):
        shared[at] = cells[at]
    return shared


@part
def distant_tables(cells: Any, shared: Any, thread: Any, threads: Any) -> Any:  # noqa: ARG001
    return cells


def kernel_source(tables: KernelTables, flags: Flags, layout: Layout, play: Any = next_round) -> Any:
    """A kernel for these tables: their terms are compile-time constants."""
    terms = tables.terms
    tally_size, cells_size, shoes_at, threads, _, chunk = layout
    stride, shoe_size = np.uint64(threads), np.uint64(terms[Term.CARDS])
    tables_of = shared_tables if cells_size else distant_tables
    blackjack, over_under, matches, second_chance, before_reader, errs, many_boxes, records = map(bool, flags)

    def play_streams(cells: Any, seed: Any, first: Any, streams: Any, last_rounds: Any, totals: Any) -> None:
        known = Flags(blackjack, over_under, matches, second_chance, before_reader, errs, many_boxes, records)
        thread = cuda.threadIdx.x
        warp, lane = thread // WARP, thread % WARP
        tally = cuda.shared.array(0, types.int32)
        column = np.uint64(shoes_at + warp // WORD * GROUP + lane * WORD + warp % WORD)
        shoe = Column(cuda.shared.array(0, types.uint8), column, stride, shoe_size)
        workspace = Workspace(shoe, cuda.local.array(PLACES, types.uint16), cuda.local.array(1, types.int64))
        shared = cuda.shared.array(0, types.uint16)[2 * tally_size : 2 * tally_size + cells_size]
        here = KernelTables(tables_of(cells, shared, thread, threads), terms)
        for at in range(thread, tally_size, threads):
            tally[at] = 0
        cuda.syncthreads()
        number = (warp * cuda.gridDim.x + cuda.blockIdx.x) * WARP + lane
        left = 0
        if number < streams:
            left = last_rounds if number == streams - 1 else STREAM_ROUNDS
        deck, shuffles = open_table(here, seed, first + np.uint64(number), workspace), True
        for _ in range(0, STREAM_ROUNDS, chunk):
            rounds = min(chunk, left)
            for _ in range(rounds):
                deck, shuffles = play(here, deck, shuffles, workspace, tally, known)
            left -= rounds
            cuda.syncthreads()
            for at in range(thread, tally_size, threads):
                if tally[at] != 0:
                    cuda.atomic.add(totals, at, np.int64(tally[at]))
                    tally[at] = 0
            cuda.syncthreads()

    return play_streams


# ---- workers


class GpuWorker(NamedTuple):
    """A job made ready on one GPU."""

    gpu: Gpu
    layout: Layout
    kernel: Any
    cells: Any

    @property
    def streams(self) -> int:
        """That are played at once."""
        return self.gpu.multiprocessors * self.layout.threads

    @property
    def resources(self) -> Resources:
        return resources(self.kernel, self.gpu, self.layout.threads, self.layout.bytes)

    def play(self, job: Job, batch: Batch) -> Counts:
        """The counts of a batch."""
        first, streams, last_rounds = batch.streams
        totals = cuda.to_device(job.no_counts())
        launch = self.kernel[self.gpu.multiprocessors, self.layout.threads, 0, self.layout.bytes]
        launch(self.cells, np.uint64(job.seed), np.uint64(first), streams, last_rounds, totals)
        counts: Counts = totals.copy_to_host()
        return counts


def prepare_worker(job: Job, gpu: Gpu, play: Any = next_round) -> GpuWorker:
    """Compile for a GPU, and lay the tables out there; `play` is one round."""
    use(gpu)
    layout = layout_of(job.tables, gpu.shared_bytes)
    source = kernel_source(job.tables, job.flags, layout, play)
    kernel = gpu_kernel(source, SIGNATURE, layout.threads, layout.bytes)
    return GpuWorker(gpu, layout, kernel, cuda.to_device(job.tables.cells))


def pool_of(workers: list[GpuWorker]) -> WorkerPool:
    """A worker for every GPU; each is given as many batches as it plays at once."""
    free: SimpleQueue[GpuWorker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def play(job: Job, batch: Batch) -> Counts:
        worker = free.get()
        try:
            use(worker.gpu)
            return worker.play(job, batch)
        finally:
            free.put(worker)

    span = min(worker.streams for worker in workers) // BATCH_STREAMS
    return WorkerPool(lambda: ThreadPoolExecutor(len(workers)), len(workers), play=play, span=span)


def gpu_pool(job: Job, most: int = 0) -> WorkerPool:
    """Every GPU of this machine, or so many at most."""
    here = gpus()
    return pool_of([prepare_worker(job, gpu) for gpu in here[: most or len(here)]])
