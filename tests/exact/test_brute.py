"""The solver against a brute force that shares nothing with it, exactly, on small shoes."""

import pytest

from pitboss.exact.arithmetic import FLOATS, FRACTIONS, Arithmetic
from pitboss.exact.composition import RANK_NAMES, Composition
from pitboss.exact.fraction import common_denominator, exact_value
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from tests import brute
from tests.floor import house_of

P = {"A": 3, "4": 2, "6": 3, "9": 2, "T": 6}
W = {"A": 4, "3": 2, "7": 5, "T": 8}
B = {"A": 3, "5": 2, "7": 3, "9": 2, "T": 6}
O = {"A": 3, "5": 2, "6": 3, "8": 5, "T": 6}  # noqa: E741
N = {"A": 4, "6": 3, "8": 3, "T": 3, "J": 2, "K": 3}
S = {"A": 4, "6": 4, "8": 4, "T": 3, "J": 2, "K": 3}

CASES: list[tuple[str, dict[str, int], dict[str, object], dict[str, str]]] = [
    ("down-under-pa", P, {}, {}),
    ("down-under-pa", P, {}, {"D1": "R2"}),
    ("down-under-pa", P, {}, {"D1": "R3"}),
    ("down-under-pa", P, {}, {"D3": "R2"}),
    ("down-under-pa", P, {}, {"D2": "R2", "D2b": "R2"}),
    ("down-under-pa", P, {}, {"D2": "R3", "D10": "R2"}),
    ("down-under-pa", P, {}, {"D11": "R2", "D12": "R3"}),
    ("down-under-vendor", W, {}, {}),
    ("down-under-vendor", W, {"resplit_aces": True, "blackjack_pays": "6:5"}, {}),
    ("down-under-vendor", W, {}, {"V1": "R2", "V8": "R2"}),
    ("down-under-vendor", W, {}, {"V2": "R2"}),
    ("double-back-jack-pa", B, {}, {}),
    ("double-back-jack-pa", B, {}, {"B1": "R2", "B2": "R2", "B8": "R2"}),
    ("double-back-jack-pa", B, {}, {"B3": "R2", "B7": "R2", "B21": "R2"}),
    ("blackjack", O, {}, {}),
    ("blackjack", O, {"surrender": "late"}, {}),
    ("blackjack", O, {"surrender": "early", "soft_17": "hit"}, {}),
    ("blackjack", O, {"hole_card": "european", "max_hands": 2, "hit_split_aces": True}, {}),
    ("blackjack", O, {"double_on": "9-11", "double_after_split": False}, {}),
    (
        "blackjack", {"A": 4, "4": 2, "7": 2, "T": 4},
        {"hole_card": "european", "surrender": "late", "max_hands": 1}, {},
    ),
    ("blackjack", O, {"blackjack_pays": "6:5", "max_hands": 1, "double_on": "10-11"}, {}),
    ("blackjack", O, {"insurance": False, "split_by": "rank", "max_hands": 3}, {}),
    # Two actions of an unsplit hand are worth the same here, and not after a split.
    (
        "blackjack", {"A": 4, "8": 3, "9": 4, "T": 2, "K": 3},
        {"soft_17": "hit", "double_after_split": False, "split_by": "rank", "hit_split_aces": True}, {},
    ),
    (
        "blackjack", {"A": 4, "4": 2, "6": 3, "9": 3, "T": 6},
        {"resplit_aces": True, "hit_split_aces": True, "max_hands": 3}, {},
    ),
    ("blackjack-match-nh", N, {}, {}),
    ("blackjack-match-nh", N, {}, {"N1": "R2"}),
    ("blackjack-match-nh", N, {}, {"N2": "R2", "N4": "R2", "N14": "R2"}),
    ("blackjack-match-nh", S, {}, {"N24": "R2"}),
]  # fmt: skip


def round_of(
    game: str, shoe: dict[str, int], options: dict[str, object], readings: dict[str, str], numbers: Arithmetic
) -> Round:
    choices = [f"{name}={str(value).lower()}" for name, value in options.items()]
    choices += [f"reading.{id}={choice}" for id, choice in readings.items()]
    ranks = tuple(shoe.get("T" if name == "10" else name, 0) for name in RANK_NAMES)
    return Round(Solver(house_of(game, *choices), Composition(ranks), numbers))


def described(item: object) -> str:
    return "-".join(f"{key}{value}" for key, value in item.items()) if isinstance(item, dict) else str(item)


OTHERS = pytest.mark.slow("the solver against the brute force under other options and readings")


@pytest.mark.parametrize(
    ("game", "shoe", "options", "readings"),
    [case if case[2:] == ({}, {}) else pytest.param(*case, marks=OTHERS) for case in CASES],
    ids=described,
)
def test_the_solver_equals_the_brute_force_exactly(
    game: str, shoe: dict[str, int], options: dict[str, object], readings: dict[str, str]
) -> None:
    """As fractions to the last digit, put together from remainders too, and in floats to 1e-12."""
    case = (game, shoe, options, readings)
    expected = brute.expectation(*case)
    assert round_of(*case, FRACTIONS).expectation == expected
    played = round_of(*case, FLOATS)
    assert abs(played.expectation - expected) < 1e-12
    assert exact_value(played).fraction == expected
    assert (expected * common_denominator(played)).denominator == 1
