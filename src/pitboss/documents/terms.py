"""Defined terms: where they are used, which are never used, and which words only look defined."""

import re
from collections.abc import Iterator, Sequence

from pitboss.documents.parsed_text import Definition, DocumentFault, Sentence, split_id

_CAPITALISED = re.compile(
    r"(?:(?<=[a-z,;0-9] )|(?<=\bA )|(?<=\bAn )|(?<=\bThe ))"
    r"(?P<words>[A-Z][\w’'-]*(?:(?: of| of the)? [A-Z][\w’'-]*)*)",
    re.ASCII,
)
_ROW = re.compile(r" r\d+$")
_INSTITUTIONS = {
    "Act", "Annex", "Assembly", "Board", "Bureau", "Chairman", "Chapter", "Code", "Commission", "Committee",
    "Commonwealth", "Counsel", "Department", "Director", "Fig", "Governor", "Pa", "Pennsylvania", "Table",
}  # fmt: skip


class Terms:
    """The terms that a text defines."""

    def __init__(self, definitions: Sequence[Definition]) -> None:
        self._definitions = definitions
        self._by_last_word: dict[str, list[tuple[int, re.Pattern[str]]]] = {}
        for index, definition in enumerate(definitions):
            last = re.findall(r"\w+", definition.term.lower())[-1]
            self._by_last_word.setdefault(last, []).append((index, _pattern(definition.term)))

    def of(self, sentence: Sentence) -> tuple[str, ...]:
        """The defined terms that a sentence uses; a definition does not use its own."""
        own = split_id(sentence.id)[0]
        words = set(re.findall(r"\w+", sentence.text.lower()))
        words |= {word[:-1] for word in words} | {word[:-2] for word in words}
        used = sorted(
            index
            for word in words & self._by_last_word.keys()
            for index, pattern in self._by_last_word[word]
            if pattern.search(sentence.text)
        )
        return tuple(self._definitions[i].term for i in used if self._definitions[i].id != own)

    def faults(
        self, sentences: Sequence[Sentence], sections: set[str], title: str
    ) -> Iterator[DocumentFault]:
        """Terms never used, and words that are capitalized like terms but not defined."""
        if not self._definitions:
            return
        used = {term for sentence in sentences for term in sentence.terms}
        for definition in self._definitions:
            if definition.term not in used:
                says = f"“{definition.term}” is defined but never used."
                yield DocumentFault("unused term", definition.line, definition.id, says)
        body = [s for s in sentences if split_id(s.id)[0] in sections and not _ROW.search(s.id)]
        yield from self._undefined(body, title)

    def _undefined(self, sentences: Sequence[Sentence], title: str) -> Iterator[DocumentFault]:
        places: dict[str, list[Sentence]] = {}
        for sentence in sentences:
            for words in dict.fromkeys(
                _singular(mention["words"]) for mention in _CAPITALISED.finditer(sentence.text)
            ):
                places.setdefault(words, []).append(sentence)
        known = {word for definition in self._definitions for word in _words(definition.term)} | _words(title)
        often = {words: _words(words) for words, where in places.items() if len(where) > 1}
        for words, parts in often.items():
            where = places[words]
            is_part = any(parts < longer for longer in often.values())
            if is_part or parts <= known or _INSTITUTIONS & set(words.split()):
                continue
            says = f"“{words}” is capitalized like a defined term in {len(where)} sentences, but not defined."
            yield DocumentFault("undefined term", where[0].first_line, where[0].id, says)


def _pattern(term: str) -> re.Pattern[str]:
    """The term in any case, singular or plural; "hard or soft total" uses "hard total"."""
    *first, last = (re.escape(word) for word in term.split())
    words = "".join(f"{word}(?: (?:or|and) \\w+)?[\\s-]+" for word in first)
    return re.compile(rf"\b{words}{last}(?:s|es)?\b", re.IGNORECASE)


def _singular(words: str) -> str:
    words = re.sub(r"[’']s?$", "", words)
    return words[:-1] if words.endswith("s") and not words.endswith("ss") else words


def _words(text: str) -> set[str]:
    return {_singular(word) for word in re.findall(r"\w+", text.casefold())}
