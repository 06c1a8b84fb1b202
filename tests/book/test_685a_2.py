"""58 Pa. Code § 685a.2: the table."""

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of


def test_a_table_has_at_most_six_betting_positions() -> None:
    """The table has betting positions for six players at the most, opposite the dealer."""
    (table,) = [part for part in game_of("down-under-pa").equipment if part.item == "table"]
    assert table.says.startswith("At most six betting positions on one side")
    assert table.clauses == ["685a.2(a)"]


def test_a_player_may_hold_every_position_of_the_table() -> None:
    """One player may be allowed all six boxes, since the table has six."""
    assert game_of("down-under-pa", "boxes_per_player=6").options["boxes_per_player"].value == 6


@pytest.mark.parametrize("boxes", ["0", "7"])
def test_a_number_of_boxes_that_the_table_does_not_have_is_refused(boxes: str) -> None:
    """Nobody may be allowed a seventh box, for the table has six positions."""
    with pytest.raises(BadChoice) as refusal:
        game_of("down-under-pa", f"boxes_per_player={boxes}")
    (fault,) = refusal.value.faults
    assert fault.allowed == "1 to 6"
    assert "685a.2(a)" in fault.clause
