"""Making the compiled loops ready, so that nobody takes compilation for thought."""

from collections.abc import Callable

from pitboss.compiled import cache_folder
from pitboss.exact.composition import Shoe
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.games.load import load_game

TINY = Shoe((2, 2, 0, 0, 2, 2, 0, 0, 2, 2, 1, 1, 1))


def warm_up(tell: Callable[[str], None]) -> None:
    """Load the loops from the cache, or compile them and say so."""
    if not any(cache_folder().rglob("*.nbi")):
        tell("Compiling the analyst's loops; this happens once and takes some seconds.")
    for name in ("blackjack", "double-back-jack-pa"):
        _ = Round(Solver(load_game(name).house, TINY)).expectation
