"""Compiling the analyst's kernels before anybody waits for a figure."""

from collections.abc import Callable

from pitboss.exact.composition import Composition
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.games.switches import BARE_HOUSE
from pitboss.kernel_sources import cache_folder
from pitboss.rules.house import Odds, SecondChanceHouse

TINY = Composition((2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 1, 1, 1))
HOUSES = (BARE_HOUSE, BARE_HOUSE._replace(second_chance=SecondChanceHouse(True, Odds(1, 1), True, True)))
"""Between them they need every kernel: plain busts, and busts that may buy one more card."""


def warm_up(tell: Callable[[str], None]) -> None:
    """Compile the kernels and say so; those in the cache are loaded when they are needed."""
    if any(cache_folder().rglob("*.nbi")):
        return
    tell("Compiling the analyst’s kernels. This happens once and takes a few seconds.")
    load_kernels()


def load_kernels() -> None:
    for house in HOUSES:
        _ = Round(Solver(house, TINY)).expectation
