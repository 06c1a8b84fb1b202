"""A journal on read-only media is read as it is: nothing is written to it or beside it."""

import ctypes
import json
import lzma
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.errors import BadStore
from pitboss.journal.archive import import_archive
from pitboss.journal.open_store import open_for_reading, open_store
from tests.cli.processes import PITBOSS
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
FROZEN = ROOT / "tests" / "frozen" / "edition-1" / "house.db.xz"
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "media"
    made.mkdir()
    yield made
    made.chmod(0o755)


@pytest.fixture
def journal(folder: Path) -> Path:
    path = folder / "journal.db"
    pit = new_pit(open_store(str(path)))
    guest = Guest(pit.open("t1", "over-under-pa", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    pit.close()
    pit.store.close()
    return path


def run(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Without the superuser's right to write where nobody may."""
    return subprocess.run(
        [str(PITBOSS), *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd=cwd,
        preexec_fn=obey_permissions if os.geteuid() == 0 else None,
    )  # fmt: skip


def obey_permissions() -> None:
    assert ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) == 0


def freeze(path: Path) -> dict[str, bytes]:
    for file in path.parent.iterdir():
        file.chmod(0o444)
    path.parent.chmod(0o555)
    return contents(path.parent)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


COMMANDS = (
    ("journal", "verify"), ("journal", "show"), ("journal", "show", "--table", "t1"),
    ("journal", "replay", "t1"),
    ("records", "rounds", "--table", "t1"), ("records", "open"),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_it_is_verified_shown_and_replayed(command: tuple[str, ...], journal: Path) -> None:
    before = freeze(journal)
    done = run(*command[:2], str(journal), *command[2:], cwd=journal.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(journal.parent) == before


def test_it_is_exported_to_another_place(journal: Path, tmp_path: Path) -> None:
    heads = open_store(str(journal))
    expected = heads.heads()
    heads.close()
    freeze(journal)
    archive = tmp_path / "out.zip"
    done = run("journal", "export", str(journal), str(archive), cwd=journal.parent)
    assert (done.returncode, done.stderr) == (0, "")
    store = open_store(str(tmp_path / "copy.db"))
    assert import_archive(str(archive), store) == expected
    store.close()


@pytest.mark.parametrize("is_folder", [False, True], ids=["file", "folder"])
def test_either_alone_is_enough(journal: Path, is_folder: bool) -> None:
    journal.chmod(0o644 if is_folder else 0o444)
    journal.parent.chmod(0o555 if is_folder else 0o755)
    before = contents(journal.parent)
    done = run("journal", "verify", str(journal), cwd=journal.parent)
    assert (done.returncode, done.stderr) == (0, "")
    assert contents(journal.parent) == before


def test_records_that_are_not_in_the_database_itself_yet_are_not_lost(journal: Path, folder: Path) -> None:
    """A server that was cut off leaves its last records beside the file."""
    media = folder / "media"
    media.mkdir()
    connection = sqlite3.connect(journal)
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("INSERT INTO heads VALUES ('t2', 1, 'late', '')")
    connection.commit()
    for name in ("journal.db", "journal.db-wal"):
        shutil.copy(journal.parent / name, media / name)
    connection.close()
    before = freeze(media / "journal.db")
    done = run("journal", "show", str(media / "journal.db"), "--json", cwd=media)
    assert (done.returncode, done.stderr) == (0, "")
    assert {row["table"] for row in json.loads(done.stdout)} >= {"t1", "t2"}
    assert contents(media) == before
    media.chmod(0o755)


def test_a_journal_of_edition_1_is_brought_up_to_date_in_a_copy(folder: Path) -> None:
    path = folder / "house.db"
    path.write_bytes(lzma.decompress(FROZEN.read_bytes()))
    before = freeze(path)
    done = run("journal", "verify", str(path), cwd=folder)
    assert done.returncode == 1, done
    assert "shoe 2 of match, given up" in done.stdout, "nothing else is wrong with it"
    assert "FAILS" not in done.stdout
    assert contents(folder) == before


def test_it_is_still_refused_to_whoever_would_write(journal: Path) -> None:
    freeze(journal)
    done = run("journal", "give-up", str(journal), "t1", "--by", "me", cwd=journal.parent)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_what_is_no_journal_is_told_there_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "journal.db"
    path.write_bytes(b"no database at all" * 100)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(BadStore, match="not a journal"):
        open_for_reading(str(path))
