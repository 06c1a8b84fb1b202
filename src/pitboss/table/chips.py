"""Chips: an amount as a player stacks it and a dealer pays it."""

from collections.abc import Container, Iterable
from typing import NamedTuple

from pitboss.rules.house import House
from pitboss.rules.mechanism import mechanism

VALUES_CENTS = (5_000_00, 1_000_00, 500_00, 100_00, 25_00, 5_00, 1_00, 50, 25, 5, 1)
"""Chips and coins in use, highest first."""
SMALLEST_TRAY_COIN_CENTS = 25
"""Of coins, the cage issues only half dollars and quarters."""


class Chips(NamedTuple):
    """So many chips of one denomination."""

    denomination_cents: int
    number: int


@mechanism("wager.chips")
def denominations(house: House) -> tuple[int, ...]:
    """The chips of this table: those that its smallest chip divides, and that one itself."""
    smallest = house.min_chip_cents
    larger = tuple(value for value in VALUES_CENTS if value > smallest and value % smallest == 0)
    return (*larger, smallest)


def tray_denominations(house: House) -> tuple[int, ...]:
    """What fills and credits are made of: the chips of this table, and the larger coins."""
    coins = (value for value in coins_below(house) if value >= SMALLEST_TRAY_COIN_CENTS)
    return (*denominations(house), *coins)


def coins_below(house: House) -> tuple[int, ...]:
    """What is handed over where the smallest chip is too much."""
    return tuple(value for value in VALUES_CENTS if value < house.min_chip_cents)


def chips_cents(chips: Iterable[Chips], known: Container[int]) -> int | None:
    """What the chips come to; None if one of them is not of this table."""
    cents = 0
    for denomination_cents, number in chips:
        if denomination_cents not in known or number < 1:
            return None
        cents += denomination_cents * number
    return cents


def in_chips(cents: int, house: House) -> tuple[Chips, ...]:
    """The fewest chips that make the amount; what is below the smallest chip is handed over in coins."""
    stacks = []
    for value in (*denominations(house), *coins_below(house)):
        number, cents = divmod(cents, value)
        if number:
            stacks.append(Chips(value, number))
    return tuple(stacks)
