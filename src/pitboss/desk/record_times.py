"""Whether the times of a stream's records can be true: they run forward, from the software's time to now.

In the house book they may go back where it says that the clock was set back."""

from datetime import UTC, datetime, timedelta

from pitboss.desk.house_entries import HOUSE, ClockSetBack
from pitboss.desk.record_faults import faulty
from pitboss.desk.time_text import time_text
from pitboss.journal.records import Record

CLOCK_TOLERANCE = timedelta(minutes=10)
"""How far the clocks of two servers may differ: so much may a record be before another or in the future."""
EARLIEST = datetime(2020, 1, 1, tzinfo=UTC)
"""No journal is older than the software."""


class RecordTimes:
    """The times of one stream, record by record."""

    def __init__(self, latest: datetime) -> None:
        self._least = EARLIEST
        self.latest = latest

    def take(self, record: Record) -> None:
        time = _parsed(record)
        if record.kind == ClockSetBack.__name__ and record.table == HOUSE:
            self._least = EARLIEST
        if time < self._least - CLOCK_TOLERANCE:
            raise faulty(record, "time", f"{time_text(self._least)} or later", record.time)
        if time > self.latest:
            raise faulty(record, "time", f"{time_text(self.latest)} or earlier", record.time)
        self._least = max(self._least, time)


def _parsed(record: Record) -> datetime:
    try:
        time = datetime.fromisoformat(record.time)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None or time_text(time) != record.time:
        raise faulty(record, "time", "a time such as 2026-03-01T12:00:00.007000Z", repr(record.time))
    return time
