"""From a paper to one self-contained HTML page."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from html import escape
from importlib import resources

from pitboss.paper.document import (
    BlankLines,
    Block,
    Bullets,
    Cell,
    Code,
    DrawingBlock,
    Note,
    PaperDocument,
    Paragraph,
    Piece,
    Strong,
    Subheading,
    TableBlock,
    pieces_of,
)
from pitboss.paper.figures import Figure, tell
from pitboss.paper.typography import typographic


def _escape(words: str) -> str:
    return escape(typographic(words))


def page_of(document: PaperDocument) -> str:
    """A page for the screen that also prints; every figure carries its id and how exact it is."""
    return "\n".join(_page(document))


def _page(document: PaperDocument) -> Iterator[str]:
    style = resources.files("pitboss.paper").joinpath("page.css").read_text()
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{_escape(document.kind)}: {_escape(document.title)}</title>"
    yield f"<style>\n{style}</style></head><body>"
    kind = " · ".join(filter(None, (document.kind, document.number)))
    yield f'<header><p class="kind">{_escape(kind)}</p><h1>{_escape(document.title)}</h1>'
    yield f'<p class="subtitle">{_escape(document.subtitle)}</p><dl>'
    for name, cell in document.facts:
        yield f"<div><dt>{_escape(name)}</dt><dd>{_content(cell)}</dd></div>"
    yield f'</dl><p class="note">{_escape(document.status)}</p>'
    yield f"<p>{_escape(document.scope)}</p>" if document.scope else ""
    if document.signatures:
        yield blanks_of(document.signatures)
    yield "</header>"
    yield "<nav><h2>Contents</h2><ol>"
    for section in document.sections:
        yield f'<li><a href="#{section.id}">{_escape(section.title)}</a></li>'
    yield "</ol></nav><main>"
    tables = figures = 0
    for number, section in enumerate(document.sections, 1):
        whole = ' class="whole"' if section.whole else ""
        yield f'<section id="{section.id}"{whole}><h2>{number} {_escape(section.title)}</h2>'
        for block in section.blocks:
            tables += isinstance(block, TableBlock)
            figures += isinstance(block, DrawingBlock)
            yield markup(block, tables if isinstance(block, TableBlock) else figures)
        yield "</section>"
    yield "</main></body></html>"


def _piece(piece: Piece) -> str:
    match piece:
        case Figure():
            how = f'data-id="{escape(piece.id)}" class="{piece.exactness.value}"'
            return f'<data {how} value="{piece.value}">{_escape(tell(piece))}</data>'
        case Strong(words):
            return f"<strong>{_escape(words)}</strong>"
        case Code(words):
            return f"<code>{escape(words)}</code>"
    return _escape(piece)


def _content(cell: Cell) -> str:
    return "".join(_piece(piece) for piece in pieces_of(cell))


@singledispatch
def markup(block: Block, _: int) -> str:
    """A block; the number is that of the table or figure."""
    raise TypeError(f"{type(block).__name__} is not a block")


@markup.register
def _(block: Paragraph, _: int) -> str:
    return f"<p>{_content(block.pieces)}</p>"


@markup.register
def _(block: Note, _: int) -> str:
    return f'<p class="note">{_content(block.pieces)}</p>'


@markup.register
def _(block: Bullets, _: int) -> str:
    return f"<ul>{''.join(f'<li>{_content(item)}</li>' for item in block.items)}</ul>"


@markup.register
def _(block: Subheading, _: int) -> str:
    return f"<h3>{_escape(block.words)}</h3>"


@markup.register
def _(block: BlankLines, _: int) -> str:
    return blanks_of(block.labels)


def blanks_of(labels: Iterable[str]) -> str:
    lines = "".join(f"<div><dt>{_escape(label)}</dt><dd></dd></div>" for label in labels)
    return f'<dl class="blanks">{lines}</dl>'


@markup.register
def _(block: DrawingBlock, number: int) -> str:
    return (
        f'<figure id="f-{block.id}">{block.svg}'
        f"<figcaption><b>Figure {number}</b> {_escape(block.caption)}</figcaption></figure>"
    )


@markup.register
def _(block: TableBlock, number: int) -> str:
    heads = "".join(f'<th class="{column.align}">{_escape(column.title)}</th>' for column in block.columns)
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td class="{column.align}">{_content(cell)}</td>'
            for column, cell in zip(block.columns, row, strict=True)
        )
        + "</tr>"
        for row in block.rows
    )
    caption = f"<caption><b>Table {number}</b> {_escape(block.caption)}</caption>"
    note = f"<p>{_content(block.note)}</p>" if block.note else ""
    return (
        f'<div class="table"><table id="t-{block.id}">{caption}'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{note}</div>"
    )
