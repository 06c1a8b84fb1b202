"""58 Pa. Code § 685a.11: payout odds."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.house import MatchPays, Odds
from pitboss.rules.match import Matches, match_multiple, settle_match
from pitboss.rules.settlement import Payment, settle_hand, settle_insurance
from tests.floor import box, card, dealt, game_of, house_of, stakes

GAME = "down-under-pa"
HOUSE = house_of(GAME)


@pytest.mark.parametrize("wager_cents", [100, 1000, 1500, 50_000])
def test_a_winning_bet_wager_pays_one_to_one(wager_cents: int) -> None:
    """A winning Bet Wager is paid one to one."""
    won = settle_hand(box("10 9"), stakes(wager_cents), dealt("10 8", HOUSE), HOUSE)
    assert won.wager == Payment(wager_cents, wager_cents)
    assert game_of(GAME).odds["win"].odds == Odds(1, 1)


@pytest.mark.parametrize(("wager_cents", "won_cents"), [(1000, 1500), (1500, 2300), (2500, 3800), (200, 300)])
def test_a_blackjack_pays_three_to_two(wager_cents: int, won_cents: int) -> None:
    """A Blackjack is paid three to two, in $1 chips, whatever the dealer makes short of Blackjack."""
    for dealer in ("10 8", "7 7 7", "10 6 6", "10 6 10"):
        paid = settle_hand(box("A K"), stakes(wager_cents), dealt(dealer, HOUSE), HOUSE)
        assert paid.wager == Payment(wager_cents, won_cents)
    assert game_of(GAME).odds["blackjack"].odds == Odds(3, 2)


@pytest.mark.parametrize("cards", ["7 7 7", "A 5 5", "A A 9"])
def test_a_other_21_pays_one_to_one(cards: str) -> None:
    """A winning 21 that is no Blackjack is paid one to one."""
    won = settle_hand(box(cards), stakes(1000), dealt("K Q", HOUSE), HOUSE)
    assert won.wager == Payment(1000, 1000)


@pytest.mark.parametrize("odds", ["6:5", "1:1", "2:1"])
def test_a_blackjack_odds_cannot_be_chosen(odds: str) -> None:
    """A house may pay a Blackjack at no other odds than three to two."""
    with pytest.raises(BadChoice) as refusal:
        game_of(GAME, f"blackjack_pays={odds}")
    (fault,) = refusal.value.faults
    assert (fault.allowed, fault.clause) == ("3:2", "685a.11(a)")


@pytest.mark.parametrize("stake_cents", [100, 500, 750])
def test_b_winning_insurance_pays_two_to_one(stake_cents: int) -> None:
    """A winning Insurance Wager is paid two to one."""
    assert settle_insurance(stake_cents, dealt("A J", HOUSE), HOUSE) == Payment(stake_cents, 2 * stake_cents)
    assert game_of(GAME).odds["insurance"].odds == Odds(2, 1)


@pytest.mark.parametrize(
    ("decks", "pays"), [(6, MatchPays(4, 11, 8, 15, 22)), (8, MatchPays(3, 14, 6, 17, 28))]
)
def test_c_pay_table_goes_by_the_number_of_decks(decks: int, pays: MatchPays) -> None:
    """Match-the-Dealer is paid by the table of the decks in play, two matches by their sum."""
    assert house_of(GAME, f"decks={decks}").match.pays == pays


@pytest.mark.parametrize(
    ("reading", "pays"), [("R2", MatchPays(4, 11, 4, 11, 11)), ("R3", MatchPays(4, 11, 4, 4, 11))]
)
def test_c_two_matches_by_reading(reading: str, pays: MatchPays) -> None:
    """Two matches pay the higher one under reading D5 R2 and the lower one under D5 R3."""
    assert house_of(GAME, f"reading.D5={reading}").match.pays == pays


@pytest.mark.parametrize(
    ("suited", "unsuited", "multiple"),
    [(0, 0, 0), (0, 1, 4), (1, 0, 11), (0, 2, 8), (1, 1, 15), (2, 0, 22)],
)
def test_c_each_count_of_matches_has_its_row(suited: int, unsuited: int, multiple: int) -> None:
    """With six decks each count of suited and unsuited matches has its own multiple; none loses."""
    assert match_multiple(Matches(suited, unsuited), HOUSE.match.pays) == multiple


def test_c_batches_are_not_added_up() -> None:
    """Two batches of six decks are paid by the table for six decks."""
    game = game_of(GAME, "shuffler=batch", "decks=6")
    assert game.pay_tables["match"].rows == {"suited": 11, "unsuited": 4}


def test_c_s2_six_decks_pay_eleven_and_four() -> None:
    """With six decks a suited match pays 11 to 1 and an unsuited match 4 to 1."""
    game = game_of(GAME, "decks=6")
    table = game.pay_tables["match"]
    assert table.rows == {"suited": 11, "unsuited": 4}
    assert "685a.11(c) s2" in table.clauses
    assert settle_match(500, card("9s"), card("2d"), card("9s"), game.house) == Payment(500, 5500)
    assert settle_match(500, card("9h"), card("2d"), card("9s"), game.house) == Payment(500, 2000)


def test_c_s3_eight_decks_pay_fourteen_and_three() -> None:
    """With eight decks a suited match pays 14 to 1 and an unsuited match 3 to 1."""
    game = game_of(GAME, "decks=8")
    table = game.pay_tables["match"]
    assert table.rows == {"suited": 14, "unsuited": 3}
    assert "685a.11(c) s3" in table.clauses
    assert settle_match(500, card("9s"), card("2d"), card("9s"), game.house) == Payment(500, 7000)
    assert settle_match(500, card("9h"), card("2d"), card("9s"), game.house) == Payment(500, 1500)
