"""685a.7 at the table: who does what, in which order."""

from pitboss.rules.cards import Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import player
from tests.book import game_files
from tests.floor import card
from tests.table import playing, shoe_procedures
from tests.table.drive import bet, deal, say, scripted
from tests.table.procedures import next_due, refused
from tests.table.told import round_of


def test_a_every_card_comes_from_the_shoe() -> None:
    """No card is dealt before the shoe is loaded, and each dealt card leaves it."""
    shoe_procedures.check_cards_come_from_the_shoe("down-under-pa")


def test_a_s2_dealer_or_device_loads_the_shoe() -> None:
    """The stack is loaded by hand, or by the device where there is one."""
    shoe_procedures.check_dealer_or_device_loads_the_shoe("down-under-pa")


def test_c_first_card_is_burned() -> None:
    """The first card of a new shoe goes face down to the rack before any is dealt."""
    shoe_procedures.check_first_card_is_burned("down-under-pa")


def test_c_s2_new_dealer_burns_one() -> None:
    """A new dealer burns one card before dealing."""
    shoe_procedures.check_new_dealer_burns_one("down-under-pa")


def test_d_round_with_the_cover_card_is_played_out() -> None:
    """The cover card, first or in mid-round, is set aside and the round is completed."""
    shoe_procedures.check_round_is_played_out_after_the_cover_card("down-under-pa")


def test_d_s2_collecting_and_shuffling_follow() -> None:
    """After that round the cards are collected and shuffled."""
    shoe_procedures.check_cards_are_collected_and_shuffled_after_that_round("down-under-pa")


def test_d_1_every_card_is_collected() -> None:
    """Shoe and rack together make up all the cards."""
    shoe_procedures.check_every_card_is_collected("down-under-pa")


def test_d_2_collected_cards_are_shuffled() -> None:
    """Collected cards are due for a shuffle."""
    shoe_procedures.check_cards_are_collected_and_shuffled_after_that_round("down-under-pa")


def test_e_cards_go_clockwise_from_the_dealers_left() -> None:
    """Boxes from the left, dealer, boxes, hole card."""
    playing.check_cards_go_round_clockwise("down-under-pa")


def test_e_1_first_one_card_to_each_box() -> None:
    """The first card goes up to each box with a wager."""
    playing.check_first_a_card_to_each_box("down-under-pa")


def test_e_2_then_one_card_up_to_the_dealer() -> None:
    """The third step is the dealer's card, face up."""
    playing.check_then_a_card_to_the_dealer("down-under-pa")


def test_e_3_then_a_second_card_to_each_box() -> None:
    """Each box gets its second card."""
    playing.check_then_a_second_to_each_box("down-under-pa")


def test_e_4_last_the_hole_card_face_down() -> None:
    """The hole card lies face down and its face is in no event."""
    playing.check_last_the_hole_card_face_down("down-under-pa")


def test_f_match_wagers_are_settled_from_the_right_before_the_reader() -> None:
    """Match-the-Dealer is taken and paid from the far right, before another card or the reader."""
    room = scripted("down-under-pa", cards="9c 7c 7d 9d 7d Th", seats=(1, 3))
    bet(room, 1, 1000, match_the_dealer=500)
    bet(room, 3, 1000, match_the_dealer=500)
    deal(room)
    settled = [event for event in room.events if isinstance(event, e.WagerSettled)]
    assert [(event.box, event.returned_cents, event.won_cents) for event in settled] == [
        (3, 500, 7500),
        (1, 0, 0),
    ]
    kinds = room.kinds()
    assert kinds.index("HoleDealt") < kinds.index("WagerSettled") < kinds.index("HoleInserted")


def test_g_insurance_is_offered_on_an_ace_after_the_match() -> None:
    """On an ace the dealer offers insurance, before the reader."""
    playing.check_insurance_is_offered_on_an_ace("down-under-pa")


def test_g_even_money_is_paid_at_once() -> None:
    """A Blackjack facing an ace may be paid one to one before the reader."""
    room = playing.offered("down-under-pa", "Ac 8c Ad Kd 8d 7h")
    settled = room.do(c.TakeEvenMoney(player(1), 1))[0]
    assert isinstance(settled, e.HandSettled)
    assert (settled.returned_cents, settled.won_cents) == (1000, 1000)
    assert "HoleInserted" not in room.kinds()


def test_h_the_range_is_found_out_before_anyone_acts() -> None:
    """Under any up card the reader is used before the first decision."""
    room = playing.begun("down-under-pa", playing.PLAIN)
    assert [event.light for event in room.events if isinstance(event, e.RangeLit)] == [Light.YELLOW]
    assert "Decided" not in room.kinds()
    assert next_due(room).act == "decide"


def test_h_s6_the_hand_moves_to_its_lane() -> None:
    """The hand goes to the rectangle of the light, and to no other."""
    room = scripted("down-under-pa", cards="9c 7d 9d 4h")
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while next_due(room).act != "move hand":
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)
    assert refused(room.state, c.MoveHand(Range.LARGE)).reason == "wrong_lane"
    (moved,) = room.do(c.MoveHand(Range.SMALL))[:1]
    assert moved == e.HandMoved(lane=Range.SMALL, clause="685a.7(h) s6")


def test_h_s7_two_large_cards_are_shown_before_action() -> None:
    """A Large hole card beside a Large up card is turned; beside another it is not."""
    shown = playing.begun("down-under-pa", "9c 8c Kd 9d 8d Qh")
    assert shown.state.dealer.cards == (card("Kd"), card("Qh"))
    assert "Decided" not in shown.kinds()
    assert not playing.begun("down-under-pa", playing.PLAIN).of(e.HoleTurned)


def test_i_players_act_clockwise_from_the_left() -> None:
    """Decisions go from the dealer's left, each in turn."""
    playing.check_players_act_from_the_dealers_left("down-under-pa")


def test_i_1_blackjack_is_paid_in_its_turn() -> None:
    """A Blackjack is paid three to two when its turn comes, and its cards go."""
    room = playing.begun("down-under-pa", "9c Ac 7d 9d Kd Th")
    assert not room.of(e.HandSettled)
    say(room, Action.STAND)
    settled = room.of(e.HandSettled)[0]
    assert isinstance(settled, e.HandSettled)
    assert (settled.box, settled.won_cents) == (3, 1500)
    assert e.HandCleared(box=3, hand=0, clause="685a.7(i)(1)") in room.events


def test_j_cards_follow_the_decision() -> None:
    """A card asked for is dealt to that hand before anything else."""
    playing.check_decision_brings_its_card("down-under-pa")


def test_l_hole_card_is_turned_after_all_decisions() -> None:
    """The hole card is turned when everyone has acted, unless it lies open."""
    playing.check_hole_card_is_turned_after_the_last_decision("down-under-pa")


def test_m_s2_dealers_cards_are_dealt_face_up() -> None:
    """A card the dealer draws shows its face."""
    playing.check_dealers_cards_are_face_up("down-under-pa")


def test_r_1_losers_are_taken_first() -> None:
    """All losing wagers from the right, then the winners."""
    playing.check_losers_first_then_winners("down-under-pa")


def test_r_2_box_by_box_from_the_right() -> None:
    """Losers and winners box by box from the right."""
    playing.check_box_by_box_from_the_right("down-under-pa", "settlement_order=box_by_box")


def test_s_every_hand_can_be_rebuilt() -> None:
    """The rack gives back every hand of the round."""
    playing.check_hands_can_be_rebuilt("down-under-pa")


def test_g_match_is_settled_before_insurance_is_offered() -> None:
    """The Match-the-Dealer Wager is paid first; only then insurance or even money is offered."""
    room = round_of("down-under-pa", "9c Ad Ac 7h", sides={"match_the_dealer": 500})
    kinds = room.kinds()
    assert kinds.index("WagerSettled") < kinds.index("InsuranceOffered") < kinds.index("HoleInserted")


def test_g_insured_blackjack_takes_no_even_money() -> None:
    """Insurance or even money, not both."""
    playing.check_insured_blackjack_takes_no_even_money("down-under-pa")


def test_h_s7_two_aces_are_shown_before_action() -> None:
    """An ace under an ace is Large under Large."""
    shown = playing.begun("down-under-pa", "9c 8c Ad 9d 8d Ah")
    assert shown.state.dealer.cards == (card("Ad"), card("Ah"))
    assert "Decided" not in shown.kinds()
    assert next_due(shown)[:3] == ("decide", player(1), 1)


def test_r_1_split_hands_are_settled_from_the_right() -> None:
    """Among losers and among winners the second hand of a box comes before the first."""
    playing.check_split_hands_from_the_right("down-under-pa", "settlement_order=collect_then_pay")


def test_r_2_split_hands_are_settled_from_the_right() -> None:
    """The second hand of a box comes before the first."""
    playing.check_split_hands_from_the_right("down-under-pa", "settlement_order=box_by_box")


def test_c_one_card_is_burned() -> None:
    """One card from each new shoe, and one by each new dealer."""
    game_files.check_procedure("down-under-pa", "burn_cards", 1)
