"""Games of the Over/Under family: one decision after the first card, three cards, no dealer's hand."""

from fractions import Fraction
from functools import cached_property
from typing import Any

from pitboss.exact.composition import Composition
from pitboss.exact.figures import EXACT, Distribution, WagerFigures, figures_from_table
from pitboss.exact.joint import JointResults, joint_bonus
from pitboss.exact.shared_parts import SharedParts
from pitboss.exact.side_wagers import ReturnTable, ante_table, bonus_table, first_cards
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.rules.player import Action


class OverUnderValuation:
    """One game with one composition; everything is a return table, and so an exact fraction."""

    def __init__(self, game: Game, cards: Composition, _: SharedParts | None = None) -> None:
        self.game, self.cards = game, cards

    @cached_property
    def table(self) -> ReturnTable:
        """The main wager with the wager beside it, played best."""
        return ante_table(self.game.house, self.cards)

    @property
    def edge(self) -> float:
        return -float(self.table.expectation)

    def exact_edge(self) -> tuple[Fraction, str]:
        return -self.table.expectation, EXACT

    @cached_property
    def _average(self) -> Fraction:
        """A unit of the main wager, and another one wherever the player does not give up."""
        choices = first_cards(self.game.house, self.cards)
        return sum((first.chance * (1 if first.best == Action.FOLD else 2) for first in choices), Fraction(0))

    @property
    def average_wagered(self) -> float:
        return float(self._average)

    def main_figures(self) -> WagerFigures:
        return figures_from_table(self.game.main_wager.id, self.table, self._average)

    def distribution(self) -> Distribution:
        chances: dict[Fraction, float] = {}
        for row in self.table.rows:
            chances[row.pays] = chances.get(row.pays, 0.0) + float(row.chance)
        return Distribution(chances, self.table.standard_deviation, EXACT)

    def joint_results(self) -> list[JointResults]:
        bonuses = self.game.wagers_of("total_bonus")
        return [joint_bonus(self.game.house, self.cards, wager.id) for wager in bonuses]

    def dealer_totals(self) -> list[dict[str, Any]]:
        """The dealer has no hand."""
        return []

    def side_table(self, wager: WagerPart) -> ReturnTable | None:
        """Every result of a side wager; None for wagers that are part of the main one's play."""
        return bonus_table(self.game.house, self.cards) if wager.kind == "total_bonus" else None

    def side_figures(self, wager: WagerPart) -> WagerFigures | None:
        table = self.side_table(wager)
        return None if table is None else figures_from_table(wager.id, table)
