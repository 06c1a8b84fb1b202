"""Whole games as fractions, and the numbers that they are put together from."""

from fractions import Fraction

import numpy as np
import pytest

from pitboss.errors import Broken
from pitboss.exact.analyst import solve_round
from pitboss.exact.arithmetic import Remainder, RemainderArithmetic
from pitboss.exact.choices import choices
from pitboss.exact.fraction import exact_value
from pitboss.games.load import load_game

KNOWN: list[tuple[str, tuple[str, ...], str]] = [
    ("blackjack", (), "-0.004028702361154"),
    ("down-under-pa", ("reading.D1=R1",), "-0.00026870"),
    ("down-under-pa", ("reading.D1=R2",), "-0.00382337"),
    ("down-under-pa", ("reading.D1=R4",), "-0.00224226"),
    ("double-back-jack-pa", (), "0.00046883"),
]
"""Values to the player that were known before."""
SLOW = pytest.mark.slow("whole games as fractions")


@pytest.mark.parametrize(
    ("name", "choose", "known"), [case if case[1] else pytest.param(*case, marks=SLOW) for case in KNOWN]
)
def test_a_whole_game_as_a_fraction(name: str, choose: tuple[str, ...], known: str) -> None:
    played = solve_round(load_game(name, choose=choose))
    exact = exact_value(played)
    digits = len(known.partition(".")[2])
    assert abs(exact.fraction - Fraction(known)) <= Fraction(1, 10**digits)
    assert abs(float(exact.fraction) - float(played.expectation)) < 1e-15
    assert exact.fraction.denominator.bit_length() < exact.denominator_bits
    assert exact.closest > 1e-8, "no choice is so close that floats could not tell"


def test_a_choice_that_was_wrong_is_found() -> None:
    """The floats of a solver that was tampered with no longer lead to the fraction that was stated."""
    played = solve_round(load_game("down-under-pa"))
    honest = exact_value(played).fraction
    tampered = solve_round(load_game("down-under-pa"))
    values = tampered.solver.values
    values.hit[tampered.solver.graph.find(9, 8)] += 1.0
    assert exact_value_or_broken(tampered) != honest


def exact_value_or_broken(played: object) -> object:
    try:
        return exact_value(played).fraction  # type: ignore[arg-type]
    except Broken as broken:
        return broken


def test_every_choice_has_its_margin() -> None:
    played = solve_round(load_game("down-under-pa"))
    found = list(choices(played))
    assert len(found) > 100
    for choice in found:
        assert choice.margin >= 0
    closest = min(found, key=lambda choice: choice.margin)
    assert abs(float(closest.difference(played))) < closest.margin, "joint with the chance of what is seen"


def test_remainders_behave_like_numbers() -> None:
    prime = 10_007
    half = Remainder(1, prime) / 2
    assert half + half == 1
    assert half * 2 - 1 == 0
    assert 3 - half == Fraction(5, 2)
    assert -half + Fraction(1, 2) == 0
    assert hash(half) == hash(Remainder(half.value, prime))
    both = np.array([half, half], dtype=object) * half
    assert both[0] == Fraction(1, 4)
    with pytest.raises(TypeError, match="not a whole number"):
        _ = half + 0.5


def test_tables_of_remainders_can_be_scaled() -> None:
    numbers = RemainderArithmetic(10_007)
    table = numbers.table([[Fraction(3, 2), -1]])
    scaled = numbers.row(numbers.scaled(table, Fraction(-1, 2))[0])
    assert scaled[0] == Fraction(-3, 4)
    assert scaled[1] == Fraction(1, 2)
