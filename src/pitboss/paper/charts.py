"""Charts of a report: tornado, bars of a distribution, bands for the actual win. Tones differ in gray too."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10, sqrt

from pitboss.paper import svg

INK, ACCENT, PALE, HAIR = "#1b1f24", "#1f4e5f", "#a9c5c9", "#9aa5ad"
WIDTH = 480.0
SIZE = 8.5


@dataclass(frozen=True)
class Swing:
    """One bar of a tornado: what changes, by how much, and how the number is printed."""

    label: str
    value: float
    told: str
    is_permitted: bool


def draw_tornado(title: str, swings: Sequence[Swing]) -> str:
    """Longest bar on top; the house gains to the right. What the document does not permit is hollow."""
    ordered = sorted(swings, key=lambda swing: -abs(swing.value))
    widest = max((abs(swing.value) for swing in ordered), default=1.0) or 1.0
    label, number, high = 165.0, 42.0, 13.0
    half = (WIDTH - label - 2 * number) / 2
    middle = label + number + half
    drawn = [
        svg.path([(middle - 4, 3), (middle - 10, 6), (middle - 4, 9)], close=True, fill=ACCENT),
        svg.text(middle - 14, 9, "helps the player", font_size=SIZE, text_anchor="end", fill=ACCENT),
        svg.path([(middle + 4, 3), (middle + 10, 6), (middle + 4, 9)], close=True, fill=ACCENT),
        svg.text(middle + 14, 9, "helps the house", font_size=SIZE, fill=ACCENT),
    ]
    for place, swing in enumerate(ordered):
        y = 16 + high * place
        length = half * abs(swing.value) / widest
        x = middle if swing.value >= 0 else middle - length
        solid = ACCENT if swing.value >= 0 else PALE
        drawn += [
            svg.text(label - 6, y + 9, swing.label, font_size=SIZE, text_anchor="end", fill=INK),
            svg.rect(x, y + 2, length, high - 4, fill=solid if swing.is_permitted else "#ffffff",
                     stroke=solid if swing.is_permitted else HAIR,
                     stroke_width=0.8, stroke_dasharray=None if swing.is_permitted else "2 1.5"),
            svg.text(x + length + 4 if swing.value >= 0 else x - 4, y + 9, swing.told, font_size=SIZE,
                     text_anchor="start" if swing.value >= 0 else "end", fill=INK),
        ]  # fmt: skip
    down = 18 + high * len(ordered)
    drawn.append(svg.line(middle, 12, middle, down, stroke=INK, stroke_width=0.8))
    return svg.picture(WIDTH, down + 2, *drawn, title=title, unit="pt")


def draw_bars(title: str, bars: Sequence[tuple[str, float]], across: str) -> str:
    """Chances on a logarithmic scale, so that rare results can be seen."""
    shown = [(name, chance) for name, chance in bars if chance > 0]
    low = floor(min(log10(chance) for _, chance in shown))
    left, top, tall = 46.0, 8.0, 150.0
    step = min((WIDTH - left) / len(shown), 60.0)
    drawn = []
    for power in range(low, 1):
        y = top + tall * power / low
        drawn += [
            svg.line(left, y, left + step * len(shown), y, stroke=HAIR, stroke_width=0.4),
            svg.text(left - 5, y + 3, _power(power), font_size=SIZE, text_anchor="end", fill=INK),
        ]
    for place, (name, chance) in enumerate(shown):
        y = top + tall * log10(chance) / low
        x = left + step * place
        drawn += [
            svg.rect(x + 0.18 * step, y, 0.64 * step, top + tall - y, fill=ACCENT),
            svg.text(x + step / 2, top + tall + 12, name, font_size=SIZE, text_anchor="middle", fill=INK),
        ]
    drawn.append(svg.text(left + step * len(shown) / 2, top + tall + 25, across, font_size=SIZE,
                          text_anchor="middle", fill=ACCENT))  # fmt: skip
    return svg.picture(WIDTH, top + tall + 30, *drawn, title=title, unit="pt")


def _power(power: int) -> str:
    return "1" if power == 0 else f"{10.0**power:.{-power}f}"


@dataclass(frozen=True)
class BandAt:
    """Percent of the amount wagered, after so many rounds."""

    rounds: int
    middle: float
    low_95: float
    high_95: float
    low_99: float
    high_99: float


def draw_bands(title: str, bands: Sequence[BandAt]) -> str:
    """A funnel: the more rounds, the closer the actual win must be to the house edge."""
    left, top, tall = 46.0, 8.0, 170.0
    wide = WIDTH - left - 8
    least, most = (log10(band.rounds) for band in (bands[0], bands[-1]))
    high, low = max(band.high_99 for band in bands), min(band.low_99 for band in bands)
    step = _round_step((high - low) / 6)

    def place(rounds: float, value: float) -> tuple[float, float]:
        return (
            left + wide * (log10(rounds) - least) / (most - least),
            top + tall * (high - value) / (high - low),
        )

    def curve(edge: Callable[[BandAt], float]) -> list[tuple[float, float]]:
        """From the first band on, narrowing with the root of the rounds."""
        first = bands[0]
        wide = edge(first) - first.middle
        steps = [10 ** (least + (most - least) * step / 40) for step in range(41)]
        return [place(rounds, first.middle + wide * sqrt(first.rounds / rounds)) for rounds in steps]

    def funnel(low: Callable[[BandAt], float], high: Callable[[BandAt], float], tone: str) -> str:
        return svg.path([*curve(low), *reversed(curve(high))], close=True, fill=tone, stroke="none")

    drawn = [
        funnel(lambda band: band.low_99, lambda band: band.high_99, "#dfe9ea"),
        funnel(lambda band: band.low_95, lambda band: band.high_95, PALE),
        svg.path(curve(lambda band: band.middle), stroke=ACCENT, stroke_width=1.4, fill="none"),
    ]
    for number in range(ceil(low / step), floor(high / step) + 1):
        _, y = place(bands[0].rounds, number * step)
        told = f"{number * step:g}".replace("-", "−")
        drawn += [
            svg.line(left, y, left + wide, y, stroke=HAIR, stroke_width=0.8 if number == 0 else 0.4),
            svg.text(left - 5, y + 3, f"{told} %", font_size=SIZE, text_anchor="end", fill=INK),
        ]
    for band in bands:
        x, _ = place(band.rounds, 0)
        drawn.append(
            svg.text(min(x, WIDTH - 24), top + tall + 12, f"{band.rounds:,}", font_size=SIZE,
                     text_anchor="middle", fill=INK)
        )  # fmt: skip
    key = "dark: 95 % of tables; light: 99 % of tables; line: house edge; horizontal: rounds"
    drawn.append(
        svg.text(left + wide / 2, top + tall + 25, key, font_size=SIZE, text_anchor="middle", fill=ACCENT)
    )
    return svg.picture(WIDTH, top + tall + 30, *drawn, title=title, unit="pt")


def _round_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, at least as large."""
    size: float = 10.0 ** floor(log10(rough))
    return next(size * times for times in (1, 2, 5, 10) if size * times >= rough)
