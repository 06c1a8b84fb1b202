"""58 Pa. Code § 685a.10: splitting pairs."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.cards import Light
from pitboss.rules.hands import BoxHand
from pitboss.rules.player import is_pair, may_double, may_hit, may_split, may_stand
from pitboss.rules.settlement import HandPayment, Payment, settle_hand
from pitboss.rules.stakes import split_stake
from pitboss.table import events as e
from tests.book import game_files
from tests.floor import RANKS, box, dealt, game_of, house_of, stakes
from tests.table import playing
from tests.table.told import round_of, tell

GAME = "down-under-pa"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)


@pytest.mark.parametrize("rank", ["A", "2", "5", "9", "10", "J", "Q", "K"])
def test_a_two_cards_of_one_value_may_be_split(rank: str) -> None:
    """A player whose first two cards are identical in value may split them."""
    assert may_split(box(f"{rank} {rank}"), 1, HOUSE)


@pytest.mark.parametrize("cards", ["8 7", "A 10", "9 10", "A 2", "K 9"])
def test_a_two_cards_of_different_value_may_not_be_split(cards: str) -> None:
    """Two cards that differ in value may not be split."""
    assert not may_split(box(cards), 1, HOUSE)


@pytest.mark.parametrize("cards", [box("8 8 2"), box("8 8", doubled=True)])
def test_a_only_the_first_two_cards_are_split(cards: BoxHand) -> None:
    """A hand that was drawn to or doubled may not be split any more."""
    assert not may_split(cards, 1, HOUSE)


@pytest.mark.parametrize("initial_cents", [1000, 1500, 50_000])
def test_a_second_hand_takes_an_equal_wager(initial_cents: int) -> None:
    """The wager on the second hand equals the initial Bet Wager, no more and no less."""
    assert split_stake(initial_cents) == initial_cents


def test_a_second_wager_is_settled_with_its_own_hand() -> None:
    """Each of the two hands wins or loses its own wager."""
    dealer = dealt("10 9", HOUSE)
    first = settle_hand(box("8 K 3", split=True), stakes(1000), dealer, HOUSE)
    second = settle_hand(box("8 10", split=True), stakes(1000, added_by_split=True), dealer, HOUSE)
    assert (first.wager, second.wager) == (Payment(1000, 1000), LOST)


def test_a_pair_is_a_matter_of_value() -> None:
    """A house may not confine splitting to cards of one rank."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "split_by=rank")
    assert "685a.10(a)" in refusal.value.faults[0].clause


@pytest.mark.parametrize(("first", "second"), [("8", "8"), ("K", "Q")])
def test_a_s2_eights_and_king_with_queen_are_pairs(first: str, second: str) -> None:
    """Two 8s may be split, and so may a king and a queen."""
    assert is_pair(RANKS[first], RANKS[second], HOUSE)
    assert may_split(box(f"{first} {second}"), 1, HOUSE)


@pytest.mark.parametrize("cards", ["10 J", "10 Q", "10 K", "J Q", "J K"])
def test_a_s2_any_two_ten_values_are_a_pair(cards: str) -> None:
    """As king and queen may be split, so may any two ten-values."""
    assert may_split(box(cards), 1, HOUSE)


@pytest.mark.parametrize("cards", ["8 2", "8 3", "8 8", "K Q", "10 4", "5 A"])
def test_c_split_hand_may_stand_draw_or_double(cards: str) -> None:
    """With its second card a split hand may stand, draw or double."""
    split = box(cards, split=True)
    assert may_stand(split, HOUSE)
    assert may_hit(split, HOUSE)
    assert may_double(split, HOUSE)


def test_c_split_hand_waits_for_its_second_card() -> None:
    """A split hand of one card has no decision yet."""
    split = box("8", split=True)
    assert not may_stand(split, HOUSE)
    assert not may_hit(split, HOUSE)
    assert not may_double(split, HOUSE)


def test_c_split_hand_may_draw_on_but_not_double_on() -> None:
    """A split hand of three cards may draw and stand, and no longer double."""
    split = box("8 2 3", split=True)
    assert may_stand(split, HOUSE)
    assert may_hit(split, HOUSE)
    assert not may_double(split, HOUSE)


@pytest.mark.parametrize("cards", ["K A", "A Q"])
def test_c_split_ace_and_ten_value_by_reading(cards: str) -> None:
    """An ace and ten-value on a split hand are paid one to one, under D10 R2 three to two."""
    blackjack = house_of(GAME, "reading.D10=R2")
    split = box(cards, split=True)
    assert settle_hand(split, stakes(1000), dealt("K Q", HOUSE), HOUSE).wager == Payment(1000, 1000)
    assert settle_hand(split, stakes(1000), dealt("K Q", blackjack), blackjack).wager == Payment(1000, 1500)
    assert settle_hand(split, stakes(1000), dealt("7 7 7", HOUSE), HOUSE).wager == Payment(1000, 0)


@pytest.mark.parametrize("cards", ["8 8", "K Q", "A A"])
def test_c_s2_pair_is_split_once(cards: str) -> None:
    """A box of one hand may be split; a box of two hands may not, aces neither."""
    assert may_split(box(cards), 1, HOUSE)
    assert not may_split(box(cards, split=True), 2, HOUSE)


@pytest.mark.parametrize("choice", ["max_hands=3", "max_hands=4", "resplit_aces=true", "max_hands=1"])
def test_c_s2_house_may_not_change_the_number_of_hands(choice: str) -> None:
    """A house may allow neither more than two hands nor fewer."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, choice)
    assert refusal.value.faults[0].clause == "685a.10(c) s2"


@pytest.mark.parametrize("cards", ["8 3", "8 10", "8 9 4"])
def test_d_late_blackjack_takes_the_initial_wager_alone(cards: str) -> None:
    """If the dealer has Blackjack after a split, the Bet Wager is lost and the split wager returned."""
    dealer = dealt("10 A", HOUSE)
    first = settle_hand(box(cards, split=True), stakes(1000), dealer, HOUSE)
    second = settle_hand(box(cards, split=True), stakes(1000, added_by_split=True), dealer, HOUSE)
    assert (first.wager, second.wager) == (LOST, Payment(1000, 0))


def test_d_late_blackjack_returns_the_doubles_of_both_hands() -> None:
    """If the dealer has Blackjack after split hands were doubled, both doubles are returned too."""
    dealer = dealt("A K", HOUSE)
    doubled = box("8 3 10", split=True, doubled=True)
    first = settle_hand(doubled, stakes(1000, 1000), dealer, HOUSE)
    second = settle_hand(doubled, stakes(1000, 1000, added_by_split=True), dealer, HOUSE)
    assert first == HandPayment(LOST, Payment(1000, 0), LOST)
    assert second == HandPayment(Payment(1000, 0), Payment(1000, 0), LOST)


def test_d_drawn_21_takes_the_split_wager() -> None:
    """A dealer's 21 that is no Blackjack takes the wagers of both split hands."""
    dealer = dealt("9 2 K", HOUSE)
    assert settle_hand(box("8 10", split=True), stakes(1000), dealer, HOUSE).wager == LOST
    added = stakes(1000, added_by_split=True)
    assert settle_hand(box("8 10", split=True), added, dealer, HOUSE).wager == LOST


@pytest.mark.parametrize("cards", ["A 2", "A 9", "A A"])
def test_e_split_ace_gets_one_card(cards: str) -> None:
    """A split ace stands on its one card: it may neither draw nor be doubled."""
    split = box(cards, split=True)
    assert may_stand(split, HOUSE)
    assert not may_hit(split, HOUSE)
    assert not may_double(split, HOUSE)


@pytest.mark.parametrize("cards", ["A 2", "A A"])
def test_e_split_ace_may_be_doubled_by_reading(cards: str) -> None:
    """Under reading D11 R2 a split ace may be doubled, but still not drawn to."""
    house = house_of(GAME, "reading.D11=R2")
    assert may_double(box(cards, split=True), house)
    assert not may_hit(box(cards, split=True), house)


def test_e_limit_is_on_split_aces_only() -> None:
    """An ace dealt to another split card, and a pair of aces not split, may be drawn to and doubled."""
    for cards in (box("2 A", split=True), box("A A"), box("A 2")):
        assert may_hit(cards, HOUSE)
        assert may_double(cards, HOUSE)


def test_e_house_may_not_let_split_aces_draw() -> None:
    """A house may not let split aces draw."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, "hit_split_aces=true")
    assert refusal.value.faults[0].clause == "685a.10(e)"


# ---- at the table


def test_b_first_split_hand_is_played_out_first() -> None:
    """The second hand gets its card when the first is done."""
    playing.check_first_split_hand_is_finished_first("down-under-pa")


def test_d_late_blackjack_returns_the_split_wager_at_the_table() -> None:
    """A Blackjack that a wrong light hid takes the first hand's wager, and the second hand's goes back."""
    for up, hole in (("Ad", "Kh"), ("Kd", "Ah")):
        room = round_of(GAME, f"8c {up} 8d {hole} 2s 3s", "split", light=Light.BLUE)
        assert [tell(event) for event in room.of(e.HandSettled)] == ["1: 0 + 0", "1b: 1000 + 0"]
        assert {event.clause for event in room.of(e.HandSettled)} == {"685a.10(d)"}


def test_a_split_is_a_wager_of_its_own() -> None:
    """The second hand takes a wager equal to the initial one."""
    game_files.check_wager(GAME, "split", "equal to the initial Bet Wager")
