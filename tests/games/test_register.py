"""The registers: whole, cited exactly, and honest about what is open."""

import json
import re
from pathlib import Path

import pytest

import pitboss.paper.card_faces
import pitboss.paper.felt
import pitboss.paper.inscriptions
import pitboss.table  # noqa: F401  the rooms note their mechanisms when they are imported
from pitboss.errors import BadGame
from pitboss.games.citations import finest_first
from pitboss.games.files import SHELF, find_book, known_games
from pitboss.games.register import (
    TESTS,
    all_clauses,
    data_citations,
    entries_of,
    find_entries,
    known_registers,
    named_tests,
)
from pitboss.games.registers import CLASSES, ROOMS, Register, in_force, parse_register
from pitboss.rules.mechanism import all_mechanisms
from tests.book.index import clause_of_test, find_tests, names_of_tests, prefix_of
from tests.floor import game_of

BOOK = Path(__file__).parents[1] / "book"
IDS = {clause.id for clause in all_clauses()}
REGISTERS = {register.document: register for register in known_registers()}
SECTIONS = {"685a": 12, "673a": 13, "686a": 9}
PUBLISHED = [name for name in known_games() if name != "blackjack"]
"""Games that stand on somebody else's text; ordinary blackjack stands on our own."""

OF_ALL_DOCUMENTS = ("test_accounts", "test_outcomes", "test_examples")
"""Files in tests/book that belong to no section."""


def test_ids_are_unique() -> None:
    assert len(IDS) == len(all_clauses())


@pytest.mark.parametrize("name", known_games())
def test_clauses_are_well_formed(name: str) -> None:
    """Known class and room, a sentence of ours, and readings that the game has."""
    game = game_of(name)
    for clause in game.register.clauses:
        assert clause.kind in CLASSES, clause
        assert clause.room in (*ROOMS, ""), clause
        assert clause.room or clause.kind != "executable", clause
        assert clause.says.rstrip('"”').endswith("."), clause
        assert set(clause.readings) <= {*game.readings, *game.notes}, clause


@pytest.mark.parametrize(("document", "last"), SECTIONS.items())
def test_every_section_is_registered_from_the_first_to_the_last(document: str, last: int) -> None:
    ids = [clause.id for clause in REGISTERS[document].clauses]
    numbers = {int(section[1]) for id in ids if (section := re.match(r"\d+a\.(\d+)", id))}
    assert numbers == set(range(1, last + 1))


@pytest.mark.parametrize("document", SECTIONS)
def test_lettered_paragraphs_have_no_gap(document: str) -> None:
    """Within a section the paragraphs run (a), (b), (c) … without a hole."""
    letters: dict[str, list[str]] = {}
    for clause in REGISTERS[document].clauses:
        if paragraph := re.match(r"(\d+a\.\d+)\(([a-z])\)", clause.id):
            letters.setdefault(paragraph[1], []).append(paragraph[2])
    for section, used in letters.items():
        expected = [chr(code) for code in range(ord("a"), ord(max(used)) + 1)]
        assert list(dict.fromkeys(used)) == expected, section


def test_the_vendors_twelve_rules_and_every_heading_of_new_hampshire_are_there() -> None:
    assert {f"DU-RoP {number}" for number in range(1, 13)} <= IDS
    headings = ("Name", "Object", "Rules", "Equipment", "Method", "Ante", "Splitting", "Double down",
                "Insurance", "Match", "Amounts", "Payouts")  # fmt: skip
    assert {f"NH {heading}" for heading in headings} <= IDS
    assert {
        f"NH Table {table} r{row}" for table, rows in ((1, 12), (2, 4), (3, 6)) for row in range(1, rows + 1)
    } <= IDS


def test_every_mechanism_that_a_sentence_names_is_carried_out_somewhere() -> None:
    """A misspelled mechanism would leave its sentence without code, and its outcome without a citation."""
    known = {id for mechanism in all_mechanisms() for id in mechanism.ids}
    for clause in all_clauses():
        for cause in (*clause.decides, *clause.governs):
            assert not known.isdisjoint(finest_first(cause)), (clause.id, cause)


@pytest.mark.parametrize("name", known_games())
def test_every_clause_cited_by_a_game_file_is_registered(name: str) -> None:
    game, cited = game_of(name), list(data_citations(find_book(name).document.data))
    registered = {clause.id for clause in game.register.clauses}
    assert len(cited) > 40
    assert not [(place, clause) for place, clauses in cited for clause in clauses if clause not in registered]


@pytest.mark.parametrize("name", known_games())
def test_what_a_game_follows_is_decided_by_the_text_it_names(name: str) -> None:
    """What is followed has a sentence there, and is cited by it under the reading that says so.

    An outcome on which the document is not silent goes by its own sentence.
    """
    game = game_of(name)
    for followed in game.follows:
        deciding = followed.file.parse().deciding
        for cause in followed.mechanisms:
            silent = deciding.keys() - game.register.deciding.keys()
            outcomes = [outcome for outcome in silent if cause in finest_first(outcome)] or [cause]
            assert not deciding.keys().isdisjoint(finest_first(outcomes[0])), (followed.file.name, cause)
            for outcome in outcomes:
                clause = game.citations[outcome]["clause"]
                assert clause.endswith(f", by reading {followed.reading}"), (outcome, clause)


def test_every_book_test_is_named_by_a_registered_clause() -> None:
    for path in BOOK.glob("test_*.py"):
        for function in names_of_tests(path) if path.stem not in OF_ALL_DOCUMENTS else ():
            assert clause_of_test(path.stem, function), f"{path.name}::{function}"


def test_test_names_and_clauses_correspond_one_to_one() -> None:
    prefixes = [prefix_of(clause.id) for clause in all_clauses()]
    assert len(set(prefixes)) == len(prefixes)
    assert prefix_of("685a.7(h)(1)") == "test_685a_7::test_h_1"
    assert clause_of_test("test_685a_7", "test_h_1_returns_the_bet") == "685a.7(h)(1)"
    assert clause_of_test("test_685a_7", "test_h_s8_ends_the_round") == "685a.7(h) s8"
    assert clause_of_test("test_nh_table_3", "test_r4_pays_nine") == "NH Table 3 r4"


def test_the_package_knows_the_tests_as_they_are_now() -> None:
    """An installation has no tests to look at, so the list travels with it; `make golden` writes it anew."""
    assert json.loads((SHELF / TESTS).read_text()) == find_tests()
    assert named_tests() == find_tests()


@pytest.mark.parametrize("document", REGISTERS)
def test_no_sentence_is_open(document: str) -> None:
    """Every executable sentence has code in its own room and a test named by it."""
    assert not [entry.clause.id for entry in find_entries([REGISTERS[document]]) if entry.is_open]


def test_an_executable_sentence_is_open_without_code_in_its_room_or_without_a_test() -> None:
    for entry in find_entries(known_registers()):
        done = any(evidence.room == entry.clause.room for evidence in entry.code) and bool(entry.tests)
        assert entry.is_open == (entry.clause.kind == "executable" and not done)


@pytest.mark.parametrize("name", PUBLISHED)
def test_text_slips_are_recorded(name: str) -> None:
    """A reading marked as a slip of the text is recorded in the register too."""
    game = game_of(name)
    for id, read in game.readings.items():
        if read.part.kind == "text":
            noted = [entry for entry in entries_of(game) if id in entry.clause.readings]
            assert noted
            assert any(entry.clause.slip for entry in noted), id


# ---- a register file of one's own


def register(text: str) -> Register:
    return parse_register(text, "mine.toml")


def faults_of(text: str) -> list[str]:
    with pytest.raises(BadGame) as caught:
        register(text)
    return [str(fault) for fault in caught.value.faults]


SENTENCE = '[[clause]]\nid = "1"\nsays = "The dealer burns a card."\nclass = "executable"\n'


def test_a_register_says_which_sentence_decides_and_which_govern() -> None:
    text = 'document = "mine"\n' + SENTENCE + 'decides = ["procedure.burn"]\ngoverns = ["deal.initial"]\n'
    read = register(text)
    assert read.deciding == {"procedure.burn": "1"}
    assert read.governing(["deal.initial"]) == ("1",)


def test_a_sentence_holds_from_its_first_day_to_its_last() -> None:
    days = 'in_force = { from = "2020-01-01", to = "2020-12-31" }\n'
    read = register('document = "mine"\n' + SENTENCE + days)
    assert len(in_force(read, "2020-06-01").clauses) == 1
    assert len(in_force(read, "2019-12-31").clauses) == len(in_force(read, "2021-01-01").clauses) == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (SENTENCE, "mine.toml: must say which document it registers."),
        ('document = "m"\nclause = 3', "mine.toml: has no sentences."),
        ('document = "m"\n' + SENTENCE + SENTENCE, "has the id of sentence 1."),
        ('document = "m"\n' + SENTENCE + 'room = "attic"', "has the room 'attic'. Allowed: rules, games"),
        ('document = "m"\n' + SENTENCE + 'decides = "burn"', "decides must be a list of names."),
        ('document = "m"\n' + SENTENCE + "colour = 1", "colour is not something a sentence says."),
        ('document = "m"\n[[clause]]\nid = "1"', "has no says."),
        ("document = ", "is not TOML"),
    ],
)
def test_what_is_wrong_with_a_register_is_told(text: str, told: str) -> None:
    assert any(told in fault for fault in faults_of(text)), faults_of(text)


def test_two_sentences_cannot_both_decide() -> None:
    other = SENTENCE.replace('"1"', '"2"')
    decides = 'decides = ["procedure.burn"]\n'
    (fault,) = faults_of('document = "m"\n' + SENTENCE + decides + other + decides)
    assert "decides procedure.burn, which 1 decides already" in fault
