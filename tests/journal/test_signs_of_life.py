"""One lease for all tables of a program, which costs no commit."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.errors import Claimed
from pitboss.journal.open_store import open_store
from pitboss.journal.signs_of_life import FORGOTTEN_US, LifeFiles
from pitboss.journal.sql import SqlStore
from tests.postgres import emptied

LEASE_US = 10


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return emptied(request.getfixturevalue("postgres"))


@pytest.fixture
def stores(address: str) -> Iterator[tuple[SqlStore, SqlStore]]:
    """The same store, opened by two programs."""
    both = open_store(address), open_store(address)
    first, second = both
    assert isinstance(first, SqlStore)
    assert isinstance(second, SqlStore)
    yield first, second
    for store in both:
        store.close()


def test_a_sign_of_life_keeps_every_table_of_a_program(stores: tuple[SqlStore, SqlStore]) -> None:
    first, second = stores
    claims = first.claim_all(["t1", "t2"], "a", 0, LEASE_US, {})
    assert first.renew_all(claims[:1], 9, LEASE_US).keys() == {"t1"}
    assert second.claim_all(["t1", "t2"], "b", 18, LEASE_US, {}) == []
    taken = second.claim_all(["t1", "t2"], "b", 19, LEASE_US, {})
    assert [claim.token for claim in taken] == [2, 2]
    assert first.renew_all(claims, 20, LEASE_US) == {}


def test_what_a_program_released_is_free_while_it_lives(stores: tuple[SqlStore, SqlStore]) -> None:
    first, second = stores
    one, _ = first.claim_all(["t1", "t2"], "a", 0, LEASE_US, {})
    first.release_all([one])
    assert [claim.table for claim in second.claim_all(["t1", "t2"], "b", 1, LEASE_US, {})] == ["t1"]
    with pytest.raises(Claimed, match="run by a"):
        second.claim("t2", "b", 1, LEASE_US)


def test_a_copy_of_a_store_has_no_signs_of_life(tmp_path: Path) -> None:
    """Whoever starts on a copy must not wait for a program that runs elsewhere."""
    store = open_store(str(tmp_path / "journal.db"))
    assert isinstance(store, SqlStore)
    claim = store.claim("t1", "a", 0, LEASE_US)
    store.renew(claim, 1_000, LEASE_US)
    (tmp_path / "copy.db").write_bytes((tmp_path / "journal.db").read_bytes())
    (tmp_path / "copy.db-wal").write_bytes((tmp_path / "journal.db-wal").read_bytes())
    copy = open_store(str(tmp_path / "copy.db"))
    assert copy.claim("t1", "b", 1_001, LEASE_US).token == 2
    copy.close()
    store.close()
    assert not (tmp_path / "journal.db.servers").exists()


def test_files_of_programs_that_died_long_ago_go(tmp_path: Path) -> None:
    dead, alive = LifeFiles(tmp_path / "servers"), LifeFiles(tmp_path / "servers")
    dead.note("a", 1)
    (tmp_path / "servers" / "notes.txt").write_text("not ours")
    alive.note("b", FORGOTTEN_US + 2)
    assert alive.all() == {"b": FORGOTTEN_US + 2}
    assert (tmp_path / "servers" / "notes.txt").exists()
