"""`pitboss reconcile --search`: every combination of readings and options beside a published figure."""

import csv
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.exact.analyst import main_edge
from pitboss.games.load import load_game
from tests.cli.typed import refused, said, typed

MATCH_ONLY = """
extends = "down-under-pa"
[[published]]
wager = "match_the_dealer"
measure = "hold"
lowest_percent = "{low}"
highest_percent = "{high}"
clauses = ["685a Preamble s5"]
"""


def game_file(folder: Path, low: str = "3.67", high: str = "4.06") -> str:
    """The document with one published figure, which is searched in no time."""
    path = folder / "match.toml"
    path.write_text(MATCH_ONLY.format(low=low, high=high))
    return str(path)


def test_a_figure_that_the_document_gives_is_said_to_be_reproduced(tmp_path: Path) -> None:
    text = said("reconcile", game_file(tmp_path), "--search")
    assert "published 3.67 to 4.06 % (685a Preamble s5)" in text
    assert "The document reproduces it as we read it." in text
    assert "6 permitted combinations (2 readings); with their decks 12 different games, all solved." in text
    assert "4.0618 %*" in text
    assert "reading.D5=R2" in text
    assert "685a.11(c), 685a.7(f) s2" in text
    assert "are the two published ends in the digits published" in text


def test_both_ends_must_come_out_not_only_lie_inside(tmp_path: Path) -> None:
    """Every edge of the document is inside 3 to 5 %, but that is not what somebody published."""
    (found,) = json.loads(said("reconcile", game_file(tmp_path, "3.00", "5.00"), "--search", "--json"))
    nearest = found["lattices"][0]["ranked"][0]
    assert (nearest["inside"], nearest["reproduces"]) == ([6, 8], False)
    assert nearest["distance"] == pytest.approx(0.05 - 0.040618, abs=1e-6)
    assert found["verdict"].startswith("No combination of readings reproduces it")


def test_a_figure_that_another_reading_gives_names_it(tmp_path: Path) -> None:
    text = said("reconcile", game_file(tmp_path, "5.57", "6.31"), "--search")
    assert "reproduces it with D5 R2." in text


def test_csv_has_a_row_for_each_set_and_number_of_decks(tmp_path: Path) -> None:
    text = said("reconcile", game_file(tmp_path), "--search", "--csv", "--nearest", "0")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 6 * 2
    assert {row["choose"] for row in rows} >= {"", "reading.D5=R2", "reading.D5=R3 reading.D6=R2"}
    assert [row["reproduces"] for row in rows].count("True") == 2


def test_a_game_without_a_published_figure_says_so() -> None:
    assert "No figure is published for Over/Under." in said("reconcile", "over-under-pa", "--search")
    assert json.loads(said("reconcile", "over-under-pa", "--search", "--json")) == []
    assert said("reconcile", "over-under-pa", "--search", "--csv").count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--nearest", "-1", "--search"), "-1 is no number of sets."),
        (("--csv",), "belong to a search of all combinations."),
        (("--search", "--csv", "--json"), "cannot be used together."),
        (("nothing", "--search"), "there is no game"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: tuple[str, ...], says: str) -> None:
    assert says in refused("reconcile", *arguments)


# ---- the whole lattice


@pytest.fixture(scope="module")
def bet() -> dict[str, Any]:
    done = typed("reconcile", "down-under-pa", "--search", "--json", "--nearest", "0")
    assert done.status == 0
    found: dict[str, Any] = json.loads(done.out)[0]
    return found


def edges(found: dict[str, Any], *choose: str, digits: int = 4) -> dict[str, float]:
    """In percent, by decks, of the set with these choices."""
    sets = (each for lattice in found["lattices"] for each in lattice["ranked"])
    chosen = next(each for each in sets if each["choose"] == list(choose))
    return {decks: round(100 * edge, digits) for decks, edge in chosen["edges"].items()}


@pytest.mark.slow("all combinations of readings, searched by `pitboss reconcile --search`")
def test_no_combination_of_readings_reproduces_the_hold(bet: dict[str, Any]) -> None:
    """All 1,344 were solved, and all of the vendor's rules; these are the nearest."""
    assert bet["verdict"] == (
        "No combination of readings reproduces it, not even with only some permitted numbers of decks."
    )
    own, vendor = bet["lattices"]
    assert (own["combinations"], own["games"], own["reproducing"]) == (1_344, 3_072, 0)
    assert (vendor["combinations"], vendor["games"], vendor["reproducing"]) == (576, 576, 0)
    assert own["ranked"][0]["choose"] == ["reading.D1=R2", "reading.D11=R2", "reading.D12=R3"]
    assert vendor["ranked"][0]["choose"] == ["reading.V2=R3", "resplit-aces=true"]
    distances = [each["distance"] for each in own["ranked"]]
    assert distances == sorted(distances)


@pytest.mark.slow("all combinations of readings, searched by `pitboss reconcile --search`")
def test_known_answers_stand_in_the_lattice(bet: dict[str, Any]) -> None:
    """D1 R4 makes the same game as D1b R2, under which it stands here."""
    assert edges(bet, digits=6)["6"] == 0.026870
    assert edges(bet, "reading.D1=R2", digits=6)["6"] == 0.382337
    assert edges(bet, "reading.D1=R3", digits=3)["6"] == 0.172
    assert edges(bet, "reading.D1b=R2", digits=6)["6"] == 0.224226
    with_returned_doubles = edges(bet, "reading.D1=R2", "reading.D12=R3")
    assert with_returned_doubles == {"4": 0.4620, "5": 0.4986, "6": 0.5227, "8": 0.5524}
    assert edges(bet, "resplit-aces=true") == {"4": 0.4487, "5": 0.4832, "6": 0.5057}


@pytest.mark.slow("all combinations of readings, searched by `pitboss reconcile --search`")
def test_a_sample_of_the_lattice_is_what_each_game_is_alone(bet: dict[str, Any]) -> None:
    chance = Random(11)
    for lattice in bet["lattices"]:
        for each in chance.sample(lattice["ranked"], 5):
            decks = chance.choice(list(each["edges"]))
            alone = load_game(lattice["game"], choose=[*each["choose"], f"decks={decks}"])
            assert each["edges"][decks] == main_edge(alone)


@pytest.mark.slow("all combinations of readings, searched by `pitboss reconcile --search`")
def test_the_documentation_says_what_was_found(bet: dict[str, Any]) -> None:
    told = (Path(__file__).parents[2] / "docs" / "readings.md").read_text()
    for lattice in bet["lattices"]:
        assert f"{lattice['games']:,}" in told
        for edge in lattice["ranked"][0]["edges"].values():
            assert f"{100 * edge:.4f}" in told
