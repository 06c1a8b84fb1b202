"""Is every wager settled in every round, once and by one result?"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.games.file_schema import WagerPart
from pitboss.games.findings import listed
from pitboss.games.game import Game
from pitboss.games.statements import RESULTS
from pitboss.games.vocabulary import FACTS
from pitboss.proof.notebook import Notebook, Seen
from pitboss.proof.questions import Ending
from pitboss.proof.stated import CaseList, Comparison, Settlement, Stated

_ROW = re.compile(r" r\d+$")
Compared = Mapping[str, tuple[str, ...]]
"""How a hand stands, and the sentences that say so."""


class Gap(NamedTuple):
    """A wager that nothing settles, under the choices that the player made."""

    wager: str
    choices: tuple[str, ...]


class Unsettled(NamedTuple):
    wagers: tuple[str, ...]
    choices: tuple[str, ...]
    cases: list[Ending]


class Side(NamedTuple):
    """One side of a disagreement."""

    settlement: Settlement
    relied: tuple[str, ...]
    """Other sentences through which it reaches the wager."""

    @property
    def clauses(self) -> tuple[str, ...]:
        return (self.settlement.clause, *self.relied)

    def __str__(self) -> str:
        through = f" through {listed(self.relied)}" if self.relied else ""
        return f"{self.settlement.outcome} by {self.settlement.clause}{through}"


class Dispute(NamedTuple):
    """A disagreement with all the rounds that show it."""

    wager: str
    seen: Seen
    clauses: dict[str, None]
    cases: list[Ending]


class Settling:
    """The endings of one game's rounds, held against its sentences."""

    def __init__(self, game: Game, stated: Stated, notebook: Notebook, applied: set[tuple[str, str]]) -> None:
        self._wagers: dict[str, WagerPart] = {wager.id: wager for wager in game.wagers}
        self._main = game.main_wager.id
        self._steps = [phase.name for phase in game.phases]
        self._comparisons = stated.of(Comparison)
        self._settlements = {
            wager: [part for part in stated.of(Settlement) if wager in part.wagers] for wager in self._wagers
        }
        self._choices_named = {
            wager: [
                name
                for name, fact in FACTS.items()
                if fact.choice and any(name in part.names for part in parts)
            ]
            for wager, parts in self._settlements.items()
        }
        self._places = {step: number for number, step in reversed([*enumerate(self._steps)])}
        self._case_lists = stated.case_lists
        self._notebook, self._applied = notebook, applied
        self._asked: dict[str, list[Ending]] = {wager: [] for wager in self._wagers}
        self._gaps: dict[Gap, list[Ending]] = {}
        self._disputes: dict[str, Dispute] = {}
        self._uncovered: dict[str, list[Ending]] = {}

    def examine(self, endings: Iterable[Ending]) -> None:
        for ending in endings:
            if compared := self._compared(ending):
                ending = ending._replace(facts={**ending.facts, **dict.fromkeys(compared, True)})
            for wager in ending.wagers:
                self._examine(wager, ending, compared)
        for unsettled in self._merged():
            self._note_gap(unsettled)
        for dispute in self._disputes.values():
            seen = dispute.seen._replace(clauses=self._notebook.in_text_order(dispute.clauses))
            self._notebook.note(seen, dispute.cases, self._others(dispute.wager, dispute.cases))
        for cases in self._case_lists:
            self._note_uncovered(cases)

    def _others(self, wager: str, cases: list[Ending]) -> list[Ending]:
        shown = set(map(id, cases))
        return [ending for ending in self._asked[wager] if id(ending) not in shown]

    # ---- one wager in one round

    def _compared(self, ending: Ending) -> dict[str, tuple[str, ...]]:
        compared: dict[str, tuple[str, ...]] = {}
        if "settle" in ending.steps and self._main in ending.wagers:
            for part in self._comparisons:
                if part.holds(ending.facts):
                    self._applied.add(part.key)
                    compared[part.fact] = (*compared.get(part.fact, ()), part.clause)
        return compared

    def _examine(self, wager: str, ending: Ending, compared: Compared) -> None:
        self._asked[wager].append(ending)
        settling = self._settling(wager, ending)
        self._applied.update(part.key for part in settling)
        if not settling:
            self._gaps.setdefault(Gap(wager, self._choices(wager, ending)), []).append(ending)
        for number, one in enumerate(settling):
            for two in settling[number + 1 :]:
                if not one.agrees(two):
                    self._dispute(wager, ending, (one, two), compared)
        if wager == self._main:
            self._examine_cases(ending, min(map(self._place, settling), default=len(self._steps)))

    def _settling(self, wager: str, ending: Ending) -> list[Settlement]:
        """The sentences that settle a wager: those of the earliest step, and those that name no step.

        Own sentences come before adopted ones, and what is left over comes last.
        """
        holding = [
            part
            for part in self._settlements[wager]
            if (not part.step or part.step in ending.steps) and part.holds(ending.facts)
        ]
        if not holding:
            return holding
        rank = min(part.rank for part in holding)
        foremost = [part for part in holding if part.rank == rank]
        first = min(map(self._place, foremost))
        return [part for part in foremost if not part.step or self._place(part) == first]

    def _place(self, part: Settlement) -> int:
        return self._places.get(part.step, len(self._steps))

    def _examine_cases(self, ending: Ending, settled_at: int) -> None:
        """A list of cases is asked while the wager is still there."""
        for cases in self._case_lists:
            if cases.step not in ending.steps or settled_at < self._places[cases.step]:
                continue
            is_asked = cases.applies.holds(ending.facts)
            if is_asked and not any(part.holds(ending.facts) for part in cases.cases):
                self._uncovered.setdefault(cases.clause, []).append(ending)

    # ---- gaps

    def _choices(self, wager: str, ending: Ending) -> tuple[str, ...]:
        """Choices of the player that some sentence on this wager names, as far as they were made."""
        return tuple(name for name in self._choices_named[wager] if ending.facts[name])

    def _is_always_so(self, name: str, wager: str) -> bool:
        """A choice without which there is no such wager says nothing about it."""
        return all(ending.facts[name] for ending in self._asked[wager])

    def _merged(self) -> list[Unsettled]:
        """Gaps of several wagers in the very same rounds are one."""
        merged: dict[frozenset[int], Unsettled] = {}
        for gap, cases in self._gaps.items():
            choices = tuple(name for name in gap.choices if not self._is_always_so(name, gap.wager))
            rounds = frozenset(map(id, cases))
            known = merged.get(rounds, Unsettled((), (), []))
            wagers = tuple(part for part in self._wagers if part in (*known.wagers, gap.wager))
            both = tuple(dict.fromkeys((*known.choices, *choices)))
            merged[rounds] = Unsettled(wagers, both, cases)
        return list(merged.values())

    def _note_gap(self, unsettled: Unsettled) -> None:
        wagers = [self._wagers[wager] for wager in unsettled.wagers]
        sentences = [part for wager in unsettled.wagers for part in self._settlements[wager] if part.is_own]
        clauses = [part.clause for part in sentences] or [one for wager in wagers for one in wager.clauses]
        choices = f" ({', '.join(map(_word, unsettled.choices))})" if unsettled.choices else ""
        seen = Seen(
            kind="unsettled",
            subject=", ".join(wager.name for wager in wagers) + choices,
            opening=f"No sentence says what becomes of {listed(f'the {wager.name}' for wager in wagers)}",
            clauses=self._notebook.in_text_order(clauses),
            names=frozenset(name for part in sentences for name in part.names),
        )
        self._notebook.note(seen, unsettled.cases, self._others(unsettled.wagers[0], unsettled.cases))

    # ---- disagreements and lists of cases

    def _dispute(
        self, wager: str, ending: Ending, pair: tuple[Settlement, Settlement], compared: Compared
    ) -> None:
        one, two = (Side(part, self._relied(part, compared)) for part in pair)
        name = self._wagers[wager].name
        clauses = self._notebook.in_text_order((*one.clauses, *two.clauses))
        is_one_table = _table(one.clauses[0]) == _table(two.clauses[0])
        told = clauses if is_one_table else dict.fromkeys(map(_table, clauses))
        subject = f"{', '.join(told)} ({name} {_outcomes(*pair)})"
        opening = f"The {name} {one}, but it {two},"
        names = self._names(pair, {*one.relied, *two.relied})
        seen = Seen("disagree", subject, opening, clauses, names)
        dispute = self._disputes.setdefault(subject, Dispute(wager, seen, {}, []))
        dispute.clauses.update(dict.fromkeys(clauses))
        dispute.cases.append(ending)

    def _names(self, pair: tuple[Settlement, Settlement], relied: set[str]) -> frozenset[str]:
        """The facts on which a disagreement turns."""
        compared = (part for part in self._comparisons if part.clause in relied)
        return frozenset(name for part in (*pair, *compared) for name in part.names)

    def _relied(self, part: Settlement, compared: Compared) -> tuple[str, ...]:
        stands = (clause for fact, clauses in compared.items() if fact in part.names for clause in clauses)
        return (*part.via, *stands)

    def _note_uncovered(self, cases: CaseList) -> None:
        if uncovered := self._uncovered.get(cases.clause):
            opening = f"None of the cases in {cases.clause} applies"
            clauses = (cases.clause, *(part.clause for part in cases.cases))
            seen = Seen("no case", cases.clause, opening, clauses, cases.names)
            self._notebook.note(seen, uncovered, self._others(self._main, uncovered))


def _outcomes(one: Settlement, two: Settlement) -> str:
    """What the two say; what they pay is told only where they differ in nothing else."""
    if one.result == two.result:
        return f"{one.outcome} or {two.outcome}"
    return f"{RESULTS[one.result]} or {RESULTS[two.result]}"


def _table(clause: str) -> str:
    """The rows of one table are told together."""
    return _ROW.sub("", clause)


def _word(name: str) -> str:
    return name.replace("_", " ")
