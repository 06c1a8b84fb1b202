"""The master game report on paper: everything that its tables say can be read on it."""

import io

from pypdf import PdfReader

from pitboss.paper.day_report import SIGNATURES, day_report_bytes
from tests.desk.test_day_csv import sheet


def words(pdf: bytes) -> str:
    pages = PdfReader(io.BytesIO(pdf)).pages
    return "".join("".join(page.extract_text() for page in pages).split())


def test_every_cell_and_sentence_is_on_the_paper() -> None:
    told = sheet()
    printed = words(day_report_bytes(told, date="2026-03-04", holder="Riverside"))
    cells = [cell for table in told.tables for row in table.rows for cell in row]
    heads = [column.title for table in told.tables for column in table.columns]
    titles = [table.title for table in told.tables]
    for said in (*cells, *heads, *titles, *told.notes, *told.method, told.title, told.below, *SIGNATURES):
        assert "".join(said.split()) in printed, said
    assert "Riverside·printed2026-03-04" in printed


def test_the_same_day_printed_twice_gives_the_same_bytes() -> None:
    first, second = (day_report_bytes(sheet(), date="2026-03-04") for _ in range(2))
    assert first == second


def test_nothing_that_somebody_typed_is_markup() -> None:
    from dataclasses import replace

    from pitboss.desk.day_sheet import day_sheet
    from tests.desk.test_day_report import report

    (made,) = report().corrections
    typed = '#panic("x") *bold* <t> \\ $1$'
    told = day_sheet(replace(report(), corrections=(made._replace(why=typed),)))
    assert "".join(["#panic(“x”)*bold*<t>\\$1$"]) in words(day_report_bytes(told, date="2026-03-04"))
