"""686a.1: what the words of Over/Under mean."""

import re

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.hands import fixed_total
from pitboss.rules.over_under import is_complete, may_choose, settle_bonus, settle_play
from pitboss.rules.player import Action
from pitboss.rules.settlement import Payment
from pitboss.rules.stakes import side_stake_is_allowed, takes_part
from tests.floor import game_of, hand, house_of

GAME = game_of("over-under-pa")
HOUSE = house_of("over-under-pa")


def test_ante_is_the_wager_nobody_plays_without() -> None:
    """A box without an Ante Wager has no part in the round."""
    assert takes_part(500)
    assert not takes_part(0)


def test_ante_is_required_and_made_before_the_deal() -> None:
    """The Ante is the one compulsory wager, and it is down before the first card."""
    assert [wager.id for wager in GAME.wagers if wager.required] == ["ante"]
    assert GAME.main_wager.id == "ante"
    assert GAME.main_wager.timing == "before the deal"


def test_bonus_is_optional_and_made_before_the_deal() -> None:
    """The Bonus Wager may be left out, and is made before the first card like the Ante."""
    bonus = next(wager for wager in GAME.wagers if wager.id == "bonus")
    assert not bonus.required
    assert bonus.timing == "before the deal"
    assert "bonus" not in [wager.id for wager in game_of("over-under-pa", "bonus=no").wagers]


def test_bonus_needs_an_ante_beside_it() -> None:
    """A Bonus Wager is only made by a player with an Ante Wager."""
    assert side_stake_is_allowed(100, 500, HOUSE)
    assert not side_stake_is_allowed(100, 0, HOUSE)


def test_bonus_may_exceed_the_ante() -> None:
    """The Bonus Wager keeps to the side limits of the table and not to the size of the Ante."""
    assert side_stake_is_allowed(10_000, 500, HOUSE)
    assert not side_stake_is_allowed(10_100, 50_000, HOUSE)
    assert not side_stake_is_allowed(150, 500, HOUSE)


def test_bonus_plays_against_the_posted_table() -> None:
    """The Bonus Wager meets its pay table and nothing else: 33 pays it 50 to 1, 24 takes it."""
    assert settle_bonus(100, 33, HOUSE) == Payment(100, 5000)
    assert settle_bonus(100, 24, HOUSE) == Payment(0, 0)


def test_bonus_cannot_be_read_as_a_duty() -> None:
    """No reading makes the optional Bonus Wager compulsory."""
    with pytest.raises(BadChoice, match=re.escape("686a.1 Bonus")):
        game_of("over-under-pa", "reading.O10=R2")


@pytest.mark.parametrize(
    ("cards", "complete"), [("A", False), ("A K", False), ("A K 5", True), ("A K 5 2", False)]
)
def test_hand_is_three_cards(cards: str, complete: bool) -> None:
    """A hand is three cards, no fewer and no more."""
    assert is_complete(hand(cards)) is complete


def test_hand_counts_all_three_cards() -> None:
    """All three cards of the hand make its total point count."""
    assert fixed_total(hand("9 8 7")) == 24
    assert fixed_total(hand("9 8")) == 17


def test_over_23_is_made_after_the_first_card() -> None:
    """The Over 23 Wager is an additional wager made once the first card is dealt."""
    over = next(wager for wager in GAME.wagers if wager.id == "over_23")
    assert over.timing == "decision"
    assert not over.required
    assert may_choose(Action.OVER)


def test_over_23_wins_above_23_only() -> None:
    """An Over 23 Wager wins on 24 and does not win on 23."""
    assert settle_play(500, Action.OVER, 24, HOUSE) == Payment(500, 500)
    assert settle_play(500, Action.OVER, 23, HOUSE) == Payment(0, 0)


def test_surrender_is_a_choice_after_the_first_card() -> None:
    """After the first card a player may give up the Ante instead of staying in."""
    assert may_choose(Action.FOLD)


@pytest.mark.parametrize("points", [6, 17, 18, 23, 24, 33])
def test_surrender_forfeits_the_whole_ante(points: int) -> None:
    """Surrender forfeits the whole Ante, whatever the other two cards turn out to be."""
    assert settle_play(500, Action.FOLD, points, HOUSE) == Payment(0, 0)


def test_surrender_of_half_a_wager_is_another_games() -> None:
    """The surrender of half a wager known from blackjack is no choice here."""
    assert not may_choose(Action.SURRENDER)
    with pytest.raises(BadChoice, match="has no option 'surrender'"):
        game_of("over-under-pa", "surrender=late")


def test_under_18_is_made_after_the_first_card() -> None:
    """The Under 18 Wager is an additional wager made once the first card is dealt."""
    under = next(wager for wager in GAME.wagers if wager.id == "under_18")
    assert under.timing == "decision"
    assert not under.required
    assert may_choose(Action.UNDER)


def test_under_18_wins_below_18_only() -> None:
    """An Under 18 Wager wins on 17 and does not win on 18."""
    assert settle_play(500, Action.UNDER, 17, HOUSE) == Payment(500, 500)
    assert settle_play(500, Action.UNDER, 18, HOUSE) == Payment(0, 0)
