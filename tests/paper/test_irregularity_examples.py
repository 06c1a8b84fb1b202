"""Every irregularity that can happen has its example, and the money in it is what the texts make of it."""

import pytest

from pitboss.games.files import known_games
from pitboss.paper.conformance import find_irregularities
from pitboss.paper.irregularity_examples import SHOWN_WITH, find_irregularity_examples
from pitboss.paper.worked_examples import Example
from tests.floor import game_of

SHUFFLER = {"irregularity.shuffler_jam", "irregularity.shuffler_broken"}
BY_HAND = {
    ("down-under-pa", "face_up"): 1000,
    ("down-under-pa", "exposed_card_refused"): 1000,
    ("down-under-pa", "exposed_card_unused"): -1000,
    ("down-under-pa", "no_card"): 0,
    ("down-under-pa", "wrong_range"): 0,
    ("down-under-pa", "overdraw"): 1000,
    ("double-back-jack-pa", "missed_hit"): 1000,
    ("double-back-jack-pa", "reader_misused"): 1000,
    ("over-under-pa", "exposed_card_refused"): 0,
    ("over-under-pa", "shoe_empty"): 1000,
    ("blackjack-match-nh", "drawn_seen"): 500,
}


def mechanism_of(example: Example) -> str:
    return example.id.replace("irregularity_", "irregularity.", 1)


def shown(name: str, *choices: str) -> set[str]:
    return {mechanism_of(example) for example in find_irregularity_examples(game_of(name, *choices))}


@pytest.mark.parametrize("name", known_games())
def test_every_irregularity_that_can_happen_has_an_example(name: str) -> None:
    rows = find_irregularities(game_of(name))
    assert shown(name) == {SHOWN_WITH.get(row.mechanism, row.mechanism) for row in rows} - SHUFFLER


@pytest.mark.parametrize("name", ["down-under-pa", "double-back-jack-pa", "over-under-pa"])
@pytest.mark.parametrize("shuffler", ["batch", "continuous"])
def test_a_table_with_a_shuffler_shows_it_failing(name: str, shuffler: str) -> None:
    assert shown(name, f"shuffler={shuffler}") >= SHUFFLER


@pytest.mark.parametrize("name", known_games())
def test_what_went_wrong_is_told_with_the_clause_that_puts_it_right(name: str) -> None:
    clauses = {row.mechanism: row.clause for row in find_irregularities(game_of(name))}
    for example in find_irregularity_examples(game_of(name)):
        assert clauses[mechanism_of(example)] in {clause for _, clause in example.wrong}, example.id


def test_the_money_is_what_the_texts_make_of_it() -> None:
    for (name, irregularity), cents in BY_HAND.items():
        nets = {example.id: example.net.value for example in find_irregularity_examples(game_of(name))}
        assert nets[f"irregularity_{irregularity}"] == cents, (name, irregularity)
