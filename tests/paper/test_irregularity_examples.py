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
    ("blackjack-match-nh", "blackjack_misread"): -1000,
    ("blackjack-match-nh", "false_blackjack"): 500,
    ("blackjack", "false_blackjack"): 1000,
    ("double-back-jack-pa", "false_blackjack"): 1000,
    ("down-under-pa", "reader_broken/void"): 0,
    ("down-under-pa", "shoe_empty/void"): 0,
    ("over-under-pa", "shoe_empty/void"): 0,
}
ALL_VOIDED = (
    ("blackjack", "reading.H1=R2"),
    ("blackjack-match-nh", "reading.N22=R2"),
    ("down-under-vendor", "reading.V12=R2"),
)


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


@pytest.mark.parametrize("choices", ALL_VOIDED, ids=" ".join)
def test_where_whatever_goes_wrong_voids_the_round_one_example_shows_it(choices: tuple[str, ...]) -> None:
    (example,) = find_irregularity_examples(game_of(*choices))
    assert (example.id, example.net.value) == ("irregularity_void_round", 0)
    assert example.wrong[-1] == (
        "The floorperson voids the round.",
        game_of(*choices).citations["irregularity.void_round"]["clause"],
    )


@pytest.mark.parametrize(
    ("reading", "title", "net_cents"),
    [("R1", "the round is played on", 1000), ("R2", "the round is void", 0)],
)
def test_a_reading_says_whether_a_false_blackjack_voids_the_round(
    reading: str, title: str, net_cents: int
) -> None:
    examples = find_irregularity_examples(game_of("double-back-jack-pa", f"reading.B34={reading}"))
    (example,) = (one for one in examples if one.id == "irregularity_false_blackjack")
    assert example.title == f"The reader shows a Blackjack by mistake: {title}"
    assert example.net.value == net_cents


def test_a_reader_beyond_repair_voids_nothing_where_the_round_waits() -> None:
    assert "irregularity.reader_broken/void" not in shown("double-back-jack-pa", "reading.B33=R2")


def test_an_irregularity_that_a_reading_decides_is_told_with_what_it_says() -> None:
    rows = {row.mechanism: row for row in find_irregularities(game_of("double-back-jack-pa"))}
    row = rows["irregularity.reader_broken/void"]
    assert row.clause == "673a.13(j), as read in B33"
    assert row.says.endswith("The floor may call the round dead: undecided wagers are returned.")


@pytest.mark.parametrize("name", known_games())
def test_what_went_wrong_is_told_with_the_clause_that_puts_it_right(name: str) -> None:
    clauses = {row.mechanism: row.clause for row in find_irregularities(game_of(name))}
    for example in find_irregularity_examples(game_of(name)):
        assert clauses[mechanism_of(example)] in {clause for _, clause in example.wrong}, example.id


def test_the_money_is_what_the_texts_make_of_it() -> None:
    for (name, irregularity), cents in BY_HAND.items():
        nets = {example.id: example.net.value for example in find_irregularity_examples(game_of(name))}
        assert nets[f"irregularity_{irregularity}"] == cents, (name, irregularity)
