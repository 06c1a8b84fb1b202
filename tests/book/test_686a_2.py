"""686a.2: the table."""

import re

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of


def test_a_six_positions_can_all_be_one_players() -> None:
    """A table has six betting positions, and a house may let one player bet on all of them."""
    assert game_of("over-under-pa", "boxes_per_player=6").option_values["boxes_per_player"] == 6


@pytest.mark.parametrize("boxes", [0, 7])
def test_a_no_more_than_six_positions(boxes: int) -> None:
    """No game has seven positions, nor a player with none."""
    with pytest.raises(BadChoice, match=re.escape("686a.2(a)")):
        game_of("over-under-pa", f"boxes_per_player={boxes}")


def test_a_table_is_part_of_the_equipment() -> None:
    """The equipment list has a table of at most six betting positions facing the dealer."""
    table = next(part for part in game_of("over-under-pa").equipment if "686a.2(a)" in part.clauses)
    assert table.item == "table"
    assert "six betting positions on one side" in table.says
