"""What is found in a regulation's text: its sentences with their ids, its sections, and its faults."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.games.clause_ids import paragraph_of

_SAME_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "—": "-", "–": "-", "\u00a0": " "})
_LABEL = re.compile(r"\(\w{1,4}\)(?:-\d+)?")


class Reference(NamedTuple):
    """A place that a sentence names, and the title it gives that place, if that is not the place's own."""

    to: str
    about: str


@dataclass(frozen=True)
class Sentence:
    """One sentence, table row or list item, under the number that its own text gives it."""

    id: str
    text: str
    first_line: int
    last_line: int
    refers: tuple[str, ...] = ()
    """Ids, or sections and paragraphs above several ids, that the sentence names."""
    names: tuple[Reference, ...] = ()
    """The same with other titles that they are given, and with places that are not there."""
    terms: tuple[str, ...] = ()
    """Defined terms that the sentence uses."""

    @property
    def place(self) -> str:
        if self.first_line == self.last_line:
            return f"line {self.first_line}"
        return f"lines {self.first_line}-{self.last_line}"


class Section(NamedTuple):
    id: str
    title: str
    line: int


class Definition(NamedTuple):
    term: str
    id: str
    line: int


class DocumentFault(NamedTuple):
    """Something wrong in the text itself: a number used twice, a reference that leads nowhere."""

    kind: str
    line: int
    id: str
    says: str

    def __str__(self) -> str:
        return f"Line {self.line}: {self.says}"


@dataclass(frozen=True)
class Document:
    """A regulation's text, read."""

    name: str
    """How it is cited, such as 12a."""
    title: str
    sentences: tuple[Sentence, ...]
    sections: tuple[Section, ...]
    definitions: tuple[Definition, ...]
    faults: tuple[DocumentFault, ...]


@dataclass
class Outline:
    """What is collected while a text is read."""

    sentences: list[Sentence] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    contents: list[Section] = field(default_factory=list)
    headings: list[Section] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    faults: list[DocumentFault] = field(default_factory=list)


def text_hash(text: str) -> str:
    """The same for two printings of one sentence: spacing, quotation marks and dashes are left out of it."""
    return hashlib.sha256(plain(text).encode(errors="surrogatepass")).hexdigest()


def plain(text: str) -> str:
    """One spelling for the typographer's variants of quotation marks, dashes and spaces."""
    words = " ".join(text.translate(_SAME_SIGNS).split())
    return re.sub(r"\s*-\s*", "-", words)


def split_id(id: str) -> tuple[str, tuple[str, ...]]:
    """The part before the lettered paragraphs, and those: `12a.7`, `(h)`, `(1)`."""
    paragraph = paragraph_of(id)
    first = _LABEL.search(paragraph)
    if not first:
        return paragraph, ()
    return paragraph[: first.start()], tuple(_LABEL.findall(paragraph[first.start() :]))


def places(ids: Iterable[str]) -> dict[str, None]:
    """Every section, paragraph and sentence that can be referred to, in the order of the text."""
    listed: dict[str, None] = {}
    for id in ids:
        base, labels = split_id(id)
        for depth in range(len(labels) + 1):
            listed.setdefault(base + "".join(labels[:depth]))
        listed.setdefault(id)
    return listed
