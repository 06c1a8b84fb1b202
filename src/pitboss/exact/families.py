"""Families that the analyst values, one module each: the only place that asks for a game's family."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Protocol

from pitboss.exact.blackjack_family import BlackjackValuation
from pitboss.exact.composition import Composition, shoe_of
from pitboss.exact.figures import Distribution, WagerFigures
from pitboss.exact.joint import JointResults
from pitboss.exact.over_under_family import OverUnderValuation
from pitboss.exact.shared_parts import SharedParts
from pitboss.exact.side_wagers import ReturnTable
from pitboss.exact.support import refuse_unsupported
from pitboss.games.file_schema import WagerPart
from pitboss.games.game import Game
from pitboss.games.wager_kinds import BLACKJACK, OVER_UNDER


class Valuation(Protocol):
    """One game with one composition of cards, and everything that can be asked of it."""

    @property
    def edge(self) -> float:
        """The house edge of the main wager."""

    @property
    def average_wagered(self) -> float:
        """All that is staked for one unit of the main wager."""

    def main_figures(self) -> WagerFigures: ...

    def exact_edge(self) -> tuple[Fraction, str]:
        """The house edge of the main wager as a fraction, and how it was found."""

    def distribution(self) -> Distribution:
        """The chance of every net result of the main wager, and how it was found."""

    def joint_results(self) -> list[JointResults]:
        """The main wager with each side wager that is made before the deal."""

    def dealer_totals(self) -> list[dict[str, Any]]: ...

    def side_table(self, wager: WagerPart) -> ReturnTable | None:
        """Every result of a wager by itself; None where it has no table with these cards."""

    def side_figures(self, wager: WagerPart) -> WagerFigures | None: ...


VALUATIONS: dict[str, Callable[[Game, Composition, SharedParts | None], Valuation]] = {
    BLACKJACK: BlackjackValuation,
    OVER_UNDER: OverUnderValuation,
}


def value_game(game: Game, cards: Composition | None = None, shared: SharedParts | None = None) -> Valuation:
    """A game with a fresh shoe or given cards; what cannot be valued is refused by name."""
    refuse_unsupported(game)
    return VALUATIONS[game.family.id](game, cards or shoe_of(game.house), shared)
