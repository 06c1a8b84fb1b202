"""The master game report of a gaming day on paper: its tables, how they were reckoned, and who signs."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from pitboss.paper.document import Block, Bullets, Column, Subheading, TableBlock
from pitboss.paper.typeset import STYLE, datetime_of, markup, quote, set_blocks

SIGNATURES = ("Shift manager", "Cage", "Accounting")
FEW_COLUMNS = 10
"""A table with more is set smaller."""


class DayColumn(Protocol):
    @property
    def title(self) -> str: ...
    @property
    def align(self) -> str: ...
    @property
    def wide(self) -> bool: ...


class DayTable(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def columns(self) -> Sequence[DayColumn]: ...
    @property
    def rows(self) -> Sequence[tuple[str, ...]]: ...
    @property
    def note(self) -> str: ...


class DaySheet(Protocol):
    """What the paper says, in words."""

    @property
    def title(self) -> str: ...
    @property
    def below(self) -> str: ...
    @property
    def notes(self) -> Sequence[str]: ...
    @property
    def tables(self) -> Sequence[DayTable]: ...
    @property
    def method(self) -> Sequence[str]: ...


def day_report_bytes(sheet: DaySheet, *, date: str, holder: str = "") -> bytes:
    """As PDF; `date` is the day on which it is printed."""
    blocks = tuple(_blocks(sheet))
    return set_blocks("\n".join(_source(sheet, blocks, date, holder)), blocks)


def _source(sheet: DaySheet, blocks: Sequence[Block], date: str, holder: str) -> Iterator[str]:
    foot = f"{holder} · printed {date}" if holder else f"Printed {date}"
    yield f'#import "{STYLE}": *'
    yield f"#show: sheet.with(title: {quote(sheet.title)}, below: {quote(sheet.below)}, foot: {quote(foot)},"
    yield f"  date: {datetime_of(date)}, signatures: ({''.join(f'{quote(who)}, ' for who in SIGNATURES)}))"
    yield from (f"#{markup(block)}" for block in blocks)


def _blocks(sheet: DaySheet) -> Iterator[Block]:
    if sheet.notes:
        yield Bullets(tuple(sheet.notes))
    yield from map(_table, sheet.tables)
    yield Subheading("How these figures are reckoned")
    yield Bullets(tuple(sheet.method))


def _table(table: DayTable) -> TableBlock:
    columns = tuple(
        Column(one.title, "right" if one.align == "right" else "left", share=1 if one.wide else 0)
        for one in table.columns
    )
    small = len(columns) > FEW_COLUMNS
    return TableBlock(f"day-{table.id}", table.title, columns, tuple(table.rows), small, table.note)
