"""Options and odds as people type them."""

import pytest

from pitboss.games.files import known_games
from pitboss.games.vocabulary import OPTIONS, parse_odds, tell_cents
from pitboss.rules.house import Odds
from tests.floor import game_of

REQUIRED = (
    "decks", "soft_17", "blackjack_pays", "double_on", "double_after_split", "max_hands", "resplit_aces",
    "hit_split_aces", "surrender", "settlement_order", "boxes_per_player",
    "bar_mid_shoe_entry", "shuffler", "min_chip_cents",
)  # fmt: skip


def test_the_vocabulary_has_every_agreed_name() -> None:
    assert set(REQUIRED) <= set(OPTIONS)


@pytest.mark.parametrize("name", known_games())
def test_games_use_no_other_names(name: str) -> None:
    game = game_of(name)
    assert set(game.options) <= set(OPTIONS) | set(game.offers)


@pytest.mark.parametrize(("text", "odds"), [("3:2", Odds(3, 2)), ("11 to 1", Odds(11, 1))])
def test_odds_are_read(text: str, odds: Odds) -> None:
    assert parse_odds(text) == odds


@pytest.mark.parametrize("text", ["", "3", "3:0", "-1:2", "3/2", "x:y", "1001:1", "1:1001", "3:2:1", "²:1"])
def test_what_is_no_odds_is_not_read(text: str) -> None:
    assert parse_odds(text) is None


def test_values_are_typed_strictly() -> None:
    """`1` is no yes, `true` is no number, and 6.5 decks are nothing."""
    assert not OPTIONS["resplit_aces"].accepts(1)
    assert not OPTIONS["decks"].accepts(True)
    assert not OPTIONS["decks"].accepts("6")
    assert OPTIONS["decks"].parse("6") == 6
    assert OPTIONS["decks"].parse("6.5") == "6.5"
    assert OPTIONS["resplit_aces"].parse("YES") is True
    assert [OPTIONS["min_wager_cents"].parse(text) for text in ("1000", "$10", "$2.5", "$1,000")] == [
        1000, 1000, 250, 100000,
    ]  # fmt: skip
    assert OPTIONS["min_wager_cents"].parse("$,") == "$,"
    assert OPTIONS["resplit_aces"].parse("perhaps") == "perhaps"


def test_money_is_told_as_on_a_sign() -> None:
    assert tell_cents(100) == "$1"
    assert tell_cents(250) == "$2.50"
    assert tell_cents(123456789) == "$1,234,567.89"
