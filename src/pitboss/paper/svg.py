"""SVG as text: the few shapes that felts, cards and charts consist of."""

from html import escape

from pitboss.paper.typography import typographic

Attribute = str | int | float | None

SERIF = "Libertinus Serif"
"""The one text face that the typesetter carries with it; a browser falls back to its own serif."""


def tell(value: Attribute) -> str:
    """A coordinate in at most two decimals, so that a drawing is the same bytes everywhere."""
    if isinstance(value, float):
        rounded = f"{value:.2f}".rstrip("0").rstrip(".")
        return "0" if rounded == "-0" else rounded
    return escape(str(value))


def element(name: str, *inside: str, **attributes: Attribute) -> str:
    """`element("rect", x=1, stroke_width=2)`; underscores become hyphens, None leaves an attribute out."""
    told = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{tell(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{told}>{''.join(inside)}</{name}>" if inside else f"<{name}{told}/>"


def text(x: float, y: float, words: str, **attributes: Attribute) -> str:
    return element("text", escape(typographic(words)), x=x, y=y, **attributes)


def line(x1: float, y1: float, x2: float, y2: float, **attributes: Attribute) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


def rect(x: float, y: float, width: float, height: float, **attributes: Attribute) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def path(points: list[tuple[float, float]], *, close: bool = False, **attributes: Attribute) -> str:
    """Straight lines from point to point."""
    drawn = "M" + " L".join(f"{tell(float(x))} {tell(float(y))}" for x, y in points)
    return element("path", d=drawn + (" Z" if close else ""), **attributes)


def group(*inside: str, **attributes: Attribute) -> str:
    return element("g", *inside, **attributes)


def picture(width: float, height: float, *inside: str, title: str, unit: str = "", scale: float = 1) -> str:
    """A whole drawing, one to `scale`, with its title, which a screen reader speaks."""
    return element(
        "svg",
        element("title", escape(typographic(title))),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {tell(float(width))} {tell(float(height))}",
        width=f"{tell(width / scale)}{unit}",
        height=f"{tell(height / scale)}{unit}",
        role="img",
        font_family=f"'{SERIF}', serif",
    )
