"""One commit for many, and nobody answered before it."""

from collections.abc import Sequence
from threading import Event, Thread

import pytest

from pitboss.errors import BadStore, Broken, Conflict, LostRace
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import START, Draft, append_to
from pitboss.journal.store import Append
from pitboss.journal.writer import Writer
from tests.waiting import PATIENCE_S, wait_until


def batch(stream: str) -> Append:
    return Append((append_to(START, Draft(stream, "2026-03-01T12:00:00.000000Z", "p1", "Said", "{}")),))


class SlowStore(MemoryStore):
    """Waits in its first commit until it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.sizes: list[int] = []
        self.begun, self.go_on = Event(), Event()

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        self.sizes.append(len(batches))
        self.begun.set()
        self.go_on.wait(PATIENCE_S)
        return super().append_all(batches)


def test_what_arrives_during_a_commit_goes_with_the_next() -> None:
    store = SlowStore()
    writer = Writer(store)
    threads = [Thread(target=writer.append, args=(batch(f"t{number}"),)) for number in range(6)]
    threads[0].start()
    assert store.begun.wait(PATIENCE_S)
    for thread in threads[1:]:
        thread.start()
    # the fifth is in the hand of the thread that waits for its turn
    wait_until(lambda: writer._queue.qsize() == 4, "four batches are queued")
    assert all(thread.is_alive() for thread in threads), "nobody is answered before the commit"
    store.go_on.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    writer.close()
    assert store.sizes == [1, 5]
    assert len(store.heads()) == 6


def test_the_loser_of_a_race_hears_of_it() -> None:
    writer = Writer(MemoryStore())
    writer.append(batch("t1"))
    with pytest.raises(Conflict):
        writer.append(batch("t1"))
    writer.close()


def test_what_is_wrong_with_the_store_is_told_to_everybody_and_the_writer_goes_on() -> None:
    class FullStore(MemoryStore):
        full = True

        def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
            if self.full:
                raise BadStore("here", "the disk is full.")
            return super().append_all(batches)

    store = FullStore()
    writer = Writer(store)
    with pytest.raises(BadStore):
        writer.append(batch("t1"))
    store.full = False
    writer.append(batch("t1"))
    writer.close()


def test_a_closed_writer_takes_nothing_more() -> None:
    writer = Writer(MemoryStore())
    writer.close()
    writer.close()
    with pytest.raises(Broken):
        writer.append(batch("t1"))
