"""Evidence: every sentence of a document with what carries it out and the tests named after it."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from pitboss.games.citations import finest_first
from pitboss.games.files import SHELF, find_book, known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.registers import Clause, Register
from pitboss.rules.mechanism import all_mechanisms

TESTS = "register/tests.json"
"""Which tests are named after which sentence, for an installation too; `make golden` writes it."""


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
        return not (self.tests and any(evidence.room == self.clause.room for evidence in self.code))


@cache
def known_registers() -> tuple[Register, ...]:
    """The registers of the known games, each once."""
    registers = {game.register.document: game.register for game in map(load_game, known_games())}
    return tuple(register for register in registers.values() if register.clauses)


def all_clauses() -> tuple[Clause, ...]:
    return tuple(clause for register in known_registers() for clause in register.clauses)


def find_entries(registers: Iterable[Register]) -> list[Entry]:
    """These registers with their evidence, in the order of the texts."""
    places = _places()
    cited = _cited_by_files()
    tests = named_tests()
    return [
        Entry(clause, (*_code(clause, places), *cited.get(clause.id, ())), tuple(tests.get(clause.id, ())))
        for register in registers
        for clause in register.clauses
    ]


def _places() -> dict[str, list[Evidence]]:
    """Where each mechanism is carried out."""
    places: dict[str, list[Evidence]] = {}
    for mechanism in all_mechanisms():
        for id in mechanism.ids:
            places.setdefault(id, []).append(Evidence(mechanism.room, mechanism.place))
    return places


def _code(clause: Clause, places: dict[str, list[Evidence]]) -> Iterable[Evidence]:
    carried_out = (
        place
        for cause in (*clause.decides, *clause.governs)
        for place in next((places[step] for step in finest_first(cause) if step in places), [])
    )
    return dict.fromkeys(carried_out)


@cache
def _cited_by_files() -> dict[str, list[Evidence]]:
    citing: dict[str, list[Evidence]] = {}
    for name in known_games():
        for place, clauses in data_citations(find_book(name).document.data):
            for clause in clauses:
                citing.setdefault(clause, []).append(Evidence("games", f"games/{name}.toml {place}"))
    return citing


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


@cache
def named_tests() -> dict[str, list[str]]:
    """The tests named after each sentence."""
    tests: dict[str, list[str]] = json.loads((SHELF / TESTS).read_text())
    return tests


def entries_of(game: Game) -> list[Entry]:
    """The register of a game's own document."""
    return find_entries([game.register])
