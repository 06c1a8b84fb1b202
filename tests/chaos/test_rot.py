"""A damaged file: what cannot be read is said, what can be read is whole, and nothing false is believed."""

import random
import shutil
from pathlib import Path

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.verify import verify_store
from pitboss.errors import BadStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Record
from pitboss.journal.store import Store
from tests.desk.drive import ATTENDED, Guest, new_pit

ROUNDS = 60


def play(store: Store, rounds: int) -> None:
    pit = new_pit(store)
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1, 2)
    for _ in range(rounds):
        guest.play_round()
    pit.close()


def everything(store: Store) -> dict[str, list[Record]]:
    return {stream: list(store.read(stream)) for stream in store.heads()}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal as it lies on the disk while its desk is still running: a file and its log."""
    folder = tmp_path_factory.mktemp("rot")
    store = open_store(str(folder / "pit.db"))
    play(store, ROUNDS)
    kept = folder / "kept"
    kept.mkdir()
    for name in ("pit.db", "pit.db-wal"):
        shutil.copy(folder / name, kept / name)
    store.close()
    shutil.copy(folder / "pit.db", folder / "closed.db")
    return folder


def test_a_flipped_bit_in_the_file_is_refused_named_or_nowhere(written: Path, tmp_path: Path) -> None:
    """Two hundred of them, wherever they fall."""
    sound = open_store(str(written / "closed.db"))
    before = everything(sound)
    sound.close()
    image = (written / "closed.db").read_bytes()
    rng, outcomes = random.Random(6), {"refused": 0, "named": 0, "nowhere": 0}
    for number in range(200):
        changed = bytearray(image)
        changed[rng.randrange(len(image))] ^= 1 << rng.randrange(8)
        file = tmp_path / f"{number}.db"
        file.write_bytes(changed)
        outcomes[outcome(str(file), before)] += 1
    assert outcomes["named"] > 15, outcomes  # the rest of the file is empty tables and free space


def outcome(file: str, before: dict[str, list[Record]]) -> str:
    try:
        store = open_store(file, create=False)
    except BadStore:
        return "refused"
    try:
        if verify_store(store).fault is not None:
            return "named"
        assert everything(store) == before, "a change that nobody noticed"
        return "nowhere"
    except BadStore:
        return "refused"
    finally:
        store.close()


def test_a_torn_log_is_a_shorter_journal_and_never_a_half_written_one(written: Path, tmp_path: Path) -> None:
    """The log cut off anywhere: whole commands are missing at the end, and all that is left holds."""
    log = (written / "kept" / "pit.db-wal").read_bytes()
    rng, lengths = random.Random(7), set()
    for number in range(40):
        folder = tmp_path / str(number)
        folder.mkdir()
        shutil.copy(written / "kept" / "pit.db", folder / "pit.db")
        (folder / "pit.db-wal").write_bytes(log[: rng.randrange(len(log))])
        try:
            store = open_store(str(folder / "pit.db"), create=False)
        except BadStore:
            continue  # torn before there was a journal in it
        verdict = verify_store(store)
        assert verdict.fault is None, verdict.fault
        lengths.add(verdict.records)
        store.close()
    assert len(lengths) > 5
