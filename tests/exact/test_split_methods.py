"""Split methods by name: the published figure, and an order that knowledge must keep."""

from functools import cache

import pytest

from pitboss.errors import BadInput
from pitboss.exact.composition import Composition
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from pitboss.exact.split import CDP1, Splits
from pitboss.exact.split_methods import TwoHandSplits, round_by_method
from tests.floor import game_of, house_of


@cache
def by(method: str, *choices: str) -> Round:
    return round_by_method(game_of("blackjack", *choices), method)


def test_cdp_as_eric_farmers_analyzer_finds_it() -> None:
    """Six decks, stand on soft 17, double after split, four hands: -0.0040286152342219."""
    assert abs(by("CDP").expectation - -0.0040286152342219) < 1e-13


def test_more_knowledge_is_worth_more() -> None:
    """As unsplit, one card gone, so many gone, so many hands."""
    values = [float(by(method).expectation) for method in ("CDZ-", "CDP1", "CDP", "CDPN")]
    assert values == sorted(values)
    assert values[-1] - values[0] < 2e-7


def test_two_hands_are_played_alike_by_every_method_that_knows_the_pair() -> None:
    """Nothing is split again: one number of cards gone, one number of hands."""
    values = [float(by(method, "max_hands=2").expectation) for method in ("CDP1", "CDP", "CDPN")]
    assert values == pytest.approx([values[0]] * 3, abs=1e-14)


def test_two_hands_in_sight_of_one_another_are_worth_a_little_more() -> None:
    """9,9 against each upcard: never less than CDP1; against a ten, where 16 is close, more."""
    best, plain = (by(method, "max_hands=2").splits.worth(8) for method in ("optimal", "CDP1"))
    seen = by("optimal", "max_hands=2").solver.seen[by("optimal", "max_hands=2").solver.graph.find(8, 8)]
    gains = (best - plain) / seen
    assert gains.min() > -1e-12
    assert 1e-5 < gains[9] < 1e-4


def test_what_is_out_of_reach_is_refused() -> None:
    with pytest.raises(BadInput, match="optimal play of 4 hands from a split pair is out of reach"):
        by("optimal")
    with pytest.raises(BadInput, match="a bust that ends the hand"):
        round_by_method(game_of("double-back-jack-pa"), "optimal")
    with pytest.raises(BadInput, match="there is no method 'best'"):
        by("best")


UP, PAIR = 5, 9
SMALL = {1: 1, 5: 3, 6: 2, 9: 4, 10: 4}
"""By value; a shoe in which both hands can be played out by hand."""


def total(cards: tuple[int, ...]) -> int:
    return sum(cards) + 10 * (1 in cards and sum(cards) <= 11)


def drawn(left: tuple[int, ...]) -> list[tuple[float, int, tuple[int, ...]]]:
    """Chance, card and what is left after it."""
    return [
        (left.count(card) / len(left), card, left[: left.index(card)] + left[left.index(card) + 1 :])
        for card in sorted(set(left))
    ]


@cache
def dealers(cards: tuple[int, ...], left: tuple[int, ...]) -> dict[int, float]:
    if total(cards) >= 17 and len(cards) > 1:
        return {total(cards): 1.0}
    totals: dict[int, float] = {}
    for chance, card, rest in drawn(left):
        for points, part in dealers((*cards, card), rest).items():
            totals[points] = totals.get(points, 0) + chance * part
    return totals


def paid(points: int, wager: int, left: tuple[int, ...]) -> float:
    """What a hand wins once all players' cards are dealt."""
    if points > 21:
        return -wager
    return sum(
        chance * wager * (1 if other > 21 or other < points else 0 if other == points else -1)
        for other, chance in dealers((UP,), left).items()
    )


@cache
def second_hand(first: tuple[int, int], cards: tuple[int, ...], left: tuple[int, ...]) -> float:
    """Both hands, the first one finished: its points and its wager."""

    def ended(points: int, wager: int, rest: tuple[int, ...]) -> float:
        return paid(*first, rest) + paid(points, wager, rest)

    if len(cards) == 1:
        return sum(chance * second_hand(first, (*cards, card), rest) for chance, card, rest in drawn(left))
    if total(cards) >= 21:
        return ended(total(cards), 1, left)
    hit = sum(chance * second_hand(first, (*cards, card), rest) for chance, card, rest in drawn(left))
    double = sum(chance * ended(total((*cards, card)), 2, rest) for chance, card, rest in drawn(left))
    return max(ended(total(cards), 1, left), hit, double if len(cards) == 2 else -9)


@cache
def first_hand(cards: tuple[int, ...], left: tuple[int, ...]) -> float:
    def ended(points: int, wager: int, rest: tuple[int, ...]) -> float:
        return second_hand((points, wager), (PAIR,), rest)

    if total(cards) >= 21:
        return ended(total(cards), 1, left)
    hit = sum(chance * first_hand((*cards, card), rest) for chance, card, rest in drawn(left))
    if len(cards) == 1:
        return hit
    double = sum(chance * ended(total((*cards, card)), 2, rest) for chance, card, rest in drawn(left))
    return max(ended(total(cards), 1, left), hit, double if len(cards) == 2 else -9)


def test_optimal_play_of_two_hands_is_what_a_plain_recursion_finds() -> None:
    """9,9 against 5 in a shoe of 14 cards, every order of every card."""
    ranks = [SMALL.get(rank, 0) for rank in range(1, 14)]
    solver = Solver(house_of("blackjack", "max_hands=2"), Composition(tuple(ranks)))
    worth = TwoHandSplits(solver).worth(PAIR - 1)
    at = next(number for number, one in enumerate(solver.shown) if one.up == UP - 1)
    pair = solver.graph.find(PAIR - 1, PAIR - 1)
    left = [card for card, held in SMALL.items() for _ in range(held)]
    for card in (PAIR, PAIR, UP):
        left.remove(card)
    found = worth[at] / solver.seen[pair, at]
    plain = Splits(solver, CDP1).worth(PAIR - 1)[at] / solver.seen[pair, at]
    assert found == pytest.approx(first_hand((PAIR,), tuple(left)), abs=1e-12)
    assert found > plain + 1e-6
