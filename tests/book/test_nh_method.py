"""NH, the method of play: match bets, Blackjacks, and the dealer's draw."""

import random

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import ACE, KING, TEN
from pitboss.rules.dealer import (
    blackjack_ends_round,
    dealer_draws_at_all,
    dealer_must_draw,
    reader_is_used,
    waits_for_dealer,
)
from pitboss.rules.hands import dealer_total
from pitboss.rules.match import settle_match
from pitboss.rules.player import Action, may_insure, may_take_even_money
from pitboss.rules.settlement import (
    HandPayment,
    Payment,
    settle_even_money,
    settle_hand,
    settle_insurance,
)
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import VirtualShoe
from tests.floor import box, card, dealt, game_of, hand, house_of, ranks, stakes
from tests.table import playing, procedures
from tests.table.drive import Room, bet, deal, opened, prepare, say, scripted, stand_all
from tests.table.procedures import next_due, refused
from tests.table.told import settled

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)


def _wager(player: str, dealer: str, cents: int = 1000) -> Payment:
    return settle_hand(box(player), stakes(cents), dealt(dealer, HOUSE), HOUSE).wager


def _match(player: str, dealer: str, *choices: str) -> Payment:
    first, second = player.split()
    return settle_match(500, card(first), card(second), card(dealer), house_of(GAME, *choices))


@pytest.mark.parametrize("cards", ["8h 3c", "3c 8h"])
def test_s18_either_card_may_match_the_up_card(cards: str) -> None:
    """Dealer Up Match wins when either of the player's cards is like the dealer's exposed card."""
    assert _match(cards, "8d") == Payment(500, 2000)
    assert _match(cards, "9d") == LOST


def test_s18_alike_is_of_one_rank_unless_read_by_value() -> None:
    """A king is like a king and not like a queen, unless the house reads value for likeness."""
    assert _match("Kh 3c", "Kd") == Payment(500, 2000)
    assert _match("Qh 3c", "Kd") == LOST
    assert _match("Qh 3c", "Kd", "reading.N9=R2") == Payment(500, 2000)
    assert _match("Qd 3c", "Kd", "reading.N9=R2") == Payment(500, 4500)
    assert _match("9h 3c", "Kd", "reading.N9=R2") == LOST


def test_s18_up_match_is_always_offered() -> None:
    """No house leaves Dealer Up Match out of the game."""
    assert HOUSE.match.up
    with pytest.raises(BadChoice, match="NH Method s18"):
        game_of(GAME, "up_match=no")


@pytest.mark.parametrize(("ante_cents", "won_cents"), [(500, 750), (600, 900), (1000, 1500)])
@pytest.mark.parametrize("dealer", ["2 K 9", "6 10 5", "9 A"])
def test_s20_blackjack_is_paid_3_to_2(dealer: str, ante_cents: int, won_cents: int) -> None:
    """A player's Blackjack is paid 3:2 when the dealer shows neither ace nor ten-value."""
    assert _wager("A K", dealer, ante_cents) == Payment(ante_cents, won_cents)


@pytest.mark.parametrize("up", range(2, 10))
def test_s20_nothing_is_waited_for_below_ten(up: int) -> None:
    """Showing 2 to 9 the dealer does not look, for no down card makes a Blackjack."""
    assert not reader_is_used(up, HOUSE)
    assert not blackjack_ends_round(up, ACE, HOUSE)


def test_s20_blackjacks_are_paid_from_the_right_before_anybody_decides() -> None:
    """Two Blackjacks against a seven: box 3, then box 1, each 3:2, and then box 2 plays."""
    assert settled(GAME, "Ac 9c As 7d Kd 9d Ks Th", seats=(1, 2, 3)) == (
        "3: 1000 + 1500, 1: 1000 + 1500, 2: 1000 + 1000"
    )


def test_s20_no_other_odds() -> None:
    """No house pays a Blackjack 6:5."""
    with pytest.raises(BadChoice, match="NH Method s20"):
        game_of(GAME, "blackjack_pays=6:5")


@pytest.mark.parametrize("up", range(ACE, KING + 1))
def test_s21_ace_opens_insurance_and_even_money(up: int) -> None:
    """Insurance is offered to hands without Blackjack, Even Money to Blackjacks, on an ace alone."""
    assert may_insure(box("10 9"), up, HOUSE) is (up == ACE)
    assert may_take_even_money(box("A K"), up, HOUSE) is (up == ACE)
    assert not may_take_even_money(box("10 9"), up, HOUSE)


def test_s21_blackjack_insures_unless_read_otherwise() -> None:
    """A player with Blackjack may insure too, unless this sentence is read to give Even Money only."""
    even_money_only = house_of(GAME, "reading.N6=R2")
    assert may_insure(box("A K"), ACE, HOUSE)
    assert not may_insure(box("A K"), ACE, even_money_only)
    assert may_insure(box("10 9"), ACE, even_money_only)
    assert may_take_even_money(box("A K"), ACE, even_money_only)


def test_s21_insurance_is_always_offered() -> None:
    """No house leaves Insurance out of the game."""
    with pytest.raises(BadChoice, match="NH Method s21"):
        game_of(GAME, "insurance=no")


def test_s22_insurance_pays_2_to_1_on_a_blackjack() -> None:
    """Insurance is a bet that the dealer has Blackjack, and pays 2:1."""
    assert game_of(GAME).odds["insurance"].odds == (2, 1)
    assert settle_insurance(300, dealt("A K", HOUSE), HOUSE) == Payment(300, 600)
    assert settle_insurance(300, dealt("A 9", HOUSE), HOUSE) == LOST


@pytest.mark.parametrize("ante_cents", [500, 700, 1000])
def test_s23_even_money_pays_the_ante_once(ante_cents: int) -> None:
    """Even Money pays 1:1 on the Ante."""
    assert settle_even_money(ante_cents) == Payment(ante_cents, ante_cents)


@pytest.mark.parametrize("player", ["10 10", "A 9", "5 5", "8 3 K"])
def test_s24_dealers_blackjack_takes_the_antes(player: str) -> None:
    """A dealer's Blackjack under an ace takes every Ante without a Blackjack, a 21 included."""
    assert _wager(player, "A Q") == LOST


def test_s24_blackjack_without_even_money_pushes() -> None:
    """A player's Blackjack that refused Even Money pushes against the dealer's."""
    assert _wager("A K", "A Q") == Payment(1000, 0)


def test_s24_dealer_with_an_ace_looks() -> None:
    """Under an ace the dealer looks, and a Blackjack ends the round before anyone acts."""
    assert reader_is_used(ACE, HOUSE)
    assert blackjack_ends_round(ACE, TEN, HOUSE)
    assert not blackjack_ends_round(ACE, 9, HOUSE)


def test_s24_insured_blackjack_keeps_its_ante() -> None:
    """No reading takes the Ante of a Blackjack that insured."""
    with pytest.raises(BadChoice, match="NH Method s24"):
        game_of(GAME, "reading.N8=R2")


def test_s26_without_a_blackjack_insurance_is_collected() -> None:
    """Without a dealer's Blackjack, refused Even Money becomes 3:2 and Insurance is lost."""
    assert _wager("A K", "A 7 3") == Payment(1000, 1500)
    assert settle_insurance(500, dealt("A 7 3", HOUSE), HOUSE) == LOST


def test_s26_no_other_odds_after_even_money() -> None:
    """A Blackjack that waited for the dealer's ace is paid no less than 3:2."""
    with pytest.raises(BadChoice, match="NH Method s26"):
        game_of(GAME, "blackjack_pays=1:1")


@pytest.mark.parametrize("up", ["10", "J", "Q", "K"])
def test_s28_ace_under_a_ten_value_ends_the_round(up: str) -> None:
    """An ace under a ten-value takes every bet, and Blackjacks push."""
    assert blackjack_ends_round(ranks(up)[0], ACE, HOUSE)
    assert _wager("10 10", f"{up} A") == LOST
    assert _wager("7 7 7", f"{up} A") == LOST
    assert _wager("A K", f"{up} A") == Payment(1000, 0)


def test_s28_without_an_ace_the_round_goes_on() -> None:
    """A ten-value with anything but an ace under it is no Blackjack."""
    assert not any(blackjack_ends_round(KING, hole, HOUSE) for hole in range(2, KING + 1))


def test_s28_bets_added_since_are_taken_too() -> None:
    """A Blackjack found late takes doubles and split bets with the Ante."""
    found_late = dealt("K A", HOUSE)
    doubled = settle_hand(box("6 5 9", doubled=True), stakes(1000, 1000), found_late, HOUSE)
    split = settle_hand(box("8 3 9", split=True), stakes(1000, added_by_split=True), found_late, HOUSE)
    assert doubled == split == HandPayment(LOST, LOST, LOST)


def test_s28_down_match_is_settled_by_the_ace() -> None:
    """On a dealer's Blackjack the Dealer Down Match bet is settled by the exposed down card."""
    assert _wager("A 9", "K A") == LOST
    assert _match("As 9h", "As") == Payment(500, 4500)
    assert _match("Ks 9h", "As") == LOST


@pytest.mark.parametrize("cards", ["8h 3c", "3c 8h"])
def test_s32_either_card_may_match_the_down_card(cards: str) -> None:
    """Dealer Down Match wins when either of the player's cards is like the dealer's down card."""
    assert _match(cards, "8d") == Payment(500, 2000)
    assert _match(cards, "7d") == LOST


def test_s32_up_and_down_are_two_bets() -> None:
    """Up and Down Match meet one card of the dealer each, and one may win while the other loses."""
    up, down = "Ks", "8d"
    assert _match("8d 3c", up) == LOST
    assert _match("8d 3c", down) == Payment(500, 4500)
    assert _match("Ks 3c", up) == Payment(500, 4500)
    assert _match("Ks 3c", down) == LOST


def test_s32_alike_is_of_one_rank_unless_read_by_value() -> None:
    """A jack is like a jack and not like a ten, unless the house reads value for likeness."""
    assert _match("10h 3c", "Jd") == LOST
    assert _match("10h 3c", "Jd", "reading.N9=R2") == Payment(500, 2000)


def test_s32_down_match_is_always_offered() -> None:
    """No house leaves Dealer Down Match out of the game."""
    assert HOUSE.match.down
    with pytest.raises(BadChoice, match="NH Method s32"):
        game_of(GAME, "down_match=no")


@pytest.mark.parametrize(
    ("cards", "draws"),
    [
        ("10 2", True),
        ("10 6", True),
        ("A 5", True),
        ("10 7", False),
        ("A 7", False),
        ("10 8", False),
        ("A 8", False),
        ("10 4 7", False),
        ("A 6 9", True),
        ("A 6 9 A", False),
    ],
)
def test_s42_dealer_draws_to_hard_17_or_18(cards: str, draws: bool) -> None:
    """The dealer draws until a hard 17, or 18 to 21 soft or hard, is reached."""
    assert dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE) is draws


def test_s42_dealer_draws_none_for_match_bets_alone() -> None:
    """When every hand has busted the dealer draws no card, for Dealer Down Match needs none."""
    assert not waits_for_dealer(box("10 6 K"), HOUSE)
    assert not dealer_draws_at_all(False, HOUSE)
    assert waits_for_dealer(box("7 7 7"), HOUSE)
    assert dealer_draws_at_all(True, HOUSE)


@pytest.mark.parametrize("player", ["2 3", "10 2", "10 7", "K Q", "7 7 7"])
@pytest.mark.parametrize("dealer", ["10 6 6", "10 6 K", "A 5 10 9"])
def test_s43_bust_of_the_dealer_pays_every_hand_left(player: str, dealer: str) -> None:
    """A dealer over 21 pays every hand that has not busted, however small, 22 included."""
    assert dealt(dealer, HOUSE).points > 21
    assert _wager(player, dealer) == Payment(1000, 1000)


def test_s43_dealer_busts_with_aces_as_1() -> None:
    """An ace keeps the dealer from busting while it can be 1."""
    assert dealer_total(hand("A 6 9"), HOUSE).points == 16
    assert dealer_total(hand("A A K 9"), HOUSE).points == 21
    assert dealer_total(hand("A A K K"), HOUSE).points == 22


def test_s43_hand_that_busted_first_is_not_left() -> None:
    """A player who busted is not paid when the dealer busts after."""
    assert _wager("10 6 6", "10 6 6") == LOST


@pytest.mark.parametrize("cards", ["A 6", "6 A", "A 2 4", "A A 5", "A A A 4"])
def test_s44_soft_17_is_drawn(cards: str) -> None:
    """On 17 with an ace as 11 the dealer must draw."""
    total = dealer_total(hand(cards), HOUSE)
    assert total == (17, True)
    assert dealer_must_draw(total, HOUSE)


def test_s44_house_cannot_stand_on_soft_17() -> None:
    """The draw on soft 17 is not for the house to choose."""
    with pytest.raises(BadChoice, match="NH Method s44"):
        game_of(GAME, "soft_17=stand")


@pytest.mark.parametrize("cards", ["10 7", "9 8", "A 6 K", "A A 5 K", "2 3 5 7"])
def test_s45_hard_17_stands(cards: str) -> None:
    """On 17 with every ace as 1 the dealer must stay."""
    total = dealer_total(hand(cards), HOUSE)
    assert total == (17, False)
    assert not dealer_must_draw(total, HOUSE)


@pytest.mark.parametrize(
    ("player", "back"),
    [("10 9", Payment(1000, 1000)), ("10 8", Payment(1000, 0)), ("10 7", LOST), ("A 7", Payment(1000, 0))],
)
def test_s46_without_a_bust_the_totals_are_compared(player: str, back: Payment) -> None:
    """When nobody busts the higher total wins, the lower loses, and equal totals push."""
    assert _wager(player, "9 4 5") == back


# ---- at the table


def met_cut_card(*, shuffled: bool = True) -> Room:
    """A shoe in which the cut card came out when box 5 was to get a card; that round is over."""
    for seed in range(100):
        room = opened("blackjack-match-nh", seats=(2, 5, 6), shoe=VirtualShoe(6, random.Random(seed)))
        while not room.of(e.CoverCameOut):
            procedures.check_play_through(room)
        if room.of(e.CoverCameOut) == [e.CoverCameOut(seat=5, clause="NH Method s13")]:
            if shuffled:
                procedures.until(room, "offer cut")
            return room
    raise AssertionError("box 5 never met the cut card")


def busted_with_down_match() -> Room:
    """Box 1 went over 21 with a Down Match on it."""
    room = scripted("blackjack-match-nh", cards="Tc 8c 7d 6d 9d Th Ks", seats=(1, 3))
    bet(room, 1, 1000, down_match=500)
    bet(room, 3, 1000)
    deal(room)
    say(room, Action.HIT)
    return room


def test_s4_shuffle_follows_wash_and_shoe() -> None:
    """The cards are shuffled after the wash and after each shoe."""
    room = procedures.new_room("blackjack-match-nh")
    procedures.until(room, "shuffle")
    last = room.events[-1]
    assert isinstance(last, e.CardsPrepared)
    assert last.clause == "NH Method s3"
    assert len(met_cut_card().of(e.CardsShuffled)) == 2


def test_s9_cut_is_offered_to_the_player_who_met_the_cut_card() -> None:
    """Who got the cut card cuts, or whoever volunteers next."""
    room = met_cut_card()
    assert room.state.cut_order[0] == 5
    room.do(c.OfferCut(5))
    room.do(c.RefuseCut(player(5)))
    assert next_due(room).box == 6


def test_s10_cut_lies_a_deck_from_either_end() -> None:
    """A cut nearer than one deck to an end is refused."""
    room = procedures.new_room("blackjack-match-nh")
    procedures.until(room, "offer cut")
    room.do(c.OfferCut(1))
    for depth in (51, 312 - 51):
        assert refused(room.state, c.CutCards(player(1), depth)).clause == "NH Method s10"
    assert room.do(c.CutCards(player(1), 52))


def test_s11_cards_behind_the_cut_come_to_the_front() -> None:
    """The two parts of the stack change places."""
    procedures.check_cards_above_go_to_the_bottom("blackjack-match-nh")


def test_s12_second_cut_card_lies_a_deck_and_a_half_from_the_bottom() -> None:
    """The second cut card goes 78 cards from the bottom."""
    room = procedures.new_room("blackjack-match-nh")
    procedures.until(room, "place cover")
    assert refused(room.state, c.PlaceCover(77)).clause == "NH Method s12"
    assert refused(room.state, c.PlaceCover(79)).clause == "NH Method s12"
    assert room.do(c.PlaceCover(78))


def test_s13_second_cut_card_marks_the_last_hand() -> None:
    """The hand in which it comes out is finished, and is the last of its shoe."""
    room = met_cut_card(shuffled=False)
    (came,) = room.of(e.CoverCameOut)
    assert came.clause == "NH Method s13"
    assert room.of(e.TableCleared)
    assert next_due(room).act == "collect"


def test_s14_one_card_is_burned_after_the_bets() -> None:
    """After a new shuffle, with bets down, the first card is burned and the deal begins."""
    room = procedures.new_room("blackjack-match-nh")
    procedures.until(room, "bets")
    bet(room, 1, 1000)
    room.do(c.CloseBetting())
    assert next_due(room).act == "burn"
    (burned,) = room.do(c.BurnCard())
    assert burned.clause == "NH Method s14"
    assert next_due(room)[:3] == ("card", DEALER, 1)


def test_s15_two_passes_from_the_left() -> None:
    """Players and dealer get two cards each in two passes."""
    playing.check_cards_go_round_clockwise("blackjack-match-nh")


def test_s16_second_dealer_card_comes_last_face_down() -> None:
    """The dealer's second card comes last, and its face is hidden."""
    playing.check_last_the_hole_card_face_down("blackjack-match-nh")


def test_s17_up_match_goes_from_right_to_left() -> None:
    """Dealer Up Match bets are settled from the right, after the deal."""
    room = scripted("blackjack-match-nh", cards="7c 8c 7d 9d 8d Th", seats=(1, 3))
    bet(room, 1, 1000, up_match=500)
    bet(room, 3, 1000, up_match=500)
    deal(room)
    settled = [event for event in room.events if isinstance(event, e.WagerSettled)]
    assert [(event.box, event.won_cents) for event in settled] == [(3, 0), (1, 2000)]


def test_s19_blackjacks_come_after_the_up_match() -> None:
    """Blackjacks are settled when the Up Match is."""
    room = scripted("blackjack-match-nh", cards="Ac 7d Kd Th")
    bet(room, 1, 1000, up_match=500)
    deal(room)
    kinds = room.kinds()
    assert kinds.index("WagerSettled") < kinds.index("HandSettled")


def test_s25_insurance_is_paid_after_the_antes() -> None:
    """On a dealer's Blackjack the Ante is taken and then insurance paid."""
    room = playing.offered("blackjack-match-nh", "9c 8c Ad 9d 8d Kh")
    room.do(c.Insure(player(1), 1, 500))
    room.house()
    money = [event for event in room.events if isinstance(event, e.HandSettled | e.WagerSettled)]
    told = [(type(event).__name__, event.won_cents) for event in money if event.box == 1]
    assert told == [("HandSettled", 0), ("WagerSettled", 1000)]


def test_s27_dealer_looks_under_a_ten() -> None:
    """Under a ten-value the dealer looks for an ace; under a seven not."""
    looked = playing.begun("blackjack-match-nh", "9c 8c Kd 9d 8d Ah")
    assert [event.blackjack for event in looked.events if isinstance(event, e.BlackjackAnswered)] == [True]
    assert not playing.begun("blackjack-match-nh", playing.PLAIN).of(e.HoleInserted)


def test_s29_without_blackjack_play_goes_on() -> None:
    """When the dealer has no Blackjack the first player is asked."""
    room = playing.begun("blackjack-match-nh", "9c 8c Kd 9d 8d 9h")
    assert next_due(room)[:2] == ("decide", player(1))


def test_s30_resolved_hand_is_mucked() -> None:
    """A finished hand without a Down Match goes to the rack whole."""
    room = scripted("blackjack-match-nh", cards="Ac 9c 7d Kd 9d Th", seats=(1, 3))
    bet(room, 1, 1000)
    bet(room, 3, 1000)
    deal(room)
    assert [discard.card for discard in room.state.rack[1:]] == [card("Ac"), card("Kd")]


def test_s31_first_two_cards_stay_under_the_down_match() -> None:
    """With a Down Match the first two cards of a finished hand stay on the table."""
    room = busted_with_down_match()
    hand = room.state.boxes[0].hands[0]
    assert (hand.cleared, hand.kept, hand.on_layout) == (True, 2, 2)
    assert room.state.rack[-1].card == card("Ks")


def test_s33_first_seat_on_the_left_acts_first() -> None:
    """The first seat on the dealer's left acts first."""
    playing.check_players_act_from_the_dealers_left("blackjack-match-nh")


def test_s37_the_hand_overrules_the_voice() -> None:
    """A hand that taps is hit though the mouth says stay."""
    room = playing.begun("blackjack-match-nh", playing.PLAIN)
    (decided,) = room.do(c.Signal(player(1), 1, 0, motion=Action.HIT, voice=Action.STAND))
    assert isinstance(decided, e.Decided)
    assert decided.action == Action.HIT


def test_s38_a_bust_is_taken_at_once() -> None:
    """The bet of a busted hand is taken before the next player acts."""
    room = busted_with_down_match()
    (settled,) = room.of(e.HandSettled)
    assert isinstance(settled, e.HandSettled)
    assert (settled.box, settled.returned_cents) == (1, 0)
    assert next_due(room)[:2] == ("decide", player(3))


def test_s39_turns_pass_until_everyone_has_acted() -> None:
    """Turns pass from the left until nobody is left."""
    room = playing.begun("blackjack-match-nh", playing.PLAIN)
    turns = []
    while next_due(room).act == "decide":
        turns.append(next_due(room).box)
        say(room, Action.STAND)
    assert turns == [1, 3]


def test_s40_down_card_is_turned_when_all_have_acted() -> None:
    """The down card is turned after the last decision."""
    playing.check_hole_card_is_turned_after_the_last_decision("blackjack-match-nh")


def test_s41_down_match_is_settled_on_the_down_card() -> None:
    """Down Match is paid by the down card, a busted hand's too, before the dealer draws."""
    room = busted_with_down_match()
    stand_all(room)
    (settled,) = [event for event in room.events if isinstance(event, e.WagerSettled)]
    assert (settled.wager, settled.returned_cents, settled.won_cents) == ("down_match", 500, 2000)
    kinds = room.kinds()
    assert kinds.index("HoleTurned") < kinds.index("WagerSettled")


def test_s47_hands_are_settled_from_the_right() -> None:
    """Hand by hand from the dealer's right."""
    playing.check_box_by_box_from_the_right("blackjack-match-nh")


def test_s48_hands_follow_until_the_second_cut_card() -> None:
    """Rounds follow each other until the cut card; then the cards are shuffled anew."""
    room = opened("blackjack-match-nh", seats=(1, 2, 3, 4, 5, 6))
    rounds = 0
    while not room.of(e.CoverCameOut):
        assert not room.state.reshuffle
        procedures.check_play_through(room)
        rounds += 1
    assert rounds > 5
    prepare(room)
    assert len(room.of(e.CardsShuffled)) == 2


def test_s21_insured_blackjack_takes_no_even_money() -> None:
    """Who has insured a Blackjack is not paid Even Money too."""
    playing.check_insured_blackjack_takes_no_even_money(GAME)


def test_s26_blackjacks_are_paid_before_insurance_is_taken() -> None:
    """Without a dealer's Blackjack: 3:2 first, then the Insurance, then play goes on."""
    assert settled(GAME, "Ac 9c Ad Kd 9d 7h", "insure 3", seats=(1, 3)) == (
        "1: 1000 + 1500, 3 insurance: 0 + 0, 3: 1000 + 0"
    )


def test_s47_split_hands_are_settled_from_the_right() -> None:
    """The second hand of a box before the first."""
    playing.check_split_hands_from_the_right(GAME)
