"""Two submissions side by side: what was chosen, said and drawn otherwise, and what that does to the hold."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.compare import NOTHING, differences
from pitboss.games.game import Game
from pitboss.paper.consequences import house_edges, statements_of
from pitboss.paper.document import Cell, Code, Column, PaperDocument, Section, Strong, TableBlock, cite, right_columns
from pitboss.paper.figures import count, percent, points
from pitboss.paper.submission import Submission
from pitboss.paper.wagers import wager_name


@dataclass(frozen=True)
class RedlineRow:
    section: str
    what: str
    before: str
    after: str
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class EdgeChange:
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
    changes: tuple[RedlineRow, ...]
    edges: tuple[EdgeChange, ...]


def redline_document(old: Submission, new: Submission, *, date: str) -> PaperDocument:
    """The redline on paper: what goes beside what comes, and what it does to the hold."""
    found, after = redline(old, new), new.load()
    sections = dict.fromkeys(change.section for change in found.changes)
    return PaperDocument(
        kind="Redline",
        title=after.title,
        subtitle=new.holder,
        facts=(
            ("Certificate holder", new.holder),
            ("Before, rulebook sha256", Code(old.load().sha256)),
            ("After, rulebook sha256", Code(after.sha256)),
            ("Changes", count("redline.changes", len(found.changes))),
            ("Date", date),
        ),
        status="Two Rules Submissions side by side. Approved by no regulator.",
        date=date,
        running_head=f"{new.holder} · Redline · {after.title}",
        sections=(
            Section("hold", "Hold of each wager", (_hold_table(found),)),
            *(_changes(number, name, found) for number, name in enumerate(sections, 1)),
        ),
    )


def _hold_table(found: Redline) -> TableBlock:
    return TableBlock(
        "t-hold", "House edge of each wager, before and after; the change in percentage points",
        (Column("wager", share=1), *right_columns("before", "after", "change")),
        tuple((hold.name, *_hold_cells(hold)) for hold in found.edges),
    )  # fmt: skip


def _hold_cells(hold: EdgeChange) -> tuple[Cell, Cell, Cell]:
    id = f"redline.{hold.wager}"
    return (
        "not offered" if hold.before is None else percent(f"{id}.before", hold.before),
        "not offered" if hold.after is None else percent(f"{id}.after", hold.after),
        NOTHING if hold.difference is None else points(f"{id}.change", hold.difference),
    )


def _changes(number: int, section: str, found: Redline) -> Section:
    table = TableBlock(
        f"t-changes-{number}", f"What changes: {section}",
        (Column("what", share=1), Column("goes", share=2), Column("comes", share=2),
         Column("clauses", share=1.2)),
        tuple(
            (change.what, change.before, NOTHING if change.after == NOTHING else Strong(change.after),
             cite(change.clauses))
            for change in found.changes
            if change.section == section
        ),
        small=True,
    )  # fmt: skip
    return Section(f"changes-{number}", f"{section[0].upper()}{section[1:]}", (table,))


def redline(old: Submission, new: Submission) -> Redline:
    before, after = old.load(), new.load()
    return Redline(
        (*_heads(old, new), *_rules(before, after), *_paper(old, new, before, after)),
        tuple(_holds(before, after)),
    )


def _heads(old: Submission, new: Submission) -> Iterator[RedlineRow]:
    for what, before, after in (("game", old.game, new.game), ("holder", old.holder, new.holder)):
        if before != after:
            yield RedlineRow("submission", what, before, after, ())
    for clause in dict.fromkeys((*old.layout, *new.layout)):
        was, now = old.layout.get(clause, NOTHING), new.layout.get(clause, NOTHING)
        if was != now:
            yield RedlineRow("layout or sign", clause, was, now, (clause,))


def _rules(before: Game, after: Game) -> Iterator[RedlineRow]:
    for found in differences(before, after):
        clauses = dict.fromkeys((*found.left.clauses, *found.right.clauses))
        yield RedlineRow(found.section, found.what, found.left.says, found.right.says, tuple(clauses))


def _paper(old: Submission, new: Submission, before: Game, after: Game) -> Iterator[RedlineRow]:
    """Lines of felt, sign, equipment and procedure that go, and those that come."""
    was, now = statements_of(before, old.to_sign), statements_of(after, new.to_sign)
    for line, where in was.items():
        if now.get(line) != where:
            yield RedlineRow(where, "goes", line, NOTHING, ())
    for line, where in now.items():
        if was.get(line) != where:
            yield RedlineRow(where, "comes", NOTHING, line, ())


def _holds(before: Game, after: Game) -> Iterator[EdgeChange]:
    was, now = house_edges(before), house_edges(after)
    for wager in dict.fromkeys((*was, *now)):
        name = wager_name(after if wager in now else before, wager)
        yield EdgeChange(wager, name, was.get(wager), now.get(wager))
