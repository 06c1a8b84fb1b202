"""Thirty hostile archives and files, and what is no file: a sentence each, little time, little memory."""

import shutil
from pathlib import Path

import pytest

from tests.hostile.corpus import Hostile, corpus
from tests.hostile.forks import Forks
from tests.hostile.judging import faults_of

CORPUS = tuple(corpus())


def test_there_are_thirty() -> None:
    assert len({hostile.name for hostile in CORPUS}) == len(CORPUS) >= 30


@pytest.mark.parametrize("hostile", CORPUS, ids=lambda hostile: hostile.name)
def test_a_hostile_file_gets_a_sentence_that_names_it_and_the_place(
    hostile: Hostile, specimens: Path, runner: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(specimens / "journal.db", tmp_path)
    (tmp_path / hostile.name).write_bytes(hostile.make(specimens))
    words = [hostile.name if word == "FILE" else word for word in hostile.command.split()]
    outcome = runner.run(*words)
    assert not faults_of(outcome, (2,)), outcome
    assert outcome.err.startswith("pitboss: "), outcome.err
    assert hostile.name in outcome.err
    assert hostile.says in outcome.err
    assert len(outcome.err) < 5_000, "a sentence, not the file"


READING = (
    "check FILE.toml", "replay FILE", "play over-under-pa --script FILE", "shoe test --file FILE",
    "layout over-under-pa --check FILE", "submission check FILE", "document new FILE",
    "document compare FILE FILE", "simulate over-under-pa --resume FILE", "edge blackjack --strategy FILE",
    "report over-under-pa -o x.json --previous FILE", "report over-under-pa -o x.json --battery FILE",
    "journal verify FILE", "journal show FILE", "journal import FILE new.db", "records open FILE",
    "journal verify journal.db --anchor FILE", "journal give-up journal.db t1 --by me --key FILE",
)  # fmt: skip


@pytest.mark.parametrize("command", READING)
@pytest.mark.parametrize("name", ["endless", "folder", "nowhere"])
def test_what_is_no_file_gets_a_sentence_and_stays_what_it_is(
    name: str, command: str, specimens: Path, runner: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`endless` leads to a device that never ends."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(specimens / "journal.db", tmp_path)
    if name == "nowhere" and ("--resume" in command or "--key" in command):
        pytest.skip("made where there is none")
    for suffix in ("", ".toml"):
        if name == "endless":
            (tmp_path / f"{name}{suffix}").symlink_to("/dev/zero")
        elif name == "folder":
            (tmp_path / f"{name}{suffix}").mkdir()
    outcome = runner.run(*command.replace("FILE", name).split())
    assert not faults_of(outcome, (2,)), outcome
    assert name in outcome.err, outcome.err
    assert Path("/dev/zero").is_char_device()
    assert name != "endless" or (tmp_path / name).is_symlink()
