"""The strategy as a chart: a letter in every cell, on a tone that differs in gray too."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.exact.strategy import rows_of_chart
from pitboss.paper import svg
from pitboss.paper.strategy_findings import Strategy

TONES = {
    "S": ("#f4f1e6", "#1b1f24"),
    "H": ("#bcd7cf", "#1b1f24"),
    "D": ("#5f8fa8", "#ffffff"),
    "P": ("#d6a23c", "#1b1f24"),
    "R": ("#7a3b42", "#ffffff"),
    "O": ("#5f8fa8", "#ffffff"),
    "U": ("#bcd7cf", "#1b1f24"),
    "F": ("#7a3b42", "#ffffff"),
    "yes": ("#bcd7cf", "#1b1f24"),
    "no": ("#f4f1e6", "#1b1f24"),
}
"""Background and letter. The grays of the backgrounds differ by a tenth or more; the letter says the same."""

MEANINGS = {
    "S": "stand", "H": "hit", "D": "double, else hit", "Ds": "double, else stand", "P": "split",
    "Ps": "split, else stand", "Pd": "split, else double", "R": "surrender, else hit",
    "Rs": "surrender, else stand", "O": "over", "U": "under", "F": "surrender",
    "yes": "take it", "no": "leave it",
}  # fmt: skip

CELL_WIDTH, CELL_HEIGHT, LABEL = 19.4, 10.6, 38.0
GAP = 5.0
SIZE = 7.6


@dataclass(frozen=True)
class Panel:
    """One block of rows, such as the hard totals, under one set of columns."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    """A row's name and its letters."""

    @property
    def width(self) -> float:
        return LABEL + CELL_WIDTH * len(self.columns)

    @property
    def height(self) -> float:
        return 2 * CELL_HEIGHT + CELL_HEIGHT * len(self.rows)


Piles = Sequence[Sequence[Panel]]


def draw_charts(title: str, piles: Piles, *, key: bool = True, meanings: Mapping[str, str] = MEANINGS) -> str:
    """Piles of panels side by side, and below them what the letters mean."""
    across = sum(max(panel.width for panel in pile) for pile in piles) + 2 * GAP * (len(piles) - 1)
    down = max(sum(panel.height for panel in pile) + GAP * (len(pile) - 1) for pile in piles)
    drawn, x = [], 0.0
    for pile in piles:
        y = 0.0
        for panel in pile:
            drawn.append(svg.group(*_panel(panel), transform=f"translate({svg.tell(x)} {svg.tell(y)})"))
            y += panel.height + GAP
        x += max(panel.width for panel in pile) + 2 * GAP
    if key:
        told, high = _key(_letters(piles), across, down + 2 * GAP, meanings)
        drawn, down = [*drawn, *told], down + 2 * GAP + high
    return svg.picture(across, down, *drawn, title=title, unit="pt")


def draw_key(letters: Iterable[str], width: float) -> str:
    """What the letters mean, by itself."""
    told, high = _key(list(dict.fromkeys(letters)), width, 0.0, MEANINGS)
    return svg.picture(width, high, *told, title="What the letters mean", unit="pt")


def _letters(piles: Piles) -> list[str]:
    rows = [row for pile in piles for panel in pile for _, row in panel.rows]
    return list(dict.fromkeys(letter for row in rows for letter in row if letter))


def _panel(panel: Panel) -> list[str]:
    drawn = [
        svg.text(0, CELL_HEIGHT - 2.9, panel.heading, font_size=8.5, font_weight="bold", fill="#1f4e5f"),
    ]
    for number, column in enumerate(panel.columns):
        x = LABEL + CELL_WIDTH * (number + 0.5)
        drawn.append(
            svg.text(x, 2 * CELL_HEIGHT - 2.9, column, font_size=SIZE, text_anchor="middle", fill="#1b1f24")
        )
    for line, (name, letters) in enumerate(panel.rows):
        y = CELL_HEIGHT * (line + 2)
        drawn.append(svg.text(LABEL - 5, y + CELL_HEIGHT - 2.9, name, font_size=SIZE, text_anchor="end"))
        for number, letter in enumerate(letters):
            drawn += _cell(LABEL + CELL_WIDTH * number, y, letter)
    return drawn


def _cell(x: float, y: float, letter: str) -> list[str]:
    if not letter:
        return []
    ground, ink = TONES.get(letter) or TONES[letter[0]]
    return [
        svg.rect(x, y, CELL_WIDTH, CELL_HEIGHT, fill=ground, stroke="#ffffff", stroke_width=0.8),
        svg.text(
            x + CELL_WIDTH / 2, y + CELL_HEIGHT - 2.9, letter, font_size=SIZE, text_anchor="middle", fill=ink
        ),
    ]


def _key(
    letters: list[str], width: float, top: float, meanings: Mapping[str, str]
) -> tuple[list[str], float]:
    drawn, x, y = [], 0.0, top
    for letter in sorted(letters, key=list(meanings).index):
        meaning = meanings[letter]
        room = CELL_WIDTH + 5 + 4.1 * len(meaning) + 10
        if x + room > width and x:
            x, y = 0.0, y + CELL_HEIGHT + 4
        drawn += _cell(x, y, letter)
        drawn.append(svg.text(x + CELL_WIDTH + 5, y + CELL_HEIGHT - 2.9, meaning, font_size=SIZE))
        x += room
    return drawn, y - top + CELL_HEIGHT


CHART_TITLES = {
    "": "By the dealer’s upcard",
    "small": "The hole card is Small (2 to 5)",
    "medium": "The hole card is Medium (6 to 9)",
    "large": "The hole card is Large (10 to ace)",
    "shown": "Both of the dealer’s cards are shown",
}
"""The charts of a game, by what is announced about the hole card."""


def chart_of(seen: str) -> str:
    if seen in ("10", "A"):
        return "shown"
    return seen if seen in CHART_TITLES else ""


def draw_strategy(strategy: Strategy, *, brief: bool = False) -> dict[str, str]:
    """One chart for each announcement: hard totals on the left, soft totals and pairs on the right.

    In brief, rows with the same letters are merged, and the key is printed once for all charts.
    """
    drawn = {}
    for light, columns in _columns(strategy).items():
        hard, soft, pairs = (
            _rows(strategy, kind, heading, columns)
            for kind, heading in (("hard", "Hard totals"), ("soft", "Soft totals"), ("pair", "Pairs"))
        )
        if brief:
            hard, soft = _merged(hard), _merged(soft)
        drawn[light] = draw_charts(CHART_TITLES[light], [[hard], [soft, pairs]], key=not brief)
    return drawn


def _merged(panel: Panel) -> Panel:
    """Neighboring rows with the same letters as one: `17–20`."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for name, letters in panel.rows:
        if rows and rows[-1][1] == letters:
            rows[-1] = (f"{rows[-1][0].partition('–')[0]}–{name}", letters)
        else:
            rows.append((name, letters))
    return replace(panel, rows=tuple(rows))


def _columns(strategy: Strategy) -> dict[str, list[tuple[str, str]]]:
    """Upcard and announcement, for each chart."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for cell in strategy.cells:
        columns = groups.setdefault(chart_of(cell.seen), [])
        if (cell.up, cell.seen) not in columns:
            columns.append((cell.up, cell.seen))
    return {light: groups[light] for light in CHART_TITLES if light in groups}


def _rows(strategy: Strategy, kind: str, heading: str, columns: list[tuple[str, str]]) -> Panel:
    letters = {(cell.row, cell.up, cell.seen): cell.play for cell in strategy.cells}
    rows = []
    for row in rows_of_chart():
        if row.startswith(kind):
            cells = tuple(letters.get((row, up, seen), "") for up, seen in columns)
            rows.append((_row_name(row), cells))
    return Panel(
        heading, tuple(_column_name(*column) for column in columns), tuple(row for row in rows if any(row[1]))
    )


def _row_name(row: str) -> str:
    kind, name = row.split()
    return f"{name}, {name}" if kind == "pair" else name


def _column_name(up: str, seen: str) -> str:
    return f"{up}+{seen}" if chart_of(seen) == "shown" else up


def draw_second_chances(strategy: Strategy) -> str:
    chances = strategy.chances
    columns = list(dict.fromkeys((cell.up, cell.seen) for cell in chances))
    takes = {(cell.total, cell.up, cell.seen): cell.take for cell in chances}
    rows = tuple(
        (str(total), tuple("yes" if takes[total, up, seen] else "no" for up, seen in columns))
        for total in sorted({cell.total for cell in chances})
    )
    panel = Panel("Busted total", tuple(up for up, _ in columns), rows)
    return draw_charts(f"{strategy.second_chance}: take it?", [[panel]])


def draw_first_cards(strategy: Strategy) -> str:
    letters = {"over": "O", "under": "U", "surrender": "F"}
    columns = tuple(row.first for row in strategy.first_cards)
    plays = tuple(letters[row.choice] for row in strategy.first_cards)
    meanings = MEANINGS | {letters[row.choice]: row.play for row in strategy.first_cards}
    panel = Panel("First card", columns, (("play", plays),))
    return draw_charts("What to do after the first card", [[panel]], meanings=meanings)
