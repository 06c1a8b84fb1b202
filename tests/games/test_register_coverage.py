"""What a register leaves unsaid is counted: a check that was not made is not taken for one that passed."""

import pytest

from pitboss.games.register import known_registers
from pitboss.games.register_coverage import MATTERS, is_examined, stated, tell_unstated, unstated
from pitboss.games.registers import Register, known_mechanisms, parse_register
from pitboss.games.statements import KEYS
from tests.games.test_registers import sentence

HEAD = 'document = "X"\ngame = "X"\n'
QUIET = "refers = []\nterms = []\n"
TIE = 'decides = ["settle.hand/tie"]\n'
WHEN = 'settles = [{ wagers = ["main"], result = "return", when = "player == dealer" }]\n'


def register(*sentences: str) -> Register:
    return parse_register(HEAD + "".join(sentences), "x")


@pytest.mark.parametrize("matter", MATTERS)
def test_every_mechanism_that_a_matter_is_known_by_exists(matter: str) -> None:
    """A mechanism renamed would make its sentences look stated."""
    assert set(MATTERS[matter].mechanisms) <= set(known_mechanisms())
    assert set(MATTERS[matter].keys) <= KEYS


def test_a_sentence_that_decides_and_does_not_state_is_counted() -> None:
    silent = register(sentence("X 1", TIE + QUIET))
    assert unstated(silent, "settlements") == ["X 1"]
    assert not is_examined(silent, "settlements")
    assert tell_unstated(silent) == ["1 settlement sentence has no condition, so it was not examined."]
    said = register(sentence("X 1", TIE + WHEN + QUIET))
    assert stated(said, "settlements") == ["X 1"]
    assert is_examined(said, "settlements")
    assert tell_unstated(said) == []


def test_a_sentence_that_leads_to_a_list_states_what_its_items_state() -> None:
    lead = register(sentence("X.7(k)", TIE + QUIET), sentence("X.7(k)(1)", WHEN))
    assert tell_unstated(lead) == []


def test_an_item_that_only_says_when_it_applies_is_stated() -> None:
    item = register(sentence("X.7(n)(2)", TIE + 'when = "dealer != 22"\n' + QUIET), sentence("X.7(o)", WHEN))
    assert tell_unstated(item) == []


def test_several_are_told_in_the_plural() -> None:
    two = register(
        sentence("X 1", TIE + QUIET),
        sentence("X 2", 'decides = ["settle.hand/lower"]\n'),
        sentence("X 3", WHEN),
    )
    assert tell_unstated(two) == ["2 settlement sentences have no condition, so they were not examined."]
    assert is_examined(two, "settlements"), "what is stated is examined all the same"


def test_references_terms_and_names_are_missed_too() -> None:
    bare = parse_register('document = "X"\n' + sentence("X 1"), "x")
    assert tell_unstated(bare) == [
        "The register states no cross-references, so none was examined.",
        "The register states no terms, so none was examined.",
        "The register states no name of the game, so none was examined.",
    ]


def test_our_registers_leave_nothing_unsaid() -> None:
    for one in known_registers():
        assert tell_unstated(one) == [], one.document
