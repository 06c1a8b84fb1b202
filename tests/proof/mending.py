"""A document with a sentence changed, taken out or added, proved anew."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from pitboss.games.files import Book, find_book, find_register_text
from pitboss.games.findings import Finding
from pitboss.proof.prover import Proof, prove, prove_book
from tests.law.clones import toml_text

Clauses = dict[str, dict[str, Any]]
Change = Callable[[Clauses], None]

plain = cache(prove)
"""Each game as it stands, proved once."""


def changed_book(name: str, change: Change, **head: Any) -> Book:
    """The book of a game whose register has been changed; `head` changes what stands above the sentences."""
    book = find_book(name)
    file = book.document.data["register"]
    data = tomllib.loads(find_register_text(book, file))
    clauses = {part["id"]: part for part in data["clause"]}
    change(clauses)
    data |= {"clause": [{"id": id, **part} for id, part in clauses.items()]} | head
    return replace(book, registers=((file, toml_text(data)),))


def changed(name: str, change: Change, **head: Any) -> Proof:
    return prove_book(changed_book(name, change, **head))


def sentence(**states: Any) -> dict[str, Any]:
    """A sentence that somebody adds to a text."""
    return {"says": "Something more.", "class": "informational", **states}


def ids(proof: Proof) -> set[str]:
    return {finding.id for finding in proof.findings}


def found(proof: Proof, id: str) -> Finding:
    return next(finding for finding in proof.findings if finding.id == id)
