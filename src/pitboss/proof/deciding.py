"""Has every decision an actor, the dealer always something to do, every mistake a remedy?"""

from collections.abc import Iterable
from itertools import combinations

from pitboss.games.game import Game
from pitboss.games.vocabulary import DECISIONS, MISTAKES
from pitboss.proof.notebook import Notebook
from pitboss.proof.questions import DealerTurn, Mishap, Turn
from pitboss.proof.stated import Duty, Grant, Remedy, Stated

ACTORS = {"player": "the player’s", "dealer": "the dealer’s", "floorperson": "the floorperson’s"}


class Deciding:
    """What is decided in the rounds of one game, held against its sentences."""

    def __init__(self, game: Game, stated: Stated, notebook: Notebook, applied: set[tuple[str, str]]) -> None:
        self._steps = [phase.name for phase in game.phases]
        self._stated = stated
        self._grants = {act: [part for part in stated.of(Grant) if part.act == act] for act in DECISIONS}
        self._notebook, self._applied = notebook, applied

    # ---- decisions

    def examine_turns(self, turns: Iterable[Turn]) -> None:
        for turn in turns:
            holding = [part for part in self._grants[turn.act] if part.holds(turn.facts)]
            self._applied.update(part.key for part in holding)
            own = [part for part in holding if part.is_own] or holding
            if turn.permitted and not any(part.by for part in own):
                self._note_open(turn, own)
            for one, two in combinations(own, 2):
                self._note_disagreement(turn, one, two)
                self._note_order(turn, one, two)

    def _note_open(self, turn: Turn, silent: list[Grant]) -> None:
        """Somebody decides here, and no sentence says who."""
        clauses = tuple(dict.fromkeys(part.clause for part in silent))
        names = {name for part in self._grants[turn.act] for name in part.names}
        by = f", though {clauses[0]} provides for it," if clauses else ""
        opening = f"No sentence says who decides about {DECISIONS[turn.act]}{by}"
        self._notebook.note(
            "nobody decides", DECISIONS[turn.act], opening, clauses, turn.facts, names, turn.deal
        )

    def _note_disagreement(self, turn: Turn, one: Grant, two: Grant) -> None:
        if one.by and two.by and one.by != two.by:
            clauses = (one.clause, two.clause)
            opening = f"{_gives(one)} and {_gives(two)}"
            subject = f"{', '.join(clauses)} ({DECISIONS[turn.act]})"
            names = one.names | two.names
            self._notebook.note("disagree", subject, opening, clauses, turn.facts, names, turn.deal)

    def _note_order(self, turn: Turn, one: Grant, two: Grant) -> None:
        """One sentence has the decision made before a step, the other after it."""
        for early, late in ((one, two), (two, one)):
            if self._latest(early) < self._earliest(late):
                clauses = (late.clause, early.clause)
                opening = (
                    f"{early.clause} has the player decide about {DECISIONS[turn.act]} before a step of the "
                    f"round, and {late.clause} after it,"
                )
                subject = f"{', '.join(clauses)} ({DECISIONS[turn.act]})"
                names = one.names | two.names
                self._notebook.note("order", subject, opening, clauses, turn.facts, names, turn.deal)

    def _latest(self, part: Grant) -> int:
        return self._steps.index(part.before) - 1 if part.before in self._steps else len(self._steps)

    def _earliest(self, part: Grant) -> int:
        return self._steps.index(part.after) + 1 if part.after in self._steps else 0

    # ---- the dealer

    def examine_dealer(self, turns: Iterable[DealerTurn]) -> None:
        duties = self._stated.of(Duty)
        for turn in turns:
            holding = [part for part in duties if part.holds(turn.facts)]
            self._applied.update(part.key for part in holding)
            own = [part for part in holding if part.is_own] or holding
            if not own:
                names = {name for part in duties for name in part.names} & turn.facts.keys()
                opening = "No sentence says whether the dealer draws or stands"
                self._notebook.note("no duty", "dealer’s draw", opening, (), turn.facts, names, turn.deal)
            for one, two in combinations(own, 2):
                if one.must != two.must:
                    clauses = (one.clause, two.clause)
                    opening = f"The dealer must {one.must} by {one.clause} and {two.must} by {two.clause}"
                    subject = f"{', '.join(clauses)} (dealer’s draw)"
                    names = one.names | two.names
                    self._notebook.note("disagree", subject, opening, clauses, turn.facts, names, turn.deal)

    # ---- mistakes

    def examine_mishaps(self, mishaps: Iterable[Mishap]) -> None:
        remedies = self._stated.of(Remedy)
        for mishap in mishaps:
            meant = [part for part in remedies if part.mistake == mishap.mistake]
            holding = [part for part in meant if part.holds(mishap.facts)]
            self._applied.update(part.key for part in holding)
            if not holding:
                clauses = tuple(dict.fromkeys(part.clause for part in meant))
                names = {name for part in meant for name in part.names}
                opening = f"No sentence says what is done about {MISTAKES[mishap.mistake]}"
                self._notebook.note(
                    "no remedy", MISTAKES[mishap.mistake], opening, clauses, mishap.facts, names, mishap.deal
                )


def _gives(part: Grant) -> str:
    act = DECISIONS[part.act]
    if part.by == "nobody":
        return f"{part.clause} rules out {act}"
    return f"{part.clause} makes {act} {ACTORS[part.by]} choice"
