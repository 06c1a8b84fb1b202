"""A Rules Submission: every open choice asked, written, read back and checked at once."""

from dataclasses import replace

import pytest

from pitboss.errors import BadInput
from pitboss.games.files import known_games
from pitboss.paper.submission import Submission, is_choice, parse_submission, questions, write_submission
from tests.floor import game_of
from tests.paper.drawn import HOLDER


def filed(name: str) -> Submission:
    """A submission with every choice made as the game file suggests."""
    game = game_of(name)
    asked = questions(game)
    return Submission(
        name,
        HOLDER,
        {q.key: game.options[q.key].value for q in asked if q.section == "choices"},
        {q.key: "layout" for q in asked if q.section == "layout"},
    )


def faults(text: str) -> list[str]:
    with pytest.raises(BadInput) as refusal:
        parse_submission(text, "file.toml")
    return [str(fault) for fault in refusal.value.faults]


@pytest.mark.parametrize("name", known_games())
def test_every_open_option_is_asked_and_no_fixed_one(name: str) -> None:
    game = game_of(name)
    asked = {question.key for question in questions(game) if question.section == "choices"}
    decided = ("document", "reading")
    assert asked == {key for key, chosen in game.options.items() if not chosen.chosen_by.startswith(decided)}
    assert all(question.clauses for question in questions(game))


def test_a_span_of_one_is_no_choice() -> None:
    game = game_of("blackjack-match-nh")
    assert not is_choice(game.options["decks"])
    assert is_choice(game.options["boxes_per_player"])


@pytest.mark.parametrize("name", known_games())
def test_a_submission_is_written_and_read_back(name: str) -> None:
    submission = filed(name)
    text = write_submission(submission, game_of(name))
    assert parse_submission(text, "file") == submission
    assert submission.load().sha256 == game_of(name).sha256
    assert all(clause in text for question in questions(game_of(name)) for clause in question.clauses)


def test_readings_and_a_quoted_name_survive() -> None:
    submission = replace(filed("down-under-pa"), holder='The "Old" House', readings={"D1": "R2"})
    again = parse_submission(write_submission(submission, game_of("down-under-pa")), "file")
    assert again == submission
    assert again.load().reading_choices["D1"] == "R2"


@pytest.mark.parametrize("name", known_games())
def test_an_empty_submission_lists_every_missing_choice(name: str) -> None:
    said = faults(write_submission(Submission(name, HOLDER), game_of(name)))
    asked = questions(game_of(name))
    assert len(said) == len(asked)
    for question, fault in zip(asked, said, strict=True):
        assert f"{question.section}.{question.key}: not chosen" in fault
        assert question.clauses[0] in fault


def test_choices_that_may_not_be_combined_are_told_with_their_clause() -> None:
    submission = filed("down-under-pa")
    mixed = replace(submission, choices={**submission.choices, "decks": 4})
    (said,) = faults(write_submission(mixed, game_of("down-under-pa")))
    assert "six or eight decks" in said
    assert "685a.6(e) s2" in said


def test_missing_and_forbidden_choices_are_told_together() -> None:
    submission = filed("down-under-pa")
    choices = {key: value for key, value in submission.choices.items() if key != "shuffler"} | {"decks": 7}
    said = faults(
        write_submission(
            replace(submission, choices=choices, layout={"685a.2(b)(6)": "wall"}), game_of("down-under-pa")
        )
    )
    for words in ("choices.shuffler", "(b)(4)(iv)", "“wall” is not a place", "Decks: 7"):
        assert any(words in fault for fault in said), words


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("submission = 1\ngame = 'down-under-pa'", "holder is not named"),
        ("submission = 2\ngame = 'down-under-pa'\nholder = 'x'", "no Rules Submission"),
        ("submission = 1\nholder = 'x'", "does not name its game"),
        ("submission = 1\ngame = 'nope'\nholder = 'x'", 'no game "nope"'),
        ("not toml", "is not TOML"),
        ("submission = 1\ngame = 'down-under-pa'\nholder = 'x'\nchoices = 3", "must be a table"),
        (
            "submission = 1\ngame = 'down-under-pa'\nholder = 'x'\n[choices]\ndecks = [6]",
            "a choice is a word",
        ),
        (
            "submission = 1\ngame = 'down-under-pa'\nholder = 'x'\nmore = 1",
            "entries that no submission has: more",
        ),
        ("submission = 1\ngame = 'down-under-pa'\nholder = 'x'\n[choices]\ndekcs = 6", "dekcs"),
        (
            "submission = 1\ngame = 'down-under-pa'\nholder = 'x'\n[readings]\nD1 = 'R9'",
            "R9 is not one of the choices of reading D1",
        ),
        ("submission = 1\ngame = 'down-under-pa'\nholder = 'x'\n[layout]\nlogo = 'sign'", "no inscription"),
    ],
)
def test_a_file_that_does_not_hold_together_is_told_why(text: str, says: str) -> None:
    assert any(says in fault for fault in faults(text))
