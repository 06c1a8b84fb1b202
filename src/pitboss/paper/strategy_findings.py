"""How to play: the chart, its cost and its exceptions; and what it costs to play otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pitboss.exact.analyst import Analysis, solve_round
from pitboss.exact.composition import shoe_of, value_name
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import Chart, Strategist
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.paper.figures import Figure, percent, points, signed
from pitboss.rules.house import Reader
from pitboss.rules.player import Action


@dataclass(frozen=True)
class ChartCell:
    row: str
    up: str
    seen: str
    play: str


@dataclass(frozen=True)
class SecondChanceCell:
    """Whether to take a Second Chance."""

    total: int
    up: str
    seen: str
    take: bool


@dataclass(frozen=True)
class ChartException:
    """A two-card hand that the chart plays worse than can be."""

    hand: str
    up: str
    seen: str
    chart: str
    better: str
    worth: Figure
    gain: Figure


@dataclass(frozen=True)
class FirstCardRow:
    first: str
    play: str
    values: dict[str, Figure]


@dataclass(frozen=True)
class Strategy:
    cells: tuple[ChartCell, ...]
    chances: tuple[SecondChanceCell, ...]
    first_cards: tuple[FirstCardRow, ...]
    optimal: Figure
    by_chart: Figure
    cost: Figure
    exceptions: tuple[ChartException, ...]


@dataclass(frozen=True)
class ImperfectPlay:
    """A way of playing that people have, and what it costs them."""

    id: str
    says: str
    edge: Figure
    cost: Figure


def find_strategy(analysis: Analysis) -> tuple[Strategy, tuple[ImperfectPlay, ...]]:
    """The chart of a game with its price, and the price of playing worse."""
    if not analysis.game.has_dealer:
        return _first_card_strategy(analysis), tuple(_over_under_faults(analysis))
    played = solve_round(analysis.game)
    strategist = Strategist(played)
    chart = strategist.chart()
    edge = -strategist.price(chart)
    return _strategy(strategist, chart, edge), tuple(_faults(analysis.game, strategist, chart, edge))


def _strategy(strategist: Strategist, chart: Chart, by_chart: float) -> Strategy:
    optimal = -float(strategist.round.expectation)
    return Strategy(
        cells=tuple(ChartCell(cell.row, cell.up, cell.seen, play) for cell, play in chart.items()),
        chances=tuple(
            SecondChanceCell(row["total"], row["up"], row["seen"], row["take"])
            for row in strategist.second_chances()
        ),
        first_cards=(),
        optimal=percent("strategy.optimal", optimal),
        by_chart=percent("strategy.chart", by_chart),
        cost=points("strategy.cost", by_chart - optimal),
        exceptions=tuple(_exceptions(strategist, chart)),
    )


def _exceptions(strategist: Strategist, chart: Chart) -> Iterator[ChartException]:
    for row in strategist.exceptions(chart):
        id = f"exception.{row['hand']}.{row['up']}.{row['seen'] or 'none'}"
        yield ChartException(
            row["hand"], row["up"], row["seen"], row["chart"], row["better"],
            percent(f"{id}.worth", row["worth"]), points(f"{id}.gain", row["gain"], digits=6),
        )  # fmt: skip


def _faults(game: Game, strategist: Strategist, chart: Chart, by_chart: float) -> Iterator[ImperfectPlay]:
    optimal = -float(strategist.round.expectation)

    def fault(id: str, says: str, edge: float) -> ImperfectPlay:
        return ImperfectPlay(
            id, says, percent(f"fault.{id}.edge", edge), points(f"fault.{id}.cost", edge - optimal)
        )

    yield fault("chart", "plays the chart of this report to the letter", by_chart)
    if game.house.dealer.reader == Reader.RANGE:
        blind = _blind_to_the_light(game, strategist)
        yield fault(
            "no_light",
            "plays ordinary blackjack's chart and never looks at the light",
            -strategist.price(blind),
        )
    if game.house.second_chance.offered:
        without = game.house._replace(second_chance=game.house.second_chance._replace(offered=False))
        never = -float(Round(Solver(without, shoe_of(without))).expectation)
        yield fault("never_second_chance", "plays best but never takes a Second Chance", never)
    yield fault("no_double", "plays the chart but never doubles", -strategist.price(_without(chart, "D")))
    yield fault("no_split", "plays the chart but never splits", -strategist.price(_without(chart, "P")))
    yield fault(
        "never_bust", "stands on every hard 12 or more, never doubles or splits",
        -strategist.price(strategist.never_bust()),
    )  # fmt: skip
    yield fault(
        "mimic", "draws and stands as the dealer must, never doubles or splits",
        -strategist.price(strategist.mimic()),
    )  # fmt: skip


_INSTEAD = {"D": {"D": "H", "Ds": "S", "Pd": "P"}, "P": {"P": "H", "Ps": "S", "Pd": "D"}}
"""What a chart's letter becomes for who will not double, or will not split."""


def _without(chart: Chart, letter: str) -> Chart:
    return {cell: _INSTEAD[letter].get(play, play) for cell, play in chart.items()}


def _blind_to_the_light(game: Game, strategist: Strategist) -> Chart:
    """Ordinary blackjack's chart, whatever the reader says."""
    ordinary = load_game("blackjack", options={"decks": game.house.decks})
    base = Strategist(solve_round(ordinary)).chart()
    by_up = {(cell.row, cell.up): play for cell, play in base.items()}
    return {cell: by_up.get((cell.row, cell.up), "S") for cell in strategist.cells()}


def _first_card_strategy(analysis: Analysis) -> Strategy:
    game = analysis.game
    rows = []
    for first in first_cards(game.house, shoe_of(game.house)):
        name = value_name(first.column)
        values = {
            CHOICES[action]: signed(f"first.{name}.{CHOICES[action]}", float(worth))
            for action, worth in first.values.items()
        }
        rows.append(FirstCardRow(name, CHOICES[first.best], values))
    optimal = percent("strategy.optimal", analysis.wagers[0].house_edge)
    by_chart = replace(optimal, id="strategy.chart")
    return Strategy((), (), tuple(rows), optimal, by_chart, points("strategy.cost", 0.0), ())


def _over_under_faults(analysis: Analysis) -> Iterator[ImperfectPlay]:
    game = analysis.game
    found = first_cards(game.house, shoe_of(game.house))
    optimal = analysis.wagers[0].house_edge
    for action, says in (
        (Action.FOLD, "always surrenders"),
        (Action.OVER, "always takes Over"),
        (Action.UNDER, "always takes Under"),
    ):
        edge = -float(sum(first.chance * first.values[action] for first in found))
        id = CHOICES[action]
        yield ImperfectPlay(
            id, says, percent(f"fault.{id}.edge", edge), points(f"fault.{id}.cost", edge - optimal)
        )
    edge = -float(
        sum(first.chance * max(first.values[Action.OVER], first.values[Action.UNDER]) for first in found)
    )
    yield ImperfectPlay(
        "never_surrender", "never surrenders, else plays best",
        percent("fault.never_surrender.edge", edge), points("fault.never_surrender.cost", edge - optimal),
    )  # fmt: skip
