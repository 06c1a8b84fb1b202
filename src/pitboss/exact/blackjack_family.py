"""Games of the blackjack family: the player's hands against the dealer's."""

from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any

from pitboss.exact.composition import Composition, shoe_of, value_name
from pitboss.exact.dealer_outcomes import BLACKJACK, OUTCOMES, OVER, TOTALS
from pitboss.exact.down_match import dying_match_table
from pitboss.exact.figures import EXACT, FLOAT_BOUND, Distribution, WagerFigures, figures_from_table
from pitboss.exact.fraction import exact_value
from pitboss.exact.joint import JointResults, joint_match
from pitboss.exact.measures import Measures
from pitboss.exact.round_results import RoundResults
from pitboss.exact.round_value import Round
from pitboss.exact.shared_parts import SharedParts
from pitboss.exact.side_wagers import ReturnTable, insurance_table, match_table
from pitboss.exact.solve import Solver
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.rules.cards import ACE
from pitboss.rules.match import down_match_survives


class BlackjackValuation:
    """One game with one composition; solved when it is first asked for something."""

    def __init__(self, game: Game, cards: Composition, shared: SharedParts | None = None) -> None:
        self.game, self.cards, self._shared = game, cards, shared

    @cached_property
    def round(self) -> Round:
        return Round(Solver(self.game.house, self.cards, shared=self._shared))

    @cached_property
    def measures(self) -> Measures:
        return Measures(self.round)

    @property
    def edge(self) -> float:
        return -float(self.round.expectation)

    def exact_edge(self) -> tuple[Fraction, str]:
        value = exact_value(self.round)
        method = (
            f"{EXACT}: optimal composition-dependent play, splits {self.round.method}; found modulo"
            f" {value.primes} primes, no choice closer than {value.closest:.1e} of a unit"
        )
        return -value.fraction, method

    @property
    def average_wagered(self) -> float:
        return self.measures.average_wagered

    def main_figures(self) -> WagerFigures:
        spread = self.measures.spread()
        return WagerFigures(
            wager=self.game.main_wager.id,
            house_edge=self.edge,
            element_of_risk=self.edge / spread.average_wagered,
            average_wagered=spread.average_wagered,
            standard_deviation=spread.standard_deviation,
            hit_frequency=spread.hit_frequency,
            push_frequency=spread.push_frequency,
            loss_frequency=spread.loss_frequency,
            method=f"optimal composition-dependent play, splits {self.round.method}; {FLOAT_BOUND}",
            spread_method=EXACT if spread.is_exact else "exact for unsplit hands, estimated for split hands",
            spread_exactness="exact" if spread.is_exact else "estimated",
            frequency_exactness="exact" if spread.is_exact else "estimated",
            frequencies={
                "double": spread.double_frequency,
                "split": spread.split_frequency,
                "second_chance": spread.second_chance_frequency,
                "insurance": spread.insurance_frequency,
            },
        )

    @cached_property
    def results(self) -> RoundResults:
        """Every result of a round; told apart by the hole card, if a wager goes by it."""
        by_hole = any(wager.against == "hole card" for wager in self.game.wagers_of("match"))
        return RoundResults(self.round, by_hole=by_hole)

    def distribution(self) -> Distribution:
        results = self.results
        chances = results.distribution
        method = FLOAT_BOUND
        if results.estimated:
            method = (
                "exact but for some rounds with three or more hands in a box, whose hands are taken as"
                f" independent in two groups given the dealer's total: {results.estimated:.1e} of all rounds,"
                " and no probability is wrong by more; the standard deviation is exact"
            )
        return Distribution(chances, sqrt(results.variance), method, results.estimated)

    def joint_results(self) -> list[JointResults]:
        """The main wager with each match wager; suits need a fresh shoe."""
        if self.cards != shoe_of(self.game.house):
            return []
        return [joint_match(self.results, wager) for wager in self.game.wagers_of("match")]

    def side_table(self, wager: WagerPart) -> ReturnTable | None:
        """Every result of a wager that goes by a pay table or by odds of its own.

        A match wager is settled by suits too, so it needs a fresh shoe; insurance needs an ace to be up.
        """
        if wager.kind == "insurance" and self.cards.ranks[ACE - 1]:
            return insurance_table(self.game.house, self.cards)
        if wager.kind == "match" and self.cards == shoe_of(self.game.house):
            if wager.against == "hole card" and not down_match_survives(True, self.game.house):
                return dying_match_table(self.round)
            return match_table(self.game.house)
        return None

    def side_figures(self, wager: WagerPart) -> WagerFigures | None:
        """None for wagers that are part of the main one's play."""
        if wager.kind == "second_chance":
            return self._second_chance(wager.id)
        table = self.side_table(wager)
        if table is None:
            return None
        figures = figures_from_table(wager.id, table)
        if wager.kind == "insurance" and not self.game.house.blackjack.may_insure:
            return replace(figures, method=f"{EXACT}; for hands other than Blackjack")
        return figures

    def _second_chance(self, wager: str) -> WagerFigures:
        figures = self.measures.second_chance()
        method = f"per unit staked, when taken in optimal play; {FLOAT_BOUND}"
        return WagerFigures(
            wager=wager,
            house_edge=-figures.mean,
            element_of_risk=-figures.mean,
            average_wagered=1.0,
            standard_deviation=figures.standard_deviation,
            hit_frequency=figures.hit,
            push_frequency=figures.push,
            loss_frequency=1 - figures.hit - figures.push if figures.taken else 0.0,
            method=method if figures.taken else "never taken in optimal play",
            spread_method=EXACT,
            frequencies={"taken": figures.taken},
        )

    def dealer_totals(self) -> list[dict[str, Any]]:
        """The dealer's final totals by upcard and by what is announced, the player's cards unknown."""
        solver = self.round.solver
        row = solver.deal(solver.graph.counts[:1])[0].reshape(-1, OUTCOMES)
        counts_22 = solver.house.push.applies or solver.house.push.returns_busts
        totals = []
        for number, observation in enumerate(solver.shown):
            chance = float(solver.seen[0, number])
            if chance <= 0:
                continue
            shares = {str(points): float(row[number, at]) / chance for at, points in enumerate(TOTALS)}
            shares["blackjack"] = float(row[number, BLACKJACK]) / chance
            rest = max(0.0, 1 - sum(float(row[number, at]) / chance for at in range(OVER)))
            if not counts_22:
                del shares["22"]
            shares["over 22" if counts_22 else "bust"] = rest
            up, seen = value_name(observation.up), observation.label
            totals.append({"up": up, "seen": seen, "probability": chance, "totals": shares})
        return totals
