"""A figure: a number with its id, its unit and how exact it is. Every number on paper is one of these."""

from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pitboss.games.vocabulary import EXACTNESS

NARROW = "\u202f"
MINUS = "\u2212"


class Exactness(StrEnum):
    """How a figure was obtained, and the mark that says so."""

    EXACT = "exact"
    ESTIMATED = "estimated"
    SIMULATED = "simulated"

    @property
    def mark(self) -> str:
        return EXACTNESS[self.value]["mark"]


def marked(exactness: Exactness) -> str:
    """The mark and its name."""
    return f"{exactness.mark} {exactness.value}"


class Unit(StrEnum):
    PERCENT = "%"
    POINTS = "percentage points"
    CHANCE = "probability"
    UNITS = "units"
    SIGNED = "units, signed"
    COUNT = "count"
    CENTS = "cents"


@dataclass(frozen=True)
class Figure:
    id: str
    value: float | int
    unit: Unit
    digits: int
    exactness: Exactness = Exactness.EXACT

    def as_data(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "value": self.value,
            "unit": self.unit.value,
            "exactness": self.exactness.value,
            "text": tell(self),
        }


def tell(figure: Figure) -> str:
    """A figure as text; there is no other way to write one."""
    value, digits = figure.value, figure.digits
    match figure.unit:
        case Unit.PERCENT:
            return f"{_decimals(100 * value, digits)}{NARROW}%"
        case Unit.POINTS:
            return _signed(100 * value, digits)
        case Unit.SIGNED:
            return _signed(value, digits)
        case Unit.COUNT:
            return f"{int(value):,}"
        case Unit.CENTS:
            return _money(int(value))
    return _decimals(value, digits)


def _decimals(value: float, digits: int) -> str:
    told = f"{abs(value):,.{digits}f}"
    return f"{MINUS}{told}" if value < 0 and _is_not_zero(told) else told


def _signed(value: float, digits: int) -> str:
    told = f"{abs(value):,.{digits}f}"
    return f"{MINUS if value < 0 else '+'}{told}" if _is_not_zero(told) else told


def _is_not_zero(told: str) -> bool:
    return any(letter in "123456789" for letter in told)


def _money(cents: int) -> str:
    told = f"${abs(cents) // 100:,}" + (f".{abs(cents) % 100:02d}" if cents % 100 else "")
    return f"{MINUS}{told}" if cents < 0 else told


def percent(id: str, value: float, exactness: Exactness = Exactness.EXACT, digits: int = 4) -> Figure:
    return Figure(id, float(value), Unit.PERCENT, digits, exactness)


def points(id: str, value: float, exactness: Exactness = Exactness.EXACT, digits: int = 4) -> Figure:
    """A difference of two percentages."""
    return Figure(id, float(value), Unit.POINTS, digits, exactness)


def chance(id: str, value: float, exactness: Exactness = Exactness.EXACT, digits: int = 8) -> Figure:
    return Figure(id, float(value), Unit.CHANCE, digits, exactness)


def units(id: str, value: float, exactness: Exactness = Exactness.EXACT, digits: int = 4) -> Figure:
    return Figure(id, float(value), Unit.UNITS, digits, exactness)


def signed(id: str, value: float, exactness: Exactness = Exactness.EXACT, digits: int = 6) -> Figure:
    return Figure(id, float(value), Unit.SIGNED, digits, exactness)


def count(id: str, value: float, exactness: Exactness = Exactness.EXACT) -> Figure:
    return Figure(id, int(value), Unit.COUNT, 0, exactness)


def cents(id: str, value: int) -> Figure:
    return Figure(id, value, Unit.CENTS, 0)


def as_data(thing: Any) -> Any:
    """Anything that a report found, as plain data; figures keep their ids."""
    if isinstance(thing, Figure):
        return thing.as_data()
    if is_dataclass(thing):
        return {field.name: as_data(getattr(thing, field.name)) for field in fields(thing)}
    if isinstance(thing, dict):
        return {str(key): as_data(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [as_data(item) for item in thing]
    if isinstance(thing, Fraction):
        return str(thing)
    return thing
