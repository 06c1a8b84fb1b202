"""58 Pa. Code § 685a.7: the round, up to the dealer's last card. Settlement is in the lower half."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import Light, Range, light_of, range_of
from pitboss.rules.dealer import blackjack_ends_round, dealer_draws_at_all, dealer_must_draw, waits_for_dealer
from pitboss.rules.hands import BoxHand, dealer_total, player_total
from pitboss.rules.house import House
from pitboss.rules.match import settle_match
from pitboss.rules.player import may_double, may_hit, may_split, may_stand, may_surrender
from pitboss.rules.settlement import (
    Payment,
    Result,
    main_result,
    settle_even_money,
    settle_hand,
    settle_insurance,
)
from tests.floor import RANKS, box, card, dealt, game_of, hand, house_of, stakes

GAME = "down-under-pa"
HOUSE = house_of(GAME)

LOST = Payment(0, 0)
BACK = Payment(1000, 0)
EVEN = Payment(1000, 1000)
THREE_TO_TWO = Payment(1000, 1500)


def bet_of_1000(cards: BoxHand, dealer: str, house: House = HOUSE) -> Payment:
    """What a Bet Wager of ten dollars on this hand brings back."""
    return settle_hand(cards, stakes(1000), dealt(dealer, house), house).wager


def match_of_100(first: str, second: str, up: str, house: House = HOUSE) -> Payment:
    return settle_match(100, card(first), card(second), card(up), house)


# ---- Match-the-Dealer


@pytest.mark.parametrize(
    ("first", "second", "up", "won_cents"),
    [("8h", "5d", "8c", 400), ("5d", "8h", "8c", 400), ("8c", "5d", "8c", 1100), ("8h", "8d", "8c", 800),
     ("8c", "8d", "8c", 1500), ("8c", "8c", "8c", 2200), ("As", "Kd", "Ah", 400)],
)  # fmt: skip
def test_f_s2_one_or_both_cards_of_the_up_cards_rank_win(
    first: str, second: str, up: str, won_cents: int
) -> None:
    """Match-the-Dealer wins when one or both first cards have the up card's rank; both are paid."""
    assert match_of_100(first, second, up) == Payment(100, won_cents)


@pytest.mark.parametrize(("first", "second"), [("7c", "9c"), ("2c", "Kc"), ("Ac", "4c")])
def test_f_s2_match_of_suit_alone_loses(first: str, second: str) -> None:
    """Match-the-Dealer loses when neither card has the up card's rank, whatever the suits."""
    assert match_of_100(first, second, "8c") == LOST


@pytest.mark.parametrize(("reading", "won_cents"), [("R1", 1500), ("R2", 1100), ("R3", 400)])
def test_f_s2_two_matches_by_reading(reading: str, won_cents: int) -> None:
    """Two matches pay both, or under D5 R2 the higher, or under D5 R3 the lower."""
    house = house_of(GAME, f"reading.D5={reading}")
    assert match_of_100("8c", "8d", "8c", house) == Payment(100, won_cents)
    assert match_of_100("8c", "2d", "8c", house) == Payment(100, 1100)


@pytest.mark.parametrize("rank", ["10", "J", "Q", "K"])
def test_f_s3_ten_value_matches_its_own_rank_only(rank: str) -> None:
    """A 10, jack, queen or king matches a card of its own rank and no other ten-value."""
    others = [other for other in ("10", "J", "Q", "K") if other != rank]
    assert match_of_100(f"{rank}h", "2d", f"{rank}c") == Payment(100, 400)
    for other in others:
        assert match_of_100(f"{rank}c", "2d", f"{other}c") == LOST


def test_f_s3_identical_card_by_the_other_reading() -> None:
    """Under reading D6 R2 a ten-value matches only in rank and suit; other ranks match as before."""
    house = house_of(GAME, "reading.D6=R2")
    assert match_of_100("Kh", "2d", "Kc", house) == LOST
    assert match_of_100("10h", "2d", "10c", house) == LOST
    assert match_of_100("Kc", "2d", "Kc", house) == Payment(100, 1100)
    assert match_of_100("Kc", "Kd", "Kc", house) == Payment(100, 1100)
    assert match_of_100("Kc", "Jc", "Qc", house) == LOST
    assert match_of_100("9h", "2d", "9c", house) == Payment(100, 400)
    assert match_of_100("Ah", "2d", "Ac", house) == Payment(100, 400)


# ---- The reader and the dealer's Blackjack


@pytest.mark.parametrize("hole", ["2", "3", "4", "5"])
def test_h_s3_small_hole_card_lights_blue(hole: str) -> None:
    """A hole card of 2 to 5 gives the light of the Small range."""
    assert range_of(RANKS[hole]) == Range.SMALL
    assert light_of(RANKS[hole]) == Light.BLUE


@pytest.mark.parametrize("hole", ["6", "7", "8", "9"])
def test_h_s4_medium_hole_card_lights_red(hole: str) -> None:
    """A hole card of 6 to 9 gives the light of the Medium range."""
    assert range_of(RANKS[hole]) == Range.MEDIUM
    assert light_of(RANKS[hole]) == Light.RED


@pytest.mark.parametrize("hole", ["10", "J", "Q", "K", "A"])
def test_h_s5_large_hole_card_lights_yellow(hole: str) -> None:
    """A hole card of ten-value or an ace gives the light of the Large range."""
    assert range_of(RANKS[hole]) == Range.LARGE
    assert light_of(RANKS[hole]) == Light.YELLOW


@pytest.mark.parametrize(("up", "hole"), [("A", "10"), ("A", "K"), ("J", "A"), ("10", "A")])
def test_h_s8_dealers_blackjack_ends_the_round(up: str, hole: str) -> None:
    """On a dealer's Blackjack no more cards are dealt, whichever of the two lies face up."""
    assert blackjack_ends_round(RANKS[up], RANKS[hole], HOUSE)


@pytest.mark.parametrize(("up", "hole"), [("A", "A"), ("10", "K"), ("A", "9"), ("9", "A"), ("6", "5")])
def test_h_s8_any_other_hand_goes_on(up: str, hole: str) -> None:
    """Without a dealer's Blackjack the round goes on, even behind two exposed Large cards."""
    assert not blackjack_ends_round(RANKS[up], RANKS[hole], HOUSE)


@pytest.mark.parametrize("dealer", ["A Q", "Q A"])
def test_h_1_two_blackjacks_return_the_bet_wager(dealer: str) -> None:
    """A player's Blackjack against the dealer's gets the Bet Wager back, and insurance is paid."""
    assert bet_of_1000(box("A K"), dealer) == BACK
    assert settle_insurance(500, dealt(dealer, HOUSE), HOUSE) == Payment(500, 1000)


def test_h_1_even_money_equals_full_insurance() -> None:
    """Returned Bet Wager and full insurance together bring what even money brings at once."""
    dealer = dealt("A K", HOUSE)
    wager = settle_hand(box("A Q"), stakes(1000), dealer, HOUSE).wager
    insurance = settle_insurance(500, dealer, HOUSE)
    insured = wager.returned_cents + wager.won_cents + insurance.won_cents
    assert insured == sum(settle_even_money(1000)) == 2000


@pytest.mark.parametrize("cards", ["K Q", "A 9", "A A", "7 7 7", "5 2"])
def test_h_2_other_hands_lose_the_bet_wager(cards: str) -> None:
    """Against a dealer's Blackjack every hand but a Blackjack loses, a 21 too, and insurance is paid."""
    assert bet_of_1000(box(cards), "A K") == LOST
    assert bet_of_1000(box(cards), "10 A") == LOST
    assert settle_insurance(500, dealt("A K", HOUSE), HOUSE) == Payment(500, 1000)


def test_h_2_dealers_drawn_21_is_no_blackjack() -> None:
    """Against a 21 that the dealer drew, a player's 21 is returned and not collected."""
    assert bet_of_1000(box("7 7 7"), "9 2 K") == BACK


# ---- The player's decisions


def test_i_2_player_without_blackjack_has_four_decisions() -> None:
    """A player without Blackjack may stand or draw, double the first two cards, and split a pair."""
    pair, other = box("8 8"), box("8 7")
    assert may_stand(pair, HOUSE)
    assert may_hit(pair, HOUSE)
    assert may_double(pair, HOUSE)
    assert may_split(pair, 1, HOUSE)
    assert may_stand(other, HOUSE)
    assert may_hit(other, HOUSE)
    assert may_double(other, HOUSE)
    assert not may_split(other, 1, HOUSE)


def test_i_2_player_with_blackjack_decides_nothing() -> None:
    """A player with Blackjack is paid, and has no decision to make."""
    natural = box("A K")
    assert not may_stand(natural, HOUSE)
    assert not may_hit(natural, HOUSE)
    assert not may_double(natural, HOUSE)
    assert not may_split(natural, 1, HOUSE)


@pytest.mark.parametrize("cards", [box("10 6 6"), box("5 6 2", doubled=True)])
def test_i_2_finished_hand_has_no_decision(cards: BoxHand) -> None:
    """A hand over 21, or doubled, has nothing left to decide."""
    assert not may_stand(cards, HOUSE)
    assert not may_hit(cards, HOUSE)
    assert not may_double(cards, HOUSE)


@pytest.mark.parametrize("cards", ["10 6", "8 8", "A 5", "9 7"])
def test_i_2_s2_no_hand_may_surrender(cards: str) -> None:
    """No player may surrender, not even on the first two cards."""
    assert not may_surrender(box(cards), HOUSE)


@pytest.mark.parametrize("kind", ["late", "early"])
def test_i_2_s2_surrender_cannot_be_offered(kind: str) -> None:
    """A house that wants to offer surrender is refused."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, f"surrender={kind}")
    (fault,) = refusal.value.faults
    assert (fault.allowed, fault.clause) == ("none (not offered)", "685a.7(i)(2) s2")


@pytest.mark.parametrize("cards", ["2 3", "10 2", "10 6", "A 9", "10 5 5", "A A A A", "A 5 4 10", "10 9 A"])
def test_k_draw_below_21(cards: str) -> None:
    """A player may draw as long as the total is below 21, hard or soft."""
    assert player_total(hand(cards)).points < 21
    assert may_hit(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["10 6 6", "10 9 3", "K Q A A"])
def test_k_draw_over_21_is_barred(cards: str) -> None:
    """A player above 21 may not draw."""
    assert not may_hit(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["7 7 7", "10 6 5", "A 5 5", "A A 9", "9 A A 10", "10 2 8 A"])
def test_k_1_no_draw_at_21(cards: str) -> None:
    """At 21, hard or soft, a player may not draw."""
    assert player_total(hand(cards)).points == 21
    assert not may_hit(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["10 A", "A 10"])
def test_k_1_split_hand_of_21_neither_draws_nor_doubles(cards: str) -> None:
    """A split hand of 21 is no Blackjack, and is as closed to more cards as any 21."""
    assert not may_hit(box(cards, split=True), HOUSE)
    assert not may_double(box(cards, split=True), HOUSE)


@pytest.mark.parametrize("cards", ["5 6 2", "A 6 5", "2 2 2"])
def test_k_2_double_draws_one_card_only(cards: str) -> None:
    """After the one card of a double the hand may not draw, though the same cards undoubled may."""
    assert not may_hit(box(cards, doubled=True), HOUSE)
    assert may_hit(box(cards), HOUSE)


# ---- The dealer's hand


@pytest.mark.parametrize("cards", ["2 3", "10 2", "10 6", "A 2", "A 5", "6 5 5", "6 6 A", "A 5 10"])
def test_m_dealer_draws_to_16(cards: str) -> None:
    """The dealer draws on every total below 17, hard or soft."""
    total = dealer_total(hand(cards), HOUSE)
    assert total.points <= 16
    assert dealer_must_draw(total, HOUSE)


@pytest.mark.parametrize(
    "cards",
    ["10 7", "10 8", "10 9", "K Q", "7 7 7", "10 6 6", "10 6 7", "A 6", "A 7", "A 8", "A 9", "A K", "A A"],
)
def test_m_dealer_stands_from_17(cards: str) -> None:
    """The dealer stands on 17 to 22, hard or soft, on a soft 17 too."""
    assert not dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)


@pytest.mark.parametrize("cards", ["A 2 9", "A 5 6", "6 5 A", "3 8 A"])
def test_m_dealer_stands_on_a_soft_22(cards: str) -> None:
    """Where the ace makes 22 the dealer stands; under reading D1 R2 it makes 12 and the dealer draws."""
    assert not dealer_must_draw(dealer_total(hand(cards), HOUSE), HOUSE)
    ordinary = house_of(GAME, "reading.D1=R2")
    assert dealer_must_draw(dealer_total(hand(cards), ordinary), ordinary)


@pytest.mark.parametrize(("reading", "draws"), [("R1", False), ("R2", True), ("R3", False), ("R4", True)])
def test_m_pair_of_aces_by_reading(reading: str, draws: bool) -> None:
    """The dealer's pair of aces stands as a 22 or is drawn to as a 12, as D1 is read."""
    house = house_of(GAME, f"reading.D1={reading}")
    assert dealer_must_draw(dealer_total(hand("A A"), house), house) is draws


def test_m_soft_17_cannot_be_drawn_to() -> None:
    """A house that wants to draw to a soft 17 is refused."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "soft_17=hit")
    assert "685a.7(m)" in refusal.value.faults[0].clause


def test_m_dealer_plays_out() -> None:
    """The dealer completes the hand even if no wager waits for it, but not under reading D4 R2."""
    sparing = house_of(GAME, "reading.D4=R2")
    assert dealer_draws_at_all(False, HOUSE)
    assert not dealer_draws_at_all(False, sparing)
    assert dealer_draws_at_all(True, sparing)


@pytest.mark.parametrize("cards", ["2 2", "10 9", "7 7 7"])
def test_m_dealer_draws_for_a_hand_that_waits(cards: str) -> None:
    """Under D4 R2 the dealer draws for a live hand, for a bust only under D3 R2, never for a Blackjack."""
    sparing = house_of(GAME, "reading.D4=R2")
    returning = house_of(GAME, "reading.D4=R2", "reading.D3=R2")
    assert waits_for_dealer(box(cards), sparing)
    assert not waits_for_dealer(box("A K"), sparing)
    assert not waits_for_dealer(box("10 6 6"), sparing)
    assert waits_for_dealer(box("10 6 6"), returning)


# ---- Settlement


@pytest.mark.parametrize(
    ("dealer", "result"),
    [("10 6 5", Result.LOSE), ("10 6 6", Result.TIE), ("10 6 7", Result.WIN), ("10 8", Result.TIE)],
)
def test_n_settlement_turns_on_22(dealer: str, result: Result) -> None:
    """An 18 loses to 21, is returned on 22, wins on 23: only 22 has a rule of its own."""
    assert main_result(box("10 8"), dealt(dealer, HOUSE), HOUSE) == result


@pytest.mark.parametrize("dealer", ["10 6 6", "A A", "A 2 9"])
def test_n_22_may_be_hard_or_soft(dealer: str) -> None:
    """A soft 22 of the dealer settles as a hard one does."""
    assert bet_of_1000(box("10 8"), dealer) == BACK
    assert bet_of_1000(box("K Q"), dealer) == EVEN
    assert bet_of_1000(box("7 7 7"), dealer) == EVEN


@pytest.mark.parametrize("cards", ["10 10", "K Q", "J 10", "A A"])
def test_n_1_two_original_large_cards_are_paid(cards: str) -> None:
    """On a dealer's 22 a hand of exactly two original Large cards is paid, a pair of aces too."""
    assert bet_of_1000(box(cards), "10 6 6") == EVEN


@pytest.mark.parametrize("cards", ["7 7 7", "A 5 5", "10 6 5", "A A 9", "5 4 K 2"])
def test_n_1_total_of_21_is_paid(cards: str) -> None:
    """On a dealer's 22 a hard or soft 21 is paid one to one."""
    assert bet_of_1000(box(cards), "10 6 6") == EVEN


@pytest.mark.parametrize("cards", ["A K", "10 A"])
def test_n_1_blackjack_is_paid_its_own_odds(cards: str) -> None:
    """A Blackjack is paid three to two though the dealer goes on to make 22."""
    assert bet_of_1000(box(cards), "10 6 6") == THREE_TO_TWO


@pytest.mark.parametrize("cards", ["10 9", "9 A", "9 K", "A 9", "5 5 10", "2 2", "9 9", "A A 8", "10 2 8"])
def test_n_1_remaining_wagers_are_returned(cards: str) -> None:
    """On a dealer's 22 every other hand, a 20 of other cards too, gets its Bet Wager back."""
    assert bet_of_1000(box(cards), "10 6 6") == BACK


@pytest.mark.parametrize(
    ("cards", "shipped", "d2_r2", "d2_r3"),
    [(box("K Q"), EVEN, EVEN, EVEN), (box("A A 5"), BACK, EVEN, BACK), (box("A A"), EVEN, EVEN, EVEN),
     (box("K Q", split=True), BACK, BACK, EVEN), (box("A A 5", split=True), BACK, BACK, BACK),
     (box("K 9", split=True), BACK, BACK, BACK)],
)  # fmt: skip
def test_n_1_original_large_cards_by_reading(
    cards: BoxHand, shipped: Payment, d2_r2: Payment, d2_r3: Payment
) -> None:
    """Drawn cards end the two originals and a split makes none, save under D2 R2 and D2 R3."""
    found = [bet_of_1000(cards, "10 6 6", house_of(GAME, f"reading.D2=R{n}")) for n in (1, 2, 3)]
    assert found == [shipped, d2_r2, d2_r3]


@pytest.mark.parametrize("cards", ["K A", "A J"])
def test_n_1_split_ace_and_ten_is_paid_as_21(cards: str) -> None:
    """On a dealer's 22 an ace and ten-value on a split hand are paid one to one, as a 21."""
    assert bet_of_1000(box(cards, split=True), "10 6 6") == EVEN


@pytest.mark.parametrize(("reading", "back"), [("R1", Payment(1000, 0)), ("R2", Payment(1000, 1000))])
def test_n_1_doubled_large_cards_by_reading(reading: str, back: Payment) -> None:
    """A doubled pair of aces is no longer two original cards, save under reading D2b R2."""
    house = house_of(GAME, f"reading.D2b={reading}")
    payment = settle_hand(box("A A 5", doubled=True), stakes(1000, 1000), dealt("10 6 6", house), house)
    assert (payment.wager, payment.double) == (back, back)
    assert bet_of_1000(box("A A 5", doubled=True), "10 6 6") == BACK


@pytest.mark.parametrize(("reading", "double"), [("R1", EVEN), ("R3", BACK)])
def test_n_1_double_that_makes_21_by_reading(reading: str, double: Payment) -> None:
    """A doubled 21 is paid on the whole stake, or under D12 R3 on the initial wager alone."""
    house = house_of(GAME, f"reading.D12={reading}")
    payment = settle_hand(box("5 6 10", doubled=True), stakes(1000, 1000), dealt("10 6 6", house), house)
    assert (payment.wager, payment.double) == (EVEN, double)


@pytest.mark.parametrize("reading", ["R1", "R3"])
def test_n_1_double_is_read_otherwise_on_a_paid_hand_alone(reading: str) -> None:
    """However D12 is read, a busted double is lost to 22, and a double that beats a 19 is paid."""
    house = house_of(GAME, f"reading.D12={reading}")
    lost = settle_hand(box("10 6 7", doubled=True), stakes(1000, 1000), dealt("10 6 6", house), house)
    assert (lost.wager, lost.double) == (LOST, LOST)
    won = settle_hand(box("5 6 9", doubled=True), stakes(1000, 1000), dealt("10 9", house), house)
    assert (won.wager, won.double) == (EVEN, EVEN)


def test_n_1_double_of_any_other_total_is_returned() -> None:
    """On a dealer's 22 a doubled hand below 21 gets both its wagers back."""
    payment = settle_hand(box("5 6 9", doubled=True), stakes(1000, 700), dealt("10 6 6", HOUSE), HOUSE)
    assert (payment.wager, payment.double) == (BACK, Payment(700, 0))


@pytest.mark.parametrize("cards", ["10 6 6", "10 6 10", "K Q 2"])
def test_n_1_busted_wagers_do_not_remain(cards: str) -> None:
    """A dealer's 22 returns no busted wager, save under reading D3 R2."""
    assert bet_of_1000(box(cards), "10 6 6") == LOST
    assert bet_of_1000(box(cards), "10 6 6", house_of(GAME, "reading.D3=R2")) == BACK


@pytest.mark.parametrize("dealer", ["10 7", "10 8", "10 9", "K Q", "7 7 7", "10 6 7", "10 6 10"])
def test_n_2_other_totals_give_large_cards_no_privilege(dealer: str) -> None:
    """Unless the dealer has 22, two original Large cards are worth no more than another 20."""
    assert bet_of_1000(box("K Q"), dealer) == bet_of_1000(box("5 5 10"), dealer)
    assert bet_of_1000(box("K Q"), "7 7 7") == LOST


@pytest.mark.parametrize("cards", ["10 2", "10 6", "10 9", "7 7 7", "A A"])
def test_o_win_is_paid_one_to_one(cards: str) -> None:
    """A winning Bet Wager is returned and paid one to one."""
    assert bet_of_1000(box(cards), "10 6 9") == EVEN


def test_o_added_wagers_win_with_the_hand() -> None:
    """A double, for less too, and a split wager are paid one to one with their winning hand."""
    payment = settle_hand(box("5 6 9", doubled=True), stakes(1000, 600), dealt("10 9", HOUSE), HOUSE)
    assert (payment.wager, payment.double) == (EVEN, Payment(600, 600))
    split = stakes(1000, added_by_split=True)
    assert settle_hand(box("8 K 3", split=True), split, dealt("10 9", HOUSE), HOUSE).wager == EVEN


@pytest.mark.parametrize("dealer", ["10 6 7", "10 6 8", "10 6 9", "10 6 10"])
@pytest.mark.parametrize("cards", ["2 2", "10 6", "K Q", "7 7 7"])
def test_o_1_dealer_over_22_pays_every_hand_to_21(dealer: str, cards: str) -> None:
    """A hand of 21 or less wins against a dealer of more than 22."""
    assert bet_of_1000(box(cards), dealer) == EVEN


@pytest.mark.parametrize("dealer", ["10 6 6", "A A"])
def test_o_1_dealer_of_22_is_not_over_22(dealer: str) -> None:
    """A dealer of 22 exactly has not lost: a 19 is returned and not paid."""
    assert bet_of_1000(box("10 9"), dealer) == BACK


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("10 8", "10 7"), ("10 9", "10 8"), ("K Q", "10 9"), ("7 7 7", "K Q"), ("A 7", "A 6")],
)
def test_o_2_higher_total_wins(cards: str, dealer: str) -> None:
    """A hand above the dealer and not above 21 wins."""
    assert bet_of_1000(box(cards), dealer) == EVEN


@pytest.mark.parametrize("cards", ["10 6 6", "10 9 10"])
def test_o_2_higher_total_above_21_does_not_win(cards: str) -> None:
    """A hand above 21 does not win by being above the dealer."""
    assert bet_of_1000(box(cards), "10 7") == LOST


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("10 7", "A 6"), ("10 8", "10 5 3"), ("10 9", "9 K"), ("5 5 10", "K Q"), ("7 7 7", "10 6 5")],
)
def test_p_equal_totals_return_the_wager(cards: str, dealer: str) -> None:
    """Equal totals up to 21 tie, however many cards make them, and the Bet Wager is returned."""
    assert bet_of_1000(box(cards), dealer) == BACK


def test_p_tie_returns_the_double_too() -> None:
    """A doubled hand that ties gets both its wagers back."""
    payment = settle_hand(box("5 6 9", doubled=True), stakes(1000, 1000), dealt("K Q", HOUSE), HOUSE)
    assert (payment.wager, payment.double) == (BACK, BACK)


@pytest.mark.parametrize("dealer", ["10 6 7", "10 6 10"])
def test_p_equal_totals_above_21_do_not_tie(dealer: str) -> None:
    """A player and a dealer who are both above 21 do not tie."""
    assert bet_of_1000(box("10 6 7"), dealer) == LOST


def test_q_loss_takes_the_double_too() -> None:
    """A losing hand loses its double with it."""
    payment = settle_hand(box("5 6 2", doubled=True), stakes(1000, 1000), dealt("10 7", HOUSE), HOUSE)
    assert (payment.wager, payment.double) == (LOST, LOST)


@pytest.mark.parametrize("dealer", ["10 7", "7 7 7", "10 6 6", "10 6 7", "10 6 10"])
@pytest.mark.parametrize("cards", ["10 6 6", "10 6 10"])
def test_q_1_hand_over_21_loses(cards: str, dealer: str) -> None:
    """A hand above 21 loses, whatever the dealer makes."""
    assert bet_of_1000(box(cards), dealer) == LOST


@pytest.mark.parametrize("dealer", ["10 7", "10 6 7"])
def test_q_1_hand_over_21_loses_in_the_other_reading_too(dealer: str) -> None:
    """Even under D3 R2 a hand above 21 comes back on the dealer's 22 alone."""
    assert bet_of_1000(box("10 6 6"), dealer, house_of(GAME, "reading.D3=R2")) == LOST


@pytest.mark.parametrize(
    ("cards", "dealer"),
    [("10 6", "10 7"), ("10 8", "10 9"), ("K Q", "7 7 7"), ("A A", "A 6")],
)
def test_q_2_lower_total_loses(cards: str, dealer: str) -> None:
    """A hand below a dealer who is not above 21 loses."""
    assert bet_of_1000(box(cards), dealer) == LOST


# ---- Taking and paying


@pytest.mark.parametrize("order", ["collect_then_pay", "box_by_box"])
def test_r_holder_picks_one_of_two_orders(order: str) -> None:
    """The holder picks one of two ways to take and pay, and nobody picks for him."""
    chosen = game_of(GAME, f"settlement_order={order}").options["settlement_order"]
    assert (chosen.value, chosen.chosen_by) == (order, "house")
    assert game_of(GAME).options["settlement_order"].chosen_by.startswith("nobody yet")


def test_r_third_order_is_refused() -> None:
    """There is no third way to take and pay."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "settlement_order=pay_then_collect")
    (fault,) = refusal.value.faults
    assert fault.allowed.startswith("collect-then-pay (")
    assert ", box-by-box (" in fault.allowed
    assert "685a.7(r)" in fault.clause.split(", ")
