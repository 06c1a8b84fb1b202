"""The analyst's way of playing handed to the simulator, and exact figures beside the result.

The only place where the two meet; the terminal and the printed report both come here.
"""

import os
from dataclasses import dataclass, replace
from math import lcm
from typing import Any

import numpy as np

import pitboss
from pitboss.errors import BadInput, Fault
from pitboss.exact.policy import Policy
from pitboss.exact.strategy import OPTIMAL
from pitboss.exact.support import refuse_unsupported as refuse_unvalued
from pitboss.games.game import Game
from pitboss.lab.players import chosen_play
from pitboss.lab.setting import Setting as Setting
from pitboss.rules.house import House
from pitboss.sim.families import family_of, make_tables
from pitboss.sim.job import Counts, Job
from pitboss.sim.kernel import flags_of
from pitboss.sim.kernel_tables import ALWAYS, BEST, NEVER, ResultLabels, TableSetup
from pitboss.sim.random_streams import STREAM_ROUNDS
from pitboss.sim.running import Progress, Stop, run, threads
from pitboss.sim.statistics import CountsReader, Figures, WagerNames
from pitboss.sim.support import refuse_unsupported as refuse_undealt
from pitboss.table.people import SEATS
from pitboss.table.state import terms_of

INSURANCES = (BEST, ALWAYS, NEVER)
CLOSE = 0.05
"""A decision that costs this share of the wager is missed half as often as one that costs nothing."""


@dataclass(frozen=True)
class Prepared:
    game: Game
    setting: Setting
    setup: TableSetup
    job: Job
    labels: ResultLabels
    names: WagerNames
    gives_up_early: bool
    """The player sometimes surrenders before the reader."""
    exact: dict[str, float]
    """House edges where they are known: for a whole shoe every round, by the same way of playing."""

    def reader(self, counts: Counts) -> CountsReader:
        return CountsReader(self.job, self.labels, counts, self.setup.stake_cents)

    def figures(self, counts: Counts) -> Figures:
        """Compared with the exact figures only where those are of the same thing."""
        figures = self.reader(counts).figures(self.names, self.exact if self.setup.fresh else {})
        if self.setup.fresh:
            return figures
        wagers = (replace(wager, exact_house_edge=self.exact.get(wager.wager)) for wager in figures.wagers)
        return replace(figures, wagers=tuple(wagers))

    def standard_error(self, counts: Counts) -> float:
        return self.reader(counts).standard_error()

    def settings(self) -> dict[str, Any]:
        """All that must be equal for one run to go on with another's counts."""
        return {
            "version": pitboss.__version__, "game": self.game.id, "rulebook_sha256": self.game.sha256,
            "seed": self.setting.seed, "seats": self.setup.boxes, "cover_cards": self.setup.cover_cards,
            "fresh": self.setup.fresh, "strategy": self.setting.strategy,
            "insurance": self.setting.insurance, "errors": self.setting.errors,
            "tables_sha256": self.job.sha256,
        }  # fmt: skip

    def as_data(self, progress: Progress) -> dict[str, Any]:
        figures = self.figures(progress.total)
        seconds = progress.seconds
        return {
            "game": self.game.id,
            "options": self.game.option_values,
            "readings": self.game.reading_choices,
            "rounds": figures.rounds,
            "seconds": seconds,
            "rounds_per_second": figures.rounds / seconds if seconds else 0.0,
            "interrupted": progress.interrupted,
            **self.settings(),
            "cut": 0.0 if self.setup.fresh else 1 - self.setup.cover_cards / self.cards,
            "generator": self.generator,
            **figures.as_data(),
            "effect_of_the_cut_card": self.effect_of_cut(figures),
        }

    @property
    def generator(self) -> str:
        return f"xoshiro256++, a stream of splitmix64(seed, stream) every {STREAM_ROUNDS} rounds"

    @property
    def cards(self) -> int:
        return self.game.deck.cards * self.game.house.decks

    def effect_of_cut(self, figures: Figures) -> dict[str, float] | None:
        """What the cover card adds to the edge of the main wager, where the edge without it is known."""
        main = figures.wagers[0]
        known = self.exact.get(main.wager)
        if self.setup.fresh or known is None:
            return None
        return {"house_edge": main.house_edge - known, "standard_error": main.standard_error}


def prepare(game: Game, setting: Setting) -> Prepared:
    """Solve the game, choose the way of playing, tabulate everything."""
    check(setting)
    refuse_unvalued(game)
    refuse_undealt(game, setting.seats)
    setup = table_setup(game, setting)
    policy, exact = chosen_play(game, setting)
    misses = _misses(policy, setting.errors) if setting.errors else None
    tables, labels = make_tables(game.house, policy, setup, misses)
    job = Job(tables, flags_of(tables, errs=setting.errors > 0), setting.seed)
    early = bool(policy.gives_up_early.any())
    exact = {} if setting.errors else exact
    return Prepared(game, setting, setup, job, labels, wager_names(game), early, exact)


def simulate(game: Game, rounds: int, setting: Setting | None = None, *, workers: int = 0) -> Figures:
    """Simulate this many rounds on this machine, by default on all its cores."""
    made = prepare(game, setting or Setting())
    return made.figures(run(made.job, threads(workers or os.cpu_count() or 1), Stop(rounds=rounds)).total)


def table_setup(game: Game, setting: Setting) -> TableSetup:
    """Boxes, burn and cover card as the document has them, and stakes that no payment rounds."""
    terms, house = terms_of(game), game.house
    cover = terms.cover_cards or -(-terms.cards * terms.cover_percent // 100)
    if setting.cut is not None:
        cover = terms.cards - round(setting.cut * terms.cards)
    check(setting)
    return TableSetup(
        family=game.family.id,
        boxes=setting.seats,
        burn_cards=terms.burn_cards if terms.uses_cut else 0,
        cover_cards=cover,
        fresh=setting.cut == 0 or not terms.uses_cut,
        stake_cents=_stake(house),
        side_cents=house.limits.side_min_cents or house.min_chip_cents,
        insurance=setting.insurance,
        up_match=game.wager_of("match", "upcard") is not None,
        down_match=game.wager_of("match", "hole card") is not None,
        bonus=game.wager_of("total_bonus") is not None,
    )


def check(setting: Setting) -> None:
    """Refuse settings that no table and no player can have, before anything is solved."""
    faults = []
    if setting.seats not in SEATS:
        allowed = f"{SEATS[0]} to {SEATS[-1]}"
        faults.append(Fault("--seats", f"{setting.seats} seats do not fit at the table.", allowed))
    if setting.cut is not None and not 0 <= setting.cut <= 1:
        says = f"{setting.cut:g} is not a share of the shoe."
        faults.append(Fault("--cut", says, "0 (a whole shoe every round) to 1 (the last card)"))
    if setting.insurance not in INSURANCES:
        faults.append(
            Fault(
                "--insurance", f"{setting.insurance!r} is not a way to take insurance.", ", ".join(INSURANCES)
            )
        )
    if not 0 <= setting.errors <= 1:
        faults.append(Fault("--errors", f"{setting.errors:g} is not a share of decisions.", "0 to 1"))
    if setting.errors and setting.strategy != OPTIMAL:
        faults.append(
            Fault("--errors", "mistakes can only be made in optimal play.", f"--strategy {OPTIMAL}")
        )
    if faults:
        raise BadInput(faults)


def _stake(house: House) -> int:
    """The least wager at this table of which halves and all odds come out in chips and cents."""
    odds = (house.blackjack.odds, house.player.win_odds, house.insurance.odds, house.second_chance.odds,
            house.over_under.odds)  # fmt: skip
    unit = house.pay.unit_cents
    half_unit = min(house.surrender.half_unit_cents, house.min_chip_cents)
    step = lcm(2 * house.min_chip_cents, 2 * half_unit, *(lcm(2 * each.to, each.to * unit) for each in odds))
    return max(-(-house.limits.wager_min_cents // step), 1) * step


def wager_names(game: Game) -> WagerNames:
    """What the game calls the wagers that a kernel tells apart."""
    offered = {
        number: game.wager_of(kind, against)
        for (kind, against), number in family_of(game.family.id).wagers.items()
    }
    return {number: wager.id for number, wager in offered.items() if wager is not None}


def _misses(policy: Policy, share: float) -> Any:
    """How often a decision is missed, by its cost, so that over all of them it is the share asked for."""
    met = [kind for kind in (policy.starts, *policy.kinds) if kind is not None and kind.often.any()]
    often = np.concatenate([np.where(kind.second >= 0, kind.often, 0).ravel() for kind in met])
    cost = np.concatenate([kind.cost.ravel() for kind in met])

    def chances(scale: float) -> Any:
        return np.minimum(1.0, scale * CLOSE / (CLOSE + cost))

    low, high = 0.0, 1e6
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if (often * chances(middle)).sum() < share * often.sum() else (low, middle)
    return lambda cost: np.minimum(65535, 65536 * np.minimum(1.0, high * CLOSE / (CLOSE + cost)))
