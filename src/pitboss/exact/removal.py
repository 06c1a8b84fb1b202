"""Effects of removal: what one card of each value, gone from a fresh shoe, does to the player's expectation.

Twice for the main wager: with the best play found anew, and with the play of the full shoe kept. A card that
is gone at random changes nothing for a play that is kept, so those effects add up to nothing over the shoe;
what the others add up to is what it would be worth to see that card.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.exact.composition import VALUES, Composition, shoe_of, value_name
from pitboss.exact.exposure import Removals, rank_of_value, removals
from pitboss.exact.parallel import in_parallel
from pitboss.exact.round_value import Round, Start
from pitboss.exact.side_wagers import first_cards
from pitboss.exact.solve import Solver
from pitboss.exact.support import refuse_unsupported
from pitboss.games.game import Game

METHOD = "solved again with each card gone; exact sums in double precision"


@dataclass(frozen=True)
class Effects:
    """Effects on every wager by value of the card, and on the main one with its play kept."""

    game: Game
    expectation: float
    """The player's, of the main wager with the full shoe."""
    solved: tuple[Removals, ...]
    """Every wager with the best play found anew; the main one first."""
    kept: Removals

    def as_data(self) -> dict[str, Any]:
        main = self.solved[0]
        cards = [
            {"card": value_name(column), "held": held}
            | {"best_play": main.effects[column], "same_play": self.kept.effects[column]}
            | {"other_wagers": {one.wager: one.effects[column] for one in self.solved[1:]}}
            for column, held in enumerate(main.cards)
            if held
        ]
        sums = {"best_play": main.average, "same_play": self.kept.average}
        return {"house_edge": -self.expectation, "effects": cards, "average": sums, "method": METHOD}


def effects_of_removal(game: Game) -> Effects:
    """Every card that the fresh shoe of a game holds, taken out by itself."""
    refuse_unsupported(game)
    shoe = shoe_of(game.house)
    solved = removals(game)
    worth = _kept_by_hand(game) if game.has_dealer else _kept_by_first_card(game)
    shoes = [
        shoe.without(rank) if rank else None for rank in (rank_of_value(shoe, at) for at in range(VALUES))
    ]
    before = worth(shoe)
    after = list(in_parallel(lambda cards: worth(cards) if cards else before, shoes))
    kept = Removals(
        game.main_wager.id, tuple(float(one - before) for one in after), shoe.values, game.deck.cards
    )
    return Effects(game, float(before), solved, kept)


class FollowingRound(Round):
    """A round in a smaller shoe that is played as one in a full shoe is played best.

    Ten-values may be held unevenly here; a pair of any of them is split where it is split there.
    """

    def __init__(self, leader: Round, shoe: Composition) -> None:
        solver = Solver(leader.solver.house, shoe, leader=leader.solver)
        solver.graph = leader.solver.graph
        super().__init__(solver, leader.method, leader)
        self._full = leader

    def where_split_by_guide(self, start: Start) -> list[Any]:
        return [self._full.where_split(start)[0]] * len(self.splits.kinds[start.first])


def _kept_by_hand(game: Game) -> Any:
    full = Round(Solver(game.house, shoe_of(game.house)))
    before = full.expectation

    def worth(cards: Composition) -> Any:
        return before if cards == full.solver.shoe else FollowingRound(full, cards).expectation

    return worth


def _kept_by_first_card(game: Game) -> Any:
    chosen = {first.column: first.best for first in first_cards(game.house, shoe_of(game.house))}

    def worth(cards: Composition) -> Fraction:
        firsts = first_cards(game.house, cards)
        return sum((first.chance * first.values[chosen[first.column]] for first in firsts), Fraction(0))

    return worth
