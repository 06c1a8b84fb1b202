"""A simulation as work that can be handed out: a job, cut into batches of whole streams.

A batch gives the same counts wherever and whenever it is played, and counts are whole numbers, so that totals
do not depend on how many workers there are, on which machines, or on what was interrupted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.sim.card_stream import Flags
from pitboss.sim.kernel import kernel_for, new_workspace
from pitboss.sim.kernel_tables import KernelTables, Term
from pitboss.sim.random_streams import STREAM_ROUNDS

BATCH_STREAMS = 64
BATCH_ROUNDS = BATCH_STREAMS * STREAM_ROUNDS

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Job:
    """Everything a worker needs, here or on another machine."""

    tables: KernelTables
    flags: Flags
    seed: int

    @property
    def sha256(self) -> str:
        """Of every table that is played by."""
        return sha256(self.tables.terms.tobytes() + self.tables.cells.tobytes()).hexdigest()

    def no_counts(self) -> Counts:
        return np.zeros(int(self.tables.terms[Term.TALLY_SIZE]), dtype=np.int64)


class Batch(NamedTuple):
    """Rounds from the beginning of a numbered batch on: the whole of it, of several, or less than one."""

    number: int
    rounds: int

    @property
    def is_whole(self) -> bool:
        return self.rounds % BATCH_ROUNDS == 0

    @property
    def following(self) -> int:
        """The number of the batch that follows a whole one."""
        return self.number + self.rounds // BATCH_ROUNDS

    @property
    def streams(self) -> tuple[int, int, int]:
        """The first stream, how many there are, and the rounds of the last."""
        count = -(-self.rounds // STREAM_ROUNDS)
        return self.number * BATCH_STREAMS, count, self.rounds - (count - 1) * STREAM_ROUNDS


def batches(rounds: int | None, first: int = 0, span: int = 1) -> Iterator[Batch]:
    """All batches from a first one on, some together; without end when no number of rounds is set."""
    number = first
    while rounds is None or number * BATCH_ROUNDS < rounds:
        left = span * BATCH_ROUNDS if rounds is None else rounds - number * BATCH_ROUNDS
        whole = min(left // BATCH_ROUNDS, span)
        yield Batch(number, whole * BATCH_ROUNDS or left)
        number += whole or 1


def play_batch(job: Job, batch: Batch) -> Counts:
    """The counts of one batch."""
    counts = job.no_counts()
    first, streams, last = batch.streams
    play: Any = kernel_for(job.flags)
    play(job.tables, np.uint64(job.seed), np.uint64(first), streams, last, new_workspace(job.tables), counts)
    return counts


def warm_up(job: Job) -> None:
    """Compile the kernel, or fetch it from the cache, before anybody looks at the clock."""
    play_batch(job, Batch(0, 1))
