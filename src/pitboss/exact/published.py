"""A published figure: a range in percent, known to so many digits."""

from typing import NamedTuple

from pitboss.games.file_schema import PublishedPart

SAME_EDGE = 1e-12
"""Edges nearer than this are one figure: the error of the floats."""


class Published(NamedTuple):
    """A published range as fractions of the wager, and half a unit of its last digit."""

    lowest: float
    highest: float
    half: float

    def holds(self, edge: float) -> bool:
        return self.lowest - self.half <= edge <= self.highest + self.half

    def is_lowest(self, edge: float) -> bool:
        return abs(edge - self.lowest) <= self.half

    def is_highest(self, edge: float) -> bool:
        return abs(edge - self.highest) <= self.half


def published_range(part: PublishedPart) -> Published:
    digits = len(part.lowest_percent.partition(".")[2])
    half = max(0.5 * 10.0 ** -(digits + 2), SAME_EDGE)
    return Published(float(part.lowest_percent) / 100, float(part.highest_percent) / 100, half)


def tell_published(part: PublishedPart) -> str:
    low, high = part.lowest_percent, part.highest_percent
    return f"{low} %" if low == high else f"{low} to {high} %"
