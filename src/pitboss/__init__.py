"""Pitboss: the executable rulebook of casino table games.

>>> import pitboss
>>> game = pitboss.load_game("down-under-pa", options={"decks": 8})
>>> game.title, game.house.match.pays.one_suited
('Down Under Blackjack', 14)

`analyse` finds the exact odds of a game, `simulate` deals it by the million, `open_table` and `step` play it.
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from pitboss.errors import BadChoice, BadGame, BadInput, Fault, PitbossError, Refused, UnknownGame
    from pitboss.exact.analyst import analyse
    from pitboss.exact.figures import Analysis
    from pitboss.games.compare import Difference, differences
    from pitboss.games.explain import Sentence, sentences
    from pitboss.games.files import known_games
    from pitboss.games.game import Departure, Game
    from pitboss.games.load import load_game, load_games
    from pitboss.games.register import Entry, find_entries
    from pitboss.games.registers import Clause
    from pitboss.lab.simulation import Setting, simulate
    from pitboss.sim.statistics import Figures
    from pitboss.table.state import open_table
    from pitboss.table.table import step

_HOMES = {
    "Analysis": "exact.analyst",
    "BadChoice": "errors",
    "BadGame": "errors",
    "BadInput": "errors",
    "Clause": "games.registers",
    "Departure": "games.game",
    "Difference": "games.compare",
    "Entry": "games.register",
    "Fault": "errors",
    "Figures": "sim.statistics",
    "Game": "games.game",
    "PitbossError": "errors",
    "Refused": "errors",
    "Sentence": "games.explain",
    "Setting": "lab.simulation",
    "UnknownGame": "errors",
    "analyse": "exact.analyst",
    "differences": "games.compare",
    "find_entries": "games.register",
    "known_games": "games.files",
    "load_game": "games.load",
    "load_games": "games.load",
    "open_table": "table.state",
    "sentences": "games.explain",
    "simulate": "lab.simulation",
    "step": "table.table",
}

__all__ = [
    "Analysis",
    "BadChoice",
    "BadGame",
    "BadInput",
    "Clause",
    "Departure",
    "Difference",
    "Entry",
    "Fault",
    "Figures",
    "Game",
    "PitbossError",
    "Refused",
    "Sentence",
    "Setting",
    "UnknownGame",
    "analyse",
    "differences",
    "find_entries",
    "known_games",
    "load_game",
    "load_games",
    "open_table",
    "sentences",
    "simulate",
    "step",
]


def __getattr__(name: str) -> Any:
    """Public names are imported when first used, so that `import pitboss` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'pitboss' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"pitboss.{_HOMES[name]}"), name)
