"""A journal that was put back from a backup: what was dealt since is known, and is not dealt again."""

import shutil
from pathlib import Path

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.payloads import ShoeLost, read_payload
from pitboss.desk.pit import Pit
from pitboss.desk.verify import verify_store
from pitboss.errors import BadInput
from pitboss.journal.high_water import MOST_LINES, HighWater
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.records import Head
from pitboss.journal.store import Append, append
from tests.desk.drive import ATTENDED, KEY, Guest
from tests.journal.test_store import records


class House:
    """A server that is stopped, backed up, put back and started again."""

    def __init__(self, folder: Path) -> None:
        self.file, self.mark = folder / "journal.db", folder / "elsewhere.mark"
        self.backup = folder / "backup.db"

    def start(self) -> Pit:
        return Pit(open_store(str(self.file)), key=KEY, marks=HighWater(self.mark))

    def stop(self, pit: Pit) -> None:
        pit.close()
        pit.store.close()


@pytest.fixture
def house(tmp_path: Path) -> House:
    """One round was played, a backup made, another round played."""
    house = House(tmp_path)
    pit = house.start()
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    house.stop(pit)
    shutil.copy(house.file, house.backup)
    pit = house.start()
    Guest(pit.take("t1")).play_round()
    house.stop(pit)
    return house


def kinds(pit: Pit) -> list[str]:
    return [record.kind for record in pit.store.read("t1")]


def test_a_restart_without_a_backup_goes_on_with_the_shoe(house: House) -> None:
    pit = house.start()
    desk = pit.take("t1")
    assert desk.desk_state.positions.number == 1
    assert "PutBack" not in kinds(pit)
    assert verify_store(pit.store).holds
    house.stop(pit)


def test_a_table_that_was_put_back_shuffles_before_another_card(house: House) -> None:
    shutil.copy(house.backup, house.file)
    pit = house.start()
    last = pit.store.head("t1").sequence
    desk = pit.take("t1")
    written = list(pit.store.read("t1", last))
    assert written[0].kind == "PutBack"
    lost = read_payload(written[1])
    assert isinstance(lost, ShoeLost)
    assert (lost.shoe, "was put back" in lost.why) == (1, True)
    guest = Guest(desk)
    guest.until_bets()
    guest.play_round()
    assert desk.desk_state.positions.number == 2
    verdict = verify_store(pit.store)
    assert verdict.fault is None
    assert not verdict.holds
    (gone,) = verdict.put_back
    assert (gone.table, gone.sequence) == ("t1", last + 1)
    assert gone.last > last
    house.stop(pit)


def test_a_server_that_only_looked_on_knows_that_a_table_was_put_back(house: House, tmp_path: Path) -> None:
    """Several servers share a store, and any of them may take a table first after it was put back."""
    house.mark = tmp_path / "another.mark"
    pit = house.start()
    pit.note_heads()
    house.stop(pit)
    shutil.copy(house.backup, house.file)
    pit = house.start()
    pit.note_heads()
    pit.take("t1")
    assert kinds(pit).count("PutBack") == 1
    pit.note_heads()
    house.stop(pit)
    pit = house.start()
    pit.take("t1")
    assert kinds(pit).count("PutBack") == 1
    house.stop(pit)


def test_a_table_at_which_another_server_dealt_on_was_put_back_all_the_same(
    house: House, tmp_path: Path
) -> None:
    """The other one did not know; its records are not those that are gone, however many they are."""
    shutil.copy(house.backup, house.file)
    knows, house.mark = house.mark, tmp_path / "unknowing.mark"
    pit = house.start()
    guest = Guest(pit.take("t1"))
    for _ in range(5):
        guest.play_round()
    assert "PutBack" not in kinds(pit)
    house.stop(pit)
    house.mark = knows
    pit = house.start()
    pit.note_heads()
    pit.take("t1")
    assert kinds(pit).count("PutBack") == 1
    house.stop(pit)


def test_it_is_said_once(house: House) -> None:
    shutil.copy(house.backup, house.file)
    for _ in range(2):
        pit = house.start()
        pit.take("t1")
        assert kinds(pit).count("PutBack") == 1
        house.stop(pit)


def test_a_note_that_is_older_than_the_store_claims_nothing(house: House) -> None:
    house.mark.write_text("".join(house.mark.read_text().splitlines(keepends=True)[:1])[:-20])
    pit = house.start()
    pit.take("t1")
    assert "PutBack" not in kinds(pit)
    house.stop(pit)


def test_a_forked_history_of_the_same_length_is_found_too(tmp_path: Path) -> None:
    store, marks = MemoryStore(), HighWater(tmp_path / "a.mark")
    written = records("t1", 3)
    marks.note(written)
    append(store, Append(records("t1", 3, word="other")))
    assert marks.missing(store, "t1") == written[-1].head
    assert marks.missing(store, "t2") is None
    marks.close()


def test_a_long_file_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "a.mark"
    marks = HighWater(path)
    (record,) = records("t1", 1)
    for _ in range(MOST_LINES + 5):
        marks.note([record])
    marks.close()
    assert len(path.read_text().splitlines()) < 10
    again = HighWater(path)
    store = MemoryStore()
    assert again.missing(store, "t1") == Head(1, record.hash)
    again.close()


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match=r"a\.mark: what is written cannot be noted here"):
        HighWater(tmp_path / "file" / "a.mark")
