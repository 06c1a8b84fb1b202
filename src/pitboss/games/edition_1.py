"""Game files of the first edition, read by this one.

The first edition knew a wager by its name, and inferred procedures from the document. Tables opened then keep
its files in their journals, and people keep files of their own; both are brought to today's shape here.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.games.file_schema import condition_holds
from pitboss.games.files import SHELF
from pitboss.games.game import Game

Data = dict[str, Any]

_KINDS: dict[str, Data] = {
    "match_the_dealer": {"kind": "match", "against": "upcard"},
    "up_match": {"kind": "match", "against": "upcard"},
    "down_match": {"kind": "match", "against": "hole card"},
    "bonus": {"kind": "total_bonus"},
    "insurance": {"kind": "insurance"},
    "double_down": {"kind": "double"},
    "split": {"kind": "split"},
    "second_chance": {"kind": "second_chance"},
    "over_23": {"kind": "over"},
    "under_18": {"kind": "under"},
}
"""The wagers of the first edition: their names were their kinds."""
_OFFERED = ("match_the_dealer", "up_match", "down_match", "bonus", "insurance")
"""Options that were the names of wagers."""
_FOLLOWED_FROM_WAGERS = {"match": ("up", "down"), "second_chance": ("offered",), "insurance": ("offered",),
                         "over_under": ("bonus",)}  # fmt: skip


def is_edition_1(data: Data) -> bool:
    """A whole document without a format; a file that only extends another never had one."""
    return "format" not in data and "extends" not in data


def brought_up(data: Data) -> Data:
    """The same file in today's shape."""
    data = _with_kinds(data)
    if not is_edition_1(data):
        return data
    inferred = _inferred().get(str(data.get("game")), {})
    kept = {key: inferred[key] for key in ("register", "follows") if key in inferred and key not in data}
    return (
        data
        | kept
        | {
            "format": 2,
            "family": _family(data),
            "options": _options(data),
            "procedures": _procedures(data, inferred),
            "readings": _readings(data, inferred, kept.get("follows", [])),
        }
    )


@cache
def _inferred() -> Mapping[str, Data]:
    """What the first edition inferred from each of its documents, as it was when it learned to write it down.

    It is not read from today's game files: what those gain later must not change a game that began before.
    """
    inferred: Mapping[str, Data] = json.loads((SHELF / "edition_1.json").read_text())
    return inferred


def _family(data: Data) -> str:
    phases = data.get("phases", [])
    each = any(isinstance(phase, dict) and phase.get("name") == "each_player" for phase in phases)
    return "over_under" if each else "blackjack"


def _with_kinds(data: Data) -> Data:
    wagers, house = data.get("wagers"), data.get("house")
    if isinstance(wagers, list) and any(isinstance(part, dict) and "kind" not in part for part in wagers):
        data = data | {"wagers": [_wager(part) if isinstance(part, dict) else part for part in wagers]}
        if isinstance(house, dict):
            data["house"] = {group: _switches(group, values) for group, values in house.items()}
    return data


def _wager(part: Data) -> Data:
    if "kind" in part:
        return part
    kind = {"kind": "main"} if part.get("main") else _KINDS.get(str(part.get("id")), {})
    return {key: value for key, value in part.items() if key not in ("main", "timing")} | kind


def _switches(group: str, values: Any) -> Any:
    dropped = _FOLLOWED_FROM_WAGERS.get(group, ())
    return (
        {key: value for key, value in values.items() if key not in dropped}
        if isinstance(values, dict)
        else values
    )


def _options(data: Data) -> Data:
    wagers = {part.get("id") for part in data.get("wagers", []) if isinstance(part, dict)}
    return {
        name: part | {"offers": name}
        if name in _OFFERED and name in wagers and isinstance(part, dict)
        else part
        for name, part in data.get("options", {}).items()
    }


def _procedures(data: Data, inferred: Data) -> Data:
    """What the first edition inferred from the document is an entry of its own now."""
    procedures = {name: dict(part) for name, part in data.get("procedures", {}).items()}
    for name, part in inferred.get("procedures", {}).items():
        if name not in procedures and "amount" not in part:
            procedures[name] = part
        elif part.get("steps"):
            procedures[name]["steps"] = part["steps"]
    return procedures


def _readings(data: Data, inferred: Data, follows: list[Data]) -> Data:
    """Readings that code once asked for by name set a switch now; what is followed has its own reading."""
    readings = dict(data.get("readings", {}))
    new: Data = inferred.get("readings", {})
    for id, part in readings.items():
        choices = new.get(id, {}).get("choices", {})
        if set(choices) == set(part["choices"]) and not any(
            "sets" in choice for choice in part["choices"].values()
        ):
            readings[id] = part | {
                "choices": {
                    name: choice | {key: value for key, value in choices[name].items() if key == "sets"}
                    for name, choice in part["choices"].items()
                }
            }
    return readings | {
        part["reading"]: new[part["reading"]] for part in follows if part["reading"] not in readings
    }


# ---- the hash of the first edition

_HOUSE = {
    "dealer": 6, "push": 8, "blackjack": 5, "player": 3, "double": 4, "split": 4, "insurance": 3,
    "surrender": 2, "second_chance": 4, "match": 5, "over_under": 6, "limits": 6, "floor": 3,
}  # fmt: skip
"""Switches that each group had then; later ones come after these."""
_WAGER = {"main": False, "required": False, "limits": [], "odds": [], "pay_table": None, "when": {}}


def sha256_of(raw: Data, game: Game) -> str:
    """The hash that the first edition gave this game; `raw` is its file as it was written."""
    facts = game.option_values | {f"reading.{id}": choice for id, choice in game.reading_choices.items()}
    content = {
        "game": game.id,
        "document": game.document,
        "options": game.option_values,
        "readings": {
            id: choice for id, choice in game.reading_choices.items() if id in raw.get("readings", {})
        },
        "odds": {name: rate.odds for name, rate in game.odds.items()},
        "pay_tables": {name: dict(table.rows) for name, table in game.pay_tables.items()},
        "phases": [phase.name for phase in game.phases],
        "wagers": [_WAGER | part for part in raw["wagers"] if condition_holds(part.get("when", {}), facts)],
        "procedures": {
            name: part.get("amount")
            for name, part in raw.get("procedures", {}).items()
            if condition_holds(part.get("when", {}), facts)
        },
        "house": _house(game),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _house(game: Game) -> list[Any]:
    house = game.house
    groups: Mapping[str, tuple[Any, ...]] = house._asdict()
    return [house.decks, house.min_chip_cents, *(groups[name][:width] for name, width in _HOUSE.items())]
