"""NH, the wager amounts."""

import pytest

from pitboss.errors import BadChoice
from pitboss.rules.stakes import main_stake_is_allowed, most_double, side_stake_is_allowed, split_stake
from tests.floor import game_of, house_of

GAME = "blackjack-match-nh"
HOUSE = house_of(GAME)


@pytest.mark.parametrize(
    ("ante_cents", "allowed"),
    [
        (0, False),
        (400, False),
        (499, False),
        (500, True),
        (700, True),
        (1000, True),
        (1001, False),
        (1100, False),
    ],
)
def test_whole_ante_is_5_to_10_dollars(ante_cents: int, allowed: bool) -> None:
    """The Ante is $5 to $10, both included."""
    assert main_stake_is_allowed(ante_cents, HOUSE) is allowed


def test_whole_ante_is_made_in_chips() -> None:
    """An Ante of $5.50 needs a table with chips of half a dollar or less."""
    assert not main_stake_is_allowed(550, HOUSE)
    assert main_stake_is_allowed(550, house_of(GAME, "min_chip_cents=50"))


def test_whole_table_limits_may_be_narrower() -> None:
    """A table may raise the least Ante and lower the greatest."""
    narrow = house_of(GAME, "min_wager_cents=600", "max_wager_cents=800")
    assert not main_stake_is_allowed(500, narrow)
    assert main_stake_is_allowed(600, narrow)
    assert main_stake_is_allowed(800, narrow)
    assert not main_stake_is_allowed(900, narrow)


@pytest.mark.parametrize(
    "choice", ["min_wager_cents=400", "max_wager_cents=1100", "min_wager_cents=1100", "max_wager_cents=400"]
)
def test_whole_table_limits_may_not_be_wider(choice: str) -> None:
    """No table takes an Ante below $5 or above $10."""
    with pytest.raises(BadChoice, match="NH Amounts"):
        game_of(GAME, choice)


def test_whole_limits_bind_the_ante_and_not_what_is_added() -> None:
    """With a split and doubles a box may hold more than $10, though no Ante may."""
    assert not main_stake_is_allowed(1000 + most_double(1000), HOUSE)
    assert split_stake(1000) == most_double(1000) == 1000


@pytest.mark.parametrize(
    ("stake_cents", "ante_cents", "allowed"),
    [
        (0, 500, False),
        (50, 500, False),
        (100, 500, True),
        (500, 500, True),
        (600, 500, False),
        (600, 600, True),
        (1000, 900, False),
        (1000, 1000, True),
        (1100, 1000, False),
        (150, 500, False),
    ],
)
def test_s2_match_bet_is_1_to_10_dollars_up_to_the_ante(
    stake_cents: int, ante_cents: int, allowed: bool
) -> None:
    """A match bet is $1 to $10 in chips of the table, and never above the Ante."""
    assert side_stake_is_allowed(stake_cents, ante_cents, HOUSE) is allowed


def test_s2_limit_of_10_dollars_holds_by_itself() -> None:
    """$10 is the limit of a match bet even beside a greater Ante, if there were one."""
    assert not side_stake_is_allowed(1100, 1200, HOUSE)
    assert side_stake_is_allowed(1000, 1200, HOUSE)


@pytest.mark.parametrize("choice", ["side_min_cents=50", "side_max_cents=1100"])
def test_s2_table_limits_may_not_be_wider(choice: str) -> None:
    """No table takes a match bet below $1 or above $10."""
    with pytest.raises(BadChoice, match="NH Amounts s2"):
        game_of(GAME, choice)


def test_s2_table_limits_may_be_narrower() -> None:
    """A table may set its own least and greatest match bet within those limits."""
    narrow = house_of(GAME, "side_min_cents=200", "side_max_cents=500")
    assert not side_stake_is_allowed(100, 1000, narrow)
    assert side_stake_is_allowed(200, 1000, narrow)
    assert side_stake_is_allowed(500, 1000, narrow)
    assert not side_stake_is_allowed(600, 1000, narrow)
