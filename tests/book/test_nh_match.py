"""NH, Dealer Up Match and Dealer Down Match."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.house import MatchBy
from pitboss.rules.match import Matches, count_matches, matches, settle_match
from pitboss.rules.settlement import Payment
from tests.floor import card, game_of, house_of

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)


@pytest.mark.parametrize(
    ("first", "second", "found"),
    [
        ("9s", "9s", Matches(2, 0)),
        ("9s", "9h", Matches(1, 1)),
        ("9h", "9s", Matches(1, 1)),
        ("9h", "9c", Matches(0, 2)),
        ("9s", "4s", Matches(1, 0)),
        ("4s", "9d", Matches(0, 1)),
        ("4s", "8s", Matches(0, 0)),
    ],
)
def test_whole_one_or_both_cards_match(first: str, second: str, found: Matches) -> None:
    """One or both of the player's cards may match the dealer's, in suit or not."""
    assert count_matches(card(first), card(second), card("9s"), HOUSE.match.by) == found


@pytest.mark.parametrize(("ten", "alike"), [("10h", False), ("Jh", False), ("Qh", False), ("Kh", True)])
def test_whole_match_is_by_rank_unless_read_by_value(ten: str, alike: bool) -> None:
    """Only a king matches a king by rank; by value every ten-value does."""
    assert matches(card(ten), card("Kd"), HOUSE.match.by) is alike
    by_value = house_of(GAME, "reading.N9=R2").match.by
    assert by_value == MatchBy.VALUE
    assert matches(card(ten), card("Kd"), by_value)


def test_whole_suit_alone_is_no_match() -> None:
    """Cards of one suit and two ranks do not match."""
    assert not matches(card("9s"), card("Ks"), HOUSE.match.by)


def test_whole_two_bets_are_made_before_the_deal() -> None:
    """Up Match and Down Match are two bets of their own, both made before the deal."""
    bets = {wager.id: wager for wager in game_of(GAME).wagers if wager.pay_table == "match"}
    assert set(bets) == {"up_match", "down_match"}
    assert {bet.timing for bet in bets.values()} == {"before the deal"}
    assert not any(bet.required for bet in bets.values())


@pytest.mark.parametrize("choice", ["up_match=no", "down_match=no", "reading.N21=R2"])
def test_whole_neither_bet_can_be_left_out(choice: str) -> None:
    """The game always has both bets, and they cannot be made one."""
    with pytest.raises(BadChoice, match="NH Match"):
        game_of(GAME, choice)


def test_s2_pay_table_3_pays_both_bets() -> None:
    """One table pays either bet: 18, 13, 8, 9 and 4 to one."""
    rows = game_of(GAME).pay_tables["match"].rows
    assert rows == {"two_suited": 18, "mixed": 13, "two_unsuited": 8, "one_suited": 9, "one_unsuited": 4}


def test_s2_stake_comes_back_with_the_pay() -> None:
    """A winning match bet is returned besides what it wins; a losing one is taken."""
    assert settle_match(100, card("9h"), card("4c"), card("9s"), HOUSE) == Payment(100, 400)
    assert settle_match(100, card("8h"), card("4c"), card("9s"), HOUSE) == Payment(0, 0)


def test_s2_rows_for_two_matches_are_whole_pays() -> None:
    """A mixed pair pays 13, which is 9 and 4 already; no reading adds more."""
    assert settle_match(100, card("9s"), card("9h"), card("9s"), HOUSE) == Payment(100, 1300)
    with pytest.raises(BadChoice, match="NH Match s2"):
        game_of(GAME, "reading.N10=R2")
