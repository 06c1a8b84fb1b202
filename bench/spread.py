"""A thousand million rounds of every game against the analyst's spread, every result and wagers together.

On a GPU where there is one, else on all cores.
"""

import argparse
import os
from collections.abc import Iterable

from bench.machine import describe_machine
from pitboss.compiled_gpu import gpus
from pitboss.errors import BadInput
from pitboss.exact.warm_kernels import warm_up as warm_analyst
from pitboss.games.load import load_game
from pitboss.lab.simulation import Prepared, Setting, prepare
from pitboss.sim.gpu import pool_of, prepare_worker
from pitboss.sim.job import warm_up
from pitboss.sim.running import Stop, WorkerPool, run, threads
from tests.agree.spread import Agreement, compare_results, compare_together
from tests.agree.test_simulated import VALUED

MOST_Z = 4.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=float, default=1e9, help="rounds a game")
    parser.add_argument("--recorded", type=float, default=1e6, help="of these written down, for side wagers")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}; {asked.rounds:.0e} rounds a game, a whole shoe each")
    warm_analyst(print)
    for name, *choices in VALUED:
        made = prepare(load_game(name, choose=choices), Setting(cut=0.0, insurance="always", seed=2026))
        dealt = made.figures(run(made.job, pool(made), Stop(rounds=int(asked.rounds))).total)
        tell(" ".join([name, *choices]), compare_results(made, dealt))
        tell(f"{name}, side wagers", compare_together(made, int(asked.recorded)))


def pool(made: Prepared) -> WorkerPool:
    try:
        return pool_of([prepare_worker(made.job, gpus()[0])])
    except BadInput:
        warm_up(made.job)
        return threads(os.cpu_count() or 1)


def tell(what: str, compared: Iterable[Agreement]) -> None:
    rows = list(compared)
    if not rows:
        return
    worst = max(rows, key=lambda one: abs(one.z))
    verdict = "agrees" if abs(worst.z) < MOST_Z else "DISAGREES"
    print(
        f"{what}: {len(rows)} figures, {rows[0].what} {rows[0].dealt:.6f} dealt, {rows[0].exact:.6f} found; "
        f"worst {worst.what} z {worst.z:+.2f}: {verdict}",
        flush=True,
    )


if __name__ == "__main__":
    main()
