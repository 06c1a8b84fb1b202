"""58 Pa. Code § 685a.12: irregularities."""

from pitboss.rules.cards import Light
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, FLOOR, player
from tests.floor import card
from tests.table import mishaps, playing
from tests.table.drive import Room, bet, say, scripted
from tests.table.procedures import next_due, refused


def test_a_face_up_card_is_not_used() -> None:
    """A card lying face up in the shoe goes to the rack and to no hand."""
    mishaps.check_face_up_card_is_not_used("down-under-pa", ".12(a)")


def test_b_unseen_card_drawn_in_error_is_the_next_card() -> None:
    """A card drawn by mistake and not seen is the next card dealt."""
    mishaps.check_unseen_card_drawn_in_error_is_the_next("down-under-pa", ".12(b)")


def test_c_seen_card_drawn_in_error_is_the_next_card() -> None:
    """A card drawn by mistake and seen is dealt next, and no other can be."""
    mishaps.check_seen_card_drawn_in_error_is_offered("down-under-pa", ".12(c)")


def test_c_exposed_card_is_offered_only_after_the_deal() -> None:
    """Before everyone has the first cards an exposed card is not offered."""
    mishaps.check_exposed_card_only_after_the_deal("down-under-pa")


def test_c_s2_who_refuses_the_card_draws_no_more() -> None:
    """A player who turns the card down gets no further card in the round."""
    mishaps.check_who_refuses_the_card_gets_no_more("down-under-pa", ".12(c) s2")


def test_c_s3_card_that_nobody_can_use_is_discarded() -> None:
    """Turned down by the player and useless to the dealer, the card is discarded."""
    mishaps.check_card_that_nobody_takes_is_discarded("down-under-pa", ".12(c) s3")


def test_d_card_drawn_to_a_standing_total_is_discarded() -> None:
    """A card the dealer draws to a finished hand goes to the rack and changes nothing."""
    mishaps.check_overdrawn_card_is_discarded("down-under-pa", ".12(d)")


def test_e_empty_shoe_has_the_rack_shuffled_and_cut() -> None:
    """When the shoe runs out the rack is shuffled and cut, and the hands stay."""
    mishaps.check_empty_shoe_brings_a_shuffle_of_the_rack("down-under-pa", ".12(e)")


def test_e_s2_one_card_is_burned_and_the_round_finished() -> None:
    """After that shuffle one card is burned face down and the round is completed."""
    mishaps.check_round_goes_on_after_a_burn("down-under-pa")


def test_f_hand_without_cards_is_dead() -> None:
    """A hand that got no card is dead, its wager returned, and its player bets again."""
    mishaps.check_hand_without_a_card_is_dead("down-under-pa", ".12(f)")


def test_f_s2_hand_with_one_card_gets_its_second_last() -> None:
    """A hand that got one card receives its second after the others, if its player wishes."""
    mishaps.check_hand_with_one_card_gets_its_second_later("down-under-pa", ".12(f) s2")


def test_g_missed_card_is_the_players_choice() -> None:
    """A player whose card was missed takes it after the others, or has the hand called dead."""
    mishaps.check_missed_hit_is_the_players_choice("down-under-pa", ".12(g)")


def test_i_broken_reader_stops_the_deal() -> None:
    """While the reader is out of order nothing is dealt."""
    mishaps.check_broken_reader_stops_the_deal("down-under-pa", ".12(i)")


def test_j_jam_means_a_new_shuffle() -> None:
    """What jams in the shuffler is shuffled again."""
    mishaps.check_jam_brings_a_new_shuffle("down-under-pa", ".12(j)")


def test_k_broken_shuffler_is_covered_before_another_way_of_shuffling() -> None:
    """No other shuffle before the broken device is covered or signed."""
    mishaps.check_broken_shuffler_is_covered_first("down-under-pa", ".12(k)")


# ---- the wrong light


def lit(light: Light, cards: str, *choices: str, seats: tuple[int, ...] = (1,)) -> Room:
    """The reader shows this light, whatever the hole card is."""
    room = scripted("down-under-pa", *choices, cards=cards, seats=seats)
    for seat in seats:
        bet(room, seat, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("read")
    room.do(c.LightRange(light))
    return room


def wrong_light(*choices: str) -> Room:
    """Blue for a ten: box 1 stood, box 3 went over 21, and now the hole card is turned."""
    room = lit(Light.BLUE, "9c 8c 7d 9d 8d 4h Ts", *choices, seats=(1, 3))
    room.pilot.hole = card("Th")
    room.house()
    say(room, Action.STAND)
    room.do(c.Decide(player(3), 3, Action.HIT))
    room.do(c.DealCard(3, card("Ts")))
    while not room.state.wrong_range:
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)
    return room


def test_h_wrong_light_shows_when_the_card_is_turned() -> None:
    """A hole card that contradicts the light stops the round until dealer or floor has ruled."""
    room = wrong_light()
    assert room.of(e.WrongRangeFound) == [e.WrongRangeFound(what="light", clause="685a.12(h)")]
    assert next_due(room)[:3] == ("rule on", DEALER, 1)
    assert refused(room.state, c.UpholdHand(player(1), 1)).reason == "not_yours"
    room.do(c.UpholdHand(FLOOR, 1))
    room.do(c.UpholdHand(DEALER, 3))
    room.house()
    assert room.state.round == 2


def test_h_dead_hand_gets_its_wager_back_even_over_21() -> None:
    """Called dead, a hand above 21 gets its wager back too."""
    room = wrong_light()
    busted = room.state.players[1].chips_cents
    room.do(c.UpholdHand(DEALER, 1))
    died = room.do(c.CallDead(FLOOR, 3))[0]
    assert isinstance(died, e.HandDied)
    assert (died.was_settled, died.returned_cents) == (True, 1000)
    assert room.state.players[1].chips_cents == busted + 1000


def test_h_the_player_may_choose_by_reading() -> None:
    """Read the other way the choice is the player's."""
    room = wrong_light("reading.D14=R2")
    assert next_due(room)[:3] == ("rule on", player(1), 1)
    assert refused(room.state, c.CallDead(FLOOR, 1)).reason == "not_yours"
    assert room.do(c.CallDead(player(1), 1))


def test_h_wrong_lane_is_reported() -> None:
    """A hand in the wrong lane is ruled on in the same way."""
    room = playing.begun("down-under-pa", playing.PLAIN)
    room.do(c.ReportWrongRange(FLOOR, "lane"))
    assert next_due(room).act == "rule on"
    room.do(c.CallDead(DEALER, 1))
    assert next_due(room)[:3] == ("rule on", DEALER, 3)


def test_h_blackjack_waits_for_the_card_when_the_light_is_known_to_be_wrong() -> None:
    """685a.7(h)(1): upheld before it was paid, it ties with the Blackjack that the red light had hidden."""
    room = lit(Light.RED, "Ac Td Kd Ah")
    room.house_until("settle")
    room.do(c.ReportWrongRange(DEALER, "light"))
    room.do(c.UpholdHand(DEALER, 1))
    assert next_due(room).act == "turn"
    room.house()
    (paid,) = room.of(e.HandSettled)
    assert isinstance(paid, e.HandSettled)
    assert (paid.returned_cents, paid.won_cents) == (1000, 0)


def test_h_yellow_light_known_to_be_wrong_turns_no_card() -> None:
    """685a.7(h) s7 exposes two Large cards; a hole card that nobody knows stays down until the end."""
    room = lit(Light.YELLOW, "9c Kd 9d 6h Ts")
    room.house_until("turn")
    room.do(c.ReportWrongRange(DEALER, "light"))
    room.do(c.UpholdHand(DEALER, 1))
    assert next_due(room).act == "decide"
    assert room.state.dealer.hole


def test_b_unseen_card_drawn_in_error_is_the_hole_card() -> None:
    """When the hole card is next, the card drawn by mistake becomes the hole card."""
    mishaps.check_unseen_card_drawn_in_error_is_the_hole_card("down-under-pa")


def test_c_refused_card_goes_to_the_dealer() -> None:
    """Turned down by the player, the card goes to the dealer who must draw."""
    mishaps.check_refused_card_goes_to_the_dealer("down-under-pa")


def test_i_no_card_is_dealt_with_a_broken_reader() -> None:
    """A card that is due stays in the shoe until the reader is repaired."""
    mishaps.check_no_card_is_dealt_with_a_broken_reader("down-under-pa", ".12(i)")
