"""Has every decision an actor, the dealer always something to do, every mistake a remedy?"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Generic, TypeVar

from pitboss.games.findings import listed
from pitboss.games.game import Game
from pitboss.games.vocabulary import DECISIONS, MISTAKES, PHASES
from pitboss.proof.notebook import Notebook, Seen
from pitboss.proof.questions import CUT_CAUSES, DealerTurn, Mishap, Turn
from pitboss.proof.stated import Duty, Grant, Remedy, Stated, Statement

ACTORS = {"player": "the player’s", "dealer": "the dealer’s", "floorperson": "the floorperson’s"}
Asked = TypeVar("Asked", Turn, DealerTurn, Mishap)
Key = tuple[str, str]


class Sorted(Generic[Asked]):
    """Questions of one sort, and which of them show what."""

    def __init__(self, asked: Iterable[Asked]) -> None:
        self.all: list[Asked] = list(asked)
        self._seen: dict[Key, tuple[Seen, list[Asked]]] = {}

    def add(self, seen: Seen, asked: Asked) -> None:
        self._seen.setdefault((seen.kind, seen.subject), (seen, []))[1].append(asked)

    def note(self, notebook: Notebook) -> None:
        for seen, cases in self._seen.values():
            shown = set(map(id, cases))
            notebook.note(seen, cases, [asked for asked in self.all if id(asked) not in shown])


class Deciding:
    """What is decided in the rounds of one game, held against its sentences."""

    def __init__(self, game: Game, stated: Stated, notebook: Notebook, applied: set[Key]) -> None:
        self._steps = [phase.name for phase in game.phases]
        self._stated, self._notebook, self._applied = stated, notebook, applied

    def _holding(self, parts: Sequence[Statement], asked: Turn | DealerTurn | Mishap) -> list[int]:
        """Which of these sentences apply; adopted ones only where no own sentence does."""
        holding = [number for number, part in enumerate(parts) if part.holds(asked.facts)]
        self._applied.update(parts[number].key for number in holding)
        return [number for number in holding if parts[number].is_own] or holding

    # ---- decisions

    def examine_turns(self, turns: Iterable[Turn]) -> None:
        by_act: dict[str, list[Turn]] = {}
        for turn in turns:
            by_act.setdefault(turn.act, []).append(turn)
        for act, asked in by_act.items():
            self._examine_act(act, Sorted(asked))

    def _examine_act(self, act: str, turns: Sorted[Turn]) -> None:
        grants = [part for part in self._stated.of(Grant) if part.act == act]
        for turn in turns.all:
            holding = [grants[number] for number in self._holding(grants, turn)]
            if turn.permitted and not any(part.by for part in holding):
                turns.add(self._open(act, grants, holding), turn)
            for one, two in combinations(holding, 2):
                if one.by and two.by and one.by != two.by and not (one.yields or two.yields):
                    turns.add(self._clash(act, one, two), turn)
                for early, late in ((one, two), (two, one)):
                    if self._latest(early) < self._earliest(late):
                        turns.add(self._order(act, early, late), turn)
        turns.note(self._notebook)

    def _open(self, act: str, grants: list[Grant], silent: list[Grant]) -> Seen:
        """Somebody decides here, and no sentence says who."""
        clauses = self._notebook.in_text_order(part.clause for part in silent or grants)
        provided = f" ({listed(clauses)} leaves it open)" if silent else ""
        opening = f"No sentence says who decides about {DECISIONS[act]}{provided}"
        names = frozenset(name for part in grants for name in part.names).union(CUT_CAUSES)
        return Seen("nobody decides", DECISIONS[act], opening, clauses, names)

    def _clash(self, act: str, one: Grant, two: Grant) -> Seen:
        clauses = self._notebook.in_text_order((one.clause, two.clause))
        subject = f"{', '.join(clauses)} ({DECISIONS[act]})"
        return Seen("disagree", subject, f"{_gives(one)}, but {_gives(two)},", clauses, one.names | two.names)

    def _order(self, act: str, early: Grant, late: Grant) -> Seen:
        """One sentence has the decision made before a step, the other after it."""
        clauses = self._notebook.in_text_order((early.clause, late.clause))
        opening = (
            f"{early.clause} has {DECISIONS[act]} decided before the step “{PHASES[early.before]}”, "
            f"but {late.clause} after the step “{PHASES[late.after]}”,"
        )
        subject = f"{', '.join(clauses)} ({DECISIONS[act]})"
        return Seen("order", subject, opening, clauses, early.names | late.names)

    def _latest(self, part: Grant) -> int:
        return self._steps.index(part.before) - 1 if part.before in self._steps else len(self._steps)

    def _earliest(self, part: Grant) -> int:
        return self._steps.index(part.after) + 1 if part.after in self._steps else 0

    # ---- the dealer

    def examine_dealer(self, turns: Iterable[DealerTurn]) -> None:
        duties, asked = self._stated.of(Duty), Sorted(turns)
        names = frozenset(name for part in duties for name in part.names)
        silence = Seen("no duty", "dealer", "No sentence says whether the dealer draws or stands", (), names)
        for turn in asked.all:
            holding = [duties[number] for number in self._holding(duties, turn)]
            if not holding:
                asked.add(silence, turn)
            for one, two in combinations(holding, 2):
                if one.must != two.must:
                    asked.add(self._conflict(one, two), turn)
        asked.note(self._notebook)

    def _conflict(self, one: Duty, two: Duty) -> Seen:
        clauses = self._notebook.in_text_order((one.clause, two.clause))
        opening = f"The dealer must {one.must} by {one.clause}, but {two.must} by {two.clause},"
        return Seen("disagree", f"{', '.join(clauses)} (dealer)", opening, clauses, one.names | two.names)

    # ---- mistakes

    def examine_mishaps(self, mishaps: Iterable[Mishap]) -> None:
        by_mistake: dict[str, list[Mishap]] = {}
        for mishap in mishaps:
            by_mistake.setdefault(mishap.mistake, []).append(mishap)
        for mistake, asked in by_mistake.items():
            remedies = [part for part in self._stated.of(Remedy) if part.mistake == mistake]
            sorted_mishaps = Sorted(asked)
            for mishap in asked:
                if not self._holding(remedies, mishap):
                    sorted_mishaps.add(self._unmended(mistake, remedies), mishap)
            sorted_mishaps.note(self._notebook)

    def _unmended(self, mistake: str, remedies: list[Remedy]) -> Seen:
        clauses = self._notebook.in_text_order(part.clause for part in remedies)
        names = frozenset(name for part in remedies for name in part.names)
        opening = f"No sentence says what is done about {MISTAKES[mistake]}"
        return Seen("no remedy", mistake.replace("_", " "), opening, clauses, names)


def _gives(part: Grant) -> str:
    act = DECISIONS[part.act]
    if part.by == "nobody":
        return f"{part.clause} rules out {act}"
    return f"{part.clause} makes {act} {ACTORS[part.by]} choice"
