"""The sentences of a document as the prover asks them: each with the condition under which it applies."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import itemgetter
from typing import TypeVar

from pitboss.errors import BadGame, Fault
from pitboss.games.clause_ids import paragraph_of, parent_of
from pitboss.games.conditions import Condition, Facts
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.games.registers import Clause, Register
from pitboss.games.statements import RESULTS
from pitboss.games.wager_kinds import KINDS


@dataclass(frozen=True, eq=False)
class Statement:
    """One thing that a sentence lays down."""

    clause: str
    part: str
    """What of the sentence it is, where a sentence lays down several things."""
    condition: Condition
    is_own: bool
    """Of the game's own document, not of one that it adopts."""
    via: tuple[str, ...] = ()
    """Other sentences through which it reaches this case."""
    _known: dict[Hashable, bool] = field(default_factory=dict, repr=False)

    @property
    def key(self) -> tuple[str, str]:
        return (self.clause, self.part)

    @property
    def names(self) -> frozenset[str]:
        return self.condition.names

    @cached_property
    def _values(self) -> Callable[[Facts], Hashable]:
        names = sorted(self.condition.names)
        return itemgetter(*names) if names else lambda _: ()

    def holds(self, facts: Facts) -> bool:
        values = self._values(facts)
        known = self._known.get(values)
        if known is None:
            known = self._known[values] = self.condition.holds(facts)
        return known


@dataclass(frozen=True, eq=False)
class Settlement(Statement):
    wagers: frozenset[str] = frozenset()
    result: str = ""
    pays: str = ""
    step: str = ""

    @property
    def rank(self) -> int:
        """Own sentences come before adopted ones, and what is left over comes last."""
        return 2 * (not self.is_own) + self.condition.is_otherwise

    @property
    def outcome(self) -> str:
        paid = f" {self.pays.replace(':', ' to ')}" if self.pays else ""
        return RESULTS[self.result] + paid

    def agrees(self, other: "Settlement") -> bool:
        if self.result != other.result:
            return False
        return not (self.pays and other.pays) or self.pays == other.pays


@dataclass(frozen=True, eq=False)
class Rider(Statement):
    """Wagers that share the fate of another."""

    wagers: frozenset[str] = frozenset()
    follows: frozenset[str] = frozenset()


@dataclass(frozen=True, eq=False)
class Comparison(Statement):
    fact: str = ""


@dataclass(frozen=True, eq=False)
class Grant(Statement):
    act: str = ""
    by: str = ""
    after: str = ""
    before: str = ""
    yields: bool = False


@dataclass(frozen=True, eq=False)
class Duty(Statement):
    must: str = ""


@dataclass(frozen=True, eq=False)
class Remedy(Statement):
    mistake: str = ""


@dataclass(frozen=True, eq=False)
class Case(Statement):
    """An item of a list that is meant to cover every case."""


@dataclass(frozen=True)
class CaseList:
    clause: str
    step: str
    applies: Case
    """When the list is asked at all."""
    cases: tuple[Case, ...]

    @property
    def names(self) -> frozenset[str]:
        return self.applies.names.union(*(part.names for part in self.cases))


HAND_FACTS = {"win": "hand_wins", "tie": "hand_ties", "lose": "hand_loses"}
Kind = TypeVar("Kind", bound=Statement)


@dataclass(frozen=True)
class Stated:
    """Everything that a document lays down for one game."""

    statements: tuple[Statement, ...]
    case_lists: tuple[CaseList, ...]

    def of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        return tuple(part for part in self.statements if isinstance(part, kind))

    def names(self, kind: type[Statement]) -> frozenset[str]:
        return frozenset(name for part in self.of(kind) for name in part.names)


def read_stated(game: Game, register: Register, adopted: Iterable[Register]) -> Stated:
    statements = [*_statements(game, register, is_own=True)]
    for other in adopted:
        statements += _statements(game, other, is_own=False)
    riders = [part for part in statements if isinstance(part, Rider)]
    settlements = [part for part in statements if isinstance(part, Settlement)]
    carried = [more for rider in riders for more in _carried(rider, settlements)]
    return Stated((*statements, *carried), tuple(_case_lists(register)))


def _statements(game: Game, register: Register, *, is_own: bool) -> Iterator[Statement]:
    for clause in register.clauses:
        if clause.is_in_force(game.as_of):
            yield from _settlements(game, clause, is_own)
            yield from _others(clause, is_own)


def _settlements(game: Game, clause: Clause, is_own: bool) -> Iterator[Settlement | Rider]:
    said = clause.states
    for number, part in enumerate(said.settles, 1):
        wagers = _wager_ids(game.wagers, part.wagers, is_own)
        name, condition = f"settles {number}", part.condition & said.condition
        if part.like is not None:
            follows = _wager_ids(game.wagers, [part.like], is_own)
            yield Rider(clause.id, name, condition, is_own, wagers=wagers, follows=follows)
        else:
            yield Settlement(
                clause.id, name, condition, is_own, wagers=wagers,
                result=part.result or "", pays=part.pays or "", step=part.step or said.step,
            )  # fmt: skip


def _others(clause: Clause, is_own: bool) -> Iterator[Statement]:
    said, id = clause.states, clause.id
    for number, one in enumerate(said.compares, 1):
        fact = HAND_FACTS[one.result]
        yield Comparison(id, f"compares {number}", one.condition & said.condition, is_own, fact=fact)
    for number, two in enumerate(said.decisions, 1):
        yield Grant(
            id, f"decisions {number}", two.condition & said.condition, is_own,
            act=two.act, by=two.by or "", after=two.after, before=two.before, yields=two.yields,
        )  # fmt: skip
    for number, three in enumerate(said.dealer, 1):
        yield Duty(id, f"dealer {number}", three.condition & said.condition, is_own, must=three.must)
    for number, four in enumerate(said.remedies, 1):
        yield Remedy(id, f"remedies {number}", four.condition & said.condition, is_own, mistake=four.of)


def _wager_ids(wagers: Iterable[WagerPart], named: list[str] | str, is_own: bool) -> frozenset[str]:
    """The wagers on offer that a sentence names; one that another document has is known by its kind alone."""
    if isinstance(named, str):
        return frozenset(wager.id for wager in wagers)
    names = {name.casefold() for name in named}
    return frozenset(
        wager.id for wager in wagers if wager.kind in names or (is_own and wager.name.casefold() in names)
    )


def _carried(rider: Rider, settlements: Iterable[Settlement]) -> Iterator[Settlement]:
    """What a sentence makes of wagers that share the fate of another: that other's every settlement."""
    for other in settlements:
        if other.is_own == rider.is_own and not rider.follows.isdisjoint(other.wagers):
            condition = other.condition & rider.condition
            via = (*other.via, rider.clause)
            yield replace(other, wagers=rider.wagers, condition=condition, via=via, _known={})


def _case_lists(register: Register) -> Iterator[CaseList]:
    for clause in register.clauses:
        if clause.states.cases:
            items = [
                part
                for part in register.clauses
                if part.states.when and parent_of(part.id) == paragraph_of(clause.id)
            ]
            cases = tuple(Case(part.id, "case", part.states.condition, True) for part in items)
            applies = Case(clause.id, "cases", clause.states.condition, True)
            yield CaseList(clause.id, clause.states.step, applies, cases)


def check_wagers(register: Register, label: str, names: Iterable[str]) -> None:
    """Refuse a register that settles a wager which the game does not have; `names` is all it can have."""
    names = list(dict.fromkeys(names))
    known = {name.casefold() for name in names} | set(KINDS)
    faults = [
        Fault(
            f"{label}: {clause.id}", f"settles “{name}”, which is not a wager of this game.", ", ".join(names)
        )
        for clause in register.clauses
        for part in clause.states.settles
        if part.wagers != "all"
        for name in (*part.wagers, *([part.like] if part.like else []))
        if name.casefold() not in known
    ]
    if faults:
        raise BadGame(faults)
