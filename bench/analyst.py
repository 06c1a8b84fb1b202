"""The analyst's speed, one thread, kernels compiled; imports and compilation told apart."""

import resource
import time

from bench.machine import describe_machine
from bench.rulebook import median

GOALS = {"blackjack": 0.2}
DECKS = {"blackjack": [6, 8], "double-back-jack-pa": [1, 2, 6, 8]}


def main() -> None:
    print(f"machine: {describe_machine()}")
    start = time.perf_counter()
    from pitboss.exact.advice import advise
    from pitboss.exact.analyst import solve_round
    from pitboss.exact.composition import fresh_shoe
    from pitboss.exact.warm_kernels import warm_up
    from pitboss.games.files import known_games
    from pitboss.games.load import load_game

    imported = time.perf_counter()
    warm_up(print)
    print(f"imports {imported - start:.2f} s, loops ready after {time.perf_counter() - imported:.2f} s more")
    for name in known_games():
        if name == "over-under-pa":
            continue
        plain = load_game(name)
        decks = DECKS.get(name) or plain.options["decks"].allowed
        for count in decks:
            game = load_game(name, options={"decks": count})
            seconds = median(lambda g=game: solve_round(g).expectation)  # type: ignore[misc]
            goal = GOALS.get(name, 0.6)
            print(f"solve {name:<22} {count} decks {seconds * 1000:7.0f} ms   (goal {goal * 1000:.0f} ms)")
    house = load_game("down-under-pa").house
    shoe = fresh_shoe(6).without(10, 6, 9)
    for hand in ([10, 6], [8, 8]):
        seconds = median(lambda h=hand: advise(house, shoe, h, 9, "medium"))  # type: ignore[misc]
        print(f"coach, down-under-pa {hand} against 9, medium {seconds * 1000:7.0f} ms   (goal 50 ms)")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB   (goal below 1024)")


if __name__ == "__main__":
    main()
