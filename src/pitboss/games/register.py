"""The clause register: every sentence of the five texts, what enforces it, and what tests it."""

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.games.files import SHELF, known_games
from pitboss.games.game import Game
from pitboss.rules.mechanism import all_rules

DOCUMENTS = {"685a": "685a", "673a": "673a", "686a": "686a", "DU-RoP": "du-rop", "NH": "nh"}
"""Documents by how they are cited, and the file that registers each."""

CLASSES = ("executable", "physical", "informational")
ROOMS = ("rules", "games", "table", "paper")


@dataclass(frozen=True)
class Clause:
    id: str
    document: str
    says: str
    kind: str
    room: str
    """Who decides it; empty when nobody in the software does."""
    readings: tuple[str, ...]
    slip: str


@dataclass(frozen=True)
class Evidence:
    room: str
    place: str


@dataclass(frozen=True)
class Entry:
    """A clause with what carries it out and what would fail if it were altered."""

    clause: Clause
    code: tuple[Evidence, ...]
    tests: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        """Executable, and not yet carried out in its own room with a test named by it."""
        if self.clause.kind != "executable":
            return False
        return not (self.tests and any(found.room == self.clause.room for found in self.code))


@cache
def clauses_of(document: str) -> tuple[Clause, ...]:
    path = SHELF / "register" / f"{DOCUMENTS[document]}.toml"
    return tuple(_clause(document, part) for part in tomllib.loads(path.read_text())["clause"])


def all_clauses() -> tuple[Clause, ...]:
    return tuple(clause for document in DOCUMENTS for clause in clauses_of(document))


def _clause(document: str, part: dict[str, Any]) -> Clause:
    return Clause(
        id=part["id"],
        document=document,
        says=part["says"],
        kind=part["class"],
        room=part.get("room", ""),
        readings=tuple(part.get("readings", ())),
        slip=part.get("slip", ""),
    )


def find_entries(documents: Iterable[str]) -> list[Entry]:
    """The register of these documents with its evidence, in the order of the texts."""
    code = _code_evidence()
    tests = _tests()
    return [
        Entry(clause, tuple(code.get(clause.id, ())), tuple(tests.get(clause.id, ())))
        for document in documents
        for clause in clauses_of(document)
    ]


def _code_evidence() -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for rule in all_rules():
        for clause in rule.clauses:
            found.setdefault(clause, []).append(Evidence(rule.room, rule.place))
    for name in known_games():
        for place, clauses in data_citations(tomllib.loads((SHELF / f"{name}.toml").read_text())):
            for clause in clauses:
                found.setdefault(clause, []).append(Evidence("games", f"games/{name}.toml {place}"))
    return found


def data_citations(data: Any, path: str = "") -> Iterable[tuple[str, list[str]]]:
    """Every `clauses = […]` in a game file's data, with where it stands."""
    if isinstance(data, dict):
        if "clauses" in data and path:
            yield path, data["clauses"]
        for key, value in data.items():
            yield from data_citations(value, f"{path}.{key}" if path else key)
    elif isinstance(data, list):
        for item in data:
            if isinstance(item, dict):
                label = item.get("name") or item.get("id") or item.get("item") or item.get("what")
                yield from data_citations(item, f"{path} {label}" if label else path)


def tests_folder() -> Path | None:
    """tests/book of a source checkout; None where the package was installed without its tests."""
    folder = SHELF.parents[2] / "tests" / "book"
    return folder if folder.is_dir() else None


@cache
def _tests() -> dict[str, list[str]]:
    folder = tests_folder()
    found: dict[str, list[str]] = {}
    for path in sorted(folder.glob("test_*.py")) if folder else ():
        for function in _test_names(path):
            if clause := clause_of_test(path.stem, function):
                found.setdefault(clause, []).append(f"tests/book/{path.name}::{function}")
    return found


def _test_names(path: Path) -> list[str]:
    tree = ast.parse(path.read_text())
    return [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    ]


def clause_of_test(file: str, function: str) -> str:
    """The clause a test is named by: the longest name of a clause that the test's name begins with.

    A long section has a second file for what is seen at the table.
    """
    known = _test_prefixes()
    words = f"{file.removesuffix('_at_the_table')}::{function}".split("_")
    for length in range(len(words), 0, -1):
        if (prefix := "_".join(words[:length])) in known:
            return known[prefix]
    return ""


@cache
def _test_prefixes() -> dict[str, str]:
    return {test_prefix(clause.id): clause.id for clause in all_clauses()}


def test_prefix(clause: str) -> str:
    """How a test of this clause begins: `685a.7(h)(1)` is `test_685a_7::test_h_1`."""
    section, rest = re.fullmatch(r"(\d+a\.\d+|\S+ [A-Z]\S*(?: \d)?|\S+)(.*)", clause).groups()  # type: ignore[union-attr]
    return f"test_{_slug(section)}::test_{_slug(rest) or 'whole'}"


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def entries_of(game: Game) -> list[Entry]:
    """The register of a game's own document; ordinary blackjack has none."""
    return find_entries([game.document] if game.document in DOCUMENTS else [])
