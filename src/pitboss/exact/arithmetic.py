"""The numbers that the analyst's loops run in: floats, fractions, or remainders modulo a prime.

Floats and remainders are compiled, fractions run as they stand; the loops are the same. Remainders are kept
in doubles as well; whatever is multiplied or added there stays below 2**53, and so is exact.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.errors import Broken
from pitboss.exact.composition import MOST_DECKS
from pitboss.exact.hand_graph import Ints
from pitboss.games.deck import STANDARD

Table = Any
"""An array of float64, or of Fractions as objects."""

MOST_CARDS = MOST_DECKS * STANDARD.cards
"""Of a shoe; no count that is divided by is higher."""
HIGHEST_PRIME = 2**24
"""Primes are lower: remainders below twice a prime multiply exactly in doubles."""
EXACT_DOUBLES = 2**53


@dataclass(frozen=True)
class Arithmetic:
    """Floats: the sums of doubles, each product rounded once."""

    one: Any = 1.0
    zero: Any = 0.0
    noise: float = 1e-14
    """What two equal values may differ by."""
    modulus: tuple[float, float] | None = None
    """The prime and its inverse, where the numbers are remainders."""
    lanes: int = 64
    """Shoes that are dealt side by side, so that one instruction serves several of them."""

    @property
    def inverses(self) -> Table:
        """One divided by each number of cards; nothing for none."""
        return np.array([0.0, *(1.0 / count for count in range(1, MOST_CARDS + 1))])

    def zeros(self, *shape: int) -> Table:
        return np.zeros(shape)

    def counts(self, columns: Ints) -> Table:
        """Cards left, columns × shoes, filled up to whole lanes with the last shoe."""
        missing = -columns.shape[1] % self.lanes
        filled = np.concatenate([columns, np.repeat(columns[:, -1:], missing, axis=1)], axis=1)
        return filled.astype(np.float64)

    def table(self, rows: Any) -> Table:
        return np.array([[float(cell) for cell in row] for row in rows])

    def row(self, values: Table) -> Table:
        """Values out of a table, to be added and multiplied outside of the loops."""
        return values

    def scaled(self, table: Table, factor: Any) -> Table:
        """A table in which every value is so many times as high."""
        return table * float(factor)

    def check_sums(self, most: int) -> None:
        """Whether so many of these numbers can be added up in the loops as exactly as they are."""

    def run(self, kernel: Any, *arguments: Any) -> None:
        kernel(*arguments, self.modulus)


@dataclass(frozen=True)
class FractionArithmetic(Arithmetic):
    one: Any = Fraction(1)
    zero: Any = Fraction(0)
    noise: float = 0
    lanes: int = 1

    @property
    def inverses(self) -> Table:
        return np.array([self.zero, *(Fraction(1, count) for count in range(1, MOST_CARDS + 1))])

    def zeros(self, *shape: int) -> Table:
        table = np.empty(shape, dtype=object)
        table.fill(self.zero)
        return table

    def counts(self, columns: Ints) -> Table:
        return super().counts(columns).astype(np.int64).astype(object)

    def table(self, rows: Any) -> Table:
        return np.array(rows, dtype=object)

    def scaled(self, table: Table, factor: Any) -> Table:
        return table * factor

    def run(self, kernel: Any, *arguments: Any) -> None:
        kernel.py_func(*arguments, None)


class Remainder:
    """A number modulo a prime, for the few sums outside of the loops."""

    __slots__ = ("prime", "value")

    def __init__(self, value: int, prime: int) -> None:
        self.value = value % prime
        self.prime = prime

    def __add__(self, other: Any) -> Any:
        return self._with(other, lambda one, two: one + two)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, lambda one, two: one - two)

    def __rsub__(self, other: Any) -> Any:
        return self._with(other, lambda one, two: two - one)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, lambda one, two: one * two)

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, lambda one, two: one * pow(two, -1, self.prime))

    __radd__, __rmul__ = __add__, __mul__

    def _with(self, other: Any, operation: Callable[[int, int], int]) -> Any:
        if isinstance(other, np.ndarray):
            return NotImplemented  # number by number, as numpy does it
        return Remainder(operation(self.value, self._remainder(other)), self.prime)

    def _remainder(self, other: Any) -> int:
        if isinstance(other, Remainder):
            return other.value
        if isinstance(other, Fraction):
            return other.numerator * pow(other.denominator, -1, self.prime)
        if other != int(other):
            raise TypeError(f"{other!r} is not a whole number and has no remainder")
        return int(other)

    def __neg__(self) -> "Remainder":
        return Remainder(-self.value, self.prime)

    def __eq__(self, other: object) -> bool:
        return self.value == self._remainder(other) % self.prime

    def __hash__(self) -> int:
        return hash((self.value, self.prime))


class RemainderArithmetic(Arithmetic):
    """Everything modulo one prime."""

    def __init__(self, prime: int) -> None:
        super().__init__(Remainder(1, prime), Remainder(0, prime), 0, (float(prime), 1.0 / prime))

    @property
    def prime(self) -> int:
        prime: int = self.one.prime
        return prime

    @property
    def inverses(self) -> Table:
        counts = range(1, MOST_CARDS + 1)
        return np.array([0.0, *(float(pow(count, -1, self.prime)) for count in counts)])

    def check_sums(self, most: int) -> None:
        if 2 * self.prime * most >= EXACT_DOUBLES:
            raise Broken(f"{most} remainders cannot be added up exactly")

    def table(self, rows: Any) -> Table:
        return np.array([[float((self.one * Fraction(cell)).value) for cell in row] for row in rows])

    def row(self, values: Table) -> Table:
        remainders = np.empty(len(values), dtype=object)
        remainders[:] = [Remainder(int(value), self.prime) for value in values]
        return remainders

    def scaled(self, table: Table, factor: Any) -> Table:
        return np.mod(np.mod(table, self.prime) * (self.one * Fraction(factor)).value, self.prime)


FLOATS, FRACTIONS = Arithmetic(), FractionArithmetic()
