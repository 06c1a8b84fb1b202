"""A register: every sentence of a document, in our words, with the mechanisms it decides or governs."""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from pitboss.errors import BadGame, Fault

CLASSES = ("executable", "physical", "informational")
ROOMS = ("rules", "games", "table", "paper")
KEYS = frozenset(
    {"id", "says", "class", "room", "readings", "slip", "decides", "governs", "in_force", "at", "text_sha256",
     "refers", "terms"}
)  # fmt: skip


@dataclass(frozen=True)
class Clause:
    """One sentence."""

    id: str
    document: str
    says: str
    kind: str
    room: str
    """Who carries it out; empty when nobody in the software does."""
    readings: tuple[str, ...]
    slip: str
    decides: tuple[str, ...]
    """Mechanisms, or outcomes of them, for which this is the sentence to cite."""
    governs: tuple[str, ...]
    """Mechanisms that it shapes without being the one to cite."""
    in_force: tuple[str, str]
    """The first and the last day, as ISO dates; empty where the document names none."""

    def is_in_force(self, day: str) -> bool:
        first, last = self.in_force
        return not day or ((not first or first <= day) and (not last or day <= last))


@dataclass(frozen=True)
class Register:
    document: str
    title: str
    clauses: tuple[Clause, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def deciding(self) -> Mapping[str, str]:
        """The sentence that decides each mechanism or outcome."""
        return {cause: clause.id for clause in reversed(self.clauses) for cause in clause.decides}

    def governing(self, mechanisms: Iterable[str]) -> tuple[str, ...]:
        """Every sentence that decides or shapes one of these mechanisms, in the order of the text."""
        wanted = set(mechanisms)
        return tuple(
            clause.id
            for clause in self.clauses
            if any(cause.partition("/")[0] in wanted for cause in (*clause.decides, *clause.governs))
        )


EMPTY = Register("", "", ())


@lru_cache(maxsize=64)
def parse_register(text: str, label: str) -> Register:
    """The register that a file's text makes; every fault of it at once."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadGame([Fault(label, f"is not TOML: {error}.")]) from error
    parts = data.get("clause", [])
    faults = list(_faults(data, parts, label))
    if faults:
        raise BadGame(faults)
    days = _days(data, ("", ""))
    clauses = tuple(_clause(data["document"], part, days) for part in parts)
    return Register(data["document"], data.get("title", ""), clauses)


def _faults(data: Mapping[str, Any], parts: Any, label: str) -> Iterable[Fault]:
    if not isinstance(data.get("document"), str):
        yield Fault(label, "must say which document it registers.", 'document = "…"')
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        yield Fault(label, "has no sentences.", "[[clause]] for each sentence")
        return
    seen: dict[str, str] = {}
    deciding: dict[str, str] = {}
    for number, part in enumerate(parts, 1):
        where = f"{label}, sentence {number} ({part.get('id', 'without id')})"
        yield from _part_faults(part, where)
        if part.get("id") in seen:
            yield Fault(where, f"has the id of {seen[part['id']]}.", "an id of its own for each sentence")
        seen[part.get("id", "")] = f"sentence {number}"
        for cause in part.get("decides", ()):
            if cause in deciding:
                says = f"decides {cause}, which {deciding[cause]} decides already."
                yield Fault(where, says, "one deciding sentence; the others govern")
            deciding[cause] = str(part.get("id"))


def _part_faults(part: Mapping[str, Any], where: str) -> Iterable[Fault]:
    for key in ("id", "says", "class"):
        if not isinstance(part.get(key), str) or not part[key]:
            yield Fault(where, f"has no {key}.")
    if part.get("class") not in (None, "", *CLASSES):
        yield Fault(where, f"has the class {part['class']!r}.", ", ".join(CLASSES))
    if part.get("room", "") not in ("", *ROOMS):
        yield Fault(where, f"has the room {part['room']!r}.", ", ".join(ROOMS))
    for key in ("readings", "decides", "governs"):
        value = part.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            yield Fault(where, f"{key} must be a list of names.")
    for key in sorted(set(part) - KEYS):
        yield Fault(where, f"{key} is not something a sentence says.", ", ".join(sorted(KEYS)))


def _days(part: Mapping[str, Any], otherwise: tuple[str, str]) -> tuple[str, str]:
    days = part.get("in_force")
    return otherwise if days is None else (str(days.get("from", "")), str(days.get("to", "")))


def _clause(document: str, part: Mapping[str, Any], days: tuple[str, str]) -> Clause:
    return Clause(
        id=part["id"],
        document=document,
        says=part["says"],
        kind=part["class"],
        room=part.get("room", ""),
        readings=tuple(part.get("readings", ())),
        slip=part.get("slip", ""),
        decides=tuple(part.get("decides", ())),
        governs=tuple(part.get("governs", ())),
        in_force=_days(part, days),
    )


def in_force(register: Register, day: str) -> Register:
    """The register with only the sentences that hold on this day."""
    return Register(
        register.document, register.title, tuple(part for part in register.clauses if part.is_in_force(day))
    )
