"""The mean of the distribution is the expectation, also where two Large cards count after they grew."""

from fractions import Fraction

import pytest

from pitboss.exact.analyst import distribution_of, main_edge
from tests.floor import game_of

LARGE = [("down-under-pa", "reading.D2=R2"), ("down-under-pa", "reading.D2=R2", "reading.D1=R4")]


@pytest.mark.parametrize("choices", [("blackjack", "max_hands=1"), *LARGE], ids=" ".join)
def test_the_distribution_has_the_mean_that_the_solver_finds(choices: tuple[str, ...]) -> None:
    game = game_of(*choices)
    mean = sum(float(Fraction(row["net"])) * row["probability"] for row in distribution_of(game)["results"])
    assert mean == pytest.approx(-main_edge(game), abs=1e-12)
