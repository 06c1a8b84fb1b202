"""Dealt rounds against every chance that the analyst finds: spread, results, and wagers together."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from pitboss.exact.analyst import analyse
from pitboss.lab.simulation import Prepared
from pitboss.sim.recording import record
from pitboss.sim.statistics import Figures

ENOUGH = 50
"""Rarer results than so many expected are not held against a normal distribution."""
MAIN = 0


class Agreement(NamedTuple):
    what: str
    dealt: float
    exact: float
    standard_error: float

    @property
    def z(self) -> float:
        return (self.dealt - self.exact) / self.standard_error if self.standard_error else 0.0


def distribution_of(made: Prepared) -> dict[str, Any]:
    found = analyse(made.game, distribution=True).distribution
    assert found is not None
    return found


def compare_results(made: Prepared, dealt: Figures) -> Iterator[Agreement]:
    """The standard deviation, wins, pushes and losses, and every result of the main wager."""
    exact, main, rounds = distribution_of(made), dealt.wagers[MAIN], dealt.rounds
    chances = {float(Fraction(row["net"])): row["probability"] for row in exact["results"]}
    mean = sum(net * chance for net, chance in chances.items())
    fourth = sum((net - mean) ** 4 * chance for net, chance in chances.items())
    spread = exact["standard_deviation"]
    wide = sqrt((fourth - spread**4) / rounds) / (2 * spread)
    yield Agreement("standard deviation", main.standard_deviation, spread, wide)
    for name in ("hit_frequency", "push_frequency", "loss_frequency"):
        yield _share(name.replace("_", " "), getattr(main, name), exact[name], rounds)
    often = {float(net): count for net, count in main.results.items()}
    for net in sorted({*chances, *often}):
        if chances.get(net, 0.0) * rounds >= ENOUGH or often.get(net, 0) >= ENOUGH:
            yield _share(f"net {net:+g}", often.get(net, 0) / rounds, chances.get(net, 0.0), rounds)


def _share(what: str, dealt: float, exact: float, rounds: int) -> Agreement:
    return Agreement(what, dealt, exact, sqrt(max(exact * (1 - exact), 1 / rounds) / rounds))


def compare_together(made: Prepared, rounds: int) -> Iterator[Agreement]:
    """The main wager with each side wager of the same round, from rounds written down one by one.

    There a main wager is told in grains of the unit, a side wager in units of its own.
    """
    joints = distribution_of(made)["joint"]
    numbers = {wager: number for number, wager in made.names.items()}
    often: dict[str, Counter[tuple[Fraction, Fraction]]] = {joint["wager"]: Counter() for joint in joints}
    unit = made.setup.stake_cents // made.labels.grain_cents
    for dealt in record(made.job, 0, rounds):
        won = dealt.won[0]
        for name, counter in often.items():
            counter[Fraction(won[MAIN], unit), Fraction(won[numbers[name]])] += 1
    for joint in joints:
        exact = {
            (Fraction(row["main"]), Fraction(row["side"])): row["probability"] for row in joint["results"]
        }
        yield _correlation(joint, often[joint["wager"]])
        for nets in sorted({*exact, *often[joint["wager"]]}):
            share, count = exact.get(nets, 0.0), often[joint["wager"]][nets]
            if share * rounds >= ENOUGH or count >= ENOUGH:
                main, side = map(float, nets)
                yield _share(f"net {main:+g}, {joint['wager']} {side:+g}", count / rounds, share, rounds)


def _correlation(joint: dict[str, Any], often: Counter[tuple[Fraction, Fraction]]) -> Agreement:
    """Of wagers that hardly depend on each other, a correlation is dealt as the root of the rounds has it."""
    rounds = often.total()
    points = [(float(main), float(side), count) for (main, side), count in often.items()]
    means = [sum(point[at] * point[2] for point in points) / rounds for at in (0, 1)]
    one, other = (sum((point[at] - means[at]) ** 2 * point[2] for point in points) for at in (0, 1))
    both = sum((main - means[0]) * (side - means[1]) * count for main, side, count in points)
    return Agreement(
        f"correlation, {joint['wager']}", both / sqrt(one * other), joint["correlation"], 1 / sqrt(rounds)
    )
