"""Figures that were kept are those that would be found now, and need no analyst to be shown."""

import subprocess
import sys
from dataclasses import replace

import pytest

from pitboss.exact import kept_analysis
from pitboss.exact.analyst import analyse
from pitboss.exact.composition import parse_shoe
from pitboss.exact.kept_analysis import find_analysis
from pitboss.games.files import known_games
from pitboss.games.load import load_game

SHOW = """
import sys
from pitboss.cli.edge_output import show_edge
show_edge("over-under-pa", [], "", "", method="", exact=False, distribution=False, as_json=False)
print("numba" in sys.modules)
"""


@pytest.mark.parametrize("name", known_games())
def test_kept_figures_are_those_found_now(name: str) -> None:
    game = load_game(name)
    first, again = (find_analysis(game, None, exact=False, distribution=False, tell=print) for _ in range(2))
    now = analyse(game)
    assert first == again == replace(now, solve_seconds=first.solve_seconds)


def test_figures_of_other_cards_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("over-under-pa")
    monkeypatch.setattr(kept_analysis, "kept", pytest.fail)
    shoe = parse_shoe("6 decks -10 -10 -A", deck=game.house.deck)
    found = find_analysis(game, shoe, exact=False, distribution=False, tell=print)
    assert found.wagers[0].house_edge != analyse(game).wagers[0].house_edge


def test_what_was_kept_is_shown_without_loading_the_compiler() -> None:
    find_analysis(load_game("over-under-pa"), None, exact=False, distribution=False, tell=print)
    done = subprocess.run([sys.executable, "-c", SHOW], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
    assert "house edge" in done.stdout
