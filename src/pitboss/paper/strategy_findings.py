"""Strategy: the chart, its cost and its exceptions, and what it costs to play differently."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pitboss.exact.analyst import solve_round
from pitboss.exact.composition import shoe_of, value_name
from pitboss.exact.figures import Analysis
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import CHOICES, first_cards
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import Chart, Strategist
from pitboss.games.game import Game
from pitboss.games.switches import BARE_HOUSE
from pitboss.paper.felt_wording import short_name
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
    """Whether to take the second-chance wager on a busted hand."""

    total: int
    up: str
    seen: str
    take: bool


@dataclass(frozen=True)
class ChartException:
    """A two-card hand that can be played better than the chart says."""

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
    choice: str
    """`over`, `under` or `surrender`."""
    play: str
    """The same as people say it."""
    values: dict[str, Figure]
    """By what people say."""


@dataclass(frozen=True)
class Strategy:
    cells: tuple[ChartCell, ...]
    second_chance: str
    """What the game calls its second-chance wager; empty without one."""
    chances: tuple[SecondChanceCell, ...]
    first_cards: tuple[FirstCardRow, ...]
    optimal: Figure
    by_chart: Figure
    advantage_by_chart: Figure
    """The player's, where the house edge by the chart is negative."""
    cost: Figure
    exceptions: tuple[ChartException, ...]


@dataclass(frozen=True)
class ImperfectPlay:
    """A common way of playing, and what it costs."""

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
    return _strategy(analysis.game, strategist, chart, edge), tuple(
        _faults(analysis.game, strategist, chart, edge)
    )


def _strategy(game: Game, strategist: Strategist, chart: Chart, by_chart: float) -> Strategy:
    wager = game.wager_of("second_chance")
    optimal = -float(strategist.round.expectation)
    return Strategy(
        cells=tuple(ChartCell(cell.row, cell.up, cell.seen, play) for cell, play in chart.items()),
        second_chance=wager.name if wager else "",
        chances=tuple(
            SecondChanceCell(row["total"], row["up"], row["seen"], row["take"])
            for row in strategist.second_chances()
        ),
        first_cards=(),
        optimal=percent("strategy.optimal", optimal),
        by_chart=percent("strategy.chart", by_chart),
        advantage_by_chart=percent("strategy.chart_advantage", -by_chart),
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

    yield fault("chart", "follows the charts of this report exactly", by_chart)
    if game.house.dealer.reader == Reader.RANGE:
        blind = _blind_to_the_light(game, strategist)
        yield fault(
            "no_light",
            "plays ordinary blackjack strategy and ignores the range of the hole card",
            -strategist.price(blind),
        )
    second_chance = game.wager_of("second_chance")
    if second_chance:
        without = game.house._replace(second_chance=game.house.second_chance._replace(offered=False))
        never = -float(Round(Solver(without, shoe_of(without))).expectation)
        yield fault("never_second_chance", f"plays perfectly but never makes the {second_chance.name}", never)
    yield fault(
        "no_double", "follows the charts but never doubles down", -strategist.price(_without(chart, "D"))
    )
    yield fault("no_split", "follows the charts but never splits", -strategist.price(_without(chart, "P")))
    yield fault(
        "never_bust", "stands on every hard 12 or more and never doubles down or splits",
        -strategist.price(strategist.never_bust()),
    )  # fmt: skip
    yield fault(
        "mimic", "plays like the dealer and never doubles down or splits",
        -strategist.price(strategist.mimic()),
    )  # fmt: skip


_INSTEAD = {"D": {"D": "H", "Ds": "S", "Pd": "P"}, "P": {"P": "H", "Ps": "S", "Pd": "D"}}
"""What a letter of the chart becomes for a player who never doubles, or never splits."""


def _without(chart: Chart, letter: str) -> Chart:
    return {cell: _INSTEAD[letter].get(play, play) for cell, play in chart.items()}


def _blind_to_the_light(game: Game, strategist: Strategist) -> Chart:
    """The chart of blackjack without any special mechanism, whatever the reader shows."""
    bare = BARE_HOUSE._replace(
        decks=game.house.decks, deck=game.house.deck, split=BARE_HOUSE.split._replace(max_hands=4)
    )
    base = Strategist(Round(Solver(bare, shoe_of(bare)))).chart()
    by_up = {(cell.row, cell.up): play for cell, play in base.items()}
    return {cell: by_up.get((cell.row, cell.up), "S") for cell in strategist.cells()}


def _first_card_strategy(analysis: Analysis) -> Strategy:
    game = analysis.game
    rows = []
    for first in first_cards(game.house, shoe_of(game.house)):
        name = value_name(first.column)
        values = {
            _tell_choice(game, action): signed(f"first.{name}.{CHOICES[action]}", float(worth))
            for action, worth in first.values.items()
        }
        rows.append(FirstCardRow(name, CHOICES[first.best], _tell_choice(game, first.best), values))
    optimal = percent("strategy.optimal", analysis.wagers[0].house_edge)
    by_chart = replace(optimal, id="strategy.chart")
    return Strategy(
        cells=(),
        second_chance="",
        chances=(),
        first_cards=tuple(rows),
        optimal=optimal,
        by_chart=by_chart,
        advantage_by_chart=percent("strategy.chart_advantage", -optimal.value),
        cost=points("strategy.cost", 0.0),
        exceptions=(),
    )


def _tell_choice(game: Game, action: Action) -> str:
    """A decision after the first card, under the name that the document gives its wager."""
    wager = game.wager_of(CHOICES[action])
    return short_name(wager) if wager else "Surrender"


def _over_under_faults(analysis: Analysis) -> Iterator[ImperfectPlay]:
    game = analysis.game
    rows = first_cards(game.house, shoe_of(game.house))
    optimal = analysis.wagers[0].house_edge
    for action, says in (
        (Action.FOLD, "always surrenders"),
        (Action.OVER, f"always plays {_tell_choice(game, Action.OVER)}"),
        (Action.UNDER, f"always plays {_tell_choice(game, Action.UNDER)}"),
    ):
        edge = -float(sum(first.chance * first.values[action] for first in rows))
        id = CHOICES[action]
        yield ImperfectPlay(
            id, says, percent(f"fault.{id}.edge", edge), points(f"fault.{id}.cost", edge - optimal)
        )
    edge = -float(
        sum(first.chance * max(first.values[Action.OVER], first.values[Action.UNDER]) for first in rows)
    )
    yield ImperfectPlay(
        "never_surrender", "never surrenders but otherwise plays perfectly",
        percent("fault.never_surrender.edge", edge), points("fault.never_surrender.cost", edge - optimal),
    )  # fmt: skip
