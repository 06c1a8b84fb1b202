"""The simulator's speed, end to end and by its parts, and its agreement with the exact figures.

Times are the least of several by the wall clock: what else the machine does can only make them longer.
"""

import argparse
import time
from typing import Any

import numpy as np

from bench.machine import describe_machine
from pitboss.compiled import fresh_kernel
from pitboss.exact.warm_kernels import warm_up as warm_analyst
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.lab.simulation import Prepared, Setting, prepare
from pitboss.sim.card_stream import Flags, ShoeState, Workspace, draw_card
from pitboss.sim.job import BATCH_ROUNDS, warm_up
from pitboss.sim.kernel import new_workspace
from pitboss.sim.random_streams import U32, below, next_word, open_stream
from pitboss.sim.recording import record
from pitboss.sim.running import Stop, run, threads

GOALS = {"blackjack": 12.0}
GOAL = 6.0
TWICE = 1.8
MOST_Z = 4.0
SILENT = Flags(True, False, False, False, False, False, False, False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=float, default=2e8, help="rounds a game for the agreement")
    parser.add_argument(
        "--batches", type=int, default=6, help=f"batches of {BATCH_ROUNDS} rounds for the speed"
    )
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    warm_analyst(print)
    for name in known_games():
        measure(name, asked.batches)
    measure_two_cores(asked.batches)
    for name in known_games():
        compare(name, int(asked.rounds))


def least(job: Any, times: int = 5) -> float:
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        job()
        taken.append(time.perf_counter() - start)
    return min(taken)


def measure(name: str, count: int) -> None:
    """One box, all wagers of the game, insurance included, the cover card where the document has it."""
    insurance = "best" if name == "blackjack" else "always"
    start = time.perf_counter()
    made = prepare(load_game(name), Setting(insurance=insurance))
    solved = time.perf_counter()
    warm_up(made.job)
    ready = time.perf_counter()
    rounds = count * BATCH_ROUNDS
    taken = least(lambda: run(made.job, threads(1), Stop(rounds=rounds))) / rounds
    goal = GOALS.get(name, GOAL)
    print(
        f"simulate {name:<20} {1e-6 / taken:6.1f} million rounds/s, {taken * 1e9:5.1f} ns a round   "
        f"(goal {goal:.0f} million; solved, tabulated {solved - start:.1f} s, kernel {ready - solved:.1f} s)"
    )
    show_shares(made, taken)


def show_shares(made: Prepared, taken: float) -> None:
    """Choosing cards by chance, moving them out of the shoe, and the rest: deciding, settling, counting."""
    cards = sum(len(found.cards) for found in record(made.job, 0, 20_000)) / 20_000
    workspace = new_workspace(made.job.tables)
    workspace.shoe[:] = np.arange(workspace.shoe.size) % 52
    keep = workspace.shoe.size // 4
    loops = 20_000_000
    chosen = least(lambda: choose_cards(np.uint64(1), loops, workspace.shoe.size, keep)) / loops * cards
    drawn = least(lambda: draw_cards(np.uint64(1), loops, workspace, keep)) / loops * cards
    shares = (chosen / taken, max(drawn - chosen, 0.0) / taken, max(taken - drawn, 0.0) / taken)
    named = zip(("shuffling", "drawing", "deciding"), shares, strict=True)
    told = ", ".join(f"{what} {100 * share:.0f} %" for what, share in named)
    print(f"    {cards:.2f} cards a round: {told}")


@fresh_kernel
def choose_cards(seed: Any, count: Any, size: Any, keep: Any) -> Any:
    source = open_stream(seed, seed)
    left, total = np.uint64(size), np.uint64(0)
    for _ in range(count):
        source, word = next_word(source)
        source, at = below(source, word >> U32, left)
        total += at
        left -= np.uint64(1)
        if left < np.uint64(keep):
            left = np.uint64(size)
    return total


@fresh_kernel
def draw_cards(seed: Any, count: Any, workspace: Workspace, keep: Any) -> Any:
    size = np.uint64(workspace.shoe.size)
    deck, total = ShoeState(open_stream(seed, seed), size, size), np.uint64(0)
    for _ in range(count):
        deck, card = draw_card(deck, workspace, SILENT, np.uint64(1))
        total += card
        if deck.left < np.uint64(keep):
            deck = ShoeState(deck.source, size, size)
    return total


def measure_two_cores(count: int) -> None:
    made = prepare(load_game("blackjack"), Setting())
    rounds = 4 * count * BATCH_ROUNDS
    one, two = (least(lambda w=w: run(made.job, threads(w), Stop(rounds=rounds)), 3) for w in (1, 2))  # type: ignore[misc]
    print(f"two workers, blackjack        {one / two:6.2f} times one   (goal {TWICE})")


def compare(name: str, rounds: int) -> None:
    """Every wager with a whole shoe every round, against its exact figure."""
    made = prepare(load_game(name), Setting(cut=0.0, insurance="always", seed=5))
    found = made.figures(run(made.job, threads(2), Stop(rounds=rounds)).total)
    for wager in found.wagers:
        z = wager.z if wager.z is not None else float("nan")
        told = "agrees" if abs(z) < MOST_Z else "DISAGREES"
        print(
            f"agreement {name:<20} {wager.wager:<17} {100 * wager.house_edge:9.5f} % "
            f"± {100 * wager.standard_error:.5f} %, exact {100 * (wager.exact_house_edge or 0):9.5f} %, "
            f"z {z:+.2f} {told}"
        )


if __name__ == "__main__":
    main()
