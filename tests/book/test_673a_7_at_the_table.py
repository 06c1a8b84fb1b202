"""673a.7 at the table: who does what, in which order."""

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import player
from tests.book import game_files
from tests.floor import card
from tests.table import playing, shoe_procedures
from tests.table.drive import bet, deal, say, scripted
from tests.table.procedures import next_due


def test_a_every_card_comes_from_the_shoe() -> None:
    """No card is dealt before the shoe is loaded, and each dealt card leaves it."""
    shoe_procedures.check_cards_come_from_the_shoe("double-back-jack-pa")


def test_a_s2_dealer_or_device_loads_the_shoe() -> None:
    """The stack is loaded by hand, or by the device where there is one."""
    shoe_procedures.check_dealer_or_device_loads_the_shoe("double-back-jack-pa")


def test_c_first_card_is_burned() -> None:
    """The first card of a new shoe goes face down to the rack before any is dealt."""
    shoe_procedures.check_first_card_is_burned("double-back-jack-pa")


def test_c_s2_new_dealer_burns_one() -> None:
    """A new dealer burns one card before dealing."""
    shoe_procedures.check_new_dealer_burns_one("double-back-jack-pa")


def test_d_round_with_the_cover_card_is_played_out() -> None:
    """The cover card, first or in mid-round, is set aside and the round is completed."""
    shoe_procedures.check_round_is_played_out_after_the_cover_card("double-back-jack-pa")


def test_d_s2_collecting_and_shuffling_follow() -> None:
    """After that round the cards are collected and shuffled."""
    shoe_procedures.check_cards_are_collected_and_shuffled_after_that_round("double-back-jack-pa")


def test_d_1_every_card_is_collected() -> None:
    """Shoe and rack together make up all the cards."""
    shoe_procedures.check_every_card_is_collected("double-back-jack-pa")


def test_d_2_collected_cards_are_shuffled() -> None:
    """Collected cards are due for a shuffle."""
    shoe_procedures.check_cards_are_collected_and_shuffled_after_that_round("double-back-jack-pa")


def test_e_cards_go_clockwise_from_the_dealers_left() -> None:
    """Boxes from the left, dealer, boxes, hole card."""
    playing.check_cards_go_round_clockwise("double-back-jack-pa")


def test_e_1_first_one_card_to_each_box() -> None:
    """The first card goes up to each box with a wager."""
    playing.check_first_a_card_to_each_box("double-back-jack-pa")


def test_e_2_then_one_card_up_to_the_dealer() -> None:
    """The third step is the dealer's card, face up."""
    playing.check_then_a_card_to_the_dealer("double-back-jack-pa")


def test_e_3_then_a_second_card_to_each_box() -> None:
    """Each box gets its second card."""
    playing.check_then_a_second_to_each_box("double-back-jack-pa")


def test_e_4_last_the_hole_card_face_down() -> None:
    """The hole card lies face down and its face is in no event."""
    playing.check_last_the_hole_card_face_down("double-back-jack-pa")


def test_f_s2_blackjacks_are_paid_from_the_right_before_the_reader() -> None:
    """Two to one from the far right, cards to the rack, before anyone looks."""
    room = scripted("double-back-jack-pa", cards="Ac Kc Kd Jd Ad Ah", seats=(1, 3))
    bet(room, 1, 1000)
    bet(room, 3, 1000)
    deal(room)
    settled = [event for event in room.events if isinstance(event, e.HandSettled)]
    assert [(event.box, event.won_cents) for event in settled] == [(3, 2000), (1, 2000)]
    kinds = room.kinds()
    assert kinds.index("HandCleared") < kinds.index("HoleInserted")


def test_g_insurance_is_offered_once_blackjacks_are_paid() -> None:
    """On an ace insurance is offered, after the Blackjacks."""
    playing.check_insurance_is_offered_on_an_ace("double-back-jack-pa")


def test_h_reader_is_used_under_ace_or_ten() -> None:
    """Under an ace or a ten-value, and under no other card, the dealer looks."""
    looked = playing.begun("double-back-jack-pa", "9c 8c Kd 9d 8d 9h")
    assert [event.blackjack for event in looked.events if isinstance(event, e.BlackjackAnswered)] == [False]
    assert not playing.begun("double-back-jack-pa", playing.PLAIN).of(e.HoleInserted)


def test_i_players_act_clockwise_from_the_left() -> None:
    """Decisions go from the dealer's left, each in turn, surrender among them."""
    playing.check_players_act_from_the_dealers_left("double-back-jack-pa")
    room = playing.begun("double-back-jack-pa", playing.PLAIN)
    say(room, Action.SURRENDER)
    settled = room.of(e.HandSettled)[0]
    assert isinstance(settled, e.HandSettled)
    assert (settled.returned_cents, settled.won_cents) == (500, 0)


def test_j_cards_follow_the_decision() -> None:
    """A card asked for is dealt to that hand before anything else."""
    playing.check_decision_brings_its_card("double-back-jack-pa")


def test_l_s3_second_chance_card_lies_sideways() -> None:
    """One card, face up and sideways, for a stake equal to the current wager."""
    room = scripted("double-back-jack-pa", cards="9c 7d 8d Th Ks 6s")
    bet(room, 1, 1000)
    deal(room)
    say(room, Action.HIT)
    assert next_due(room).act == "second chance"
    room.do(c.Decide(player(1), 1, Action.SECOND_CHANCE))
    assert room.state.boxes[0].hands[0].chance_cents == 1000
    dealt = room.do(c.DealCard(1, card("6s")))[0]
    assert isinstance(dealt, e.CardDealt)
    assert dealt.sideways
    settled = room.do(c.Settle(1))[0]
    assert isinstance(settled, e.HandSettled)
    assert settled.parts == ((1000, 0), (0, 0), (1000, 1000))


def test_n_hole_card_is_turned_after_the_21s() -> None:
    """Every 21 is paid before the hole card is turned."""
    room = scripted("double-back-jack-pa", cards="9c 7d 8d Th 4s")
    bet(room, 1, 1000)
    deal(room)
    say(room, Action.HIT)
    kinds = room.kinds()
    assert kinds.index("HandSettled") < kinds.index("HoleTurned")


def test_o_s2_dealers_cards_are_dealt_face_up() -> None:
    """A card the dealer draws shows its face."""
    playing.check_dealers_cards_are_face_up("double-back-jack-pa")


def test_q_2_hands_are_settled_from_the_right() -> None:
    """On 21 or less the remaining hands are settled from the far right."""
    playing.check_box_by_box_from_the_right("double-back-jack-pa", "settlement_order=box_by_box")


def test_t_1_losers_are_taken_first() -> None:
    """All losing wagers from the right, then the winners."""
    playing.check_losers_first_then_winners("double-back-jack-pa")


def test_t_2_box_by_box_from_the_right() -> None:
    """Losers and winners box by box from the right."""
    playing.check_box_by_box_from_the_right("double-back-jack-pa", "settlement_order=box_by_box")


def test_u_every_hand_can_be_rebuilt() -> None:
    """The rack gives back every hand of the round."""
    playing.check_hands_can_be_rebuilt("double-back-jack-pa")


def test_t_1_split_hands_are_settled_from_the_right() -> None:
    """Among losers and among winners the second hand of a box comes before the first."""
    playing.check_split_hands_from_the_right("double-back-jack-pa", "settlement_order=collect_then_pay")


def test_t_2_split_hands_are_settled_from_the_right() -> None:
    """The second hand of a box comes before the first."""
    playing.check_split_hands_from_the_right("double-back-jack-pa", "settlement_order=box_by_box")


def test_c_one_card_is_burned() -> None:
    """One card from each new shoe, and one by each new dealer."""
    game_files.check_procedure("double-back-jack-pa", "burn_cards", 1)
