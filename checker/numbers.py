"""Two kinds of numbers: floats, and remainders modulo a prime. The same sums are done in both.

A value is a whole number divided by a known denominator D. If two such values differ, their difference times
D is a whole number other than zero; primes whose product is greater cannot all divide it. So two values that
leave the same remainders modulo enough primes are equal, to the last digit.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

Array = Any


class Floats:
    def number(self, exact: Fraction) -> Any:
        return float(exact)

    def array(self, whole: Array) -> Array:
        return whole.astype(np.float64)

    def zeros(self, *shape: int) -> Array:
        return np.zeros(shape)

    def row(self, values: list[Any]) -> Array:
        return np.array(values, dtype=np.float64)

    def inverse(self, whole: Array) -> Array:
        """One divided by each number; nothing for none."""
        return np.where(whole > 0, 1.0 / np.maximum(whole, 1), 0.0)

    def keep(self, value: Array) -> Array:
        return value

    def product(self, chances: Array, ways: Array) -> Array:
        return chances @ ways


class Remainders:
    """Modulo a prime below 2**24: sums of millions of them are whole numbers that doubles hold exactly."""

    def __init__(self, prime: int) -> None:
        self.prime = prime
        self._inverses = np.array([0] + [pow(number, -1, prime) for number in range(1, 2048)], dtype=np.int64)

    def number(self, exact: Fraction) -> Any:
        return exact.numerator * pow(exact.denominator, -1, self.prime) % self.prime

    def array(self, whole: Array) -> Array:
        return whole.astype(np.int64) % self.prime

    def zeros(self, *shape: int) -> Array:
        return np.zeros(shape, dtype=np.int64)

    def row(self, values: list[Any]) -> Array:
        return np.array(values, dtype=np.int64)

    def inverse(self, whole: Array) -> Array:
        return self._inverses[np.maximum(whole, 0)]

    def keep(self, value: Array) -> Array:
        return value % self.prime

    def product(self, chances: Array, ways: Array) -> Array:
        """Of matrices, in doubles, where no sum may reach 2**53."""
        if self.prime * ways.sum(axis=0).max() >= 2**53:
            raise OverflowError("too many orders of cards to add up exactly")
        return (chances.astype(np.float64) @ ways).astype(np.int64) % self.prime


def primes_above(product: int) -> Iterator[int]:
    """Primes from 2**24 down, until their product is greater."""
    have, candidate = 1, 2**24
    while have <= product:
        candidate -= 1
        if _is_prime(candidate):
            have *= candidate
            yield candidate


def _is_prime(number: int) -> bool:
    """By the test of Miller and Rabin, with bases that leave no doubt below 2**32."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 7, 61):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        if not any((power := power * power % number) == number - 1 for _ in range(twos - 1)):
            return False
    return True
