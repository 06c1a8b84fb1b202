"""NH, doubling down."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.player import may_double, may_hit, may_split, may_stand, may_surrender
from pitboss.rules.settlement import Payment, settle_hand
from pitboss.rules.stakes import least_added, most_double
from tests.book import game_files
from tests.floor import box, dealt, game_of, house_of, stakes

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)


@pytest.mark.parametrize("cards", ["2 2", "5 6", "A 6", "10 6", "K Q", "A A"])
def test_down_on_any_two_cards(cards: str) -> None:
    """Any hand of two cards below 21 may be doubled."""
    assert may_double(box(cards), HOUSE)


@pytest.mark.parametrize("cards", ["2 2 2", "5 3 3", "A 2 3"])
def test_down_is_a_first_action(cards: str) -> None:
    """A hand that has drawn a card cannot be doubled."""
    assert not may_double(box(cards), HOUSE)


def test_down_on_a_blackjack_is_refused() -> None:
    """A Blackjack is resolved before the first action, so nobody doubles it."""
    assert not may_double(box("A K"), HOUSE)
    assert not may_double(box("A K"), house_of(GAME, "reading.N19=R2"))


@pytest.mark.parametrize("choice", ["9-11", "10-11"])
def test_down_on_few_totals_is_refused(choice: str) -> None:
    """No house limits doubling to certain totals."""
    with pytest.raises(BadChoice, match="NH Double down"):
        game_of(GAME, f"double_on={choice}")


def test_down_after_a_split_unless_read_otherwise() -> None:
    """A split hand of two cards has a first action of its own, unless only the starting hand is read to."""
    starting_hand_only = house_of(GAME, "reading.N14=R2")
    assert may_double(box("8 3", split=True), HOUSE)
    assert not may_double(box("8 3", split=True), starting_hand_only)
    assert may_double(box("8 3"), starting_hand_only)
    assert not may_double(box("A 3", split=True), HOUSE)


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_down_after_a_split_follows_its_reading(choice: str) -> None:
    """Whether split hands are doubled is decided by a reading and not by the house."""
    with pytest.raises(BadChoice, match="follows from reading N14"):
        game_of(GAME, f"double_after_split={choice}")


@pytest.mark.parametrize("ante_cents", [500, 700, 1000])
def test_down_bet_is_from_1_dollar_to_the_ante(ante_cents: int) -> None:
    """The added bet is anything from $1 to the Ante."""
    assert least_added(HOUSE) == 100
    assert most_double(ante_cents) == ante_cents


def test_down_bet_is_made_in_chips() -> None:
    """Quarters do not lower the least bet of $1, and a table of $5 chips raises it to one chip."""
    assert least_added(house_of(GAME, "min_chip_cents=25")) == 100
    assert least_added(house_of(GAME, "min_chip_cents=500", "side_min_cents=500")) == 500


def test_down_for_less_is_paid_for_less() -> None:
    """A double for less wins, pushes or loses what was added."""
    doubled = box("5 6 9", doubled=True)
    won = settle_hand(doubled, stakes(1000, 100), dealt("10 9", HOUSE), HOUSE)
    tied = settle_hand(doubled, stakes(1000, 100), dealt("10 10", HOUSE), HOUSE)
    lost = settle_hand(doubled, stakes(1000, 100), dealt("7 7 7", HOUSE), HOUSE)
    assert (won.wager, won.double) == (Payment(1000, 1000), Payment(100, 100))
    assert (tied.wager, tied.double) == (Payment(1000, 0), Payment(100, 0))
    assert (lost.wager, lost.double) == (Payment(0, 0), Payment(0, 0))


@pytest.mark.parametrize("cards", ["5 6 2", "A 6 2", "2 2 2"])
def test_down_s2_doubled_hand_takes_one_card(cards: str) -> None:
    """A doubled hand gets its one card, and the player has nothing more to do with it."""
    doubled = box(cards, doubled=True)
    assert not may_hit(doubled, HOUSE)
    assert not may_stand(doubled, HOUSE)
    assert not may_double(doubled, HOUSE)
    assert not may_split(doubled, 1, HOUSE)
    assert not may_surrender(doubled, HOUSE)


def test_down_s2_hand_that_drew_instead_plays_on() -> None:
    """The same three cards without a double are still the player's to play."""
    assert may_hit(box("5 6 2"), HOUSE)
    assert may_stand(box("5 6 2"), HOUSE)


def test_down_is_a_wager_of_its_own() -> None:
    """From $1 to the value of the Ante."""
    game_files.check_wager(GAME, "double", "$1 to the Ante")
