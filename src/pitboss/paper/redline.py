"""Two submissions side by side: what changes in rules and drawings, and what that does to house edges."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.games.compare import NOTHING, differences
from pitboss.games.game import Game
from pitboss.paper.consequences import house_edges, statements_of
from pitboss.paper.document import (
    Cell,
    Code,
    Column,
    PaperDocument,
    Section,
    Strong,
    TableBlock,
    cite,
    right_columns,
)
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
    """The redline on paper: old beside new, and the change in house edges."""
    compared, after = redline(old, new), new.load()
    sections = dict.fromkeys(change.section for change in compared.changes)
    return PaperDocument(
        kind="Redline",
        title=after.title,
        subtitle=new.holder,
        facts=(
            ("Submitted by", new.holder),
            ("Before, rulebook sha256", Code(old.load().sha256)),
            ("After, rulebook sha256", Code(after.sha256)),
            ("Changes", count("redline.changes", len(compared.changes))),
            ("Date", date),
        ),
        status="Two Rules Submissions compared. Not approved by any regulator.",
        date=date,
        running_head=f"{new.holder} · Redline · {after.title}",
        sections=(
            Section("edges", "House edge of each wager", (_edge_table(compared),)),
            *(_changes(number, name, compared) for number, name in enumerate(sections, 1)),
        ),
    )


def _edge_table(compared: Redline) -> TableBlock:
    return TableBlock(
        "t-edges", "House edge of each wager before and after, and the change in percentage points",
        (Column("wager", share=1), *right_columns("before", "after", "change")),
        tuple((edge.name, *_edge_cells(edge)) for edge in compared.edges),
    )  # fmt: skip


def _edge_cells(edge: EdgeChange) -> tuple[Cell, Cell, Cell]:
    id = f"redline.{edge.wager}"
    return (
        "not offered" if edge.before is None else percent(f"{id}.before", edge.before),
        "not offered" if edge.after is None else percent(f"{id}.after", edge.after),
        NOTHING if edge.difference is None else points(f"{id}.change", edge.difference),
    )


def _changes(number: int, section: str, compared: Redline) -> Section:
    table = TableBlock(
        f"t-changes-{number}", f"Changes: {section}",
        (Column("subject", share=1), Column("before", share=2), Column("after", share=2),
         Column("clauses", share=1.2)),
        tuple(
            (change.what, change.before, NOTHING if change.after == NOTHING else Strong(change.after),
             cite(change.clauses))
            for change in compared.changes
            if change.section == section
        ),
        small=True,
    )  # fmt: skip
    return Section(f"changes-{number}", f"{section[0].upper()}{section[1:]}", (table,))


def redline(old: Submission, new: Submission) -> Redline:
    before, after = old.load(), new.load()
    return Redline(
        (*_heads(old, new), *_rules(before, after), *_paper(old, new, before, after)),
        tuple(_edges(before, after)),
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
    for part in differences(before, after):
        clauses = dict.fromkeys((*part.left.clauses, *part.right.clauses))
        yield RedlineRow(part.section, part.what, part.left.says, part.right.says, tuple(clauses))


def _paper(old: Submission, new: Submission, before: Game, after: Game) -> Iterator[RedlineRow]:
    """Lines of felt, sign, equipment and procedures that are removed or added."""
    was, now = statements_of(before, old.to_sign), statements_of(after, new.to_sign)
    for line, where in was.items():
        if now.get(line) != where:
            yield RedlineRow(where, "removed", line, NOTHING, ())
    for line, where in now.items():
        if was.get(line) != where:
            yield RedlineRow(where, "added", NOTHING, line, ())


def _edges(before: Game, after: Game) -> Iterator[EdgeChange]:
    was, now = house_edges(before), house_edges(after)
    for wager in dict.fromkeys((*was, *now)):
        name = wager_name(after if wager in now else before, wager)
        yield EdgeChange(wager, name, was.get(wager), now.get(wager))
