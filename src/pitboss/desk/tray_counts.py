"""What is known of the chips in a tray: its par, the last counts, and what slips brought since."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from pitboss.desk.cage_acts import CageAct, Chips, CreditSent, FillReceived, TrayClosed, TrayCount
from pitboss.desk.cage_book import Signature
from pitboss.errors import BadInput, Fault
from pitboss.games.vocabulary import tell_cents
from pitboss.rules.house import House
from pitboss.table.chips import tray_denominations

MOST_PAR_CHIPS = 100_000


class CountedTray(msgspec.Struct, frozen=True):
    """A count of the tray, and what the books said then."""

    chips: tuple[Chips, ...]
    cents: int
    booked_cents: int
    signed: Signature

    @property
    def variance_cents(self) -> int:
        """Above zero when more was found than booked."""
        return self.cents - self.booked_cents


class TrayCounts(msgspec.Struct, frozen=True, omit_defaults=True):
    opener: CountedTray | None = None
    closer: CountedTray | None = None
    """The last of each."""
    chips: tuple[Chips, ...] = ()
    """The last count, with fills and without credits since; play is not in it. A number may be below zero."""

    @property
    def is_counted(self) -> bool:
        return self.opener is not None or self.closer is not None


NO_COUNTS = TrayCounts()


def after_tray_act(counts: TrayCounts, act: CageAct, booked_cents: int, signed: Signature) -> TrayCounts:
    """After an act at the table; `booked_cents` was in the tray by the books before it."""
    if isinstance(act, TrayCount):
        counted = CountedTray(act.chips, act.cents, booked_cents, signed)
        if isinstance(act, TrayClosed):
            return replace(counts, closer=counted, chips=act.chips)
        return replace(counts, opener=counted, chips=act.chips)
    if isinstance(act, FillReceived):
        return replace(counts, chips=added_up((*counts.chips, *act.chips)))
    if isinstance(act, CreditSent):
        sent = (Chips(one.denomination_cents, -one.number) for one in act.chips)
        return replace(counts, chips=added_up((*counts.chips, *sent)))
    return counts


def added_up(chips: Iterable[Chips]) -> tuple[Chips, ...]:
    """One entry for each denomination, the highest first; none that comes to nothing."""
    numbers: dict[int, int] = {}
    for one in chips:
        numbers[one.denomination_cents] = numbers.get(one.denomination_cents, 0) + one.number
    return tuple(Chips(value, numbers[value]) for value in sorted(numbers, reverse=True) if numbers[value])


def missing_to_par(par: tuple[Chips, ...], chips: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """What a fill would bring, denomination by denomination."""
    return _more_than_none(difference(par, chips))


def above_par(par: tuple[Chips, ...], chips: tuple[Chips, ...]) -> tuple[Chips, ...]:
    """What a credit would take back."""
    return _more_than_none(difference(chips, par))


def _more_than_none(chips: tuple[Chips, ...]) -> tuple[Chips, ...]:
    return tuple(one for one in chips if one.number > 0)


def difference(these: tuple[Chips, ...], others: tuple[Chips, ...]) -> tuple[Chips, ...]:
    return added_up((*these, *(Chips(one.denomination_cents, -one.number) for one in others)))


def check_par(par: tuple[Chips, ...], house: House, by_hand: bool) -> None:
    """Chips of this table, each denomination once; BadInput otherwise."""
    allowed = tray_denominations(house)
    if par and not by_hand:
        raise BadInput([Fault("par", "a tray that fills itself has no par.")])
    for one in par:
        if one.denomination_cents not in allowed:
            says = f"this table has no chip of {tell_cents(one.denomination_cents)}."
            raise BadInput([Fault("par", says, ", ".join(map(tell_cents, allowed)))])
        if not 0 < one.number <= MOST_PAR_CHIPS:
            says = f"{one.number} chips of {tell_cents(one.denomination_cents)} cannot be the par."
            raise BadInput([Fault("par", says, f"1 to {MOST_PAR_CHIPS:,}")])
    if len({one.denomination_cents for one in par}) != len(par):
        raise BadInput([Fault("par", "a denomination is listed twice.")])
