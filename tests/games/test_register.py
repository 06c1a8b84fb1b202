"""The clause register: whole, cited exactly, and honest about what is open."""

import re
import tomllib
from pathlib import Path

import pytest

from pitboss.games.files import SHELF, known_games
from pitboss.games.register import (
    CLASSES,
    DOCUMENTS,
    ROOMS,
    all_clauses,
    clause_of_test,
    clauses_of,
    data_citations,
    entries_of,
    find_entries,
)
from pitboss.games.register import (
    test_prefix as prefix_of,
)
from pitboss.rules.mechanism import all_rules
from tests.floor import game_of

BOOK = Path(__file__).parents[1] / "book"
IDS = {clause.id for clause in all_clauses()}

DOCUMENTED = [name for name in known_games() if name != "blackjack"]
SECTIONS = {"685a": 12, "673a": 13, "686a": 9}


def test_ids_are_unique() -> None:
    assert len(IDS) == len(all_clauses())


@pytest.mark.parametrize("name", DOCUMENTED)
def test_clauses_are_well_formed(name: str) -> None:
    """Known class and room, a summary, and readings that the game has."""
    game = game_of(name)
    for clause in clauses_of(game.document):
        assert clause.kind in CLASSES, clause
        assert clause.room in (*ROOMS, ""), clause
        assert clause.room or clause.kind != "executable", clause
        assert clause.says.rstrip('"').endswith("."), clause
        assert set(clause.readings) <= set(game.readings), clause


@pytest.mark.parametrize(("document", "last"), SECTIONS.items())
def test_every_section_is_registered_from_the_first_to_the_last(document: str, last: int) -> None:
    numbers = {
        int(found[1]) for clause in clauses_of(document) if (found := re.match(r"\d+a\.(\d+)", clause.id))
    }
    assert numbers == set(range(1, last + 1))


@pytest.mark.parametrize("document", SECTIONS)
def test_lettered_paragraphs_have_no_gap(document: str) -> None:
    """Within a section the paragraphs run (a), (b), (c) … without a hole."""
    letters: dict[str, list[str]] = {}
    for clause in clauses_of(document):
        if found := re.match(r"(\d+a\.\d+)\(([a-z])\)", clause.id):
            letters.setdefault(found[1], []).append(found[2])
    for section, found_letters in letters.items():
        expected = [chr(code) for code in range(ord("a"), ord(max(found_letters)) + 1)]
        assert list(dict.fromkeys(found_letters)) == expected, section


def test_the_vendors_twelve_rules_and_every_heading_of_new_hampshire_are_there() -> None:
    assert {f"DU-RoP {number}" for number in range(1, 13)} <= IDS
    headings = ("Name", "Object", "Rules", "Equipment", "Method", "Ante", "Splitting", "Double down",
                "Insurance", "Match", "Amounts", "Payouts")  # fmt: skip
    assert {f"NH {heading}" for heading in headings} <= IDS
    assert {
        f"NH Table {table} r{row}" for table, rows in ((1, 12), (2, 4), (3, 6)) for row in range(1, rows + 1)
    } <= IDS


def test_every_clause_cited_by_a_rule_is_registered() -> None:
    cited = {(rule.place, clause) for rule in all_rules() for clause in rule.clauses}
    assert not {(place, clause) for place, clause in cited if clause not in IDS}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_clause_cited_by_a_game_file_is_registered(name: str) -> None:
    data = tomllib.loads((SHELF / f"{name}.toml").read_text())
    cited = [(place, clause) for place, clauses in data_citations(data) for clause in clauses]
    assert len(cited) > 40
    assert not [(place, clause) for place, clause in cited if clause not in IDS]


def test_every_book_test_is_named_by_a_registered_clause() -> None:
    for path in BOOK.glob("test_*.py"):
        for function in re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE):
            assert clause_of_test(path.stem, function), f"{path.name}::{function}"


def test_test_names_and_clauses_correspond_one_to_one() -> None:
    prefixes = [prefix_of(clause.id) for clause in all_clauses()]
    assert len(set(prefixes)) == len(prefixes)
    assert prefix_of("685a.7(h)(1)") == "test_685a_7::test_h_1"
    assert clause_of_test("test_685a_7", "test_h_1_returns_the_bet") == "685a.7(h)(1)"
    assert clause_of_test("test_685a_7", "test_h_s8_ends_the_round") == "685a.7(h) s8"
    assert clause_of_test("test_nh_table_3", "test_r4_pays_nine") == "NH Table 3 r4"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_nothing_of_the_rules_and_games_rooms_is_open(document: str) -> None:
    """Every executable sentence that the rulebook itself decides has code and a test named by it."""
    left = [
        e.clause.id for e in find_entries([document]) if e.is_open and e.clause.room in ("rules", "games")
    ]
    assert not left


def test_what_later_rooms_will_do_is_listed_as_open() -> None:
    """An executable clause is open exactly when its own room shows no code, or nothing tests it."""
    for entry in find_entries(DOCUMENTS):
        done = any(found.room == entry.clause.room for found in entry.code) and bool(entry.tests)
        assert entry.is_open == (entry.clause.kind == "executable" and not done)


def test_ordinary_blackjack_has_no_document() -> None:
    assert entries_of(game_of("blackjack")) == []


@pytest.mark.parametrize("name", DOCUMENTED)
def test_text_slips_are_recorded(name: str) -> None:
    """A reading marked as a slip of the text is recorded in the register too."""
    game = game_of(name)
    for id, read in game.readings.items():
        if read.part.kind == "text":
            noted = [entry for entry in entries_of(game) if id in entry.clause.readings]
            assert noted
            assert any(entry.clause.slip for entry in noted), id
