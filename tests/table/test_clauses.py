"""Topics and their clauses."""

import pytest

from pitboss.games.register import all_clauses
from pitboss.table.clauses import TOPICS, cite, speaks

IDS = {clause.id for clause in all_clauses()}


@pytest.mark.parametrize("topic", TOPICS)
def test_every_clause_of_a_topic_is_registered(topic: str) -> None:
    assert all(clause in IDS or clause.startswith("custom ") for clause in TOPICS[topic])


def test_a_document_speaks_for_itself() -> None:
    assert cite("673a", "missed hit") == "673a.13(h)"
    assert cite("686a", "missed hit") == "686a.9(c)"


def test_a_silent_document_follows_another_and_says_so() -> None:
    """Reading O9: 686a has no word on a card drawn in error."""
    assert not speaks("686a", "drawn in error")
    assert cite("686a", "drawn in error") == "685a.12(b) by analogy"
