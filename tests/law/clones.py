"""A document under other names: every clause id, wager id and reading id of a game replaced, nothing else."""

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.games.files import SHELF

Data = dict[str, Any]


class Clone(NamedTuple):
    path: Path
    wagers: Mapping[str, str]
    """The clone's wager ids by the original's."""
    readings: Mapping[str, str]

    def original(self, wager: str) -> str:
        return next((old for old, new in self.wagers.items() if new == wager), wager)


def clone_game(name: str, folder: Path) -> Clone:
    """The game's file and its registers, written into a folder under other names."""
    data = tomllib.loads((SHELF / f"{name}.toml").read_text())
    wagers = {part["id"]: f"stake_{number}" for number, part in enumerate(data["wagers"], 1)}
    named = (*data["readings"], *data.get("notes", {}))
    readings = {id: f"Z{number}" for number, id in enumerate(named, 1)}
    files = {data["register"], *(part["register"] for part in data.get("follows", ()))}
    registers = {file: tomllib.loads((SHELF / file).read_text()) for file in files}
    clauses = {
        clause["id"]: f"Art. {part}-{number}"
        for part, file in enumerate(sorted(registers), 1)
        for number, clause in enumerate(registers[file]["clause"], 1)
    }
    for part, file in enumerate(sorted(registers), 1):
        for number, section in enumerate(registers[file].get("section", ()), 1):
            clauses[section["id"]] = f"Art. {part}.{number}"
    for file, register in registers.items():
        (folder / _file(file)).write_text(toml_text(_register(register, clauses, readings)))
    path = folder / "other-name.toml"
    path.write_text(toml_text(_game(data, clauses, wagers, readings)))
    return Clone(path, wagers, readings)


def _file(name: str) -> str:
    return f"text-{name.rpartition('/')[2]}"


def _register(register: Data, clauses: Mapping[str, str], readings: Mapping[str, str]) -> Data:
    return register | {
        "document": "Code of Elsewhere",
        "clause": [
            part
            | {"id": clauses[part["id"]]}
            | {"readings": [readings.get(id, "Z99") for id in part.get("readings", ())]}
            | ({"refers": [_reference(to, clauses) for to in part["refers"]]} if "refers" in part else {})
            | ({"lifts": [clauses.get(id, id) for id in part["lifts"]]} if "lifts" in part else {})
            | ({"adopts": _file(part["adopts"])} if "adopts" in part else {})
            | {"under": {cause: readings.get(id, "Z99") for cause, id in part.get("under", {}).items()}}
            for part in register["clause"]
        ],
        "section": [part | {"id": clauses[part["id"]]} for part in register.get("section", ())],
    }


def _reference(to: Any, clauses: Mapping[str, str]) -> Any:
    return to | {"to": clauses.get(to["to"], to["to"])} if isinstance(to, dict) else clauses.get(to, to)


def _with_ids(text: str, clauses: Mapping[str, str]) -> str:
    """A text with every clause in it under its other name; the longest id is meant where several fit."""
    pattern = "|".join(re.escape(id) for id in sorted(clauses, key=len, reverse=True))
    return re.sub(pattern, lambda found: clauses[found[0]], text)


def _game(
    data: Data, clauses: Mapping[str, str], wagers: Mapping[str, str], readings: Mapping[str, str]
) -> Data:
    changed = _replaced(data, {"clauses": lambda ids: [clauses.get(id, id) for id in ids]})
    changed |= {
        "game": "other-name",
        "document": "Code of Elsewhere",
        "register": _file(data["register"]),
        "wagers": [part | {"id": wagers[part["id"]]} for part in changed["wagers"]],
        "readings": {readings[id]: part for id, part in changed["readings"].items()},
        "notes": {readings[id]: part for id, part in changed.get("notes", {}).items()},
        "acknowledged": {
            _with_ids(finding, clauses): readings.get(by, by)
            for finding, by in changed.get("acknowledged", {}).items()
        },
        "options": {
            name: part
            | ({"offers": wagers[part["offers"]]} if "offers" in part else {})
            | ({"reading": readings[part["reading"]]} if "reading" in part else {})
            for name, part in changed["options"].items()
        },
        "follows": [
            part | {"register": _file(part["register"]), "reading": readings[part["reading"]]}
            for part in changed.get("follows", ())
        ],
        "published": [part | {"wager": wagers[part["wager"]]} for part in changed.get("published", ())],
    }
    conditions = {
        "when": lambda when: {_condition(key, readings): when[key] for key in when},
        "excludes": lambda others: {readings[id]: choices for id, choices in others.items()},
    }
    replaced: Data = _replaced(changed, conditions)
    return replaced


def _condition(key: str, readings: Mapping[str, str]) -> str:
    head, dot, id = key.partition(".")
    return f"reading.{readings[id]}" if dot and head == "reading" else key


def _replaced(data: Any, by: Mapping[str, Callable[[Any], Any]]) -> Any:
    if isinstance(data, dict):
        return {key: by[key](value) if key in by else _replaced(value, by) for key, value in data.items()}
    return [_replaced(item, by) for item in data] if isinstance(data, list) else data


# ---- TOML, written


def toml_text(data: Data) -> str:
    plain = {
        key: value for key, value in data.items() if not isinstance(value, dict) and not _is_tables(value)
    }
    lines = [f"{_key(key)} = {_value(value)}" for key, value in plain.items()]
    for key, value in data.items():
        if _is_tables(value):
            lines += [line for item in value for line in (f"[[{_key(key)}]]", *_pairs(item))]
        elif isinstance(value, dict):
            lines += _sections(_key(key), value)
    return "\n".join(lines) + "\n"


def _sections(path: str, data: Data) -> list[str]:
    lines = [f"[{path}]", *_pairs({k: v for k, v in data.items() if not isinstance(v, dict)})]
    for key, value in data.items():
        if isinstance(value, dict):
            lines += _sections(f"{path}.{_key(key)}", value)
    return lines


def _pairs(data: Data) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in data.items()]


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def _key(key: str) -> str:
    return json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)
