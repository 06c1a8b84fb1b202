"""Compiling the analyst's kernels, or loading them from the cache, before anybody waits for a figure."""

from collections.abc import Callable

from pitboss.compiled import cache_folder
from pitboss.exact.composition import Composition
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.games.switches import BARE_HOUSE
from pitboss.rules.house import Odds, SecondChanceHouse

TINY = Composition((2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 1, 1, 1))
HOUSES = (BARE_HOUSE, BARE_HOUSE._replace(second_chance=SecondChanceHouse(True, Odds(1, 1), True, True)))
"""Between them they need every kernel: plain busts, and busts that may buy one more card."""


def warm_up(tell: Callable[[str], None]) -> None:
    """Load the kernels from the cache, or compile them and say so."""
    if not any(cache_folder().rglob("*.nbi")):
        tell("Compiling the analyst’s kernels. This happens once and takes a few seconds.")
    for house in HOUSES:
        _ = Round(Solver(house, TINY)).expectation
