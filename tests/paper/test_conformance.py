"""The register on paper: every sentence, and irregularities that can happen at this table."""

import pytest

from pitboss.games.files import known_games
from pitboss.games.register import entries_of
from pitboss.paper.conformance import find_conformance, find_irregularities, find_layout
from tests.floor import game_of


@pytest.mark.parametrize("name", known_games())
def test_the_matrix_has_every_sentence_once(name: str) -> None:
    found = find_conformance(game_of(name))
    assert [row.clause for row in found.rows] == [entry.clause.id for entry in entries_of(game_of(name))]
    assert found.counts["sentences"].value == len(found.rows)
    assert found.counts["open"].value == sum(row.is_open for row in found.rows)


def test_a_table_without_a_device_has_no_row_for_its_failure() -> None:
    topics = {row.topic for row in find_irregularities(game_of("blackjack"))}
    assert not {"wrong range", "jam", "shuffler broken"} & topics
    with_device = {row.topic for row in find_irregularities(game_of("blackjack", "shuffler=batch"))}
    assert {"jam", "shuffler broken"} <= with_device
    assert "wrong range" in {row.topic for row in find_irregularities(game_of("down-under-pa"))}
    assert "overdraw" not in {row.topic for row in find_irregularities(game_of("over-under-pa"))}


def test_a_silent_document_follows_another_by_analogy_and_says_so() -> None:
    rows = {row.topic: row for row in find_irregularities(game_of("blackjack-match-nh"))}
    assert rows["face up"].by_analogy
    assert rows["face up"].clause.endswith("by analogy")
    own = {row.topic: row for row in find_irregularities(game_of("down-under-pa"))}
    assert own["face up"].clause == "685a.12(a)"


@pytest.mark.parametrize("name", known_games())
def test_the_layout_that_is_printed_lacks_nothing(name: str) -> None:
    assert [row.what for row in find_layout(game_of(name)).rows if row.missing] == []
