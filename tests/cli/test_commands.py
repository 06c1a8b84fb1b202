"""The command line, run as a person runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.games.files import known_games
from pitboss.games.vocabulary import PHASES
from tests.cli.processes import PITBOSS, refused, run, said, told
from tests.waiting import PATIENCE_S


def test_games_lists_all_six() -> None:
    listed = told("games")
    assert [game["game"] for game in listed] == list(known_games())
    assert {game["game"]: game["main_wager"] for game in listed} == {
        "down-under-pa": "bet", "double-back-jack-pa": "blackjack", "over-under-pa": "ante",
        "down-under-vendor": "bet", "blackjack-match-nh": "ante", "blackjack": "blackjack",
    }  # fmt: skip
    text = said("games")
    assert all(name in text for name in known_games())


@pytest.mark.parametrize("name", known_games())
def test_rules_explains_a_game(name: str) -> None:
    """Every option, phase, wager and taken reading is in the text, with its clause."""
    text, data = said("rules", name), told("rules", name)
    for choice in data["choices"]:
        assert choice["label"] in text
        assert choice["name"].replace("_", "-") in text
        assert all(clause in text for clause in choice["clauses"])
    for phase in data["phases"]:
        assert PHASES[phase["name"]] in text
    for part in (*data["phases"], *data["wagers"]):
        assert part.get("open_to", part.get("says")) in text
        assert all(clause in text for clause in part["clauses"])
    for inscription in data["inscriptions"]:
        assert inscription["text"] in text
    assert data["rulebook_sha256"] in text


def test_set_is_taken_by_every_command(tmp_path: Path) -> None:
    assert told("rules", "down-under-pa", "--set", "decks=8")["options"]["decks"] == 8
    assert told("games", "--set", "bar_mid_shoe_entry=yes")[0]["options"]["bar_mid_shoe_entry"] is True
    (game,) = told("readings", "down-under-pa", "--set", "reading.D1=R2")
    assert game["readings"][0]["choice"] == "R2"
    assert told("check", "blackjack", "--set", "soft_17=hit")["ok"]
    found = told("diff", "down-under-pa", "blackjack", "--set", "decks=8")["differences"]
    assert "8 (allowed" in next(item["left"]["says"] for item in found if item["name"] == "decks")
    assert len(told("clauses", "down-under-pa", "--set", "decks=8")) > 200
    assert refused("clauses", "down-under-pa", "--set", "decks=7", cwd=tmp_path)


def test_readings_of_all_games_or_one() -> None:
    assert [part["game"] for part in told("readings")] == list(known_games())
    text = said("readings", "double-back-jack-pa")
    assert "*R1" in text
    assert "B22" in text
    assert "H1" in said("readings", "blackjack")


def test_clauses_tells_what_enforces_a_sentence_and_what_tests_it() -> None:
    (entry,) = told("clauses", "down-under-pa", "--clause", "685a.7(n)(1)")
    assert "rules.settlement.against_22" in entry["code"]
    assert entry["tests"]
    assert not entry["open"]
    assert "Open: " in said("clauses", "double-back-jack-pa", "--open")
    assert all(entry["open"] for entry in told("clauses", "--open"))


def test_diff_shows_the_clause_on_each_side() -> None:
    text = said("diff", "down-under-pa", "down-under-vendor")
    assert "DU-RoP 9" in text
    assert "685a.7(m)" in text
    assert "The two games are the same." in said("diff", "blackjack", "blackjack")


def test_check_names_departures(tmp_path: Path) -> None:
    path = tmp_path / "my-game.toml"
    path.write_text('extends = "down-under-pa"\ngame = "mine"\n[options]\ndecks = 7\n')
    text = said("check", str(path))
    assert "Decks: the document says 4, 5, 6, 8; this game says 7 (685a.3(a)" in text
    assert told("check", str(path))["departures"][0]["what"] == "Decks"
    assert "blackjack: Blackjack has no errors." in said("check", "blackjack")
    assert "Departs from 685a\n" in said("rules", str(path))


def test_a_bad_file_is_told_in_json_too(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('extends = "down-under-pa"\ngame = "mine"\n[options]\ndecks = 70\nmax_hands = 9\n')
    done = run("check", str(path), "--json")
    assert done.returncode == 2
    assert len(json.loads(done.stdout)["faults"]) == 2
    assert "bad.toml, line 4, column 1: options.decks" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rules", "down-undr-pa"], ["Did you mean down-under-pa"]),
        (["rules", "down-under-pa", "--set", "decks=7"], ["4, 5, 6, 8", "685a.3(a)"]),
        (["rules", "down-under-pa", "--set", "decks=5", "--set", "match_the_dealer=true"], ["685a.6(e)"]),
        (["rules", "double-back-jack-pa", "--set", "max_hands=4"], ["Allowed: 2.", "673a.11(a)"]),
        (["rules", "down-under-pa", "--set", "nonsense=1"], ["has no option 'nonsense'"]),
        (["rules", "down-under-pa", "--set", "nonsense"], ["must have the form name=value"]),
        (["rules", "down-under-pa", "--set", "max_wager_cents=99999999999"], ["max_wager_cents"]),
        (["readings", "down-under-pa", "--set", "reading.D1=R9"], ["R1, R2, R3, R4"]),
        (["diff", "down-under-pa", "nothing"], ['there is no game "nothing"']),
        (["diff", "down-under-pa", "blackjack", "--set", "bonus=yes"], ["has no option 'bonus'"]),
        (["check", "missing.toml"], ['there is no file "missing.toml"']),
        (["check", "."], ['there is no game "."']),
        (["clauses", "--clause", "685a.99"], ["there is no such clause"]),
        (["games", "--set", "decks=99"], ["down-under-pa: --set", "over-under-pa: --set", "cannot be 99"]),
        (["gmaes"], ["No such command"]),
        (["rules"], ["Missing argument"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_bad_input_is_told_in_a_sentence(arguments: list[str], words: list[str]) -> None:
    message = refused(*arguments)
    for word in words:
        assert word in message


def test_malformed_toml_names_line_and_column(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text('game = "x"\ntitle = \n')
    assert "line 2, column 9" in refused("check", "bad.toml", cwd=tmp_path)


def test_a_folder_instead_of_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert "there is no file" in refused("check", "folder.toml", cwd=tmp_path)


def test_piped_text_has_no_colour_and_no_boxes() -> None:
    text = said("rules", "down-under-pa")
    assert "\x1b" not in text
    assert "━" not in text


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{PITBOSS} rules down-under-pa | head -1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.stderr == ""


def test_help_imports_nothing_heavy() -> None:
    """`pitboss --help` needs neither numba nor pydantic nor rich."""
    code = "import sys; from pitboss.cli import commands; print([m for m in ('numba', 'numpy', 'pydantic', 'rich') if m in sys.modules])"  # noqa: E501
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert "Usage" in said("--help")
    assert said("--version").startswith("pitboss ")


def test_a_terminal_gets_tables(tmp_path: Path) -> None:
    """On a terminal the same command draws for a person, within its width."""
    script = tmp_path / "typescript"
    environment = {**os.environ, "COLUMNS": "100", "TERM": "xterm-256color"}
    command = f"stty cols 100; {PITBOSS} rules blackjack"
    code = f"import pty; pty.spawn(['sh', '-c', {command!r}])"
    with script.open("wb") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, stdin=subprocess.DEVNULL, env=environment,
                       timeout=PATIENCE_S, check=True)  # fmt: skip
    text = script.read_text()
    assert "\x1b[" in text
    assert "Blackjack pays" in text
