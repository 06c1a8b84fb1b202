"""`pitboss simulate`, as typed."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PITBOSS = str(Path(sys.executable).with_name("pitboss"))


def typed(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([PITBOSS, "simulate", *words], capture_output=True, text=True, check=False)


def found(*words: str) -> dict[str, Any]:
    done = typed(*words, "--json")
    assert done.returncode == 0, done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rounds", "0"), "--rounds: 0 is no number of rounds. Allowed: 1 or more, such as 1e8."),
        (("--rounds=-3",), "--rounds: -3 is no number of rounds."),
        (("--rounds", "1.5e0"), "--rounds: 1.5e0 is no number of rounds."),
        (("--rounds", "1000", "--cut", "1.2"), "--cut: 1.2 is beyond the shoe."),
        (("--rounds", "1000", "--seats", "7"), "--seats: 7 seats are not on the felt. Allowed: 1 to 6."),
        (("--rounds", "1000", "--strategy", "luck"), "there is no strategy 'luck'"),
        (("--rounds", "1000", "--insurance", "maybe"), "--insurance: 'maybe' is no policy."),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(words: tuple[str, ...], says: str) -> None:
    done = typed("over-under-pa", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert "Traceback" not in done.stderr


def test_the_figures_are_those_the_issue_names_and_repeat_with_the_seed() -> None:
    one = found("over-under-pa", "--rounds", "3e5", "--seed", "7", "--fresh", "--workers", "1")
    two = found("over-under-pa", "--rounds", "300,000", "--seed", "7", "--cut", "0", "--workers", "2")
    for field in ("game", "options", "readings", "rounds", "seconds", "rounds_per_second", "seed", "wagers"):
        assert field in one
    assert one["rounds"] == 300_000
    assert one["wagers"] == two["wagers"]
    assert [wager["wager"] for wager in one["wagers"]] == ["ante", "bonus"]
    for wager in one["wagers"]:
        assert {"house_edge", "standard_error", "standard_deviation", "exact_house_edge", "z"} <= wager.keys()
        assert abs(wager["z"]) < 4


def test_a_run_goes_on_from_its_file_and_not_from_another_games(tmp_path: Path) -> None:
    kept = str(tmp_path / "run.json")
    words = ("--seed", "3", "--resume", kept)
    found("over-under-pa", "--rounds", "5e6", *words)
    whole = found("over-under-pa", "--rounds", "6e6", "--seed", "3")
    assert found("over-under-pa", "--rounds", "6e6", *words)["wagers"] == whole["wagers"]
    refused = typed("over-under-pa", "--set", "decks=8", "--rounds", "6e6", *words)
    assert refused.returncode == 2
    assert "was made with rulebook_sha256" in refused.stderr


def test_wagers_are_written_to_a_file(tmp_path: Path) -> None:
    out, record = tmp_path / "wagers.csv", tmp_path / "rounds.shoe"
    words = ("--rounds", "1000", "--out", str(out), "--record", str(record), "--record-rounds", "3")
    done = typed("over-under-pa", *words)
    assert done.returncode == 0, done.stderr
    assert out.read_text().splitlines()[1].startswith("over-under-pa,1000,1,ante,1000,")
    replayed = subprocess.run([PITBOSS, "replay", str(record)], capture_output=True, text=True, check=True)
    assert "ROUND 3" in replayed.stdout


def test_nobody_at_an_address_is_told_with_the_time_it_took() -> None:
    done = typed("over-under-pa", "--rounds", "1000", "--cluster", "tcp://127.0.0.1:9")
    assert done.returncode == 2
    assert "--cluster: no scheduler answers at tcp://127.0.0.1:9 after" in done.stderr


def test_a_cluster_counts_what_one_machine_counts() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        words = ("over-under-pa", "--rounds", "3e7", "--seed", "4")
        away = found(*words, "--cluster", cluster.scheduler_address)
    assert away["wagers"] == found(*words)["wagers"]
