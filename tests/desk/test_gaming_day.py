"""The gaming day: which day and shift a moment belongs to, also when the clocks are changed."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pitboss.desk.gaming_day import ALL_DAY, GamingDays, gaming_days
from pitboss.errors import BadInput

SHIFTS = ("day=06:00", "swing=14:00", "grave=22:00")
NEW_YORK = gaming_days("America/New_York", "06:00", SHIFTS)
ZONES = ("America/New_York", "UTC", "Australia/Lord_Howe", "Africa/Cairo", "America/Havana", "Asia/Kathmandu")


def moment(text: str, zone: str = "America/New_York", fold: int = 0) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)


@pytest.mark.parametrize(
    ("local", "day", "shift"),
    [
        ("2026-07-04T05:59:59.999999", "2026-07-03", "grave"),
        ("2026-07-04T06:00", "2026-07-04", "day"),
        ("2026-07-04T13:59:59.999999", "2026-07-04", "day"),
        ("2026-07-04T14:00", "2026-07-04", "swing"),
        ("2026-07-04T22:00", "2026-07-04", "grave"),
        ("2026-07-05T00:00", "2026-07-04", "grave"),
        ("2027-01-01T03:00", "2026-12-31", "grave"),
    ],
)
def test_a_night_belongs_to_the_day_before(local: str, day: str, shift: str) -> None:
    assert NEW_YORK.day_of(moment(local)) == date.fromisoformat(day)
    assert NEW_YORK.shift_of(moment(local)) == shift


def test_a_moment_belongs_to_one_day_in_whatever_zone_it_is_told() -> None:
    at_night = datetime(2026, 7, 4, 9, 59, tzinfo=UTC)
    tokyo = at_night.astimezone(timezone(timedelta(hours=9)))
    assert NEW_YORK.day_of(at_night) == NEW_YORK.day_of(tokyo) == date(2026, 7, 3)


@pytest.mark.parametrize(("day", "hours"), [("2026-03-07", 23), ("2026-10-31", 25), ("2026-06-01", 24)])
def test_a_day_on_which_the_clocks_are_changed_is_shorter_or_longer(day: str, hours: int) -> None:
    """Clocks are changed at two in the morning, which is the night of the gaming day before."""
    start, end = NEW_YORK.span_of(date.fromisoformat(day))
    assert end - start == timedelta(hours=hours)
    assert start.tzinfo is UTC
    grave = NEW_YORK.shift_spans(date.fromisoformat(day))[-1]
    assert grave.span.end - grave.span.start == timedelta(hours=hours - 16)


def test_both_hours_of_a_night_that_has_one_twice_belong_to_its_shift() -> None:
    for fold in (0, 1):
        assert NEW_YORK.shift_of(moment("2026-11-01T01:30", fold=fold)) == "grave"


def test_a_day_that_begins_in_the_hour_that_comes_twice_begins_once() -> None:
    house = gaming_days("America/New_York", "01:30")
    assert house.day_of(moment("2026-11-01T01:29")) == date(2026, 10, 31)
    for local, fold in (("01:30", 0), ("01:10", 1), ("01:30", 1)):
        assert house.day_of(moment(f"2026-11-01T{local}", fold=fold)) == date(2026, 11, 1)


def test_a_day_that_would_begin_in_the_hour_that_is_skipped_begins_all_the_same() -> None:
    house = gaming_days("America/New_York", "02:30")
    assert house.day_of(moment("2026-03-08T01:59")) == date(2026, 3, 7)
    assert house.day_of(moment("2026-03-08T04:00")) == date(2026, 3, 8)


def test_a_house_that_names_no_shifts_has_one() -> None:
    house = gaming_days("UTC", "00:00")
    assert [one.name for one in house.shift_spans(date(2026, 1, 1))] == [ALL_DAY]
    assert house.shift_of(datetime(2026, 1, 1, 23, tzinfo=UTC)) == ALL_DAY


def test_a_time_without_a_zone_belongs_to_no_day() -> None:
    with pytest.raises(TypeError, match="belongs to no gaming day"):
        NEW_YORK.day_of(datetime(2026, 1, 1))


@given(
    some.datetimes(datetime(2000, 1, 1), datetime(2035, 1, 1), timezones=some.just(UTC)),
    some.sampled_from(ZONES),
    some.integers(0, 23),
    some.sampled_from((0, 30)),
)
def test_days_and_shifts_divide_time_without_gap_or_overlap(
    at: datetime, zone: str, hour: int, minute: int
) -> None:
    begins, later = f"{hour:02}:{minute:02}", f"{(hour + 9) % 24:02}:{minute:02}"
    house: GamingDays = gaming_days(zone, begins, [f"first={begins}", f"second={later}"])
    day = house.day_of(at)
    span = house.span_of(day)
    assert span.holds(at)
    assert span.end == house.span_of(day + timedelta(days=1)).start
    shifts = house.shift_spans(day)
    assert (shifts[0].span.start, shifts[0].span.end, shifts[1].span.end) == (
        span.start,
        shifts[1].span.start,
        span.end,
    )
    assert [one.name for one in shifts if one.span.holds(at)] == [house.shift_of(at)]


@pytest.mark.parametrize(
    ("zone", "begins", "shifts", "says"),
    [
        ("Mars/Olympus", "06:00", (), r"day\.time_zone: this machine knows no time zone 'Mars/Olympus'"),
        ("../../etc/passwd", "06:00", (), "knows no time zone"),
        ("", "06:00", (), "knows no time zone ''"),
        ("UTC", "25:00", (), r"day\.begins: '25:00' is not a time of day\. Allowed: 00:00 to 23:59"),
        ("UTC", "06:00", ("day=noon",), r"day\.shifts: 'noon' is not a time of day"),
        (
            "UTC",
            "06:00",
            ("day=07:00",),
            r"no shift begins with the gaming day, at 06:00\. Allowed: .*=06:00",
        ),
        ("UTC", "06:00", ("day=06:00", "day=14:00"), "two shifts have one name"),
        ("UTC", "06:00", ("day=06:00", "late=06:00"), "begin at one time"),
    ],
)
def test_what_is_no_calendar_is_refused(zone: str, begins: str, shifts: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        gaming_days(zone, begins, shifts)


def test_every_fault_of_a_calendar_is_told_at_once() -> None:
    with pytest.raises(BadInput) as refused:
        gaming_days("Mars", "sunrise", ["day=dawn"])
    assert len(refused.value.faults) == 3
