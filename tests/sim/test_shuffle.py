"""The cards as dealt, tested at 99 %: faces, pairs, order, runs, correlation. Seeds are fixed."""

from collections import Counter
from functools import cache
from itertools import pairwise
from math import sqrt

from pitboss.lab.simulation import Setting
from pitboss.sim.recording import record
from tests.sim.jobs import prepared

ROUNDS = 40_000
NORMAL_99 = 2.5758


def chi_square_99(freedom: int) -> float:
    """The value that chance exceeds once in a hundred; Wilson and Hilferty's cube."""
    return float(freedom * (1 - 2 / (9 * freedom) + 2.3263 * sqrt(2 / (9 * freedom))) ** 3)


def chi_square(seen: Counter[object], expected: dict[object, float]) -> float:
    return sum((seen[cell] - often) ** 2 / often for cell, often in expected.items())


@cache
def deals() -> list[tuple[int, ...]]:
    """First cards of many whole shoes, the burned one among them, as numbers 0 to 51."""
    made = prepared("over-under-pa", setting=Setting(seats=3, cut=0.0, seed=20))
    return [
        tuple((card.rank - 1) * 4 + card.suit for card in found.cards[:10])
        for found in record(made.job, 0, ROUNDS)
    ]


def test_critical_values_are_those_of_the_tables() -> None:
    for freedom, known in ((12, 26.217), (23, 41.638), (51, 77.386)):
        assert abs(chi_square_99(freedom) - known) < 0.05


def test_every_face_is_dealt_equally_often_in_every_place() -> None:
    for place in range(10):
        seen: Counter[object] = Counter(deal[place] for deal in deals())
        assert chi_square(seen, dict.fromkeys(range(52), ROUNDS / 52)) < chi_square_99(51) * 1.25, place
    together: Counter[object] = Counter(deal[place] for deal in deals() for place in (0,))
    assert chi_square(together, dict.fromkeys(range(52), ROUNDS / 52)) < chi_square_99(51)


def test_neighbours_in_the_shoe_pair_as_chance_has_them() -> None:
    """Ranks of two cards that follow each other, drawn without putting back: 24 of each rank in 312."""
    seen: Counter[object] = Counter((deal[3] // 4, deal[4] // 4) for deal in deals())
    expected = {
        (one, other): ROUNDS * 24 / 312 * (23 if one == other else 24) / 311
        for one in range(13)
        for other in range(13)
    }
    assert chi_square(seen, dict(expected)) < chi_square_99(168)


def test_four_different_cards_lie_in_every_order_equally_often() -> None:
    fours = [deal[4:8] for deal in deals() if len(set(deal[4:8])) == 4]
    seen: Counter[object] = Counter(tuple(sorted(range(4), key=four.__getitem__)) for four in fours)
    assert len(seen) == 24
    assert chi_square(seen, dict.fromkeys(list(seen), len(fours) / 24)) < chi_square_99(23)


def test_one_shoe_tells_nothing_of_the_next() -> None:
    """Serial correlation of the first card, from shoe to shoe."""
    firsts = [deal[0] for deal in deals()]
    mean = sum(firsts) / len(firsts)
    spread = sum((card - mean) ** 2 for card in firsts)
    together = sum((one - mean) * (other - mean) for one, other in pairwise(firsts))
    assert abs(together / spread) * sqrt(len(firsts)) < NORMAL_99


def test_runs_of_high_and_low_cards_are_as_long_as_chance_makes_them() -> None:
    high = [deal[1] >= 26 for deal in deals()]
    runs = 1 + sum(one != other for one, other in pairwise(high))
    ups = sum(high)
    downs = len(high) - ups
    mean = 2 * ups * downs / len(high) + 1
    variance = (mean - 1) * (mean - 2) / (len(high) - 1)
    assert abs(runs - mean) / sqrt(variance) < NORMAL_99
