"""Cutting a text into its divisions: sections, numbered rules, definitions, headed parts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.documents.headings import heading_name, note_name, term_name
from pitboss.documents.paragraphs import Paragraph
from pitboss.documents.parsed_text import Definition, DocumentFault, Outline, Section

_PLAIN_LABEL = re.compile(r"([A-Z][\w’'&/]*(?: [\w’'&/]+){0,5}) [–—] (?=\S)")


@dataclass
class Division:
    """A section, numbered rule, definition or headed part: paragraphs under one beginning of an id."""

    base: str
    paragraphs: list[Paragraph] = field(default_factory=list)


def kind_of_text(paragraphs: Sequence[Paragraph]) -> str:
    """ "sections" for a code, "rules" for a list of numbered rules, "headings" for everything else."""
    if any(paragraph.kind == "section" for paragraph in paragraphs):
        return "sections"
    numbers = [p.number for p in paragraphs if p.style == "point" and p.number.isdigit()]
    return "rules" if len(numbers) > 1 and numbers.count("1") <= 1 else "headings"


def name_of_text(paragraphs: Sequence[Paragraph]) -> str:
    """The chapter that all sections share, "" if there is none."""
    numbers = [paragraph.number for paragraph in paragraphs if paragraph.kind == "section"]
    return numbers[0].partition(".")[0] if numbers and "." in numbers[0] else ""


def divide(paragraphs: Sequence[Paragraph], name: str, parsed: Outline) -> list[Division]:
    """The divisions of a text in order; sections, headings, definitions and faults are noted in `parsed`."""
    return list(_Dividing(name, kind_of_text(paragraphs), parsed).divide(paragraphs))


class _Dividing:
    """Cuts the text into divisions, and gives each the beginning of its ids."""

    def __init__(self, name: str, kind: str, parsed: Outline) -> None:
        self._name, self._kind, self._parsed = name, kind, parsed
        self._names: dict[str, int] = {}
        self._last_rule = 0

    def divide(self, paragraphs: Sequence[Paragraph]) -> Iterator[Division]:
        intro = {"sections": "Preamble"}.get(self._kind, "Intro")
        division = Division(f"{self._name} {intro}")
        for paragraph, after in zip(paragraphs, (*paragraphs[1:], None), strict=False):
            base = self._base_of(paragraph, after)
            if base and (base != division.base or paragraph.kind != "contents"):
                yield division
                division = Division(base)
            division.paragraphs.append(paragraph)
        yield division

    def _base_of(self, paragraph: Paragraph, after: Paragraph | None) -> str:
        """The beginning of ids that a paragraph opens; "" where it goes on with the one before."""
        match paragraph.kind:
            case "section":
                return self._section(paragraph)
            case "contents":
                return self._contents(paragraph)
            case "definition":
                return self._definition(paragraph)
            case "heading":
                return self._heading(paragraph, after)
        if self._kind == "rules" and paragraph.style == "point" and paragraph.number.isdigit():
            return self._rule(paragraph)
        if self._kind == "headings" and paragraph.kind == "text" and not paragraph.number:
            return self._label(paragraph)
        return ""

    def _section(self, paragraph: Paragraph) -> str:
        number = paragraph.number if "." in paragraph.number else f"{self._name} {paragraph.number}"
        base = self._unique(number, paragraph.line)
        self._parsed.sections.append(Section(base, paragraph.rough_text.rstrip("."), paragraph.line))
        return base

    def _contents(self, paragraph: Paragraph) -> str:
        if listed := re.match(r"(\d+\w*\.\d+\w?)\.\s+(.*)", paragraph.rough_text):
            self._parsed.contents.append(Section(listed[1], listed[2].rstrip("."), paragraph.line))
        return f"{self._name} Contents"

    def _definition(self, paragraph: Paragraph) -> str:
        section = self._parsed.sections[-1].id
        base = self._unique(f"{section} {term_name(paragraph.number)}", paragraph.line)
        self._parsed.definitions.append(Definition(paragraph.number, base, paragraph.line))
        return base

    def _heading(self, paragraph: Paragraph, after: Paragraph | None) -> str:
        text = paragraph.rough_text
        if note := note_name(text):
            return f"{self._name} {note}" if self._kind == "sections" else ""
        if self._kind != "headings" or (not self._parsed.headings and self._is_title(after)):
            return ""
        return self._headed(text, paragraph.line)

    def _is_title(self, after: Paragraph | None) -> bool:
        """The first heading is the title when no words of its own follow it."""
        return after is not None and (after.kind == "heading" or bool(after.label))

    def _label(self, paragraph: Paragraph) -> str:
        """Words before a dash, or in bold; with a colon below a heading, they are an item of that."""
        line, text = paragraph.pieces[0]
        if not paragraph.label and (dashed := _PLAIN_LABEL.match(text)):
            paragraph.label = dashed[1]
            paragraph.pieces[0] = line, text[dashed.end() :]
        if not paragraph.label:
            return ""
        if paragraph.label_has_colon and self._parsed.headings:
            paragraph.pieces[0] = line, f"{paragraph.label.rstrip(':')}: {text}"
            return ""
        return self._headed(paragraph.label, paragraph.line)

    def _headed(self, text: str, line: int) -> str:
        base = self._unique(f"{self._name} {heading_name(text)}", line)
        self._parsed.headings.append(Section(base, text.rstrip(":"), line))
        return base

    def _rule(self, paragraph: Paragraph) -> str:
        number, before = int(paragraph.number), self._last_rule
        paragraph.style, self._last_rule = "rule", number
        base = f"{self._name} {number}"
        if number not in (before, before + 1):
            self._parsed.faults.append(skipped(paragraph.line, base, f"{self._name} {before + 1}"))
        return self._unique(base, paragraph.line)

    def _unique(self, base: str, line: int) -> str:
        count = self._names[base] = self._names.get(base, 0) + 1
        if count == 1:
            return base
        second = f"{base}-{count}"
        self._parsed.faults.append(duplicate(line, base, second))
        return second


def duplicate(line: int, id: str, second: str) -> DocumentFault:
    return DocumentFault(
        "duplicate", line, second, f"{id} is used a second time; it is called {second} here."
    )


def skipped(line: int, id: str, due: str) -> DocumentFault:
    return DocumentFault("skipped", line, id, f"the text goes on with {id} where {due} is due.")
