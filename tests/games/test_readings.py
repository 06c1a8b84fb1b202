"""Readings: each choice says something of its own; notes leave no choice; opposites are refused."""

from pathlib import Path

import pytest

from pitboss.errors import BadChoice, BadGame, PitbossError
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from tests.floor import game_of

OTHERS = [
    (name, id, choice)
    for name in known_games()
    for id, read in game_of(name).readings.items()
    for choice in read.part.choices
    if choice != read.part.default
]


def said(game: Game) -> dict[str, object]:
    """What the game says that can change a card or a cent, but for the names of its readings."""
    return {key: value for key, value in game._content().items() if key != "readings"}


@pytest.mark.parametrize("name", known_games())
def test_a_reading_has_more_than_one_meaning(name: str) -> None:
    """What has one is a note."""
    assert not [id for id, read in game_of(name).readings.items() if len(read.part.choices) < 2]


@pytest.mark.parametrize(("name", "id", "choice"), OTHERS)
def test_every_choice_changes_the_game(name: str, id: str, choice: str) -> None:
    """Its switches, its procedures, or what it lets the house choose."""
    default = game_of(name)
    if said(load_game(name, readings={id: choice})) != said(default):
        return
    assert _refused(name, id, choice), "it neither plays otherwise nor allows less"


def _refused(name: str, id: str, choice: str) -> bool:
    """Is there an option that only the default reading allows?"""
    for option, chosen in game_of(name).options.items():
        if isinstance(chosen.allowed[0], str):
            for value in chosen.allowed:
                try:
                    load_game(name, options={option: value}, readings={id: choice})
                except BadChoice:
                    return True
    return False


@pytest.mark.parametrize("name", known_games())
def test_a_note_may_be_named_and_changes_nothing(name: str) -> None:
    """Files of the first edition name it with its only choice."""
    game = game_of(name)
    for id, note in game.notes.items():
        assert load_game(name, readings={id: "R1"}).sha256 == game.sha256
        with pytest.raises(BadChoice, match="is a note") as fault:
            load_game(name, readings={id: "R2"})
        assert note.clauses[0] in str(fault.value)
        assert id not in game.readings


def test_opposite_readings_are_refused_together() -> None:
    """A pair of aces is 22 by the one and 12 by the other."""
    with pytest.raises(BadChoice, match="D1 R3: contradicts reading D1b R2"):
        game_of("down-under-pa", "reading.D1=R3", "reading.D1b=R2")
    for choices in (("reading.D1=R3",), ("reading.D1b=R2",), ("reading.D1=R1", "reading.D1b=R2")):
        assert game_of("down-under-pa", *choices)


def test_a_reading_may_forbid_what_another_allows() -> None:
    """A continuous shuffler that does not count is out under D30 R2."""
    assert game_of("down-under-pa", "shuffler=continuous")
    with pytest.raises(BadChoice, match="must count the cards"):
        game_of("down-under-pa", "shuffler=continuous", "reading.D30=R2")


def test_a_file_may_not_call_one_thing_a_reading_and_a_note(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    note = 'clauses = ["685a.1"]\nquestion = "?"\nsays = "."\nbecause = "."\n'
    path.write_text(f'extends = "down-under-pa"\n[notes.D1]\n{note}')
    with pytest.raises((BadGame, PitbossError), match="reading and a note at once"):
        load_game(str(path))
