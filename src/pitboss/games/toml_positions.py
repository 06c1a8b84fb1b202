"""Where in a TOML file a thing is said: line and column of its tables and keys.

The file has been parsed by `tomllib` before, so this only has to recognise line beginnings.
What stands inside an inline table is found at the line of its key.
"""

import re

Path = tuple[str | int, ...]
Place = tuple[int, int]

_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]")
_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_STEP = re.compile(_NAME)
_QUOTES = re.compile(r'"""|\'\'\'')
_PAIR = re.compile(rf"\s*({_NAME}(?:\s*\.\s*{_NAME})*)\s*=")


def find_places(text: str) -> dict[Path, Place]:
    """Line and column (from 1) of every table and key."""
    places: dict[Path, Place] = {}
    counts: dict[Path, int] = {}
    base: Path = ()
    open_string = ""
    for number, line in enumerate(text.splitlines(), 1):
        if not open_string:
            if header := _HEADER.match(line):
                base = _enter(header, counts)
                places.setdefault(base, (number, header.start(1) + 1))
            elif pair := _PAIR.match(line):
                _note((*base, *_steps(pair[1])), (number, pair.start(1) + 1), places)
        open_string = _open_string_after(line, open_string)
    return places


def place_of(path: Path, places: dict[Path, Place]) -> Place | None:
    """The place of a path, or of the nearest thing around it."""
    while path:
        if path in places:
            return places[path]
        path = path[:-1]
    return None


def _note(path: Path, place: Place, places: dict[Path, Place]) -> None:
    for length in range(1, len(path) + 1):
        places.setdefault(path[:length], place)


def _enter(header: re.Match[str], counts: dict[Path, int]) -> Path:
    """The path of a table; below an array of tables it means the latest element."""
    path: Path = ()
    steps = _steps(header[2])
    for depth, step in enumerate(steps, 1):
        path = (*path, step)
        if depth == len(steps) and header[1] == "[[":
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


def _steps(key: str) -> list[str]:
    return [step.strip("\"'") for step in _STEP.findall(key)]


def _open_string_after(line: str, quote: str) -> str:
    """The kind of multi-line string still open at the end of a line."""
    for mark in _QUOTES.findall(line):
        if not quote:
            quote = mark
        elif mark == quote:
            quote = ""
    return quote
