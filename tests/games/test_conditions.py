"""Conditions: what they say, what they depend on, and what is refused in them."""

import pytest

from pitboss.games.conditions import ALWAYS, BadCondition, Facts, compared_numbers, read_condition

FACTS: Facts = {"player": 20, "dealer": 19, "cards": 2, "doubled": True, "split": False, "soft_17": "hit"}


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("player > dealer and player <= 21", True),
        ("player == dealer", False),
        ("not split", True),
        ("not (doubled or split)", False),
        ("18 <= dealer <= 23", True),
        ("18 <= dealer < 19", False),
        ("dealer in (17, 18, 19)", True),
        ("dealer not in [17, 18, 19]", False),
        ("doubled == True", True),
        ("doubled != split", True),
        ("soft_17 == 'hit'", True),
        ("soft_17 in ('stand', 'peek')", False),
        ("", True),
        ("otherwise", True),
    ],
)
def test_a_condition_is_read_as_it_is_written(text: str, holds: bool) -> None:
    assert read_condition(text).holds(FACTS) is holds


def test_a_condition_knows_the_facts_on_which_it_depends() -> None:
    assert read_condition("player > dealer and not split").names == {"player", "dealer", "split"}
    assert read_condition("").names == frozenset()
    assert read_condition("otherwise").is_otherwise


def test_two_conditions_hold_together() -> None:
    both = read_condition("player == 20") & read_condition("split")
    assert not both.holds(FACTS)
    assert both.names == {"player", "split"}
    assert read_condition("split") & ALWAYS is read_condition("split")
    assert ALWAYS & read_condition("split") is read_condition("split")
    assert (read_condition("otherwise") & read_condition("split")).is_otherwise


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("player >", "cannot be read"),
        ("plyer > 21", "'plyer', which is not a fact of any round. Near it: player"),
        ("qqqqqq", "There are: player, dealer"),
        ("player", "neither true nor false"),
        ("player + 1 == 2", "neither a fact nor a number nor a word"),
        ("player > 'ten'", "'ten'\" is not a number"),
        ("split > 3", "'split' is not a number"),
        ("player is 21", "a sign that is none of"),
        ("player in dealer", "is not a list"),
        ("player == 1.5", "neither a number nor a word"),
        ("__import__('os')", "not a fact of any round"),
        ("(lambda: 1)()", "neither true nor false"),
        ("[x for x in (1,)]", "not a fact of any round"),
        ("player.real == 1", "neither a fact nor a number nor a word"),
        ("21", "neither true nor false"),
        ("split or " * 60 + "split", "longer than"),
        ("player\0", "cannot be read"),
    ],
)
def test_what_is_no_condition_is_refused_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(BadCondition) as refused:
        read_condition(text)
    assert told in str(refused.value)


def test_the_numbers_with_which_a_fact_is_compared() -> None:
    condition = read_condition("cards == 2 and player > 21 or cards in (5, 6)")
    assert compared_numbers(condition, "cards") == {2, 5, 6}
    assert compared_numbers(condition, "hands") == set()
    assert compared_numbers(ALWAYS, "cards") == set()
