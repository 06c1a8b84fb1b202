"""NH, the Ante."""

import pytest

from pitboss.rules.stakes import side_stake_is_allowed, takes_part
from tests.floor import game_of, house_of

GAME = "blackjack-match-nh"


@pytest.mark.parametrize(("ante_cents", "plays"), [(0, False), (500, True), (1000, True)])
def test_whole_ante_enters_the_player(ante_cents: int, plays: bool) -> None:
    """Chips on the Ante spot enter the player for a hand; without them there is none."""
    assert takes_part(ante_cents) is plays


def test_whole_match_bets_do_not_enter_the_player() -> None:
    """A match bet without an Ante is not accepted."""
    assert not side_stake_is_allowed(100, 0, house_of(GAME))
    assert side_stake_is_allowed(100, 500, house_of(GAME))


def test_whole_ante_is_the_only_required_bet() -> None:
    """The Ante has its spot on the felt, and no other bet is required."""
    game = game_of(GAME)
    assert [wager.id for wager in game.wagers if wager.required] == ["ante"]
    assert "spot for the Ante" in [area.what for area in game.layout]
