"""Where sentences end."""

import pytest

from pitboss.documents.sentences import split_sentences


@pytest.mark.parametrize(
    "sentences",
    [
        ["A race begins.", "It ends."],
        ["Write to P. O. Box 5, attention R. D. Penny.", "He answers."],
        ["This is cited in 58 Pa. Code § 3.", "So is that."],
        ["The lever is pulled (Fig. 3.).", "Then they run."],
        ["The lever is pulled. (Fig. 4.)"],
        ["All stop.", "(See the next part for more).", "All go."],
        ['He says "stay."', "She stays."],
        ["The values are as follows: A penny counts 1.", "A dime counts 10."],
        ["The hold is between .43% and .49% of 1.5 units.", "It pays 3 to 2."],
        ["Pennies run, e.g. on Sundays, vs. dimes.", "6 lanes are enough."],
        ["Small, 2-3-4-5"],
    ],
)
def test_a_text_is_cut_at_the_ends_of_its_sentences(sentences: list[str]) -> None:
    text = " ".join(sentences)
    assert [text[start:end] for start, end in split_sentences(text)] == sentences
