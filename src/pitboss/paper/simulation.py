"""The cross-check by simulation: millions of rounds beside the exact figures, and the cut card effect."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import erfc, sqrt

from pitboss.exact.pricing import Tell
from pitboss.games.game import Game
from pitboss.lab.simulation import Prepared, Setting, prepare
from pitboss.paper.figures import Exactness, Figure, chance, count, percent, points, signed, units
from pitboss.paper.request import BOXES_SIMULATED
from pitboss.paper.wagers import wager_name
from pitboss.sim.job import warm_up
from pitboss.sim.running import Stop, run, threads
from pitboss.sim.statistics import Figures

SIMULATED = Exactness.SIMULATED


@dataclass(frozen=True)
class SimulatedWager:
    """One wager simulated with a fresh shoe every round, which is what the exact figure is for."""

    wager: str
    name: str
    made: Figure
    edge: Figure
    error: Figure
    exact: Figure
    z: Figure
    p: Figure


@dataclass(frozen=True)
class CutCardRow:
    """The main wager dealt down to the cut card, with so many boxes in play."""

    boxes: Figure
    rounds: Figure
    rounds_a_shoe: Figure
    dealt: Figure
    edge: Figure
    error: Figure
    effect: Figure


@dataclass(frozen=True)
class Simulation:
    seed: Figure
    generator: str
    rounds: Figure
    checks: tuple[SimulatedWager, ...]
    largest_z: Figure
    cover_cards: tuple[CutCardRow, ...]
    """Empty where every round is dealt from a whole shoe."""


def find_simulation(
    game: Game, *, rounds: int, seed: int, tell: Tell, boxes: Sequence[int] = BOXES_SIMULATED
) -> Simulation:
    """Simulate with a fresh shoe every round, then down to the cut card with each number of boxes."""
    tell("simulating fresh shoes")
    prepared, figures = _deal(game, Setting(cut=0.0, seed=seed), rounds)
    checks = tuple(_checks(game, figures))
    return Simulation(
        seed=count("simulation.seed", seed),
        generator=prepared.generator,
        rounds=count("simulation.rounds", figures.rounds),
        checks=checks,
        largest_z=units("simulation.largest_z", max(abs(check.z.value) for check in checks), SIMULATED, 2),
        cover_cards=tuple(_cover_cards(game, rounds, seed, tell, boxes)),
    )


def _deal(game: Game, setting: Setting, rounds: int) -> tuple[Prepared, Figures]:
    prepared = prepare(game, setting)
    warm_up(prepared.job)
    progress = run(prepared.job, threads(os.cpu_count() or 1), Stop(rounds=rounds))
    return prepared, prepared.figures(progress.total)


def _checks(game: Game, figures: Figures) -> Iterator[SimulatedWager]:
    for wager in figures.wagers:
        if wager.exact_house_edge is None or wager.z is None:
            continue
        id = f"simulation.{wager.wager}"
        yield SimulatedWager(
            wager=wager.wager,
            name=wager_name(game, wager.wager),
            made=count(f"{id}.made", wager.made, SIMULATED),
            edge=percent(f"{id}.edge", wager.house_edge, SIMULATED),
            error=percent(f"{id}.error", wager.standard_error, SIMULATED),
            exact=percent(f"{id}.exact", wager.exact_house_edge),
            z=signed(f"{id}.z", wager.z, SIMULATED, 2),
            p=chance(f"{id}.p", erfc(abs(wager.z) / sqrt(2)), SIMULATED, 3),
        )


def _cover_cards(game: Game, rounds: int, seed: int, tell: Tell, each: Sequence[int]) -> Iterator[CutCardRow]:
    for boxes in each:
        tell("simulating the cut card")
        prepared, figures = _deal(game, Setting(seats=boxes, seed=seed), rounds // boxes)
        effect = prepared.effect_of_cut(figures)
        if effect is None:
            return
        id, main = f"cover.{boxes}", figures.wagers[0]
        yield CutCardRow(
            boxes=count(f"{id}.boxes", boxes),
            rounds=count(f"{id}.rounds", figures.rounds),
            rounds_a_shoe=units(f"{id}.a_shoe", figures.rounds_per_shoe, SIMULATED, 2),
            dealt=percent(f"{id}.dealt", 1 - prepared.setup.cover_cards / prepared.cards, digits=1),
            edge=percent(f"{id}.edge", main.house_edge, SIMULATED),
            error=percent(f"{id}.error", main.standard_error, SIMULATED),
            effect=points(f"{id}.effect", effect["house_edge"], SIMULATED),
        )
