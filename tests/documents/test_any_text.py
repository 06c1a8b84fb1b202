"""Whatever the text: it is read or refused with a sentence, and no two sentences get one id."""

import tomllib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss.documents.comparing import compare, entries_of
from pitboss.documents.parsed_text import Document
from pitboss.documents.reading import read_document
from pitboss.documents.skeleton import describe, write_skeleton
from pitboss.documents.text_file import decode
from pitboss.errors import BadInput

PIECES = [
    "§ 3a.1. Play.", "§ 3a.2. Definitions.", "Section 4. Ends.", "CHAPTER 3a. PLAY", "Sec.", "3a.1. Play.",
    "(a) One lane.", "(i) Two lanes:", "(1) Three.", "(A)", "(a)(1) Four", "(l) Five;", "1. Rule one.",
    "2. Rule.", "- 3. Rule three. It ends.", "- item", "Fig. 1. A lever.", "## The aim of play:",
    "**Bet** – a stake.", "**Bet:** $1", "**Pay Table 1**", "First\t4 to 1", "Place\tPrize", "\\*A note.",
    "Lane—A strip.", "Authority", "Cross References", "See subsection (b) or § 3a.9(x).", "deal-", "",
    "paid by this table:", "lower case goes on", "subsections (a)—(c) and Fig. 7", "Word", ".", "(", "§",
    "|a|b|", "“", "***", "# ", "\t", "x" * 70,
]  # fmt: skip
lines = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=12)), max_size=25)


def read(text: str) -> Document | None:
    try:
        return read_document(decode(text.encode(), "text"), where="text")
    except BadInput:
        return None


@settings(max_examples=200, deadline=None)
@given(lines)
@example(["CHAPTER 3a. PLAY", "paid by this table:", "a"])
def test_any_text_gives_ids_that_are_used_once_and_a_register_that_can_be_read(parts: list[str]) -> None:
    document = read("\n".join(parts))
    if document is None:
        return
    ids = [sentence.id for sentence in document.sentences]
    assert len(set(ids)) == len(ids)
    data = tomllib.loads(write_skeleton(document))
    assert [clause["id"] for clause in data["clause"]] == ids
    assert len(describe(document)["clauses"]) == len(ids)
    count = len("\n".join(parts).split("\n")) + "\n".join(parts).count("\f") + "\n".join(parts).count("\r")
    assert all(0 < s.first_line <= s.last_line <= count for s in document.sentences)


@settings(max_examples=100, deadline=None)
@given(lines, lines)
def test_any_two_texts_can_be_compared(old: list[str], new: list[str]) -> None:
    """Every sentence of both texts is accounted for: kept, changed, gone or new."""
    before, after = read("\n".join(old)), read("\n".join(new))
    if before is None or after is None:
        return
    found = compare(entries_of(before), entries_of(after))
    gone = sum(change.kind == "removed" for change in found)
    came = sum(change.kind == "added" for change in found)
    assert len(before.sentences) - gone == len(after.sentences) - came


@pytest.mark.parametrize("title", ["§ 3a.1. Play:", "CHAPTER 3a. PLAY:"])
@pytest.mark.parametrize("before", [[], ["§ 3a.9. Aim.", "", "The lanes are even."]])
def test_words_below_a_title_with_a_colon_are_a_sentence_of_their_own(title: str, before: list[str]) -> None:
    """A title is no sentence: nothing is added to it, nor to the last sentence of the division before."""
    document = read("\n".join([*before, title, "", "two lanes"]))
    assert document is not None
    assert [sentence.text for sentence in document.sentences] == [*before[2:], "two lanes"]
