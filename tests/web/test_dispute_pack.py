"""The dispute pack as whoever gets it uses it: read, checked by its own program and against the journal."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest

from pitboss.journal.anchor import check_anchor, read_anchor
from pitboss.journal.records import Draft, Head, append_to, line_of, parse_line
from pitboss.table.notation import parse_round
from pitboss.web.roles import AccountRole
from tests.waiting import PATIENCE_S
from tests.web.house import build_house
from tests.web.test_replay import Scene

NUMBER = 3


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with build_house(tmp_path_factory.mktemp("evidence")) as house:
        yield Scene(house)


@pytest.fixture
def folder(scene: Scene, tmp_path: Path) -> Path:
    regulator = scene.house.person(AccountRole.REGULATOR)
    answer = regulator.http.get(f"/api/v1/tables/{scene.table}/rounds/{NUMBER}/pack")
    assert answer.headers["content-type"] == "application/zip"
    assert f"round-{NUMBER}.zip" in answer.headers["content-disposition"]
    with zipfile.ZipFile(BytesIO(answer.content)) as archive:
        archive.extractall(tmp_path)
    return tmp_path


def checked(folder: Path) -> subprocess.CompletedProcess[str]:
    return run_in(folder, "check.py")


def run_in(folder: Path, program: str, *files: str) -> subprocess.CompletedProcess[str]:
    """A program of the pack, with nothing but Python."""
    command = [sys.executable, "-I", str(folder / program), *(str(folder / name) for name in files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def test_it_tells_what_was_done_with_clauses_and_by_which_rules(scene: Scene, folder: Path) -> None:
    account = (folder / "account.txt").read_text()
    assert scene.players[0].account.name in account
    assert "The layout is cleared.  (" in account
    game = scene.house.server.tables.find(scene.table).state.terms.game
    rules = (folder / "rules.txt").read_text()
    assert game.sha256 in rules
    assert "Decks: 1" in rules
    assert game.sha256 in (folder / "README.txt").read_text()
    assert len(parse_round((folder / "notation.txt").read_text())) > 8


def test_its_own_program_finds_the_records_whole(folder: Path) -> None:
    done = checked(folder)
    assert done.returncode == 0, done.stderr
    (head,) = json.loads((folder / "anchor.json").read_text())
    assert done.stdout.split() == [*done.stdout.split()[:-1], head["hash"]]


@pytest.mark.parametrize("change", ["payload", "order", "end", "anchor"])
def test_its_own_program_finds_any_change(folder: Path, change: str) -> None:
    records = folder / "records.jsonl"
    lines = records.read_text().splitlines(keepends=True)
    if change == "payload":
        lines[1] = lines[1].replace('"actor":"', '"actor":"x', 1)
    elif change == "order":
        lines[0], lines[1] = lines[1], lines[0]
    elif change == "end":
        lines.pop()
    else:
        (folder / "anchor.json").write_text(
            (folder / "anchor.json").read_text().replace('hash": "', 'hash": "0', 1)
        )
    records.write_text("".join(lines))
    done = checked(folder)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr


def rewritten(folder: Path, payload: str) -> None:
    """The first record with another payload, alone in the pack, its hash made anew."""
    line = (folder / "records.jsonl").read_text(encoding="utf-8").split("\n")[0]
    first = parse_line(line)
    assert first is not None
    draft = Draft(first.table, first.time, first.actor, first.kind, payload)
    record = append_to(Head(first.sequence - 1, first.previous), draft)
    (folder / "records.jsonl").write_text(line_of(record) + "\n", encoding="utf-8")
    head = {"table": record.table, "sequence": record.sequence, "hash": record.hash}
    (folder / "anchor.json").write_text(json.dumps([head]))


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "é"])
def test_its_own_program_ends_lines_where_the_journal_does(folder: Path, letter: str) -> None:
    """A name may hold a letter at which Python, and nobody else, ends a line."""
    told = letter if letter.isprintable() or ord(letter) > 31 else f"\\u{ord(letter):04x}"
    rewritten(folder, '{"why":"' + told + '"}')
    done = checked(folder)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["records.jsonl", "anchor.json"])
@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]\n",
        b"null\n",
        b"\xff\n",
        b'{"hash":1}\n',
        b"[" * 99_999,
        b'[{"hash":{}}]\n',
        b"\x1b[2J\n",
    ],
    ids=range(9),
)
def test_its_own_program_says_what_it_cannot_read(folder: Path, name: str, text: bytes) -> None:
    (folder / name).write_bytes(text)
    done = checked(folder)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "\x1b" not in done.stderr


def test_the_journal_still_holds_what_the_pack_says(scene: Scene, folder: Path) -> None:
    noted = read_anchor(str(folder / "anchor.json"))
    assert noted[0].table == scene.table
    check_anchor(scene.house.server.tables.pit.store, noted)


def test_the_shoe_of_the_round_is_in_it_with_its_promise(folder: Path) -> None:
    """One deck is shuffled often: of all the table's shoes only those dealt from in this round."""
    shoes = json.loads((folder / "shoes.json").read_text())
    assert 1 <= len(shoes) <= 2
    assert all(shoe["shown"] for shoe in shoes)
    done = run_in(folder, "shoe_check.py", "shoes.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("holds") == len(shoes)


def test_the_shoe_s_own_program_finds_a_card_that_was_not_there(folder: Path) -> None:
    shoes = json.loads((folder / "shoes.json").read_text())
    card = shoes[0]["shown"][0]
    card["card"] = "2c" if card["card"] != "2c" else "3c"
    (folder / "shoes.json").write_text(json.dumps(shoes))
    done = run_in(folder, "shoe_check.py", "shoes.json")
    assert (done.returncode, done.stdout) == (1, "")
    assert f"card {card['place']} was" in done.stderr


@pytest.mark.parametrize(("role", "offered"), [(AccountRole.REGULATOR, True), (AccountRole.PLAYER, False)])
def test_the_replay_offers_it_to_those_who_rule_on_disputes(
    scene: Scene, role: AccountRole, offered: bool
) -> None:
    page = scene.house.person(role).http.get(f"/tables/{scene.table}/replay").text
    assert ('id="as-pack"' in page) == offered
