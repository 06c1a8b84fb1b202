"""A simulation as work that can be handed out: a job, cut into batches of whole streams.

A batch gives the same counts wherever and whenever it is played, and counts are whole numbers, so that totals
do not depend on how many workers there are, on which machines, or on what was interrupted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.sim.dealing import Flags
from pitboss.sim.kernel import kernel_for, new_felt
from pitboss.sim.source import STREAM_ROUNDS
from pitboss.sim.tables import Book, Term

BATCH_STREAMS = 64
BATCH_ROUNDS = BATCH_STREAMS * STREAM_ROUNDS

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Job:
    """Everything a worker needs, here or on another machine."""

    book: Book
    flags: Flags
    seed: int

    def no_counts(self) -> Counts:
        return np.zeros(int(self.book.terms[Term.TALLY_SIZE]), dtype=np.int64)


class Batch(NamedTuple):
    number: int
    rounds: int

    @property
    def is_whole(self) -> bool:
        return self.rounds == BATCH_ROUNDS


def batches(rounds: int | None, first: int = 0) -> Iterator[Batch]:
    """All batches from a first one on; without end when no number of rounds is set."""
    number = first
    while rounds is None or number * BATCH_ROUNDS < rounds:
        left = BATCH_ROUNDS if rounds is None else min(BATCH_ROUNDS, rounds - number * BATCH_ROUNDS)
        yield Batch(number, left)
        number += 1


def play_batch(job: Job, batch: Batch) -> Counts:
    """The counts of one batch."""
    counts = job.no_counts()
    streams = -(-batch.rounds // STREAM_ROUNDS)
    last = batch.rounds - (streams - 1) * STREAM_ROUNDS
    first = np.uint64(batch.number * BATCH_STREAMS)
    play: Any = kernel_for(job.flags)
    play(job.book, np.uint64(job.seed), first, streams, last, new_felt(job.book), counts)
    return counts


def warm_up(job: Job) -> None:
    """Compile the kernel, or fetch it from the cache, before anybody looks at the clock."""
    play_batch(job, Batch(0, 1))
