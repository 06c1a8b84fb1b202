"""Charts: well-formed, true to their figures, and apart in gray."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from pitboss.exact.analyst import analyse
from pitboss.paper.charts import BandAt, Swing, draw_bands, draw_bars, draw_tornado
from pitboss.paper.figures import percent
from pitboss.paper.strategy_chart import TONES, draw_second_chances, draw_strategy
from pitboss.paper.strategy_findings import SecondChanceCell, Strategy, find_strategy
from tests.floor import game_of
from tests.paper.proofreading import svg_words


def gray(color: str) -> float:
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_tones_of_a_chart_stay_apart_in_gray() -> None:
    grounds = [TONES[letter][0] for letter in "SHDPR"]
    assert all(abs(gray(one) - gray(other)) > 0.06 for one, other in combinations(grounds, 2))


def test_a_letter_stands_out_from_its_ground() -> None:
    assert all(abs(gray(ground) - gray(ink)) > 0.4 for ground, ink in TONES.values())


def test_there_is_one_chart_a_light_and_every_cell_is_in_it() -> None:
    strategy, _ = find_strategy(analyse(game_of("down-under-pa")))
    charts = draw_strategy(strategy)
    assert list(charts) == ["small", "medium", "large", "shown"]
    letters = [word for chart in charts.values() for word in svg_words(chart)]
    for play in {cell.play for cell in strategy.cells}:
        in_keys = sum(
            play in {cell.play for cell in strategy.cells if _chart(cell.seen) == light} for light in charts
        )
        drawn = sum(cell.play == play for cell in strategy.cells)
        assert letters.count(play) == drawn + in_keys


def _chart(seen: str) -> str:
    return "shown" if seen in ("10", "A") else seen


def test_a_brief_chart_joins_rows_that_say_the_same() -> None:
    strategy, _ = find_strategy(analyse(game_of("blackjack")))
    words = list(svg_words(draw_strategy(strategy, brief=True)[""]))
    assert any("–" in word for word in words)
    assert "stand" not in words


def test_the_longest_bar_of_a_tornado_is_on_top_and_the_forbidden_is_hollow() -> None:
    drawn = draw_tornado("t", [Swing("short", 0.1, "+0.1", True), Swing("long", -0.4, "−0.4", False)])
    assert [word for word in svg_words(drawn) if word in ("short", "long")] == ["long", "short"]
    hollow = [part for part in _parts(drawn, "rect") if part.get("fill") == "#ffffff"]
    assert len(hollow) == 1
    widths = [float(str(part.get("width"))) for part in _parts(drawn, "rect")]
    assert widths[0] == pytest.approx(4 * widths[1], rel=1e-3)


def test_bars_are_as_high_as_their_logarithms() -> None:
    drawn = draw_bars("t", [("0", 0.1), ("1", 0.001), ("2", 0.0)], "net")
    heights = [float(str(part.get("height"))) for part in _parts(drawn, "rect")]
    assert len(heights) == 2
    assert heights[0] == 2 / 3 * 150
    assert heights[1] == 0


def test_bands_narrow_with_the_rounds() -> None:
    bands = [BandAt(1000, 1.0, -5.0, 7.0, -7.0, 9.0), BandAt(100_000, 1.0, 0.4, 1.6, 0.2, 1.8)]
    wide, narrow, line = _parts(draw_bands("t", bands), "path")
    assert wide.get("fill") != narrow.get("fill")
    assert line.get("fill") == "none"


def test_a_second_chance_is_a_yes_or_a_no_in_every_cell() -> None:
    cells = [SecondChanceCell(total, up, "", total < 24) for total in (22, 23, 24) for up in ("A", "10")]
    none = percent("none", 0.0)
    strategy = Strategy((), "Last Hope", tuple(cells), (), none, none, none, none, ())
    words = list(svg_words(draw_second_chances(strategy)))
    assert (words.count("yes"), words.count("no")) == (4 + 1, 2 + 1)


def _parts(svg: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{name}"))
