"""The gaming day: from one morning to the next in the house's time zone, and the shifts it is divided into.

A gaming day has the date on which it begins. Which day and shift something belongs to follows from its time
alone, so nothing about days is ever stored."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo

from pitboss.errors import BadInput, Fault

ALL_DAY = "all day"
"""The one shift of a house that names none."""
ONE_DAY = timedelta(days=1)


class Span(NamedTuple):
    """From a time to just before another, both in UTC."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


class Shift(NamedTuple):
    name: str
    begins: time


class ShiftSpan(NamedTuple):
    name: str
    span: Span


@dataclass(frozen=True)
class GamingDays:
    """How a house divides time. The shifts are in their order, and the first begins with the day."""

    zone: tzinfo
    begins: time
    shifts: tuple[Shift, ...]

    def day_of(self, moment: datetime) -> date:
        """The date of the gaming day to which a moment belongs."""
        day = _aware(moment).astimezone(self.zone).date()
        return day if moment >= self._start(day) else day - ONE_DAY

    def shift_of(self, moment: datetime) -> str:
        """The name of the shift to which a moment belongs."""
        shifts = self.shift_spans(self.day_of(moment))
        return next(shift.name for shift in reversed(shifts) if moment >= shift.span.start)

    def span_of(self, day: date) -> Span:
        """A gaming day in UTC: 23 or 25 hours where the clocks are changed."""
        return Span(self._start(day), self._start(day + ONE_DAY))

    def shift_spans(self, day: date) -> tuple[ShiftSpan, ...]:
        """The shifts of a gaming day, which together are the whole of it."""
        starts = [self._shift_start(day, shift) for shift in self.shifts]
        ends = [*starts[1:], self._start(day + ONE_DAY)]
        return tuple(
            ShiftSpan(shift.name, Span(start, end))
            for shift, start, end in zip(self.shifts, starts, ends, strict=True)
        )

    def _shift_start(self, day: date, shift: Shift) -> datetime:
        return self._moment(day if shift.begins >= self.begins else day + ONE_DAY, shift.begins)

    def _start(self, day: date) -> datetime:
        return self._moment(day, self.begins)

    def _moment(self, day: date, clock: time) -> datetime:
        """An hour that comes twice is the first of the two; one that the clocks skip is where it would be."""
        return datetime.combine(day, clock, self.zone).astimezone(UTC)


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise TypeError("a time without its zone belongs to no gaming day")
    return moment


def gaming_days(time_zone: str, begins: str, shifts: Iterable[str] = ()) -> GamingDays:
    """The days of a house as its settings tell them; BadInput with every fault at once.

    >>> house = gaming_days("America/New_York", "06:00", ["day=06:00", "swing=14:00", "grave=22:00"])
    >>> moment = datetime(2026, 3, 8, 7, 30, tzinfo=UTC)
    >>> house.day_of(moment).isoformat(), house.shift_of(moment)
    ('2026-03-07', 'grave')
    """
    faults: list[Fault] = []
    zone = _zone(time_zone, faults)
    start = _clock("day.begins", begins, faults)
    named = _shifts(shifts, start, faults)
    if faults or zone is None or start is None:
        raise BadInput(faults)
    return GamingDays(zone, start, named or (Shift(ALL_DAY, start),))


def _zone(name: str, faults: list[Fault]) -> tzinfo | None:
    if name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):
        allowed = "names such as America/New_York, or UTC"
        faults.append(Fault("day.time_zone", f"this machine knows no time zone {name!r}.", allowed))
        return None


def _clock(where: str, text: str, faults: list[Fault]) -> time | None:
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError:
        faults.append(Fault(where, f"{text!r} is not a time of day.", "00:00 to 23:59"))
        return None


def _shifts(listed: Iterable[str], start: time | None, faults: list[Fault]) -> tuple[Shift, ...]:
    shifts = [_shift(one, faults) for one in listed]
    named = [shift for shift in shifts if shift is not None]
    if not named or len(named) < len(shifts) or start is None:
        return ()
    beginnings, names = {one.begins for one in named}, {one.name for one in named}
    if min(len(beginnings), len(names)) < len(named):
        faults.append(Fault("day.shifts", "two shifts have one name, or begin at one time."))
    elif start not in beginnings:
        says = f"no shift begins with the gaming day, at {start:%H:%M}."
        faults.append(Fault("day.shifts", says, f"shifts of which one is NAME={start:%H:%M}"))
    return tuple(sorted(named, key=lambda one: (one.begins < start, one.begins)))


def _shift(text: str, faults: list[Fault]) -> Shift | None:
    name, _, clock = text.partition("=")
    begins = _clock("day.shifts", clock, faults)
    return Shift(name, begins) if begins is not None else None
