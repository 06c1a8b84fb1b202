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
from pitboss.exact.analyst import edges, side_edges, solve_round
from pitboss.exact.composition import shoe_of
from pitboss.exact.measures import Measures
from pitboss.exact.policy import Policy, chart_policy, first_card_policy, optimal_policy
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.strategy import (
    MIMIC,
    NEVER_BUST,
    NO_CHANCE,
    OPTIMAL,
    STRATEGIES,
    TOTAL,
    Chart,
    Strategist,
)
from pitboss.games.game import Game
from pitboss.rules.house import House
from pitboss.rules.match import down_match_survives
from pitboss.sim.job import Counts, Job
from pitboss.sim.kernel import flags_of
from pitboss.sim.kernel_tables import ALWAYS, BEST, NEVER, Lexicon, Terms, make_book
from pitboss.sim.random_streams import STREAM_ROUNDS
from pitboss.sim.running import Progress, Stop, run, threads
from pitboss.sim.statistics import Figures, Names, Reader
from pitboss.table.people import SEATS
from pitboss.table.state import terms_of

INSURANCES = (BEST, ALWAYS, NEVER)
CLOSE = 0.05
"""A decision that costs this share of the wager is missed half as often as one that costs nothing."""


@dataclass(frozen=True)
class Setting:
    """What a person chooses about a simulation, beside the game."""

    seats: int = 1
    cut: float | None = None
    """Share of the shoe dealt before the cover card; None for what the game's document says, 0 for a
    whole shoe every round."""
    strategy: str = OPTIMAL
    chart: Chart | None = None
    """The cells of a strategy file."""
    insurance: str = BEST
    errors: float = 0.0
    seed: int = 1


@dataclass(frozen=True)
class Prepared:
    game: Game
    setting: Setting
    terms: Terms
    job: Job
    lexicon: Lexicon
    names: Names
    gives_up_early: bool
    """The player sometimes surrenders before the reader."""
    exact: dict[str, float]
    """House edges where they are known: for a whole shoe every round, by the same way of playing."""

    def reader(self, counts: Counts) -> Reader:
        return Reader(self.job, self.lexicon, counts, self.terms.stake_cents)

    def figures(self, counts: Counts) -> Figures:
        """Compared with the exact figures only where those are of the same thing."""
        found = self.reader(counts).figures(self.names, self.exact if self.terms.fresh else {})
        if self.terms.fresh:
            return found
        wagers = tuple(replace(wager, exact_house_edge=self.exact.get(wager.wager)) for wager in found.wagers)
        return replace(found, wagers=wagers)

    def standard_error(self, counts: Counts) -> float:
        return self.reader(counts).standard_error()

    def settings(self) -> dict[str, Any]:
        """All that must be equal for one run to go on with another's counts."""
        return {
            "version": pitboss.__version__, "game": self.game.id, "rulebook_sha256": self.game.sha256,
            "seed": self.setting.seed, "seats": self.terms.boxes, "cover_cards": self.terms.cover_cards,
            "fresh": self.terms.fresh, "strategy": self.setting.strategy,
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
            "cut": 0.0 if self.terms.fresh else 1 - self.terms.cover_cards / self.cards,
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
        if self.terms.fresh or known is None:
            return None
        return {"house_edge": main.house_edge - known, "standard_error": main.standard_error}


def prepare(game: Game, setting: Setting) -> Prepared:
    """Solve the game, choose the way of playing, tabulate everything."""
    terms = table_terms(game, setting)
    policy, exact = _policy(game, setting)
    misses = _misses(policy, setting.errors) if setting.errors else None
    book, lexicon = make_book(game.house, policy, terms, misses)
    job = Job(book, flags_of(book, errs=setting.errors > 0), setting.seed)
    early = bool(policy.gives_up_early.any())
    exact = {} if setting.errors else exact
    return Prepared(game, setting, terms, job, lexicon, _names(game), early, exact)


def simulate(game: Game, rounds: int, setting: Setting | None = None, *, workers: int = 0) -> Figures:
    """So many rounds on this machine, on all its cores unless told otherwise."""
    made = prepare(game, setting or Setting())
    return made.figures(run(made.job, threads(workers or os.cpu_count() or 1), Stop(rounds=rounds)).total)


def table_terms(game: Game, setting: Setting) -> Terms:
    """Boxes, burn and cover card as the document has them, and stakes that no payment rounds."""
    table, house = terms_of(game), game.house
    cards = table.cards
    cover = table.cover_cards or -(-cards * table.cover_percent // 100)
    if setting.cut is not None:
        cover = cards - round(setting.cut * cards)
    check(setting)
    return Terms(
        boxes=setting.seats,
        burn_cards=table.burn_cards if table.uses_cut else 0,
        cover_cards=cover,
        fresh=setting.cut == 0 or not table.uses_cut,
        stake_cents=_stake(house),
        side_cents=house.limits.side_min_cents or house.min_chip_cents,
        insurance=setting.insurance,
        has_dealer=game.has_dealer,
        up_match=house.match.up,
        down_match=house.match.down,
        bonus=house.over_under.bonus,
    )


def check(setting: Setting) -> None:
    """What no table and no player can be; told before anything is solved."""
    faults = []
    if setting.seats not in SEATS:
        allowed = f"{SEATS[0]} to {SEATS[-1]}"
        faults.append(Fault("--seats", f"{setting.seats} seats are not on the felt.", allowed))
    if setting.cut is not None and not 0 <= setting.cut <= 1:
        says = f"{setting.cut:g} is beyond the shoe."
        faults.append(Fault("--cut", says, "0 (a whole shoe every round) to 1 (the last card)"))
    if setting.insurance not in INSURANCES:
        faults.append(Fault("--insurance", f"{setting.insurance!r} is no policy.", ", ".join(INSURANCES)))
    if not 0 <= setting.errors <= 1:
        faults.append(Fault("--errors", f"{setting.errors:g} is no share of decisions.", "0 to 1"))
    if setting.errors and setting.strategy != OPTIMAL:
        faults.append(Fault("--errors", "are errors of optimal play.", f"--strategy {OPTIMAL}"))
    if faults:
        raise BadInput(faults)


def _stake(house: House) -> int:
    """The least wager at this table of which halves and all odds come out in chips and cents."""
    odds = (house.blackjack.odds, house.player.win_odds, house.insurance.odds, house.second_chance.odds,
            house.over_under.odds)  # fmt: skip
    step = lcm(2 * house.min_chip_cents, *(2 * each.to for each in odds))
    return max(-(-house.limits.wager_min_cents // step), 1) * step


def _names(game: Game) -> Names:
    def named(kind: str, against: str | None = None) -> str | None:
        found = game.wager_of(kind, against)
        return found.id if found else None

    return Names(
        game.main_wager.id,
        named("match", "upcard"),
        named("match", "hole card"),
        named("total_bonus"),
        named("insurance"),
        named("second_chance"),
    )


# ---- the analyst's part


def _policy(game: Game, setting: Setting) -> tuple[Policy, dict[str, float]]:
    """The way of playing, and the house edges that it has with a whole shoe every round."""
    if not game.has_dealer:
        if setting.strategy != OPTIMAL or setting.errors:
            raise BadInput(
                [Fault("--strategy", "Over/Under has one decision, which is played best.", OPTIMAL)]
            )
        return first_card_policy(game.house, shoe_of(game.house)), edges(game)
    house = game.house
    if setting.strategy == NO_CHANCE:
        if not house.second_chance.offered:
            raise BadInput([Fault("--strategy", f"{game.id} offers no Second Chance.")])
        house = house._replace(second_chance=house.second_chance._replace(offered=False))
    played = Round(Solver(house, shoe_of(house))) if house != game.house else solve_round(game)
    if setting.strategy in (OPTIMAL, NO_CHANCE):
        policy = optimal_policy(played, costs=setting.errors > 0)
        main = -float(played.expectation)
        if setting.insurance != BEST and policy.insures.any():
            main = -float(_uninsured(played).expectation)
    else:
        strategist = Strategist(played)
        chart = _chart(strategist, setting)
        policy, main = chart_policy(setting.strategy, strategist, chart), -strategist.price(chart)
    return policy, _exact(game, setting, played, policy, main)


def _uninsured(played: Round) -> Round:
    solver = played.solver
    house = solver.house._replace(insurance=solver.house.insurance._replace(offered=False))
    return Round(Solver(house, solver.shoe))


def _exact(game: Game, setting: Setting, played: Round, policy: Policy, main: float) -> dict[str, float]:
    found = {game.main_wager.id: main} | side_edges(game)
    if setting.strategy != OPTIMAL and not down_match_survives(True, game.house):
        for wager in game.wagers_of("match", "hole card"):
            del found[wager.id]  # what a surrender takes with it is priced for the best play alone
    if setting.insurance == ALWAYS and policy.insurance_edge is not None:
        found |= {wager.id: policy.insurance_edge for wager in game.wagers_of("insurance")}
    if setting.strategy == OPTIMAL and (chance := game.wager_of("second_chance")):
        found[chance.id] = -Measures(played).second_chance().mean
    return found


def _chart(strategist: Strategist, setting: Setting) -> Chart:
    if setting.chart is not None:
        strategist.check(setting.chart, setting.strategy)
        return setting.chart
    made = {TOTAL: strategist.chart, MIMIC: strategist.mimic, NEVER_BUST: strategist.never_bust}
    if setting.strategy not in made:
        allowed = f"{', '.join(STRATEGIES)}, or a file made by `pitboss strategy GAME --json`"
        raise BadInput([Fault("--strategy", f"there is no strategy {setting.strategy!r}.", allowed)])
    return made[setting.strategy]()


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
