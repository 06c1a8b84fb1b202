"""One pass that gathers every figure of a report; JSON, HTML and PDF only render what it gathered."""

import hashlib
import json
import platform
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import pitboss
from pitboss.exact.analyst import analyse
from pitboss.exact.composition import shoe_of
from pitboss.exact.figures import Analysis
from pitboss.exact.pricing import Tell, permitted, solve_first
from pitboss.games.explain import describe, describe_notes, describe_readings
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.games.vocabulary import typed
from pitboss.kernel_sources import sources_sha256
from pitboss.paper.annex import Annex
from pitboss.paper.battery_results import BatteryResults
from pitboss.paper.conformance import (
    Conformance,
    Irregularity,
    LayoutCheck,
    find_conformance,
    find_irregularities,
    find_layout,
)
from pitboss.paper.figures import Figure, as_data, chance, count, points
from pitboss.paper.game_protection import Protection, find_protection
from pitboss.paper.irregularity_examples import find_irregularity_examples
from pitboss.paper.published_figures import SearchedFigure, find_searched_figures
from pitboss.paper.request import ReportRequest
from pitboss.paper.sensitivity import (
    OptionSwing,
    ReadingPrice,
    WrongPayTable,
    find_option_swings,
    find_reading_prices,
    find_wrong_tables,
    variants,
)
from pitboss.paper.simulation import Simulation, find_simulation
from pitboss.paper.strategy_findings import ImperfectPlay, Strategy, find_strategy
from pitboss.paper.volatility import (
    Distribution,
    Exposures,
    Volatility,
    find_distribution,
    find_exposures,
    find_volatility,
)
from pitboss.paper.wagers import DecksNotOffered, WagerAtDecks, WagerFindings, find_deck_counts, find_wagers
from pitboss.paper.worked_examples import Example, find_examples


@dataclass(frozen=True)
class Cards:
    """What a fresh shoe contains."""

    decks: Figure
    in_a_deck: Figure
    ranks: Figure
    of_a_rank: Figure
    ten_values: Figure
    all: Figure


@dataclass(frozen=True)
class DealerRow:
    up: str
    seen: str
    chance: Figure
    totals: dict[str, Figure]


@dataclass(frozen=True)
class VersionChange:
    """A difference from the last approved version."""

    what: str
    before: str
    after: str
    difference: Figure | None


@dataclass(frozen=True)
class Reproduction:
    command: str
    version: str
    sources_sha256: str
    rulebook_sha256: str
    python: str


@dataclass(frozen=True)
class Findings:
    game: Game
    request: ReportRequest
    cards: Cards
    wagers: tuple[WagerFindings, ...]
    decks: tuple[WagerAtDecks, ...]
    decks_not_offered: tuple[DecksNotOffered, ...]
    readings: tuple[ReadingPrice, ...]
    options: tuple[OptionSwing, ...]
    searched: tuple[SearchedFigure, ...] | None
    """None when the search of all combinations was left out."""
    wrong_tables: tuple[WrongPayTable, ...]
    strategy: Strategy
    imperfect: tuple[ImperfectPlay, ...]
    distribution: Distribution
    dealer: tuple[DealerRow, ...]
    volatility: tuple[Volatility, ...]
    exposures: Exposures
    simulation: Simulation
    protection: Protection
    examples: tuple[Example, ...]
    irregularity_examples: tuple[Example, ...]
    layout: LayoutCheck
    conformance: Conformance
    irregularities: tuple[Irregularity, ...]
    battery: BatteryResults | None
    """None when no results of shuffle tests were handed in."""
    changes: tuple[VersionChange, ...] | None
    """None when no earlier version was given."""
    reproduction: Reproduction

    @property
    def main(self) -> WagerFindings:
        return self.wagers[0]

    def as_data(self) -> dict[str, Any]:
        """The machine-readable annex."""
        told = {
            field.name: as_data(getattr(self, field.name))
            for field in fields(self)
            if field.name not in ("game", "request")
        }
        return {
            "report": 1,
            "date": self.request.date,
            "author": self.request.author,
            "holder": self.request.holder,
            "rules": describe(self.game),
            "readings_taken": describe_readings(self.game),
            "notes": describe_notes(self.game),
            **told,
        }

    def as_json(self) -> bytes:
        return (json.dumps(self.as_data(), indent=1, ensure_ascii=False, default=str) + "\n").encode()

    @property
    def annex_sha256(self) -> str:
        return hashlib.sha256(self.as_json()).hexdigest()


def count_steps(request: ReportRequest) -> int:
    """About how many times the solver will run, for a progress bar."""
    game = load_game(request.name, choose=request.choices)
    switchable = sum(read.is_switchable and read.part.kind == "money" for read in game.readings.values())
    return len(permitted(game, "decks")) + switchable + 20


def gather_findings(request: ReportRequest, tell: Tell = lambda _: None) -> Findings:
    """Solve, play and gather; `tell` is called with every step."""
    name, choices, scope = request.name, request.choices, request.scope
    game = load_game(name, choose=choices)
    tell("the game as chosen")
    analysis = analyse(game, exact=True, distribution=True)
    decks, not_offered = find_deck_counts(name, choices, tell, scope.decks)
    solve_first(variants(name, choices, scope.options), tell)
    readings = find_reading_prices(name, choices)
    options = find_option_swings(name, choices, scope.options)
    tell("the strategy")
    strategy, imperfect = find_strategy(analysis)
    tell("the distribution")
    wagers = find_wagers(analysis)
    return Findings(
        game=game,
        request=request,
        cards=_cards(game),
        wagers=wagers,
        decks=decks,
        decks_not_offered=not_offered,
        readings=readings,
        options=options,
        searched=find_searched_figures(name, tell) if scope.search else None,
        wrong_tables=find_wrong_tables(name, choices),
        strategy=strategy,
        imperfect=imperfect,
        distribution=find_distribution(analysis),
        dealer=_dealer(analysis),
        volatility=find_volatility(analysis),
        exposures=find_exposures(game),
        simulation=find_simulation(
            game, rounds=request.rounds, seed=request.seed, tell=tell, boxes=scope.boxes
        ),
        protection=find_protection(analysis, tell),
        examples=find_examples(game),
        irregularity_examples=find_irregularity_examples(game),
        layout=find_layout(game),
        conformance=find_conformance(game),
        irregularities=find_irregularities(game),
        battery=request.battery,
        changes=_changes(game, wagers, request.previous),
        reproduction=Reproduction(
            command=request.command,
            version=pitboss.__version__,
            sources_sha256=sources_sha256(),
            rulebook_sha256=game.sha256,
            python=platform.python_version(),
        ),
    )


def _cards(game: Game) -> Cards:
    shoe = shoe_of(game.house)
    return Cards(
        decks=count("cards.decks", game.house.decks),
        in_a_deck=count("cards.in_a_deck", game.deck.cards),
        ranks=count("cards.ranks", sum(copies > 0 for copies in game.deck.copies)),
        of_a_rank=count("cards.of_a_rank", max(shoe.ranks)),
        ten_values=count("cards.ten_values", shoe.values[-1]),
        all=count("cards.all", shoe.size),
    )


def _dealer(analysis: Analysis) -> tuple[DealerRow, ...]:
    rows = []
    for row in analysis.dealer:
        id = f"dealer.{row['up']}.{row['seen'] or 'any'}"
        rows.append(
            DealerRow(
                up=row["up"],
                seen=row["seen"],
                chance=chance(f"{id}.chance", row["probability"], digits=5),
                totals={
                    total: chance(f"{id}.{total}", share, digits=5) for total, share in row["totals"].items()
                },
            )
        )
    return tuple(rows)


def _changes(
    game: Game, wagers: Sequence[WagerFindings], previous: Annex | None
) -> tuple[VersionChange, ...] | None:
    """Options, readings and house edges that are not what they were."""
    if previous is None:
        return None
    rules = previous.rules
    changes = [
        VersionChange(
            _option_label(game, name), _tell_value(game, name, before), _tell_value(game, name, after), None
        )
        for name in dict.fromkeys((*rules.options, *game.option_values))
        if (before := rules.options.get(name)) != (after := game.option_values.get(name))
    ]
    changes += [
        VersionChange(f"Reading {id}", str(before), str(after), None)
        for id in dict.fromkeys((*rules.readings, *game.reading_choices))
        if (before := rules.readings.get(id, NONE)) != (after := game.reading_choices.get(id, NONE))
    ]
    edges = {wager.id: wager.edge for wager in previous.wagers}
    for wager in wagers:
        if (old := edges.get(wager.id)) is not None:
            moved = points(f"change.{wager.id}", wager.edge.value - old.value)
            changes.append(
                VersionChange(f"House edge, {wager.name}", old.text, wager.edge.as_data()["text"], moved)
            )
    return tuple(changes)


NONE = "—"


def _option_label(game: Game, name: str) -> str:
    """An option of the earlier version may be gone; it has no label any more."""
    return game.options[name].label if name in game.options else typed(name).replace("-", " ")


def _tell_value(game: Game, name: str, value: Any) -> str:
    if value is None:
        return NONE
    return game.option(name).tell(value) if name in game.options else str(value)
