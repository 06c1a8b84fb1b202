"""What differs between two games, with the clause on each side."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.explain import sentences, tell_option
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_odds

NOTHING = "—"


@dataclass(frozen=True)
class Side:
    says: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    section: str
    what: str
    left: Side
    right: Side


ABSENT = Side(NOTHING, ())


def differences(left: Game, right: Game) -> list[Difference]:
    """Options, rules in words, odds, pay tables, wagers, phases and readings that are not alike."""
    found: list[Difference] = []
    for section in (_options, _rules, _odds, _pay_tables, _wagers, _phases, _readings):
        found.extend(section(left, right))
    return found


def _pairs(section: str, left: dict[str, Side], right: dict[str, Side]) -> Iterator[Difference]:
    for what in dict.fromkeys((*left, *right)):
        one, other = left.get(what, ABSENT), right.get(what, ABSENT)
        if one.says != other.says:
            yield Difference(section, what, one, other)


def _options(left: Game, right: Game) -> Iterator[Difference]:
    one, other = _option_sides(left), _option_sides(right)
    return _pairs("options", one, other)


def _option_sides(game: Game) -> dict[str, Side]:
    sides = {}
    for name, chosen in game.options.items():
        value, allowed = tell_option(game, name), chosen.allowed_text
        says = value if value == allowed else f"{value} (allowed {allowed})"
        sides[name] = Side(says, chosen.clauses)
    return sides


def _rules(left: Game, right: Game) -> Iterator[Difference]:
    sides = [
        {sentence.topic: Side(sentence.says, sentence.clauses) for sentence in sentences(game)}
        for game in (left, right)
    ]
    return _pairs("rules", *sides)


def _odds(left: Game, right: Game) -> Iterator[Difference]:
    sides = [
        {name: Side(tell_odds(rate.odds), rate.clauses) for name, rate in game.odds.items()}
        for game in (left, right)
    ]
    return _pairs("odds", *sides)


def _pay_tables(left: Game, right: Game) -> Iterator[Difference]:
    sides = [
        {
            f"{name} {row}": Side(f"{pays} to 1" if pays else "loses", table.clauses)
            for name, table in game.pay_tables.items()
            for row, pays in table.rows.items()
        }
        for game in (left, right)
    ]
    return _pairs("pay tables", *sides)


def _wagers(left: Game, right: Game) -> Iterator[Difference]:
    sides = [
        {wager.id: Side(f"{wager.name}: {wager.stake}", tuple(wager.clauses)) for wager in game.wagers}
        for game in (left, right)
    ]
    return _pairs("wagers", *sides)


def _phases(left: Game, right: Game) -> Iterator[Difference]:
    common = {phase.name for phase in left.phases} & {phase.name for phase in right.phases}
    return _pairs("phases", _phase_sides(left, common), _phase_sides(right, common))


def _phase_sides(game: Game, common: set[str]) -> dict[str, Side]:
    """Each phase by the one it follows, of those that both games have."""
    sides, before = {}, "the start"
    for phase in game.phases:
        sides[phase.name] = Side(f"after {before}", tuple(phase.clauses))
        if phase.name in common:
            before = phase.name
    return sides


def _readings(left: Game, right: Game) -> Iterator[Difference]:
    sides = [
        {
            id: Side(f"{read.choice}: {read.part.choices[read.choice].says}", tuple(read.part.clauses))
            for id, read in game.readings.items()
            if read.is_switchable
        }
        for game in (left, right)
    ]
    return _pairs("readings", *sides)
