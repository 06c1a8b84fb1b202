"""Small changes to the values of a game file that carry a sentence.

Odds or a row of a pay table are raised, a permitted number of decks is left out, a step or a procedure is
forgotten, two phases are swapped, another reading is taken. An entry names the sentences that it carries; a
change to it is held against them, and a test named after one of them must catch it. What the loader refuses
is no mutant.
"""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.errors import BadChoice, BadGame
from pitboss.games import files
from pitboss.games.files import Source, find_book, known_games
from pitboss.games.load import load_game

Steps = tuple[str | int, ...]
GONE = "nothing"


class FileMutant(NamedTuple):
    """One change to one game file."""

    game: str
    path: Steps
    new: Any
    says: str
    clauses: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"games/{self.game}.toml {self.says}"


@cache
def data_of(game: str) -> dict[str, Any]:
    return find_book(game).document.data


def file_mutants(game: str) -> Iterator[FileMutant]:
    """Every change to a game file, also those that the loader refuses."""
    found = (*_in_tables(game), *_in_lists(game), *_switches(game))
    yield from {mutant.id: mutant for mutant in found}.values()


def loads(mutant: FileMutant) -> bool:
    with applied_data(mutant):
        try:
            load_game(mutant.game)
        except (BadGame, BadChoice):
            return False
    return True


def changed_data(mutant: FileMutant) -> dict[str, Any]:
    data = copy.deepcopy(data_of(mutant.game))
    part: Any = data
    for step in mutant.path[:-1]:
        part = part[step]
    if mutant.new == GONE:
        del part[mutant.path[-1]]
    else:
        part[mutant.path[-1]] = mutant.new
    return data


@contextmanager
def applied_data(mutant: FileMutant) -> Iterator[None]:
    """While this lasts the game's file says something else."""
    read = files._read
    data = changed_data(mutant)

    def changed(path: Path) -> Source:
        source = read(path)
        return Source(source.label, data, source.text) if path.stem == mutant.game else source

    files._read = changed
    try:
        yield
    finally:
        files._read = read


# ---- entries under a name


def _in_tables(game: str) -> Iterator[FileMutant]:
    data = data_of(game)
    for section, changes in TABLES.items():
        for name, part in data.get(section, {}).items():
            for key, new in changes(name, part):
                path: Steps = (section, name, key) if key else (section, name)
                yield _mutant(game, path, new, part["clauses"])
    for name, tables in data.get("pay_tables", {}).items():
        for number, part in enumerate(tables):
            for row, pays in part["rows"].items():
                path = ("pay_tables", name, number, "rows", row)
                yield _mutant(game, path, _raised(pays), part.get("clauses", ()))


def _mutant(game: str, path: Steps, new: Any, clauses: Any) -> FileMutant:
    old: Any = data_of(game)
    for step in path:
        old = old[step]
    was = "" if isinstance(old, dict) else f" {old}"
    return FileMutant(game, path, new, f"{_place(game, path)}:{was} → {new}", tuple(clauses))


def _place(game: str, path: Steps) -> str:
    """A part of a list by its name instead of its number."""
    words, part = [], data_of(game)
    for step in path:
        part = part[step]  # type: ignore[index]
        words.append(str(_label(part) or step) if isinstance(step, int) else step)
    return ".".join(words)


def _label(part: Any) -> str:
    label = next((part[key] for key in ("id", "name", "item", "what", "text", "when") if key in part), "")
    return str(label)


def _options(name: str, part: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Another default, a permitted value left out, one more permitted."""
    allowed, default = part["allowed"], part["default"]
    if isinstance(allowed, dict):
        if not name.endswith("_cents"):  # what the house likes to take is no law
            yield "allowed", {**allowed, "to": allowed["to"] + 1}
            yield "allowed", {**allowed, "from": allowed["from"] - 1}
        return
    if "reading" not in part:
        yield from (("default", value) for value in allowed[:2] if value != default)
    yield from (
        ("allowed", [one for one in allowed if one != value]) for value in allowed if value != default
    )
    yield from (("allowed", [*allowed, value]) for value in _elsewhere(name) if value not in allowed)


@cache
def _elsewhere(name: str) -> tuple[Any, ...]:
    """What other games permit for an option, and a number just above."""
    found = [data_of(game)["options"].get(name, {}).get("allowed", []) for game in known_games()]
    values = [value for allowed in found if isinstance(allowed, list) for value in allowed]
    numbers = [value for value in values if type(value) is int]
    return tuple(dict.fromkeys([*values[:6], *([max(numbers) + 1] if numbers else [])]))


def _odds(_: str, part: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "pays", _raised(part["pays"])


def _raised(pays: str) -> str:
    pay, _, to = pays.partition(":")
    return f"{int(pay) + 1}:{to}" if pay.isdigit() else "1:1"


def _readings(_: str, part: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for choice, other in part["choices"].items():
        if choice != part["default"] and other.get("sets"):
            yield "default", choice


def _procedures(_: str, part: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    yield "", GONE
    if "amount" in part:
        yield "amount", part["amount"] + 1
        yield "amount", part["amount"] - 1
    steps = part.get("steps", [])
    for number in range(len(steps)):
        yield "steps", [*steps[:number], *steps[number + 1 :]]
    for number in range(len(steps) - 1):
        yield "steps", [*steps[:number], steps[number + 1], steps[number], *steps[number + 2 :]]


TABLES = {"options": _options, "odds": _odds, "readings": _readings, "procedures": _procedures}


# ---- entries of a list


def _in_lists(game: str) -> Iterator[FileMutant]:
    data = data_of(game)
    for section in ("requires", "wagers", "layout", "equipment", "inscriptions", "phases"):
        for number, part in enumerate(data.get(section, [])):
            yield _mutant(game, (section, number), GONE, part["clauses"])
    for number, part in enumerate(data.get("inscriptions", [])):
        if (text := _other_text(part["text"])) != part["text"]:
            yield _mutant(game, ("inscriptions", number, "text"), text, part["clauses"])
    for number, part in enumerate(data["wagers"]):
        if "against" in part:
            other = "upcard" if part["against"] == "hole card" else "hole card"
            yield _mutant(game, ("wagers", number, "against"), other, part["clauses"])
    yield from _swapped_phases(game)


def _other_text(text: str) -> str:
    """The first digit is another."""
    digit = next((letter for letter in text if letter.isdigit()), "")
    return text.replace(digit, str((int(digit) + 1) % 10), 1) if digit else text


def _swapped_phases(game: str) -> Iterator[FileMutant]:
    phases = data_of(game)["phases"]
    for number in range(len(phases) - 1):
        first, second = phases[number : number + 2]
        new = [*phases[:number], second, first, *phases[number + 2 :]]
        says = f"phases: {first['name']}, {second['name']} → {second['name']}, {first['name']}"
        yield FileMutant(game, ("phases",), new, says, (*first["clauses"], *second["clauses"]))


def _switches(game: str) -> Iterator[FileMutant]:
    """Switches of the house that the document fixes; where they show at the table says whose they are."""
    for group, switches in data_of(game).get("house", {}).items():
        for name, value in switches.items():
            if isinstance(value, bool):
                yield _mutant(game, ("house", group, name), not value, ())
