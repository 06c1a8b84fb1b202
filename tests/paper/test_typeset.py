"""Typesetting: fonts inside, no warning swallowed, words never taken for markup."""

import io
import warnings
from typing import Any

import pypdf
import pytest

from pitboss.errors import Broken
from pitboss.paper.document import Column, Document, Section, Table, right, text
from pitboss.paper.typeset import compile_pdf, typeset
from tests.paper.proofreading import read_pages


def paper(*blocks: Any, title: str = "A title") -> Document:
    facts = (("Game", "blackjack"),)
    return Document(
        "Paper", title, "below", facts, "status", "2026-11-15", "head", (Section("a", "First", blocks),)
    )


def test_words_are_never_taken_for_markup() -> None:
    wild = 'a #b *c* _d_ $e$ <f> @g \\h "i" `j` =k'
    assert "".join(wild.split()) in "".join(read_pages(typeset(paper(text(wild)))))


def test_a_warning_of_the_typesetter_is_raised() -> None:
    with pytest.raises(Broken, match="unknown font family"):
        compile_pdf({"main": b'#set text(font: "No Such Face")\nwords'})


def test_every_font_is_embedded() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pdf = pypdf.PdfReader(io.BytesIO(typeset(paper(text("Words, ♠ ♥ ◆ ☐ − and numbers 0123")))))
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
        pdf = pypdf.PdfReader(io.BytesIO(typeset(paper(text("words")))))
        assert pdf.metadata is not None
        assert str(pdf.metadata["/CreationDate"]).startswith("D:20261115")


def test_a_long_table_repeats_its_heads_and_a_short_one_stays_whole() -> None:
    columns = (Column("name", share=1), *right("number"))
    long = Table("long", "A long one", columns, tuple((f"row {n}", str(n)) for n in range(100)))
    pages = read_pages(typeset(paper(long)))[2:]
    assert len(pages) > 1
    assert all("namenumber" in page for page in pages)
    short = Table("short", "A short one", columns, tuple((f"row {n}", str(n)) for n in range(10)))
    filler = tuple(text("words " * 90) for _ in range(8))
    whole = [page for page in read_pages(typeset(paper(*filler, short))) if "Table1" in page]
    assert len(whole) == 1
    assert "row99" in whole[0]
