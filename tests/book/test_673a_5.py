"""673a.5, shuffle and cut: the devices that the certificate holder may use."""

import re

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of

GAME = "double-back-jack-pa"
CUT_AND_COVER = {"cut_margin_cards", "cover_from_bottom_percent", "reshuffle"}


@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_a_s3_automated_shuffler_may_be_used_or_not(shuffler: str) -> None:
    """The certificate holder may shuffle by hand or have a device fill the shoe."""
    assert game_of(GAME, f"shuffler={shuffler}").option_values["shuffler"] == shuffler


def test_a_s3_another_way_of_shuffling_is_refused() -> None:
    """Cards are shuffled by hand or by a device, and not otherwise."""
    with pytest.raises(BadChoice, match=re.escape("673a.5(a) s3")):
        game_of(GAME, "shuffler=none")


def test_h_counting_device_may_be_used() -> None:
    """A device that reshuffles and counts the cards may replace cut, cover card and reshuffle."""
    counting = game_of(GAME, "shuffler=counting")
    assert "673a.5(h)" in counting.options["shuffler"].clauses
    assert not CUT_AND_COVER & set(counting.procedures)


@pytest.mark.parametrize("shuffler", ["manual", "batch"])
def test_h_other_shuffles_keep_the_cut(shuffler: str) -> None:
    """Without such a device the cards are cut and a cover card ends the shoe."""
    assert set(game_of(GAME, f"shuffler={shuffler}").procedures) >= CUT_AND_COVER
