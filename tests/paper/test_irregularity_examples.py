"""Every irregularity that can happen has its example, and the money in it is what the texts make of it."""

import pytest

from pitboss.games.files import known_games
from pitboss.paper.conformance import find_irregularities
from pitboss.paper.irregularity_examples import SHOWN_WITH, find_irregularity_examples
from tests.floor import game_of

SHUFFLER = {"jam", "shuffler broken"}
BY_HAND = {
    ("down-under-pa", "face up"): 1000,
    ("down-under-pa", "refuse card"): 1000,
    ("down-under-pa", "nobody takes it"): -1000,
    ("down-under-pa", "no card"): 0,
    ("down-under-pa", "wrong range"): 0,
    ("down-under-pa", "overdraw"): 1000,
    ("double-back-jack-pa", "missed hit"): 1000,
    ("double-back-jack-pa", "reader misused"): 1000,
    ("over-under-pa", "refuse card"): 0,
    ("over-under-pa", "insufficient"): 1000,
    ("blackjack-match-nh", "exposed in error"): 500,
}


def shown(name: str, *choices: str) -> set[str]:
    found = find_irregularity_examples(game_of(name, *choices))
    return {example.id.removeprefix("mishap_").replace("_", " ") for example in found}


@pytest.mark.parametrize("name", known_games())
def test_every_irregularity_that_can_happen_has_an_example(name: str) -> None:
    topics = {SHOWN_WITH.get(row.topic, row.topic) for row in find_irregularities(game_of(name))}
    assert shown(name) == topics - SHUFFLER


@pytest.mark.parametrize("name", ["down-under-pa", "double-back-jack-pa", "over-under-pa"])
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_a_table_with_a_shuffler_shows_it_failing(name: str, shuffler: str) -> None:
    assert shown(name, f"shuffler={shuffler}") >= SHUFFLER


@pytest.mark.parametrize("name", known_games())
def test_what_went_wrong_is_told_with_the_clause_that_puts_it_right(name: str) -> None:
    clauses = {row.topic: row.clause for row in find_irregularities(game_of(name))}
    for example in find_irregularity_examples(game_of(name)):
        topic = example.id.removeprefix("mishap_").replace("_", " ")
        assert clauses[topic] in {clause for _, clause in example.wrong}, topic


def test_the_money_is_what_the_texts_make_of_it() -> None:
    for (name, topic), cents in BY_HAND.items():
        nets = {example.id: example.net.value for example in find_irregularity_examples(game_of(name))}
        assert nets[f"mishap_{topic.replace(' ', '_')}"] == cents, (name, topic)
