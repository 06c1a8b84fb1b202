"""The simulator on a GPU: speed beside the processor's, what a kernel takes, agreement with exact figures.

Rows come out as tables of docs/gpu.md.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from bench.machine import describe_machine
from pitboss.compiled import part
from pitboss.compiled_gpu import Gpu, gpus
from pitboss.errors import BadInput
from pitboss.exact.warm_kernels import warm_up as warm_analyst
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.lab.simulation import Prepared, Setting, prepare
from pitboss.sim.card_stream import draw_card, new_shoe
from pitboss.sim.gpu import GpuWorker, pool_of, prepare_worker
from pitboss.sim.job import BATCH_ROUNDS, BATCH_STREAMS, warm_up
from pitboss.sim.kernel_tables import Term
from pitboss.sim.recording import record
from pitboss.sim.running import Stop, WorkerPool, run, threads

GOALS = {"blackjack": 10.0}
GOAL = 3.0
MOST_Z = 4.0
CARDS_DRAWN = 8
RECORDED = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=float, default=1e11, help="rounds a game for the agreement")
    asked = parser.parse_args()
    try:
        gpu = gpus()[0]
    except BadInput as none:
        print(f"bench-gpu: {none}", file=sys.stderr)
        raise SystemExit(2) from none
    print(f"machine: {gpu.name}, {gpu.multiprocessors} multiprocessors; {describe_machine()}")
    warm_analyst(print)
    print(heading("game", "GPU, 10^9/s", "goal", "processor, 10^6/s", "times", "threads", "registers",
                  "local bytes", "occupancy", "cards a round", "drawing"))  # fmt: skip
    for name in known_games():
        measure(name, gpu)
    print(heading("game", "wager", "rounds", "house edge", "standard error", "exact", "z", ""))
    for name in known_games():
        compare(name, gpu, int(asked.rounds))


def heading(*names: str) -> str:
    return f"\n| {' | '.join(names)} |\n{'|---' * len(names)}|"


def setting_of(name: str) -> Setting:
    """One box, three quarters of the shoe; all wagers of a document's game, ordinary blackjack plain."""
    return Setting(cut=0.75, insurance="best" if name == "blackjack" else "always")


def measure(name: str, gpu: Gpu) -> None:
    made = prepare(load_game(name), setting_of(name))
    worker = prepare_worker(made.job, gpu)
    on_gpu = rate(made, lambda: pool_of([worker]), 4 * worker.streams // BATCH_STREAMS)
    warm_up(made.job)
    cores = os.cpu_count() or 1
    on_cpu = rate(made, lambda: threads(cores), 8 * cores)
    cards = sum(len(found.cards) for found in record(made.job, 0, RECORDED)) / RECORDED
    share = cards * on_gpu / cards_a_second(made, gpu)
    taken = worker.resources
    print(
        f"| {name} | {on_gpu / 1e9:.1f} | {GOALS.get(name, GOAL):.0f} | {on_cpu / 1e6:.0f} | "
        f"{on_gpu / on_cpu:.0f} | {worker.layout.threads} | {taken.registers} | {taken.local_bytes} | "
        f"{100 * taken.occupancy:.0f} % | {cards:.2f} | {100 * share:.0f} % |",
        flush=True,
    )


def rate(made: Prepared, pool: Callable[[], WorkerPool], batches: int, times: int = 3) -> float:
    """Rounds a second, the best of some runs: what else the machine does can only make them slower."""
    rounds = batches * BATCH_ROUNDS
    best = 0.0
    for _ in range(times):
        start = time.perf_counter()
        found = run(made.job, pool(), Stop(rounds=rounds)).total
        best = max(best, rounds / (time.perf_counter() - start))
        if int(found[0]) != rounds:
            raise SystemExit(f"{made.game.id}: {int(found[0])} rounds were counted of {rounds}")
    return best


@part
def draw_only(tables: Any, deck: Any, shuffles: Any, workspace: Any, tally: Any, flags: Any) -> Any:  # noqa: ARG001
    """In place of a round: so many cards, and nothing done with them."""
    if shuffles:
        deck = new_shoe(deck, workspace, flags, tables.terms[Term.BURN])
    for _ in range(CARDS_DRAWN):
        deck, _card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
    return deck, deck.left < tables.terms[Term.COVER]


def cards_a_second(made: Prepared, gpu: Gpu) -> float:
    """Choosing a place by chance, exchanging the cards: this is all the shuffling there is."""
    worker: GpuWorker = prepare_worker(made.job, gpu, draw_only)
    batches = 4 * worker.streams // BATCH_STREAMS
    best = 0.0
    for _ in range(2):
        start = time.perf_counter()
        run(made.job, pool_of([worker]), Stop(rounds=batches * BATCH_ROUNDS))
        best = max(best, CARDS_DRAWN * batches * BATCH_ROUNDS / (time.perf_counter() - start))
    return best


def compare(name: str, gpu: Gpu, rounds: int) -> None:
    """Every wager with a whole shoe every round, against its exact figure."""
    made = prepare(load_game(name), Setting(cut=0.0, insurance="always", seed=5))
    found = made.figures(run(made.job, pool_of([prepare_worker(made.job, gpu)]), Stop(rounds=rounds)).total)
    for wager in found.wagers:
        known = wager.exact_house_edge is not None and wager.z is not None
        told = ("agrees" if abs(wager.z or 0) < MOST_Z else "DISAGREES") if known else "no exact figure"
        print(
            f"| {name} | {wager.wager} | {found.rounds:.3g} | {100 * wager.house_edge:.6f} % | "
            f"{100 * wager.standard_error:.6f} % | "
            + (f"{100 * wager.exact_house_edge:.6f} % | {wager.z:+.2f} | " if known else "| | ")
            + f"{told} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
