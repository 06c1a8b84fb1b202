"""58 Pa. Code § 685a.5: shuffle and cut, as far as the holder chooses the device."""

import pytest

from pitboss.errors import BadChoice
from tests.book import game_files
from tests.floor import game_of
from tests.table import mishaps, procedures

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


GAME_SHUFFLERS = ["manual", "batch", "continuous", "counting"]


def test_a_s3_unknown_device_is_refused() -> None:
    """A device of a kind that the text does not know is refused."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "shuffler=washing machine")
    (fault,) = refusal.value.faults
    assert [part.split(" (")[0] for part in fault.allowed.split(", ")] == GAME_SHUFFLERS
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


# ---- at the table


def test_a_cards_are_shuffled_before_play_after_each_shoe_and_on_order() -> None:
    """A shuffle at the start, after the cover card, and on the floor's word."""
    procedures.check_shuffled_before_play_after_each_shoe_and_on_order("down-under-pa")


def test_b_cut_is_offered_after_the_shuffle() -> None:
    """The shuffled stack is offered for a cut."""
    procedures.check_cut_is_offered_after_the_shuffle("down-under-pa")


def test_b_s2_dealer_cuts_when_all_decline() -> None:
    """Only when every player has declined does the dealer cut."""
    procedures.check_dealer_cuts_when_nobody_does("down-under-pa")


def test_c_cut_is_offered_in_order() -> None:
    """The offer to anyone but the next in order is refused."""
    procedures.check_cut_goes_to_nobody_out_of_order("down-under-pa")


def test_c_1_first_to_arrive_cuts_first() -> None:
    """At the opening the first player to arrive is asked first."""
    procedures.check_first_player_cuts_first("down-under-pa")


def test_c_2_player_at_the_cover_card_cuts() -> None:
    """The player at whose box the cover card came out is asked first."""
    procedures.check_player_who_met_the_cover_card_cuts("down-under-pa")


def test_c_3_far_right_cuts_after_the_dealers_cover_card() -> None:
    """When the cover card fell to the dealer, the far right is asked first."""
    procedures.check_far_right_cuts_after_the_dealers_cover_card("down-under-pa")


def test_c_3_s2_refused_cut_goes_counterclockwise() -> None:
    """From the far right the offer goes round counterclockwise."""
    procedures.check_refused_cut_goes_round_counterclockwise("down-under-pa")


def test_c_4_far_right_cuts_after_the_floors_order() -> None:
    """When the floor ordered the shuffle the far right is asked first."""
    procedures.check_far_right_cuts_after_an_order("down-under-pa")


def test_c_4_s2_refused_cut_goes_round_after_an_order() -> None:
    """Then too the offer goes round, and ends with the dealer."""
    procedures.check_refused_cut_after_an_order_goes_round("down-under-pa")


def test_d_cut_lies_ten_cards_from_either_end() -> None:
    """A cut nearer than ten cards to an end is refused."""
    procedures.check_cut_lies_ten_cards_from_either_end("down-under-pa")


def test_d_s2_cards_above_go_below() -> None:
    """What lay above the cover card goes to the bottom."""
    procedures.check_cards_above_go_to_the_bottom("down-under-pa")


def test_d_s3_cover_card_goes_a_quarter_from_the_bottom() -> None:
    """The cover card lies at least a quarter of the stack from the bottom."""
    procedures.check_cover_goes_a_quarter_from_the_bottom("down-under-pa")


def test_d_s4_shoe_is_loaded_and_play_starts() -> None:
    """No wager before the stack is in the shoe."""
    procedures.check_shoe_is_loaded_then_play_starts("down-under-pa")


def test_e_floor_may_order_a_recut() -> None:
    """Between cut and shoe, and at no other time, the floor may order a new cut."""
    procedures.check_floor_may_order_a_new_cut("down-under-pa")


def test_e_s2_last_cutter_or_next_cuts_again() -> None:
    """The last cutter cuts again, or the next in order."""
    procedures.check_recut_is_by_the_last_cutter_or_the_next("down-under-pa")


def test_e_s3_shoe_is_loaded_after_the_recut() -> None:
    """After the new cut the stack goes into the shoe."""
    procedures.check_shoe_is_loaded_after_the_recut("down-under-pa")


def test_f_cover_card_or_floor_bring_a_reshuffle() -> None:
    """The cover card brings a shuffle; the floor may order one after a round, not in it."""
    procedures.check_cover_card_or_floor_bring_a_reshuffle("down-under-pa")


def test_g_s2_idle_cards_are_opened_for_the_first_to_come() -> None:
    """Spread cards are seen, washed, shuffled and cut before play."""
    procedures.check_idle_cards_are_opened_anew_for_the_first_player("down-under-pa")


def test_h_s2_counting_device_lifts_the_cut() -> None:
    """With a device that reshuffles and counts nothing is cut, covered or ordered."""
    procedures.check_counting_device_needs_no_cut("down-under-pa")


def test_f_reshuffle_is_not_forgotten_when_the_shoe_runs_out() -> None:
    """A cover card that came out brings its shuffle, though the rack was shuffled before the round ended."""
    mishaps.check_shuffle_follows_a_cover_card_before_an_empty_shoe("down-under-pa")


def test_f_reshuffle_is_a_procedure_of_the_table() -> None:
    """With a cover card there is a reshuffle, and no amount to choose."""
    game_files.check_procedure("down-under-pa", "reshuffle")


def test_h_a_continuous_shuffler_may_have_to_count() -> None:
    """Read so, a device that reshuffles without counting is not the one that the text describes."""
    game_files.check_excluded("down-under-pa", "reading.D30=R2", "shuffler=continuous")
