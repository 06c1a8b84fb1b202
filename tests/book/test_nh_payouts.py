"""NH, the payouts of split and double bets."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.settlement import HandPayment, Payment, settle_hand, winnings
from tests.floor import box, dealt, game_of, house_of, stakes

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)
LOST = Payment(0, 0)


@pytest.mark.parametrize(
    ("dealer", "back"),
    [("10 9", Payment(500, 500)), ("10 6 K", Payment(500, 500)), ("10 10", Payment(500, 0)), ("7 7 7", LOST)],
)
def test_whole_double_rides_with_its_hand(dealer: str, back: Payment) -> None:
    """A double is paid 1, 0 or -1 like the Ante beside it."""
    paid = settle_hand(box("5 6 9", doubled=True), stakes(500, 500), dealt(dealer, HOUSE), HOUSE)
    assert paid == HandPayment(back, back, LOST)


@pytest.mark.parametrize(
    ("dealer", "back"),
    [("10 9", Payment(500, 500)), ("10 6 K", Payment(500, 500)), ("10 10", Payment(500, 0)), ("7 7 7", LOST)],
)
def test_whole_split_bet_rides_with_its_hand(dealer: str, back: Payment) -> None:
    """A split bet is paid 1, 0 or -1 by Pay Table 1."""
    placed = stakes(500, added_by_split=True)
    assert settle_hand(box("Q K", split=True), placed, dealt(dealer, HOUSE), HOUSE).wager == back


def test_whole_bust_loses_the_double_too() -> None:
    """A doubled hand that busts loses Ante and double, also when the dealer busts."""
    busted = box("10 6 K", doubled=True)
    assert settle_hand(busted, stakes(500, 500), dealt("10 6 K", HOUSE), HOUSE) == HandPayment(
        LOST, LOST, LOST
    )


@pytest.mark.parametrize("cards", ["A K", "K A"])
def test_whole_split_ace_and_ten_pay_no_more_than_1(cards: str) -> None:
    """The range of 1 to -1 leaves no 1.5 for an ace and ten on a split hand."""
    placed = stakes(500, added_by_split=True)
    paid = settle_hand(box(cards, split=True), placed, dealt("10 9", HOUSE), HOUSE)
    assert paid.wager == Payment(500, 500)
    with pytest.raises(BadChoice, match="NH Payouts"):
        game_of(GAME, "reading.N17=R2")


def test_whole_even_odds_win_the_stake() -> None:
    """Split and double bets win exactly their stake, to the cent."""
    even = game_of(GAME).odds["win"].odds
    assert even == (1, 1)
    assert [winnings(cents, even, HOUSE.pay) for cents in (100, 550, 1000)] == [100, 550, 1000]
