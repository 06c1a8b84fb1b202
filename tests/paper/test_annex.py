"""What a report takes for the annex of an earlier one."""

from typing import Any

import pytest

from pitboss.errors import BadInput
from pitboss.paper.annex import read_annex

RULES = {"game": "over-under-pa", "options": {"decks": 6}, "readings": {"O2": "R1"}, "title": "more"}
WAGERS = [{"id": "ante", "edge": {"value": 0.021, "text": "2.1000 %", "found": "exact"}}]


def test_what_a_report_wrote_is_read_and_the_rest_passed_over() -> None:
    found = read_annex({"rules": RULES, "wagers": WAGERS, "sections": []}, "over-under-pa", "annex")
    assert found.rules.options == {"decks": 6}
    assert [(wager.id, wager.edge.value) for wager in found.wagers] == [("ante", 0.021)]


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {"rules": RULES},
        {"rules": RULES | {"options": [1]}, "wagers": WAGERS},
        {"rules": RULES, "wagers": [{"id": "ante", "edge": {"value": "much", "text": ""}}]},
    ],
)
def test_anything_else_is_refused(data: Any) -> None:
    with pytest.raises(BadInput, match="is not the annex of a report"):
        read_annex(data, "over-under-pa", "annex")


def test_the_annex_of_another_game_is_refused() -> None:
    with pytest.raises(BadInput, match="is the annex of over-under-pa"):
        read_annex({"rules": RULES, "wagers": WAGERS}, "blackjack", "annex")
