"""What a register notes on a sentence: the mechanisms it governs, the tests named by it, its stored hash."""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.documents.comparing import Entry
from pitboss.documents.parsed_text import Document
from pitboss.errors import BadInput, Fault
from pitboss.games.register import known_registers, named_tests
from pitboss.games.toml_text import parse_toml

ALLOWED = "a register in TOML, as made by pitboss document new"
LEAST_SHARED = 0.6
"""The part of a register's ids that a text must have to be taken for the same document."""


@dataclass(frozen=True)
class RegisterNotes:
    document: str
    source: str
    """What the register is called when it is shown: a file, or one of ours."""
    mechanisms: dict[str, tuple[str, ...]]
    entries: tuple[Entry, ...] = ()
    """Sentences with a hash of their words; none in a register without hashes."""

    @cached_property
    def _names(self) -> dict[str, str]:
        """Ids told apart by a word, `3(d)-ranges`, under the number that is found in the text, `3(d)-2`."""
        names: dict[str, str] = {}
        words: dict[str, dict[str, int]] = {}
        for id in self.mechanisms:
            if worded := re.fullmatch(r"(.*\))-([a-z]+)(.*)", id):
                counted = words.setdefault(worded[1], {})
                number = counted.setdefault(worded[2], len(counted) + 1)
                names[worded[1] + (f"-{number}" if number > 1 else "") + worded[3]] = id
        return names

    def mechanisms_of(self, id: str) -> tuple[str, ...]:
        return self.mechanisms.get(self._names.get(id, id), ())

    def tests_of(self, id: str) -> tuple[str, ...]:
        """The tests of this project that are named by a sentence of its documents."""
        name = self._names.get(id, id)
        return tuple(named_tests().get(name, ())) if name in self.mechanisms else ()


def read_notes(text: str, where: str) -> RegisterNotes:
    """The notes of a register file. It may be half filled in, as registers are while they are made."""
    try:
        data = parse_toml(text)
    except ValueError as error:
        raise BadInput([Fault(where, f"is not TOML: {error}.", ALLOWED)]) from error
    document, clauses = data.get("document"), data.get("clause")
    if not isinstance(document, str) or not document.isprintable() or not isinstance(clauses, list):
        raise BadInput([Fault(where, "has no document name or no [[clause]] entries.", ALLOWED)])
    if not clauses or not all(isinstance(part, dict) and isinstance(part.get("id"), str) for part in clauses):
        raise BadInput([Fault(where, "has a [[clause]] without an id, or none at all.", ALLOWED)])
    return RegisterNotes(
        document=document,
        source=where,
        mechanisms={part["id"]: _mechanisms(part) for part in clauses},
        entries=tuple(
            Entry(part["id"], str(part.get("at", "")), part["text_sha256"], None)
            for part in clauses
            if isinstance(part.get("text_sha256"), str)
        ),
    )


def find_notes(document: Document) -> RegisterNotes | None:
    """Our register of a text, known by the ids that they share; a name before the ids may differ."""
    ids = {_without_name(sentence.id, document.name) for sentence in document.sentences}
    for register in known_registers():
        is_chapter = register.document[0].isdigit()
        if is_chapter and register.document != document.name:
            continue
        shared = sum(_without_name(clause.id, register.document) in ids for clause in register.clauses)
        if shared >= LEAST_SHARED * len(register.clauses):
            mechanisms = {clause.id: (*clause.decides, *clause.governs) for clause in register.clauses}
            return RegisterNotes(register.document, f"our register of {register.document}", mechanisms)
    return None


def _mechanisms(part: dict[str, Any]) -> tuple[str, ...]:
    """What a clause decides or governs."""
    listed = [part.get(key, []) for key in ("decides", "governs")]
    names = [name for names in listed if isinstance(names, list) for name in names if isinstance(name, str)]
    return tuple(dict.fromkeys(names))


def _without_name(id: str, name: str) -> str:
    return re.sub(rf"^{re.escape(name)}(?=[ .(]|$)", "", id)
