"""Numbers of a section, read together."""

import pytest

from pitboss.documents.numbering import Level, Marker, is_number, read_numbers, write


def read(text: str) -> list[str]:
    """The full numbers of markers such as "a: 1 2"; after a colon a list is announced."""
    markers, colon = [], False
    for word in text.split():
        markers.append(Marker(word.rstrip(":"), colon))
        colon = word.endswith(":")
    return ["".join(f"({write(level)})" for level in step.levels) for step in read_numbers(markers)]


def faults(text: str) -> list[str]:
    return [step.fault for step in read_numbers([Marker(word, False) for word in text.split()]) if step.fault]


@pytest.mark.parametrize(
    ("printed", "meant"),
    [
        ("a b c", "(a) (b) (c)"),
        ("a: 1 2 b: 1 2", "(a) (a)(1) (a)(2) (b) (b)(1) (b)(2)"),
        ("a: 1: i: A B ii 2", "(a) (a)(1) (a)(1)(i) (a)(1)(i)(A) (a)(1)(i)(B) (a)(1)(ii) (a)(2)"),
        ("g h: 1 2 i: 1 2 j", "(g) (h) (h)(1) (h)(2) (i) (i)(1) (i)(2) (j)"),
        ("g h: 1: i ii 2 i", "(g) (h) (h)(1) (h)(1)(i) (h)(1)(ii) (h)(2) (i)"),
        ("h: i ii", "(h) (h)(i) (h)(ii)"),
        ("u v w x y z aa bb", "(u) (v) (w) (x) (y) (z) (aa) (bb)"),
        ("j k: 1 2 1 m", "(j) (k) (k)(1) (k)(2) (l) (m)"),
        ("j k 1", "(j) (k) (l)"),
        ("1 2 3", "(1) (2) (3)"),
        ("i ii iii iv v", "(i) (ii) (iii) (iv) (v)"),
    ],
)
def test_the_reading_with_the_fewest_faults_is_taken(printed: str, meant: str) -> None:
    assert read(printed) == meant.split()


def test_what_is_wrong_with_a_number_is_named() -> None:
    assert faults("a b d") == ["skipped"]
    assert faults("a b b c") == ["duplicate"]
    assert faults("b c") == ["late"]
    assert faults("a b c a") == ["backwards"]
    assert faults("a b c d e f g h i j k 1 m") == ["misread"]
    assert faults("a b c") == []


def test_words_in_parentheses_are_no_numbers() -> None:
    assert all(map(is_number, ("a", "iv", "12", "B", "XII", "bb")))
    assert not any(map(is_number, ("if", "the", "iiii", "ab")))


def test_every_number_is_written_as_it_is_read() -> None:
    for style in ("letter", "digit", "roman", "upper", "upper roman"):
        for ordinal in range(1, 60):
            steps = read_numbers(
                [Marker(write(Level(style, number)), False) for number in range(1, ordinal + 1)]
            )
            assert steps[-1].levels == (Level(style, ordinal),)


def test_a_section_of_ten_thousand_paragraphs_is_read_in_time() -> None:
    assert len(read_numbers([Marker("ix"[number % 2], False) for number in range(10_000)])) == 10_000
