"""Typesetting: fonts inside, no warning swallowed, words never taken for markup."""

import io
import warnings
from dataclasses import replace
from typing import Any

import pypdf
import pytest

from pitboss.errors import Broken
from pitboss.paper.document import (
    Bullets,
    Column,
    PaperDocument,
    Section,
    TableBlock,
    paragraph,
    right_columns,
)
from pitboss.paper.typeset import compile_pdf, typeset
from tests.paper.proofreading import read_pages


def paper(*blocks: Any, title: str = "A title") -> PaperDocument:
    facts = (("Game", "blackjack"),)
    return PaperDocument(
        "Paper", title, "below", facts, "status", "2026-11-15", "head", (Section("a", "First", blocks),)
    )


def test_words_are_never_taken_for_markup() -> None:
    wild = "a #b *c* _d_ $e$ <f> @g \\h “i” `j` =k"
    assert "".join(wild.split()) in "".join(read_pages(typeset(paper(paragraph(wild)))))


def test_a_warning_of_the_typesetter_is_raised() -> None:
    with pytest.raises(Broken, match="unknown font family"):
        compile_pdf({"main": b'#set text(font: "No Such Face")\nwords'})


def test_every_font_is_embedded() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pdf = pypdf.PdfReader(io.BytesIO(typeset(paper(paragraph("Words, ♠ ♥ ◆ ☐ − and numbers 0123")))))
        fonts = [font for page in pdf.pages for font in _fonts(page)]
    assert fonts
    assert all({"/FontFile", "/FontFile2", "/FontFile3"} & font.keys() for font in fonts)


def _fonts(page: Any) -> list[Any]:
    found = []
    for font in page["/Resources"].get("/Font", {}).values():
        inner = font.get_object()
        for descendant in inner.get("/DescendantFonts", [inner]):
            found.append(descendant.get_object()["/FontDescriptor"].get_object())
    return found


def test_the_date_is_an_argument() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pdf = pypdf.PdfReader(io.BytesIO(typeset(paper(paragraph("words")))))
        assert pdf.metadata is not None
        assert str(pdf.metadata["/CreationDate"]).startswith("D:20261115")


def test_a_long_table_repeats_its_heads_and_a_short_one_stays_whole() -> None:
    columns = (Column("name", share=1), *right_columns("number"))
    long = TableBlock("long", "A long one", columns, tuple((f"row {n}", str(n)) for n in range(100)))
    pages = read_pages(typeset(paper(long)))[1:]
    assert len(pages) > 1
    assert all("namenumber" in page for page in pages)
    short = TableBlock("short", "A short one", columns, tuple((f"row {n}", str(n)) for n in range(10)))
    filler = tuple(paragraph("words " * 90) for _ in range(8))
    whole = [page for page in read_pages(typeset(paper(*filler, short))) if "Table1" in page]
    assert len(whole) == 1
    assert "row99" in whole[0]


@pytest.mark.parametrize("lines", range(24, 36))
def test_a_broken_table_leaves_no_fewer_than_three_rows_on_a_page(lines: int) -> None:
    columns = (Column("name", share=1), *right_columns("number"))
    table = TableBlock("long", "A long one", columns, tuple((f"row {n};", "x") for n in range(9)))
    filler = tuple(paragraph("words") for _ in range(lines))
    rows = [page.count("row") for page in read_pages(typeset(paper(*filler, table)))]
    assert sum(rows) == 9
    assert not {1, 2} & set(rows)


def test_a_whole_section_stays_on_one_page_unless_it_is_longer() -> None:
    columns = (Column("name", share=1), *right_columns("number"))
    for count, pages in ((30, 1), (100, 3)):
        table = TableBlock("long", "A long one", columns, tuple((f"row {n};", "x") for n in range(count)))
        filler = Section("a", "First", tuple(paragraph("words") for _ in range(15)))
        document = replace(paper(), sections=(filler, Section("b", "Second", (table,), whole=True)))
        found = [page.count("row") for page in read_pages(typeset(document)) if "row" in page]
        assert (sum(found), len(found)) == (count, pages)


def test_a_short_list_of_contents_stands_on_the_title_page() -> None:
    for count, at in ((3, 0), (12, 1)):
        sections = tuple(Section(f"s{n}", f"Section {n}", (paragraph("words"),)) for n in range(count))
        pages = read_pages(typeset(replace(paper(), sections=sections)))
        assert [n for n, page in enumerate(pages) if "Contents" in page] == [at]


def test_words_that_announce_are_not_parted_from_what_they_announce() -> None:
    for lines in range(28, 38):
        filler = tuple(paragraph("words") for _ in range(lines))
        pages = read_pages(
            typeset(paper(*filler, paragraph("Announced"), Bullets(("first", "second", "third"))))
        )
        assert any("Announced" in page and "third" in page for page in pages)
