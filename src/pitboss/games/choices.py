"""Choosing options and readings within a document, and saying no with the clause."""

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.errors import Fault
from pitboss.games.file_schema import (
    GameDocument,
    OptionPart,
    RequirementPart,
    Span,
    WagerPart,
    condition_holds,
    is_allowed,
)
from pitboss.games.files import looks_like_reading
from pitboss.games.game import Chosen, Departure, Read
from pitboss.games.vocabulary import OPTIONS, Option, Value, offering, tell_values, typed

NOT_SAID = "nothing about it"
ONLY_CHOICE = "R1"
"""What a note was called while it still counted as a reading; choosing it changes nothing."""


@dataclass(frozen=True)
class OptionRequest:
    """An option or reading that somebody asks for, and where they said so."""

    name: str
    value: Any
    where: str
    is_typed: bool = False
    """Text from a command line, to be read as the option's kind."""


@dataclass
class Settled:
    """Options and readings as they will be played, and what was wrong on the way."""

    known: dict[str, Option]
    """What may be chosen: the vocabulary, and the wagers that this document lets the house offer."""
    options: dict[str, Chosen]
    readings: dict[str, Read]
    faults: list[Fault] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)

    @property
    def values(self) -> dict[str, Value]:
        return {name: chosen.value for name, chosen in self.options.items()}

    @property
    def facts(self) -> dict[str, Any]:
        """What a condition may ask for: options by name, a reading by `reading.` and its id."""
        return self.values | {f"reading.{id}": read.choice for id, read in self.readings.items()}


def parse_requests(texts: Iterable[str]) -> tuple[list[OptionRequest], list[Fault]]:
    """`name=value` as typed after --set."""
    requests, faults = [], []
    for text in texts:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            allowed = "an option or a reading with its value, such as decks=8"
            faults.append(Fault(f"--set {text}", "must have the form name=value.", allowed))
            continue
        key = name if looks_like_reading(name) else name.replace("-", "_")
        requests.append(OptionRequest(key, value, f"--set {text}", is_typed=True))
    return requests, faults


def settle_choices(document: GameDocument, requests: Iterable[OptionRequest], *, strict: bool) -> Settled:
    """The document's defaults with the requests laid over them.

    A strict game refuses what its document does not allow; a user's own game departs from it.
    """
    known = options_of(document)
    settled = Settled(
        known=known,
        options={
            name: _from_document(known[name], part)
            for name, part in document.options.items()
            if name in known
        },
        readings={id: Read(id, part.default, part) for id, part in document.readings.items()},
    )
    for request in {request.name: request for request in requests}.values():  # the last word counts
        if id := looks_like_reading(request.name):
            _choose_reading(settled, document, request, id)
        else:
            _choose_option(settled, document, request, strict=strict)
    settled.faults += _contradictions(settled.readings)
    _follow_readings(settled, document)
    for requirement in document.requires:
        _require(settled, requirement, strict=strict)
    settled.faults += _limit_faults(settled.values, _limits_in_use(document, settled))
    return settled


def options_of(document: GameDocument) -> dict[str, Option]:
    """Every option that a house may choose under this document."""
    names = {wager.id: wager.name for wager in document.wagers}
    offered = {
        name: offering(name, names[part.offers])
        for name, part in document.options.items()
        if part.offers in names
    }
    return OPTIONS | offered


def tell_allowed(option: Option, part: OptionPart) -> str:
    if isinstance(part.allowed, Span):
        return f"{option.tell(part.allowed.lowest)} to {option.tell(part.allowed.highest)}"
    return tell_values(option, part.allowed)


def _from_document(option: Option, part: OptionPart) -> Chosen:
    span = part.allowed
    allowed = (span.lowest, span.highest) if isinstance(span, Span) else tuple(span)
    return Chosen(
        name=option.name,
        value=part.default,
        default=part.default,
        allowed=allowed,
        allowed_text=tell_allowed(option, part),
        clauses=tuple(part.clauses),
        label=option.label,
        says=option.says,
        note=part.note,
        chosen_by=_unchosen(part),
    )


def _unchosen(part: OptionPart) -> str:
    """Who decides an option that nobody has chosen yet."""
    if not isinstance(part.allowed, Span) and len(part.allowed) == 1:
        return "document"
    return "nobody yet: the house must choose" if part.must_choose else "default"


def _choose_reading(settled: Settled, document: GameDocument, request: OptionRequest, id: str) -> None:
    read = settled.readings.get(id)
    if read is None and id in document.notes:
        note = document.notes[id]
        if request.value != ONLY_CHOICE:
            says = f"{id} is a note, and leaves nothing to choose: {note.says}."
            settled.faults.append(Fault(request.where, says, ONLY_CHOICE, ", ".join(note.clauses)))
    elif read is None:
        known = ", ".join(settled.readings) or "none"
        settled.faults.append(Fault(request.where, f"this game has no reading {id}.", known))
    elif request.value not in read.part.choices:
        allowed = ", ".join(read.part.choices)
        clauses = ", ".join(read.part.clauses)
        settled.faults.append(
            Fault(
                request.where, f"{request.value} is not one of the choices of reading {id}.", allowed, clauses
            )
        )
    else:
        settled.readings[id] = replace(read, choice=request.value)


def _contradictions(readings: Mapping[str, Read]) -> list[Fault]:
    """Two readings that cannot both be taken."""
    return [
        Fault(
            f"reading {id} {read.choice}",
            f"contradicts reading {other} {readings[other].choice}: {readings[other].says}.",
            ", ".join(sorted(set(readings[other].part.choices) - set(excluded))),
            ", ".join(read.part.clauses),
        )
        for id, read in readings.items()
        for other, excluded in read.part.choices[read.choice].excludes.items()
        if other in readings and readings[other].choice in excluded
    ]


def _choose_option(settled: Settled, document: GameDocument, request: OptionRequest, *, strict: bool) -> None:
    option = settled.known.get(request.name)
    part = document.options.get(request.name)
    if option is not None and request.is_typed:
        request = replace(request, value=option.parse(request.value))
    if option is None or (part is None and strict):
        settled.faults.append(_unknown_option(request, document))
    elif not option.accepts(request.value):
        settled.faults.append(_not_played(option, part, request))
    elif part is not None and part.reading is not None and strict:
        settled.faults.append(_decided_by_reading(option, part, request))
    elif part is not None and is_allowed(request.value, part):
        settled.options[request.name] = replace(
            settled.options[request.name], value=request.value, chosen_by="house"
        )
    elif strict and part is not None:
        settled.faults.append(_not_allowed(option, part, request))
    else:
        _depart(settled, option, part, request)


def _unknown_option(request: OptionRequest, document: GameDocument) -> Fault:
    near = difflib.get_close_matches(request.name, document.options, n=2, cutoff=0.5)
    hint = f" Did you mean {' or '.join(map(typed, near))}?" if near else ""
    says = f"{document.title} has no option {typed(request.name)!r}.{hint}"
    return Fault(request.where, says, ", ".join(map(typed, document.options)))


def _not_played(option: Option, part: OptionPart | None, request: OptionRequest) -> Fault:
    allowed = tell_allowed(option, part) if part else option.allowed
    says = f"“{option.label}” cannot be {request.value!r}."
    return Fault(request.where, says, allowed, ", ".join(part.clauses) if part else "")


def _decided_by_reading(option: Option, part: OptionPart, request: OptionRequest) -> Fault:
    says = f"“{option.label}” follows from reading {part.reading}; choose the reading instead."
    allowed = ", ".join(
        f"reading.{part.reading}={choice} ({option.label}: {option.tell(value)})"
        for choice, value in part.by_reading.items()
    )
    return Fault(request.where, says, allowed, ", ".join(part.clauses))


def _not_allowed(option: Option, part: OptionPart, request: OptionRequest) -> Fault:
    says = f"the document does not allow “{option.label}: {option.tell(request.value)}”."
    return Fault(request.where, says, tell_allowed(option, part), ", ".join(part.clauses))


def _depart(settled: Settled, option: Option, part: OptionPart | None, request: OptionRequest) -> None:
    """A user's game takes a value that its document does not have; say so."""
    if part is None:
        settled.options[option.name] = Chosen(
            option.name, request.value, request.value, (request.value,), option.tell(request.value), (),
            option.label, option.says, "", "house",
        )  # fmt: skip
        departure = Departure(option.label, NOT_SAID, option.tell(request.value), ())
    else:
        chosen = settled.options[option.name]
        settled.options[option.name] = replace(chosen, value=request.value, chosen_by="house")
        says = option.tell(request.value)
        departure = Departure(option.label, _tell_document(option, part), says, tuple(part.clauses))
    settled.departures = [old for old in settled.departures if old.what != option.label] + [departure]


def _tell_document(option: Option, part: OptionPart) -> str:
    """What the document says, as people say it."""
    if isinstance(part.allowed, Span):
        return tell_allowed(option, part)
    return ", ".join(option.tell(value) for value in part.allowed)


def _follow_readings(settled: Settled, document: GameDocument) -> None:
    """Options that a reading decides take their value from it, unless a user's game chose one."""
    for name, part in document.options.items():
        if part.reading in settled.readings and settled.options[name].chosen_by != "house":
            choice = settled.readings[part.reading].choice
            value = part.by_reading.get(choice, part.default)
            settled.options[name] = replace(
                settled.options[name], value=value, chosen_by=f"reading {part.reading}"
            )


def _require(settled: Settled, part: RequirementPart, *, strict: bool) -> None:
    if any(name not in settled.facts for name in (*part.when, *part.needs, *part.otherwise)):
        return  # a fault of the document, told by its checks
    if not condition_holds(part.when, settled.facts) or condition_holds(part.needs, settled.facts):
        return
    clauses = ", ".join(part.clauses)
    untouched = [name for name in part.otherwise if settled.options[name].chosen_by != "house"]
    if part.otherwise and len(untouched) == len(part.otherwise):
        for name, value in part.otherwise.items():
            settled.options[name] = replace(
                settled.options[name], value=value, chosen_by=f"requirement {clauses}"
            )
    elif strict:
        asked = ", ".join(_tell(name, settled) for name in (*part.when, *part.needs))
        settled.faults.append(Fault(asked, part.says, _tell_needs(part, settled), clauses))
    else:
        has = ", ".join(_tell(name, settled) for name in (*part.when, *part.needs))
        needs = _tell_needs(part, settled)
        settled.departures.append(Departure("Combination", needs, has, tuple(part.clauses)))


def _tell(name: str, settled: Settled) -> str:
    if name not in settled.known:
        return f"reading {looks_like_reading(name)}: {settled.facts[name]}"
    option = settled.known[name]
    return f"{option.label}: {option.tell(settled.options[name].value)}"


def _tell_needs(part: RequirementPart, settled: Settled) -> str:
    needs: Mapping[str, Any] = part.needs
    return "; ".join(
        f"{settled.known[name].label}: "
        + " or ".join(
            settled.known[name].tell(value) for value in (wanted if isinstance(wanted, list) else [wanted])
        )
        for name, wanted in needs.items()
    )


def offered_wagers(document: GameDocument, facts: Mapping[str, Any]) -> list[WagerPart]:
    """The wagers on offer: whose conditions hold, and which no option takes off the table."""
    taken_off = {
        part.offers for name, part in document.options.items() if part.offers and facts.get(name) is False
    }
    return [
        wager
        for wager in document.wagers
        if wager.id not in taken_off and condition_holds(wager.when, dict(facts))
    ]


def _limits_in_use(document: GameDocument, settled: Settled) -> set[str]:
    return {name for wager in offered_wagers(document, settled.facts) for name in wager.limits}


def _limit_faults(values: Mapping[str, Value], used: set[str]) -> list[Fault]:
    """Table limits must be wagers one can make: the minimum below the maximum, and both in chips."""
    faults = []
    for low, high in (("min_wager_cents", "max_wager_cents"), ("side_min_cents", "side_max_cents")):
        if {low, high} <= used & set(values) and int(values[low]) > int(values[high]):
            says = f"{_money(values, low)} is above {_money(values, high)}."
            faults.append(Fault(f"{OPTIONS[low].label}, {OPTIONS[high].label}", says))
    chip = int(values.get("min_chip_cents", 1))
    for name in ("min_wager_cents", "max_wager_cents", "side_min_cents", "side_max_cents"):
        if name in used & set(values) and int(values[name]) % chip:
            says = f"{_money(values, name)} cannot be wagered in chips of {_money(values, 'min_chip_cents')}."
            faults.append(Fault(OPTIONS[name].label, says))
    return faults


def _money(values: Mapping[str, Value], name: str) -> str:
    return OPTIONS[name].tell(values[name])
