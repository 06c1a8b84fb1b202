"""Main and side wager of one round together: every pair of net results, covariance and correlation.

A match wager goes by ranks and suits, the main wager by what cards count. Given the values of the player's
two cards and of the dealer's card, neither says anything more about the other.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import sqrt
from typing import Any

from pitboss.exact.composition import VALUES, Composition
from pitboss.exact.figures import EXACT
from pitboss.exact.round_results import RoundResults, StartResults
from pitboss.exact.side_wagers import UNIT, ante_pay, card_points, first_cards, match_net
from pitboss.games.file_schema import WagerPart
from pitboss.rules.cards import KING, Card, Suit, point_value
from pitboss.rules.house import House
from pitboss.rules.match import Matches, count_matches, down_match_survives
from pitboss.rules.over_under import play_result, settle_bonus

Pair = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class JointResults:
    """One unit on each of two wagers of one box."""

    wager: str
    """The side wager; the other one is the main wager."""
    chances: dict[Pair, float]
    """By net units of the main wager and of the side wager."""
    exactness: str

    def _mean(self, which: int) -> float:
        return sum(float(nets[which]) * chance for nets, chance in self.chances.items())

    @property
    def covariance(self) -> float:
        both = sum(float(main * side) * chance for (main, side), chance in self.chances.items())
        return both - self._mean(0) * self._mean(1)

    @property
    def correlation(self) -> float:
        spread = 1.0
        for which in (0, 1):
            square = sum(float(nets[which]) ** 2 * chance for nets, chance in self.chances.items())
            spread *= sqrt(max(square - self._mean(which) ** 2, 0.0))
        return self.covariance / spread if spread else 0.0

    def as_data(self) -> dict[str, Any]:
        return {
            "wager": self.wager,
            "covariance": self.covariance,
            "correlation": self.correlation,
            "exactness": self.exactness,
            "results": [
                {"main": str(main), "side": str(side), "probability": chance}
                for (main, side), chance in sorted(self.chances.items())
            ],
        }


def joint_match(results: RoundResults, wager: WagerPart) -> JointResults:
    """The main wager with a match wager, from a fresh shoe."""
    house, against_hole = results.solver.house, wager.against == "hole card"
    dies = against_hole and not down_match_survives(True, house)
    chances: dict[Pair, float] = {}
    for cards in results.starts:
        for row, dealer in enumerate(results.dealers):
            value = dealer.holes[0] if against_hole else dealer.up
            lost = dies and results.gives_up(cards, row)
            sides = {Fraction(-1): 1.0} if lost else _matched(house, *_values(cards), value)
            for at in cards.chances[row].nonzero()[0]:
                for side, share in sides.items():
                    pair = results.nets[at], side
                    joint = cards.chance * float(cards.chances[row, at]) * share
                    chances[pair] = chances.get(pair, 0.0) + joint
    exact = not results.estimated and not results.splits_tens_by_rank
    return JointResults(wager.id, chances, "exact" if exact else "estimated")


def _values(cards: StartResults) -> tuple[int, int, bool | None]:
    """The two cards, and whether they are of one rank, where that was told apart."""
    told = 0 < float(cards.start.pair_share) < 1
    return cards.start.first, cards.start.second, cards.paired if told else None


@lru_cache(maxsize=8_192)
def _matched(
    house: House, first: int, second: int, of_one_rank: bool | None, dealer: int
) -> dict[Fraction, float]:
    """The chance of every result of a match wager, given what the three cards count."""
    ways: dict[Fraction, int] = {}
    for one, other, third in product(*(_cards_of(house, value) for value in (first, second, dealer))):
        if of_one_rank is not None and (one.rank == other.rank) != of_one_rank:
            continue
        dealt = (
            house.decks * (house.decks - (other == one)) * (house.decks - (third == one) - (third == other))
        )
        net = match_net(Matches(*count_matches(one, other, third, house.match.by)), house)
        ways[net] = ways.get(net, 0) + dealt
    total = sum(ways.values())
    return {net: count / total for net, count in ways.items() if count}


def _cards_of(house: House, value: int) -> list[Card]:
    ranks = (rank for rank in range(1, KING + 1) if house.deck[rank - 1] and point_value(rank) == value + 1)
    return [Card(rank, suit) for rank in ranks for suit in Suit]


def joint_bonus(house: House, shoe: Composition, wager: str) -> JointResults:
    """The Ante with its Over or Under, and a bonus by the total of the same three cards."""
    chances: dict[Pair, Fraction] = {}
    size = shoe.size - 1
    for first in first_cards(house, shoe):
        left = list(shoe.values)
        left[first.column] -= 1
        for second, third in product(range(VALUES), repeat=2):
            ways = left[second] * (left[third] - (second == third))
            points = card_points(first.column, second, third)
            main = ante_pay(first.best, play_result(first.best, points, house), house)
            side = Fraction(sum(settle_bonus(UNIT, points, house)) - UNIT, UNIT)
            share = first.chance * Fraction(ways, size * (size - 1))
            chances[main, side] = chances.get((main, side), Fraction(0)) + share
    return JointResults(wager, {pair: float(chance) for pair, chance in chances.items() if chance}, EXACT)
