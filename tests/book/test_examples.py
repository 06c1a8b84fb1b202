"""Every sentence that has examples does in them what is written there, at the live table."""

import pytest

from tests.book import papers
from tests.book.examples import expected, games, sentences, told


@pytest.mark.parametrize("sentence", sentences())
def test_example(sentence: str) -> None:
    """In each drive the sentence is cited for exactly this."""
    game = games()[sentences()[sentence]]
    for drive, what in expected(sentence):
        assert told(game, drive).get(sentence, "") == what, drive


@pytest.mark.parametrize("sentence", papers.sentences())
def test_paper(sentence: str) -> None:
    """Felt and sign say and have what is written down, and their check misses what is taken off them."""
    document = papers.written(papers.sentences()[sentence])
    found = papers.drawn(document["game"])
    for name, what in document["papers"].items():
        assert found.get(name) == what, name
    assert set(found) == set(document["papers"])
