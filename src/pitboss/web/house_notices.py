"""What people file, limit and are alerted to, read from the house book as it grows."""

import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.desk.gaming_day import GamingDays
from pitboss.desk.house_entries import (
    HOUSE,
    ClockSetBack,
    HouseEntry,
    IncidentFiled,
    IncidentFollowedUp,
    LimitSet,
    MoneyAlert,
    SelfExcluded,
    read_entry,
)
from pitboss.desk.time_text import time_of
from pitboss.journal.records import Record
from pitboss.journal.schema import RECORDS
from pitboss.web.account_schema import reading
from pitboss.web.house_book import HouseBook

KINDS = (ClockSetBack, IncidentFiled, IncidentFollowedUp, LimitSet, MoneyAlert, SelfExcluded)
NAMES = [kind.__name__ for kind in KINDS]


class Entered(NamedTuple):
    """An entry of the house book with the record that it is in."""

    record: Record
    entry: HouseEntry


class FiledIncident(NamedTuple):
    """An incident: the report, and what was added to it since."""

    record: Record
    filed: IncidentFiled
    later: tuple[tuple[Record, IncidentFollowedUp], ...] = ()

    @property
    def records(self) -> list[Record]:
        return [self.record, *(record for record, _ in self.later)]


class HouseNotices:
    """Follows the house book; every server sees what any of them wrote."""

    def __init__(self, book: HouseBook, days: GamingDays) -> None:
        self.days = days
        self._book = book
        self._lock = threading.Lock()
        self._read = 0
        self._incidents: dict[str, FiledIncident] = {}
        self._limits: dict[tuple[str, str], LimitSet] = {}
        self._exclusions: dict[str, str] = {}
        self._alerts: list[Entered] = []

    def refresh(self) -> "HouseNotices":
        """Up to the last record: whoever bets asks this, so nobody waits where nothing is new."""
        last = self._book.store.last_sequence(HOUSE)
        if last > self._read:
            with self._lock:
                for record in self._unread(last):
                    self._take(record, read_entry(record))
                self._read = max(last, self._read)
        return self

    def _unread(self, last: int) -> list[Record]:
        new = (RECORDS.c.stream == HOUSE) & RECORDS.c.sequence.between(self._read + 1, last)
        query = sa.select(RECORDS.c.sequence).where(new & RECORDS.c.kind.in_(NAMES))
        with reading(self._book.engine) as connection:
            found = list(connection.scalars(query.order_by(RECORDS.c.sequence)))
        return [record for one in found for record in self._book.store.read(HOUSE, one - 1, one)]

    def _take(self, record: Record, entry: HouseEntry) -> None:
        match entry:
            case IncidentFiled():
                self._incidents[entry.incident] = FiledIncident(record, entry)
            case IncidentFollowedUp():
                before = self._incidents[entry.incident]
                self._incidents[entry.incident] = before._replace(later=(*before.later, (record, entry)))
            case LimitSet():
                self._limits[entry.account, entry.what] = entry
            case SelfExcluded():
                self._exclusions[entry.account] = entry.until
            case _:
                self._alerts.append(Entered(record, entry))

    # ---- asking

    @property
    def now(self) -> datetime:
        return datetime.fromtimestamp(self._book.clock(), UTC)

    @property
    def today(self) -> date:
        return self.days.day_of(self.now)

    def incident(self, id: str) -> FiledIncident | None:
        return self.refresh()._incidents.get(id)

    def incidents(
        self, *, table: str = "", round: int | None = None, day: date | None = None
    ) -> list[FiledIncident]:
        """Latest first; of a table, a round, a gaming day."""
        found = [
            one
            for one in self.refresh()._incidents.values()
            if (not table or one.filed.table == table)
            and (round is None or one.filed.round == round)
            and (day is None or self.day_of(one.record) == day)
        ]
        return sorted(found, key=lambda one: one.record.sequence, reverse=True)

    def alerts(self, day: date) -> Iterator[Entered]:
        """What the floor is to know of a gaming day, latest first."""
        noted = self.refresh()._alerts
        return (one for one in reversed(noted) if self.day_of(one.record) == day)

    def day_of(self, record: Record) -> date:
        return self.days.day_of(time_of(record.time))

    def limit(self, account: str, what: str, now: str) -> LimitSet | None:
        """A limit that is in force, as far as the book was read."""
        found = self._limits.get((account, what))
        return found if found is not None and found.until > now else None

    def excluded_until(self, account: str, now: str) -> str:
        """Until when a player is not let play, as far as the book was read; empty when the player is."""
        until = self._exclusions.get(account, "")
        return until if until > now else ""
