"""Times in a journal can be true, or verification names the first record whose time cannot."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from pitboss.desk.record_times import CLOCK_TOLERANCE
from pitboss.desk.time_text import time_text
from pitboss.desk.verify import verify_store
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, append_to
from tests.desk.test_verify import journal
from tests.journal.changed import logged_anew

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def whole() -> MemoryStore:
    return journal(rounds=3)


def timed(store: MemoryStore, change: Callable[[int, str], str], stream: str = "t1") -> MemoryStore:
    """The journal with other times, and every hash made anew."""
    forged = MemoryStore()
    forged._streams, forged._keys = dict(store._streams), dict(store._keys)
    head, records = START, []
    for record in store._streams[stream]:
        time = change(record.sequence, record.time)
        records.append(append_to(head, Draft(record.table, time, record.actor, record.kind, record.payload)))
        head = records[-1].head
    forged._streams[stream] = records
    return logged_anew(forged)


def later(time: str, by: timedelta) -> str:
    return time_text(datetime.fromisoformat(time) + by)


def test_true_times_hold(whole: MemoryStore) -> None:
    assert verify_store(whole, NOW).fault is None


@pytest.mark.parametrize("stream", ["t1", "cage"])
@pytest.mark.parametrize("year", ["1999", "9999"])
@pytest.mark.parametrize("first", [1, 2])
def test_other_centuries_are_found(whole: MemoryStore, stream: str, year: str, first: int) -> None:
    """In one record, or in all of them."""
    for last in (first, 10**9):
        forged = timed(whole, lambda n, time: year + time[4:] if first <= n <= last else time, stream)  # noqa: B023
        fault = verify_store(forged, NOW).fault
        if stream == "cage" and first > len(whole._streams["cage"]):
            continue
        assert fault is not None
        assert (fault.table, fault.field) == (stream, "time")
        assert fault.sequence in (first, first + 1)


def test_time_that_runs_back_is_found_beyond_what_clocks_may_differ(whole: MemoryStore) -> None:
    near, far = -CLOCK_TOLERANCE + timedelta(seconds=5), -CLOCK_TOLERANCE - timedelta(seconds=5)
    assert (
        verify_store(timed(whole, lambda n, time: later(time, near) if n == 9 else time), NOW).fault is None
    )
    fault = verify_store(timed(whole, lambda n, time: later(time, far) if n == 9 else time), NOW).fault
    assert fault is not None
    assert (fault.sequence, fault.field) == (9, "time")


def test_the_future_is_found_beyond_what_clocks_may_differ(whole: MemoryStore) -> None:
    last = datetime.fromisoformat(whole._streams["t1"][-1].time)
    assert verify_store(whole, last - CLOCK_TOLERANCE).fault is None
    fault = verify_store(whole, last - CLOCK_TOLERANCE - timedelta(microseconds=1)).fault
    assert fault is not None
    assert fault.field == "time"


def test_small_steps_back_do_not_add_up(whole: MemoryStore) -> None:
    step = timedelta(minutes=4)
    fault = verify_store(timed(whole, lambda n, time: later(time, -n * step)), NOW).fault
    assert fault is not None
    assert fault.field == "time"


@pytest.mark.parametrize("time", ["2026-02-30T12:00:00.000000Z", "2026-03-01T25:00:00.000000Z"])
def test_a_time_that_never_was_is_found(whole: MemoryStore, time: str) -> None:
    fault = verify_store(timed(whole, lambda n, true: time if n == 5 else true), NOW).fault
    assert fault is not None
    assert (fault.sequence, fault.field) == (5, "time")


def test_a_table_that_was_taken_out_with_its_records_is_missed_by_the_cage(whole: MemoryStore) -> None:
    without = MemoryStore()
    without._streams = {"cage": whole._streams["cage"]}
    without._keys = {name: key for name, key in whole._keys.items() if name[0] == "cage"}
    fault = verify_store(without, NOW).fault
    assert fault is not None
    assert "transfer between the cage and t1" in fault.field
