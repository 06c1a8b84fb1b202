"""What a terminal shows: tables for a person, plain columns for a pipe, JSON for a program."""

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.cli.harmless_output import console, harmless_json

Row = Sequence[str]


def print_json(data: Any) -> None:
    print(harmless_json(json.dumps(data, indent=2, ensure_ascii=False, default=list)))


def title(text: str, below: str = "") -> None:
    if _is_terminal():
        console().print(f"[bold]{_escape(text)}[/bold]", highlight=False)
    else:
        print(text)
    if below:
        print(_wrapped(below))


def heading(text: str) -> None:
    print()
    if _is_terminal():
        console().print(f"[bold yellow]{_escape(text)}[/bold yellow]", highlight=False)
    else:
        print(text)
        print("-" * len(text))


def line(text: str) -> None:
    print(_wrapped(text))


def table(headers: Row, rows: Iterable[Row], *, wide: int = -1, colored: bool = False) -> None:
    """A table; on a terminal the column `wide` takes the room that is left."""
    rows = list(rows)
    if not rows:
        return
    if _is_terminal():
        _rich_table(headers, rows, wide, colored)
    else:
        _plain_table(headers, rows)


def _plain_table(headers: Row, rows: Sequence[Row]) -> None:
    widths = [max(len(row[column]) for row in (headers, *rows)) for column in range(len(headers))]
    for row in (headers, *rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        print("  ".join(cells).rstrip())


def _rich_table(headers: Row, rows: Sequence[Row], wide: int, colored: bool) -> None:
    from rich import box
    from rich.table import Table

    drawn = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="dim")
    for number, header in enumerate(headers):
        widens = not colored and number == wide % len(headers)
        drawn.add_column(header, ratio=1 if widens else None, overflow="fold")
    for row in rows:
        drawn.add_row(*(_painted(cell) if colored else _escape(cell) for cell in row))
    console(width=terminal_width()).print(drawn)


_PAINT = {"S": "black on yellow", "H": "black on green", "D": "white on blue", "P": "black on cyan",
          "R": "white on red"}  # fmt: skip


def _painted(cell: str) -> str:
    """A chart's letters on their color; the letter itself says the same without it."""
    style = _PAINT.get(cell[:1]) if len(cell) <= 2 else None
    return f"[{style}] {cell} [/]" if style else _escape(cell)


def terminal_width() -> int:
    return min(shutil.get_terminal_size().columns, 140)


def _is_terminal() -> bool:
    return sys.stdout.isatty()


def _wrapped(text: str) -> str:
    return textwrap.fill(text, terminal_width()) if _is_terminal() else text


def _escape(text: str) -> str:
    from rich.markup import escape

    return escape(text)
