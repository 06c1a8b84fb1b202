"""Cross-references: what a sentence cites, and whether it leads anywhere."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pitboss.documents.parsed_text import (
    DocumentFault,
    Outline,
    Reference,
    Section,
    Sentence,
    places,
    split_id,
)
from pitboss.games.clause_ids import paragraph_of

_ITEM = r"(?:\(\w{1,4}\))+"
_BETWEEN = r"\s*(?:[—–-]|through|to|(?:[,;]\s*)?(?:and|or)|[,;])\s*"
_LIST = rf"{_ITEM}(?:{_BETWEEN}{_ITEM})*"
_MENTION = re.compile(
    r"(?P<statute>(?:C\.S\.|P\.\s*S\.|U\.S\.C\.?)\s*§§?\s*[\w.]+)"
    rf"|(?:§§?\s*|\b[Ss]ections?\s+)(?P<number>\d+[a-z]{{0,2}}(?:\.\d+[a-z]?)?)(?P<below>{_LIST})?"
    rf"|\b(?P<bare>\d+[a-z]{{1,2}}\.\d+[a-z]?)(?P<bare_below>{_LIST})?"
    rf"|\b(?P<level>(?:sub)?section|(?:sub)?paragraph|clause)s?\s*(?P<items>{_LIST})"
    r"|\b(?P<this>this section)\b"
    r"|\b(?P<thing>Fig(?:ure)?\.?|Table|Rule)\s*(?P<thing_number>\d+)"
    r"|\bSee (?!Fig|Table|Rule|Section)(?P<heading>[A-Z]\w+(?: (?:of|the|for|[A-Z]\w+))*)",
)
_TITLE = re.compile(r"\s*\(relating to ([^()]*)\)")
_DEPTHS = {"section": 0, "subsection": 0, "paragraph": 1, "subparagraph": 2, "clause": 3}


@dataclass
class Cited:
    """What one sentence cites: places, faults, and the titles by which it calls them."""

    targets: dict[str, None] = field(default_factory=dict)
    faults: list[DocumentFault] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    """Every place named, also one that is not there, with the title it is given if that is not its own."""

    @property
    def named(self) -> tuple[Reference, ...]:
        return tuple(Reference(place, title) for place, title in self.titles.items())


class References:
    """The references of a text, resolved against its own ids."""

    def __init__(self, outline: Outline, name: str) -> None:
        self._name = name
        self._places = places(sentence.id for sentence in outline.sentences)
        self._sections = {section.id: section for section in outline.sections}
        self._headings = outline.headings
        self._titles: dict[tuple[str, str], list[int]] = {}
        self._places |= dict.fromkeys(self._sections)
        self._children = _children(self._places)

    def of(self, sentence: Sentence) -> Cited:
        """The ids, sections and paragraphs that a sentence cites, and its citations that lead nowhere."""
        cited = Cited()
        for mention in _MENTION.finditer(sentence.text):
            if mention["number"] or mention["bare"]:
                self._section(mention, sentence, cited)
            elif mention["level"]:
                self._level(mention, sentence, cited)
            elif mention["this"]:
                base = split_id(sentence.id)[0]
                cited.targets.update({base: None} if base in self._sections else {})
            elif mention["thing"]:
                self._thing(mention, sentence, cited)
            elif mention["heading"]:
                self._heading(mention["heading"], cited)
        cited.titles = {**dict.fromkeys(cited.targets, ""), **cited.titles}
        return cited

    def title_faults(self) -> Iterator[DocumentFault]:
        """Sections that are cited by another title than their own; to be asked after all sentences."""
        for (id, title), lines in self._titles.items():
            where = f" (also at {_lines(lines[1:])})" if lines[1:] else ""
            says = f"{id} is cited as “{title}”, but it is headed “{self._sections[id].title}”{where}."
            yield DocumentFault("other title", lines[0], id, says)

    def _section(self, mention: re.Match[str], sentence: Sentence, cited: Cited) -> None:
        number = mention["number"] or mention["bare"]
        id = number if "." in number else f"{self._name} {number}"
        title = _TITLE.match(sentence.text, mention.end())
        below = mention["below"] or mention["bare_below"] or ""
        if id in self._sections:
            self._note_title(id, title, sentence)
            if title and not below and _folded(title[1]) != _folded(self._sections[id].title):
                cited.titles[id] = title[1]
            self._items(id, below, sentence, cited)
        elif self._is_ours(number, sentence.text[mention.end() :]):
            says = f"{sentence.id} cites {id}, and there is no such section."
            cited.faults.append(DocumentFault("missing section", sentence.first_line, sentence.id, says))
            cited.titles[id] = ""
        elif own := self._meant_here(number, title[1] if title else ""):
            says = f"{sentence.id} cites {number}, of another chapter; {own} of this one may be meant."
            cited.faults.append(DocumentFault("other chapter", sentence.first_line, sentence.id, says))
            cited.titles[number] = title[1] if title else ""

    def _is_ours(self, number: str, after: str) -> bool:
        """A section of this text by its number; `section 5 of the Racing Act` is none."""
        if "." in number:
            return number.partition(".")[0] == self._name
        has_plain_numbers = any(id.startswith(f"{self._name} ") for id in self._sections)
        return has_plain_numbers and not after.startswith(" of ")

    def _meant_here(self, number: str, title: str) -> str:
        """Our own section, where a citation of another chapter differs from it in one sign."""
        chapter, _, section = number.partition(".")
        own = self._sections.get(f"{self._name}.{section}")
        if own is None:
            return ""
        differing = sum(one != other for one, other in zip(chapter, self._name, strict=False))
        is_near = len(chapter) == len(self._name) and differing == 1
        return own.id if is_near and (not title or _folded(title) == _folded(own.title)) else ""

    def _note_title(self, id: str, title: re.Match[str] | None, sentence: Sentence) -> None:
        if title and _folded(title[1]) != _folded(self._sections[id].title):
            self._titles.setdefault((id, title[1]), []).append(sentence.first_line)

    def _items(self, parent: str, text: str, sentence: Sentence, cited: Cited) -> None:
        """`(a)`, `(b)(1)`, `(a) and (c)—(e)` below one parent; the parent itself where nothing is below."""
        if not text:
            cited.targets[parent] = None
            return
        before = ""
        for separator, item in re.findall(rf"(^|{_BETWEEN})({_ITEM})", text):
            id = parent + item
            if id not in self._places:
                says = f"{sentence.id} cites {id}, and there is no such paragraph."
                cited.faults.append(
                    DocumentFault("missing paragraph", sentence.first_line, sentence.id, says)
                )
                cited.titles[id] = ""
                continue
            is_range = separator.strip() in ("—", "–", "-", "through", "to")
            self._add(self._between(before, id) if before and is_range else [id], sentence, cited)
            before = id

    def _between(self, first: str, last: str) -> list[str]:
        siblings = self._children.get(_parent(last), [])
        if first not in siblings or last not in siblings:
            return [last]
        return siblings[siblings.index(first) + 1 : siblings.index(last) + 1]

    def _add(self, ids: Iterable[str], sentence: Sentence, cited: Cited) -> None:
        own = paragraph_of(sentence.id)
        for id in ids:
            cited.targets[id] = None
            if id == own:
                says = f"{sentence.id} cites {id}, which is itself."
                cited.faults.append(DocumentFault("self reference", sentence.first_line, sentence.id, says))
            if f"{id}-2" in self._places:
                says = f"{sentence.id} cites {id}, and there are two of that number."
                cited.faults.append(DocumentFault("ambiguous", sentence.first_line, sentence.id, says))

    def _level(self, mention: re.Match[str], sentence: Sentence, cited: Cited) -> None:
        """`subsection (c)` is sought in the section of the sentence, `paragraph (1)` in its subsection."""
        base, labels = split_id(sentence.id)
        first = re.match(_ITEM, mention["items"])
        for depth in range(min(_DEPTHS[mention["level"]], len(labels)), -1, -1):
            parent = base + "".join(labels[:depth])
            if first and parent + first[0] in self._places:
                self._items(parent, mention["items"], sentence, cited)
                return
        if base in self._sections:
            self._items(base, mention["items"], sentence, cited)

    def _thing(self, mention: re.Match[str], sentence: Sentence, cited: Cited) -> None:
        """A figure, table or numbered rule."""
        number = mention["thing_number"]
        kind = {"F": "Fig. ", "T": "Table ", "R": ""}[mention["thing"][0]]
        id = f"{self._name} {kind}{number}"
        if id in self._places:
            cited.targets[id] = None
        elif kind and any(place.startswith(f"{self._name} {kind}") for place in self._places):
            says = f"{sentence.id} cites {kind}{number}, and there is none."
            cited.faults.append(DocumentFault("missing section", sentence.first_line, sentence.id, says))

    def _heading(self, words: str, cited: Cited) -> None:
        for heading in self._headings:
            if words.casefold() in heading.title.casefold():
                cited.targets[heading.id] = None
                return


def section_faults(outline: Outline) -> Iterator[DocumentFault]:
    """Sections out of order, and differences between the contents and the headings."""
    yield from _sequence_faults(outline.sections)
    sections = {section.id: section for section in outline.sections}
    listed = {section.id: section for section in outline.contents}
    for id, entry in listed.items():
        if id not in sections:
            says = f"the contents list {id}, and there is no such section."
            yield DocumentFault("contents", entry.line, id, says)
        elif _folded(entry.title) != _folded(sections[id].title):
            title, line = sections[id].title, sections[id].line
            says = f"the contents call {id} “{entry.title}”, but line {line} heads it “{title}”."
            yield DocumentFault("contents", entry.line, id, says)
    for id, section in sections.items():
        if listed and id not in listed:
            yield DocumentFault("contents", section.line, id, f"{id} is missing from the contents.")


def _sequence_faults(sections: Sequence[Section]) -> Iterator[DocumentFault]:
    before: tuple[str, int] | None = None
    for section in sections:
        numbered = re.fullmatch(r"(.*?)(\d+)", section.id)
        if not numbered:
            continue
        chapter, number = numbered[1], int(numbered[2])
        if before and before[0] == chapter and number != before[1] + 1:
            says = f"the text goes on with {section.id} where {chapter}{before[1] + 1} is due."
            yield DocumentFault("skipped", section.line, section.id, says)
        before = chapter, number


def _children(all_places: Iterable[str]) -> dict[str, list[str]]:
    children: dict[str, list[str]] = {}
    for place in all_places:
        if place.endswith(")") or re.search(r"\)-\d+$", place):
            children.setdefault(_parent(place), []).append(place)
    return children


def _parent(id: str) -> str:
    base, labels = split_id(id)
    return base + "".join(labels[:-1])


def _folded(title: str) -> str:
    return " ".join(re.findall(r"\w+", title.casefold()))


def _lines(lines: Sequence[int]) -> str:
    return ("line " if len(lines) == 1 else "lines ") + ", ".join(map(str, lines))
