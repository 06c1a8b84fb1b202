"""Code that is changed as later code will be still recovers and verifies every frozen journal.

The package is copied and changed on disk: one more switch, off by default, and every citation corrected. A
program that runs the copy then reads the frozen database.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pitboss
from tests.frozen.databases import FOLDER, unpack_sqlite

ANSWERS: dict[str, Any] = json.loads((FOLDER / "answers.json").read_text())
SOURCES = Path(pitboss.__file__).parent
READ = """
import json, sys
import pitboss
from pitboss.desk.payloads import events_of
from pitboss.desk.recovery import recover
from pitboss.desk.verify import verify_store
from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.journal.open_store import open_store
from pitboss.table.act_registry import because

store = open_store(sys.argv[1])
result = verify_store(store)
desks = {table: recover(store, table)[0] for table in store.heads() if table != "cage"}
print(json.dumps({
    "package": pitboss.__file__,
    "fault": result.fault and str(result.fault),
    "counts": [result.streams, result.records, result.rounds],
    "balances": {table: dict(sorted(desk.ledger.balances.items())) for table, desk in desks.items()},
    "house": {table: desk.state.house.floor._asdict() for table, desk in desks.items()},
    "cites": {table: because(desk.state, "procedure.burn")["clause"] for table, desk in desks.items()},
    "rules": {name: load_game(name).sha256 for name in known_games()},
    "recorded": {table: desk.rules for table, desk in desks.items()},
}))
"""

ELSEWHERE = """
[[clause]]
id = "{document} elsewhere"
says = "A card is burned."
class = "executable"
room = "table"
decides = ["procedure.burn"]
"""


def read_frozen(package: Path, folder: Path) -> dict[str, Any]:
    """What a program that runs this package says of the frozen database."""
    program = subprocess.run(
        [sys.executable, "-c", READ, unpack_sqlite(folder)],
        env={"PYTHONPATH": str(package.parent), "PATH": ""},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert program.returncode == 0, program.stderr
    read: dict[str, Any] = json.loads(program.stdout)
    assert Path(read.pop("package")).parent == package
    return read


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return read_frozen(SOURCES, tmp_path_factory.mktemp("today"))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, to be changed."""
    copy = tmp_path / "later" / "pitboss"
    shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    return copy


def edit(file: Path, pattern: str, replacement: str) -> None:
    text, count = re.subn(pattern, replacement, file.read_text(), flags=re.DOTALL | re.MULTILINE)
    assert count > 0, f"{file.name} has nothing like {pattern}"
    file.write_text(text)


def test_the_code_of_today_reads_the_frozen_database(today: dict[str, Any]) -> None:
    verdict = ANSWERS["verdict"]
    assert today["fault"] is None
    assert today["counts"] == [verdict["streams"], verdict["records"], verdict["rounds"]]


def test_a_new_switch_that_is_off_leaves_every_journal_as_it_was(
    package: Path, today: dict[str, Any], tmp_path: Path
) -> None:
    edit(
        package / "rules" / "house.py",
        r"(class FloorHouse\(NamedTuple\):\n.*?)(\n\n\n)",
        r"\1\n    rings_a_bell: bool\2",
    )
    edit(
        package / "games" / "switches.py",
        r"floor=FloorHouse\(([^)]*)\)",
        r"floor=FloorHouse(\1rings_a_bell=False)",
    )
    later = read_frozen(package, tmp_path)
    assert all(house.pop("rings_a_bell") is False for house in later["house"].values())
    assert later == today


def test_corrected_citations_leave_every_journal_as_it_was(
    package: Path, today: dict[str, Any], tmp_path: Path
) -> None:
    for register in (package / "games" / "register").glob("*.toml"):
        edit(register, r'^id = "(.*?)"', r'id = "\1 corrected"')
    later = read_frozen(package, tmp_path)
    assert all(" corrected" in clause for clause in later.pop("cites").values())
    assert later == {name: value for name, value in today.items() if name != "cites"}


def test_a_citation_that_moves_to_another_sentence_leaves_every_journal_as_it_was(
    package: Path, today: dict[str, Any], tmp_path: Path
) -> None:
    """The sentence that decided the burn does so no longer, and another does instead."""
    for register in (package / "games" / "register").glob("*.toml"):
        text = register.read_text()
        document = re.search(r'^document = "(.*)"', text, re.MULTILINE)
        if document is not None and '"procedure.burn"' in text:
            without = re.sub(r'"procedure\.burn"\s*,?\s*', "", text, count=1)
            register.write_text(without + ELSEWHERE.format(document=document[1]))
    later = read_frozen(package, tmp_path)
    assert any(" elsewhere" in clause for clause in later.pop("cites").values())
    assert later == {name: value for name, value in today.items() if name != "cites"}
