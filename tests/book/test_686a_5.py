"""686a.5: how the house may shuffle."""

import re

import pytest

from pitboss.errors import BadChoice
from tests.book import game_files
from tests.floor import game_of
from tests.table import mishaps, procedures

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


# ---- at the table


def test_a_cards_are_shuffled_before_play_after_each_shoe_and_on_order() -> None:
    """A shuffle at the start, after the cover card, and on the floor's word."""
    procedures.check_shuffled_before_play_after_each_shoe_and_on_order("over-under-pa")


def test_b_cut_is_offered_after_the_shuffle() -> None:
    """The shuffled stack is offered for a cut."""
    procedures.check_cut_is_offered_after_the_shuffle("over-under-pa")


def test_b_s2_dealer_cuts_when_all_decline() -> None:
    """Only when every player has declined does the dealer cut."""
    procedures.check_dealer_cuts_when_nobody_does("over-under-pa")


def test_c_cut_is_offered_in_order() -> None:
    """The offer to anyone but the next in order is refused."""
    procedures.check_cut_goes_to_nobody_out_of_order("over-under-pa")


def test_c_1_first_to_arrive_cuts_first() -> None:
    """At the opening the first player to arrive is asked first."""
    procedures.check_first_player_cuts_first("over-under-pa")


def test_c_2_player_at_the_cover_card_cuts() -> None:
    """The player at whose box the cover card came out is asked first."""
    procedures.check_player_who_met_the_cover_card_cuts("over-under-pa")


def test_c_3_far_right_cuts_when_it_fell_to_nobody() -> None:
    """There is no dealer's hand: a cover card that met nobody sends the cut to the far right."""
    procedures.check_far_right_cuts_when_the_cover_card_met_nobody("over-under-pa")


def test_c_3_s2_refused_cut_goes_counterclockwise() -> None:
    """From the far right the offer goes round counterclockwise."""
    procedures.check_refused_cut_goes_round_counterclockwise("over-under-pa")


def test_c_4_far_right_cuts_after_the_floors_order() -> None:
    """When the floor ordered the shuffle the far right is asked first."""
    procedures.check_far_right_cuts_after_an_order("over-under-pa")


def test_c_4_s2_refused_cut_goes_round_after_an_order() -> None:
    """Then too the offer goes round, and ends with the dealer."""
    procedures.check_refused_cut_after_an_order_goes_round("over-under-pa")


def test_d_cut_lies_ten_cards_from_either_end() -> None:
    """A cut nearer than ten cards to an end is refused."""
    procedures.check_cut_lies_ten_cards_from_either_end("over-under-pa")


def test_d_s2_cards_above_go_below() -> None:
    """What lay above the cover card goes to the bottom."""
    procedures.check_cards_above_go_to_the_bottom("over-under-pa")


def test_d_s3_cover_card_goes_a_quarter_from_the_bottom() -> None:
    """The cover card lies at least a quarter of the stack from the bottom."""
    procedures.check_cover_goes_a_quarter_from_the_bottom("over-under-pa")


def test_d_s4_shoe_is_loaded_and_play_starts() -> None:
    """No wager before the stack is in the shoe."""
    procedures.check_shoe_is_loaded_then_play_starts("over-under-pa")


def test_e_floor_may_order_a_recut() -> None:
    """Between cut and shoe, and at no other time, the floor may order a new cut."""
    procedures.check_floor_may_order_a_new_cut("over-under-pa")


def test_e_s2_last_cutter_or_next_cuts_again() -> None:
    """The last cutter cuts again, or the next in order."""
    procedures.check_recut_is_by_the_last_cutter_or_the_next("over-under-pa")


def test_e_s3_shoe_is_loaded_after_the_recut() -> None:
    """After the new cut the stack goes into the shoe."""
    procedures.check_shoe_is_loaded_after_the_recut("over-under-pa")


def test_f_cover_card_or_floor_bring_a_reshuffle() -> None:
    """The cover card brings a shuffle; the floor may order one after a round, not in it."""
    procedures.check_cover_card_or_floor_bring_a_reshuffle("over-under-pa")


def test_g_s2_idle_cards_are_opened_for_the_first_to_come() -> None:
    """Spread cards are seen, washed, shuffled and cut before play."""
    procedures.check_idle_cards_are_opened_anew_for_the_first_player("over-under-pa")


def test_h_s2_counting_device_lifts_the_cut() -> None:
    """With a device that reshuffles and counts nothing is cut, covered or ordered."""
    procedures.check_counting_device_needs_no_cut("over-under-pa")


def test_f_reshuffle_is_not_forgotten_when_the_shoe_runs_out() -> None:
    """A cover card that came out brings its shuffle, though the rack was shuffled before the round ended."""
    mishaps.check_shuffle_follows_a_cover_card_before_an_empty_shoe("over-under-pa")


def test_f_reshuffle_is_a_procedure_of_the_table() -> None:
    """With a cover card there is a reshuffle, and no amount to choose."""
    game_files.check_procedure("over-under-pa", "reshuffle")


def test_h_a_continuous_shuffler_may_have_to_count() -> None:
    """Read so, a device that reshuffles without counting is not the one that the text describes."""
    game_files.check_excluded("over-under-pa", "reading.O14=R2", "shuffler=continuous")
