"""Reads the text of a drawing, SVG or PDF: straight, on curves, in parts, letter by letter."""

import io
import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from pitboss.errors import BadInput, Fault

if TYPE_CHECKING:
    from pypdf import PageObject

MAX_DRAWING_BYTES = 20_000_000
SILENT = {"title", "desc", "metadata", "style", "script", "defs", "symbol", "clipPath", "mask", "pattern"}
"""Elements of an SVG that are not shown."""
LETTERED = {"text", "flowRoot"}
HREFS = ("href", "{http://www.w3.org/1999/xlink}href")
MOST_PARTS, MOST_LETTERS, MOST_DEPTH = 200_000, 200_000, 100
PDF_LIMITS: dict[str, Any] = {
    "zlib_maximum_output_length": 10_000_000,
    "lzw_maximum_output_length": 10_000_000,
    "run_length_maximum_output_length": 10_000_000,
    "brotli_maximum_output_length": 10_000_000,
    "array_based_stream_maximum_output_length": 10_000_000,
    "stream_decoding_work_maximum_length": 30_000_000,
    "stream_parsing_work_maximum_count": 500_000,
    "page_tree_maximum_entries": 100,
    "xform_maximum_invocations_per_extraction": 200,
}
"""What the reader of PDF may unpack and parse: a drawing is one page."""
MOST_USES = 8
"""How deep `use` elements may be nested."""


@dataclass(frozen=True)
class Lettering:
    """The text of a drawing, run by run as it is drawn, and the ids and classes of its parts."""

    runs: tuple[str, ...]
    ids: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()

    @cached_property
    def squeezed(self) -> str:
        """Letters and digits only, one line for each run, for searching."""
        return "\n".join(squeeze(run) for run in self.runs)


def squeeze(text: str) -> str:
    """Without case, spaces and points; `3:2` and `3 to 2` become one."""
    plain = text.casefold().replace("’", "'")
    plain = re.sub(r"(?<!\d)(\d++)\s*+:\s*+(\d++)", r"\1to\2", plain)
    return re.sub(r"[^a-z0-9/]+", "", plain)


def says(lettering: Lettering, words: str) -> bool:
    """Whether these words are there, in however many runs; numbers must match as a whole."""
    wanted = squeeze(words)
    pattern = "\n?".join(map(re.escape, wanted))
    before = r"(?<!\d)" if wanted[:1].isdigit() else ""
    after = r"(?!\d)" if wanted[-1:].isdigit() else ""
    return re.search(before + pattern + after, lettering.squeezed) is not None


def read_drawing(data: bytes, label: str) -> Lettering:
    """An SVG or a PDF, known by how it begins."""
    if len(data) > MAX_DRAWING_BYTES:
        raise BadInput([Fault(label, "is too large for a drawing.", "20 MB")])
    if data.startswith(b"%PDF-"):
        return read_pdf(data, label)
    return read_svg(data, label)


class Budget:
    """What may be read of a drawing before it is refused as none."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._parts, self._letters = MOST_PARTS, MOST_LETTERS

    def part(self) -> None:
        self._parts -= 1
        if self._parts < 0:
            raise self.exceeded()

    def letters(self, text: str) -> None:
        self._letters -= len(text)
        if self._letters < 0:
            raise self.exceeded()

    def exceeded(self) -> BadInput:
        allowed = f"{MOST_PARTS:,} parts, {MOST_LETTERS:,} letters, nested {MOST_DEPTH} deep at most"
        return BadInput([Fault(self._label, "has more in it than the drawing of a layout.", allowed)])


# ---- PDF

Matrix = Sequence[float]
WIDE_GAP, LETTER = 2.2, 0.5
"""In sizes of the type: from where on two pieces are two runs, and about how wide a letter is."""


def read_pdf(data: bytes, label: str = "PDF") -> Lettering:
    from pypdf import PdfReader, apply_configuration

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # we report the fault of a file ourselves
    budget = Budget(label)
    try:
        with apply_configuration(**PDF_LIMITS):
            runs = [run for page in PdfReader(io.BytesIO(data)).pages for run in _page_runs(page, budget)]
    except BadInput:
        raise
    except Exception as error:  # whatever a reader of PDF does with bytes that are none
        raise BadInput([Fault(label, f"cannot be read as a PDF ({error}).", "SVG, PDF")]) from error
    return Lettering(tuple(_unspaced(run.strip()) for run in runs if run.strip()))


def _unspaced(run: str) -> str:
    """Letters set so wide apart that they were read as words are words again."""
    words = run.split()
    alone = sum(1 for word in words if len(word) == 1)
    if len(words) < 4 or alone < 0.6 * len(words):
        return run
    return re.sub(r" {2,}", " ", re.sub(r"(?<=\S) (?=\S)", "", run))


def _page_runs(page: "PageObject", budget: Budget) -> list[str]:
    """Pieces as they were drawn, put together where one begins at the end of the last, at any slant."""
    runs: list[str] = []
    pen = (0.0, 0.0, 0.0)

    def take(piece: str, place: Matrix, line: Matrix, _: object, points: float) -> None:
        nonlocal pen
        budget.letters(piece)
        words = piece.replace("\n", "")
        if not words:
            return
        x, y, size, across, down = _drawn_at(place, line, points)
        goes_on = abs(size - pen[2]) < 0.05 * size and hypot(x - pen[0], y - pen[1]) < WIDE_GAP * size
        if goes_on and runs:
            runs[-1] += words
        else:
            runs.append(words)
        pen = (x + across * len(words), y + down * len(words), size)

    page.extract_text(visitor_text=take, visitor_operand_before=lambda *_: budget.part())
    return runs


def _drawn_at(place: Matrix, line: Matrix, points: float) -> tuple[float, float, float, float, float]:
    """Where a piece begins on the page, its size there, and how far a letter moves the pen."""
    a, b, c, d, e, f = place
    x, y = line[4] * a + line[5] * c + e, line[4] * b + line[5] * d + f
    along = (line[0] * a + line[1] * c, line[0] * b + line[1] * d)
    across, down = (points * LETTER * part for part in along)
    return x, y, points * hypot(*along), across, down


# ---- SVG


def read_svg(data: bytes, label: str = "SVG") -> Lettering:
    root = _parse(data, label)
    named = {part.get("id", ""): part for part in root.iter() if part.get("id")}
    budget, shown = Budget(label), []
    for part in _shown(root, named, 0):
        budget.part()
        budget.letters(part.text or "")
        shown.append(part)
    return Lettering(
        runs=tuple(_gathered(run for part in shown if _name(part) in LETTERED for run in _runs(part))),
        ids=frozenset(id for part in shown if (id := part.get("id"))),
        classes=frozenset(word for part in shown for word in part.get("class", "").split()),
    )


def _parse(data: bytes, label: str) -> ElementTree.Element:
    if b"<!ENTITY" in data.replace(b"\0", b""):
        raise BadInput([Fault(label, "declares entities, which a drawing does not need.", "plain SVG")])
    try:
        root: ElementTree.Element = ElementTree.XML(data, ElementTree.XMLParser(target=_BoundedTree(label)))
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise BadInput([Fault(label, f"is neither SVG nor PDF: {error}.", "SVG, PDF")]) from error
    if _name(root) != "svg":
        raise BadInput([Fault(label, f"is XML, but begins with <{_name(root)}>.", "SVG, PDF")])
    return root


class _BoundedTree(ElementTree.TreeBuilder):
    """Stops at a drawing of too many parts, or of parts nested deeper than anybody draws."""

    def __init__(self, label: str) -> None:
        super().__init__()
        self._budget = Budget(label)
        self._depth = 0

    def start(self, tag: str, attrs: dict[Any, Any]) -> ElementTree.Element:
        self._budget.part()
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise self._budget.exceeded()
        return super().start(tag, attrs)

    def end(self, tag: str) -> ElementTree.Element:
        self._depth -= 1
        return super().end(tag)


def _name(part: ElementTree.Element) -> str:
    return part.tag.rpartition("}")[2] if isinstance(part.tag, str) else ""


def _shown(
    part: ElementTree.Element, named: dict[str, ElementTree.Element], depth: int
) -> Iterator[ElementTree.Element]:
    """Everything that is drawn, in the order of drawing, with what is used from elsewhere."""
    if _name(part) in SILENT or _is_hidden(part):
        return
    yield part
    used = named.get(_href(part)) if _name(part) == "use" and depth < MOST_USES else None
    if used is not None:
        yield from _inside(used, named, depth + 1)
    if _name(part) not in LETTERED:
        for child in part:
            yield from _shown(child, named, depth)


def _inside(
    used: ElementTree.Element, named: dict[str, ElementTree.Element], depth: int
) -> Iterator[ElementTree.Element]:
    """What is used is shown even if it is defined in a symbol."""
    if _name(used) not in SILENT:
        yield from _shown(used, named, depth)
        return
    for child in used:
        yield from _shown(child, named, depth)


def _href(part: ElementTree.Element) -> str:
    return next((value.removeprefix("#") for name in HREFS if (value := part.get(name))), "")


def _is_hidden(part: ElementTree.Element) -> bool:
    rules = (rule.partition(":") for rule in part.get("style", "").split(";"))
    style = {name.strip(): value.strip() for name, colon, value in rules if colon}
    stated = {name: style.get(name, part.get(name, "")) for name in ("display", "visibility", "opacity")}
    return (
        stated["display"] == "none" or stated["visibility"] == "hidden" or stated["opacity"] in ("0", "0.0")
    )


def _runs(part: ElementTree.Element) -> Iterator[str]:
    """The text of one element; each tspan that starts a new line is a run of its own."""
    lines = [""]
    for words, starts in _pieces(part, starts=False):
        if starts and lines[-1].strip():
            lines.append("")
        lines[-1] += words
    yield from (line.strip() for line in lines if line.strip())


def _pieces(part: ElementTree.Element, *, starts: bool) -> Iterator[tuple[str, bool]]:
    if _name(part) in SILENT or _is_hidden(part):
        return
    yield part.text or "", starts
    for child in part:
        yield from _pieces(child, starts=child.get("y") is not None or child.get("dy") is not None)
        yield child.tail or "", False


def _gathered(runs: Iterable[str]) -> Iterator[str]:
    """Letters that were drawn one by one are one run again."""
    letters = ""
    for run in runs:
        if len(run) <= 2:
            letters += run
            continue
        if letters:
            yield letters
        letters = ""
        yield run
    if letters:
        yield letters
