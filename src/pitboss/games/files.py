"""Finding and reading game files; a file may extend a known game or another file."""

import difflib
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from pitboss.bounded_files import read_bounded
from pitboss.errors import BadGame, Fault, UnknownGame
from pitboss.games.file_schema import is_reading_id
from pitboss.games.toml_positions import Path as DataPath
from pitboss.games.toml_positions import Place, find_places, place_of
from pitboss.games.toml_text import parse_toml

SHELF = Path(__file__).parent
"""Where the known games stand, one TOML each."""

MAX_EXTENDS = 8
MAX_FILE_BYTES = 1_000_000

_HEAD = re.compile(r'\A(?:#.*\n|\s*\n)*format = \d+\ngame = "([a-z0-9-]+)"(?:.*\n)*?order = (\d+)\n')
"""A known game's file begins with its format, its name and, soon after, its place in the list."""


@dataclass(frozen=True)
class Source:
    """One file as read, and where in it each thing is said."""

    label: str
    data: dict[str, Any]
    text: str = field(repr=False)

    @cached_property
    def places(self) -> dict[DataPath, Place]:
        return find_places(self.text)

    def where(self, *path: str | int) -> str:
        place = place_of(path, self.places)
        dotted = ".".join(str(step) for step in path)
        if place is None:
            return f"{self.label}: {dotted}"
        return f"{self.label}, line {place[0]}, column {place[1]}: {dotted}"


@dataclass(frozen=True)
class Book:
    """A document, and what a user's files change in it."""

    document: Source
    changes: tuple[Source, ...]
    """From the file nearest the document to the one that was asked for."""
    registers: tuple[tuple[str, str], ...] = ()
    """Registers that came with the files, by name; others lie beside the document."""
    folder: Path = SHELF
    """Where the document lies."""

    @property
    def is_known(self) -> bool:
        return not self.changes

    @property
    def last(self) -> Source:
        return self.changes[-1] if self.changes else self.document


@cache
def known_games() -> tuple[str, ...]:
    """The games on our shelf, in the order in which their files ask to be listed."""
    heads = [(_HEAD.match(path.read_text()), path) for path in SHELF.glob("*.toml")]
    listed = [(int(head[2]), head[1]) for head, path in heads if head and head[1] == path.stem]
    return tuple(name for _, name in sorted(listed))


def find_book(name: str) -> Book:
    """The file of a game by name or by path, with everything it extends."""
    path = _locate(name, Path.cwd(), "GAME")
    sources, seen = [_read(path)], [path]
    while "extends" in sources[-1].data:
        source = sources[-1]
        parent = source.data["extends"]
        if not isinstance(parent, str):
            says = "must name a game or a file."
            raise BadGame([Fault(source.where("extends"), says, _known())])
        path = _locate(parent, path.parent, source.where("extends"))
        if path in seen or len(seen) > MAX_EXTENDS:
            raise BadGame([_circle(source, parent)])
        seen.append(path)
        sources.append(_read(path))
    return Book(document=sources[-1], changes=tuple(reversed(sources[:-1])), folder=path.parent)


REGISTER = "register "
"""Before the label of a register among the texts of a game."""


def book_of(texts: Iterable[tuple[str, str]]) -> Book:
    """A book from the texts of its files as they were once read, the document first, each with its label."""
    texts = list(texts)
    registers = tuple(
        (label.removeprefix(REGISTER), text) for label, text in texts if label.startswith(REGISTER)
    )
    sources = [
        Source(label, parse_toml(text), text) for label, text in texts if not label.startswith(REGISTER)
    ]
    return Book(sources[0], tuple(sources[1:]), registers)


def texts_of(book: Book) -> tuple[tuple[str, str], ...]:
    """The texts that make this book again, wherever its files are; registers of our own are not copied."""
    sources = ((source.label, source.text) for source in (book.document, *book.changes))
    named = {str(name) for name in _registers_named(book) if book.folder != SHELF}
    registers = ((REGISTER + name, find_register_text(book, name)) for name in sorted(named))
    return (*sources, *registers)


def _registers_named(book: Book) -> list[str]:
    data = book.document.data
    follows = data.get("follows", [])
    parts = [part for part in follows if isinstance(part, dict)] if isinstance(follows, list) else []
    return [
        name for name in (data.get("register", ""), *(part.get("register", "") for part in parts)) if name
    ]


def find_register_text(book: Book, name: str) -> str:
    """The text of a register that the document names."""
    for known, text in book.registers:
        if known == name:
            return text
    path = book.folder / name
    if not path.is_file():
        path = SHELF / name
    if path.suffix != ".toml" or not path.is_file():
        says = f'there is no register "{name}" beside the file.'
        raise BadGame([Fault(book.document.where("register"), says, "the path of a register, a .toml file")])
    return _read(path).text


def _circle(source: Source, parent: str) -> Fault:
    return Fault(
        source.where("extends"),
        f'"{parent}" leads back to this file: a game cannot extend itself.',
        "a known game, or a file that ends at one",
    )


def _is_path(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def _locate(name: str, folder: Path, where: str) -> Path:
    if _is_path(name):
        with suppress(OSError, ValueError):  # a name that no disk can hold is no file either
            path = (folder / name).resolve()
            if path.is_file():
                return path
        raise UnknownGame([Fault(where, f'there is no file "{name}".', _known())])
    if name in known_games():
        return SHELF / f"{name}.toml"
    near = difflib.get_close_matches(name, known_games(), n=3, cutoff=0.4)
    hint = f" Did you mean {' or '.join(near)}?" if near else ""
    raise UnknownGame([Fault(where, f'there is no game "{name}".{hint}', _known())])


def _known() -> str:
    return f"{', '.join(known_games())}, or the path of a .toml file"


def _read(path: Path) -> Source:
    label = path.stem if path.parent == SHELF else path.name
    try:
        return _parsed(label, read_bounded(path, MAX_FILE_BYTES).decode())
    except UnicodeDecodeError as error:
        raise BadGame([Fault(label, f"is not UTF-8 text (byte {error.start}).")]) from error
    except ValueError as error:
        raise BadGame([Fault(label, f"is not TOML: {error}.")]) from error
    except OSError as error:
        raise BadGame([Fault(label, f"cannot be read: {error.strerror}.")]) from error


@lru_cache(maxsize=64)
def _parsed(label: str, text: str) -> Source:
    """A text that was read before is not parsed again: most of the time it takes to load a game."""
    return Source(label, parse_toml(text), text)


# Sections of which a user's file may say only the value: `decks = 7` for `decks.default = 7`.
SHORT_FORMS = {"options": "default", "readings": "default", "odds": "pays"}


def merged(book: Book) -> dict[str, Any]:
    """The document with all changes laid over it, in the full form of a document."""
    return laid_over([book.document.data, *(source.data for source in book.changes)])


def laid_over(layers: Sequence[dict[str, Any]]) -> dict[str, Any]:
    data = dict(layers[0])
    for change in layers[1:]:
        data = _lay_over(data, change)
    return data


def _lay_over(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    data = dict(base)
    for section, content in change.items():
        if section == "extends":
            data[section] = content
        elif section in ("options", "readings", "odds", "house", "pay_tables", "acknowledged"):
            data[section] = _lay_section(section, base.get(section, {}), content)
        else:
            data[section] = content
    return data


def _lay_section(section: str, base: Any, content: Any) -> Any:
    if not isinstance(content, dict) or not isinstance(base, dict):
        return content
    laid = dict(base)
    for name, value in content.items():
        if section == "house" and isinstance(value, dict):
            laid[name] = {**base.get(name, {}), **value}
        elif isinstance(value, dict | list) or section not in SHORT_FORMS:
            laid[name] = value
        elif section == "odds":
            laid[name] = {"clauses": [], **base.get(name, {}), "pays": value}
        # a short option or reading is a choice, not a change of the document: see chosen_in
    return laid


def chosen_in(book: Book) -> dict[str, tuple[Any, str]]:
    """Options and readings that the files choose: name to value and place."""
    chosen: dict[str, tuple[Any, str]] = {}
    for source in book.changes:
        for section in ("options", "readings"):
            for name, value in _section(source.data, section).items():
                if not isinstance(value, dict | list):
                    key = f"reading.{name}" if section == "readings" else name
                    chosen[key] = (value, source.where(section, name))
    return chosen


def _section(data: dict[str, Any], name: str) -> dict[str, Any]:
    content = data.get(name, {})
    return content if isinstance(content, dict) else {}


def place_in(book: Book, path: DataPath) -> str:
    """Where a path of the merged document comes from: the last file that says it."""
    for source in reversed(book.changes):
        if _reaches(source.data, path[:2]):
            return source.where(*path)
    return (book.last if book.changes and len(path) == 1 else book.document).where(*path)


def _reaches(data: Any, path: DataPath) -> bool:
    for step in path:
        if isinstance(data, dict) and step in data:
            data = data[step]
        else:
            return False
    return True


def looks_like_reading(name: str) -> str:
    """The reading id in `reading.ID` or `readings.ID`; empty when it is none."""
    head, dot, id = name.partition(".")
    return id if dot and head in ("reading", "readings") and is_reading_id(id) else ""
