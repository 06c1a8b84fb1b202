"""NH, Blackjack Pay Table 3: Dealer Up Match and Dealer Down Match."""

import pytest

from pitboss.rules.match import Matches, match_multiple, settle_match
from pitboss.rules.settlement import Payment
from tests.floor import card, house_of

HOUSE = house_of("blackjack-match-nh")


def _match(first: str, second: str, dealer: str) -> Payment:
    return settle_match(1000, card(first), card(second), card(dealer), HOUSE)


@pytest.mark.parametrize(("first", "second", "dealer"), [("9s", "9s", "9s"), ("Kd", "Kd", "Kd")])
def test_r1_two_suited_matches_pay_18(first: str, second: str, dealer: str) -> None:
    """Two matches in suit pay 18."""
    assert _match(first, second, dealer) == Payment(1000, 18_000)


@pytest.mark.parametrize(("first", "second"), [("9s", "9h"), ("9h", "9s"), ("9d", "9s")])
def test_r2_one_suited_and_one_other_pay_13(first: str, second: str) -> None:
    """One match in suit and one out of it pay 13, whichever card comes first."""
    assert _match(first, second, "9s") == Payment(1000, 13_000)


@pytest.mark.parametrize(("first", "second"), [("9h", "9c"), ("9h", "9h"), ("9d", "9c")])
def test_r3_two_matches_out_of_suit_pay_8(first: str, second: str) -> None:
    """Two matches out of the dealer's suit pay 8, also when they are alike themselves."""
    assert _match(first, second, "9s") == Payment(1000, 8000)


@pytest.mark.parametrize(("first", "second"), [("9s", "4s"), ("4h", "9s"), ("9s", "Ks")])
def test_r4_one_suited_match_pays_9(first: str, second: str) -> None:
    """One match in suit pays 9."""
    assert _match(first, second, "9s") == Payment(1000, 9000)


@pytest.mark.parametrize(("first", "second"), [("9h", "4s"), ("4s", "9c"), ("9d", "8s")])
def test_r5_one_match_out_of_suit_pays_4(first: str, second: str) -> None:
    """One match out of suit pays 4, and a second card in suit adds nothing."""
    assert _match(first, second, "9s") == Payment(1000, 4000)


@pytest.mark.parametrize(("first", "second"), [("8s", "10s"), ("4h", "4c"), ("As", "Ks")])
def test_r6_no_match_loses_1(first: str, second: str) -> None:
    """Without a match the bet is lost, suited cards and pairs of another rank included."""
    assert _match(first, second, "9s") == Payment(0, 0)
    assert match_multiple(Matches(0, 0), HOUSE.match.pays) == 0
