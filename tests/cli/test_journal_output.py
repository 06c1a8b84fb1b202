"""`pitboss journal`: checked, shown, replayed, written out and read in at a terminal."""

import json
import random
import re
import sqlite3
import zipfile
from pathlib import Path

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.journal.log import EMPTY_HEAD
from pitboss.journal.open_store import open_store
from pitboss.journal.sql import SqlStore
from pitboss.journal.sql_log import head_row
from tests.cli import processes
from tests.cli.typed import typed
from tests.desk.drive import ATTENDED, Guest, new_pit

FROZEN = Path(__file__).parents[1] / "frozen" / "edition-1" / "archives"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("journal") / "journal.db")
    pit = new_pit(open_store(path))
    guest = Guest(pit.open("t1", "down-under-pa", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    for _ in range(3):
        guest.play_round()
    pit.close()
    pit.store.close()
    return path


def test_an_intact_journal_is_called_intact(file: str) -> None:
    told = processes.run("journal", "verify", file)
    assert told.returncode == 0, told.stderr
    assert "is intact: " in told.stdout
    assert "3 rounds" in told.stdout


def test_the_first_fault_is_named_and_the_status_is_one(file: str, tmp_path: Path) -> None:
    forged = tmp_path / "forged.db"
    forged.write_bytes(Path(file).read_bytes())
    with sqlite3.connect(forged) as connection:
        connection.execute("UPDATE records SET actor = 'p2' WHERE stream = 't1' AND sequence = 9")
    connection.close()
    told = typed("journal", "verify", str(forged))
    assert told.status == 1
    assert "record    9 of t1" in told.out
    assert "field     hash" in told.out
    fault = json.loads(typed("journal", "verify", str(forged), "--json").out)["fault"]
    assert (fault["table"], fault["sequence"], fault["field"]) == ("t1", 9, "hash")


def test_an_end_cut_off_with_its_head_and_leaf_is_missed_by_an_anchor_alone(
    file: str, tmp_path: Path
) -> None:
    """The chain that is left holds, and so do books, shoes and log; a head noted elsewhere does not."""
    anchor, cut = tmp_path / "anchor.json", tmp_path / "cut.db"
    anchor.write_text(typed("journal", "show", file, "--json").out)
    assert typed("journal", "verify", file, "--anchor", str(anchor)).status == 0
    cut.write_bytes(Path(file).read_bytes())
    with sqlite3.connect(cut) as connection:
        last = connection.execute("SELECT max(sequence) FROM records WHERE stream = 't1'").fetchone()[0]
        gone = [
            kind
            for (kind,) in connection.execute(
                "SELECT kind FROM records WHERE stream = 't1' AND sequence = ?", (last,)
            )
        ]
        connection.execute("DELETE FROM records WHERE stream = 't1' AND sequence = ?", (last,))
        connection.execute("DELETE FROM keys WHERE stream = 't1' AND last >= ?", (last,))
        connection.execute(
            "UPDATE heads SET sequence = sequence - 1, hash ="
            " (SELECT hash FROM records WHERE stream = 't1' AND sequence = ?) WHERE stream = 't1'",
            (last - 1,),
        )
    connection.close()
    assert gone != ["House"]
    alone = typed("journal", "verify", str(cut))
    assert (alone.status, f"record    {last} of t1" in alone.out) == (1, True), "the log still has it"
    store = open_store(str(cut))
    assert isinstance(store, SqlStore)
    with store.engine.begin() as connection_:
        connection_.exec_driver_sql("DELETE FROM log_leaves WHERE stream = 't1' AND sequence = ?", (last,))
        rows = connection_.exec_driver_sql("SELECT stream, sequence FROM log_leaves ORDER BY position").all()
        connection_.exec_driver_sql("DELETE FROM log_leaves")
        left = [next(store.read(stream, number - 1, number)) for stream, number in rows]
        _, head = store.log.extend(connection_, ("", 0, EMPTY_HEAD.root, ""), left)
        connection_.exec_driver_sql("DELETE FROM heads WHERE stream = ''")
        connection_.exec_driver_sql("INSERT INTO heads VALUES (?, ?, ?, ?)", head_row(head))
        for leaf, (stream, number) in enumerate(rows):
            connection_.exec_driver_sql(
                "UPDATE records SET leaf = ? WHERE stream = ? AND sequence = ?", (leaf, stream, number)
            )
    store.close()
    assert typed("journal", "verify", str(cut)).status == 0
    told = typed("journal", "verify", str(cut), "--anchor", str(anchor))
    assert told.status == 1
    assert f"record    {last} of t1" in told.out
    assert "found     no such record" in told.out


def test_a_file_that_is_no_anchor_is_told(file: str, tmp_path: Path) -> None:
    wrong = tmp_path / "anchor.json"
    wrong.write_text('{"t1": 7}')
    for path, says in ((str(wrong), "this is not an anchor"), (str(tmp_path / "none"), "cannot be read")):
        told = typed("journal", "verify", file, "--anchor", path)
        assert (told.status, "Traceback" in told.err) == (2, False)
        assert says in told.err


def test_streams_and_records_are_shown(file: str) -> None:
    assert "t1" in typed("journal", "show", file).out
    lines = typed("journal", "show", file, "--table", "t1", "--last", "3", "--json").out.splitlines()
    assert [json.loads(line)["table"] for line in lines] == ["t1"] * 3


def test_a_round_is_replayed_with_its_clauses(file: str) -> None:
    told = typed("journal", "replay", file, "t1", "--round", "2")
    assert told.status == 0, told.err
    assert "No more bets (685a.6(c), 685a.7(e))  `close`" in told.out
    rows = json.loads(typed("journal", "replay", file, "t1", "--json").out)
    assert {row["round"] for row in rows} >= {1, 2, 3}


def test_an_export_read_in_again_has_the_same_hashes(file: str, tmp_path: Path) -> None:
    archive, copy = str(tmp_path / "journal.zip"), str(tmp_path / "copy.db")
    assert typed("journal", "export", file, archive).status == 0
    assert typed("journal", "verify", archive).status == 0
    assert typed("journal", "import", archive, copy).status == 0
    assert typed("journal", "verify", copy).status == 0
    first, second = open_store(file), open_store(copy)
    assert first.heads() == second.heads()
    assert list(first.read("t1")) == list(second.read("t1"))
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("verify", "mysql://x"), "'mysql' is not a kind of store"),
        (("verify", "nowhere.db"), "there is no such file"),
        (("verify", "nowhere.zip"), "there is no such file"),
        (("show", "FILE", "--table", "t9"), "the journal has no table 't9'"),
        (("replay", "FILE", "t9"), "the journal has no table 't9'"),
        (("export", "FILE", "nowhere/x.zip"), "cannot be written"),
    ],
)
def test_bad_input_is_a_sentence_and_status_two(words: tuple[str, ...], says: str, file: str) -> None:
    told = typed("journal", *(file if word == "FILE" else word for word in words))
    assert told.status == 2
    assert says in told.err
    assert "Traceback" not in told.err


def test_a_newer_schema_is_refused_with_a_sentence(file: str, tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    newer.write_bytes(Path(file).read_bytes())
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    told = typed("journal", "verify", str(newer))
    assert told.status == 2
    assert "schema is version 9999" in told.err


def test_a_lost_shoe_is_given_up_in_somebodys_name_and_counted(tmp_path: Path) -> None:
    path = str(tmp_path / "journal.db")
    pit = new_pit(open_store(path))
    guest = Guest(pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED))
    guest.sit(1)
    guest.play_round()
    pit.close()
    pit.store.close()
    before = typed("journal", "verify", path)
    assert before.status == 0
    assert re.search(r"every card but \d+ cards of shoes that are still in use", before.out)
    nowhere = tmp_path / "none.key"
    missing = typed("journal", "give-up", path, "t1", "--by", "floor ann", "--key", str(nowhere))
    assert (missing.status, "the key file of the shoes is missing" in missing.err) == (2, True)
    assert not nowhere.exists()
    first = typed("journal", "give-up", path, "t1", "--by", "floor ann", "--key-lost")
    assert first.status == 0, first.err
    assert "floor ann gave the shoe up for lost" in first.out
    again = typed("journal", "give-up", path, "t1", "--by", "floor ann")
    assert "nothing was given up" in again.out
    there = typed("journal", "give-up", path, "t1", "--by", "floor ann", "--key-lost")
    assert (there.status, "the key is not lost" in there.err) == (2, True)
    found = typed("journal", "verify", path)
    assert found.status == 1
    assert "does NOT prove what it must" in found.out
    assert "shoe 1 of t1, given up by floor ann" in found.out
    data = json.loads(typed("journal", "verify", path, "--json").out)
    assert (data["holds"], data["fault"], data["lost_shoes"][0]["shoe"]) == (False, None, 1)
    assert data["lost_shoes"][0]["cards"] > 3
    unknown = typed("journal", "give-up", path, "t9", "--by", "floor ann")
    assert (unknown.status, "the journal has no table 't9'" in unknown.err) == (2, True)


def test_an_emptied_journal_does_not_hold(file: str, tmp_path: Path) -> None:
    """Nothing in it is wrong, but there is nothing in it."""
    emptied, archive = tmp_path / "emptied.db", tmp_path / "emptied.zip"
    emptied.write_bytes(Path(file).read_bytes())
    with sqlite3.connect(emptied) as connection:
        for table in ("records", "keys", "snapshots", "secrets"):
            connection.execute(f"DELETE FROM {table}")
        connection.execute("DELETE FROM heads WHERE stream != ''")
    connection.close()
    assert typed("journal", "export", str(emptied), str(archive)).status == 0
    for path in (emptied, archive):
        done = typed("journal", "verify", str(path))
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"pitboss: {path}: there is nothing to verify: it has no records.")


@pytest.mark.parametrize("line", [0, 1, 2, -1])
def test_an_altered_notation_does_not_hold(line: int, file: str, tmp_path: Path) -> None:
    """Remarks and rounds alike: whoever reads an archive without us reads the notation."""
    archive = str(tmp_path / "journal.zip")
    assert typed("journal", "export", file, archive).status == 0
    with zipfile.ZipFile(archive) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    lines = parts["notation/t1.txt"].decode().splitlines(keepends=True)
    lines[line] = lines[line].replace("t", "x", 1)
    for altered in (lines, lines[:-1], [*lines, "p1:bet@1=ante,1000\n"]):
        with zipfile.ZipFile(archive, "w") as forged:
            for name, data in (parts | {"notation/t1.txt": "".join(altered).encode()}).items():
                forged.writestr(name, data)
        done = typed("journal", "verify", archive)
        assert done.status == 1
        assert f"{archive} FAILS the check" in done.out
        assert "of its notation" in done.out


@pytest.mark.parametrize("path", sorted(FROZEN.glob("*.zip")), ids=lambda path: path.stem)
def test_archives_of_edition_1_hold_in_the_words_of_edition_1(path: Path) -> None:
    """One has a lost shoe, which is named; nothing else is wrong with any."""
    done = typed("journal", "verify", str(path))
    assert done.status == (1 if path.stem in ("all", "match") else 0), done
    assert ("shoe 2 of match, given up" in done.out) == (done.status == 1)
    assert "FAILS" not in done.out
    assert " 0 records" not in done.out


def test_flipped_bits_of_an_archive_are_told_in_sentences(file: str, tmp_path: Path) -> None:
    archive = tmp_path / "journal.zip"
    assert typed("journal", "export", file, str(archive)).status == 0
    whole, rng = archive.read_bytes(), random.Random(7)
    for _ in range(100):
        data = bytearray(whole)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        archive.write_bytes(data)
        done = typed("journal", "verify", str(archive))
        assert done.status in (0, 1, 2)
        assert done.status == 0 or str(archive) in done.out + done.err


def test_an_export_never_leaves_half_an_archive_nor_replaces_a_device(file: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(Path(file).read_bytes())
    with sqlite3.connect(broken) as connection:
        connection.execute("UPDATE records SET actor = 'p2' WHERE stream = 't1' AND sequence = 9")
    connection.close()
    assert typed("journal", "export", str(broken), str(tmp_path / "out.zip")).status == 2
    assert typed("journal", "export", file, "/dev/null").status == 2
    assert Path("/dev/null").is_char_device()
    assert [path.name for path in tmp_path.iterdir()] == ["broken.db"]
