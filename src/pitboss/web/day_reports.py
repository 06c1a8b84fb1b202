"""Reports of gaming days, read from the journal in the background; theory follows once it is found."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from itertools import count
from threading import Lock
from typing import NamedTuple

from pitboss.desk.day_report import DayRecords, DayReport, day_report, exact_edges, read_day
from pitboss.desk.gaming_day import GamingDays
from pitboss.desk.round_records import TheoreticalEdge
from pitboss.desk.table_day import DayStarts
from pitboss.games.game import Game
from pitboss.journal.store import Store
from pitboss.web.background_jobs import AskersJobs, BackgroundJobs

GOOD_FOR_S = 15.0
"""Whoever asks later, after a reading was first handed out, gets one that was read again."""
MOST_DAYS = 200
"""Whose last reading is remembered."""


class DayRead(NamedTuple):
    records: DayRecords
    at: datetime


@dataclass
class Reading:
    """A job that reads a day, and until when its result is good, once somebody got it."""

    number: int
    until_s: float | None = None


class DayAnswer(NamedTuple):
    report: DayReport
    read_at: datetime
    has_theory: bool
    """False while the figures of a game are computed."""

    @property
    def stamp(self) -> str:
        return f"{self.report.day} {self.read_at.timestamp()} {self.has_theory}"


class FoundEdges(NamedTuple):
    edges: dict[str, TheoreticalEdge] | None
    """None where the game cannot be valued."""


class DayReports:
    def __init__(
        self,
        store: Store,
        days: GamingDays,
        now: Callable[[], datetime],
        *,
        reading: BackgroundJobs,
        figures: BackgroundJobs,
    ) -> None:
        self.days = days
        self.now = now
        self.reading = reading
        self._store = store
        self._figures = figures
        self._lock = Lock()
        self._numbers = count(1)
        self._starts = DayStarts()
        self._readings: OrderedDict[date, Reading] = OrderedDict()

    @property
    def today(self) -> date:
        return self.days.day_of(self.now())

    def ask(self, day: date, asker: str) -> DayAnswer | None:
        """The report; None while its records are read. Refused while the asker waits for too many."""
        read = self._read(day, AskersJobs(self.reading, asker))
        if read is None:
            return None
        figures = AskersJobs(self._figures, asker)
        found: dict[str, FoundEdges | None] = {
            rules: figures.ask(f"day edges {rules}", partial(_find_edges, game))
            for rules, game in read.records.games.items()
        }
        edges = {rules: one.edges for rules, one in found.items() if one is not None}
        return DayAnswer(day_report(read.records, edges), read.at, len(edges) == len(found))

    def _read(self, day: date, jobs: AskersJobs) -> DayRead | None:
        reading = self._reading(day)
        read: DayRead | None = jobs.ask(f"day {day} {reading.number}", partial(self._read_now, day))
        if read is not None and reading.until_s is None:
            reading.until_s = time.monotonic() + GOOD_FOR_S
        return read

    def _reading(self, day: date) -> Reading:
        with self._lock:
            last = self._readings.pop(day, None)
            is_old = last is not None and last.until_s is not None and time.monotonic() > last.until_s
            self._readings[day] = reading = Reading(next(self._numbers)) if last is None or is_old else last
            while len(self._readings) > MOST_DAYS:
                self._readings.popitem(last=False)
            return reading

    def _read_now(self, day: date) -> DayRead:
        now = self.now()
        records = read_day(self._store, self.days, day, now, self._starts)
        return DayRead(records, now)


def _find_edges(game: Game) -> FoundEdges:
    return FoundEdges(exact_edges(game))
