"""Seats on GPUs that are none: a processor plays instead, and it is noted who was asked."""

from types import SimpleNamespace
from typing import Any

from pitboss.compiled_gpu import Gpu
from pitboss.sim.job import BATCH_STREAMS, Batch, Counts, Job, play_batch


def pretended_workers(count: int, used: list[int]) -> list[Any]:
    return [_seat(number, used) for number in range(count)]


def _seat(number: int, used: list[int]) -> Any:
    def play(job: Job, batch: Batch) -> Counts:
        used.append(number)
        return play_batch(job, batch)

    return SimpleNamespace(gpu=Gpu(number, "none", 1, 0), streams=3 * BATCH_STREAMS, play=play)
