"""Effects of removal: nothing on average for a play that is kept, and what the books say for each card."""

from functools import cache

import pytest

from pitboss.exact.composition import shoe_of
from pitboss.exact.removal import Effects, effects_of_removal
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Solver
from tests.floor import game_of, house_of

GRIFFIN = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.00, -0.18, -0.51)
"""The Theory of Blackjack: one card gone from a single deck, basic strategy, in percent; ace first."""


@cache
def effects(name: str, *choices: str) -> Effects:
    return effects_of_removal(game_of(name, *choices))


@pytest.mark.parametrize(
    "words",
    ["blackjack", "blackjack decks=1", "blackjack-match-nh", "double-back-jack-pa decks=1", "over-under-pa"],
)
def test_a_card_gone_at_random_changes_nothing_for_a_play_that_is_kept(words: str) -> None:
    """The next cards are as good as the ones that follow them; to see the card can only help."""
    found = effects(*words.split())
    assert abs(found.kept.average) < 1e-15
    assert found.solved[0].average > -1e-15
    for solved, kept in zip(found.solved[0].effects, found.kept.effects, strict=True):
        assert solved >= kept - 1e-15, "the best play is never worse"


@pytest.mark.parametrize("choices", [("decks=1",), ("decks=6",)])
def test_effects_are_those_of_griffin(choices: tuple[str, ...]) -> None:
    """A card of six decks moves the shoe by 51/311 of what it moves one deck; splits may be doubled here."""
    found = effects("blackjack", *choices)
    scale = 100 * (found.kept.size - 1) / 51
    assert [scale * effect for effect in found.kept.effects] == pytest.approx(GRIFFIN, abs=0.065)


def test_an_effect_is_the_difference_of_two_shoes() -> None:
    house = house_of("blackjack")
    shoe = shoe_of(house)
    values = [Round(Solver(house, cards)).expectation for cards in (shoe, shoe.without(5))]
    assert effects("blackjack").solved[0].effects[4] == pytest.approx(values[1] - values[0], abs=1e-15)
