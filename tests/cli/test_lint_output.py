"""`pitboss lint`, as a person and a program read it."""

import re
import shutil
import time
from pathlib import Path

import pytest

from pitboss.games.files import known_games
from tests.cli.processes import run
from tests.cli.test_plain_words import faults_of
from tests.cli.typed import Typed, refused, said, told, typed

GAME = "over-under-pa"
RIVERBOAT = Path("tests/law/riverboat")


@pytest.fixture
def nines(tmp_path: Path) -> Path:
    """A user's own text, register and game file."""
    for file in RIVERBOAT.iterdir():
        shutil.copy(file, tmp_path)
    return tmp_path / "lucky-nines.toml"


def spoiled(path: Path) -> Typed:
    """The same file with one acknowledgement taken back and one too many."""
    text = path.read_text().replace('"no remedy: overdraw" = "L1"', '"no remedy: overdrawn" = "L1"')
    path.write_text(text)
    return typed("lint", str(path))


def test_a_finding_is_told_with_its_sentence_its_deal_and_who_knows_of_it() -> None:
    out = said("lint", GAME)
    assert "No sentence settles a wager:" in out
    assert "- unsettled: Ante Wager, Over 23 Wager (over) [reading O2]" in out
    assert "when the player’s total is 6 to 17 and the player chose over." in out
    assert "See 686a.7(g)(3), 686a.7(k)(1), 686a.7(k)(2), 686a.7(l)." in out
    assert "Shortest deal: player 10, player chooses over, player 5, player 2." in out
    assert "- never: 686a.5(c)(3) [note O6]" in out
    assert out.rstrip().endswith("8 findings, all acknowledged.")


def test_a_process_of_its_own_says_the_same() -> None:
    done = run("lint", GAME)
    assert done.returncode == 0
    assert done.stdout == said("lint", GAME)


def test_what_nobody_acknowledged_makes_the_status_1(nines: Path) -> None:
    assert typed("lint", str(nines)).status == 0
    done = spoiled(nines)
    assert done.status == 1
    assert "- no remedy: overdraw [not acknowledged]" in done.out
    assert "7 findings, 1 not acknowledged." in done.out
    assert "Acknowledged, but not found: no remedy: overdrawn" in done.out


def test_open_shows_only_what_is_left(nines: Path) -> None:
    spoiled(nines)
    out = typed("lint", str(nines), "--open").out
    assert re.findall(r"^- (.*) \[", out, re.MULTILINE) == ["no remedy: overdraw"]
    assert "[" not in said("lint", GAME, "--open")


def test_a_program_gets_every_finding_with_its_cards(nines: Path) -> None:
    (proof,) = told("lint", GAME)
    assert (proof["game"], proof["document"], proof["clean"]) == (GAME, "686a", True)
    over = next(one for one in proof["findings"] if one["id"].endswith("(over)"))
    assert over["cards"] == ["10", "5", "2"]
    assert over["acknowledged_by"] == "O2"
    assert "686a.7(k)(1)" in over["clauses"]
    spoiled(nines)
    done = typed("lint", str(nines), "--json")
    assert done.status == 1
    assert '"clean": false' in done.out
    assert '"acknowledged_but_not_found": [\n      "no remedy: overdrawn"\n    ]' in done.out


def test_a_register_that_states_little_is_told_what_was_not_examined(nines: Path) -> None:
    register = nines.with_name("riverboat-register.toml")
    text = re.sub(r"settles = \[(?:[^\n]+|\n(?:  .*\n)+)\]\n", "", register.read_text())
    register.write_text(text)
    out = typed("lint", str(nines)).out
    assert re.search(
        r"Not stated: \d+ settlement sentences have no condition, so they were not examined\.", out
    )


def test_a_game_without_a_text_says_so(nines: Path) -> None:
    text = (
        nines.read_text().replace('register = "riverboat-register.toml"\n', "").partition("[acknowledged]")[0]
    )
    nines.write_text(text)
    assert "It has no register, so there is no text to examine." in said("lint", str(nines))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("lint no-such-game", 'there is no game "no-such-game"'),
        ("lint nowhere.toml", 'there is no file "nowhere.toml"'),
        (f"lint {GAME} --set decks=7", "the document does not allow"),
        (f"lint {GAME} --set nonsense", "must have the form name=value"),
    ],
)
def test_bad_input_gets_a_sentence_and_status_2(words: str, told: str) -> None:
    assert told in refused(*words.split())


def test_a_faulty_condition_gets_a_sentence_and_status_2(nines: Path) -> None:
    register = nines.with_name("riverboat-register.toml")
    register.write_text(register.read_text().replace("matches >= 1", "matchs >= 1"))
    err = refused("lint", str(nines))
    assert "(9.5(b) s2): settles 1 when: names 'matchs', which is not a fact of any round." in err


def test_choices_are_taken() -> None:
    assert (
        "Bonus Wager" not in said("lint", GAME, "--set", "bonus=no").split("A reference")[0].split("never")[0]
    )


@pytest.mark.parametrize("game", ["over-under-pa", "down-under-pa", "down-under-vendor"])
def test_it_is_told_in_plain_words(game: str) -> None:
    assert not faults_of(said("lint", game))


@pytest.mark.slow("proves every document")
def test_all_documents_take_less_than_a_minute() -> None:
    """Of this process's own time, whatever else the machine is doing."""
    before = time.process_time()
    out = said("lint", "--open")
    assert time.process_time() - before < 60
    assert out.count("all acknowledged") == len(known_games())
