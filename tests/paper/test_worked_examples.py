"""Worked examples are rounds of the live table: what they pay was worked out here by hand from the texts."""

import pytest

from pitboss.games.files import known_games
from pitboss.paper.worked_examples import find_examples
from tests.floor import game_of

BY_HAND = {
    ("down-under-pa", "win"): 1000,
    ("down-under-pa", "blackjack"): 1500,
    ("down-under-pa", "dealer_22"): 0,
    ("down-under-pa", "dealer_22_large"): 1000,
    ("down-under-pa", "insurance_won"): 0,
    ("down-under-pa", "up_match_one"): 1100 - 1000,
    ("down-under-pa", "up_match_two"): 1500 + 1000,
    ("double-back-jack-pa", "two_blackjacks"): 2000,
    ("double-back-jack-pa", "second_chance_won"): 1000,
    ("double-back-jack-pa", "second_chance_lost"): -2000,
    ("double-back-jack-pa", "surrender"): -500,
    ("over-under-pa", "over_won"): 1000,
    ("over-under-pa", "surrendered"): -500,
    ("over-under-pa", "bonus_won"): 5000 - 500,
    ("blackjack-match-nh", "blackjack"): 750,
    ("blackjack-match-nh", "down_match_one"): 400 + 500,
    ("blackjack", "two_blackjacks"): 0,
}


@pytest.mark.parametrize("name", known_games())
def test_an_example_pays_what_the_text_pays(name: str) -> None:
    nets = {(name, example.id): example.net.value for example in find_examples(game_of(name))}
    wanted = {key: cents for key, cents in BY_HAND.items() if key[0] == name}
    assert {key: nets[key] for key in wanted} == wanted


def test_eight_decks_pay_a_suited_match_fourteen_to_one() -> None:
    examples = {example.id: example for example in find_examples(game_of("down-under-pa", "decks=8"))}
    match = next(part for part in examples["up_match_one"].settled if "Match" in part.what)
    assert match.won.value == 14 * match.stake.value


def test_every_wager_before_the_deal_wins_and_loses_in_some_example() -> None:
    for name in known_games():
        game = game_of(name)
        settled = [part for example in find_examples(game) for part in example.settled]
        for wager in game.wagers:
            if wager.timing == "before the deal":
                parts = [part for part in settled if part.what.startswith(wager.name)]
                assert any(part.won.value for part in parts), wager.name
                assert any(not part.won.value and not part.returned.value for part in parts), wager.name


@pytest.mark.parametrize(
    "choices", [("hole_card=european",), ("max_hands=1", "surrender=early"), ("insurance=no",)]
)
def test_examples_follow_the_options(choices: tuple[str, ...]) -> None:
    ids = {example.id for example in find_examples(game_of("blackjack", *choices))}
    assert ("split" in ids) == ("max_hands=1" not in choices)
    assert ("surrender" in ids) == ("surrender=early" in choices)
    assert ("insurance_won" in ids) == ("insurance=no" not in choices)
