"""The README and the docs tell the truth: their code runs, their commands answer as printed."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from pitboss.cli.commands import app
from pitboss.table.notation import command_text, parse_command

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
READINGS = (ROOT / "docs" / "readings.md").read_text()
STRATEGY = (ROOT / "docs" / "strategy.md").read_text()
DOCS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def blocks(language: str, text: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_story_runs() -> None:
    failures = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert failures.attempted > 8
    assert failures.failed == 0


def commands() -> list[tuple[str, str]]:
    found = []
    for text in (README, READINGS, STRATEGY):
        for block in blocks("console", text):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, answer = part.partition("\n")
                found.append((command, answer))
    return found


@pytest.mark.parametrize(("command", "answer"), commands(), ids=[command for command, _ in commands()])
def test_a_command_answers_as_printed(command: str, answer: str, tmp_path: Path) -> None:
    """`...` stands for what is left out; white space is folded."""
    (tmp_path / "seven-decks.toml").write_text(blocks("toml")[0])
    words = shlex.split(command)
    assert words[0] == "pitboss"
    done = subprocess.run([PITBOSS, *words[1:]], capture_output=True, text=True, cwd=tmp_path, check=False)
    pattern = ".*".join(re.escape(" ".join(piece.split())) for piece in answer.split("..."))
    told = " ".join((done.stdout + done.stderr).split())
    assert re.fullmatch(pattern.replace(r".*\ ", ".*").replace(r"\ .*", ".*"), told, re.DOTALL), told


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_documents_name_only_commands_that_exist(path: Path) -> None:
    """Every `pitboss …` in a document begins with a command; so does every part after a bar."""
    code = re.findall(r"`([^`\n]+)`|^(?:\$ |    )(.*)$", path.read_text(), re.MULTILINE)
    for words in (one or other for one, other in code):
        for command in re.findall(r"(?:^|[\s/])pitboss ((?:[a-z-]+ ?)+)", words):
            group: Any = get_command(app)
            for word in command.split():
                if not hasattr(group, "commands"):
                    break
                assert word in group.commands, f"{path.name}: pitboss {command}"
                group = group.commands[word]


def test_the_rounds_in_the_notation_can_be_read() -> None:
    """Every line of commands in docs/notation.md goes both ways and loses nothing."""
    text = (ROOT / "docs" / "notation.md").read_text()
    rounds = re.findall(r"^```\n(p\d:.*)\n```", text, re.MULTILINE)
    assert rounds
    for line in rounds:
        assert " ".join(command_text(parse_command(word)) for word in line.split()) == line


def test_files_that_it_names_exist() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / name.partition("#")[0]).is_file(), name


@pytest.mark.parametrize("target", ["run", "test", "check", "bench", "help"])
def test_make_has_what_it_promises(target: str) -> None:
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"make {target} " in listed
