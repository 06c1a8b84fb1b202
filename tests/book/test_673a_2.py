"""673a.2, the table."""

import re

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of

GAME = "double-back-jack-pa"


@pytest.mark.parametrize("boxes", [1, 6])
def test_a_player_may_fill_the_table_of_six(boxes: int) -> None:
    """One player may be given from one box up to all six betting positions."""
    assert game_of(GAME, f"boxes_per_player={boxes}").option_values["boxes_per_player"] == boxes


@pytest.mark.parametrize("boxes", [0, 7])
def test_a_table_has_no_seventh_position(boxes: int) -> None:
    """A table has betting positions for no more than six players, so nobody bets on seven."""
    with pytest.raises(BadChoice, match=re.escape("673a.2(a)")):
        game_of(GAME, f"boxes_per_player={boxes}")


def test_a_table_is_listed_with_its_six_positions() -> None:
    """The equipment of the game names a table of at most six positions, the dealer opposite."""
    table = next(part for part in game_of(GAME).equipment if part.item == "table")
    assert "673a.2(a)" in table.clauses
    assert "six betting positions on one side" in table.says
