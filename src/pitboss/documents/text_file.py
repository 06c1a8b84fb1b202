"""Reading a text file: what is no text is refused, and markup and page furniture are taken off its lines."""

import re
from typing import NamedTuple

from pitboss.errors import BadInput, Fault

MOST_BYTES = 1_000_000
MOST_MARKS = {
    "\n\r\f": ("lines", 40_000),
    ".;?!": ("ends of sentences", 12_000),
    "(": ("brackets", 10_000),
    "\t|": ("columns", 20_000),
    "*": ("stars", 20_000),
}
"""About as many as a megabyte of a regulation has."""
ALLOWED = "plain text in UTF-8, at most 1 MB"

_CONTROL = re.compile(r"[\x01-\x08\x0b\x0e-\x1f\x7f]")
_SCAN_MARK = re.compile(r"<\|[^|>]*\|>")
_FURNITURE = re.compile(r"\d+[a-z]?-\d+|\d{1,4}|[Pp]age \d+(?: of \d+)?|\[[^\]]*\]|[-_=*\s|:]*")
_HEADING = re.compile(r"#{1,6}\s+")
_BULLET = re.compile(r"[-*•]\s+")
_ALL_BOLD = re.compile(r"\*\*([^*]+)\*\*:?")
_BOLD_LABEL = re.compile(r"\*\*([^*]+?)(:?)\*\*(:?)\s*[–—-]?\s*")
_NOTE = re.compile(r"(?:\\\*|†|\*(?=[^*]+$))\s*")
_EMPHASIS = re.compile(r"\*\*|(?<![\w\\])\*(?=\w)|(?<=\w)\*(?!\w)")


class Line(NamedTuple):
    """A line without its markup."""

    number: int
    text: str
    after_blank: bool = True
    is_heading: bool = False
    is_bullet: bool = False
    is_note: bool = False
    label: str = ""
    """Bold words that the line begins with, when other words follow them."""
    label_has_colon: bool = False
    cells: tuple[str, ...] = ()
    """The columns, of a line of a table."""


def decode(data: bytes, where: str) -> str:
    """The text of a file, or a sentence that says why it is none."""
    if len(data) > MOST_BYTES:
        raise BadInput([Fault(where, f"is too large ({len(data):,} bytes).", ALLOWED)])
    if data.startswith(b"%PDF"):
        raise BadInput([Fault(where, "is a PDF; save its text first, for instance with pdftotext.", ALLOWED)])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        says = f"is not text: byte {error.start + 1} is not UTF-8."
        raise BadInput([Fault(where, says, ALLOWED)]) from error
    if "\0" in text:
        raise BadInput([Fault(where, "is not text: it has zero bytes.", ALLOWED)])
    text = _CONTROL.sub("", text)
    for marks, (what, most) in MOST_MARKS.items():
        if sum(map(text.count, marks)) > most:
            raise BadInput([Fault(where, f"has more than {most:,} {what}.", "one chapter of a regulation")])
    if not text.strip():
        raise BadInput([Fault(where, "is empty.", ALLOWED)])
    return text


def read_lines(text: str) -> list[Line]:
    """Lines that say something; blank lines, page numbers and scanners' marks only separate them."""
    lines: list[Line] = []
    after_blank = True
    for number, raw in enumerate(re.split(r"\r\n|[\n\r\f]", text), start=1):
        marked = _SCAN_MARK.sub("", raw).strip(" ")
        if _FURNITURE.fullmatch(marked.strip()):
            after_blank = True
            continue
        lines.append(_line(number, marked, after_blank=after_blank))
        after_blank = False
    return lines


def _line(number: int, raw: str, *, after_blank: bool) -> Line:
    heading = _HEADING.match(raw)
    bullet = None if heading else _BULLET.match(raw)
    raw = raw[(heading or bullet).end() :] if heading or bullet else raw  # type: ignore[union-attr]
    note = None if heading or bullet else _NOTE.match(raw)
    if note:
        raw = raw[note.end() :]
    all_bold = _ALL_BOLD.fullmatch(raw.strip())
    label = None if heading or all_bold else _BOLD_LABEL.match(raw)
    rest = raw[label.end() :] if label else raw
    return Line(
        number=number,
        text=_without_markup(rest),
        after_blank=after_blank,
        is_heading=bool(heading or all_bold),
        is_bullet=bool(bullet),
        is_note=bool(note),
        label=_without_markup(label[1]) if label else "",
        label_has_colon=bool(label and (label[2] or label[3])),
        cells=_cells(raw),
    )


def _without_markup(text: str) -> str:
    text = text.replace("$\\S\\S$", "§§").replace("$\\S$", "§")
    text = _EMPHASIS.sub("", text)
    return " ".join(re.sub(r"\\([*$#_\\-])", r"\1", text).split())


def _cells(raw: str) -> tuple[str, ...]:
    """The columns of a line with tabs or bars between them."""
    parts = raw.strip().strip("|").split("|") if raw.lstrip().startswith("|") else raw.split("\t")
    cells = tuple(_without_markup(part) for part in parts)
    return cells if len([cell for cell in cells if cell]) > 1 else ()
