"""673a.5, shuffle and cut: the devices that the certificate holder may use."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, player
from pitboss.table.state import Stage
from tests.book import game_files
from tests.floor import game_of
from tests.table import mishaps, procedures

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


# ---- at the table


def test_a_cards_are_shuffled_before_play_after_each_shoe_and_on_order() -> None:
    """A shuffle at the start, after the cover card, and on the floor's word."""
    procedures.check_shuffled_before_play_after_each_shoe_and_on_order("double-back-jack-pa")


def test_b_cut_is_offered_after_the_shuffle() -> None:
    """The shuffled stack is offered for a cut."""
    procedures.check_cut_is_offered_after_the_shuffle("double-back-jack-pa")


def test_b_s2_dealer_cuts_when_all_decline() -> None:
    """Only when every player has declined does the dealer cut."""
    procedures.check_dealer_cuts_when_nobody_does("double-back-jack-pa")


def test_c_cut_is_offered_in_order() -> None:
    """The offer to anyone but the next in order is refused."""
    procedures.check_cut_goes_to_nobody_out_of_order("double-back-jack-pa")


def test_c_1_first_to_arrive_cuts_first() -> None:
    """At the opening the first player to arrive is asked first."""
    procedures.check_first_player_cuts_first("double-back-jack-pa")


def test_c_2_player_at_the_cover_card_cuts() -> None:
    """The player at whose box the cover card came out is asked first."""
    procedures.check_player_who_met_the_cover_card_cuts("double-back-jack-pa")


def test_c_3_far_right_cuts_after_the_dealers_cover_card() -> None:
    """When the cover card fell to the dealer, the far right is asked first."""
    procedures.check_far_right_cuts_after_the_dealers_cover_card("double-back-jack-pa")


def test_c_3_s2_refused_cut_goes_counterclockwise() -> None:
    """From the far right the offer goes round counterclockwise."""
    procedures.check_refused_cut_goes_round_counterclockwise("double-back-jack-pa")


def test_c_4_far_right_cuts_after_the_floors_order() -> None:
    """When the floor ordered the shuffle the far right is asked first."""
    procedures.check_far_right_cuts_after_an_order("double-back-jack-pa")


def test_c_4_s2_refused_cut_goes_round_after_an_order() -> None:
    """Then too the offer goes round, and ends with the dealer."""
    procedures.check_refused_cut_after_an_order_goes_round("double-back-jack-pa")


def test_d_cut_lies_ten_cards_from_either_end() -> None:
    """A cut nearer than ten cards to an end is refused."""
    procedures.check_cut_lies_ten_cards_from_either_end("double-back-jack-pa")


def test_d_s2_cards_above_go_below() -> None:
    """What lay above the cover card goes to the bottom."""
    procedures.check_cards_above_go_to_the_bottom("double-back-jack-pa")


def test_d_s3_cover_card_goes_a_quarter_from_the_bottom() -> None:
    """The cover card lies at least a quarter of the stack from the bottom."""
    procedures.check_cover_goes_a_quarter_from_the_bottom("double-back-jack-pa")


def test_d_s4_shoe_is_loaded_and_play_starts() -> None:
    """No wager before the stack is in the shoe."""
    procedures.check_shoe_is_loaded_then_play_starts("double-back-jack-pa")


def test_e_floor_may_order_a_recut() -> None:
    """Between cut and shoe, and at no other time, the floor may order a new cut."""
    procedures.check_floor_may_order_a_new_cut("double-back-jack-pa")


def test_e_s2_last_cutter_or_next_cuts_again() -> None:
    """The last cutter cuts again, or the next in order."""
    procedures.check_recut_is_by_the_last_cutter_or_the_next("double-back-jack-pa")


def test_e_s3_shoe_is_loaded_after_the_recut() -> None:
    """After the new cut the stack goes into the shoe."""
    procedures.check_shoe_is_loaded_after_the_recut("double-back-jack-pa")


def test_f_cover_card_or_floor_bring_a_reshuffle() -> None:
    """The cover card brings a shuffle; the floor may order one after a round, not in it."""
    procedures.check_cover_card_or_floor_bring_a_reshuffle("double-back-jack-pa")


def test_g_s2_idle_cards_are_opened_for_the_first_to_come() -> None:
    """Spread cards are seen, washed, shuffled and cut before play."""
    procedures.check_idle_cards_are_opened_anew_for_the_first_player("double-back-jack-pa")


def test_h_s2_counting_device_lifts_the_cut() -> None:
    """With a device that reshuffles and counts nothing is cut, covered or ordered."""
    procedures.check_counting_device_needs_no_cut("double-back-jack-pa")


def test_g_1_washed_stacked_shuffled_and_cut_by_hand() -> None:
    """Without a shuffler the spread cards are washed, stacked, shuffled and cut."""
    procedures.check_idle_cards_are_opened_anew_for_the_first_player("double-back-jack-pa")


def test_g_2_spread_cards_go_into_the_shuffler() -> None:
    """With a shuffler the spread batch is stacked into it."""
    room = procedures.check_idle_with_shuffler("double-back-jack-pa")
    stacked = room.do(c.PrepareCards(DEALER, Stage.STACKED))[0]
    assert stacked == e.CardsPrepared(step=Stage.STACKED, by=DEALER, clause="673a.5(g)(2)")
    assert room.state.spare == Stage.STACKED


def test_g_2_s2_the_other_batch_is_taken_out() -> None:
    """The batch that waited in the shuffler comes out."""
    room = procedures.check_idle_with_shuffler("double-back-jack-pa")
    batch = room.state.batch
    room.do(c.PrepareCards(DEALER, Stage.STACKED))
    assert room.state.batch == 1 - batch


def test_g_2_s3_it_is_spread_only_on_request() -> None:
    """That batch goes to the cut as it is, or is spread and shuffled when the player asks."""
    room = procedures.check_idle_with_shuffler("double-back-jack-pa")
    room.do(c.PrepareCards(DEALER, Stage.STACKED))
    assert room.state.stage == Stage.SHUFFLED
    room = procedures.check_idle_with_shuffler("double-back-jack-pa")
    room.do(c.AskForSpread(player(1)))
    room.do(c.PrepareCards(DEALER, Stage.STACKED))
    assert room.state.stage == Stage.SPREAD
    procedures.until(room, "shuffle")


def test_f_reshuffle_is_not_forgotten_when_the_shoe_runs_out() -> None:
    """A cover card that came out brings its shuffle, though the rack was shuffled before the round ended."""
    mishaps.check_shuffle_follows_a_cover_card_before_an_empty_shoe("double-back-jack-pa")


def test_f_reshuffle_is_a_procedure_of_the_table() -> None:
    """With a cover card there is a reshuffle, and no amount to choose."""
    game_files.check_procedure("double-back-jack-pa", "reshuffle")


def test_h_a_continuous_shuffler_may_have_to_count() -> None:
    """Read so, a device that reshuffles without counting is not the one that the text describes."""
    game_files.check_excluded("double-back-jack-pa", "reading.B23=R2", "shuffler=continuous")
