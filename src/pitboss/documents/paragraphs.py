"""Putting lines together to paragraphs, and seeing what number or heading each paragraph opens with."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.documents.numbering import is_number
from pitboss.documents.sentences import announces_list, is_ended
from pitboss.documents.text_file import Line

_SECTION = re.compile(
    r"(?:§|Section|SECTION|Sec\.)\s*(?P<number>\d+[a-z]{0,2}(?:\.\d+[a-z]?)?)\.\s+(?=[A-Z])"
)
_CONTENTS = re.compile(r"\d+[a-z]{0,2}\.\d+[a-z]?\.\s+(?=[A-Z])")
_CONTENTS_HEAD = re.compile(r"(?:Sec|SEC|Scc|SCC|Contents|CONTENTS|TABLE OF CONTENTS)\.?")
_CHAPTER = re.compile(r"CHAPTER\s+\w+\.\s")
_FIGURE = re.compile(r"Fig(?:ure)?\.?\s*(?P<number>\d+)\s*[.:]\s*")
_PAREN = re.compile(r"\((?P<number>[a-z]{1,5}|[A-Z]{1,5}|\d{1,3})\)\s*")
_POINT = re.compile(r"(?P<number>\d{1,3}|[a-zA-Z])\.\s+(?=[A-Z“\"])")
_DEFINITION = re.compile(
    r"[\"“]?(?P<number>[A-Z][\w’'/&-]*(?: [\w’'/&-]+){0,7}?)[\"”]?\s*(?:—|–|\s-\s|\bmeans\b)\s*(?=\S)"
)
_DANGLING = re.compile(
    r"(?:[§,(—–]|(?<![;,:]) (?:or|and|to|under|in|of|with|by|the|see|sections?|subsections?|paragraphs?))$",
    re.IGNORECASE,
)
_TABLE = re.compile(r"table\b[^.]*:$", re.IGNORECASE)


@dataclass
class Paragraph:
    """Lines that belong together, and what they open with."""

    kind: str
    """text, section, contents, chapter, heading, definition, figure, row or note."""
    number: str = ""
    style: str = ""
    """How the number is written: `(a)` is "paren", `1.` is "point"."""
    label: str = ""
    label_has_colon: bool = False
    is_bullet: bool = False
    pieces: list[tuple[int, str]] = field(default_factory=list)
    """Line numbers with what stands there."""

    @property
    def line(self) -> int:
        return self.pieces[0][0] if self.pieces else 0

    @property
    def rough_text(self) -> str:
        return " ".join(text for _, text in self.pieces)

    @property
    def tail(self) -> str:
        """The last words, enough to see how the paragraph ends."""
        return " ".join(text for _, text in self.pieces[-2:])


def group(lines: Sequence[Line]) -> list[Paragraph]:
    """The paragraphs of a text, whether its lines are wrapped, double-spaced, or one to a paragraph."""
    grouping = _Grouping(_wrap_width(lines))
    for line in lines:
        grouping.take(line)
    _name_headings(grouping.paragraphs)
    _restore_lost_numbers(grouping.paragraphs)
    return grouping.paragraphs


def _wrap_width(lines: Sequence[Line]) -> int:
    """The width at which a text was wrapped by hand; 0 where a line is a whole paragraph."""
    widths = sorted(len(line.text) for line in lines)
    width = widths[len(widths) * 95 // 100] if widths else 0
    return width if width <= 100 else 0


class _Grouping:
    def __init__(self, width: int) -> None:
        self.paragraphs: list[Paragraph] = []
        self._width = width
        self._in_definitions = False
        self._in_table = False

    def take(self, line: Line) -> None:
        if self._is_row(line):
            self._add(line, Paragraph("row"))
        elif self.paragraphs and self._continues(line):
            self.paragraphs[-1].pieces.append((line.number, line.text))
        else:
            self._open(line)

    def _is_row(self, line: Line) -> bool:
        """A line in columns, or one below "the following paytable:" that is no sentence."""
        if _CONTENTS.match(line.text) or _CONTENTS_HEAD.fullmatch(line.text):
            return False
        if line.cells:
            return True
        last = self.paragraphs[-1] if self.paragraphs else None
        if last and last.kind != "row":
            self._in_table = bool(_TABLE.search(last.tail))
        opening = _opening(line, self._in_definitions)
        opens = opening.kind != "text" or bool(opening.number) or bool(opening.label)
        self._in_table &= not (opens or is_ended(line.text) or line.text[:1].islower())
        return self._in_table

    def _continues(self, line: Line) -> bool:
        last = self.paragraphs[-1]
        if line.is_heading or line.is_bullet or line.is_note or line.label or last.kind in ("row", "heading"):
            return False
        text = last.tail
        opening = _opening(line, self._in_definitions)
        if opening.kind != "text" or opening.number:
            needs_end = opening.style == "point" and line.after_blank is False and not is_ended(text)
            return last.kind != "contents" and (needs_end or bool(_DANGLING.search(text)))
        if last.kind in ("section", "contents", "chapter") and is_ended(text):
            return False
        if not line.after_blank:
            return True
        return not is_ended(text) and (line.text[0].islower() or self._is_full(last.pieces[-1][1]))

    def _is_full(self, text: str) -> bool:
        """A line that was wrapped, not ended: first lines may be indented, so two thirds are enough."""
        return bool(self._width) and len(text) >= self._width * 0.62

    def _open(self, line: Line) -> None:
        rest = line
        while True:
            paragraph = _opening(rest, self._in_definitions)
            if paragraph.kind == "section":
                self._in_definitions = "definition" in rest.text.lower()
            self._add(rest, paragraph)
            rest = rest._replace(text=paragraph.pieces[0][1], is_heading=False, is_bullet=False, label="")
            second = _PAREN.match(rest.text) if paragraph.style == "paren" else None
            if not (second and is_number(second["number"])):
                return
            paragraph.pieces = [(line.number, "")]  # `(a)(1)`: the number (a) has no words of its own

    def _add(self, line: Line, paragraph: Paragraph) -> None:
        if not paragraph.pieces:
            text = " | ".join(cell for cell in line.cells) if line.cells else line.text
            paragraph.pieces = [(line.number, text)]
        self.paragraphs.append(paragraph)


def _opening(line: Line, in_definitions: bool) -> Paragraph:
    """A new paragraph of the right kind, with its number taken off."""
    for kind, pattern in (("section", _SECTION), ("contents", _CONTENTS), ("figure", _FIGURE)):
        if opener := pattern.match(line.text):
            number = opener.groupdict().get("number", "")
            rest = line.text if kind == "contents" else line.text[opener.end() :]
            return Paragraph(kind, number, pieces=[(line.number, rest)])
    if _CONTENTS_HEAD.fullmatch(line.text):
        return Paragraph("contents", pieces=[(line.number, line.text)])
    if _CHAPTER.match(line.text):
        return Paragraph("chapter", pieces=[(line.number, line.text)])
    if line.is_heading or line.is_note:
        return Paragraph("heading" if line.is_heading else "note", pieces=[(line.number, line.text)])
    if in_definitions and (opener := _DEFINITION.match(line.text)):
        return Paragraph("definition", opener["number"], pieces=[(line.number, line.text[opener.end() :])])
    for style, pattern in (("paren", _PAREN), ("point", _POINT)):
        if (opener := pattern.match(line.text)) and is_number(opener["number"]):
            rest = line.text[opener.end() :]
            return Paragraph("text", opener["number"], style, pieces=[(line.number, rest)])
    return Paragraph(
        "text",
        label=line.label,
        label_has_colon=line.label_has_colon,
        is_bullet=line.is_bullet,
        pieces=[(line.number, line.text)],
    )


def _name_headings(paragraphs: Sequence[Paragraph]) -> None:
    """A short line alone that does not end as a sentence does is a heading."""
    for before, paragraph in zip((None, *paragraphs), paragraphs, strict=False):
        text = paragraph.rough_text
        announced = before is not None and before.kind != "heading" and announces_list(before.tail)
        is_item = paragraph.number or paragraph.label or paragraph.is_bullet or announced
        if paragraph.kind != "text" or is_item or is_ended(text) or text[:1].islower():
            continue
        if len(text.split()) <= 12:
            paragraph.kind = "heading"


def _restore_lost_numbers(paragraphs: Sequence[Paragraph]) -> None:
    """A scanner loses numbers: what stands between "as follows:" and (2) is (1)."""
    firsts = {"2": "1", "ii": "i", "b": "a", "B": "A"}
    for before, paragraph, after in zip(paragraphs, paragraphs[1:], paragraphs[2:], strict=False):
        is_plain = paragraph.kind == "text" and not paragraph.number and not paragraph.label
        if is_plain and announces_list(before.tail) and after.style and after.number in firsts:
            paragraph.number, paragraph.style = firsts[after.number], "lost"
