"""Every file that a command reads, spoiled in every way: a sentence, no traceback, little time and memory."""

from pathlib import Path

import pytest

from tests.hostile.forks import Forks
from tests.hostile.judging import faults_of
from tests.hostile.mutations import MUTATIONS, spoiled
from tests.hostile.specimens import SPECIMENS, Specimen, copied
from tests.seeds import seeds

ONCE = seeds(len(MUTATIONS))
COMPILING = ("chart.json", "checkpoint.json")


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: specimen.name)
def test_a_valid_file_is_taken(
    specimen: Specimen, specimens: Path, runner: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nothing below would reach further than the first check."""
    monkeypatch.chdir(tmp_path)
    for words in copied(specimen, specimens, tmp_path):
        outcome = runner.run(*words, program=specimen.program, typed=specimen.typed)
        assert outcome.status == 0, (words, outcome)


@pytest.mark.parametrize("specimen", SPECIMENS, ids=lambda specimen: specimen.name)
def test_a_spoiled_file_gets_an_answer_or_a_sentence(
    specimen: Specimen, specimens: Path, runner: Forks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = (specimens / specimen.name).read_bytes()
    for seed in ONCE:
        for words in copied(specimen, specimens, tmp_path):
            (tmp_path / specimen.name).write_bytes(spoiled(whole, seed))
            outcome = runner.run(*words, program=specimen.program, typed=specimen.typed)
            faults = faults_of(outcome, (0, 2, *specimen.faulty), compiles=specimen.name in COMPILING)
            assert not faults, (seed, MUTATIONS[seed % len(MUTATIONS)].__name__, words, faults)


def test_the_same_seed_spoils_a_file_in_the_same_way() -> None:
    whole = b'{"a": 1}\n'
    assert [spoiled(whole, seed) for seed in ONCE] == [spoiled(whole, seed) for seed in ONCE]
    assert all(spoiled(whole, seed) != whole for seed in (0, 2, 8, 9))
