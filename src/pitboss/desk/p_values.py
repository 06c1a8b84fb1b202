"""P-values: tail probabilities of the distributions that the battery needs."""

from collections.abc import Sequence
from math import erfc, exp, inf, lgamma, log, pi, sqrt

MOST_TERMS = 100_000
CLOSE = 1e-15


def gamma_upper(shape: float, x: float) -> float:
    """The regularized upper incomplete gamma function: a series below the mean, a fraction above."""
    if x <= 0:
        return 1.0
    if x == inf:
        return 0.0
    front = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        return max(0.0, 1.0 - front * _series(shape, x))
    return front * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for number in range(1, MOST_TERMS):
        term *= x / (shape + number)
        total += term
        if term < total * CLOSE:
            break
    return total


def _fraction(shape: float, x: float) -> float:
    """A continued fraction by Lentz's method."""
    tiny = 1e-300
    b = x + 1 - shape
    c, d = 1 / tiny, 1 / b
    value = d
    for number in range(1, MOST_TERMS):
        a = -number * (number - shape)
        b += 2
        d = 1 / (a * d + b or tiny)
        c = b + a / c or tiny
        value *= c * d
        if abs(c * d - 1) < CLOSE:
            break
    return value


def chi_square_p(statistic: float, degrees: int) -> float:
    """Two-sided: a fit too good is as suspicious as one too bad."""
    above = gamma_upper(degrees / 2, statistic / 2)
    return min(1.0, 2 * min(above, 1 - above))


def normal_p(z: float) -> float:
    """Two-sided."""
    return erfc(abs(z) / sqrt(2))


def poisson_p(count: int, mean: float) -> float:
    """Two-sided: twice the smaller of the two tails, each with the count itself."""
    fewer = gamma_upper(count + 1, mean)
    more = 1 - gamma_upper(count, mean) if count else 1.0
    return min(1.0, 2 * min(fewer, more))


def kolmogorov_p(distance: float, count: int) -> float:
    """The largest distance from a straight line, with Stephens's correction for a finite count."""
    root = sqrt(count)
    x = distance * (root + 0.12 + 0.11 / root)
    if x < 0.2:
        return 1.0
    if x < 1.18:  # the other form of the series, which is short here
        terms = sum(exp(-((2 * k - 1) ** 2) * pi**2 / (8 * x * x)) for k in range(1, 20))
        return min(1.0, max(0.0, 1 - sqrt(2 * pi) / x * terms))
    signed = sum((1 if k % 2 else -1) * exp(-2 * k * k * x * x) for k in range(1, 20))
    return min(1.0, 2 * signed)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's correction: p-values to be compared with the level of the whole set of tests."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted, highest = [0.0] * len(p_values), 0.0
    for rank, at in enumerate(order):
        highest = max(highest, min(1.0, p_values[at] * (len(p_values) - rank)))
        adjusted[at] = highest
    return adjusted
