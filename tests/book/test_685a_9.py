"""58 Pa. Code § 685a.9: the Double Down Wager."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.player import may_double, may_hit
from pitboss.rules.settlement import HandPayment, Payment, settle_hand
from pitboss.rules.stakes import least_added, most_double
from tests.book import game_files
from tests.floor import box, dealt, game_of, house_of, stakes
from tests.table import playing

GAME = "down-under-pa"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)


@pytest.mark.parametrize("cards", ["2 2", "2 3", "5 6", "10 2", "10 9", "K Q", "A A", "A 2", "A 9"])
def test_a_any_first_two_cards_may_be_doubled(cards: str) -> None:
    """A player may double on any first two cards that are no Blackjack."""
    assert may_double(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["A K", "10 A"])
def test_a_blackjack_may_not_be_doubled(cards: str) -> None:
    """A Blackjack may not be doubled."""
    assert not may_double(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["2 3 4", "A 2 3", "5 5 5 2"])
def test_a_third_card_ends_the_right_to_double(cards: str) -> None:
    """A hand of more than two cards may not be doubled."""
    assert not may_double(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["8 3", "10 2", "K Q", "2 A"])
def test_a_split_hands_may_be_doubled(cards: str) -> None:
    """A hand that results from a split pair may be doubled on its first two cards."""
    assert may_double(box(cards, split=True), HOUSE)


@pytest.mark.parametrize("cards", ["A 2", "A 9", "A A"])
def test_a_split_ace_by_reading(cards: str) -> None:
    """A split ace may not be doubled, save under reading D11 R2."""
    assert not may_double(box(cards, split=True), HOUSE)
    assert may_double(box(cards, split=True), house_of(GAME, "reading.D11=R2"))


def test_a_doubled_hand_gets_one_card() -> None:
    """A doubled hand gets one card and then may neither draw nor double again."""
    doubled = box("5 6 2", doubled=True)
    assert not may_hit(doubled, HOUSE)
    assert not may_double(doubled, HOUSE)
    assert not may_double(box("5 6", doubled=True), HOUSE)


@pytest.mark.parametrize("initial_cents", [1000, 1500, 50_000])
def test_a_double_is_at_most_the_initial_wager(initial_cents: int) -> None:
    """A Double Down Wager may be anything from the smallest chip to the initial Bet Wager."""
    assert most_double(initial_cents) == initial_cents
    assert least_added(HOUSE) == HOUSE.min_chip_cents == 100


def test_a_double_for_less_is_settled_on_its_own_amount() -> None:
    """A double for less wins and loses its own amount beside the whole Bet Wager."""
    won = settle_hand(box("5 6 10", doubled=True), stakes(1000, 300), dealt("K Q", HOUSE), HOUSE)
    assert won == HandPayment(Payment(1000, 1000), Payment(300, 300), LOST)
    lost = settle_hand(box("5 6 2", doubled=True), stakes(1000, 300), dealt("K Q", HOUSE), HOUSE)
    assert lost == HandPayment(LOST, LOST, LOST)


@pytest.mark.parametrize("choice", ["double_on=9-11", "double_on=10-11", "double_after_split=false"])
def test_a_house_may_not_narrow_the_right_to_double(choice: str) -> None:
    """A house may not confine doubling to some totals, nor keep it from split hands."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, choice)
    assert "685a.9(a)" in refusal.value.faults[0].clause


@pytest.mark.parametrize("cards", ["5 6 9", "5 6 10", "5 6 2"])
@pytest.mark.parametrize("double_cents", [300, 1000])
def test_b_late_blackjack_takes_the_initial_wager_alone(cards: str, double_cents: int) -> None:
    """If the dealer has Blackjack after a double, the Bet Wager is lost and the double returned."""
    late = settle_hand(box(cards, doubled=True), stakes(1000, double_cents), dealt("A K", HOUSE), HOUSE)
    assert late == HandPayment(LOST, Payment(double_cents, 0), LOST)


def test_b_drawn_21_takes_the_double() -> None:
    """A dealer's 21 that is no Blackjack takes the double with the Bet Wager."""
    lost = settle_hand(box("5 6 9", doubled=True), stakes(1000, 1000), dealt("9 2 K", HOUSE), HOUSE)
    assert lost == HandPayment(LOST, LOST, LOST)


# ---- at the table


def test_c_double_card_lies_sideways() -> None:
    """The one card of a double is dealt face up and laid sideways."""
    playing.check_double_card_lies_sideways("down-under-pa", "685a.9(c)")


def test_a_double_is_a_wager_of_its_own() -> None:
    """It may not exceed the initial Bet Wager."""
    game_files.check_wager(GAME, "double", "up to the initial Bet Wager")
