"""From a paper to a PDF, without network, packages or fonts of the machine."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from functools import singledispatch
from importlib import resources
from itertools import zip_longest
from typing import Any

from pitboss.errors import Broken
from pitboss.paper.document import (
    BlankLines,
    Block,
    Bullets,
    Cell,
    Code,
    Column,
    DrawingBlock,
    Note,
    PaperDocument,
    Paragraph,
    Piece,
    Section,
    Strong,
    Subheading,
    TableBlock,
    pieces_of,
)
from pitboss.paper.figures import Figure, tell
from pitboss.paper.typography import typographic

STYLE = "house.typ"


def house_style() -> bytes:
    """The style of everything we print."""
    return resources.files("pitboss.paper").joinpath(STYLE).read_bytes()


def compile_pdf(sources: Mapping[str, bytes]) -> bytes:
    """The PDF of a typst source named `main` and the files it reads; a warning is a bug."""
    import typst

    files: Any = dict(sources)  # its stubs do not know that several files may be given
    pdf, warnings = typst.compile_with_warnings(files, ignore_system_fonts=True)
    if warnings:
        raise Broken("; ".join(str(warning) for warning in warnings))
    return pdf


def typeset(document: PaperDocument) -> bytes:
    """The document as PDF; the same document gives the same bytes."""
    blocks = [block for section in document.sections for block in section.blocks]
    return set_blocks(source_of(document), blocks)


def set_blocks(source: str, blocks: Iterable[Block]) -> bytes:
    """A source in the house style, with the drawings of these blocks beside it."""
    drawings = {_file(block): block.svg.encode() for block in blocks if isinstance(block, DrawingBlock)}
    return compile_pdf({"main": source.encode(), STYLE: house_style(), **drawings})


def source_of(document: PaperDocument) -> str:
    return "\n".join(_lines(document))


def _lines(document: PaperDocument) -> Iterator[str]:
    yield f'#import "{STYLE}": *'
    yield f"#show: paper.with(title: {quote(document.title)}, kind: {quote(document.kind)},"
    yield f"  subtitle: {quote(document.subtitle)}, head: {quote(document.running_head)},"
    yield f"  status: {quote(document.status)}, told-date: {quote(document.date)},"
    yield f"  date: {datetime_of(document.date)},"
    facts = "".join(f"({quote(name)}, {content_of(cell)})," for name, cell in document.facts)
    yield f"  facts: ({facts}), number: {quote(document.number)}, scope: {quote(document.scope)},"
    yield f"  signatures: ({''.join(f'{quote(who)}, ' for who in document.signatures)}),"
    yield f"  contents-first: {_flag(document.contents_on_title_page)})"
    for section in document.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield "#whole[" if section.whole else ""
    yield f"#heading(level: 1, {quote(section.title)}) <s-{section.id}>"
    for at, (block, following) in enumerate(zip_longest(section.blocks, section.blocks[1:])):
        if isinstance(block, Paragraph) and (at == 0 or leads_to(block, following)):
            yield f"#leading-to-next({content_of(block.pieces)})"
        else:
            yield f"#{markup(block)}"
    yield "]" if section.whole else ""


def datetime_of(day: str) -> str:
    told = date.fromisoformat(day)
    return f"datetime(year: {told.year}, month: {told.month}, day: {told.day})"


def quote(words: str) -> str:
    """Words as a string of typst code, with typographic quotation marks; nothing in it is markup."""
    return raw(typographic(words))


def raw(words: str) -> str:
    """The same characters as a string of typst code."""
    return json.dumps(words, ensure_ascii=False).replace("\\u202f", "\u202f")


def _piece(piece: Piece) -> str:
    match piece:
        case Figure():
            return f"figure-text({quote(tell(piece))})"
        case Strong(words):
            return f"strong({quote(words)})"
        case Code(words):
            return f"code({raw(words)})"
    return quote(piece)


def content_of(cell: Cell) -> str:
    """A cell as typst's content."""
    return "[" + "".join(f"#{_piece(piece)};" for piece in pieces_of(cell)) + "]"


def leads_to(block: Paragraph, following: Block | None) -> bool:
    """Words that announce the next block stay on its page."""
    last = block.pieces[-1] if block.pieces else ""
    return isinstance(following, Bullets) or (isinstance(last, str) and last.endswith(":"))


@singledispatch
def markup(block: Block) -> str:
    raise TypeError(f"{type(block).__name__} is not a block")


@markup.register
def _(block: Paragraph) -> str:
    if all(isinstance(piece, Code) for piece in block.pieces):
        return f"command({content_of(block.pieces)})"
    return f"par({content_of(block.pieces)})"


@markup.register
def _(block: Note) -> str:
    return f"note({content_of(block.pieces)})"


@markup.register
def _(block: Bullets) -> str:
    items = ", ".join(content_of(item) for item in block.items)
    return f"block(breakable: {_flag(block.may_break)}, list({items}))"


@markup.register
def _(block: Subheading) -> str:
    return f"heading(level: 2, {quote(block.words)})"


@markup.register
def _(block: BlankLines) -> str:
    return f"blanks({', '.join(quote(label) for label in block.labels)})"


@markup.register
def _(block: DrawingBlock) -> str:
    return f"chart({raw(_file(block))}, {quote(block.caption)}, {raw(block.id)})"


@markup.register
def _(block: TableBlock) -> str:
    columns = ", ".join(_width(column) for column in block.columns)
    aligned = ", ".join(column.align for column in block.columns)
    heads = ", ".join(quote(column.title) for column in block.columns)
    cells = ",\n  ".join(", ".join(content_of(cell) for cell in row) for row in block.rows)
    note = content_of(block.note) if block.note else "none"
    flags = f"small: {_flag(block.small)}, breakable: {_flag(block.may_break)}, note: {note}"
    return (
        f"data-table({quote(block.caption)}, id: {raw(block.id)}, {flags}, columns: ({columns},), "
        f"align: ({aligned},), heads: ({heads},),\n  {cells})"
    )


def _flag(on: bool) -> str:
    return "true" if on else "false"


def _width(column: Column) -> str:
    return f"{column.share}fr" if column.share else "auto"


def _file(block: DrawingBlock) -> str:
    return f"{block.id}.svg"
