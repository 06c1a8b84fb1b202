"""Published figures in a report: the nearest combinations, with the figures that each game has alone."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pitboss.exact.analyst import side_edges
from pitboss.games.load import load_game
from pitboss.paper.document import Paragraph, TableBlock
from pitboss.paper.published_figures import find_searched_figures
from pitboss.paper.sections.published import searched_combinations
from tests.cli.test_search_output import game_file


def blocks(game: Any, searched: Any) -> list[Any]:
    findings: Any = SimpleNamespace(game=game, searched=searched)
    return list(searched_combinations(findings))


def test_every_set_is_printed_with_its_sentences_and_edges(tmp_path: Path) -> None:
    name = game_file(tmp_path)
    (figure,) = find_searched_figures(name, lambda _: None)
    (document,) = figure.documents
    assert (document.combinations.value, document.games.value) == (6, 12)
    for each in document.sets:
        for edge in each.edges:
            alone = load_game(name, choose=[*each.choose, f"decks={edge.decks}"])
            assert edge.edge.value == side_edges(alone)[figure.wager]
    (table,) = (block for block in blocks(load_game(name), (figure,)) if isinstance(block, TableBlock))
    assert [row[0] for row in table.rows][:2] == ["the document as we read it", "D5 R2: the higher one"]
    assert table.rows[1][1] == "685a.11(c), 685a.7(f) s2"


def test_a_report_that_left_the_search_out_says_so() -> None:
    *_, last = blocks(load_game("down-under-pa"), None)
    assert isinstance(last, Paragraph)
    assert last.pieces == ("The search of all combinations was left out of this report.",)
    assert not blocks(load_game("over-under-pa"), ())
