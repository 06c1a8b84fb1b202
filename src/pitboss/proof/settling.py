"""Is every wager settled in every round, once and by one result?"""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.games.findings import listed
from pitboss.games.game import Game
from pitboss.games.vocabulary import FACTS, Value
from pitboss.proof.notebook import Notebook
from pitboss.proof.questions import Ending
from pitboss.proof.stated import CaseList, Comparison, Settlement, Stated

HAND = ("hand_wins", "hand_ties", "hand_loses")


class Gap(NamedTuple):
    """A wager that nothing settles, under the choices that the player made."""

    wager: str
    choices: tuple[str, ...]


class Unsettled(NamedTuple):
    wagers: tuple[str, ...]
    choices: tuple[str, ...]
    cases: tuple[Ending, ...]


class Settling:
    """The endings of one game's rounds, held against its sentences."""

    def __init__(self, game: Game, stated: Stated, notebook: Notebook, applied: set[tuple[str, str]]) -> None:
        self._names = {wager.id: wager.name for wager in game.wagers}
        self._main = game.main_wager.id
        self._steps = [phase.name for phase in game.phases]
        self._comparisons = stated.of(Comparison)
        self._settlements = {
            wager: [part for part in stated.of(Settlement) if wager in part.wagers] for wager in self._names
        }
        self._case_lists = stated.case_lists
        self._notebook, self._applied = notebook, applied
        self._gaps: dict[Gap, list[Ending]] = {}
        self._always: dict[str, set[str]] = {}

    def examine(self, endings: Iterable[Ending]) -> None:
        for ending in endings:
            compared = self._compared(ending)
            facts = {**ending.facts, **dict.fromkeys(compared, True)}
            asked = ending._replace(facts=facts)
            for wager in ending.wagers:
                self._examine(wager, asked, compared)
        for unsettled in self._merged():
            self._note_gap(unsettled)

    # ---- one wager in one round

    def _compared(self, ending: Ending) -> dict[str, tuple[str, ...]]:
        """How the hand stands, and the sentences that say so."""
        found: dict[str, tuple[str, ...]] = {}
        if "settle" in ending.steps and self._main in ending.wagers:
            for part in self._comparisons:
                if part.holds(ending.facts):
                    self._applied.add(part.key)
                    found[part.fact] = (*found.get(part.fact, ()), part.clause)
        return found

    def _examine(self, wager: str, ending: Ending, compared: dict[str, tuple[str, ...]]) -> None:
        self._note_choices(wager, ending)
        settling = self._settling(wager, ending)
        self._applied.update(part.key for part in settling)
        if not settling:
            self._gaps.setdefault(Gap(wager, self._choices(wager, ending)), []).append(ending)
        for number, one in enumerate(settling):
            for two in settling[number + 1 :]:
                if not one.agrees(two):
                    self._note_disagreement(wager, ending, (one, two), compared)
        if wager == self._main:
            step = min((self._place(part) for part in settling), default=len(self._steps))
            for cases in self._case_lists:
                self._examine_cases(cases, ending, step)

    def _settling(self, wager: str, ending: Ending) -> list[Settlement]:
        """The sentences that settle a wager: those of the earliest step, and those that name no step.

        Own sentences come before adopted ones, and what is left over comes last.
        """
        holding = [
            part
            for part in self._settlements[wager]
            if (not part.step or part.step in ending.steps) and part.holds(ending.facts)
        ]
        for is_own in (True, False):
            for is_otherwise in (False, True):
                found = [
                    part
                    for part in holding
                    if part.is_own == is_own and part.condition.is_otherwise == is_otherwise
                ]
                if found:
                    first = min(map(self._place, found))
                    return [part for part in found if not part.step or self._place(part) == first]
        return []

    def _place(self, part: Settlement) -> int:
        return self._steps.index(part.step) if part.step in self._steps else len(self._steps)

    def _examine_cases(self, cases: CaseList, ending: Ending, settled_at: int) -> None:
        """A list of cases is asked while the wager is still there."""
        if cases.step not in ending.steps or settled_at < self._steps.index(cases.step):
            return
        holding = [part for part in cases.cases if part.holds(ending.facts)]
        self._applied.update(part.key for part in holding)
        if not holding:
            names = {name for part in cases.cases for name in part.names}
            opening = f"The cases of {cases.clause} do not cover every hand: none applies"
            self._notebook.note(
                "no case", cases.clause, opening, (cases.clause,), ending.facts, names, ending.deal
            )

    # ---- what is noted

    def _note_disagreement(
        self, wager: str, ending: Ending, pair: tuple[Settlement, Settlement],
        compared: dict[str, tuple[str, ...]],
    ) -> None:  # fmt: skip
        sides = [self._side(part, compared) for part in pair]
        clauses = tuple(dict.fromkeys(clause for clauses, _ in sides for clause in clauses))
        name = self._names[wager]
        opening = f"The {name} {sides[0][1]}, but it {sides[1][1]},"
        names = pair[0].names | pair[1].names | self._compared_names(pair, compared)
        subject = f"{', '.join(clauses)} ({name})"
        self._notebook.note("disagree", subject, opening, clauses, ending.facts, names, ending.deal)

    def _side(self, part: Settlement, compared: dict[str, tuple[str, ...]]) -> tuple[tuple[str, ...], str]:
        """The sentences on one side of a disagreement, and what they make of the wager."""
        relied = tuple(
            clause for fact in HAND if fact in part.names for clause in compared.get(fact, ())
        )  # fmt: skip
        others = (*part.via, *relied)
        through = f" through {listed(others)}" if others else ""
        return (part.clause, *others), f"{part.outcome} by {part.clause}{through}"

    def _compared_names(
        self, pair: tuple[Settlement, Settlement], compared: dict[str, tuple[str, ...]]
    ) -> set[str]:
        clauses = {
            clause
            for part in pair
            for fact in HAND
            if fact in part.names
            for clause in compared.get(fact, ())
        }
        return {name for part in self._comparisons if part.clause in clauses for name in part.names}

    def _choices(self, wager: str, ending: Ending) -> tuple[str, ...]:
        """Choices of the player that some sentence on this wager names, as far as they were made."""
        named = {name for part in self._settlements[wager] for name in part.names}
        return tuple(
            name for name, fact in FACTS.items() if fact.choice and name in named and ending.facts[name]
        )

    def _note_choices(self, wager: str, ending: Ending) -> None:
        """Choices without which there is no such wager say nothing about it."""
        made = set(self._choices(wager, ending))
        self._always[wager] = self._always.get(wager, made) & made

    def _merged(self) -> list[Unsettled]:
        """Gaps of several wagers in the same rounds are one."""
        found: dict[frozenset[tuple[Value, ...]], Unsettled] = {}
        for gap, cases in self._gaps.items():
            choices = tuple(name for name in gap.choices if name not in self._always[gap.wager])
            rounds = frozenset(tuple(case.facts.values()) for case in cases)
            known = found.get(rounds, Unsettled((), (), tuple(cases)))
            wagers = tuple(part for part in self._names if part in (*known.wagers, gap.wager))
            both = tuple(dict.fromkeys((*known.choices, *choices)))
            found[rounds] = Unsettled(wagers, both, tuple(cases))
        return list(found.values())

    def _note_gap(self, unsettled: Unsettled) -> None:
        wagers = [self._names[wager] for wager in unsettled.wagers]
        choices = f" ({', '.join(map(_word, unsettled.choices))})" if unsettled.choices else ""
        subject = f"{', '.join(wagers)}{choices}"
        opening = f"No sentence says what becomes of the {listed(wagers).replace(' and ', ' and the ')}"
        sentences = [part for wager in unsettled.wagers for part in self._settlements[wager]]
        names = {name for part in sentences for name in part.names}
        names |= {name for name in ("player", "dealer") if any(name in case.facts for case in unsettled.cases)}
        for case in unsettled.cases:
            self._notebook.note("unsettled", subject, opening, (), case.facts, names, case.deal)


def _word(name: str) -> str:
    return name.replace("_", " ")
