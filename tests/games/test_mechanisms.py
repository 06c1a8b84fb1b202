"""The list of mechanisms and the code say the same."""

from pitboss.games.files import SHELF
from pitboss.games.registers import MECHANISMS, known_causes, known_mechanisms
from tests.games import mechanisms


def test_the_list_is_what_the_code_says() -> None:
    """Out of date? `python -m tests.games.mechanisms`."""
    assert (SHELF / MECHANISMS).read_text() == mechanisms.text_of_list()


def test_every_cause_that_the_code_puts_together_is_spelled_out() -> None:
    assert mechanisms.built() == set(mechanisms.TEMPLATES)


def test_every_cause_in_the_code_is_listed() -> None:
    spelled_out = {cause for causes in mechanisms.TEMPLATES.values() for cause in causes}
    assert mechanisms.spoken() <= known_causes()
    assert spelled_out <= known_causes()


def test_every_listed_mechanism_is_carried_out_by_some_function() -> None:
    carried_out = {id.partition("/")[0] for id in mechanisms.carried_out()}
    assert set(known_mechanisms()) == carried_out
