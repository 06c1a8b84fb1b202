"""Whatever the workers, the order, the interruption: the totals are the same."""

import os
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from pitboss.errors import BadInput
from pitboss.lab.simulation import Setting
from pitboss.sim import checkpoint
from pitboss.sim.job import BATCH_ROUNDS, Counts, Job, batches
from pitboss.sim.running import Progress, Stop, WorkerPool, run, threads
from pitboss.sim.tally import ROUNDS
from tests.sim.jobs import played, prepared

SOME = 3 * BATCH_ROUNDS + 100_000


def job(seed: int = 1) -> Job:
    return prepared("over-under-pa", setting=Setting(seed=seed)).job


def totals(rounds: int = SOME, **changes: Any) -> Counts:
    return run(job(), threads(1), Stop(rounds=rounds), **changes).total


def test_batches_add_up_to_the_rounds_asked_for() -> None:
    assert [batch.rounds for batch in batches(SOME)] == [BATCH_ROUNDS] * 3 + [100_000]
    assert [batch.number for batch in batches(SOME, 2)] == [2, 3]
    assert totals()[ROUNDS] == SOME


def test_two_workers_count_what_one_counts() -> None:
    assert np.array_equal(run(job(), threads(2), Stop(rounds=SOME)).total, totals())


def test_another_seed_counts_otherwise() -> None:
    other = run(job(seed=2), threads(1), Stop(rounds=100_000)).total
    assert not np.array_equal(other, totals(rounds=100_000))


class Backwards(ThreadPoolExecutor):
    """Gives its answers in the wrong order."""

    held: list[tuple[Future[Any], Any]]

    def __init__(self) -> None:
        super().__init__(1)
        self.held = []

    def submit(self, function: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        promised: Future[Any] = Future()
        self.held.append((promised, (function, arguments)))
        if len(self.held) == 2:
            for future, (call, values) in reversed(self.held):
                future.set_result(call(*values))
            self.held = []
        return promised


def test_batches_are_counted_in_order_whatever_comes_back_first() -> None:
    seen: list[int] = []
    pool = WorkerPool(Backwards, 1)
    found = run(
        job(), pool, Stop(rounds=4 * BATCH_ROUNDS), tell=lambda progress: seen.append(progress.batches)
    )
    assert seen == [1, 2, 3, 4]
    assert np.array_equal(found.total, totals(rounds=4 * BATCH_ROUNDS))


def test_a_run_that_was_interrupted_goes_on_as_if_it_had_not_been() -> None:
    def had_enough(progress: Progress) -> None:
        if progress.batches == 2:
            raise KeyboardInterrupt

    found = run(job(), threads(1), Stop(rounds=SOME), tell=had_enough)
    assert (found.interrupted, found.batches) == (True, 2)
    data = checkpoint.as_data(found, {"game": "x"})
    taken_up = checkpoint.from_data(data, {"game": "x"}, job(), "file")
    again = run(job(), threads(2), Stop(rounds=SOME), progress=taken_up)
    assert np.array_equal(again.total, totals())


def test_a_finished_run_can_be_made_longer() -> None:
    """Its shorter last batch is played again as a whole one."""
    found = run(job(), threads(1), Stop(rounds=BATCH_ROUNDS + 1_000))
    again = run(job(), threads(1), Stop(rounds=SOME), progress=found)
    assert np.array_equal(again.total, totals())


def test_it_stops_at_the_error_asked_for_between_the_same_batches() -> None:
    made = prepared("over-under-pa")
    wanted = 2.0 / np.sqrt(2.5 * BATCH_ROUNDS)
    for workers in (1, 2):
        found = run(made.job, threads(workers), Stop(standard_error=wanted), error_of=made.standard_error)
        assert found.batches == 3
        assert made.standard_error(found.total) <= wanted


def test_it_stops_when_the_time_is_over() -> None:
    assert run(job(), threads(1), Stop(seconds=1e-9)).batches == 1


KILLED = pytest.mark.slow("workers of a simulation that are really killed, here and on a cluster")


def spawned() -> Executor:
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@KILLED
def test_a_killed_worker_is_survived_and_the_totals_are_equal() -> None:
    pool = WorkerPool(spawned, 2)
    killed: list[int] = []

    def kill_one(_: Progress) -> None:
        if not killed:
            executor: Any = pool.executor
            killed.append(next(iter(executor._processes)))
            os.kill(killed[0], signal.SIGKILL)

    found = run(job(), pool, Stop(rounds=6 * BATCH_ROUNDS), tell=kill_one)
    assert killed
    assert found.lost_workers > 0
    assert np.array_equal(found.total, totals(rounds=6 * BATCH_ROUNDS))


def test_a_checkpoint_of_another_run_is_refused_with_what_differs() -> None:
    data = checkpoint.as_data(
        Progress(job().no_counts()), {"game": "blackjack", "version": "0.1.0", "seed": 1}
    )
    with pytest.raises(BadInput) as refused:
        checkpoint.from_data(data, {"game": "blackjack", "version": "0.2.0", "seed": 2}, job(), "file")
    assert [fault.says for fault in refused.value.faults] == [
        "was made with seed 1, this run has 2.",
        "was made with version 0.1.0, this run has 0.2.0.",
    ]


@pytest.mark.parametrize("data", [None, {}, {"format": "other"}, [1]])
def test_what_is_no_checkpoint_is_refused(data: Any) -> None:
    with pytest.raises(BadInput, match="not a simulation"):
        checkpoint.from_data(data, {}, job(), "file")


@pytest.mark.parametrize(
    "damage",
    [
        {"counts": [1, 2]}, {"counts": ["x"]}, {"counts": [10**30]}, {"counts": None}, {"batches": 1},
        {"batches": "x"}, {"batches": None}, {"seconds": "x"}, {"seconds": []},
    ],
    ids=str,
)  # fmt: skip
def test_damaged_counts_are_refused(damage: dict[str, Any]) -> None:
    data = checkpoint.as_data(Progress(job().no_counts()), {})
    assert checkpoint.from_data(data, {}, job(), "file").batches == 0
    with pytest.raises(BadInput, match="damaged"):
        checkpoint.from_data(data | damage, {}, job(), "file")


def test_memory_does_not_grow_with_rounds() -> None:
    """A tally has one size, whatever it counts."""
    assert played(prepared("over-under-pa"), 1_000).size == totals().size == job().no_counts().size


@KILLED
def test_a_worker_of_a_cluster_that_is_killed_is_survived_too() -> None:
    distributed = pytest.importorskip("distributed")
    killed: list[int] = []
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):

        def kill_one(_: Progress) -> None:
            if not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        pool = WorkerPool(
            lambda: client.get_executor(pure=False), 2, lost=(distributed.scheduler.KilledWorker,)
        )
        found = run(job(), pool, Stop(rounds=8 * BATCH_ROUNDS), tell=kill_one)
    assert killed
    assert np.array_equal(found.total, totals(rounds=8 * BATCH_ROUNDS))
