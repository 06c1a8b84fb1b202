"""One vocabulary for all games: options, phases and procedures, with what people call them.

The words themselves stand in vocabulary.toml. What a document allows is narrower and stands in its game file.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.rules.house import Odds
from pitboss.rules.stakes import MAX_STAKE_CENTS

Value = int | bool | str

MAX_ODDS = 1_000
_WHOLE = re.compile("-?[0-9]{1,18}")
_DOLLARS = re.compile(r"\$([0-9][0-9,]{0,14})(?:\.([0-9]{1,2}))?")


class Bounds(NamedTuple):
    lowest: int
    highest: int


@dataclass(frozen=True)
class Option:
    """A choice by name: a set of words, a yes or no, a number in bounds, or odds."""

    name: str
    label: str
    says: str
    domain: tuple[Value, ...] | Bounds | type[Odds]
    tell: Callable[[Value], str] = str
    """The value as people say it."""

    @property
    def typed(self) -> str:
        """The name as a person types it."""
        return typed(self.name)

    def parse(self, text: str) -> Value:
        """The value that a person typed; text that is none of this option's kind stays text."""
        if self.domain == YES_NO:
            return _YES_NO_WORDS.get(text.lower(), text)
        if self.tell is tell_cents and (dollars := _DOLLARS.fullmatch(text)):
            return int(dollars[1].replace(",", "")) * 100 + int((dollars[2] or "").ljust(2, "0"))
        if isinstance(self.domain, Bounds):
            return int(text) if _WHOLE.fullmatch(text) else text
        if isinstance(self.domain, tuple):
            return next((value for value in self.domain if text in (value, typed(str(value)))), text)
        return text

    def accepts(self, value: object) -> bool:
        """Can the software play this value at all, whatever a document says?"""
        if isinstance(self.domain, Bounds):
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and self.domain.lowest <= int(str(value)) <= self.domain.highest
        if isinstance(self.domain, tuple):
            return any(value == known and type(value) is type(known) for known in self.domain)
        return isinstance(value, str) and parse_odds(value) is not None

    @property
    def allowed(self) -> str:
        if isinstance(self.domain, Bounds):
            return f"{self.tell(self.domain.lowest)} to {self.tell(self.domain.highest)}"
        if isinstance(self.domain, tuple):
            return tell_values(self, self.domain)
        return 'odds such as "3:2"'


def typed(name: str) -> str:
    """A name of ours as a person types it: with hyphens."""
    return name.replace("_", "-")


def tell_name(name: str) -> str:
    """A name that only a game file uses, such as a row of a pay table, as words."""
    return name.replace("_", " ")


def tell_values(option: Option, values: tuple[Value, ...] | list[Any]) -> str:
    """Values to choose from; where the word to type is not what people say, it comes first."""
    told = []
    for value in values:
        said, word = option.tell(value), typed(str(value))
        told.append(f"{word} ({said})" if isinstance(value, str) and said != word else said)
    return ", ".join(told)


def parse_odds(text: str) -> Odds | None:
    """`3:2` or `3 to 2`; None when it is neither."""
    pays, colon, to = text.replace(" to ", ":").partition(":")
    if not (colon and pays.strip().isdecimal() and to.strip().isdecimal()):
        return None
    odds = Odds(int(pays), int(to))
    return odds if 0 <= odds.pays <= MAX_ODDS and 1 <= odds.to <= MAX_ODDS else None


def tell_odds(odds: Odds) -> str:
    return f"{odds.pays} to {odds.to}"


def tell_cents(value: Value) -> str:
    cents, sign = abs(int(value)), "−" if int(value) < 0 else ""
    return f"{sign}${cents // 100:,}" if cents % 100 == 0 else f"{sign}${cents / 100:,.2f}"


def tell_yes_no(value: Value) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


YES_NO = (True, False)
_YES_NO_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
CENTS = Bounds(1, MAX_STAKE_CENTS)


class Procedure(NamedTuple):
    label: str
    value: str
    """`none`, `amount` or `steps`."""


class Fact(NamedTuple):
    """Something that is so in a round, with which a register says when a sentence applies."""

    label: str = ""
    """What a number counts; empty for a fact that is true or not."""
    yes: str = ""
    no: str = ""
    choice: bool = False
    """The player makes it so."""

    @property
    def is_number(self) -> bool:
        return bool(self.label)


def _option(name: str, part: Mapping[str, Any]) -> Option:
    words: Mapping[str, str] = part.get("values", {})
    domain, tell = _DOMAINS[part["kind"]](part), _TELLS.get(part["kind"], str)
    return Option(
        name, part["label"], part["says"], domain, (lambda v: words.get(str(v), str(v))) if words else tell
    )


_DOMAINS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "number": lambda part: Bounds(part["from"], part["to"]),
    "cents": lambda _: CENTS,
    "yes_no": lambda _: YES_NO,
    "odds": lambda _: Odds,
    "words": lambda part: tuple(part["values"]),
}
_TELLS: dict[str, Callable[[Value], str]] = {"cents": tell_cents, "yes_no": tell_yes_no}

_WORDS = tomllib.loads((Path(__file__).parent / "vocabulary.toml").read_text())

OPTIONS = {name: _option(name, part) for name, part in _WORDS["options"].items()}
"""Options of the vocabulary; that a wager is offered is an option too, named by its game."""
PHASES: dict[str, str] = _WORDS["phases"]
"""Every phase of a round that some document has, with its label."""
IRREGULARITIES: dict[str, str] = _WORDS["irregularities"]
"""What the floor calls each irregularity, by its mechanism."""
PROCEDURES = {name: Procedure(**part) for name, part in _WORDS["procedures"].items()}
FACTS = {name: Fact(**part) for name, part in _WORDS["facts"].items()}
DECISIONS: dict[str, str] = _WORDS["decisions"]
"""What somebody decides in a round or before it, as a noun."""
MISTAKES: dict[str, str] = _WORDS["mistakes"]
"""What goes wrong at a table in ways that depend on the cards, as a noun."""
EXACTNESS: dict[str, dict[str, str]] = _WORDS["exactness"]
"""How a figure was found: its mark, and what the mark means."""
RANDOMNESS: dict[str, dict[str, str]] = _WORDS["randomness"]
"""Standards for dealt cards: their names, where they are written, and how sure a test must be."""


def offering(name: str, wager: str) -> Option:
    """The option that a wager is offered."""
    label = f"{wager[:1].upper()}{wager[1:]} offered"
    return Option(name, label, f"whether the {wager} is offered", YES_NO, tell_yes_no)
