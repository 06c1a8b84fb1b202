"""Split methods by name: the published figure, and an order that knowledge must keep."""

from functools import cache

import pytest

from pitboss.errors import BadInput
from pitboss.exact.round_value import Round
from pitboss.exact.split_methods import round_by_method
from tests.floor import game_of


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
