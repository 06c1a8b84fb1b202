"""Tails of the laws, against printed tables and against plain sums."""

from math import exp, factorial

import pytest

from pitboss.desk.p_values import (
    chi_square_p,
    gamma_upper,
    holm,
    kolmogorov_p,
    normal_p,
    poisson_p,
)

# critical values as any statistics book prints them: degrees, upper tail, value
CHI_SQUARE_TABLE = [
    (1, 0.05, 3.841), (1, 0.01, 6.635), (2, 0.05, 5.991), (5, 0.10, 9.236), (10, 0.05, 18.307),
    (10, 0.95, 3.940), (20, 0.01, 37.566), (30, 0.99, 14.953), (50, 0.05, 67.505), (100, 0.01, 135.807),
    (100, 0.95, 77.929),
]  # fmt: skip


@pytest.mark.parametrize(("degrees", "tail", "value"), CHI_SQUARE_TABLE)
def test_chi_square_agrees_with_the_printed_table(degrees: int, tail: float, value: float) -> None:
    assert gamma_upper(degrees / 2, value / 2) == pytest.approx(tail, abs=2e-4 if tail > 0.5 else 3e-5)
    assert chi_square_p(value, degrees) == pytest.approx(2 * min(tail, 1 - tail), abs=4e-4)


def test_chi_square_of_many_degrees_is_normal() -> None:
    """Wilson and Hilferty's cube root, at sixteen thousand degrees."""
    degrees = 16_000
    for z in (-3.0, -1.0, 0.5, 2.0, 4.0):
        spread = 2 / (9 * degrees)
        value = degrees * (1 - spread + z * spread**0.5) ** 3
        upper = normal_p(z) / 2 if z > 0 else 1 - normal_p(z) / 2
        assert gamma_upper(degrees / 2, value / 2) == pytest.approx(upper, rel=2e-3)


@pytest.mark.parametrize(
    ("z", "p"), [(0.0, 1.0), (1.0, 0.3173), (1.96, 0.0500), (2.576, 0.0100), (3.291, 0.0010)]
)
def test_the_normal_table(z: float, p: float) -> None:
    assert normal_p(z) == normal_p(-z) == pytest.approx(p, abs=1e-4)


@pytest.mark.parametrize(
    ("x", "p"), [(0.5, 0.9639), (0.8276, 0.5), (1.2238, 0.10), (1.3581, 0.05), (1.6276, 0.01)]
)
def test_the_kolmogorov_table(x: float, p: float) -> None:
    count = 10**10  # where the correction for a finite count is nothing
    assert kolmogorov_p(x / count**0.5, count) == pytest.approx(p, abs=2e-4)


def test_the_kolmogorov_table_of_finite_counts() -> None:
    """D for 20 and 40 at 5 %: 0.294 and 0.210."""
    assert kolmogorov_p(0.294, 20) == pytest.approx(0.05, abs=2e-3)
    assert kolmogorov_p(0.210, 40) == pytest.approx(0.05, abs=2e-3)
    assert kolmogorov_p(0.0, 20) == 1.0


@pytest.mark.parametrize("mean", [0.3, 4.0, 37.0])
def test_poisson_tails_are_the_sums_they_stand_for(mean: float) -> None:
    for count in (0, 1, 4, 30, 60):
        chances = [exp(-mean) * mean**k / factorial(k) for k in range(150)]
        fewer, more = sum(chances[: count + 1]), sum(chances[count:])
        assert poisson_p(count, mean) == pytest.approx(min(1.0, 2 * min(fewer, more)), abs=1e-12)


def test_holm_multiplies_the_smallest_by_all_the_next_by_one_less() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []
