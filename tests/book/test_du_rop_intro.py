"""DU-RoP, opening paragraph: the decks."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.table import view
from pitboss.table.people import player
from tests.floor import card, house_of
from tests.table import playing

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


# ---- at the table


def test_s3_player_may_learn_the_range() -> None:
    """The light is in every player's view, the card is not."""
    room = playing.begun("down-under-vendor", playing.PLAIN)
    seen = view(room.state, player(1))
    assert (seen.light, seen.lane) == ("yellow", "large")
    assert seen.dealer == (card("7d"),)
