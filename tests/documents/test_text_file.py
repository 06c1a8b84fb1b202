"""What is taken for a text, and what is left of its lines."""

import pytest

from pitboss.documents.text_file import MOST_BYTES, decode, read_lines
from pitboss.errors import BadInput


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b" \n\n\t ", "is empty"),
        (b"\xff\xfe text", "byte 1 is not UTF-8"),
        (b"a\0b", "zero bytes"),
        (b"%PDF-1.7 ...", "is a PDF"),
        (b"a" * (MOST_BYTES + 1), "too large (1,000,001 bytes)"),
    ],
)
def test_what_is_no_text_is_refused_with_what_is_allowed(data: bytes, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        decode(data, "TEXT x")
    assert str(refused.value).startswith("TEXT x: ")
    assert says in str(refused.value)
    assert "Allowed: plain text in UTF-8" in str(refused.value)


def test_a_byte_order_mark_and_control_characters_are_dropped() -> None:
    assert decode(b"\xef\xbb\xbfA\x07B\x7f", "TEXT x") == "AB"


def test_page_numbers_and_scanners_marks_separate_lines_but_are_none() -> None:
    text = "One.\n12b-1\nTwo.\n<|MARK-1|>Three.\n[Next page is 3.]\n17\nPage 3 of 9\n----\nFour."
    lines = read_lines(text)
    assert [(line.number, line.text) for line in lines] == [
        (1, "One."),
        (3, "Two."),
        (4, "Three."),
        (9, "Four."),
    ]
    assert [line.after_blank for line in lines] == [True, True, False, True]


def test_markup_is_taken_off_and_remembered() -> None:
    heading, bold, bullet, label, note = read_lines(
        "## **The aim:**\n**Table 1**\n- *Six* lanes cost \\$5\n**Bet:** \\$1\n\\*Only on Sundays."
    )
    assert (heading.text, heading.is_heading) == ("The aim:", True)
    assert (bold.text, bold.is_heading) == ("Table 1", True)
    assert (bullet.text, bullet.is_bullet) == ("Six lanes cost $5", True)
    assert (label.label, label.label_has_colon, label.text) == ("Bet", True, "$1")
    assert (note.text, note.is_note) == ("Only on Sundays.", True)


def test_tabs_and_bars_make_columns() -> None:
    one, other, prose = read_lines("First\t4 to 1\n| Second | 2 to 1 |\nNo columns here.")
    assert one.cells == ("First", "4 to 1")
    assert other.cells == ("Second", "2 to 1")
    assert prose.cells == ()
