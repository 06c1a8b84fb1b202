"""Numbers, references, terms and names: each fault found when it is there, and gone when it is not."""

import pytest

from pitboss.games.clause_ids import chapter_of, is_within, paragraph_of, parent_of
from pitboss.games.findings import Finding, in_order, listed
from pitboss.games.register_checks import check_text
from pitboss.games.registers import Register, parse_register
from tests.games.test_registers import sentence

SECTIONS = (
    '[[section]]\nid = "12a.6"\ntitle = "Wagers"\n[[section]]\nid = "12a.9"\ntitle = "Double Down Wager"\n'
)


def register(*sentences: str, head: str = "") -> Register:
    return parse_register(f'document = "12a"\ngame = "Nines"\n{head}\n' + "".join(sentences), "x")


def ids(*sentences: str, head: str = "") -> list[str]:
    return [finding.id for finding in check_text(register(*sentences, head=head))]


def says(*sentences: str, head: str = "") -> str:
    return " ".join(finding.says for finding in check_text(register(*sentences, head=head)))


# ---- numbers


def test_a_number_given_twice_is_found() -> None:
    twice = [sentence("12a.3(d)"), sentence("12a.3(d) s2"), sentence("12a.3(d)-2", 'printed = "12a.3(d)"')]
    assert ids(*twice) == ["same number: 12a.3(d)"]
    assert "two paragraphs: 12a.3(d) and 12a.3(d)-2" in says(*twice)
    assert ids(sentence("12a.3(d)"), sentence("12a.3(e)")) == []


def test_a_sentence_that_sets_itself_aside_is_found() -> None:
    """And what it leaves in force between paragraphs that it sets aside."""
    others = [sentence("12a.4(a)"), sentence("12a.4(b)"), sentence("12a.4(c)")]
    slip = sentence("12a.4(d)", 'lifts = ["12a.4(a)", "12a.4(c)", "12a.4(d)"]')
    assert ids(*others, slip) == ["excludes itself: 12a.4(d)"]
    assert "leaves 12a.4(b) in force" in says(*others, slip)
    mended = sentence("12a.4(d)", 'lifts = ["12a.4(a)", "12a.4(b)", "12a.4(c)"]')
    assert ids(*others, mended) == []


# ---- references


@pytest.mark.parametrize(
    ("refers", "expected"),
    [
        ('["12a.6(b)"]', []),
        ('["12a.6"]', []),
        ('["12a.6(c)"]', ["nowhere: 12a.7 to 12a.6(c)"]),
        ('["12a.66"]', ["nowhere: 12a.7 to 12a.66"]),
        ('["601b.10(a)"]', []),
        ('["13a.6"]', ["nowhere: 12a.7 to 13a.6"]),
        ('[{ to = "13a.6", about = ["wagers"] }]', ["nowhere: 12a.7 to 13a.6"]),
        ('[{ to = "13a.6", about = ["lighting"] }]', []),
        ('["13a.60"]', []),
        ('[{ to = "12a.9", about = ["double down"] }]', []),
        (
            '[{ to = "12a.9", about = ["splitting pairs"] }]',
            ["other subject: 12a.7 to 12a.9 (splitting pairs)"],
        ),
        ('[{ to = "12a.6(b)", about = ["Bonus Wager"] }]', []),
        ('[{ to = "12a.9", about = ["Bonus Wagers"] }]', ["other subject: 12a.7 to 12a.9 (Bonus Wagers)"]),
    ],
)
def test_a_reference_is_followed(refers: str, expected: list[str]) -> None:
    bonus = 'settles = [{ wagers = ["Bonus Wager"], result = "lose" }]'
    text = [sentence("12a.6(a)"), sentence("12a.6(b)", bonus), sentence("12a.9(a)")]
    assert ids(*text, sentence("12a.7", f"refers = {refers}"), head=SECTIONS) == expected


def test_the_sentence_that_was_meant_is_named() -> None:
    bonus = 'settles = [{ wagers = ["Bonus Wager"], result = "lose" }]'
    text = [sentence("12a.6(b)", bonus), sentence("12a.9(a)")]
    slip = sentence("12a.7", 'refers = [{ to = "12a.9", about = ["Bonus Wager"] }]')
    assert "for the Bonus Wager, and nothing is said about it there. 12a.6(b) settles it." in says(
        *text, slip
    )


def test_what_is_set_aside_must_exist() -> None:
    assert ids(sentence("12a.4(a)", 'lifts = ["12a.4(z)"]')) == ["nowhere: 12a.4(a) to 12a.4(z)"]


# ---- terms and names


def test_terms_are_defined_and_used() -> None:
    used = sentence("12a.7", 'terms = ["soft totals"]')
    assert ids(used) == ["undefined: soft totals"]
    assert ids(sentence("12a.1", 'defines = ["Soft total"]'), used) == []
    assert ids(sentence("12a.1", 'defines = ["Soft value"]'), used) == [
        "undefined: soft totals",
        "unused: Soft value",
    ]


def test_a_definition_does_not_use_its_own_term() -> None:
    own = sentence("12a.1", 'defines = ["Bust"]\nterms = ["Bust"]')
    assert ids(own) == ["unused: Bust"]


def test_a_register_without_terms_is_not_told_that_they_are_unused() -> None:
    assert ids(sentence("12a.1", 'defines = ["Bust"]')) == []


def test_another_name_for_the_game_is_found() -> None:
    assert ids(sentence("12a.13", 'calls_game = "Blackjack"')) == ["other name: 12a.13"]
    assert ids(sentence("12a.13", 'calls_game = "nines"')) == []


# ---- small parts


def test_ids_tell_where_a_sentence_stands() -> None:
    assert paragraph_of("12a.7(h) s8") == "12a.7(h)"
    assert parent_of("12a.7(q)(1) s2") == "12a.7(q)"
    assert parent_of("12a.7") == ""
    assert [chapter_of(id) for id in ("12a.7(h)", "NH Method s3", "DU-RoP 3")] == ["12a", "NH", "DU-RoP"]
    assert is_within("12a.7(h)(1)", "12a.7(h)")
    assert is_within("12a.7(h) s2", "12a.7(h)")
    assert not is_within("12a.77", "12a.7")


def test_findings_are_told_in_a_fixed_order() -> None:
    findings = [Finding("unused", "x", ""), Finding("unsettled", "y", ""), Finding("never", "z", "")]
    assert [finding.kind for finding in in_order(findings)] == ["unsettled", "never", "unused"]
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
