"""DU-RoP, opening paragraph: the decks."""

import re

import pytest

from pitboss.errors import BadChoice
from tests.floor import house_of

GAME = "down-under-vendor"


@pytest.mark.parametrize("decks", [4, 5, 6])
def test_s2_four_five_or_six_decks(decks: int) -> None:
    """The game is played with four, five or six decks."""
    assert house_of(GAME, f"decks={decks}").decks == decks


@pytest.mark.parametrize("decks", [1, 2, 3, 7, 8])
def test_s2_other_numbers_are_refused(decks: int) -> None:
    """Fewer than four decks or more than six are not this game; eight are Pennsylvania's."""
    with pytest.raises(BadChoice, match=re.escape("DU-RoP Intro s2")):
        house_of(GAME, f"decks={decks}")
