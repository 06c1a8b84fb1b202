"""`pitboss simulate`, as typed."""

from pathlib import Path

import pyarrow.parquet
import pytest

from pitboss.cli import simulation_output
from pitboss.lab.simulation import Setting, prepare
from pitboss.sim.job import warm_up
from tests.cli import processes
from tests.cli.typed import refused, said, told
from tests.floor import game_of


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Commands should not spend their time on a compiler."""
    warm_up(prepare(game_of("over-under-pa"), Setting()).job)


@pytest.mark.parametrize(
    ("words", "sentences"),
    [
        (
            ("--rounds", "0", "--workers=-1", "--seed=-1"),
            (
                "--rounds: 0 is not a number of rounds. Allowed: 1 to 1e15, such as 1e8.",
                "--workers: -1 is not a number of workers.",
                "--seed: -1 is not a seed.",
            ),
        ),
        (("--rounds=-3",), ("--rounds: -3 is not a number of rounds.",)),
        (
            ("--cut", "1.2", "--seats", "7", "--insurance", "maybe", "--errors", "2"),
            (
                "--cut: 1.2 is not a share of the shoe.",
                "--seats: 7 seats do not fit at the table. Allowed: 1 to 6.",
                "--insurance: 'maybe' is not a way to take insurance.",
                "--errors: 2 is not a share of decisions.",
            ),
        ),
        (("--strategy", "luck"), ("there is no strategy 'luck'",)),
    ],
)
def test_what_cannot_be_is_told_in_sentences(words: tuple[str, ...], sentences: tuple[str, ...]) -> None:
    told_so = refused("simulate", "over-under-pa", *words)
    for sentence in sentences:
        assert sentence in told_so


def test_the_figures_are_those_the_issue_names_and_repeat_with_the_seed() -> None:
    one = told("simulate", "over-under-pa", "--rounds", "3e5", "--seed", "7", "--fresh", "--workers", "1")
    two = told(
        "simulate", "over-under-pa", "--rounds", "300,000", "--seed", "7", "--cut", "0", "--workers", "2"
    )
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
    told("simulate", "over-under-pa", "--rounds", "5e6", *words)
    whole = told("simulate", "over-under-pa", "--rounds", "6e6", "--seed", "3")
    assert told("simulate", "over-under-pa", "--rounds", "6e6", *words)["wagers"] == whole["wagers"]
    other = refused("simulate", "over-under-pa", "--set", "reading.O2=R2", "--rounds", "6e6", *words)
    assert "was made with rulebook_sha256" in other
    assert "was made with seed 3, this run has 4." in refused(
        "simulate", "over-under-pa", "--rounds", "6e6", "--seed", "4", "--resume", kept
    )


def test_wagers_and_rounds_are_written_to_files(tmp_path: Path) -> None:
    out, record = tmp_path / "wagers.parquet", tmp_path / "rounds.shoe"
    words = ("--rounds", "1000", "--out", str(out), "--record", str(record), "--record-rounds", "3")
    assert "1,000 rounds" in said("simulate", "over-under-pa", *words)
    rows = pyarrow.parquet.read_table(out).to_pylist()
    assert [(row["game"], row["wager"], row["made"]) for row in rows] == [
        ("over-under-pa", "ante", 1_000), ("over-under-pa", "bonus", 1_000),
    ]  # fmt: skip
    assert "Round 3\n-------" in said("replay", str(record))


def test_nobody_at_an_address_is_told_with_the_time_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_output, "CLUSTER_WAIT_S", 0.1)
    words = ("--rounds", "1000", "--cluster", "tcp://127.0.0.1:9")
    says = refused("simulate", "over-under-pa", *words)
    assert "--cluster: no scheduler answers at tcp://127.0.0.1:9 after" in says


def test_a_cluster_counts_what_one_machine_counts() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        words = ("over-under-pa", "--rounds", "3e7", "--seed", "4")
        away = processes.told("simulate", *words, "--cluster", cluster.scheduler_address)
    assert away["wagers"] == told("simulate", *words)["wagers"]
