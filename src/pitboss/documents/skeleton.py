"""Starting a register: every sentence of a text by its id, place and hash, with the rest left to fill in.

The regulation's words stay out of it. The hash tells later whether a sentence was changed.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.documents.parsed_text import Document, Reference, Sentence, text_hash

_COUNTED = re.compile(r"-\d+$")
"""How a paragraph is told from an earlier one that the text gives the same number."""

_HEAD = """\
# Started by `pitboss document new`. Fill in, for every clause:
#   says     what the sentence requires, in our own words
#   class    executable, physical or informational
#   governs  the mechanisms it governs
# What else a register may state of a sentence, for `pitboss lint`, is in docs/registers.md.
"""


def write_skeleton(document: Document) -> str:
    """A register in TOML, ready to be filled in."""
    head = f"{_HEAD}document = {_string(document.name)}\ntitle = {_string(document.title)}\n"
    sections = "".join(
        f"\n[[section]]\nid = {_string(part.id)}\ntitle = {_string(part.title)}\n"
        for part in document.sections
    )
    defined = {part.id: part.term for part in document.definitions}
    clauses = "".join(f"\n{_clause(sentence, defined)}" for sentence in document.sentences)
    return head + sections + clauses


def _clause(sentence: Sentence, defined: Mapping[str, str]) -> str:
    lines = [
        "[[clause]]",
        f"id = {_string(sentence.id)}",
        'says = ""',
        'class = ""',
        "governs = []",
        f"refers = [{', '.join(map(_reference, sentence.names))}]",
        f"terms = {_strings(sentence.terms)}",
        f"at = {_string(sentence.place)}",
        f"text_sha256 = {_string(text_hash(sentence.text))}",
    ]
    if sentence.id in defined:
        lines.append(f"defines = {_strings([defined[sentence.id]])}")
    if second := _COUNTED.search(sentence.id):
        lines.append(f"printed = {_string(sentence.id[: second.start()])}")
    return "\n".join([*lines, ""])


def _reference(part: Reference) -> str:
    if not part.about:
        return _string(part.to)
    return f"{{ to = {_string(part.to)}, about = {_strings([part.about])} }}"


def describe(document: Document) -> dict[str, Any]:
    """The same for a program, with the faults and with where each term is used."""
    return {
        "document": document.name,
        "title": document.title,
        "clauses": [
            {
                "id": sentence.id,
                "at": sentence.place,
                "text_sha256": text_hash(sentence.text),
                "refers": list(sentence.refers),
                "terms": list(sentence.terms),
            }
            for sentence in document.sentences
        ],
        "definitions": [
            {
                "term": definition.term,
                "id": definition.id,
                "at": f"line {definition.line}",
                "used_in": [s.id for s in document.sentences if definition.term in s.terms],
            }
            for definition in document.definitions
        ],
        "faults": [fault._asdict() for fault in document.faults],
    }


def _string(text: str) -> str:
    """A basic string: TOML and JSON escape alike."""
    return json.dumps(text, ensure_ascii=False)


def _strings(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(_string, texts))}]"
