"""What a drawing says that wagers pay."""

import pytest

from pitboss.paper.drawing_text import Lettering
from pitboss.paper.felt_wording import payouts
from pitboss.paper.payout_statements import is_stated, statements, untrue
from pitboss.rules.house import Odds
from tests.floor import game_of


def said(*runs: str) -> list[tuple[str, Odds]]:
    return [(found.words, found.odds) for found in statements(Lettering(runs))]


def unstated(name: str, *runs: str) -> list[tuple[str, str]]:
    found = statements(Lettering(runs))
    return [(p.wager.id, p.event) for p in payouts(game_of(name)) if not is_stated(p, found)]


def lies(name: str, *runs: str) -> list[str]:
    return [found.text for found, _, _ in untrue(game_of(name), statements(Lettering(runs)))]


def test_a_phrase_with_odds_is_a_statement() -> None:
    assert said("BLACKJACK PAYS 3 TO 2") == [("blackjackpays", Odds(3, 2))]
    assert said("Insurance 2:1") == [("insurance", Odds(2, 1))]
    assert said("Second Chance pays even money") == [("secondchancepays", Odds(1, 1))]
    assert said("Scale 1 : 5", "Dealer shall draw to 16", "Small, 2-3-4-5") == []


def test_several_odds_of_one_line_are_told_apart() -> None:
    both = [("matchpayssuited", Odds(11, 1)), ("unsuited", Odds(4, 1))]
    assert said("Match pays 11 to 1 suited, 4 to 1 unsuited") == both
    assert said("Match pays 11 to 1 suited and 4 to 1 unsuited") == both
    assert said("Blackjack and Insurance pays 2 to 1") == [("blackjackandinsurancepays", Odds(2, 1))]


def test_odds_alone_belong_to_the_label_before_them() -> None:
    assert said("6 or 33", "50 to 1", "7 or 32", "10 to 1") == [
        ("6or33", Odds(50, 1)),
        ("7or32", Odds(10, 1)),
    ]


def test_every_payout_must_be_stated() -> None:
    whole = ("Blackjack pays 3 to 2", "Insurance pays 2 to 1", "All other winning wagers pay 1 to 1")
    match = "Match-the-Dealer pays 11 to 1 suited, 4 to 1 unsuited"
    assert unstated("down-under-pa", *whole, match) == []
    assert unstated("down-under-pa", *whole) == [
        ("match_the_dealer", "suited"),
        ("match_the_dealer", "unsuited"),
    ]
    assert ("bet", "") in unstated("down-under-pa", *whole[:2], match)


def test_swapped_odds_are_not_taken_for_true() -> None:
    swapped = "Match-the-Dealer pays 4 to 1 suited, 11 to 1 unsuited"
    assert ("match_the_dealer", "suited") in unstated("down-under-pa", swapped)
    assert len(lies("down-under-pa", swapped)) == 2


@pytest.mark.parametrize(
    "line", ["Blackjack pays 6 to 5", "Insurance pays 3 to 1", "suited 14 to 1", "All bets pay 7 to 1"]
)
def test_what_is_paid_otherwise_is_untrue(line: str) -> None:
    assert lies("down-under-pa", line) == [line]


@pytest.mark.parametrize("line", ["Blackjack pays 3 to 2", "Pit 3 to 5", "Surrender is not available"])
def test_what_is_true_or_no_payout_is_left_alone(line: str) -> None:
    assert lies("down-under-pa", line) == []
