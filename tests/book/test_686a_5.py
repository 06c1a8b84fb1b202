"""686a.5: how the house may shuffle."""

import re

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of

CUT_AND_COVER = ("cut_margin_cards", "cover_from_bottom_percent", "reshuffle")


def test_a_s3_device_may_fill_the_shoe() -> None:
    """The house may choose a device that puts the shuffled stack straight into the shoe."""
    shuffler = game_of("over-under-pa", "shuffler=batch").options["shuffler"]
    assert shuffler.value == "batch"
    assert shuffler.chosen_by == "house"


def test_a_s3_device_is_not_a_duty() -> None:
    """A house that chooses nothing shuffles by hand."""
    shuffler = game_of("over-under-pa").options["shuffler"]
    assert shuffler.value == "manual"
    assert shuffler.chosen_by == "default"


def test_a_s3_other_devices_are_refused() -> None:
    """A device that no text names is refused."""
    with pytest.raises(BadChoice, match=re.escape("686a.5(a) s3")):
        game_of("over-under-pa", "shuffler=robot")


def test_h_counting_device_does_without_cut_and_cover() -> None:
    """With an approved device that reshuffles and counts there is no cut and no cover card."""
    game = game_of("over-under-pa", "shuffler=counting")
    assert game.option_values["shuffler"] == "counting"
    assert not set(CUT_AND_COVER) & set(game.procedures)


@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_h_other_shuffles_keep_cut_and_cover(shuffler: str) -> None:
    """Without that device the cut keeps ten cards, and the cover card a quarter, from the end."""
    procedures = game_of("over-under-pa", f"shuffler={shuffler}").procedures
    assert set(CUT_AND_COVER) <= set(procedures)
    assert procedures["cut_margin_cards"].amount == 10
    assert procedures["cover_from_bottom_percent"].amount == 25
