"""The chips, notes and coins of a house: what may be counted out, and what may not."""

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from pitboss.desk.cage_acts import Chips
from pitboss.errors import Refused
from pitboss.games.vocabulary import tell_cents


class Denominations(NamedTuple):
    """In cents, the lowest first."""

    chips: tuple[int, ...]
    cash: tuple[int, ...]


def cents_of(amounts: Iterable[str]) -> tuple[int, ...]:
    """Dollars as a setting has them, in cents.

    >>> cents_of(["100", "0.50", "5"])
    (50, 500, 10000)
    """
    return tuple(sorted({int(Decimal(amount) * 100) for amount in amounts}))


def check_chips(counted: Iterable[Chips], house: Denominations) -> None:
    _check(counted, house.chips, "chips")


def check_cash(counted: Iterable[Chips], house: Denominations) -> None:
    _check(counted, house.cash, "notes or coins")


def _check(counted: Iterable[Chips], allowed: tuple[int, ...], what: str) -> None:
    """Refused for a denomination that the house does not have, or that is counted twice."""
    seen: set[int] = set()
    for one in counted:
        denomination = tell_cents(one.denomination_cents)
        if one.denomination_cents not in allowed:
            have = ", ".join(map(tell_cents, allowed))
            raise Refused("bad_chips", f"The house has no {what} of {denomination}. It has: {have}.")
        if one.denomination_cents in seen:
            raise Refused("bad_chips", f"The {what} of {denomination} are counted twice.")
        seen.add(one.denomination_cents)
