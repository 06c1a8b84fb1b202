"""The analyst on the command line."""

import csv
import json
from fractions import Fraction
from pathlib import Path

import pyarrow.parquet
import pytest

from tests.cli import processes
from tests.cli.typed import refused, said, told, typed

MAIN = {
    "down-under-pa": "bet", "double-back-jack-pa": "blackjack", "over-under-pa": "ante",
    "down-under-vendor": "bet", "blackjack-match-nh": "ante", "blackjack": "blackjack",
}  # fmt: skip


@pytest.mark.parametrize("name", MAIN)
def test_edge_tells_every_wager_with_its_method(name: str) -> None:
    data = told("edge", name)
    assert data["game"] == name
    assert data["wagers"][0]["wager"] == MAIN[name]
    assert set(data) >= {"options", "readings", "rulebook_sha256", "solve_seconds"}
    for wager in data["wagers"]:
        assert wager["method"]
        assert set(wager) >= {
            "house_edge",
            "element_of_risk",
            "average_wagered",
            "standard_deviation",
            "hit_frequency",
        }
        if wager["exact"]:
            assert float(Fraction(wager["exact"])) == pytest.approx(wager["house_edge"], abs=1e-15)
            assert sum(row["probability"] for row in wager["outcomes"]) == pytest.approx(1, abs=1e-12)


def test_edge_takes_options_and_readings() -> None:
    data = told("edge", "down-under-pa", "--set", "decks=8", "--set", "reading.D1=R2")
    match = next(wager for wager in data["wagers"] if wager["wager"] == "match_the_dealer")
    assert match["exact"] == "1052/28635"
    assert data["readings"]["D1"] == "R2"


def test_the_house_edge_is_told_as_a_fraction() -> None:
    main = told("edge", "down-under-pa", "--exact")["wagers"][0]
    edge = Fraction(main["exact"])
    assert edge.denominator > 10**30
    assert abs(float(edge) - main["house_edge"]) < 1e-15
    assert "no choice closer than" in main["method"]


def test_the_text_has_the_figures_of_the_json() -> None:
    text = processes.said("edge", "over-under-pa")
    assert "13158/626665" in text
    assert "2.0997 %" in text


def test_edge_of_a_users_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "blackjack"\ngame = "mine"\n[house.push]\napplies = true\n')
    assert told("edge", str(path))["wagers"][0]["house_edge"] > 0.05


def test_a_strategy_file_is_priced_as_it_was_printed(tmp_path: Path) -> None:
    """The chart that `strategy --json` prints, read back, costs what it said."""
    chart = told("strategy", "blackjack")
    path = tmp_path / "chart.json"
    path.write_text(json.dumps(chart))
    priced = told("edge", "blackjack", "--strategy", str(path))["strategy"]
    assert priced["house_edge"] == pytest.approx(chart["house_edge"], abs=1e-14)
    chart["cells"] = [cell for cell in chart["cells"] if (cell["row"], cell["up"]) != ("soft 18", "9")]
    path.write_text(json.dumps(chart))
    assert "has no cell soft 18 against 9" in refused("edge", "blackjack", "--strategy", str(path))


def test_named_strategies_are_priced() -> None:
    never = told("edge", "double-back-jack-pa", "--strategy", "never-second-chance")["strategy"]
    assert round(100 * never["house_edge"], 4) == 3.1058
    assert told("edge", "blackjack", "--strategy", "mimic")["strategy"]["cost"] > 0.05


def test_strategy_prints_one_chart_a_light() -> None:
    text = said("strategy", "down-under-pa")
    for heading in ("Light: small", "Light: medium", "Light: large", "Large card shown"):
        assert heading in text
    assert "Second Chance Wager: take it?" in said("strategy", "double-back-jack-pa")
    assert "surrender" in said("strategy", "over-under-pa")
    rows = list(csv.DictReader(said("strategy", "blackjack", "--csv").splitlines()))
    assert {"row": "hard 16", "up": "10", "seen": "no blackjack", "play": "H"} in rows


def test_ev_values_every_action() -> None:
    data = told("ev", "blackjack", "--hand", "10,6", "--up", "10")
    assert data["best"] == "hit"
    assert data["values"]["stand"] == pytest.approx(-0.540954439, abs=1e-8)
    assert sum(data["dealer"].values()) == pytest.approx(1, abs=1e-12)
    lit = told("ev", "down-under-pa", "--hand", "8,8", "--up", "10", "--light", "large")
    assert lit["seen"] == "10"
    assert "split" in lit["values"]
    three = told("ev", "blackjack", "--hand", "5,5,6", "--up", "10", "--shoe", "1 decks -K -Q")
    assert set(three["values"]) == {"stand", "hit"}
    assert told("ev", "over-under-pa", "--hand", "A")["best"] == "over"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ev", "blackjack", "--hand", "A,A", "--up", "A", "--shoe", "2 0 0 0 4 4 4 4 4 4 4 4 4"], "only 2"),
        (["ev", "blackjack", "--hand", "10,X", "--up", "A"], "'X' is not a card"),
        (["ev", "blackjack", "--hand", "10,6,9", "--up", "A"], "over 21: this hand is lost"),
        (["ev", "blackjack", "--hand", "10,6", "--up", "9", "--light", "small"], "no range reader"),
        (["ev", "down-under-pa", "--hand", "10,6", "--up", "9", "--light", "green"], "is not a light"),
        (["ev", "down-under-pa", "--hand", "10,6", "--up", "9"], "light must be given"),
        (["ev", "blackjack", "--hand", "10,6"], "--up: is missing: the dealer’s upcard."),
        (["edge", "blackjack", "--shoe", "lots"], "is not a shoe"),
        (["edge", "down-under-pa", "--set", "decks=7"], "685a.3(a)"),
        (["edge", "blackjack", "--strategy", "nowhere"], "there is no strategy"),
        (["sweep", "blackjack", "--over", "deks"], "has no option 'deks'"),
        (["sweep", "blackjack", "--over", "soft_17", "--out", "nowhere/x.csv"], "cannot be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)  # fmt: skip
def test_bad_input_is_told_in_a_sentence(arguments: list[str], words: str) -> None:
    assert words in refused(*arguments)


def test_sweep_solves_every_permitted_combination(tmp_path: Path) -> None:
    rows = told("sweep", "down-under-pa", "--over", "decks")["rows"]
    main = {row["decks"]: row["house_edge"] for row in rows if row["wager"] == "bet"}
    assert set(main) == {4, 5, 6, 8}
    assert main[4] < main[5] < main[6] < main[8]
    assert {row["decks"] for row in rows if row["wager"] == "match_the_dealer"} == {6, 8}
    for name in ("out.csv", "out.parquet"):
        assert typed("sweep", "blackjack", "--over", "soft_17", "--out", str(tmp_path / name)).status == 0
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 3
    assert pyarrow.parquet.read_table(tmp_path / "out.parquet").num_rows == 2


def test_readings_are_priced() -> None:
    prices = {(row["reading"], row["choice"]): row for row in told("readings", "over-under-pa", "--price")}
    assert round(100 * prices["O2", "R2"]["house_edge"], 1) == -17.9
    assert prices["O2", "R1"]["difference"] == 0


@pytest.mark.slow("every published figure found again, by `pitboss reconcile`")
def test_reconcile_is_honest() -> None:
    """The side wager's figures come out; the required wager's do not, under any reading."""
    rows = {(row["game"], row["wager"], row["published"]): row["reproduced_by"] for row in told("reconcile")}
    assert rows["down-under-pa", "match_the_dealer", "3.67 to 4.06 %"] == "decks=6, decks=8"
    assert rows["down-under-pa", "bet", "0.43 to 0.49 %"] == ""
    assert all(found for (game, _, _), found in rows.items() if game == "blackjack")


def test_a_given_shoe_is_the_one_that_is_asked_about_everywhere() -> None:
    """By `ev` at Over/Under too, and by a strategy that is priced beside the best play."""
    tens = ("--shoe", "0 0 0 0 0 0 0 0 0 8 8 8 8")
    values = json.loads(said("ev", "over-under-pa", "--hand", "K", *tens, "--json"))["values"]
    assert values == {"over": 2.0, "under": -2.0, "surrender": -1.0}
    found = json.loads(said("edge", "blackjack", "--shoe", "1 deck", "--strategy", "total", "--json"))
    assert 0 < found["strategy"]["cost"] < 0.001
