"""The log of a store: every record is a leaf, in the order of the commits, on every kind of store."""

import zipfile
from pathlib import Path
from threading import Thread

import msgspec
import pytest

from pitboss.errors import BadStore, BrokenChain
from pitboss.journal.archive import export_archive, import_archive
from pitboss.journal.log import is_continued, prove_consistency, receipt_of, root_of
from pitboss.journal.log_check import RecordHashes, check_log
from pitboss.journal.log_key import LogKey, is_signed
from pitboss.journal.memory import MemoryStore
from pitboss.journal.merkle import Frontier, grow, leaf_hash
from pitboss.journal.open_store import open_store
from pitboss.journal.records import START, Head
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Append, CommandKey, Store, append
from tests.frozen.databases import unpack_sqlite
from tests.journal.test_store import Again, again, records, store

__all__ = ["again", "store"]
KEY = LogKey(bytes(range(32)), lambda: "2026-03-01T12:00:00.000000Z")


def hashes_of(store: Store) -> RecordHashes:
    hashes = RecordHashes()
    for stream in store.heads():
        for record in store.read(stream):
            hashes.add(stream, record.hash)
    return hashes


def order_of(store: Store) -> list[tuple[str, int]]:
    return [(leaf.table, leaf.sequence) for leaf in store.log.leaves()]


def test_the_log_has_every_record_in_the_order_of_the_commits(store: Store) -> None:
    t1, t2 = records("t1", 3), records("t2", 2)
    lost = records("t1", 1)
    store.append_all([Append(t1[:2]), Append(t2[:1]), Append(lost), Append((t2[1], t1[2]))])
    assert order_of(store) == [("t1", 1), ("t1", 2), ("t2", 1), ("t2", 2), ("t1", 3)]
    root = grow(Frontier(), [leaf_hash(bytes.fromhex(one.hash)) for one in (*t1[:2], *t2, t1[2])]).after.root
    assert (store.log.head().size, store.log.head().root) == (5, root.hex())
    assert check_log(store.log, hashes_of(store)) == store.log.head()


def test_every_record_has_a_receipt_at_once_and_later(store: Store, again: Again) -> None:
    store.log.sign_with(KEY)
    head = START
    for _ in range(9):
        batch = records("t1", 3, head)
        append(store, Append(batch))
        head = batch[-1].head
        receipt = receipt_of(store, "t1", head.sequence)
        assert receipt is not None
        assert receipt.holds
        assert is_signed(receipt.head, KEY.public)
        assert receipt.hash == head.hash
    other = again()
    for sequence in range(1, head.sequence + 1):
        receipt = receipt_of(other, "t1", sequence)
        assert receipt is not None
        assert receipt.holds
        assert receipt.leaf == sequence - 1
        assert not msgspec.structs.replace(receipt, hash=head.hash[::-1]).holds
    assert receipt_of(other, "t1", head.sequence + 1) is None


def test_every_head_is_proved_to_continue_every_earlier_one(store: Store) -> None:
    heads, last = [store.log.head()], START
    for size in (1, 2, 4, 7):
        batch = records("t1", size, last)
        append(store, Append(batch))
        last = batch[-1].head
        heads.append(store.log.head())
    for at, earlier in enumerate(heads):
        for later in heads[at:]:
            proof = prove_consistency(store.log, earlier.size, later.size)
            assert is_continued(earlier, later, proof)
            assert root_of(store.log, earlier.size) == earlier.root


def test_a_batch_that_is_not_written_leaves_no_leaf(store: Store) -> None:
    append(store, Append(records("t1", 2)))
    assert store.append_all([Append(records("t1", 1))]) != [None]
    assert order_of(store) == [("t1", 1), ("t1", 2)]


def test_many_programs_write_one_log(again: Again) -> None:
    def write(stream: str) -> None:
        head, mine = START, again()
        for _ in range(20):
            (record,) = records(stream, 1, head)
            append(mine, Append((record,)))
            head = record.head

    threads = [Thread(target=write, args=(f"t{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = again()
    assert len(order_of(store)) == 80
    assert check_log(store.log, hashes_of(store)).size == 80


def test_a_signed_log_is_not_written_without_its_key(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "signed.db"))
    store.log.sign_with(KEY)
    append(store, Append(records("t1", 1)))
    store.close()
    other = open_store(str(tmp_path / "signed.db"))
    with pytest.raises(BadStore, match="its log is signed"):
        append(other, Append(records("t2", 1)))
    other.log.sign_with(KEY)
    append(other, Append(records("t2", 1)))
    assert is_signed(other.log.head(), KEY.public)
    other.close()


def test_a_journal_of_edition_1_gets_its_log_when_it_is_opened(tmp_path: Path) -> None:
    store = open_store(unpack_sqlite(tmp_path))
    head = check_log(store.log, hashes_of(store))
    assert head.size == sum(head.sequence for head in store.heads().values())
    assert not head.signature
    store.close()


def test_an_archive_carries_the_log_and_an_import_restores_it(tmp_path: Path) -> None:
    store = MemoryStore()
    store.log.sign_with(KEY)
    t1, t2 = records("t1", 3), records("t2", 3)
    for first, second in zip(t1, t2, strict=True):
        append(store, Append((second, first)))
    archive, other = str(tmp_path / "all.zip"), open_store(str(tmp_path / "other.db"))
    export_archive(store, archive)
    import_archive(archive, other)
    assert order_of(other) == order_of(store)
    assert other.log.head() == store.log.head()
    other.close()


def test_an_archive_without_a_log_is_imported_too(tmp_path: Path) -> None:
    store = MemoryStore()
    append(store, Append(records("t1", 3)))
    whole, older = tmp_path / "all.zip", tmp_path / "older.zip"
    export_archive(store, str(whole))
    with zipfile.ZipFile(whole) as new, zipfile.ZipFile(older, "w") as old:
        for name in new.namelist():
            if not name.startswith("log"):
                old.writestr(name, new.read(name))
    other = MemoryStore()
    import_archive(str(older), other)
    assert order_of(other) == order_of(store)


def test_a_leaf_that_is_not_its_record_is_named() -> None:
    store = MemoryStore()
    append(store, Append(records("t1", 5)))
    leaf = store.log._leaves[2]
    store.log._leaves[2] = leaf._replace(nodes=bytes(32))
    with pytest.raises(BrokenChain) as fault:
        check_log(store.log, hashes_of(store))
    assert (fault.value.table, fault.value.sequence, fault.value.field) == ("t1", 3, "leaf 2 of the log")


def test_a_record_without_a_leaf_is_named() -> None:
    store = MemoryStore()
    append(store, Append(records("t1", 3)))
    (more,) = records("t1", 1, store.head("t1"))
    store._streams["t1"].append(more)
    with pytest.raises(BrokenChain) as fault:
        check_log(store.log, hashes_of(store))
    assert (fault.value.sequence, fault.value.field) == (4, "leaf of the log")
    assert Head(4, more.hash) == store.head("t1")


@pytest.mark.parametrize(
    ("damage", "named"),
    [
        ("DELETE FROM log_leaves WHERE position = 2", ("t1", 3)),
        ("DELETE FROM log_leaves WHERE position = 4", ("t1", 5)),
        ("UPDATE log_leaves SET stream = 't9' WHERE position = 1", ("t9", 1)),
        ("UPDATE log_leaves SET nodes = zeroblob(32) WHERE position = 2", ("t1", 3)),
        ("UPDATE heads SET sequence = 4 WHERE stream = ''", ("t1", 5)),
        ("UPDATE heads SET hash = '00' WHERE stream = ''", ("t1", 5)),
        ("UPDATE records SET leaf = 3 WHERE sequence = 2", ("t1", 2)),
        ("UPDATE records SET leaf = NULL WHERE sequence = 2", ("t1", 2)),
    ],
)
def test_what_was_edited_in_the_log_alone_is_named(
    tmp_path: Path, damage: str, named: tuple[str, int]
) -> None:
    store = open_store(str(tmp_path / "journal.db"))
    assert isinstance(store, SqlStore)
    append(store, Append(records("t1", 5)))
    with store.engine.begin() as connection:
        connection.exec_driver_sql(damage)
    with pytest.raises(BrokenChain) as fault:
        check_log(store.log, hashes_of(store))
    assert (fault.value.table, fault.value.sequence) == named
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log_leaves SET nodes = 'text'",
        "UPDATE heads SET hash = x'00' WHERE stream = ''",
        "UPDATE heads SET signed = 'text' WHERE stream = ''",
        "UPDATE heads SET signed = 'three other words' WHERE stream = ''",
        "DELETE FROM heads WHERE stream = ''",
    ],
)
def test_rubbish_in_the_log_is_told_in_a_sentence(tmp_path: Path, damage: str) -> None:
    store = open_store(str(tmp_path / "journal.db"))
    assert isinstance(store, SqlStore)
    append(store, Append(records("t1", 5)))
    with store.engine.begin() as connection:
        connection.exec_driver_sql(damage)
    with pytest.raises((BadStore, BrokenChain)):
        check_log(store.log, hashes_of(store), KEY.public)
    store.close()


def test_nothing_is_added_to_a_log_whose_head_is_not_that_of_its_leaves(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "journal.db"))
    assert isinstance(store, SqlStore)
    append(store, Append(records("t1", 5)))
    with store.engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE heads SET hash = '{'0' * 64}' WHERE stream = ''")
    with pytest.raises(BadStore, match="not that of its leaves"):
        append(store, Append(records("t2", 1)))
    assert list(store.heads()) == ["t1"]
    store.close()


def test_a_receipt_that_would_not_hold_is_not_given(tmp_path: Path) -> None:
    file = str(tmp_path / "journal.db")
    first = open_store(file)
    append(first, Append(records("t1", 5)))
    first.close()
    store = open_store(file)
    assert isinstance(store, SqlStore)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE records SET leaf = 3 WHERE sequence = 2")
    with pytest.raises(BrokenChain):
        receipt_of(store, "t1", 2)
    store.close()


def test_a_commit_that_failed_leaves_no_trace_in_the_next_one(store: Store) -> None:
    """What this process would have written is not what it adds to."""
    append(store, Append(records("t1", 2), (CommandKey("t1", "k", "d", 1, 2),)))
    more = records("t1", 2, store.head("t1"))
    assert store.append_all([Append(more, (CommandKey("t1", "k", "d", 3, 4),))]) != [None]
    append(store, Append(more[:1]))
    assert check_log(store.log, hashes_of(store)).size == 3
