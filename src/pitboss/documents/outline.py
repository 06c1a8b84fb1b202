"""From divisions to sentences with ids: lettered paragraphs, table rows, and sentences of one paragraph."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby

from pitboss.documents.divisions import Division, divide, duplicate, skipped
from pitboss.documents.numbering import Marker, Numbered, read_numbers
from pitboss.documents.paragraphs import Paragraph
from pitboss.documents.parsed_text import DocumentFault, Outline, Sentence
from pitboss.documents.sentences import announces_list, is_ended, split_sentences

_ODDS = re.compile(r"\d+ (?:to|for) \d+")
_TITLES = ("section", "heading", "chapter", "contents")
"""Paragraphs that name what follows and are no sentences themselves."""


def outline(paragraphs: Sequence[Paragraph], name: str) -> Outline:
    """Every sentence of the text with its id, and what is wrong with the numbers."""
    parsed = Outline()
    divisions = divide(paragraphs, name, parsed)
    words = {word.lower() for paragraph in paragraphs for word in re.findall(r"\w+", paragraph.rough_text)}
    emitting = _Emitting(parsed, name, words)
    for division in divisions:
        emitting.emit(division)
    return parsed


class _Emitting:
    """Writes the sentences of one division after another, and numbers those of one paragraph."""

    def __init__(self, parsed: Outline, name: str, words: set[str]) -> None:
        self._parsed, self._name, self._words = parsed, name, words
        self._counts: dict[str, int] = {}
        self._rows: dict[str, int] = {}
        self._paragraphs: dict[str, int] = {}

    def emit(self, division: Division) -> None:
        if division.paragraphs and division.paragraphs[0].kind == "contents":
            self._contents(division)
            return
        numbered = iter(_numbers(division))
        current, labels = division.base, [""]
        heads = _table_heads(division.paragraphs)
        before: Paragraph | None = None
        for paragraph in division.paragraphs:
            if _is_numbered(paragraph):
                labels, current = self._descend(next(numbered), labels, division.base, paragraph)
            if paragraph.line not in heads:
                self._paragraph(paragraph, current, before)
            before = paragraph

    def _contents(self, division: Division) -> None:
        listed = [piece for p in division.paragraphs if p.kind == "contents" for piece in p.pieces]
        text = " ".join(text for _, text in listed)
        self._note(division.base, text, listed[0][0], listed[-1][0])
        rest = [paragraph for paragraph in division.paragraphs if paragraph.kind == "text"]
        if rest:
            self.emit(Division(division.base.replace("Contents", "Preamble"), rest))

    def _descend(
        self, numbered: Numbered, labels: list[str], base: str, paragraph: Paragraph
    ) -> tuple[list[str], str]:
        """The id of a numbered paragraph; one that is there already gets `-2`."""
        depth = len(numbered.levels)
        labels = (labels + [""] * depth)[:depth]
        above = base + "".join(labels[:-1])
        labels[-1] = numbered.label
        id = above + labels[-1]
        count = self._paragraphs[id] = self._paragraphs.get(id, 0) + 1
        if count > 1:
            labels[-1] += f"-{count}"
            self._parsed.faults.append(duplicate(paragraph.line, id, above + labels[-1]))
        elif numbered.fault or paragraph.style == "lost":
            self._parsed.faults.append(_numbering_fault(paragraph, numbered, above))
        return labels, above + labels[-1]

    def _paragraph(self, paragraph: Paragraph, current: str, before: Paragraph | None) -> None:
        match paragraph.kind:
            case title if title in _TITLES:
                return
            case "row":
                count = self._rows[current] = self._rows.get(current, 0) + 1
                self._sentences(paragraph, f"{current} r{count}")
            case "note":
                self._sentences(paragraph, f"{current} note" if current in self._rows else current)
            case "figure":
                self._sentences(paragraph, f"{self._name} Fig. {paragraph.number}")
            case _:
                if before is not None and _belongs_to_colon(paragraph, before):
                    self._append(paragraph)
                else:
                    self._sentences(paragraph, current)

    def _append(self, paragraph: Paragraph) -> None:
        """What a colon announces, without number or end, belongs to the sentence with the colon."""
        last = self._parsed.sentences[-1]
        text = f"{last.text} {paragraph.rough_text}"
        self._parsed.sentences[-1] = Sentence(last.id, text, last.first_line, paragraph.pieces[-1][0])

    def _sentences(self, paragraph: Paragraph, id: str) -> None:
        text, line_at = _join(paragraph.pieces, self._words)
        whole = paragraph.is_bullet or paragraph.kind == "row"
        for start, end in [(0, len(text))] if whole and text else split_sentences(text):
            self._note(id, text[start:end].strip(), line_at(start), line_at(end - 1))

    def _note(self, id: str, text: str, first_line: int, last_line: int) -> None:
        count = self._counts[id] = self._counts.get(id, 0) + 1
        id = id if count == 1 else f"{id} s{count}"
        self._parsed.sentences.append(Sentence(id, text, first_line, last_line))


def _table_heads(paragraphs: Sequence[Paragraph]) -> set[int]:
    """The lines of heads of columns: all before the first row with a figure at its end."""
    heads: set[int] = set()
    for is_table, lines in groupby(paragraphs, key=lambda paragraph: paragraph.kind == "row"):
        rows = [row for row in lines if is_table]
        odds = [bool(_ODDS.search(row.rough_text)) for row in rows]
        figures = odds if any(odds) else [any(c.isdigit() for c in _last_cell(row)) for row in rows]
        heads.update(row.line for row in rows[: figures.index(True) if True in figures else 0])
    return heads


def _last_cell(row: Paragraph) -> str:
    return row.rough_text.rpartition(" | ")[2]


def _is_numbered(paragraph: Paragraph) -> bool:
    return paragraph.kind == "text" and paragraph.style in ("paren", "point", "lost")


def _numbers(division: Division) -> list[Numbered]:
    markers, colon = [], False
    for paragraph in division.paragraphs:
        if _is_numbered(paragraph):
            markers.append(Marker(paragraph.number, colon))
        if paragraph.kind not in ("row", "figure", "heading"):
            colon = announces_list(paragraph.tail) and paragraph.kind != "section"
    return read_numbers(markers)


def _belongs_to_colon(paragraph: Paragraph, before: Paragraph) -> bool:
    """Whether words without number or end go on with the sentence before; a title is no sentence."""
    loose = not (paragraph.number or paragraph.label or paragraph.is_bullet)
    announced = before.kind not in _TITLES and announces_list(before.tail)
    return loose and announced and not is_ended(paragraph.tail)


def _join(pieces: Sequence[tuple[int, str]], words: set[str]) -> tuple[str, "_LineFinder"]:
    """The words of several lines as one text; a word divided at the end of a line is put together."""
    text, starts = "", []
    for line, piece in pieces:
        if text.endswith("-") and piece:
            divided = re.search(r"(\w+)-$", text)
            joined = f"{divided[1]}{piece.split()[0]}" if divided else ""
            if joined and re.sub(r"\W+$", "", joined).lower() in words:
                text = text[:-1]
        elif text:
            text += " "
        starts.append((len(text), line))
        text += piece
    return text, _LineFinder(starts)


class _LineFinder:
    """The line that a place in a joined text came from."""

    def __init__(self, starts: Sequence[tuple[int, int]]) -> None:
        self._starts = starts

    def __call__(self, place: int) -> int:
        index = bisect_right(self._starts, place, key=lambda start: start[0])
        return self._starts[max(index - 1, 0)][1]


def _numbering_fault(paragraph: Paragraph, numbered: Numbered, above: str) -> DocumentFault:
    id = above + numbered.label
    if paragraph.style == "lost":
        says = f"a paragraph before the second of a list has no number; it is taken for {id}."
        return DocumentFault("lost number", paragraph.line, id, says)
    if numbered.fault == "misread":
        says = f"({paragraph.number}) is printed where only {numbered.label} fits; it is taken for {id}."
        return DocumentFault("misread number", paragraph.line, id, says)
    return skipped(paragraph.line, id, f"{above}({numbered.expected})")
