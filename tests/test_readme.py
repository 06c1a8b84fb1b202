"""The README tells the truth: its code runs, its commands answer as printed."""

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


def test_the_story_runs() -> None:
    failures = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert failures.attempted > 8
    assert failures.failed == 0


def commands() -> list[tuple[str, str]]:
    found = []
    for block in blocks("console"):
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


def test_files_that_it_names_exist() -> None:
    for name in re.findall(r"\]\(([^)]+)\)", README):
        assert (ROOT / name).is_file(), name


@pytest.mark.parametrize("target", ["run", "test", "check", "bench", "help"])
def test_make_has_what_it_promises(target: str) -> None:
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert f"make {target} " in listed
