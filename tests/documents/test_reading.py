"""Invented texts of three kinds, read to the last id, reference and fault."""

import pytest

from pitboss.documents.parsed_text import places, split_id, text_hash
from pitboss.documents.reading import read_document
from pitboss.errors import BadInput
from pitboss.games.clause_ids import paragraph_of
from tests.documents.invented import document_of, text_of

CHAPTER_IDS = """
12b Contents|12b Authority|12b.1|12b.1 Lane|12b.1 Starter|12b.1 Photo finish|12b.1 Photo finish s2
12b.1 Ghost penny|12b.2(a)|12b.2(a) s2|12b.2(b)|12b.2(b)(1)|12b.2(b)(2)|12b.2(b)(2)(i)|12b.2(b)(2)(ii)
12b.2(b)(2)(ii)(A)|12b.2(b)(2)(ii)(B)|12b.2(b)(2)(iii)|12b.2(b)(3)|12b.2(c)|12b.3(a)|12b.3(a)(1)|12b.3(a)(2)
12b.3(a)(3)|12b.3(b)|12b.3(c)|12b.3(d)|12b.3(d)(1)|12b.3(d)(2)|12b.3(d)-2|12b.3(f)|12b.3(g)|12b.3(h)
12b.3(h)(1)|12b.3(h)(2)|12b.3(i)|12b.3(i)(1)|12b.3(i)(2)|12b.3(j)|12b.3(k)|12b.3(l)|12b.4(a)|12b.4(b)
12b.4(b) r1|12b.4(b) r2|12b.4(c)|12b.4(c) r1|12b.4(c) r2|12b Cross references|12b.5|12b.5 s2|12b.6
"""
RULES_IDS = """
Penny Intro|Penny Intro s2|Penny 1|Penny 1 s2|Penny 2|Penny 2 s2|Penny Fig. 1|Penny 2 s3|Penny Fig. 2
Penny Fig. 2 s2|Penny 3|Penny 3 s2|Penny 3 s3|Penny 5|Penny 5-2|Penny 6|Penny 6(a)|Penny 6(b)
"""
HEADINGS_IDS = """
Penny Name|Penny Aim|Penny Aim s2|Penny Things|Penny Things s2|Penny Things s3|Penny Course|Penny Course s2
Penny Course s3|Penny Winner|Penny Winner s2|Penny Loser|Penny Sizes|Penny Sizes s2|Penny Table 1 r1
Penny Table 1 r2|Penny Table 1 note|Penny Table 2 r1|Penny Table 2 r2
"""
FAULTS = {
    "chapter": [
        ("contents", "12b.3"), ("contents", "12b.7"), ("unused term", "12b.1 Ghost penny"),
        ("undefined term", "12b.2(b)(3)"), ("lost number", "12b.3(a)(1)"), ("missing section", "12b.3(c)"),
        ("duplicate", "12b.3(d)-2"), ("other chapter", "12b.3(d)-2"), ("skipped", "12b.3(f)"),
        ("ambiguous", "12b.3(g)"), ("misread number", "12b.3(l)"), ("self reference", "12b.3(l)"),
        ("other title", "12b.3"), ("missing paragraph", "12b.5 s2"), ("contents", "12b.6"),
    ],
    "rules": [("skipped", "Penny 5"), ("duplicate", "Penny 5-2"), ("missing section", "Penny 6(b)")],
    "headings": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "ids"), [("chapter", CHAPTER_IDS), ("rules", RULES_IDS), ("headings", HEADINGS_IDS)]
)
def test_every_sentence_gets_the_id_of_its_own_numbering(name: str, ids: str) -> None:
    expected = ids.strip().replace("\n", "|").split("|")
    assert [sentence.id for sentence in document_of(name).sentences] == expected


@pytest.mark.parametrize("name", FAULTS)
def test_every_fault_of_the_text_is_named(name: str) -> None:
    assert [(fault.kind, fault.id) for fault in document_of(name).faults] == FAULTS[name]


def test_a_fault_is_a_sentence_with_its_line() -> None:
    said = [str(fault) for fault in document_of("chapter").faults]
    assert "Line 59: the text goes on with 12b.3(f) where 12b.3(e) is due." in said
    assert "Line 69: (1) is printed where only (l) fits; it is taken for 12b.3(l)." in said
    assert "Line 54: 12b.3(c) cites 12b.9, and there is no such section." in said
    assert all(text.startswith("Line ") and text.endswith(".") for text in said)


def test_references_lead_to_ids_of_the_same_text() -> None:
    refers = {s.id: s.refers for name in FAULTS for s in document_of(name).sentences if s.refers}
    assert refers == {
        "12b.3(b)": ("12b.3(a)", "12b.4(b)"),
        "12b.3(c)": ("12b.3(a)", "12b.3(b)"),
        "12b.3(g)": ("12b.3(d)",),
        "12b.3(i)(2)": ("12b.3(i)(1)",),
        "12b.3(l)": ("12b.3(j)", "12b.3(k)", "12b.3(l)"),
        "12b Cross references": ("12b.3",),
        "12b.5": ("12b.3", "12b.5"),
        "Penny 2": ("Penny Fig. 2",),
        "Penny 2 s2": ("Penny Fig. 1",),
        "Penny 3 s2": ("Penny 1",),
        "Penny 6(b)": ("Penny 5",),
        "Penny Course s2": ("Penny Sizes",),
        "Penny Course s3": ("Penny Table 1",),
        "Penny Winner s2": ("Penny Table 1",),
    }
    for name in FAULTS:
        document = document_of(name)
        known = places(sentence.id for sentence in document.sentences)
        assert all(id in known for sentence in document.sentences for id in sentence.refers)


def test_sections_with_plain_numbers_are_cited_by_them() -> None:
    text = "Section 1. Scope.\n\nSee section 2(a), section 5 of the Racing Act and section 9.\n\n"
    document = document_of("x", f"{text}Section 2. Lanes.\n\n(a) Six.\n\n(b) Seven.\n")
    assert [(s.id, s.refers) for s in document.sentences] == [
        ("Penny 1", ("Penny 2(a)",)), ("Penny 2(a)", ()), ("Penny 2(b)", ()),
    ]  # fmt: skip
    assert [fault.says for fault in document.faults] == [
        "Penny 1 cites Penny 9, and there is no such section."
    ]


def test_a_number_within_a_sentence_opens_no_paragraph() -> None:
    """A line may begin with (c) because the words before it were wrapped there."""
    text = "§ 3a.1. Play.\n\n(a) A dealer under subsection (b) or\n(c) may leave;\n(b) Six; or\n(c) Seven.\n"
    assert [s.id for s in document_of("x", text).sentences] == ["3a.1(a)", "3a.1(b)", "3a.1(c)"]


def test_defined_terms_are_found_where_they_are_used() -> None:
    uses = {s.id: s.terms for s in document_of("chapter").sentences if s.terms}
    assert uses["12b.2(a)"] == ("Lane", "Starter device")
    assert uses["12b.3(h)"] == ("Photo finish",)
    assert "12b.1 Lane" not in uses


def test_a_sentence_knows_its_lines() -> None:
    found = {s.id: s.place for s in document_of("chapter").sentences}
    assert found["12b.2(a)"] == "line 29"
    assert found["12b.2(a) s2"] == "lines 29-30"
    assert found["12b.5"] == "lines 92-96"


def test_a_wrapped_text_has_the_ids_of_one_with_long_lines() -> None:
    """Lines wrapped at 66 signs, and every line followed by a blank one."""
    long = "§ 3a.1. Play.\n\n(a) {0} {0}\n\n(b) {0}\n\n(1) {0}\n\n(2) See § 3a.1(a) or (b) of this text.\n"
    sentence = (
        "Every player who has put a penny on one of the six lanes waits until the Dealer pulls a lever."
    )
    text = long.format(sentence)
    wrapped = "\n\n".join(part for line in text.split("\n") for part in _wrap(line))
    one, other = (read_document(each, where="text") for each in (text, wrapped))
    assert [s.id for s in one.sentences] == [s.id for s in other.sentences]
    assert [text_hash(s.text) for s in one.sentences] == [text_hash(s.text) for s in other.sentences]


def _wrap(line: str) -> list[str]:
    lines = [""]
    for word in line.split():
        if len(lines[-1]) + len(word) > 65:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [part for part in lines if part]


def test_a_word_divided_at_the_end_of_a_line_is_put_together() -> None:
    """A hyphen goes when the whole word stands elsewhere in the text, and stays when it does not."""
    document = document_of("x", "§ 3a.1. Dealing.\n\n(a) The deal-\ning of prize-\nmoney is over.\n")
    assert [s.text for s in document.sentences] == ["The dealing of prize-money is over."]


def test_the_hash_of_a_sentence_is_that_of_its_words() -> None:
    assert text_hash("The dealer’s  hand — “soft”") == text_hash('The dealer\'s hand - "soft"')
    assert text_hash("The dealer's hand") != text_hash("The dealers hand")


def test_a_text_without_a_sentence_is_refused() -> None:
    with pytest.raises(BadInput, match="x: has no sentence in it"):
        document_of("x", "[1, 2]\n")


def test_ids_come_apart_and_together() -> None:
    assert paragraph_of("12b.3(h)(1) s2") == "12b.3(h)(1)"
    assert paragraph_of("Penny Table 1 note") == "Penny Table 1"
    assert split_id("12b.3(d)-2(1) s2") == ("12b.3", ("(d)-2", "(1)"))
    assert split_id("12b.1 Lane") == ("12b.1 Lane", ())
    assert list(places(["12b.3(a)(1) s2"])) == ["12b.3", "12b.3(a)", "12b.3(a)(1)", "12b.3(a)(1) s2"]


def test_the_name_is_the_chapter_or_what_is_given() -> None:
    assert document_of("chapter").name == "12b"
    assert document_of("rules").name == "Penny"
    assert read_document(text_of("rules"), where="x", name="PR").sentences[0].id == "PR Intro"
