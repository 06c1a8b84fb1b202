"""Two editions of the invented chapter."""

from pitboss.documents.comparing import Change, Entry, compare, entries_of, word_diff
from tests.documents.invented import document_of, text_of


def changes(*edits: tuple[str, str], hashes_only: bool = False) -> list[Change]:
    text = text_of("chapter")
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    before = entries_of(document_of("chapter"))
    if hashes_only:
        before = [entry._replace(text=None) for entry in before]
    return compare(before, entries_of(document_of("chapter", text)))


def told(found: list[Change]) -> list[tuple[str, str, str]]:
    return [(c.kind, c.old.id if c.old else "", c.new.id if c.new else "") for c in found]


def test_an_edition_does_not_differ_from_itself() -> None:
    assert changes() == []


def test_other_quotation_marks_and_line_breaks_are_no_change() -> None:
    assert changes(("checks it every\nmorning", "checks\nit every morning"), ("(j)—(l)", "(j)-(l)")) == []


def test_a_changed_sentence_is_shown_word_by_word() -> None:
    (change,) = changes(("has six lanes and", "has seven lanes and"))
    assert told([change]) == [("changed", "12b.2(a)", "12b.2(a)")]
    assert [tuple(part) for part in change.words] == [
        ("=", "A Penny Race table has"), ("-", "six"), ("+", "seven"), ("=", "lanes and a starter device."),
    ]  # fmt: skip
    assert 0.8 < change.likeness < 1


def test_a_new_paragraph_renumbers_those_after_it() -> None:
    found = changes(
        ("- (f) The dealer calls", "- (f) Pennies are copper.\n- (g) The dealer calls"),
        ("- (g) The winner takes", "- (h) The winner takes"),
        ("- (h) In a photo", "- (i) In a photo"),
        ("- (i) A player who leaves gets", "- (j) A player who leaves gets"),
        ("- (j) Nobody whistles", "- (k) Nobody whistles"),
        ("- (k) Nobody sings.\n", ""),
    )
    assert told(found) == [
        ("added", "", "12b.3(f)"),
        ("renumbered", "12b.3(f)", "12b.3(g)"),
        ("renumbered", "12b.3(g)", "12b.3(h)"),
        ("renumbered", "12b.3(h)", "12b.3(i)"),
        ("renumbered", "12b.3(h)(1)", "12b.3(i)(1)"),
        ("renumbered", "12b.3(h)(2)", "12b.3(i)(2)"),
        ("renumbered", "12b.3(i)", "12b.3(j)"),
        ("renumbered", "12b.3(i)(1)", "12b.3(j)(1)"),
        ("renumbered", "12b.3(i)(2)", "12b.3(j)(2)"),
        ("renumbered", "12b.3(j)", "12b.3(k)"),
        ("removed", "12b.3(k)", ""),
    ]


def test_a_sentence_may_be_moved_and_reworded() -> None:
    found = changes(
        (" The floor checks it every\nmorning.", ""),
        (
            "Whoever whistles pays a penny.",
            "Whoever whistles pays a penny. The floor checks it each morning.",
        ),
    )
    assert told(found) == [("changed", "12b.2(a) s2", "12b.6 s2")]


def test_a_paragraph_with_other_words_is_not_the_same_sentence() -> None:
    found = changes(
        ("Whoever whistles pays a penny.", "Copper coins may be cleaned on Sundays by the floor.")
    )
    assert told(found) == [("removed", "12b.6", ""), ("added", "", "12b.6")]


def test_against_a_register_of_hashes_the_old_words_are_unknown() -> None:
    found = changes(
        ("has six lanes and", "has seven lanes and"),
        ("- (c) Ties are paid", "- (d) Ties are paid"),
        ("Whoever whistles pays a penny.", "Whoever whistles pays a penny. It is copper."),
        hashes_only=True,
    )
    assert told(found) == [
        ("changed", "12b.2(a)", "12b.2(a)"),
        ("renumbered", "12b.4(c)", "12b.4(d)"),
        ("renumbered", "12b.4(c) r1", "12b.4(d) r1"),
        ("renumbered", "12b.4(c) r2", "12b.4(d) r2"),
        ("added", "", "12b.6 s2"),
    ]
    assert found[0].words == ()


def test_a_word_diff_holds_both_sentences() -> None:
    old, new = "the dealer pulls one lever", "the floor pulls one big lever"
    words = list(word_diff(old, new))
    assert " ".join(part.text for part in words if part.sign != "+") == old
    assert " ".join(part.text for part in words if part.sign != "-") == new


def test_two_long_texts_without_a_common_sentence_are_compared_in_time() -> None:
    old = [
        Entry(f"X {n}", "line 1", f"a{n}", f"penny {n} runs on lane {n + 1} of {n % 7}") for n in range(1_500)
    ]
    new = [
        Entry(f"Y {n}", "line 1", f"b{n}", f"dime {n * 3} rolls by way {n + 2} in {n % 5}")
        for n in range(1_500)
    ]
    assert len(compare(old, new)) >= 1_500
