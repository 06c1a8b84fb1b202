"""Two submissions side by side: what was chosen, said and drawn otherwise, and what that does to the hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.compare import NOTHING, differences
from pitboss.games.game import Game
from pitboss.paper.consequences import holds, statements_of
from pitboss.paper.submission import Submission
from pitboss.paper.wagers import tell_wager


@dataclass(frozen=True)
class Change:
    section: str
    what: str
    before: str
    after: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class HoldChange:
    """A wager's house edge before and after; None where it is not offered."""

    wager: str
    name: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before


@dataclass(frozen=True)
class Redline:
    changes: tuple[Change, ...]
    holds: tuple[HoldChange, ...]


def redline(old: Submission, new: Submission) -> Redline:
    before, after = old.load(), new.load()
    return Redline(
        (*_heads(old, new), *_rules(before, after), *_paper(old, new, before, after)),
        tuple(_holds(before, after)),
    )


def _heads(old: Submission, new: Submission) -> Iterator[Change]:
    for what, before, after in (("game", old.game, new.game), ("holder", old.holder, new.holder)):
        if before != after:
            yield Change("submission", what, before, after, ())
    for clause in dict.fromkeys((*old.layout, *new.layout)):
        was, now = old.layout.get(clause, NOTHING), new.layout.get(clause, NOTHING)
        if was != now:
            yield Change("layout or sign", clause, was, now, (clause,))


def _rules(before: Game, after: Game) -> Iterator[Change]:
    for found in differences(before, after):
        clauses = dict.fromkeys((*found.left.clauses, *found.right.clauses))
        yield Change(found.section, found.what, found.left.says, found.right.says, tuple(clauses))


def _paper(old: Submission, new: Submission, before: Game, after: Game) -> Iterator[Change]:
    """Lines of felt, sign, equipment and procedure that go, and those that come."""
    was, now = statements_of(before, old.to_sign), statements_of(after, new.to_sign)
    for line, where in was.items():
        if now.get(line) != where:
            yield Change(where, "goes", line, NOTHING, ())
    for line, where in now.items():
        if was.get(line) != where:
            yield Change(where, "comes", NOTHING, line, ())


def _holds(before: Game, after: Game) -> Iterator[HoldChange]:
    was, now = holds(before), holds(after)
    for wager in dict.fromkeys((*was, *now)):
        name = tell_wager(after if wager in now else before, wager)
        yield HoldChange(wager, name, was.get(wager), now.get(wager))
