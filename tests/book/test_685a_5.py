"""58 Pa. Code § 685a.5: shuffle and cut, as far as the holder chooses the device."""

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of

GAME = "down-under-pa"
CUT = {"cut_margin_cards", "cover_from_bottom_percent", "reshuffle"}


def test_a_s3_shuffler_that_loads_the_shoe_may_be_chosen() -> None:
    """The holder may use an automated shuffler, and its cards are still cut."""
    game = game_of(GAME, "shuffler=batch")
    chosen = game.options["shuffler"]
    assert (chosen.value, chosen.chosen_by) == ("batch", "house")
    assert game.procedures.keys() >= CUT


def test_a_s3_shuffler_is_a_choice_and_not_a_duty() -> None:
    """Without a choice the dealer shuffles by hand."""
    chosen = game_of(GAME).options["shuffler"]
    assert (chosen.value, chosen.chosen_by) == ("manual", "default")


def test_a_s3_unknown_device_is_refused() -> None:
    """A device of a kind that the text does not know is refused."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "shuffler=washing machine")
    (fault,) = refusal.value.faults
    assert fault.allowed == "manual, batch, continuous, counting"
    assert "685a.5(a) s3" in fault.clause


def test_h_device_that_reshuffles_and_counts_may_be_chosen() -> None:
    """The holder may use an approved device that reshuffles and counts by itself; nothing is then cut."""
    game = game_of(GAME, "shuffler=counting")
    assert game.options["shuffler"].value == "counting"
    assert "685a.5(h)" in game.options["shuffler"].clauses
    assert not CUT & game.procedures.keys()


def test_h_cards_shuffled_by_hand_are_cut() -> None:
    """Without such a device the cut stays: ten cards from either end, the cover card a quarter from below."""
    game = game_of(GAME, "shuffler=manual")
    assert game.procedures["cut_margin_cards"].amount == 10
    assert game.procedures["cover_from_bottom_percent"].amount == 25


@pytest.mark.parametrize("shuffler", ["manual", "batch", "continuous", "counting"])
def test_h_device_lifts_no_other_procedure(shuffler: str) -> None:
    """Whatever shuffles, one card is burned and the decks are changed every 24 hours."""
    game = game_of(GAME, f"shuffler={shuffler}")
    assert game.procedures["burn_cards"].amount == 1
    assert game.procedures["change_decks_hours"].amount == 24
