"""673a.6, wagers: who takes part, who may be kept out, how many boxes."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.stakes import takes_part
from tests.floor import game_of
from tests.table import wager_procedures

GAME = "double-back-jack-pa"


def test_b_bar_is_the_certificate_holders_choice() -> None:
    """Who sat out a round may be barred until the next shuffle, or not; unsaid, nobody is."""
    assert game_of(GAME).option_values["bar_mid_shoe_entry"] is False
    assert game_of(GAME, "bar_mid_shoe_entry=yes").option_values["bar_mid_shoe_entry"] is True


def test_b_bar_is_there_or_not() -> None:
    """The bar is used or it is not; there is nothing between."""
    with pytest.raises(BadChoice, match=re.escape("673a.6(b)")):
        game_of(GAME, "bar_mid_shoe_entry=sometimes")


@pytest.mark.parametrize(("wager_cents", "plays"), [(0, False), (1, True), (1000, True)])
def test_d_blackjack_wager_is_the_way_in(wager_cents: int, plays: bool) -> None:
    """A player takes part with a Blackjack Wager and not without one."""
    assert takes_part(wager_cents) is plays


def test_d_no_other_wager_is_required() -> None:
    """The Blackjack Wager is the main one and the only one that must be placed."""
    game = game_of(GAME)
    assert game.main_wager.name == "Blackjack Wager"
    assert [wager.id for wager in game.wagers if wager.required] == [game.main_wager.id]


def test_e_number_of_boxes_is_stated() -> None:
    """The number of adjacent boxes a player may bet on is part of the game as it is submitted."""
    chosen = game_of(GAME, "boxes_per_player=3").options["boxes_per_player"]
    assert (chosen.value, chosen.chosen_by) == (3, "house")
    assert "673a.6(e)" in chosen.clauses


@pytest.mark.parametrize("boxes", ["none", "0", "7"])
def test_e_number_of_boxes_must_be_a_number_at_the_table(boxes: str) -> None:
    """The number of boxes is from one to the six that the table has."""
    with pytest.raises(BadChoice, match=re.escape("673a.6(e)")):
        game_of(GAME, f"boxes_per_player={boxes}")


# ---- at the table


def test_b_1_house_may_lift_the_bar() -> None:
    """A barred player bets again when the house permits."""
    wager_procedures.check_bar_ends_when_the_house_permits("double-back-jack-pa")


def test_b_2_reshuffle_lifts_the_bar() -> None:
    """A reshuffle lets every barred player bet again."""
    wager_procedures.check_bar_ends_with_a_reshuffle("double-back-jack-pa")


def test_b_2_device_that_reshuffles_every_round_lifts_the_bar() -> None:
    """Where all cards go back into the device after a round, nobody waits longer than that round."""
    wager_procedures.check_bar_ends_where_a_device_reshuffles("double-back-jack-pa")


def test_c_wagers_are_down_before_the_first_card() -> None:
    """A wager after the deal began is refused."""
    wager_procedures.check_wagers_are_down_before_the_first_card("double-back-jack-pa")


def test_c_s2_wagers_are_not_touched() -> None:
    """From the first card no wager is taken back."""
    wager_procedures.check_wagers_are_not_touched("double-back-jack-pa")
