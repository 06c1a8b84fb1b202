"""On a GPU the same rounds come out; without one, everything about them but the playing is looked at."""

import re
import subprocess
import sys

import numpy as np
import pytest

from pitboss.compiled_gpu import Gpu, gpus, ptx_of
from pitboss.errors import BadInput
from pitboss.games.files import known_games
from pitboss.lab.simulation import Setting, prepare
from pitboss.sim import gpu
from pitboss.sim.gpu import GROUP, SIGNATURE, WARP, WORD, kernel_source, layout_of, most_counted, pool_of
from pitboss.sim.job import BATCH_ROUNDS, BATCH_STREAMS, Batch, Job, batches, play_batch
from pitboss.sim.kernel_tables import Term
from pitboss.sim.random_streams import STREAM_ROUNDS
from pitboss.sim.running import Stop, run, threads
from tests.floor import game_of
from tests.sim.gpu_workers import pretended_workers
from tests.sim.jobs import prepared

H200_SHARED_BYTES = 227 * 1024
TABLES = [*((name, (), 1) for name in known_games()), ("blackjack", ("decks=8",), 6)]
ALL_WAGERS = Setting(insurance="always", seed=11)
SOME = 7 * BATCH_ROUNDS + 100_000


def job_of(name: str, *choices: str, setting: Setting = ALL_WAGERS) -> Job:
    return prepare(game_of(name, *choices), setting).job


# ---- without a GPU


@pytest.mark.parametrize("name", known_games())
def test_the_kernel_of_every_game_compiles_and_keeps_to_shared_memory_and_whole_numbers(name: str) -> None:
    job = job_of(name)
    ptx = ptx_of(kernel_source(job.tables, job.flags, layout_of(job.tables, H200_SHARED_BYTES)), SIGNATURE)
    assert ".entry" in ptx
    assert "atom.shared.add.u32" in ptx
    assert re.search(r"\bld\.shared\.u8\b", ptx)
    assert re.search(r"\bst\.shared\.u8\b", ptx)
    assert not re.search(r"\b(ld|st)\.u(8|16)\b", ptx), "an address whose memory is not known"
    assert not re.search(r"\.f(32|64)\b", ptx), "a number that is not whole"


def test_a_kernel_for_six_erring_boxes_whose_tables_are_too_large_to_share_compiles() -> None:
    job = job_of("blackjack", setting=Setting(seats=6, errors=0.1))
    layout = layout_of(job.tables, H200_SHARED_BYTES)
    assert (layout.cells, job.tables.cells.size > 200_000) == (0, True)
    assert "ld.global.u16" in ptx_of(kernel_source(job.tables, job.flags, layout), SIGNATURE)


@pytest.mark.parametrize(("name", "choices", "seats"), TABLES)
def test_a_block_fits_its_memory_and_no_count_can_run_over(
    name: str, choices: tuple[str, ...], seats: int
) -> None:
    tables = prepared(name, *choices, setting=Setting(seats=seats)).job.tables
    layout = layout_of(tables, H200_SHARED_BYTES)
    assert layout.bytes <= H200_SHARED_BYTES
    assert layout.threads >= 256
    assert layout.threads % GROUP == 0
    assert layout.threads * layout.chunk * most_counted(tables) < 1 << 31


def test_every_thread_has_a_shoe_of_its_own_and_every_thread_of_a_warp_its_own_bank() -> None:
    tables = prepared("blackjack").job.tables
    layout = layout_of(tables, H200_SHARED_BYTES)
    columns = [
        layout.shoes_at + thread // WARP // WORD * GROUP + thread % WARP * WORD + thread // WARP % WORD
        for thread in range(layout.threads)
    ]
    assert len(set(columns)) == layout.threads
    assert max(columns) < layout.shoes_at + layout.threads
    last_row = (int(tables.terms[Term.CARDS]) - 1) * layout.threads
    assert max(columns) + last_row < layout.bytes
    for warp in range(0, layout.threads, WARP):
        assert len({column // WORD % WARP for column in columns[warp : warp + WARP]}) == WARP


def test_no_round_counts_more_than_the_most() -> None:
    made = prepared("blackjack-match-nh", setting=Setting(seats=6, insurance="always"))
    most = most_counted(made.job.tables)
    counted = [
        int(np.abs(play_batch(Job(made.job.tables, made.job.flags, seed), Batch(0, 1))).max())
        for seed in range(400)
    ]
    assert most // 40 < max(counted) <= most


def test_a_game_too_large_for_shared_memory_is_refused_in_a_sentence() -> None:
    with pytest.raises(BadInput, match=r"do not fit a GPU.*Allowed: --device cpu"):
        layout_of(prepared("blackjack").job.tables, 40_000)


def test_batches_handed_out_together_add_up_and_leave_the_rest_apart() -> None:
    found = list(batches(SOME, 1, span=4))
    assert [(batch.number, batch.rounds) for batch in found] == [
        (1, 4 * BATCH_ROUNDS), (5, 2 * BATCH_ROUNDS), (7, 100_000),
    ]  # fmt: skip
    assert [batch.is_whole for batch in found] == [True, True, False]
    assert [batch.following for batch in found[:2]] == [5, 7]
    assert found[0].streams == (BATCH_STREAMS, 4 * BATCH_STREAMS, STREAM_ROUNDS)
    assert found[2].streams == (7 * BATCH_STREAMS, 2, 100_000 - STREAM_ROUNDS)


def test_a_pool_of_gpus_counts_what_threads_count_and_goes_on_where_they_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "use", lambda _: None)
    job, used = prepared("over-under-pa").job, list[int]()
    alone = run(job, threads(1), Stop(rounds=SOME)).total
    assert np.array_equal(run(job, pool_of(pretended_workers(2, used)), Stop(rounds=SOME)).total, alone)
    assert set(used) == {0, 1}
    begun = run(job, threads(1), Stop(rounds=2 * BATCH_ROUNDS))
    gone_on = run(job, pool_of(pretended_workers(1, used)), Stop(rounds=SOME), progress=begun)
    assert np.array_equal(gone_on.total, alone)
    assert gone_on.batches == 7


def test_a_pool_of_gpus_stops_at_the_very_batch_at_which_threads_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Though it is given several at once, and has played further when the error is small enough."""
    monkeypatch.setattr(gpu, "use", lambda _: None)
    made = prepared("over-under-pa")
    for wanted in (1, 3, 6, 7):
        stop = Stop(standard_error=2.0 / np.sqrt((wanted - 0.5) * BATCH_ROUNDS))
        alone = run(made.job, threads(1), stop, error_of=made.standard_error)
        pool = pool_of(pretended_workers(1, []))
        assert pool.span > 1
        found = run(made.job, pool, stop, error_of=made.standard_error)
        assert found.batches == alone.batches == wanted
        assert np.array_equal(found.total, alone.total)


def test_importing_the_rest_does_not_ask_for_a_gpu() -> None:
    """Nothing that everybody imports knows of one."""
    code = (
        "import sys; import pitboss.cli.simulation_output, pitboss.lab.simulation, pitboss.sim.running;"
        "print([name for name in sys.modules if name.startswith(('numba.cuda', 'numba_cuda'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ---- with one


@pytest.fixture
def first_gpu() -> Gpu:
    try:
        return gpus()[0]
    except BadInput:
        pytest.skip("the tests on a GPU. They need a machine with an NVIDIA GPU and its driver.")


@pytest.mark.parametrize("name", known_games())
def test_a_gpu_counts_what_a_processor_counts(name: str, first_gpu: Gpu) -> None:
    job = job_of(name)
    batch = Batch(3, 40 * STREAM_ROUNDS + 500)
    assert np.array_equal(gpu.prepare_worker(job, first_gpu).play(job, batch), play_batch(job, batch))


def test_a_gpu_counts_six_erring_boxes_of_one_deck_alike(first_gpu: Gpu) -> None:
    job = job_of("blackjack", "decks=1", setting=Setting(seats=6, errors=0.1, cut=1.0))
    batch = Batch(0, 3 * STREAM_ROUNDS + 500)
    assert np.array_equal(gpu.prepare_worker(job, first_gpu).play(job, batch), play_batch(job, batch))


def test_a_run_on_all_gpus_counts_what_threads_count(first_gpu: Gpu) -> None:
    assert first_gpu
    job = prepared("over-under-pa").job
    alone = run(job, threads(2), Stop(rounds=SOME)).total
    assert np.array_equal(run(job, gpu.gpu_pool(job), Stop(rounds=SOME)).total, alone)
