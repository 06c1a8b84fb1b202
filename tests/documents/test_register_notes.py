"""The register beside a text."""

import pytest

from pitboss.documents.register_notes import find_notes, read_notes
from pitboss.documents.skeleton import write_skeleton
from pitboss.errors import BadInput
from pitboss.games.register import known_registers
from tests.documents.invented import document_of


def test_a_register_file_tells_mechanisms_and_hashes() -> None:
    text = write_skeleton(document_of("rules")).replace("governs = []", 'governs = ["race.start"]', 1)
    notes = read_notes(text, "rules.toml")
    assert notes.document == "Penny"
    assert notes.mechanisms["Penny Intro"] == ("race.start",)
    assert len(notes.entries) == len(document_of("rules").sentences)
    assert notes.tests_of("Penny 99") == ()


def test_two_paragraphs_of_one_number_are_known_by_their_order() -> None:
    """Our register tells the two subsections (d) apart by a word, a text only by their order."""
    clauses = "".join(
        f'[[clause]]\nid = "9a.3(d)-{word}"\ngoverns = ["race.{mechanism}"]\n'
        for word, mechanism in (
            ("lanes", "lane"),
            ("lanes(1)", "first"),
            ("coins", "coin"),
            ("coins(1)", "penny"),
        )
    )
    notes = read_notes(f'document = "9a"\n{clauses}', "x.toml")
    ids = ("9a.3(d)", "9a.3(d)(1)", "9a.3(d)-2", "9a.3(d)-2(1)", "9a.3(e)")
    assert [notes.mechanisms_of(id) for id in ids] == [
        ("race.lane",), ("race.first",), ("race.coin",), ("race.penny",), (),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("= 1", "is not TOML"),
        ("a = " + "[" * 5_000, "is not TOML"),
        ("document = 'x'", "no [[clause]] entries"),
        ("document = 1\n[[clause]]\nid = 'a'", "no document name"),
        ("document = 'x'\nclause = [1]", "without an id"),
        ("document = 'x'\nclause = []", "none at all"),
        ("document = 'x'\n[[clause]]\nsays = 'a'", "without an id"),
    ],
)
def test_what_is_no_register_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput) as refused:
        read_notes(text, "x.toml")
    assert says in str(refused.value)
    assert "Allowed: a register in TOML" in str(refused.value)


def test_a_text_that_is_not_ours_has_no_register_here() -> None:
    assert not [name for name in ("chapter", "rules", "headings") if find_notes(document_of(name))]


def test_our_register_is_found_by_the_ids_under_any_name() -> None:
    """A text with the numbers of the vendor's rules, whatever its file is called."""
    register = next(each for each in known_registers() if each.document == "DU-RoP")
    lines = ["Down is up. So is left. And right.\n"]
    for clause in register.clauses:
        rest = clause.id.partition(" ")[2]
        if rest[0].isdigit():
            lines.append(f"{rest}. Do it.\n" if rest.isdigit() else "Do it again.\n")
    document = document_of("x", "\n".join(lines))
    assert document.sentences[0].id == "Penny Intro"
    notes = find_notes(document)
    assert notes is not None
    assert notes.document == "DU-RoP"
    assert "dealer.draw" in " ".join(notes.mechanisms["DU-RoP 9"])
