"""What a player could know beyond the rules: cards gone, the hole card, the hands of earlier seats."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import erfc, exp, pi, sqrt
from typing import Any

import numpy as np

from pitboss.exact.composition import VALUES, Composition, shoe_of, value_name
from pitboss.exact.dealer_outcomes import Observation, observations
from pitboss.exact.families import value_game
from pitboss.exact.parallel import in_parallel
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import CHOICES, ante_pay, card_points, match_table
from pitboss.exact.solve import Solver
from pitboss.games.deck import STANDARD
from pitboss.games.game import Game
from pitboss.rules.cards import KING, Card, Suit, point_value
from pitboss.rules.house import House, Reader
from pitboss.rules.over_under import play_result

HI_LO = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
"""The Hi-Lo count, by column: ace first, ten-values last."""

FLAT = 1e-12
"""A spread of effects that is nothing but the error of floats."""


@dataclass(frozen=True)
class Removals:
    """What one card of each value, gone from a fresh shoe, does to a wager's expectation."""

    wager: str
    effects: tuple[float, ...]
    """By column, to the player's gain."""
    cards: tuple[int, ...]
    """How many of each value the shoe holds."""
    deck_cards: int = STANDARD.cards
    """Cards of one deck: a true count is counted by decks."""

    @property
    def size(self) -> int:
        return sum(self.cards)

    @property
    def spread(self) -> float:
        """Standard deviation of the effect of a card drawn at random."""
        mean = self._mean(self.effects)
        return sqrt(self._mean([(effect - mean) ** 2 for effect in self.effects]))

    @property
    def is_flat(self) -> bool:
        """No card gone matters more than another: no count can follow the wager."""
        return self.spread < FLAT

    @property
    def average(self) -> float:
        """The effect of a card drawn at random: nothing, where no play is changed by it."""
        return self._mean(self.effects)

    def correlation(self, tags: tuple[int, ...]) -> float:
        """How well counting by these tags follows the wager."""
        return self._covariance(tags) / (self.spread * self._spread_of(tags))

    def gain_per_count(self, tags: tuple[int, ...]) -> float:
        """What one true count, a running count of one a deck left, adds to the expectation."""
        return self._covariance(tags) / self._spread_of(tags) ** 2 * (self.size - 1) / self.deck_cards

    def _mean(self, values: Any) -> float:
        return float(sum(n * value for n, value in zip(self.cards, values, strict=True))) / self.size

    def _spread_of(self, tags: tuple[int, ...]) -> float:
        return sqrt(self._mean([tag**2 for tag in tags]) - self._mean(tags) ** 2)

    def _covariance(self, tags: tuple[int, ...]) -> float:
        both = [effect * tag for effect, tag in zip(self.effects, tags, strict=True)]
        return self._mean(both) - self._mean(self.effects) * self._mean(tags)

    def after(self, share_dealt: float) -> float:
        """Standard deviation of the expectation once this share of the shoe is gone, effects added up."""
        gone = share_dealt * self.size
        return self.spread * sqrt(gone * (self.size - 1) / (self.size - gone))


def removals(game: Game) -> tuple[Removals, ...]:
    """Effects of removal for every wager whose worth can be found in any shoe."""
    shoe = shoe_of(game.house)
    gone = [rank_of_value(shoe, column) for column in range(VALUES)]
    shoes = [shoe, *(shoe.without(rank) if rank else shoe for rank in gone)]
    before, *after = in_parallel(lambda cards: _worths(game, cards), shoes)
    for wager in game.wagers_of("match"):
        before[wager.id] = match_worth(game.house)
        for rank, worths in zip(gone, after, strict=True):
            worths[wager.id] = match_worth(game.house, *([Card(rank, Suit.SPADES)] if rank else []))
    return tuple(
        Removals(
            wager, tuple(worths[wager] - before[wager] for worths in after), shoe.values, game.deck.cards
        )
        for wager in before
    )


def rank_of_value(shoe: Composition, column: int) -> int:
    """A rank of this value that the shoe holds; 0 when it holds none."""
    ranks = [rank for rank in range(1, KING + 1) if point_value(rank) == column + 1 and shoe.ranks[rank - 1]]
    return ranks[0] if ranks else 0


def match_worth(house: House, *gone: Card) -> float:
    """The player's expectation of a match wager once these cards are gone from a fresh shoe."""
    return float(match_table(house, gone).expectation)


def _worths(game: Game, shoe: Composition) -> dict[str, float]:
    """The player's expectation of every wager that can be valued in any shoe; match wagers need suits."""
    valued = value_game(game, shoe)
    sides = {wager.id: valued.side_table(wager) for wager in game.wagers if wager.kind != "match"}
    worths = {wager: float(table.expectation) for wager, table in sides.items() if table is not None}
    return {game.main_wager.id: -valued.edge} | worths


@lru_cache(maxsize=4)
def _balanced_tags(cards: tuple[int, ...]) -> Any:
    """Every balanced count of level one."""
    every = np.array(list(product((-1, 0, 1), repeat=VALUES)))
    return every[(every @ np.array(cards) == 0) & (every != 0).any(axis=1)]


def best_count(removed: Removals) -> tuple[int, ...]:
    """The balanced count of level one that follows the wager best."""
    tags = _balanced_tags(removed.cards)
    weights = np.array(removed.cards) / removed.size
    effects = np.array(removed.effects)
    score = (tags @ (weights * effects)) / np.sqrt((tags**2) @ weights)
    return tuple(int(tag) for tag in tags[int(np.argmax(score))])


def chance_positive(mean: float, deviation: float) -> float:
    """How often a normally distributed expectation is positive."""
    return 0.5 * erfc(-mean / (deviation * sqrt(2)))


def gain_when_positive(mean: float, deviation: float) -> float:
    """The gain per round of a player who bets only when the normally distributed expectation is positive."""
    z = mean / deviation
    return deviation * exp(-z * z / 2) / sqrt(2 * pi) + mean * chance_positive(mean, deviation)


def _hole_cards(house: House) -> tuple[Observation, ...]:
    """The observations of a player who sees the hole card itself."""
    return tuple(
        Observation(
            observation.up,
            (hole,),
            observation.label if observation.ends else value_name(hole),
            observation.ends,
        )
        for observation in observations(house)
        for hole in observation.holes
    )


def edge_if_hole_card_seen(game: Game) -> float:
    """The house edge against a player who always knows the hole card when acting, without insurance."""
    house = game.house._replace(insurance=game.house.insurance._replace(offered=False))
    house = house._replace(blackjack=house.blackjack._replace(even_money=False, may_insure=False))
    solver = Solver(house, shoe_of(house), announce=_hole_cards)
    return -float(Round(solver).expectation)


def edge_without_light(game: Game) -> float:
    """The house edge if the reader told only whether the dealer has Blackjack."""
    dealer = game.house.dealer._replace(reader=Reader.BLACKJACK)
    return -float(Round(Solver(game.house._replace(dealer=dealer), shoe_of(game.house))).expectation)


def last_seat_edge(game: Game, players: int) -> float:
    """Over/Under: the house edge of the last of so many players, who has seen all earlier hands."""
    house, shoe = game.house, shoe_of(game.house)
    cards = np.array(shoe.values, dtype=np.float64)
    gone, chances = _drawn(shoe, 3 * (players - 1))
    total = 0.0
    for column in range(VALUES):
        left = cards - gone
        own = left[:, column] / left.sum(axis=1)
        left[:, column] -= 1
        values = [_choice_worth(house, action, column, left) for action in CHOICES]
        total += float((chances * own * np.maximum.reduce(values)).sum())
    return -total


def _drawn(shoe: Composition, number: int) -> tuple[Any, Any]:
    """Every way in which so many cards may be gone, with its chance."""
    hands = list(combinations_with_replacement(range(VALUES), number))
    gone = np.zeros((len(hands), VALUES))
    for row, hand in enumerate(hands):
        for column in hand:
            gone[row, column] += 1
    ways = np.ones(len(hands))
    for column, held in enumerate(shoe.values):
        binomials = np.array([_binomial(held, k) for k in range(number + 1)])
        ways *= binomials[gone[:, column].astype(np.int64)]
    return gone, ways / _binomial(shoe.size, number)


def _binomial(of: int, number: int) -> float:
    ways = Fraction(1)
    for k in range(number):
        ways = ways * (of - k) / (k + 1)
    return float(ways)


def _choice_worth(house: House, action: Any, first: int, left: Any) -> Any:
    """What a choice is worth after a first card, for each state of the shoe."""
    pays = np.array(
        [
            [float(ante_pay(action, play_result(action, card_points(first, one, two), house), house))
             for two in range(VALUES)]
            for one in range(VALUES)
        ]
    )  # fmt: skip
    size = left.sum(axis=1)
    both = np.einsum("mi,ij,mj->m", left, pays, left) - left @ np.diag(pays)
    return both / (size * (size - 1))
