"""673a.7, the round: Blackjacks, drawing, the Second Chance, the dealer's hand, settlement."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import point_value
from pitboss.rules.dealer import (
    blackjack_ends_round,
    dealer_draws_at_all,
    dealer_must_draw,
    waits_for_dealer,
)
from pitboss.rules.hands import BoxHand, Dealt, Hand, dealer_total
from pitboss.rules.player import may_double, may_hit, may_stand, may_surrender, may_take_second_chance
from pitboss.rules.settlement import (
    HandPayment,
    Payment,
    Result,
    Stakes,
    main_result,
    second_chance_result,
    settle_hand,
)
from pitboss.rules.stakes import second_chance_stake
from tests.floor import box, dealt, game_of, hand, house_of, ranks, stakes

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
NOTHING = Payment(0, 0)
LOST = HandPayment(NOTHING, NOTHING, NOTHING)
RETURNED = HandPayment(Payment(1000, 0), NOTHING, NOTHING)
WON = HandPayment(Payment(1000, 1000), NOTHING, NOTHING)

CHANCE = stakes(1000, 0, 1000)
CHANCE_WON = HandPayment(Payment(1000, 0), NOTHING, Payment(1000, 1000))
CHANCE_RETURNED = HandPayment(Payment(1000, 0), NOTHING, Payment(1000, 0))

DEALER_20, DEALER_21, DEALER_22, DEALER_23 = "10 6 4", "10 6 5", "10 6 6", "10 6 7"
LIVE = range(4, 21)
"""Totals that meet the dealer's hand."""
DEALERS = range(17, 27)
"""Totals on which a dealer ends."""


def settled(player: BoxHand, wagers: Stakes, dealer: str, *choices: str) -> HandPayment:
    house = house_of(GAME, *choices)
    return settle_hand(player, wagers, dealt(dealer, house), house)


def total(points: int) -> BoxHand:
    """A hand of this many points, in three cards, none an ace."""
    return BoxHand(Hand(points, 0, 3), 2, 2, False, False, 0)


def result(points: int, dealer_points: int, *choices: str) -> Result:
    return main_result(total(points), Dealt(dealer_points, False), house_of(GAME, *choices))


def phases(*choices: str) -> list[str]:
    return [phase.name for phase in game_of(GAME, *choices).phases]


# ---- Blackjacks, the player's and the dealer's ----------------------------------------------


def test_f_blackjack_is_settled_before_insurance_and_reader() -> None:
    """A player's Blackjack is paid after the deal and before insurance, reader and any decision."""
    order = phases()
    start = order.index("deal")
    assert order[start : start + 4] == ["deal", "pay_blackjacks", "insurance", "reader"]
    assert order.count("pay_blackjacks") == 1


@pytest.mark.parametrize("dealer", ["A K", "K A", "10 9", DEALER_21, DEALER_22, DEALER_23])
def test_f_blackjack_wins_whatever_the_dealer_has(dealer: str) -> None:
    """A player's Blackjack is paid 2 to 1 even when the dealer turns out to have one."""
    paid = HandPayment(Payment(1000, 2000), NOTHING, NOTHING)
    assert settled(box("A K"), stakes(), dealer) == paid


def test_f_blackjack_has_no_further_part_in_the_round() -> None:
    """A hand that was paid as a Blackjack decides nothing and waits for nobody."""
    blackjack = box("10 A")
    assert not may_hit(blackjack, HOUSE)
    assert not may_stand(blackjack, HOUSE)
    assert not may_double(blackjack, HOUSE)
    assert not may_surrender(blackjack, HOUSE)
    assert not waits_for_dealer(blackjack, HOUSE)


def test_f_blackjack_ties_a_blackjack_if_read_so() -> None:
    """Read the usual way a Blackjack is paid after the reader, and two Blackjacks tie."""
    order = phases("reading.B1=R2")
    assert order.index("reader") < order.index("dealer_blackjack") < order.index("pay_blackjacks")
    assert order.index("pay_blackjacks") < order.index("decisions")
    assert settled(box("A K"), stakes(), "A K", "reading.B1=R2") == RETURNED
    assert settled(box("A K"), stakes(), DEALER_21, "reading.B1=R2").wager == Payment(1000, 2000)


def test_h_s3_dealers_blackjack_stops_the_deal() -> None:
    """No more cards are dealt when the dealer has an ace with a ten-value, whichever of them is up."""
    found = {
        (up, hole) for up in range(1, 14) for hole in range(1, 14) if blackjack_ends_round(up, hole, HOUSE)
    }
    tens = ranks("10 J Q K")
    assert found == {(1, ten) for ten in tens} | {(ten, 1) for ten in tens}


@pytest.mark.parametrize("cards", ["10 10", "A A", "A 9", "2 3"])
@pytest.mark.parametrize("dealer", ["A K", "10 A"])
def test_h_s3_dealers_blackjack_takes_every_wager(cards: str, dealer: str) -> None:
    """Every Blackjack Wager still on the layout is lost to a dealer's Blackjack, and not to a later 21."""
    assert settled(box(cards), stakes(), dealer) == LOST
    assert settled(box("10 10"), stakes(), "A 2 7") == RETURNED


# ---- Drawing --------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["2 2", "10 10", "A 9", "10 6 4", "A 2 3 4", "A A"])
def test_k_player_may_draw_below_21(cards: str) -> None:
    """A player may draw to any total below 21, a 20 included."""
    assert may_hit(box(cards), HOUSE)


def test_k_player_may_not_draw_to_a_bust() -> None:
    """Over 21 there is no more drawing to the total."""
    assert not may_hit(box("10 6 6"), HOUSE)


@pytest.mark.parametrize("cards", ["10 6 5", "7 7 7", "A 10 K", "A 5 5", "A 4 6"])
def test_k_1_nobody_draws_to_21(cards: str) -> None:
    """A hard or soft 21 takes no more cards."""
    assert not may_hit(box(cards), HOUSE)


def test_k_1_split_21_is_not_doubled() -> None:
    """An ace and a ten-value on a split hand are a 21, which takes no card of a double either."""
    assert not may_hit(box("A K", split=True), HOUSE)
    assert not may_double(box("10 A", split=True), HOUSE)


@pytest.mark.parametrize("cards", ["6 5 2", "A 6 2", "2 2 2"])
def test_k_2_doubled_hand_draws_once(cards: str) -> None:
    """After the one card of a double there is no second, where an undoubled hand might draw."""
    assert may_hit(box(cards), HOUSE)
    assert not may_hit(box(cards, doubled=True), HOUSE)


def test_k_2_card_of_a_double_may_bust_into_a_second_chance() -> None:
    """The one card of a double counts as drawn: over 21 it is offered a Second Chance."""
    assert may_take_second_chance(box("10 6 K", doubled=True), HOUSE)


# ---- The Second Chance ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "asked"),
    [
        (box("10 6 6"), True),
        (box("10 9 K"), True),
        (box("10 6 K", doubled=True), True),
        (box("8 6 K", split=True), True),
        (box("10 6 5"), False),
        (box("10 10"), False),
        (box("A K 9"), False),
        (box("A 9 8"), False),
    ],
)
def test_l_hand_over_21_is_asked(player: BoxHand, asked: bool) -> None:
    """A hand that drew to more than 21, doubled and split hands too, may buy a Second Chance."""
    assert may_take_second_chance(player, HOUSE) is asked


def test_l_second_chance_is_one_card() -> None:
    """A hand still over 21 after its Second Chance gets no other."""
    assert not may_take_second_chance(box("10 9 K", chance=2), HOUSE)
    assert not may_hit(box("10 9 K", chance=10), HOUSE)


def test_l_split_hands_have_none_if_read_so() -> None:
    """Read narrowly, only a hand that was not split may take a Second Chance."""
    house = house_of(GAME, "reading.B21=R2")
    assert may_take_second_chance(box("8 6 K"), house)
    assert not may_take_second_chance(box("8 6 K", split=True), house)


@pytest.mark.parametrize("dealer", ["10 7", DEALER_21, DEALER_22, DEALER_23])
def test_l_declined_second_chance_is_lost(dealer: str) -> None:
    """A bust whose player declines is lost at once, with its double, whatever the dealer makes."""
    assert settled(box("10 6 6"), stakes(), dealer) == LOST
    assert settled(box("10 6 6", doubled=True), stakes(1000, 1000), dealer) == LOST
    assert not waits_for_dealer(box("10 6 6"), HOUSE)


@pytest.mark.parametrize(
    ("dealer", "payment"), [("10 7", LOST), (DEALER_21, LOST), (DEALER_22, RETURNED), (DEALER_23, LOST)]
)
def test_l_declined_second_chance_waits_if_read_so(dealer: str, payment: HandPayment) -> None:
    """By the letter a declined bust waits for the dealer and comes back on a 22 alone."""
    assert waits_for_dealer(box("10 6 6"), house_of(GAME, "reading.B7=R2"))
    assert settled(box("10 6 6"), stakes(), dealer, "reading.B7=R2") == payment


@pytest.mark.parametrize(
    ("wager_cents", "double_cents", "chance_cents"), [(1000, 0, 1000), (1000, 1000, 2000), (1000, 400, 1400)]
)
def test_l_s2_stake_equals_the_current_wager(wager_cents: int, double_cents: int, chance_cents: int) -> None:
    """A Second Chance costs the hand's wager as it stands, its double included."""
    assert second_chance_stake(wager_cents, double_cents, HOUSE) == chance_cents


def test_l_s2_stake_equals_the_original_wager_if_read_so() -> None:
    """Read otherwise, a doubled hand buys its Second Chance for the original wager alone."""
    assert second_chance_stake(1000, 1000, house_of(GAME, "reading.B3=R2")) == 1000


def test_l_s2_no_second_chance_for_less() -> None:
    """No reading lets a Second Chance be bought for less than the whole."""
    with pytest.raises(BadChoice, match=re.escape("673a.7(l) s2")):
        game_of(GAME, "reading.B22=R2")


@pytest.mark.parametrize("rank", range(6, 10))
def test_l_s4_value_is_subtracted(rank: int) -> None:
    """A total of 26 less a card of 6 to 9 ties the dealer who has just that much, and beats one less."""
    player = box("10 6 K", chance=point_value(rank))
    assert second_chance_result(player, Dealt(26 - rank, False), HOUSE) == Result.TIE
    assert second_chance_result(player, Dealt(25 - rank, False), HOUSE) == Result.WIN


@pytest.mark.parametrize("face", ["10", "J", "Q", "K"])
def test_l_s4_ten_values_take_off_10(face: str) -> None:
    """A 10, jack, queen or king takes 10 off: 29 becomes 19."""
    chance = point_value(ranks(face)[0])
    player = box("10 9 K", chance=chance)
    against = [second_chance_result(player, Dealt(points, False), HOUSE) for points in (18, 19, 20)]
    assert against == [Result.WIN, Result.TIE, Result.LOSE]


@pytest.mark.parametrize(
    ("dealer_points", "expected"),
    [(19, Result.WIN), (20, Result.TIE), (21, Result.LOSE), (22, Result.TIE), (23, Result.WIN)],
)
def test_l_s5_worked_example(dealer_points: int, expected: Result) -> None:
    """A hand of 25 with a second chance card of 5 is a 20: it ties 20, beats 19 and loses to 21."""
    assert second_chance_result(box("10 5 K", chance=5), Dealt(dealer_points, False), HOUSE) == expected


@pytest.mark.parametrize(("cards", "expected"), [("10 6 6", Result.WIN), ("10 6 7", Result.LOSE)])
def test_l_s6_ace_takes_off_1(cards: str, expected: Result) -> None:
    """An ace drawn as the second chance card turns 22 into 21, and 23 only into 22."""
    ace = point_value(ranks("A")[0])
    assert ace == 1
    assert second_chance_result(box(cards, chance=ace), Dealt(17, False), HOUSE) == expected


def test_l_s6_ace_is_a_second_chance_card_like_any_other() -> None:
    """With an ace drawn the Second Chance is spent: 22 is paid as 21 at once, 23 is lost."""
    assert settled(box("10 6 6", chance=1), CHANCE, DEALER_21) == CHANCE_WON
    assert settled(box("10 6 7", chance=1), CHANCE, DEALER_22) == LOST
    assert not may_take_second_chance(box("10 6 7", chance=1), HOUSE)
    by_the_letter = house_of(GAME, "reading.B7=R2")
    assert waits_for_dealer(box("10 6 7"), by_the_letter)
    assert not waits_for_dealer(box("10 6 7", chance=1), by_the_letter)


def test_l_s6_ace_in_the_busted_hand_counts_1() -> None:
    """In a bust every ace counts 1: A-5-7-10 is 23, and a 3 makes it 20."""
    player = box("A 5 7 10", chance=3)
    assert second_chance_result(player, Dealt(20, False), HOUSE) == Result.TIE


@pytest.mark.parametrize(
    ("cards", "expected", "waits"),
    [
        ("10 7 K", Result.LOSE, False),
        ("10 6 K", Result.WIN, False),
        ("10 5 K", Result.LOSE, True),
    ],
)
def test_l_s7_total_left_decides(cards: str, expected: Result, waits: bool) -> None:
    """After a 5, a 27 is lost, a 26 won at once, and a 25 meets the dealer, here with 21."""
    player = box(cards, chance=5)
    assert second_chance_result(player, Dealt(21, False), HOUSE) == expected
    assert waits_for_dealer(player, HOUSE) is waits


@pytest.mark.parametrize("dealer", ["10 7", DEALER_21, DEALER_22, DEALER_23])
@pytest.mark.parametrize("choice", ["reading.B7=R1", "reading.B7=R2"])
def test_l_1_still_over_21_loses_both_wagers(dealer: str, choice: str) -> None:
    """A hand still over 21 after its Second Chance is lost at once with both wagers, a 22 or not."""
    player = box("10 6 K", chance=4)
    assert settled(player, CHANCE, dealer, choice) == LOST
    assert not waits_for_dealer(player, house_of(GAME, choice))


def test_l_1_doubled_hand_loses_its_double_too() -> None:
    """A doubled hand still over 21 loses wager, double and Second Chance."""
    player = box("10 6 K", doubled=True, chance=4)
    assert settled(player, stakes(1000, 1000, 2000), DEALER_22) == LOST


@pytest.mark.parametrize("dealer", [DEALER_20, DEALER_21, DEALER_22, DEALER_23])
def test_l_2_second_chance_to_21_is_paid_at_once(dealer: str) -> None:
    """A Second Chance that leaves 21 wins 1 to 1, the Blackjack Wager comes back, and no dealer matters."""
    player = box("10 6 K", chance=5)
    assert settled(player, CHANCE, dealer) == CHANCE_WON
    assert not waits_for_dealer(player, HOUSE)


def test_l_2_doubled_hand_gets_its_double_back() -> None:
    """Of a doubled hand the Second Chance wins, and wager and double only come back."""
    player = box("10 6 K", doubled=True, chance=5)
    paid = HandPayment(Payment(1000, 0), Payment(1000, 0), Payment(2000, 2000))
    assert settled(player, stakes(1000, 1000, 2000), DEALER_20) == paid


@pytest.mark.parametrize(
    ("dealer", "payment"),
    [("10 9", CHANCE_WON), (DEALER_20, CHANCE_RETURNED), (DEALER_21, LOST), (DEALER_22, CHANCE_RETURNED)],
)
def test_l_3_less_than_21_stays_in_play(dealer: str, payment: HandPayment) -> None:
    """A Second Chance that leaves less than 21 waits for the dealer and is settled by comparison."""
    player = box("10 5 K", chance=5)
    assert waits_for_dealer(player, HOUSE)
    assert not may_hit(player, HOUSE)
    assert settled(player, CHANCE, dealer) == payment


# ---- Hands of 21 ----------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", ["10 7", DEALER_21, DEALER_22, DEALER_23])
@pytest.mark.parametrize("player", [box("7 7 7"), box("A 4 6"), box("A K", split=True)])
def test_m_21_is_paid_before_the_dealer_plays(player: BoxHand, dealer: str) -> None:
    """A 21 of any cards wins 1 to 1 and never meets the dealer's 21 or 22."""
    assert settled(player, stakes(), dealer) == WON
    assert not waits_for_dealer(player, HOUSE)


def test_m_doubled_21_is_paid_with_its_double() -> None:
    """A hand doubled to 21 wins both its wagers."""
    paid = HandPayment(Payment(1000, 1000), Payment(1000, 1000), NOTHING)
    assert settled(box("6 5 K", doubled=True), stakes(1000, 1000), DEALER_21) == paid


def test_m_20_is_not_paid_at_once() -> None:
    """A 20 waits for the dealer, and only a 21 does not."""
    assert waits_for_dealer(box("10 6 4"), HOUSE)
    assert settled(box("10 6 4"), stakes(), DEALER_21) == LOST


def test_m_comes_before_the_hole_card() -> None:
    """Hands of 21 are paid after the decisions and before the hole card is turned."""
    order = phases()
    start = order.index("decisions")
    assert order[start : start + 3] == ["decisions", "pay_21", "hole_card"]


# ---- The dealer's hand ----------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["10 6", "A 5", "2 2", "A A", "10 2 4", "A 5 10"])
def test_o_dealer_draws_to_16(cards: str) -> None:
    """The dealer draws on every total up to 16, hard or soft."""
    assert dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)


@pytest.mark.parametrize(
    "cards",
    ["10 7", "A 6", "A 2 4", "A 7", "10 8", "A 8", "10 9", "A 9", "10 10", "A 6 4", "10 6 5", "10 6 6"],
)
def test_o_dealer_stands_on_every_17(cards: str) -> None:
    """The dealer stands on 17 to 21, hard or soft, and on what is over."""
    assert not dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)


def test_o_soft_17_is_not_hit() -> None:
    """A table may not let the dealer hit a soft 17."""
    with pytest.raises(BadChoice, match=re.escape("673a.7(o)")):
        game_of(GAME, "soft_17=hit")


def test_p_dealer_draws_only_for_a_wager_that_waits() -> None:
    """The dealer draws when a hand waits for the count, and otherwise nothing."""
    assert dealer_draws_at_all(True, HOUSE)
    assert not dealer_draws_at_all(False, HOUSE)


@pytest.mark.parametrize(
    ("player", "waits"),
    [
        (box("10 6"), True),
        (box("10 10"), True),
        (box("10 6 4", doubled=True), True),
        (box("10 6 K", chance=6), True),
        (box("10 6 K", chance=5), False),
        (box("10 6 K", chance=4), False),
        (box("10 6 5"), False),
        (box("10 6 6"), False),
        (box("A K"), False),
    ],
)
def test_p_hands_that_wait_for_the_count(player: BoxHand, waits: bool) -> None:
    """Hands below 21 wait, a Second Chance included; a 21, a bust and a Blackjack are decided."""
    assert waits_for_dealer(player, HOUSE) is waits


# ---- Comparing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "payment"), [(DEALER_21, LOST), (DEALER_20, RETURNED), (DEALER_22, RETURNED), (DEALER_23, WON)]
)
def test_q_final_total_decides(dealer: str, payment: HandPayment) -> None:
    """A 20 is returned on a dealer's 22, compared with 21 or less, and wins against more."""
    assert settled(box("10 10"), stakes(), dealer) == payment


@pytest.mark.parametrize("points", LIVE)
def test_q_1_dealers_22_returns_every_wager(points: int) -> None:
    """A dealer's 22 returns the wager of every hand still open, from 4 to 20."""
    assert result(points, 22) == Result.TIE


def test_q_1_dealers_22_returns_doubles_and_second_chances() -> None:
    """Doubles and Second Chances come back with the wager, and two ten-values are no exception."""
    doubled = HandPayment(Payment(1000, 0), Payment(1000, 0), NOTHING)
    assert settled(box("6 5 9", doubled=True), stakes(1000, 1000), DEALER_22) == doubled
    assert settled(box("10 6 K", chance=7), CHANCE, DEALER_22) == CHANCE_RETURNED
    assert settled(box("K Q"), stakes(), DEALER_22) == RETURNED


def test_q_1_dealers_22_loses_if_read_so() -> None:
    """Read with (r), a 22 is in excess of 21 and loses to every hand still open."""
    assert settled(box("10 2"), stakes(), DEALER_22, "reading.B2=R2") == WON
    assert settled(box("10 6 K", chance=7), CHANCE, DEALER_22, "reading.B2=R2") == CHANCE_WON
    assert settled(box("10 6 6"), stakes(), DEALER_22, "reading.B2=R2") == LOST


@pytest.mark.parametrize(
    ("dealer_points", "expected"), [(18, Result.WIN), (19, Result.TIE), (20, Result.LOSE), (23, Result.WIN)]
)
def test_r_hand_wins_ties_or_loses(dealer_points: int, expected: Result) -> None:
    """A 19 beats 18, ties 19, loses to 20, and beats a dealer over 22."""
    assert result(19, dealer_points) == expected


def test_r_1_winning_hands() -> None:
    """A hand wins against a dealer over 22, or by being higher, and never otherwise."""
    wins = {(mine, his) for mine in LIVE for his in DEALERS if result(mine, his) == Result.WIN}
    assert wins == {(mine, his) for mine in LIVE for his in DEALERS if his > 22 or his < mine}


@pytest.mark.parametrize("points", LIVE)
@pytest.mark.parametrize("dealer_points", range(23, 27))
def test_r_1_i_dealer_in_excess(points: int, dealer_points: int) -> None:
    """Every hand below 21 beats a dealer of 23 or more, and of 22 only if read so."""
    assert result(points, dealer_points) == Result.WIN
    assert result(points, 22) == Result.TIE
    assert result(points, 22, "reading.B2=R2") == Result.WIN


@pytest.mark.parametrize("points", [18, 19, 20])
def test_r_1_ii_higher_hand(points: int) -> None:
    """A hand one point above the dealer wins."""
    assert result(points, points - 1) == Result.WIN


@pytest.mark.parametrize("points", [17, 18, 19, 20])
def test_r_2_equal_totals(points: int) -> None:
    """Equal totals tie, in however many cards."""
    assert result(points, points) == Result.TIE
    assert settled(box("A 6 10"), stakes(), "10 7") == RETURNED


def test_r_3_losing_hands() -> None:
    """A hand below 21 loses to a higher dealer of 21 or less, and never otherwise."""
    losses = {(mine, his) for mine in LIVE for his in DEALERS if result(mine, his) == Result.LOSE}
    assert losses == {(mine, his) for mine in LIVE for his in DEALERS if mine < his <= 21}


@pytest.mark.parametrize("points", [22, 26, 30])
@pytest.mark.parametrize("dealer_points", range(17, 22))
@pytest.mark.parametrize("choice", ["reading.B7=R1", "reading.B7=R2"])
def test_r_3_i_player_in_excess(points: int, dealer_points: int, choice: str) -> None:
    """A hand over 21 loses to any dealer of 21 or less, however declined busts are read."""
    assert result(points, dealer_points, choice) == Result.LOSE


@pytest.mark.parametrize("dealer_points", [17, 18, 19, 20, 21])
def test_r_3_ii_higher_dealer(dealer_points: int) -> None:
    """A hand one point below the dealer loses."""
    assert result(dealer_points - 1, dealer_points) == Result.LOSE


# ---- What a compared hand is paid -----------------------------------------------------------


@pytest.mark.parametrize(("dealer", "payment"), [("10 8", WON), ("10 9", RETURNED), ("10 10", LOST)])
def test_s_wagers_follow_the_result(dealer: str, payment: HandPayment) -> None:
    """A 19 is paid against 18, returned against 19 and lost against 20."""
    assert settled(box("10 9"), stakes(), dealer) == payment


def test_s_1_winning_hand_with_and_without_second_chance() -> None:
    """The same winning 20 wins on one wager only: the Second Chance if there is one, else the first."""
    assert settled(box("10 10"), stakes(), "10 9") == WON
    assert settled(box("10 6 K", chance=6), CHANCE, "10 9") == CHANCE_WON


@pytest.mark.parametrize("dealer", ["10 9", DEALER_23])
def test_s_1_i_second_chance_wins_and_wager_returns(dealer: str) -> None:
    """A winning Second Chance is paid 1 to 1 and wager and double are only returned."""
    assert settled(box("10 6 K", chance=6), CHANCE, dealer) == CHANCE_WON
    doubled = HandPayment(Payment(1000, 0), Payment(500, 0), Payment(1500, 1500))
    assert settled(box("10 6 K", doubled=True, chance=6), stakes(1000, 500, 1500), dealer) == doubled


@pytest.mark.parametrize("dealer", ["10 9", DEALER_23])
def test_s_1_ii_blackjack_wager_wins(dealer: str) -> None:
    """Without a Second Chance the Blackjack Wager, and its double, win 1 to 1."""
    assert settled(box("10 10"), stakes(), dealer) == WON
    doubled = HandPayment(Payment(1000, 1000), Payment(500, 500), NOTHING)
    assert settled(box("6 5 9", doubled=True), stakes(1000, 500), dealer) == doubled


def test_s_2_tie_returns_every_wager() -> None:
    """On a tie wager, double and Second Chance come back, and nothing is won."""
    assert settled(box("10 10"), stakes(), DEALER_20) == RETURNED
    assert settled(box("10 6 K", chance=6), CHANCE, DEALER_20) == CHANCE_RETURNED
    doubled = HandPayment(Payment(1000, 0), Payment(1000, 0), NOTHING)
    assert settled(box("6 5 9", doubled=True), stakes(1000, 1000), DEALER_20) == doubled


@pytest.mark.parametrize(
    ("player", "wagers"),
    [
        (box("10 10"), stakes()),
        (box("6 5 9", doubled=True), stakes(1000, 1000)),
        (box("10 6 K", chance=6), CHANCE),
        (box("10 6 K", doubled=True, chance=6), stakes(1000, 1000, 2000)),
    ],
)
def test_s_3_loss_takes_every_wager(player: BoxHand, wagers: Stakes) -> None:
    """On a loss wager, double and Second Chance are all taken."""
    assert settled(player, wagers, DEALER_21) == LOST


@pytest.mark.parametrize("order", ["collect_then_pay", "box_by_box"])
def test_t_settlement_order_is_designated(order: str) -> None:
    """Losing wagers are all taken before winning ones are paid, or box by box, as the house designates."""
    assert game_of(GAME, f"settlement_order={order}").option_values["settlement_order"] == order


def test_t_settlement_has_no_third_order() -> None:
    """Winning wagers are not paid before the losing ones are taken."""
    with pytest.raises(BadChoice, match=re.escape("673a.7(t)")):
        game_of(GAME, "settlement_order=pay_then_collect")
