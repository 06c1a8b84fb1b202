"""Regulation texts at the terminal: registers started, editions compared."""

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.typed import refused, said, typed
from tests.documents.invented import TEXTS, text_of

CHAPTER = str(TEXTS / "chapter.txt")
RULES = str(TEXTS / "rules.txt")
Edit = Callable[..., str]


@pytest.fixture
def edited(tmp_path: Path) -> Edit:
    """The path of a text with one passage replaced."""

    def write(name: str, old: str, new: str) -> str:
        path = tmp_path / f"{name}-2.txt"
        path.write_text(text_of(name).replace(old, new))
        return str(path)

    return write


def test_a_register_is_written_and_the_faults_are_told(tmp_path: Path) -> None:
    out = tmp_path / "register.toml"
    text = said("document", "new", CHAPTER, "-o", str(out))
    assert "52 sentences of CHAPTER 12b. PENNY RACE (12b)." in text
    assert "15 faults in the text itself:" in text
    assert "- Line 59: the text goes on with 12b.3(f) where 12b.3(e) is due." in text
    assert len(tomllib.loads(out.read_text())["clause"]) == 52


def test_without_a_file_the_register_is_printed_and_the_faults_stand_beside_it() -> None:
    done = typed("document", "new", RULES, "--document", "PR")
    assert done.status == 0
    assert tomllib.loads(done.out)["document"] == "PR"
    assert "- Line 25: PR 5 is used a second time; it is called PR 5-2 here." in done.err


def test_a_text_without_fault_is_told_so() -> None:
    assert typed("document", "new", str(TEXTS / "headings.txt")).err == (
        "Its numbering, references and terms have no faults.\n"
    )


def test_a_program_reads_json() -> None:
    data = json.loads(said("document", "new", CHAPTER, "--json"))
    assert data["clauses"][2]["id"] == "12b.1"
    assert data["faults"][0]["kind"] == "contents"


def test_a_register_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    out = tmp_path / "register.toml"
    out.write_text("filled in")
    assert "exists already. Allowed: the name of a new file." in refused(
        "document", "new", CHAPTER, "-o", str(out)
    )
    assert out.read_text() == "filled in"


def test_a_changed_sentence_is_shown_with_what_went_and_came(edited: Edit) -> None:
    text = said("document", "compare", CHAPTER, edited("chapter", "has six lanes and", "has nine lanes and"))
    assert text.startswith("12b: 52 sentences before, 52 after.\n")
    assert "12b.2(a) is changed (line 29, was line 29)\n" in text
    assert "A Penny Race table has [-six-] {+nine+} lanes and a starter device." in text
    assert text.endswith("0 added, 0 removed, 1 changed, 0 renumbered.\n")


def test_added_removed_and_renumbered_sentences_are_told(edited: Edit) -> None:
    new = edited("rules", "- 6. A player may leave:", "- 6. Pennies are copper.\n- 7. A player may leave:")
    text = said("document", "compare", RULES, new, "--document", "PR")
    assert "PR 6 is new (line 26)\n  {+Pennies are copper.+}" in text
    assert "PR 6 is now PR 7 (line 27, was line 26)" in text
    assert "PR 6(a) is now PR 7(a)" in text
    back = said("document", "compare", new, RULES, "--document", "PR")
    assert "PR 6 is gone (was line 26)\n  [-Pennies are copper.-]" in back


def test_a_register_tells_the_mechanisms_of_a_changed_sentence(tmp_path: Path, edited: Edit) -> None:
    register = tmp_path / "register.toml"
    said("document", "new", CHAPTER, "-o", str(register))
    text = register.read_text()
    place = text.index('id = "12b.2(a)"')
    register.write_text(text[:place] + text[place:].replace("governs = []", 'governs = ["race.lanes"]', 1))
    new = edited("chapter", "has six lanes and", "has nine lanes and")
    beside = said("document", "compare", CHAPTER, new, "--register", str(register))
    assert "  mechanisms: race.lanes\n" in beside
    hashes = said("document", "compare", str(register), new)
    assert "  mechanisms: race.lanes\n" in hashes
    assert "  It now reads: A Penny Race table has nine lanes and a starter device." in hashes


def test_a_register_without_hashes_is_no_old_edition(tmp_path: Path) -> None:
    register = tmp_path / "register.toml"
    register.write_text('document = "12b"\n[[clause]]\nid = "12b.1"\n')
    assert "has no text_sha256" in refused("document", "compare", str(register), CHAPTER)


def test_ours_is_found_and_names_mechanisms_and_tests(tmp_path: Path) -> None:
    """A text with the numbering of the vendor's rules, under any file name."""
    rules = [f"{number}. Rule number {number} says something.\n" for number in range(1, 13)]
    for number, more in ((1, 1), (2, 6), (3, 2), (5, 1), (7, 1), (8, 1)):
        rules[number - 1] += "\nIt says more.\n" * more
    old, new = tmp_path / "old.txt", tmp_path / "new.txt"
    old.write_text("\n".join(rules))
    new.write_text("\n".join(rules).replace("Rule number 9 says", "Rule number 9 now says"))
    text = said("document", "compare", str(old), str(new))
    assert "Mechanisms and tests are from our register of DU-RoP." in text
    assert "DU-RoP 9 is changed" in text
    assert "mechanisms: dealer." in text
    (change,) = json.loads(said("document", "compare", str(old), str(new), "--json"))["changes"]
    assert any("test_du_rop" in test for test in change["tests"])
