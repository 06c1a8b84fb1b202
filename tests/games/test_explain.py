"""A game in words, true to its House."""

import json

import pytest

from pitboss.games.explain import describe, describe_readings, sentences
from pitboss.games.files import known_games
from tests.floor import game_of


def said(game: str, topic: str, *choices: str) -> str:
    return next(told.says for told in sentences(game_of(game, *choices)) if told.topic == topic)


@pytest.mark.parametrize("name", known_games())
def test_every_sentence_of_a_document_has_a_clause(name: str) -> None:
    """What a game does is told with the clause that makes it so, where the document has one."""
    game = game_of(name)
    unstated = {"Late Blackjack", "21", "Comparing hands"}  # some documents leave these to practice
    for told in sentences(game):
        assert told.clauses or name == "blackjack" or told.topic in unstated, told


@pytest.mark.parametrize("name", known_games())
def test_a_description_is_plain_data(name: str) -> None:
    described = describe(game_of(name))
    assert json.loads(json.dumps(described))["game"] == name
    assert set(described["options"]) == {choice["name"] for choice in described["choices"]}
    assert described["wagers"][0]["main"]
    assert len(describe_readings(game_of(name))) == len(described["readings"])


def test_words_follow_the_switches() -> None:
    assert "stands on soft 17" in said("blackjack", "Dealer’s draw")
    assert "hits soft 17" in said("blackjack", "Dealer’s draw", "soft_17=hit")
    assert "9 to 11" in said("blackjack", "Double down", "double_on=9-11")
    assert "cannot be split" in said("blackjack", "Split", "max_hands=1")
    assert "No surrender" in said("down-under-pa", "Surrender")
    assert "are returned too" in said("down-under-pa", "Dealer’s 22", "reading.D3=R2")
    assert "after drawing more" in said("down-under-pa", "Dealer’s 22", "reading.D2=R2")
    assert "only returned" in said("down-under-pa", "Dealer’s 22", "reading.D12=R3")
    assert "original wager" in said("double-back-jack-pa", "Second chance", "reading.B3=R2")
    assert "point value" in said("blackjack-match-nh", "Match wagers", "reading.N9=R2")
    assert "saved even" in said("blackjack-match-nh", "Surrender", "reading.N4=R2")
    assert "wrong side is returned" in said("over-under-pa", "The middle", "reading.O2=R2")
    assert "one suited 14" in said("down-under-pa", "Match wagers", "decks=8")
    assert "No insurance" in said("blackjack", "Insurance", "insurance=no")
    assert "Nobody looks" in said("blackjack", "Hole card", "hole_card=european")


def test_inscriptions_say_the_odds_that_are_paid() -> None:
    texts = [part.text for part in game_of("blackjack", "blackjack_pays=6:5", "soft_17=hit").inscriptions]
    assert "Blackjack pays 6 to 5" in texts
    assert "Dealer must hit soft 17" in texts
    assert [part.text for part in game_of("double-back-jack-pa").inscriptions][:2] == [
        "Blackjack and Insurance pays 2 to 1",
        "Dealer shall draw to 16 and stand on all 17s",
    ]
