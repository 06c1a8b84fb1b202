"""Every sentence that has examples does in them what is written there, at the live table."""

import pytest

from tests.book.examples import seen, sentences, text_of, written


@pytest.mark.parametrize("sentence", sentences())
def test_example(sentence: str) -> None:
    """In each example the sentence is cited for exactly this; where nothing is written, it is not."""
    document = sentences()[sentence]
    examples = written(document)[sentence]
    assert {example: seen(document, sentence, example) for example in examples} == examples


@pytest.mark.parametrize("document", sorted(set(sentences().values())))
def test_examples_stand_in_the_order_of_the_text(document: str) -> None:
    """`python -m tests.book.examples` writes them so."""
    found = [line[2:-2] for line in text_of(document).splitlines() if line.startswith('["')]
    assert list(written(document)) == found
