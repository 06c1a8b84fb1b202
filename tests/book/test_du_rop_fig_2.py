"""DU-RoP, figure 2: the ranges on the felt."""

import pytest

from tests.paper.drawn import felt_of, missing, plan_of, spoiled, words_of

GAME = "down-under-vendor"
RANGES = ("Small (Blue): 2-3-4-5", "Medium (Red): 6-7-8-9", "Large (Gold): 10-J-Q-K-A")


@pytest.mark.parametrize("words", RANGES)
def test_whole_ranges_are_printed_on_the_felt(words: str) -> None:
    """Each range is printed with its cards, and its absence is found."""
    assert words in words_of(felt_of(GAME)).runs
    assert "DU-RoP 2 s2" in missing(GAME, spoiled(felt_of(GAME), words, "range"))


def test_whole_reader_and_ranges_are_before_the_dealer() -> None:
    """The device stands at the dealer's edge, the ranges between it and the players."""
    plan = plan_of(GAME)
    assert plan.reader is not None
    assert all(plan.reader.middle.y < lane.y < plan.boxes[2].place.y for lane in plan.lanes)
