"""Figures that the pages ask for: house edges, odds, charts, prices of readings; each computed once."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.errors import BadInput
from pitboss.games.game import Chosen, Game
from pitboss.games.vocabulary import Bounds, Value
from pitboss.web.background_jobs import AskersJobs
from pitboss.web.catalogue import Catalogue

if TYPE_CHECKING:
    from pitboss.exact.families import Valuation

TRIED_OF_A_RANGE = 12
IDLE_OPTIONS = frozenset(
    {"min_wager_cents", "max_wager_cents", "side_min_cents", "side_max_cents", "settlement_order",
     "boxes_per_player", "bar_mid_shoe_entry", "shuffler"}
)  # fmt: skip
"""Options that move no expectation: limits, order of paying, equipment."""

FiguresOrNone = dict[str, Any] | None


def is_range(game: Game, chosen: Chosen) -> bool:
    return isinstance(game.option(chosen.name).domain, Bounds) and " to " in chosen.allowed_text


def house_edge(jobs: AskersJobs, game: Game) -> float | None:
    """House edge of the main wager."""
    edge: float | None = jobs.ask(f"edge {game.sha256}", lambda: _house_edge(game))
    return edge


def _house_edge(game: Game) -> float:
    return _valued(game).edge


_solved: "dict[str, Valuation]" = {}
MOST_SOLVED = 2


def _valued(game: Game) -> "Valuation":
    """Solved once for the edge, the odds and the chart that a page asks for one after the other."""
    from pitboss.exact.families import value_game

    valued = _solved.pop(game.sha256, None) or value_game(game)
    _solved[game.sha256] = valued
    while len(_solved) > MOST_SOLVED:
        _solved.pop(next(iter(_solved)), None)
    return valued


def odds(jobs: AskersJobs, game: Game, *, exact: bool = False, distribution: bool = False) -> FiguresOrNone:
    """Every wager's figures; the main edge as a fraction and every result of a round, if asked for."""

    def work() -> dict[str, Any]:
        from pitboss.exact.analyst import analyse

        return analyse(game, exact=exact, distribution=distribution, valued=_valued(game)).as_data()

    asked = f"odds {game.sha256}{' exact' * exact}{' distribution' * distribution}"
    figures: FiguresOrNone = jobs.ask(asked, work)
    return figures


def edges_by_option(
    jobs: AskersJobs, catalogue: Catalogue, game: Game, choices: Sequence[str]
) -> FiguresOrNone:
    """Every option that can move the house edge, with each permitted value in its place."""

    asked = f"edges {game.sha256}"

    def work() -> dict[str, Any]:
        found: dict[str, Any] = {name: [] for name in _movable(game)}
        for name, rows in found.items():
            for row in _varied(catalogue, game, name, choices):
                jobs.check_wanted(asked)
                rows.append(row)
        return found

    figures: FiguresOrNone = jobs.ask(asked, work)
    return figures


def _movable(game: Game) -> list[str]:
    return [
        name
        for name, chosen in game.options.items()
        if name not in IDLE_OPTIONS and len(permitted(game, chosen)) > 1
    ]


def permitted(game: Game, chosen: Chosen) -> list[Value]:
    """The values an option may take; of a wide range, those from its low end."""
    if not is_range(game, chosen):
        return list(chosen.allowed)
    low, high = (int(value) for value in chosen.allowed)
    return list(range(low, min(high, low + TRIED_OF_A_RANGE - 1) + 1))


def _varied(catalogue: Catalogue, game: Game, name: str, choices: Sequence[str]) -> Iterator[dict[str, Any]]:
    from pitboss.exact.analyst import main_edge

    others = [choice for choice in choices if choice.partition("=")[0] != name]
    for value in permitted(game, game.options[name]):
        row = {"value": value, "text": game.option(name).tell(value)}
        try:
            varied = catalogue.game(game.id, [*others, f"{name}={str(value).lower()}"])
        except BadInput as error:
            yield row | {"house_edge": None, "not_permitted": " ".join(f.says for f in error.faults)}
        else:
            yield row | {"house_edge": main_edge(varied)}


def strategy(jobs: AskersJobs, game: Game) -> FiguresOrNone:
    figures: FiguresOrNone = jobs.ask(f"strategy {game.sha256}", lambda: _strategy(game))
    return figures


def _strategy(game: Game) -> dict[str, Any]:
    from pitboss.exact.blackjack_family import BlackjackValuation
    from pitboss.exact.composition import shoe_of, value_name
    from pitboss.exact.margins import chart_margins
    from pitboss.exact.side_wagers import first_cards
    from pitboss.exact.strategy import Strategist

    valued = _valued(game)
    if not isinstance(valued, BlackjackValuation):
        rows = [
            {
                "first": value_name(first.column),
                "play": first.best.name.lower(),
                "values": {action.name.lower(): float(value) for action, value in first.values.items()},
            }
            for first in first_cards(game.house, shoe_of(game.house))
        ]
        return {"class": "optimal", "first_cards": rows}
    played = valued.round
    strategist = Strategist(played)
    chart = strategist.chart()
    margins = chart_margins(played, chart)
    optimal, priced = -float(played.expectation), -strategist.price(chart)
    return {
        "class": "total-dependent",
        "house_edge": priced,
        "optimal_house_edge": optimal,
        "cost": priced - optimal,
        "cells": [
            {"row": cell.row, "up": cell.up, "seen": cell.seen, "play": play}
            | (margins[cell].as_data() if cell in margins else {})
            for cell, play in chart.items()
        ],
        "exceptions": strategist.exceptions(chart),
        "second_chance": strategist.second_chances(),
    }


def readings(jobs: AskersJobs, catalogue: Catalogue, game: Game, choices: Sequence[str]) -> FiguresOrNone:
    """The house edge of every wager under each reading of the text that concerns money."""

    def work() -> dict[str, Any]:
        from pitboss.exact.analyst import edges
        from pitboss.exact.pricing import moves_edge
        from pitboss.exact.support import house_faults

        figures: dict[str, Any] = {"edges": edges(game), "readings": {}}
        for id, read in game.readings.items():
            if moves_edge(read):
                chosen = {
                    choice: catalogue.game(game.id, [*choices, f"reading.{id}={choice}"])
                    for choice in read.part.choices
                }
                figures["readings"][id] = {
                    choice: edges(other)
                    for choice, other in chosen.items()
                    if not house_faults(other.house, other.family.id)
                }
        return figures

    figures: FiguresOrNone = jobs.ask(f"readings {game.sha256}", work)
    return figures


def published(jobs: AskersJobs, source: str) -> FiguresOrNone:
    """Published figures held against every combination of readings and options of the document."""

    def work() -> dict[str, Any]:
        from pitboss.exact.reading_search import REPRODUCES
        from pitboss.paper.figures import as_data
        from pitboss.paper.published_figures import find_searched_figures

        figures = find_searched_figures(source, lambda _: jobs.check_open())
        return {"reproduces_means": REPRODUCES, "published": [as_data(figure) for figure in figures]}

    figures: FiguresOrNone = jobs.ask(f"published {source}", work)
    return figures
