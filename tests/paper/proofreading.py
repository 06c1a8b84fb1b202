"""Reading a PDF back and holding it against the document it was made from, digit by digit.

The proofreader walks through the text of the pages. Whatever the document says must come in order, and
between two things that it says there may be no digit that it does not say.
"""

import io
import re
import warnings
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

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

UNREADABLE = ("felt",)
"""Drawings whose letters run along arcs; they have a reader of their own."""
ANYTHING = frozenset({"*"})
Wanted = tuple[str, frozenset[str]]
"""Words, and what may be repeated before them."""


def squeeze(text: str) -> str:
    """Without anything that a line break could change, in typographic quotation marks."""
    text = typographic(text)
    return re.sub(r"[\s\u200b\u202f\u00a0\u00ad]+", "", text)


def read_pages(pdf: bytes) -> list[str]:
    import pypdf

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [squeeze(page.extract_text()) for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


class Misprint(AssertionError):
    pass


def proofread(pdf: bytes, document: PaperDocument) -> int:
    """How many things were found in their order; a Misprint names the first that was not."""
    pages = read_pages(pdf)
    kept = [_without_furniture(page, document) for page in pages[1:]]
    if document.contents_on_title_page:
        compare(pages[0], list(title_page(document, tuple(_contents(kept, 2, document)))))
        return compare("".join(kept), list(expected(document)))
    compare(pages[0], list(title_page(document)))
    compare(kept[0], list(_contents(kept[1:], 3, document)))
    return compare("".join(kept[1:]), list(expected(document)))


def title_page(document: PaperDocument, contents: Iterable[Wanted] = ()) -> Iterator[Wanted]:
    words = [document.kind.upper(), document.number, document.title, document.subtitle]
    words += [part for name, cell in document.facts for part in (name, cell_text(cell))]
    words += ["Scope", document.scope] if document.scope else []
    yield from ((squeeze(said), frozenset()) for said in words)
    yield from contents
    for said in (*(f"{who}Date" for who in document.signatures), document.status):
        yield squeeze(said), frozenset()


def _contents(kept: list[str], first: int, document: PaperDocument) -> Iterator[Wanted]:
    """Every section and the page on which it really begins."""
    for number, section in enumerate(document.sections, 1):
        heading = squeeze(f"{number}{section.title}")
        page = next(at for at, text in enumerate(kept, first) if heading in text)
        yield heading, frozenset()
        yield str(page), frozenset()


def compare(text: str, wanted: list[tuple[str, frozenset[str]]]) -> int:
    at = 0
    for number, (words, furniture) in enumerate(wanted):
        at += next((len(known) for known in furniture if text.startswith(known, at)), 0)
        found = text.find(words, at)
        if found < 0:
            raise Misprint(f"{words!r} does not come after {text[max(0, at - 60) : at]!r}")
        between = text[at:found]
        if furniture != ANYTHING and re.search(r"\d", between):
            raise Misprint(f"{between!r} stands before {words!r} (item {number}) and is not in the document")
        at = found + len(words)
    if re.search(r"\d", text[at:]):
        raise Misprint(f"{text[at:]!r} stands after the end of the document")
    return len(wanted)


def _without_furniture(page: str, document: PaperDocument) -> str:
    """A page without what stands at its head and foot."""
    head = squeeze(document.running_head)
    titles = "|".join(
        re.escape(squeeze(name)) for name in ("Contents", *(s.title for s in document.sections))
    )
    bare, feet = re.subn(re.escape(document.date) + r"Page\d+of\d+", "", page)
    assert feet == 1, page[-80:]
    bare, heads = re.subn(f"{re.escape(head)}(?:{titles})", "", bare, count=1)
    assert heads == 1, page[:80]
    return bare


def expected(document: PaperDocument) -> Iterator[tuple[str, frozenset[str]]]:
    """Everything the sections say, and what may be repeated before it."""
    tables = figures = 0
    for number, section in enumerate(document.sections, 1):
        yield squeeze(f"{number}{section.title}"), frozenset()
        for block in section.blocks:
            tables += isinstance(block, TableBlock)
            figures += isinstance(block, DrawingBlock)
            yield from said(block, f"Table{tables}" if isinstance(block, TableBlock) else f"Figure{figures}")


def said(block: Block, numbered: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """What a block says, after the number that it has in a document."""
    nothing: frozenset[str] = frozenset()
    match block:
        case Paragraph(pieces) | Note(pieces):
            yield cell_text(pieces), nothing
        case Bullets(items):
            yield from ((cell_text(item), nothing) for item in items)
        case Subheading(words):
            yield squeeze(words), nothing
        case BlankLines(labels):
            yield from ((squeeze(label), nothing) for label in labels)
        case TableBlock():
            yield squeeze(f"{numbered}{block.caption}"), nothing
            head = squeeze("".join(column.title for column in block.columns))
            yield head, nothing
            for row in block.rows:
                yield from ((cell_text(cell), frozenset({head})) for cell in row if cell)
            if block.note:
                yield cell_text(block.note), nothing
        case DrawingBlock():
            yield from _chart(block, numbered)


def _chart(block: DrawingBlock, numbered: str) -> Iterator[tuple[str, frozenset[str]]]:
    caption = squeeze(f"{numbered}{block.caption}")
    if block.id in UNREADABLE:
        yield caption, ANYTHING
        return
    words = [(drawn, frozenset[str]()) for drawn in svg_words(block.svg)]
    told = [(caption, frozenset[str]())] if caption else []
    yield from (*words, *told) if numbered else (*told, *words)


def svg_words(svg: str) -> Iterator[str]:
    for part in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        yield squeeze("".join(part.itertext()))


def cell_text(cell: Cell) -> str:
    return squeeze("".join(_piece(piece) for piece in pieces_of(cell)))


def _piece(piece: Piece) -> str:
    match piece:
        case Figure():
            return tell(piece)
        case Strong(words) | Code(words):
            return words
    return piece
