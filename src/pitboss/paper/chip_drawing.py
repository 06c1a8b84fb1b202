"""Casino chips: colors by denomination, edge spots, the value in the middle, and stacks."""

from html import escape
from math import cos, pi, sin
from typing import NamedTuple

from pitboss.games.vocabulary import tell_cents
from pitboss.paper.felt_plan import CHIP, Place
from pitboss.paper.ink_themes import FACES
from pitboss.paper.svg import element, group, tell, text
from pitboss.table.chips import VALUES_CENTS, Chips

RISE = 3.4
"""How much of a chip's edge shows when it lies under another, in millimeters."""
TALLEST = 20
"""More chips than this are drawn as this many; the value beside the stack says the rest."""


class Look(NamedTuple):
    body: str
    spots: str
    face: str
    ink: str
    number_of_spots: int


LOOKS: dict[int, Look] = {
    1_00: Look("#e9e6dd", "#3d6aa8", "#ffffff", "#22303c", 6),
    5_00: Look("#b8232f", "#f6efe2", "#fff6f2", "#8c1320", 8),
    25_00: Look("#1d7a45", "#f2efdc", "#f4fbf2", "#0f5a30", 8),
    100_00: Look("#1b1d21", "#e8e4da", "#f7f6f2", "#141518", 6),
    500_00: Look("#5b2f86", "#f2d36b", "#f8f3fd", "#44206b", 8),
    1_000_00: Look("#d9a019", "#23262b", "#fff8e4", "#6b4a00", 6),
    5_000_00: Look("#8a4b2a", "#f3e3c3", "#fdf4ea", "#5d2c12", 12),
}
COIN = Look("#9aa0a3", "#d9dcdd", "#eceeee", "#2d3133", 12)
"""Everything below a dollar, and denominations of a house's own."""


def look_of(denomination_cents: int) -> Look:
    return LOOKS.get(denomination_cents, COIN)


def chip_value(denomination_cents: int) -> str:
    """What is written on a chip: `25`, `1K`, `50¢`."""
    if denomination_cents < 1_00:
        return f"{denomination_cents}¢"
    dollars = denomination_cents / 100
    if dollars >= 1000 and dollars % 1000 == 0:
        return f"{dollars / 1000:g}K"
    return f"{dollars:g}"


def draw_chip(denomination_cents: int) -> str:
    """A chip from above, its middle at 0 0, in millimeters."""
    look = look_of(denomination_cents)
    value = chip_value(denomination_cents)
    radius = CHIP / 2
    return group(
        element("title", escape(f"{tell_cents(denomination_cents)} chip")),
        element("circle", r=radius, fill=look.body, stroke="#000000", stroke_opacity=0.45, stroke_width=0.6),
        element("path", d=_spots(look.number_of_spots, radius), fill=look.spots),
        element("circle", r=radius * 0.66, fill=look.face, stroke=look.spots, stroke_width=0.7),
        element("circle", r=radius * 0.58, fill="none", stroke=look.body, stroke_width=0.5,
                stroke_dasharray="1.6 1.2"),
        text(0, 4.2 if len(value) < 3 else 3.4, value, fill=look.ink, font_weight=700, text_anchor="middle",
             font_family=FACES, font_size=12.5 if len(value) < 3 else 9.6, aria_hidden="true"),
        class_=f"chip chip-{denomination_cents}",
    )  # fmt: skip


def _spots(number: int, radius: float) -> str:
    """Blocks of the edge, each a slice between two circles."""
    half = pi / number * 0.42
    return " ".join(
        _block(2 * pi * spot / number, half, radius - 0.3, radius * 0.72) for spot in range(number)
    )


def _block(middle: float, half: float, outer: float, inner: float) -> str:
    def on(radius: float, angle: float) -> str:
        return f"{tell(radius * sin(angle))} {tell(-radius * cos(angle))}"

    start, end = middle - half, middle + half
    return (
        f"M{on(outer, start)} A{tell(outer)} {tell(outer)} 0 0 1 {on(outer, end)} "
        f"L{on(inner, end)} A{tell(inner)} {tell(inner)} 0 0 0 {on(inner, start)} Z"
    )


def chip_symbols() -> str:
    """Every chip from above and its edge under another, for a page to stack: `#chip-2500`, `#edge-2500`."""
    drawn = [
        element("symbol", shape, id=f"{name}-{value}", overflow="visible")
        for value in VALUES_CENTS
        for name, shape in (("chip", draw_chip(value)), ("edge", _edge(value, 0.0)))
    ]
    return element("defs", *drawn)


def draw_stack(stack: tuple[Chips, ...], place: Place, **attributes: str) -> str:
    """Chips on one pile, the dearest at the bottom, as a dealer stacks them; seen a little from the front."""
    pieces = [chips.denomination_cents for chips in stack for _ in range(chips.number)][:TALLEST]
    cents = sum(chips.denomination_cents * chips.number for chips in stack)
    edges = [_edge(value, -RISE * height) for height, value in enumerate(pieces)]
    top = (
        group(draw_chip(pieces[-1]), transform=f"translate(0 {tell(-RISE * len(pieces))})") if pieces else ""
    )
    return group(
        element("title", escape(f"{tell_cents(cents)} in chips")),
        *edges,
        top,
        class_="stack",
        transform=f"translate({tell(place.x)} {tell(place.y)}) scale({tell(place.scale)})",
        **attributes,
    )


def _edge(denomination_cents: int, y: float) -> str:
    """The side of a chip under the next one, with the spots that face the player."""
    look, radius = look_of(denomination_cents), CHIP / 2
    left, right, round_ = tell(-radius), tell(radius), f"A{tell(radius)} {tell(radius)} 0 0"
    low, high = tell(y), tell(y - RISE)
    rim = f"M{left} {high} V{low} {round_} 0 {right} {low} V{high} {round_} 1 {left} {high} Z"
    blocks = "".join(_side_block(angle, y, radius) for angle in (-0.95, 0.0, 0.95))
    return element(
        "path", d=rim, fill=look.body, stroke="#000000", stroke_opacity=0.4, stroke_width=0.5
    ) + element("path", d=blocks, fill=look.spots)


def _side_block(angle: float, y: float, radius: float) -> str:
    left, right = angle - 0.2, angle + 0.2
    (x1, y1), (x2, y2) = ((radius * sin(a), radius * cos(a)) for a in (left, right))
    return (
        f"M{tell(x1)} {tell(y + y1)} L{tell(x2)} {tell(y + y2)} "
        f"L{tell(x2)} {tell(y + y2 - RISE + 0.5)} L{tell(x1)} {tell(y + y1 - RISE + 0.5)} Z "
    )
