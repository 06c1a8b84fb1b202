"""A record that does not hold, and which part of it."""

from pitboss.errors import FaultyRecord
from pitboss.journal.records import Record


def faulty(record: Record, field: str, expected: str, found: str) -> FaultyRecord:
    return FaultyRecord(record.table, record.sequence, field, expected, found)
