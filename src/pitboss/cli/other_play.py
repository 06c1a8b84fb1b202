"""The edge of playing otherwise than perfectly: by a named strategy, a chart from a file, a split method."""

from typing import Any, NamedTuple

from pitboss.cli import user_files
from pitboss.cli.figures_text import percent, tell, tell_edge
from pitboss.cli.strategy_views import round_of
from pitboss.errors import BadInput, Fault
from pitboss.exact.analyst import solve_round
from pitboss.exact.composition import Composition, shoe_of
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import (
    MIMIC,
    NEVER_BUST,
    NO_CHANCE,
    OPTIMAL,
    STRATEGIES,
    TOTAL,
    Cell,
    Chart,
    Strategist,
)
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.game import Game


class OtherPlay(NamedTuple):
    """A way to play beside the analyst's own, and its edge."""

    field: str
    name: str
    house_edge: float

    def data(self, optimal: float) -> dict[str, Any]:
        compared = {"gain": optimal - self.house_edge}
        if self.field == STRATEGY:
            compared = {"cost": self.house_edge - optimal}
        return {"name": self.name, "house_edge": self.house_edge} | compared

    def sentence(self, optimal: float) -> str:
        if self.field == STRATEGY:
            cost = percent(self.house_edge - optimal)
            return f"With the strategy “{self.name}”: {tell_edge(self.house_edge)}. It costs {cost}."
        gain = percent(optimal - self.house_edge, 8)
        edge = tell_edge(self.house_edge, 8)
        return f"With split hands played by {self.name}: {edge}. The player gains {gain}."


STRATEGY, SPLIT_METHOD = "strategy", "split_method"


def other_plays(game: Game, cards: Composition | None, strategy: str, method: str) -> list[OtherPlay]:
    """Those that are asked for; what the game does not have is refused before anything is solved."""
    by_method = round_of(game, method, cards) if method else None
    chart = chart_for(game, strategy)
    warm_up(tell)
    found = []
    if strategy and strategy != OPTIMAL:
        found.append(OtherPlay(STRATEGY, strategy, _priced(game, strategy, chart, cards)))
    if by_method is not None:
        found.append(OtherPlay(SPLIT_METHOD, by_method.method, -float(by_method.expectation)))
    return found


def chart_for(game: Game, strategy: str) -> Chart:
    """The cells of a strategy file; a strategy that the game does not have is refused."""
    if strategy and not game.has_dealer:
        says = f"{game.title} has one decision, on the first card: see `pitboss strategy {game.id}`."
        raise BadInput([Fault("--strategy", says)])
    if strategy == NO_CHANCE and not game.wagers_of("second_chance"):
        raise BadInput([Fault("--strategy", f"{game.title} has no wager after a bust.")])
    return {} if strategy in ("", *STRATEGIES) else read_chart(strategy)


def _priced(game: Game, strategy: str, chart: Chart, cards: Composition | None) -> float:
    """The house edge of playing by a named strategy or a chart from a file."""
    if strategy == NO_CHANCE:
        house = game.house
        without = house._replace(second_chance=house.second_chance._replace(offered=False))
        return -float(Round(Solver(without, cards or shoe_of(without))).expectation)
    strategist = Strategist(solve_round(game, cards))
    if strategy == TOTAL:
        chart = strategist.chart()
    elif strategy == MIMIC:
        chart = strategist.mimic()
    elif strategy == NEVER_BUST:
        chart = strategist.never_bust()
    else:
        strategist.check(chart, strategy)
    return -strategist.price(chart)


def read_chart(path: str) -> Chart:
    allowed = f"{', '.join(STRATEGIES)}, or a file made by `pitboss strategy GAME --json`"
    if not user_files.is_file(path):
        raise BadInput([Fault("--strategy", f"there is no strategy {path!r}.", allowed)])
    data = user_files.read_json(path, where="--strategy")
    try:
        return {Cell(cell["row"], cell["up"], cell["seen"]): str(cell["play"]) for cell in data["cells"]}
    except (KeyError, TypeError) as error:
        raise BadInput([Fault(f"--strategy {path}", "is not a strategy file.", allowed)]) from error
