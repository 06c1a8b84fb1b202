"""The register on paper: every sentence, and irregularities that can happen at this table."""

import pytest

from pitboss.games.files import known_games
from pitboss.games.register import entries_of
from pitboss.paper.conformance import Irregularity, find_conformance, find_irregularities, find_layout
from tests.floor import game_of


def irregularities(name: str, *choices: str) -> dict[str, Irregularity]:
    return {row.mechanism: row for row in find_irregularities(game_of(name, *choices))}


@pytest.mark.parametrize("name", known_games())
def test_the_matrix_has_every_sentence_once(name: str) -> None:
    found = find_conformance(game_of(name))
    assert [row.clause for row in found.rows] == [entry.clause.id for entry in entries_of(game_of(name))]
    assert found.counts["sentences"].value == len(found.rows)
    assert found.counts["open"].value == sum(row.is_open for row in found.rows)


def test_a_table_without_a_device_has_no_row_for_its_failure() -> None:
    shuffler = {"irregularity.shuffler_jam", "irregularity.shuffler_broken"}
    assert not {"irregularity.wrong_range", *shuffler} & irregularities("blackjack").keys()
    assert shuffler <= irregularities("blackjack", "shuffler=batch").keys()
    assert "irregularity.wrong_range" in irregularities("down-under-pa")
    assert "irregularity.overdraw" not in irregularities("over-under-pa")


def test_a_silent_document_follows_another_under_a_reading_and_says_so() -> None:
    followed = irregularities("blackjack-match-nh")["irregularity.face_up"]
    assert followed.followed
    assert ", by reading " in followed.clause
    assert irregularities("down-under-pa")["irregularity.face_up"].clause == "685a.12(a)"


@pytest.mark.parametrize("name", known_games())
def test_the_layout_that_is_printed_lacks_nothing(name: str) -> None:
    assert [row.what for row in find_layout(game_of(name)).rows if row.missing] == []
