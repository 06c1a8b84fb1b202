"""A paper before it is typeset: sections of blocks, the same for PDF and HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pitboss.paper.figures import Figure


@dataclass(frozen=True)
class Strong:
    words: str


@dataclass(frozen=True)
class Code:
    """In a monospaced face; may be broken anywhere."""

    words: str


Piece = str | Figure | Strong | Code
Cell = Piece | tuple[Piece, ...]
"""The content of a table cell or a paragraph."""

Align = Literal["left", "right", "center"]


@dataclass(frozen=True)
class Paragraph:
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Note:
    """A highlighted paragraph."""

    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Bullets:
    items: tuple[Cell, ...]

    @property
    def may_break(self) -> bool:
        return len(self.items) > MOST_UNBROKEN


@dataclass(frozen=True)
class Subheading:
    words: str


@dataclass(frozen=True)
class Column:
    title: str
    align: Align = "left"
    share: float = 0
    """Share of the remaining width; 0 is as wide as its content."""


MOST_UNBROKEN = 8
MOST_ON_TITLE_PAGE = 10


@dataclass(frozen=True)
class TableBlock:
    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    small: bool = False
    note: Cell = ""
    """Below the table, on the same page."""

    @property
    def may_break(self) -> bool:
        """Short tables stay on one page."""
        return len(self.rows) > MOST_UNBROKEN


@dataclass(frozen=True)
class DrawingBlock:
    id: str
    caption: str
    svg: str


@dataclass(frozen=True)
class BlankLines:
    """Lines to fill in by hand."""

    labels: tuple[str, ...]


Block = Paragraph | Note | Bullets | Subheading | TableBlock | DrawingBlock | BlankLines


@dataclass(frozen=True)
class Section:
    id: str
    title: str
    blocks: tuple[Block, ...]
    whole: bool = False
    """Kept on one page if it fits, so that it can be copied and signed."""


@dataclass(frozen=True)
class PaperDocument:
    """A whole paper: title page, sections and running head."""

    kind: str
    title: str
    subtitle: str
    facts: tuple[tuple[str, Cell], ...]
    """What the title page states."""
    status: str
    date: str
    running_head: str
    sections: tuple[Section, ...]
    number: str = ""
    """The number by which the paper is cited."""
    scope: str = ""
    """What it covers and what not, on the title page."""
    signatures: tuple[str, ...] = ()
    """Who signs it, on the title page."""

    @property
    def contents_on_title_page(self) -> bool:
        """A short table of contents needs no page of its own."""
        return not self.signatures and len(self.sections) <= MOST_ON_TITLE_PAGE


def paragraph(*pieces: Piece) -> Paragraph:
    return Paragraph(pieces)


def note(*pieces: Piece) -> Note:
    return Note(pieces)


def right_columns(*titles: str) -> tuple[Column, ...]:
    return tuple(Column(title, "right") for title in titles)


def without_empty_columns(table: TableBlock) -> TableBlock:
    """Without the columns in which every cell is empty."""
    said = [at for at in range(len(table.columns)) if any(row[at] not in ("", "—") for row in table.rows)]
    return replace(
        table,
        columns=tuple(table.columns[at] for at in said),
        rows=tuple(tuple(row[at] for at in said) for row in table.rows),
    )


def pieces_of(cell: Cell) -> tuple[Piece, ...]:
    return cell if isinstance(cell, tuple) else (cell,)


def cells_of(block: Block) -> Iterator[Cell]:
    """Everything a block says, in reading order."""
    match block:
        case Paragraph(pieces) | Note(pieces):
            yield pieces
        case Bullets(items):
            yield from items
        case TableBlock():
            for row in block.rows:
                yield from row
            yield block.note


def figures_of(document: PaperDocument) -> Iterator[Figure]:
    """Every figure of a document in the order of its pages."""
    cells: list[Cell] = [cell for _, cell in document.facts]
    cells += [cell for section in document.sections for block in section.blocks for cell in cells_of(block)]
    for cell in cells:
        yield from (piece for piece in pieces_of(cell) if isinstance(piece, Figure))


def cite(clauses: Sequence[str]) -> str:
    """Clauses as they are cited; further sentences of the same paragraph by their numbers alone."""
    told: list[str] = []
    before = ""
    for clause in clauses:
        paragraph, space, sentence = clause.rpartition(" ")
        of_same = bool(space) and sentence[:1] in "sr" and sentence[1:].isdecimal()
        told.append(sentence if of_same and paragraph == before else clause)
        before = paragraph if of_same else clause
    return ", ".join(told)
