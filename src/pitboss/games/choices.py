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
    condition_holds,
    is_allowed,
)
from pitboss.games.files import looks_like_reading
from pitboss.games.game import Chosen, Departure, Read
from pitboss.games.vocabulary import OPTIONS, Option, Value


@dataclass(frozen=True)
class Wish:
    """What somebody asks for, and where they said so."""

    name: str
    value: Any
    where: str


@dataclass
class Settled:
    """Options and readings as they will be played, and what was wrong on the way."""

    options: dict[str, Chosen]
    readings: dict[str, Read]
    faults: list[Fault] = field(default_factory=list)
    departures: list[Departure] = field(default_factory=list)

    @property
    def values(self) -> dict[str, Value]:
        return {name: chosen.value for name, chosen in self.options.items()}

    @property
    def facts(self) -> dict[str, Any]:
        """What a condition may speak of: options by name, readings as `reading.D1`."""
        return self.values | {f"reading.{id}": read.choice for id, read in self.readings.items()}


def parse_wishes(texts: Iterable[str]) -> tuple[list[Wish], list[Fault]]:
    """`name=value` as typed after --set."""
    wishes, faults = [], []
    for text in texts:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            faults.append(Fault(f"--set {text}", "is not name=value.", "decks=8 or reading.D1=R2"))
            continue
        option = OPTIONS.get(name)
        wishes.append(Wish(name, option.parse(value) if option else value, f"--set {text}"))
    return wishes, faults


def settle_choices(document: GameDocument, wishes: Iterable[Wish], *, strict: bool) -> Settled:
    """The document's defaults with the wishes laid over them.

    A strict game refuses what its document does not allow; a user's own game departs from it.
    """
    settled = Settled(
        options={
            name: _from_document(name, part) for name, part in document.options.items() if name in OPTIONS
        },
        readings={id: Read(id, part.default, part) for id, part in document.readings.items()},
    )
    for wish in {wish.name: wish for wish in wishes}.values():  # the last word counts
        if id := looks_like_reading(wish.name):
            _choose_reading(settled, wish, id)
        else:
            _choose_option(settled, document, wish, strict=strict)
    _follow_readings(settled, document)
    for requirement in document.requires:
        _require(settled, requirement, strict=strict)
    settled.faults += _limit_faults(settled.values, _limits_in_use(document, settled))
    return settled


def tell_allowed(name: str, part: OptionPart) -> str:
    tell = OPTIONS[name].tell
    if isinstance(part.allowed, Span):
        return f"{tell(part.allowed.lowest)} to {tell(part.allowed.highest)}"
    return ", ".join(tell(value) for value in part.allowed)


def _from_document(name: str, part: OptionPart) -> Chosen:
    span = part.allowed
    allowed = (span.lowest, span.highest) if isinstance(span, Span) else tuple(span)
    return Chosen(
        name=name,
        value=part.default,
        default=part.default,
        allowed=allowed,
        allowed_text=tell_allowed(name, part),
        clauses=tuple(part.clauses),
        says=OPTIONS[name].says,
        note=part.note,
        chosen_by=_unchosen(part),
    )


def _unchosen(part: OptionPart) -> str:
    """Who decides an option that nobody has chosen yet."""
    if not isinstance(part.allowed, Span) and len(part.allowed) == 1:
        return "document"
    return "nobody yet: the house must choose" if part.must_choose else "default"


def _choose_reading(settled: Settled, wish: Wish, id: str) -> None:
    read = settled.readings.get(id)
    if read is None:
        known = ", ".join(settled.readings) or "none"
        settled.faults.append(Fault(wish.where, f"this game has no reading {id}.", known))
    elif wish.value not in read.part.choices:
        allowed = ", ".join(read.part.choices)
        clauses = ", ".join(read.part.clauses)
        settled.faults.append(Fault(wish.where, f"{wish.value} is not a reading of {id}.", allowed, clauses))
    else:
        settled.readings[id] = replace(read, choice=wish.value)


def _choose_option(settled: Settled, document: GameDocument, wish: Wish, *, strict: bool) -> None:
    option = OPTIONS.get(wish.name)
    part = document.options.get(wish.name)
    if option is None or (part is None and strict):
        settled.faults.append(_unknown_option(wish, document))
    elif not option.accepts(wish.value):
        settled.faults.append(_not_played(option, part, wish))
    elif part is not None and part.reading is not None and strict:
        settled.faults.append(_decided_by_reading(wish, part))
    elif part is not None and is_allowed(wish.value, part):
        settled.options[wish.name] = replace(settled.options[wish.name], value=wish.value, chosen_by="house")
    elif strict and part is not None:
        settled.faults.append(_not_allowed(option, part, wish))
    else:
        _depart(settled, option, part, wish)


def _unknown_option(wish: Wish, document: GameDocument) -> Fault:
    near = difflib.get_close_matches(wish.name, document.options, n=2, cutoff=0.5)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    return Fault(
        wish.where, f"{document.game} has no option {wish.name!r}.{hint}", ", ".join(document.options)
    )


def _not_played(option: Option, part: OptionPart | None, wish: Wish) -> Fault:
    allowed = tell_allowed(option.name, part) if part else option.allowed
    says = f"{option.name} cannot be {wish.value!r}."
    return Fault(wish.where, says, allowed, ", ".join(part.clauses) if part else "")


def _decided_by_reading(wish: Wish, part: OptionPart) -> Fault:
    says = f"{wish.name} follows from reading {part.reading}; choose that instead."
    allowed = ", ".join(
        f"reading.{part.reading}={choice} ({wish.name} = {OPTIONS[wish.name].tell(value)})"
        for choice, value in part.by_reading.items()
    )
    return Fault(wish.where, says, allowed, ", ".join(part.clauses))


def _not_allowed(option: Option, part: OptionPart, wish: Wish) -> Fault:
    says = f"the document does not allow {option.name} = {option.tell(wish.value)}."
    return Fault(wish.where, says, tell_allowed(option.name, part), ", ".join(part.clauses))


def _depart(settled: Settled, option: Option, part: OptionPart | None, wish: Wish) -> None:
    """A user's game takes a value that its document does not have; say so."""
    if part is None:
        settled.options[option.name] = Chosen(
            option.name, wish.value, wish.value, (wish.value,), option.tell(wish.value), (),
            option.says, "", "house",
        )  # fmt: skip
        departure = Departure(option.name, "nothing of it", option.tell(wish.value), ())
    else:
        chosen = settled.options[option.name]
        settled.options[option.name] = replace(chosen, value=wish.value, chosen_by="house")
        departure = Departure(
            option.name, tell_allowed(option.name, part), option.tell(wish.value), tuple(part.clauses)
        )
    settled.departures = [old for old in settled.departures if old.what != option.name] + [departure]


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
    if any(name not in settled.options for name in (*part.when, *part.needs, *part.otherwise)):
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
        asked = ", ".join(f"{name}={_tell(name, settled)}" for name in (*part.when, *part.needs))
        settled.faults.append(Fault(asked, part.says, _tell_needs(part), clauses))
    else:
        has = ", ".join(f"{name} = {_tell(name, settled)}" for name in (*part.when, *part.needs))
        settled.departures.append(Departure("combination", _tell_needs(part), has, tuple(part.clauses)))


def _tell(name: str, settled: Settled) -> str:
    return OPTIONS[name].tell(settled.options[name].value)


def _tell_needs(part: RequirementPart) -> str:
    needs: Mapping[str, Any] = part.needs
    return "; ".join(
        f"{name} {' or '.join(OPTIONS[name].tell(v) for v in wanted)}"
        if isinstance(wanted, list)
        else f"{name} {OPTIONS[name].tell(wanted)}"
        for name, wanted in needs.items()
    )


def _limits_in_use(document: GameDocument, settled: Settled) -> set[str]:
    offered = [wager for wager in document.wagers if condition_holds(wager.when, settled.facts)]
    return {name for wager in offered for name in wager.limits}


def _limit_faults(values: Mapping[str, Value], used: set[str]) -> list[Fault]:
    """Table limits must be wagers one can make: least before greatest, and both in chips."""
    faults = []
    for low, high in (("min_wager_cents", "max_wager_cents"), ("side_min_cents", "side_max_cents")):
        if {low, high} <= used & set(values) and int(values[low]) > int(values[high]):
            says = f"the least wager {_money(values, low)} is above the greatest {_money(values, high)}."
            faults.append(Fault(f"{low}, {high}", says))
    chip = int(values.get("min_chip_cents", 1))
    for name in ("min_wager_cents", "max_wager_cents", "side_min_cents", "side_max_cents"):
        if name in used & set(values) and int(values[name]) % chip:
            says = f"{_money(values, name)} cannot be wagered in chips of {_money(values, 'min_chip_cents')}."
            faults.append(Fault(name, says))
    return faults


def _money(values: Mapping[str, Value], name: str) -> str:
    return OPTIONS[name].tell(values[name])
