"""673a.11, splitting pairs."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.player import is_pair, may_double, may_hit, may_split, may_stand, may_surrender
from pitboss.rules.settlement import HandPayment, Payment, settle_hand
from pitboss.rules.stakes import split_stake
from tests.floor import box, dealt, house_of, ranks, stakes
from tests.table import playing

GAME = "double-back-jack-pa"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)
TENS = ranks("10 J Q K")


def test_a_pair_is_two_cards_of_identical_value() -> None:
    """Two cards make a pair when they count the same: equal ranks, or any two ten-values."""
    pairs = {(a, b) for a in range(1, 14) for b in range(1, 14) if is_pair(a, b, HOUSE)}
    assert pairs == {(a, a) for a in range(1, 10)} | {(a, b) for a in TENS for b in TENS}


@pytest.mark.parametrize("cards", ["A A", "8 8", "K 10", "2 2"])
def test_a_box_becomes_two_hands_at_most(cards: str) -> None:
    """A pair may be split once; a pair on a split hand may not be split again, aces or not."""
    assert may_split(box(cards), 1, HOUSE)
    assert not may_split(box(cards, split=True), 2, HOUSE)


@pytest.mark.parametrize("cards", ["8 7", "8 8 2", "A K", "8", "4 4 4"])
def test_a_only_the_initial_two_cards_are_split(cards: str) -> None:
    """Unequal cards and hands that have drawn may not be split."""
    assert not may_split(box(cards), 1, HOUSE)


@pytest.mark.parametrize("wager_cents", [1000, 2500])
def test_a_second_hand_takes_an_equal_wager(wager_cents: int) -> None:
    """The wager on the second hand equals the original Blackjack Wager, no more and no less."""
    assert split_stake(wager_cents) == wager_cents


@pytest.mark.parametrize("choice", ["max_hands=1", "max_hands=3", "max_hands=4", "resplit_aces=yes"])
def test_a_number_of_hands_is_fixed(choice: str) -> None:
    """A table may allow neither more hands than two nor fewer."""
    with pytest.raises(BadChoice, match=re.escape("673a.11(a)")):
        house_of(GAME, choice)


@pytest.mark.parametrize("cards", ["7 7", "K 10"])
def test_a_s2_examples_may_be_split(cards: str) -> None:
    """Two 7s may be split, and so may a king and a 10."""
    assert may_split(box(cards), 1, HOUSE)


def test_a_s2_pairs_go_by_value_and_not_by_rank() -> None:
    """A table may not ask for equal ranks."""
    with pytest.raises(BadChoice, match=re.escape("673a.11(a) s2")):
        house_of(GAME, "split_by=rank")


@pytest.mark.parametrize("cards", ["A K", "10 A"])
@pytest.mark.parametrize("dealer", ["10 9", "10 6 5", "10 6 6"])
def test_b_s2_ace_and_ten_after_a_split_are_paid_as_21(cards: str, dealer: str) -> None:
    """An ace and a ten-value on a split hand win 1 to 1 at once, whatever the dealer draws."""
    payment = settle_hand(box(cards, split=True), stakes(), dealt(dealer, HOUSE), HOUSE)
    assert payment == HandPayment(Payment(1000, 1000), LOST, LOST)


def test_b_s2_same_cards_as_dealt_are_a_blackjack() -> None:
    """The same two cards without a split win 2 to 1."""
    payment = settle_hand(box("A K"), stakes(), dealt("10 9", HOUSE), HOUSE)
    assert payment == HandPayment(Payment(1000, 2000), LOST, LOST)


@pytest.mark.parametrize("cards", ["8 3", "8 8", "10 2", "A 5", "A A"])
def test_c_split_hand_stands_draws_or_doubles(cards: str) -> None:
    """With its second card a split hand, of aces too, may stand, draw or double, and nothing else."""
    split = box(cards, split=True)
    assert may_stand(split, HOUSE)
    assert may_hit(split, HOUSE)
    assert may_double(split, HOUSE)
    assert not may_surrender(split, HOUSE)
    assert not may_split(split, 2, HOUSE)


def test_c_split_hand_waits_for_its_second_card() -> None:
    """Before its second card a split hand decides nothing."""
    split = box("8", split=True)
    assert not may_stand(split, HOUSE)
    assert not may_hit(split, HOUSE)
    assert not may_double(split, HOUSE)


def test_c_split_ace_may_draw_more_than_one_card() -> None:
    """A split ace draws as long as its hand is below 21."""
    assert may_hit(box("A 2 3", split=True), HOUSE)
    assert not may_hit(box("A 2 8", split=True), HOUSE)


def test_c_split_ace_has_one_card_if_read_so() -> None:
    """Read with the practice of other games, a split ace has one card and other splits draw on."""
    house = house_of(GAME, "reading.B8=R2")
    assert not may_hit(box("A 5", split=True), house)
    assert not may_double(box("A 5", split=True), house)
    assert may_stand(box("A 5", split=True), house)
    assert may_hit(box("8 5", split=True), house)
    assert may_double(box("8 5", split=True), house)
    assert may_hit(box("A 5"), house)


def test_c_drawing_to_split_aces_is_a_reading_and_no_option() -> None:
    """A table does not choose how many cards a split ace has: the reading of the clause decides."""
    with pytest.raises(BadChoice, match=re.escape("673a.11(c)")) as refused:
        house_of(GAME, "hit_split_aces=no")
    assert "reading.B8=R2" in str(refused.value)


# ---- at the table


def test_b_first_split_hand_is_played_out_first() -> None:
    """The second hand gets its card when the first is done."""
    playing.check_first_split_hand_is_finished_first("double-back-jack-pa")
