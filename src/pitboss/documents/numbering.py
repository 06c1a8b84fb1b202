"""Which level a number belongs to: is (i) the letter after (h), or the first of (i), (ii), (iii)?

All numbers of a section are read together, and the reading with the fewest faults is taken.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

STYLES = ("letter", "digit", "roman", "upper", "upper roman")
"""How paragraphs are numbered, from the outermost level inwards."""

_BEAM = 48
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Marker(NamedTuple):
    """A number as printed, and whether the words before it announce a list."""

    number: str
    after_colon: bool


class Level(NamedTuple):
    style: str
    ordinal: int


class Numbered(NamedTuple):
    """How one number was read: the numbers around it, its own last, and what is wrong with it."""

    levels: tuple[Level, ...]
    fault: str = ""
    """"", "duplicate", "skipped", "late", "backwards" or "misread"."""
    expected: str = ""
    """The number that should have stood there."""

    @property
    def label(self) -> str:
        return f"({write(self.levels[-1])})"


class _Path(NamedTuple):
    """A reading of the numbers so far; of readings that leave the same levels open the cheapest is kept."""

    cost: float
    step: Numbered
    before: "_Path | None"


def read_numbers(markers: Sequence[Marker]) -> list[Numbered]:
    """The levels of a section's numbers, in the reading with the fewest faults."""
    paths = [_Path(0, Numbered(()), None)]
    for marker in markers:
        best: dict[tuple[Level, ...], _Path] = {}
        for path in paths:
            for cost, step in _steps(path.step.levels, marker):
                longer = _Path(path.cost + cost, step, path)
                if step.levels not in best or longer.cost < best[step.levels].cost:
                    best[step.levels] = longer
        paths = sorted(best.values(), key=lambda path: path.cost)[:_BEAM]
    return _walk_back(min(paths, key=lambda path: path.cost + _lonely(path.step.levels)))


def _walk_back(path: _Path) -> list[Numbered]:
    steps = []
    while path.before is not None:
        steps.append(path.step)
        path = path.before
    return steps[::-1]


def is_number(text: str) -> bool:
    """(iv), (b), (bb) and (12) number a paragraph; (if) does not."""
    return any(True for _ in _meanings(text))


def _steps(levels: tuple[Level, ...], marker: Marker) -> Iterator[tuple[float, Numbered]]:
    for level, misread in _meanings(marker.number):
        for cost, step in _placements(levels, level, after_colon=marker.after_colon):
            if misread:
                yield cost + 1.5, Numbered(step.levels, "misread", write(level))
            else:
                yield cost, step


def _placements(
    levels: tuple[Level, ...], level: Level, *, after_colon: bool
) -> Iterator[tuple[float, Numbered]]:
    """A number goes on at a level that is open, or opens the next one."""
    styles = [open_level.style for open_level in levels]
    if level.style not in styles:
        distance = abs(STYLES.index(level.style) - (STYLES.index(styles[-1]) + 1 if styles else 0))
        fault = "" if level.ordinal == 1 else "late"
        cost = 0.2 * distance + (0 if after_colon or not levels else 0.6) + (2.5 if fault else 0)
        yield cost, Numbered((*levels, level), fault, write(Level(level.style, 1)))
        return
    depth = styles.index(level.style)
    due = Level(level.style, levels[depth].ordinal + 1)
    cost, fault = _gap(due.ordinal, level.ordinal)
    cost += _lonely(levels[depth + 1 :]) + (1 if after_colon else 0)
    yield cost, Numbered((*levels[:depth], level), fault, write(due))


def _lonely(closed: tuple[Level, ...]) -> int:
    """A list of one item is unlikely: (1) alone after (k) is a misread (l)."""
    return sum(1 for level in closed if level.ordinal == 1)


def _gap(due: int, ordinal: int) -> tuple[float, str]:
    if ordinal == due:
        return 0, ""
    if ordinal == due - 1:
        return 2, "duplicate"
    if ordinal > due:
        return 2 + 0.5 * min(ordinal - due, 6), "skipped"
    return 4, "backwards"


def _meanings(number: str) -> Iterator[tuple[Level, bool]]:
    """What a printed number can be; scanners take (l) for (1) and (1) for (l)."""
    if number.isdigit():
        yield Level("digit", int(number)), False
        if number == "1":
            yield Level("letter", 12), True
        return
    letters = number.lower()
    prefix = "" if number == letters else "upper "
    if len(set(letters)) == 1 and len(letters) <= 3:
        ordinal = ord(letters[0]) - ord("a") + 1 + 26 * (len(letters) - 1)
        yield Level("upper" if prefix else "letter", ordinal), False
    if value := _roman(letters):
        yield Level(f"{prefix}roman", value), False
    if number == "l":
        yield Level("digit", 1), True


def _roman(letters: str) -> int:
    """The value of a Roman number, 0 if it is none."""
    if not set(letters) <= set(_ROMAN_VALUES):
        return 0
    values = [_ROMAN_VALUES[letter] for letter in letters]
    total = sum(-one if one < after else one for one, after in zip(values, (*values[1:], 0), strict=True))
    return total if write(Level("roman", total)) == letters else 0


def write(level: Level) -> str:
    """A level's number as it is printed."""
    style, ordinal = level
    if style == "digit":
        return str(ordinal)
    if style.endswith("roman"):
        text = _write_roman(ordinal)
    else:
        text = chr(ord("a") + (ordinal - 1) % 26) * ((ordinal - 1) // 26 + 1)
    return text.upper() if style.startswith("upper") else text


def _write_roman(ordinal: int) -> str:
    text = ""
    for value, letters in ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
                           (4, "iv"), (1, "i")):  # fmt: skip
        text += letters * (ordinal // value)
        ordinal %= value
    return text
