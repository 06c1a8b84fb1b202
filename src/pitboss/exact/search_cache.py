"""Searches of all combinations, kept from one report to the next.

A search takes up to a minute, and depends on our sources and the texts of the files alone. It is kept under a
hash of both, beside the compiled kernels: a changed rule, solver or word searches anew.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from pitboss.compiled import SOURCES, cache_folder, sources_sha256
from pitboss.exact.pricing import Tell
from pitboss.exact.reading_search import FigureSearch, search_game
from pitboss.games.files import Book, texts_of
from pitboss.games.load import open_book

Searches = tuple[FigureSearch, ...]


def find_searches(name: str, tell: Tell) -> Searches:
    """The searches for a game's published figures: as kept, or made now."""
    place = _place(name)
    if place is None:
        return ()
    with suppress(OSError, msgspec.DecodeError):
        return msgspec.json.decode(place.read_bytes(), type=Searches)
    return search_and_keep(name, tell)


def search_and_keep(name: str, tell: Tell) -> Searches:
    """Searched now, whatever was kept."""
    searches, place = search_game(name, tell), _place(name)
    if place is not None:
        with suppress(OSError):  # a folder that cannot be written to keeps nothing
            _write(place, msgspec.json.encode(searches))
    return searches


def _place(name: str) -> Path | None:
    """Where the searches of a game are kept; None if nothing is published for it."""
    opened = open_book(name)
    published = opened.document.published
    if not published:
        return None
    others = dict.fromkeys(other for part in published for other in part.also)
    digest = hashlib.sha256(sources_sha256().encode())
    for piece in _pieces([opened.book, *(open_book(other).book for other in others)]):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return cache_folder() / "searches" / f"{digest.hexdigest()[:32]}.json"


def _pieces(books: list[Book]) -> Iterator[bytes]:
    """What makes games of files, and the files."""
    for path in sorted((SOURCES / "games").glob("*.py")):
        yield path.read_bytes()
    yield (SOURCES / "games" / "vocabulary.toml").read_bytes()
    for book in books:
        for label, text in texts_of(book):
            yield f"{label}\n{text}".encode()


def _write(place: Path, data: bytes) -> None:
    """Whole or not at all: somebody may be reading."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, place)
