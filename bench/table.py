"""The live table: automated rounds a second on one core, and a soak of random rounds in every game."""

import argparse
import random
import time

from bench.machine import describe_machine
from pitboss.games.files import known_games
from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.table import step
from tests.table.drive import CHIPS, Room, fresh, prepare, random_round

GOAL = 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=200_000, help="random rounds a game in the soak")
    asked = parser.parse_args()
    print(f"machine: {describe_machine()}")
    rate = measure("blackjack", 4_000, seed=1)
    print(f"automated rounds, blackjack, one box  {rate:8.0f} a second   (goal {GOAL})")
    for name in known_games():
        rate = measure(name, asked.rounds, seed=2)
        print(
            f"soak {name:<22} {asked.rounds:>8} random rounds, cards and money conserved, {rate:.0f} a second"
        )


class BareRoom(Room):
    """A room that keeps nothing for tests to look at."""

    def do(self, command: c.Command) -> tuple[Event, ...]:
        events, self.state = step(self.state, command)
        return events


def opened(name: str) -> Room:
    state = fresh(name)
    room = BareRoom(state, VirtualShoe(state.house.decks, random.Random(1)))
    room.do(c.SitDown(by=player(1), chips_cents=CHIPS))
    prepare(room)
    return room


def measure(name: str, rounds: int, seed: int) -> float:
    """Rounds a second with random wagers and decisions; every event checks cards and money."""
    room, rng = opened(name), random.Random(seed)
    start = time.perf_counter()
    for _ in range(rounds):
        if room.state.players[0].chips_cents < CHIPS // 2:
            room.do(c.BuyChips(by=DEALER, seat=1, cents=CHIPS // 2))
        random_round(room, rng)
    return rounds / (time.perf_counter() - start)


if __name__ == "__main__":
    main()
