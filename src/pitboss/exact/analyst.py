"""The analyst's answer for a whole game: every wager with its figures, and how each was found."""

import time
from dataclasses import replace
from typing import Any

from pitboss.errors import BadInput, Fault
from pitboss.exact.composition import Composition, shoe_of
from pitboss.exact.disk_cache import kept
from pitboss.exact.families import Valuation, value_game
from pitboss.exact.figures import Analysis, WagerFigures
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.support import refuse_unsupported
from pitboss.games.game import Game


def solve_round(game: Game, shoe: Composition | None = None) -> Round:
    """The round of a game in which the dealer has a hand."""
    refuse_unsupported(game)
    if not game.family.has_dealer_hand:
        raise BadInput([Fault("family", f"{game.title} has no dealer's hand to play against.")])
    return Round(Solver(game.house, shoe or shoe_of(game.house)))


def analyse(
    game: Game,
    shoe: Composition | None = None,
    *,
    exact: bool = False,
    distribution: bool = False,
    valued: Valuation | None = None,
) -> Analysis:
    """All wagers of a game, main wager first, for a fresh shoe or a given one; or as it is valued already.

    With `exact` the house edge of the main wager is a fraction too; with `distribution` the chance of every
    result of a round is found, and the spread is exact. Either takes some seconds.
    """
    start = time.perf_counter()
    valued = valued or value_game(game, shoe)
    _ = valued.edge
    seconds = time.perf_counter() - start
    sides = (valued.side_figures(wager) for wager in game.wagers if not wager.main)
    main = valued.main_figures()
    if exact:
        edge, method = valued.exact_edge()
        main = replace(main, exact=str(edge), method=method)
    results = _distribution(valued, game, shoe) if distribution else None
    if results is not None:
        main = _with_spread(main, results)
    wagers = (main, *(figures for figures in sides if figures is not None))
    return Analysis(game, wagers, tuple(valued.dealer_totals()), seconds, results)


def _with_spread(main: WagerFigures, results: dict[str, Any]) -> WagerFigures:
    names = ("standard_deviation", "hit_frequency", "push_frequency", "loss_frequency")
    return replace(
        main,
        spread_method=results["method"],
        spread_exactness="exact",
        frequency_exactness=results["exactness"],
        **{name: results[name] for name in names},
    )


def distribution_of(game: Game, shoe: Composition | None = None) -> dict[str, Any]:
    """The chance of every net result of the main wager, alone and with each side wager; how it was found."""
    return _distribution(value_game(game, shoe), game, shoe)


def _distribution(valued: Valuation, game: Game, shoe: Composition | None) -> dict[str, Any]:
    """That of a fresh shoe is kept."""

    def find() -> dict[str, Any]:
        joint = [joint.as_data() for joint in valued.joint_results()]
        return valued.distribution().as_data() | {"joint": joint}

    if shoe is not None:
        return find()
    return kept("distributions", [game.sha256.encode()], dict[str, Any], find)


def main_edge(game: Game) -> float:
    """The house edge of the main wager alone."""
    return value_game(game).edge


def edges(game: Game) -> dict[str, float]:
    """House edges of the main wager and the side wagers, without their spread."""
    return {game.main_wager.id: main_edge(game)} | side_edges(game)


def side_edges(game: Game) -> dict[str, float]:
    """House edges of the wagers that go by a pay table."""
    valued = value_game(game)
    tables = {wager.id: valued.side_table(wager) for wager in game.wagers if wager.pay_table}
    return {wager: -float(table.expectation) for wager, table in tables.items() if table is not None}


def edges_and_risks(game: Game) -> dict[str, tuple[float, float]]:
    """The same edges, each also by all that is staked in the wager's course: the element of risk."""
    valued = value_game(game)
    edge = valued.edge
    sides = {wager: (side, side) for wager, side in side_edges(game).items()}
    return {game.main_wager.id: (edge, edge / valued.average_wagered)} | sides
