"""What stands in a file or a name is shown to a terminal, never obeyed by it."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from pitboss.cli.harmless_output import harmless, harmless_json
from tests.cli.processes import PITBOSS
from tests.cli.typed import typed
from tests.hostile.judging import HARMFUL
from tests.waiting import PATIENCE_S

ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eevil\u2028\x7f\r"
IN_TOML = "".join(f"\\u{ord(letter):04x}" for letter in ATTACK)


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    head = f'extends = "blackjack"\ngame = "x"\ntitle = "{IN_TOML}"\n'
    Path("game.toml").write_text(head + "[options]\ndecks = 4\n")
    Path("wrong.toml").write_text(head + f'"{IN_TOML}" = 1\n[options]\ndecks = "{IN_TOML}"\n')
    return "game.toml"


@pytest.mark.parametrize(
    "words",
    [
        "rules game.toml", "check game.toml", "rules game.toml --json", "diff game.toml blackjack",
        "check wrong.toml", f"check {ATTACK}.toml", f"edge {ATTACK}", f"play blackjack --script {ATTACK}",
        f"journal verify {ATTACK}.db", f"journal verify {ATTACK}.zip", f"rules blackjack --set {ATTACK}=1",
        f"rules blackjack --{ATTACK}", f"{ATTACK}", f"report blackjack -o {ATTACK}.exe",
    ],
)  # fmt: skip
@pytest.mark.usefixtures("game")
def test_nothing_that_is_printed_commands_a_terminal(words: str) -> None:
    done = typed(*words.split(" "))
    said = done.out + done.err
    assert said.strip()
    assert not HARMFUL.search(said), said
    assert "\r" not in said.replace("\r\n", "")


def shown_on_a_terminal(*words: str) -> str:
    leader, follower = pty.openpty()
    process = subprocess.Popen([str(PITBOSS), *words], stdin=follower, stdout=follower, stderr=follower)
    os.close(follower)
    pieces = []
    try:
        while piece := os.read(leader, 65_536):
            pieces.append(piece)
    except OSError:  # Linux reports the end of a terminal so
        pass
    os.close(leader)
    process.wait(PATIENCE_S)
    return b"".join(pieces).decode()


@pytest.mark.parametrize("command", ["rules", "diff"])
def test_a_terminal_gets_our_own_colors_and_nothing_from_the_file(game: str, command: str) -> None:
    said = shown_on_a_terminal(command, game, *(["blackjack"] if command == "diff" else []))
    assert "\x1b[1m" in said or "\x1b[2m" in said or "\x1b[1;33m" in said, "it is still in color"
    assert "\x1b]" not in said
    assert "\x1b[2J" not in said
    assert not {"\x07", "\x9b", "\u202e", "\u2028", "\x7f"} & set(said)
    assert "\\x1b" in said.replace("\r\n", "")


def test_harmless_text_says_what_was_there() -> None:
    assert harmless("a\tb\nc\r\n") == "a\tb\nc\r\n"
    assert harmless("\x1b[2J\x9b\u2028é♠") == "\\x1b[2J\\x9b\\u2028é♠"
    assert harmless_json('"\x7f\u202e"') == '"\\u007f\\u202e"'


def test_csv_keeps_its_ends_of_lines() -> None:
    assert "\\x0d" not in typed("strategy", "over-under-pa", "--csv").out
