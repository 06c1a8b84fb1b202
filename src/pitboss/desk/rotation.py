"""The rotation sheet of a gaming day: which dealer dealt where and when, who relieved whom, who was floor."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from pitboss.desk.gaming_day import Span
from pitboss.desk.house_book import BookAssignment, HouseBookState
from pitboss.desk.house_entries import AccountCreated, RoleChanged, SignedIn
from pitboss.desk.time_text import time_of
from pitboss.journal.records import Record

FLOORPERSON = "floorperson"


class Duty(NamedTuple):
    """A dealer at a table, in the part of the day that the assignment covers."""

    table: str
    dealer: str
    span: Span
    shift: str
    assigned_by: str
    relieves: str
    """Who was on duty there when this dealer came; empty for nobody."""


@dataclass
class FloorDuty:
    """A floorperson, when they signed in, and from when to when they acted at each table."""

    account: str
    signed_in: str = ""
    tables: dict[str, Span] = field(default_factory=dict)


class Rotation(NamedTuple):
    duties: tuple[Duty, ...]
    floor: tuple[FloorDuty, ...]
    names: Mapping[str, str]
    """By account, of everybody."""
    tables: Mapping[str, str]
    """Names of tables, where they have one."""


def read_rotation(records: Iterable[Record], span: Span, acted: Mapping[str, Mapping[str, Span]]) -> Rotation:
    """`acted`: by table and person, when they first and last did something there in the day."""
    book, floor = HouseBookState(), dict[str, FloorDuty]()
    for record in records:
        entry = book.take(record)
        if time_of(record.time) >= span.end:
            continue
        in_day = time_of(record.time) >= span.start
        if isinstance(entry, AccountCreated) and entry.role == FLOORPERSON:
            floor.setdefault(entry.account, FloorDuty(entry.account))
        elif isinstance(entry, RoleChanged):
            _change_role(floor, entry, in_day)
        elif isinstance(entry, SignedIn) and entry.account in floor and in_day:
            floor[entry.account].signed_in = floor[entry.account].signed_in or record.time
    for table, people in acted.items():
        for account, times in people.items():
            if account in floor:
                floor[account].tables[table] = times
    present = tuple(one for one in floor.values() if one.signed_in or one.tables)
    names = {account.id: account.name for account in book.accounts.values()}
    tables = {id: table.name for id, table in book.tables.items() if table.name}
    return Rotation(_duties(book.assignments.values(), span), present, names, tables)


def _change_role(floor: dict[str, FloorDuty], entry: RoleChanged, in_day: bool) -> None:
    if entry.after == FLOORPERSON:
        floor.setdefault(entry.account, FloorDuty(entry.account))
    elif not in_day:
        floor.pop(entry.account, None)


def _duties(assignments: Iterable[BookAssignment], span: Span) -> tuple[Duty, ...]:
    held = sorted(
        ((one, time_of(one.begins), _end(one)) for one in assignments), key=lambda of: (of[0].table, of[1])
    )
    return tuple(
        Duty(
            one.table,
            one.account,
            Span(max(begins, span.start), min(ends, span.end)),
            one.shift,
            one.assigned_by,
            _on_duty([other for other in held if other[0].table == one.table], one.account, begins),
        )
        for one, begins, ends in held
        if begins < ends and begins < span.end and ends > span.start
    )


def _end(assignment: BookAssignment) -> datetime:
    ends = time_of(assignment.ends)
    return min(ends, time_of(assignment.ended)) if assignment.ended else ends


def _on_duty(held: Iterable[tuple[BookAssignment, datetime, datetime]], but: str, moment: datetime) -> str:
    """Whoever came last of those who were on duty then, or left at that moment."""
    there = [one.account for one, begins, ends in held if begins < moment <= ends and one.account != but]
    return there[-1] if there else ""
