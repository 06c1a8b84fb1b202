"""A register started from a text: readable, and free of the text's words."""

import re
import tomllib

import pytest

from pitboss.documents.parsed_text import places, text_hash
from pitboss.documents.skeleton import describe, write_skeleton
from pitboss.errors import BadInput
from pitboss.games.registers import parse_register
from tests.documents.invented import document_of

NAMES = ("chapter", "rules", "headings")


@pytest.mark.parametrize("name", NAMES)
def test_a_skeleton_has_every_sentence_with_its_place_and_hash(name: str) -> None:
    document = document_of(name)
    data = tomllib.loads(write_skeleton(document))
    assert (data["document"], data["title"]) == (document.name, document.title)
    sections = [(part["id"], part["title"]) for part in data.get("section", ())]
    assert sections == [(part.id, part.title) for part in document.sections]
    for clause, sentence in zip(data["clause"], document.sentences, strict=True):
        refers = [part if isinstance(part, str) else part["to"] for part in clause.pop("refers")]
        assert set(sentence.refers) <= set(refers), sentence.id
        assert {clause.pop("defines", [""])[0], clause.pop("printed", "")} - {""} <= {
            *(part.term for part in document.definitions), sentence.id.rpartition("-")[0],
        }  # fmt: skip
        assert clause == {
            "id": sentence.id, "says": "", "class": "", "governs": [],
            "terms": list(sentence.terms), "at": sentence.place, "text_sha256": text_hash(sentence.text),
        }  # fmt: skip


def test_a_skeleton_notes_what_the_prover_asks_for() -> None:
    """Definitions, numbers given twice, places that are not there, titles that are not the place's own."""
    chapter = tomllib.loads(write_skeleton(document_of("chapter")))
    clauses = {part["id"]: part for part in chapter["clause"]}
    assert clauses["12b.1 Ghost penny"]["defines"] == ["Ghost penny"]
    assert clauses["12b.3(d)-2"]["printed"] == "12b.3(d)"
    named = [to for part in chapter["clause"] for to in part["refers"]]
    missing = {to for to in named if isinstance(to, str)} - set(places(clauses)) - {
        part["id"] for part in chapter["section"]
    }  # fmt: skip
    assert missing
    assert [to for to in named if isinstance(to, dict)]


@pytest.mark.parametrize("name", NAMES)
def test_a_skeleton_holds_no_sentence_of_the_text(name: str) -> None:
    document = document_of(name)
    skeleton = write_skeleton(document)
    for sentence in document.sentences:
        runs = re.findall(r"(?=((?:\S+ ){4}\S+))", sentence.text)
        headings = (document.title, *(section.title for section in document.sections))
        assert not [run for run in runs if run in skeleton and not any(run in title for title in headings)]


@pytest.mark.parametrize("name", NAMES)
def test_the_loader_reads_a_skeleton_that_was_filled_in(name: str) -> None:
    skeleton = write_skeleton(document_of(name))
    filled = skeleton.replace('says = ""', 'says = "So."').replace('class = ""', 'class = "physical"')
    register = parse_register(filled, "filled")
    assert [clause.id for clause in register.clauses] == [s.id for s in document_of(name).sentences]


def test_the_loader_says_what_is_left_to_fill_in_and_nothing_else() -> None:
    with pytest.raises(BadInput) as refused:
        parse_register(write_skeleton(document_of("rules")), "started")
    assert {fault.says for fault in refused.value.faults} == {"has no says.", "has no class."}


def test_a_program_also_learns_the_faults_and_where_terms_are_used() -> None:
    data = describe(document_of("chapter"))
    assert [fault["kind"] for fault in data["faults"]][:2] == ["contents", "contents"]
    used = {definition["term"]: definition["used_in"] for definition in data["definitions"]}
    assert used["Starter device"] == ["12b.2(a)", "12b.3(a)(2)"]
    assert used["Ghost penny"] == []
