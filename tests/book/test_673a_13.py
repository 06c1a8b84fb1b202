"""58 Pa. Code § 673a.13: irregularities."""

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import player
from tests.table import mishaps, playing, procedures


def test_a_face_up_card_is_not_used() -> None:
    """A card lying face up in the shoe goes to the rack and to no hand."""
    mishaps.check_face_up_card_is_not_used("double-back-jack-pa", ".13(a)")


def test_b_unseen_card_drawn_in_error_is_the_next_card() -> None:
    """A card drawn by mistake and not seen is the next card dealt."""
    mishaps.check_unseen_card_drawn_in_error_is_the_next("double-back-jack-pa", ".13(b)")


def test_c_seen_card_drawn_in_error_is_the_next_card() -> None:
    """A card drawn by mistake and seen is dealt next, and no other can be."""
    mishaps.check_seen_card_drawn_in_error_is_offered("double-back-jack-pa", ".13(c)")


def test_c_exposed_card_is_offered_only_after_the_deal() -> None:
    """Before everyone has the first cards an exposed card is not offered."""
    mishaps.check_exposed_card_only_after_the_deal("double-back-jack-pa")


def test_c_s2_who_refuses_the_card_draws_no_more() -> None:
    """A player who turns the card down gets no further card in the round."""
    mishaps.check_who_refuses_the_card_gets_no_more("double-back-jack-pa", ".13(c) s2")


def test_c_s3_card_that_nobody_can_use_is_discarded() -> None:
    """Turned down by the player and useless to the dealer, the card is discarded."""
    mishaps.check_card_that_nobody_takes_is_discarded("double-back-jack-pa", ".13(c) s3")


def test_d_card_drawn_to_a_standing_total_is_discarded() -> None:
    """A card the dealer draws to a finished hand goes to the rack and changes nothing."""
    mishaps.check_overdrawn_card_is_discarded("double-back-jack-pa", ".13(d)")


def test_f_empty_shoe_has_the_rack_shuffled_and_cut() -> None:
    """When the shoe runs out the rack is shuffled and cut, and the hands stay."""
    mishaps.check_empty_shoe_brings_a_shuffle_of_the_rack("double-back-jack-pa", ".13(f)")


def test_f_s2_one_card_is_burned_and_the_round_finished() -> None:
    """After that shuffle one card is burned face down and the round is completed."""
    mishaps.check_round_goes_on_after_a_burn("double-back-jack-pa")


def test_g_hand_without_cards_is_dead() -> None:
    """A hand that got no card is dead, its wager returned, and its player bets again."""
    mishaps.check_hand_without_a_card_is_dead("double-back-jack-pa", ".13(g)")


def test_g_s2_hand_with_one_card_gets_its_second_last() -> None:
    """A hand that got one card receives its second after the others, if its player wishes."""
    mishaps.check_hand_with_one_card_gets_its_second_later("double-back-jack-pa", ".13(g) s2")


def test_h_missed_card_is_the_players_choice() -> None:
    """A player whose card was missed takes it after the others, or has the hand called dead."""
    mishaps.check_missed_hit_is_the_players_choice("double-back-jack-pa", ".13(h)")


def test_j_broken_reader_stops_the_deal() -> None:
    """While the reader is out of order nothing is dealt."""
    mishaps.check_broken_reader_stops_the_deal("double-back-jack-pa", ".13(j)")


def test_k_jam_means_a_new_shuffle() -> None:
    """What jams in the shuffler is shuffled again."""
    mishaps.check_jam_brings_a_new_shuffle("double-back-jack-pa", ".13(k)")


def test_l_broken_shuffler_is_covered_before_another_way_of_shuffling() -> None:
    """No other shuffle before the broken device is covered or signed."""
    mishaps.check_broken_shuffler_is_covered_first("double-back-jack-pa", ".13(l)")


# ---- at the table


def test_e_dealer_takes_missed_cards_after_the_players() -> None:
    """A dealer who forgot the first card deals on and then takes both."""
    room = mishaps.check_dealing("double-back-jack-pa", (1, 3))
    mishaps.check_deal_next(room, 2)
    (missed,) = room.do(c.PassOver(0))
    assert missed == e.CardMissed(box=0, hand=0, in_deal=True, clause="673a.13(e)")
    mishaps.check_deal_next(room, 3)
    assert [event.box for event in room.events if isinstance(event, e.CardDealt)] == [1, 3, 1, 3, 0]
    mishaps.check_deal_next(room, 1)
    assert room.state.dealer.hole


def test_i_reader_used_under_a_small_card_is_told_to_the_floor() -> None:
    """The floorperson is told, and play goes on."""
    room = playing.begun("double-back-jack-pa", playing.PLAIN)
    (misused,) = room.do(c.ReportReaderMisused())
    assert misused == e.ReaderMisused(clause="673a.13(i)")
    stand = c.Decide(player(1), 1, Action.STAND)
    assert procedures.refused(room.state, stand).clause == "673a.13(i)"
    room.do(c.NoteMisuse())
    assert room.do(stand)
    looked = playing.begun("double-back-jack-pa", "9c 8c Kd 9d 8d 9h")
    assert procedures.refused(looked.state, c.ReportReaderMisused()).reason == "not_now"


def test_b_unseen_card_drawn_in_error_is_the_hole_card() -> None:
    """When the hole card is next, the card drawn by mistake becomes the hole card."""
    mishaps.check_unseen_card_drawn_in_error_is_the_hole_card("double-back-jack-pa")


def test_c_refused_card_goes_to_the_dealer() -> None:
    """Turned down by the player, the card goes to the dealer who must draw."""
    mishaps.check_refused_card_goes_to_the_dealer("double-back-jack-pa")


def test_j_no_card_is_dealt_with_a_broken_reader() -> None:
    """A card that is due stays in the shoe until the reader is repaired."""
    mishaps.check_no_card_is_dealt_with_a_broken_reader("double-back-jack-pa", ".13(j)")
