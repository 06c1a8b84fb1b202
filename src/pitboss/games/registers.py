"""A register: every sentence of a document, in our words, with the mechanisms it decides or governs."""

import difflib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from pitboss.errors import BadGame, Fault
from pitboss.games.statements import KEYS as STATED_KEYS
from pitboss.games.statements import NOTHING, Structure, read_structure
from pitboss.games.toml_text import parse_toml

CLASSES = ("executable", "physical", "informational")
ROOMS = ("rules", "games", "table", "paper")
STATUSES = ("adopted", "proposed")
KEYS = frozenset(
    {"id", "says", "class", "room", "readings", "slip", "decides", "governs", "in_force", "at", "text_sha256",
     "under"}
) | STATED_KEYS  # fmt: skip


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
    states: Structure = field(default=NOTHING, hash=False)
    """What it lays down, in a form that can be proved; nothing where the register does not say."""
    under: tuple[tuple[str, str], ...] = ()
    """What it decides only as a reading understands it: the outcome and the reading."""
    cited_as: str = ""
    """What games of other documents call this one, where its own name would tell a player nothing."""

    @property
    def citation(self) -> str:
        """How games of other documents cite it: `house practice: wagers` instead of the sentence's id."""
        if not self.cited_as:
            return self.id
        return f"{self.cited_as}: {self.id.removeprefix(self.document).strip()}"

    def is_in_force(self, day: str) -> bool:
        first, last = self.in_force
        return not day or ((not first or first <= day) and (not last or day <= last))


@dataclass(frozen=True)
class Register:
    document: str
    title: str
    clauses: tuple[Clause, ...]
    status: str = ""
    """Adopted or only proposed; empty where the document does not say."""
    game: str = ""
    """The name that the document gives its game; empty where the register does not say."""
    sections: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The heading of each section; empty where the register does not say."""

    @cached_property
    def by_id(self) -> Mapping[str, Clause]:
        return {clause.id: clause for clause in self.clauses}

    @cached_property
    def deciding(self) -> Mapping[str, str]:
        """The sentence that decides each mechanism or outcome; of two versions of it, the later one."""
        return {cause: clause.id for clause in self._in_time for cause in clause.decides}

    @cached_property
    def read_under(self) -> Mapping[str, str]:
        """The reading under which that sentence decides; empty where it decides by its own words."""
        return {
            cause: dict(clause.under).get(cause, "") for clause in self._in_time for cause in clause.decides
        }

    @property
    def _in_time(self) -> Sequence[Clause]:
        return sorted(self.clauses, key=lambda clause: clause.in_force[0])

    def governing(self, mechanisms: Iterable[str]) -> tuple[str, ...]:
        """Every sentence that decides or shapes one of these mechanisms, in the order of the text."""
        wanted = set(mechanisms)
        return tuple(
            clause.id
            for clause in self.clauses
            if any(cause.partition("/")[0] in wanted for cause in (*clause.decides, *clause.governs))
        )


EMPTY = Register("", "", ())

MECHANISMS = "mechanisms.toml"
"""Every mechanism of the software with its outcomes; a test keeps the list and the code in step."""


@cache
def known_mechanisms() -> Mapping[str, frozenset[str]]:
    """The outcomes of every mechanism."""
    data = tomllib.loads((Path(__file__).parent / MECHANISMS).read_text())
    return {mechanism: frozenset(outcomes) for mechanism, outcomes in data["mechanisms"].items()}


@cache
def known_causes() -> frozenset[str]:
    """Mechanisms, and outcomes written after a slash."""
    listed = known_mechanisms().items()
    return frozenset(known_mechanisms()) | {
        f"{name}/{outcome}" for name, outcomes in listed for outcome in outcomes
    }


def cause_fault(cause: str, where: str) -> Fault | None:
    """What is wrong with a cause that the software does not have; None when it does."""
    if cause in known_causes():
        return None
    mechanism, _, outcome = cause.partition("/")
    near = ", ".join(difflib.get_close_matches(cause, sorted(known_causes()), n=3, cutoff=0.6))
    if mechanism not in known_mechanisms():
        return Fault(where, f"names {mechanism}, which is not a mechanism of the software.", near)
    outcomes = ", ".join(sorted(known_mechanisms()[mechanism])) or "no outcomes"
    return Fault(where, f"names {outcome}, which is not an outcome of {mechanism}.", near or outcomes)


@lru_cache(maxsize=64)
def parse_register(text: str, label: str) -> Register:
    """The register that a file's text makes; every fault of it at once."""
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise BadGame([Fault(label, f"is not TOML: {error}.")]) from error
    parts = data.get("clause", [])
    faults = list(_faults(data, parts, label))
    if faults:
        raise BadGame(faults)
    days = _days(data, ALWAYS)
    return Register(
        document=data["document"],
        title=data.get("title", ""),
        clauses=tuple(_clause(data, part, days) for part in parts),
        status=data.get("status", ""),
        game=data.get("game", ""),
        sections={part["id"]: part["title"] for part in data.get("section", ())},
    )


def _faults(data: Mapping[str, Any], parts: Any, label: str) -> Iterable[Fault]:
    if not isinstance(data.get("document"), str):
        yield Fault(label, "must say which document it registers.", 'document = "…"')
    if data.get("status", "") not in ("", *STATUSES):
        yield Fault(label, f"has the status {data['status']!r}.", ", ".join(STATUSES))
    yield from _day_faults(data, label)
    yield from _head_faults(data, label)
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        yield Fault(label, "has no sentences.", "[[clause]] for each sentence")
        return
    seen: dict[str, str] = {}
    deciding: dict[str, list[Mapping[str, Any]]] = {}
    for number, part in enumerate(parts, 1):
        where = f"{label}, sentence {number} ({part.get('id', 'without id')})"
        yield from _part_faults(part, where)
        id = str(part.get("id", ""))
        if id in seen:
            yield Fault(where, f"has the id of {seen[id]}.", "an id of its own for each sentence")
        seen[id] = f"sentence {number}"
        for cause in _strings(part.get("decides")):
            for other in deciding.get(cause, ()):
                if _overlap(_days(part, _days(data, ALWAYS)), _days(other, _days(data, ALWAYS))):
                    says = f"decides {cause}, which {other.get('id')} decides already."
                    yield Fault(where, says, "one deciding sentence at a time; the others govern")
            deciding.setdefault(cause, []).append(part)


def _head_faults(data: Mapping[str, Any], label: str) -> Iterable[Fault]:
    if not isinstance(data.get("game", ""), str):
        yield Fault(label, "must name its game in words.", 'game = "…"')
    if not isinstance(data.get("cited_as", ""), str):
        yield Fault(label, "must say in words how others cite it.", 'cited_as = "…"')
    sections = data.get("section", [])
    if not isinstance(sections, list) or not all(map(_is_section, sections)):
        yield Fault(label, "lists its sections in another way.", "[[section]] with an id and a title")


def _is_section(part: Any) -> bool:
    keys = {"id", "title"}
    return isinstance(part, dict) and set(part) == keys and all(isinstance(part[key], str) for key in keys)


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
    for cause in (*_strings(part.get("decides")), *_strings(part.get("governs"))):
        if fault := cause_fault(cause, where):
            yield fault
    yield from _under_faults(part, where)
    yield from _day_faults(part, where)
    yield from read_structure(part, where)[1]
    for key in sorted(set(part) - KEYS):
        yield Fault(where, f"{key} is not something a sentence says.", ", ".join(sorted(KEYS)))


def _under_faults(part: Mapping[str, Any], where: str) -> Iterable[Fault]:
    under = part.get("under", {})
    if not isinstance(under, dict) or not all(isinstance(reading, str) for reading in under.values()):
        yield Fault(
            where, "under must name a reading for each outcome.", 'under = { "settle.hand/bust" = "B7" }'
        )
        return
    for cause in under:
        if cause not in _strings(part.get("decides")):
            yield Fault(where, f"is read under {under[cause]} for {cause}, which it does not decide.")


def _strings(value: Any) -> tuple[str, ...]:
    """The names in a list, whatever else somebody wrote there."""
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


ALWAYS = ("", "")
"""In force from no first day to no last day."""


def _days(part: Mapping[str, Any], otherwise: tuple[str, str]) -> tuple[str, str]:
    days = part.get("in_force")
    return (str(days.get("from", "")), str(days.get("to", ""))) if isinstance(days, dict) else otherwise


def _day_faults(part: Mapping[str, Any], where: str) -> Iterable[Fault]:
    days = part.get("in_force", {})
    allowed = 'in_force = { from = "2016-08-27", to = "2020-12-31" }, or one of the two'
    if not isinstance(days, dict) or not set(days) <= {"from", "to"}:
        yield Fault(where, "says in which days it is in force in another way.", allowed)
        return
    wrong = [day for day in days.values() if not _is_day(str(day))]
    for day in wrong:
        yield Fault(where, f"{day!r} is not a day.", allowed)
    first, last = _days(part, ALWAYS)
    if not wrong and first and last and last < first:
        yield Fault(where, f"is in force to {last}, which is before {first}.", allowed)


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _overlap(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Is there a day on which both are in force?"""
    (first, last), (other_first, other_last) = one, other
    return not (last and last < other_first) and not (other_last and other_last < first)


def _clause(head: Mapping[str, Any], part: Mapping[str, Any], days: tuple[str, str]) -> Clause:
    return Clause(
        id=part["id"],
        document=head["document"],
        says=part["says"],
        kind=part["class"],
        room=part.get("room", ""),
        readings=tuple(part.get("readings", ())),
        slip=part.get("slip", ""),
        decides=tuple(part.get("decides", ())),
        governs=tuple(part.get("governs", ())),
        in_force=_days(part, days),
        states=read_structure(part, part["id"])[0],
        under=tuple(part.get("under", {}).items()),
        cited_as=head.get("cited_as", ""),
    )


def in_force(register: Register, day: str) -> Register:
    """The register with only the sentences that hold on this day."""
    return replace(register, clauses=tuple(part for part in register.clauses if part.is_in_force(day)))
