"""The rotation sheet: who dealt where and when, who relieved whom, and who was floor."""

from datetime import UTC, datetime

from pitboss.desk.gaming_day import Span
from pitboss.desk.house_entries import (
    AccountCreated,
    AssignmentEnded,
    BookBegun,
    DealerAssigned,
    HouseEntry,
    RoleChanged,
    SignedIn,
    entry_text,
)
from pitboss.desk.rotation import Duty, FloorDuty, Rotation, read_rotation
from pitboss.desk.time_text import time_text
from pitboss.journal.records import START, Draft, Record, append_to


def at(clock: str, day: int = 2) -> datetime:
    return datetime.fromisoformat(f"2026-03-0{day}T{clock}:00+00:00").astimezone(UTC)


DAY = Span(at("06:00"), at("06:00", 3))


def book(*entries: tuple[datetime, str, HouseEntry]) -> list[Record]:
    head, records = START, []
    people = [("floor-1", "floorperson"), ("d-1", "dealer"), ("d-2", "dealer"), ("floor-2", "floorperson")]
    first: list[tuple[datetime, str, HouseEntry]] = [(at("00:00", 1), "house", BookBegun(0, "check"))]
    first += [(at("00:00", 1), "house", AccountCreated(id, f"Name of {id}", role)) for id, role in people]
    for moment, actor, entry in (*first, *entries):
        kind = type(entry).__name__
        record = append_to(head, Draft("house", time_text(moment), actor, kind, entry_text(entry)))
        records.append(record)
        head = record.head
    return records


def assigned(id: str, dealer: str, begins: datetime, ends: datetime, table: str = "t1") -> DealerAssigned:
    return DealerAssigned(id, dealer, table, time_text(begins), time_text(ends), "early")


def sheet(*entries: tuple[datetime, str, HouseEntry], acted: dict[str, Span] | None = None) -> Rotation:
    return read_rotation(book(*entries), DAY, {"t1": acted or {}})


def test_a_dealer_who_comes_while_another_is_on_duty_relieves_that_one() -> None:
    told = sheet(
        (at("05:00"), "floor-1", assigned("a", "d-1", at("08:00"), at("16:00"))),
        (at("05:00"), "floor-1", assigned("b", "d-2", at("12:00"), at("12:20"))),
        (at("05:00"), "floor-1", assigned("c", "d-2", at("16:00"), at("20:00"))),
        (at("05:00"), "floor-1", assigned("d", "d-1", at("20:01"), at("21:00"))),
    )
    assert [(duty.dealer, duty.relieves) for duty in told.duties] == [
        ("d-1", ""), ("d-2", "d-1"), ("d-2", "d-1"), ("d-1", ""),
    ]  # fmt: skip
    assert told.duties[1] == Duty("t1", "d-2", Span(at("12:00"), at("12:20")), "early", "floor-1", "d-1")
    assert told.names["d-1"] == "Name of d-1"


def test_an_assignment_counts_until_it_was_ended_and_within_the_day() -> None:
    told = sheet(
        (at("00:10"), "floor-1", assigned("a", "d-1", at("01:00"), at("09:00"))),
        (at("00:10"), "floor-1", assigned("b", "d-2", at("10:00"), at("12:00"))),
        (at("00:10"), "floor-1", assigned("c", "d-2", at("13:00"), at("14:00"))),
        (at("00:10"), "floor-1", assigned("d", "d-1", at("05:00", 3), at("09:00", 3))),
        (at("00:10"), "floor-1", assigned("e", "d-1", at("06:00", 3), at("09:00", 3))),
        (at("11:00"), "floor-1", AssignmentEnded("b", "d-2", "t1")),
        (at("12:30"), "floor-1", AssignmentEnded("c", "d-2", "t1")),
    )
    assert [duty.span for duty in told.duties] == [
        Span(at("06:00"), at("09:00")), Span(at("10:00"), at("11:00")), Span(at("05:00", 3), at("06:00", 3)),
    ]  # fmt: skip


def test_the_floor_is_who_signed_in_or_acted_as_one() -> None:
    told = sheet(
        (at("07:00"), "floor-1", SignedIn("floor-1", "s1")),
        (at("09:00"), "floor-1", SignedIn("floor-1", "s2")),
        (at("09:00"), "d-1", SignedIn("d-1", "s3")),
        (at("07:00", 3), "floor-2", SignedIn("floor-2", "s4")),
        acted={"floor-1": Span(at("10:00"), at("11:00")), "d-1": DAY},
    )
    tables = {"t1": Span(at("10:00"), at("11:00"))}
    assert told.floor == (FloorDuty("floor-1", time_text(at("07:00")), tables),)


def test_whoever_became_a_floorperson_is_one_and_whoever_was_one_before_the_day_is_not() -> None:
    told = sheet(
        (at("01:00"), "admin", RoleChanged("floor-2", "floorperson", "dealer")),
        (at("08:00"), "admin", RoleChanged("d-1", "dealer", "floorperson")),
        (at("09:00"), "admin", RoleChanged("floor-1", "floorperson", "dealer")),
        acted=dict.fromkeys(("floor-1", "floor-2", "d-1"), DAY),
    )
    assert [one.account for one in told.floor] == ["floor-1", "d-1"]
