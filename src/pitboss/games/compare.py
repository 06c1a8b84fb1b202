"""What differs between two games, with the clause on each side."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.games.explain import sentences, tell_option
from pitboss.games.game import Game
from pitboss.games.vocabulary import PHASES, tell_name, tell_odds
from pitboss.games.wager_kinds import KINDS

NOTHING = "—"


@dataclass(frozen=True)
class Side:
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    section: str
    name: str
    """What differs, as files and programs call it."""
    what: str
    """… and as people do."""
    left: Side
    right: Side


ABSENT = Side(NOTHING, ())


class _Entry(NamedTuple):
    label: str
    side: Side


_Entries = dict[str, _Entry]
"""One game's side of a section, by name."""


def differences(left: Game, right: Game) -> list[Difference]:
    """Options, rules in words, odds, pay tables, wagers, phases and readings that are not alike."""
    common = {phase.name for phase in left.phases} & {phase.name for phase in right.phases}
    sections: tuple[tuple[str, Callable[[Game], _Entries]], ...] = (
        ("options", _options),
        ("rules", _rules),
        ("odds", _odds),
        ("pay tables", _pay_tables),
        ("wagers", _wagers),
        ("phases", lambda game: _phases(game, common)),
        ("readings", _readings),
    )
    return [
        difference
        for section, entries in sections
        for difference in _pairs(section, entries(left), entries(right))
    ]


def _pairs(section: str, left: _Entries, right: _Entries) -> Iterator[Difference]:
    for name in dict.fromkeys((*left, *right)):
        label = (left.get(name) or right[name]).label
        one, other = (side[name].side if name in side else ABSENT for side in (left, right))
        if one.says != other.says:
            yield Difference(section, name, label, one, other)


def _options(game: Game) -> _Entries:
    entries = {}
    for name, chosen in game.options.items():
        value, allowed = tell_option(game, name), chosen.allowed_text
        says = value if len(chosen.allowed) == 1 else f"{value} (allowed: {allowed})"
        entries[name] = _Entry(chosen.label, Side(says, chosen.clauses))
    return entries


def _rules(game: Game) -> _Entries:
    return {told.topic: _Entry(told.topic, Side(told.says, told.clauses)) for told in sentences(game)}


def _odds(game: Game) -> _Entries:
    return {
        name: _Entry(tell_name(name), Side(tell_odds(rate.odds), rate.clauses))
        for name, rate in game.odds.items()
    }


def _pay_tables(game: Game) -> _Entries:
    return {
        f"{name} {row}": _Entry(
            f"{tell_name(name)}: {tell_name(row)}",
            Side(f"{pays} to 1" if pays else "loses", table.clauses),
        )
        for name, table in game.pay_tables.items()
        for row, pays in table.rows.items()
    }


def _wagers(game: Game) -> _Entries:
    """By kind, since each document has names of its own."""
    entries = {}
    for wager in game.wagers:
        label = KINDS[wager.kind].label
        label = f"{label} against the {wager.against}" if wager.against else label
        says = f"{wager.name}: {wager.stake}"
        entries[label] = _Entry(label, Side(says, tuple(wager.clauses)))
    return entries


def _phases(game: Game, common: set[str]) -> _Entries:
    """Each phase by the one it follows, of those that both games have."""
    entries, before = {}, "at the start"
    for phase in game.phases:
        entries[phase.name] = _Entry(PHASES[phase.name], Side(before, tuple(phase.clauses)))
        if phase.name in common:
            before = f"after “{PHASES[phase.name]}”"
    return entries


def _readings(game: Game) -> _Entries:
    return {
        id: _Entry(
            id, Side(f"{read.choice}: {read.part.choices[read.choice].says}", tuple(read.part.clauses))
        )
        for id, read in game.readings.items()
        if read.is_switchable
    }
