"""The contract of a store, the same for memory, SQLite and PostgreSQL."""

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest

from pitboss.errors import Claimed, Conflict, Fenced
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Draft, Head, Record, append_to
from pitboss.journal.store import Append, CommandKey, Secret, Snapshot, Store, append
from tests.postgres import emptied

TIME = "2026-03-01T12:00:00.000000Z"
STORES = ("memory", "sqlite", "postgres")
Again = Callable[[], Store]


@pytest.fixture(params=STORES)
def again(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Again]:
    """Opens the same store as often as asked, as another process would."""
    opened: list[Store] = []
    memory = MemoryStore()
    address = ""
    if request.param == "sqlite":
        address = str(tmp_path / "journal.db")
    if request.param == "postgres":
        address = emptied(request.getfixturevalue("postgres"))

    def open_again() -> Store:
        store: Store = open_store(address) if address else memory
        opened.append(store)
        return store

    yield open_again
    for store in opened:
        store.close()


@pytest.fixture
def store(again: Again) -> Store:
    return again()


def records(stream: str, number: int, head: Head = START, word: str = "x") -> tuple[Record, ...]:
    """So many records that follow this head."""
    made = []
    for _ in range(number):
        record = append_to(head, Draft(stream, TIME, "p1", "Said", f'{{"word":"{word}"}}'))
        made.append(record)
        head = record.head
    return tuple(made)


def test_what_is_appended_is_read_back_to_the_letter(store: Store) -> None:
    written = records("t1", 3, word='déjà \\" vu')
    append(store, Append(written))
    assert tuple(store.read("t1")) == written
    assert tuple(store.read("t1", after=1, upto=2)) == written[1:2]
    assert store.head("t1") == written[-1].head
    assert store.heads() == {"t1": written[-1].head}


def test_a_stream_longer_than_a_page_is_read_whole(store: Store) -> None:
    written = records("t1", 4_100)
    append(store, Append(written))
    assert tuple(store.read("t1")) == written


def test_an_unknown_stream_is_empty(store: Store) -> None:
    assert list(store.read("nobody")) == []
    assert store.head("nobody") == START


def test_of_two_writers_of_one_place_the_second_loses(store: Store) -> None:
    mine, yours = records("t1", 1, word="mine"), records("t1", 1, word="yours")
    assert store.append_all([Append(mine)]) == [None]
    with pytest.raises(Conflict):
        append(store, Append(yours))
    assert tuple(store.read("t1")) == mine


def test_of_writers_at_the_same_moment_exactly_one_wins(again: Again) -> None:
    stores = [again() for _ in range(4)]
    barrier, won = Barrier(4), []

    def race(number: int) -> None:
        batch = Append(records("t1", 2, word=str(number)))
        barrier.wait()
        try:
            append(stores[number], batch)
        except Conflict:
            return
        won.append(number)

    threads = [Thread(target=race, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert tuple(stores[0].read("t1")) == records("t1", 2, word=str(won[0]))


def test_a_batch_of_two_streams_is_written_whole_or_not_at_all(store: Store) -> None:
    append(store, Append(records("cage", 1)))
    with pytest.raises(Conflict):
        append(store, Append((*records("t1", 1), *records("cage", 1, word="late"))))
    assert list(store.read("t1")) == []
    head = store.head("cage")
    append(store, Append((*records("t1", 1), *records("cage", 1, head))))
    assert store.head("cage").sequence == 2
    assert store.head("t1").sequence == 1


def test_in_a_grouped_commit_only_the_loser_is_left_out(store: Store) -> None:
    first = records("t1", 1)
    late = records("t1", 1, word="late")
    outcomes = store.append_all([Append(first), Append(late), Append(records("t2", 2))])
    assert [type(lost) for lost in outcomes] == [type(None), Conflict, type(None)]
    assert tuple(store.read("t1")) == first
    assert store.head("t2").sequence == 2


def test_batches_of_one_group_may_follow_each_other(store: Store) -> None:
    both = records("t1", 2)
    assert store.append_all([Append(both[:1]), Append(both[1:])]) == [None, None]


def test_a_record_that_skips_a_place_is_not_taken(store: Store) -> None:
    with pytest.raises(Conflict):
        append(store, Append(records("t1", 2)[1:]))


def test_a_key_is_taken_once_a_table(again: Again) -> None:
    store, key = again(), CommandKey("t1", "k", "digest", 1, 1)
    written = records("t1", 2)
    append(store, Append(written[:1], keys=(key,)))
    with pytest.raises(Conflict):
        append(store, Append(written[1:], keys=(key,)))
    assert again().find_key("t1", "k") == key
    assert store.find_key("t2", "k") is None
    append(store, Append(records("t2", 1), keys=(key._replace(table="t2"),)))
    assert store.keys("t2") == [key._replace(table="t2")]


def test_a_claimed_table_is_free_again_when_the_lease_has_run_out(store: Store) -> None:
    first = store.claim("t1", "a", now_us=0, lease_us=10)
    with pytest.raises(Claimed):
        store.claim("t1", "b", now_us=9, lease_us=10)
    second = store.claim("t1", "b", now_us=10, lease_us=10)
    assert second.token > first.token
    assert store.claim("t1", "b", now_us=11, lease_us=10).token > second.token


def test_who_was_taken_over_can_neither_write_nor_renew(store: Store) -> None:
    old = store.claim("t1", "a", now_us=0, lease_us=10)
    new = store.claim("t1", "b", now_us=20, lease_us=10)
    with pytest.raises(Fenced):
        append(store, Append(records("t1", 1), claims=(old,)))
    with pytest.raises(Fenced):
        store.renew(old, now_us=21, lease_us=10)
    assert list(store.read("t1")) == []
    append(store, Append(records("t1", 1), claims=(new,)))


def test_a_lease_that_ran_out_unnoticed_still_writes(store: Store) -> None:
    """Only the token counts: a slow clock must not stop a table that nobody wants."""
    claim = store.claim("t1", "a", now_us=0, lease_us=10)
    append(store, Append(records("t1", 1), claims=(claim,)))
    renewed = store.renew(claim, now_us=100, lease_us=10)
    assert renewed.until_us == 110
    with pytest.raises(Claimed):
        store.claim("t1", "b", now_us=109, lease_us=10)


def test_a_claim_known_to_be_silent_is_taken_only_while_nobody_has_renewed_it(store: Store) -> None:
    ahead = store.claim("t1", "a", now_us=1_000, lease_us=10)
    assert store.holder("t1") == ahead
    renewed = store.renew(ahead, now_us=1_001, lease_us=10)
    with pytest.raises(Claimed):
        store.claim("t1", "b", 20, 10, ahead)
    taken = store.claim("t1", "b", 20, 10, renewed)
    assert taken.token > renewed.token
    assert store.holder("t1") == taken
    assert store.holder("t2") is None


def test_a_released_table_can_be_claimed_at_once(store: Store) -> None:
    claim = store.claim("t1", "a", now_us=0, lease_us=10)
    store.release(claim)
    later = store.claim("t1", "b", now_us=0, lease_us=10)
    store.release(claim)
    with pytest.raises(Claimed):
        store.claim("t1", "c", now_us=1, lease_us=10)
    assert later.token == 2


def test_secrets_are_sealed_and_removed_with_the_records_they_belong_to(again: Again) -> None:
    store, written = again(), records("t1", 2)
    sealed = Secret("t1", "shoe 1", bytes(range(256)))
    append(store, Append(written[:1], seal=(sealed,)))
    with pytest.raises(Conflict):
        append(store, Append(records("t1", 1, word="late"), unseal=(("t1", "shoe 1"),)))
    assert again().secrets("t1") == {"shoe 1": sealed.body}
    append(store, Append(written[1:], unseal=(("t1", "shoe 1"),)))
    assert store.secrets("t1") == {}


def test_only_the_last_snapshot_is_kept(again: Again) -> None:
    store, written = again(), records("t1", 2)
    for record in written:
        shot = Snapshot("t1", *record.head, f"state {record.sequence}")
        append(store, Append((record,), snapshots=(shot,)))
    assert again().snapshot("t1") == Snapshot("t1", *written[1].head, "state 2")
    assert store.snapshot("t2") is None


def test_a_store_is_read_as_it_was_at_one_moment_while_others_write(again: Again) -> None:
    store, other = again(), again()
    first = records("t1", 2)
    append(store, Append(first, keys=(CommandKey("t1", "k1", "d", 1, 2),)))
    with store.at_one_moment() as now:
        assert now.head("t1") == first[-1].head
        more = records("t1", 2, first[-1].head)
        append(other, Append((*more, *records("t2", 1)), keys=(CommandKey("t1", "k2", "d", 3, 4),)))
        assert now.heads() == {"t1": first[-1].head}
        assert tuple(now.read("t1")) == first
        assert [key.key for key in now.keys("t1")] == ["k1"]
        assert now.find_key("t1", "k2") is None
    assert store.head("t1") == more[-1].head
    assert [key.key for key in store.keys("t1")] == ["k1", "k2"]
