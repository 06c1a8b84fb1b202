"""Every sentence that has examples does in them what is written there, at the live table."""

import pytest

from tests.book.examples import expected, games, sentences, told


@pytest.mark.parametrize("sentence", sentences())
def test_example(sentence: str) -> None:
    """In each drive the sentence is cited for exactly this."""
    game = games()[sentences()[sentence]]
    for drive, what in expected(sentence):
        assert told(game, drive).get(sentence, "") == what, drive
