"""Strategies beyond the chart, on the command line."""

import csv
from fractions import Fraction

import pytest

from tests.cli.typed import said, told


def test_margins_stand_beside_every_cell() -> None:
    text = said("strategy", "blackjack", "--margins")
    assert "The second-best action, and what it costs in percent of the wager" in text
    rows = list(csv.DictReader(said("strategy", "blackjack", "--margins", "--csv").splitlines()))
    cell = next(row for row in rows if (row["row"], row["up"]) == ("hard 16", "10"))
    assert cell["second"] == "stand"
    assert f"S {100 * float(cell['margin']):.2f}" in text
    same = next(
        one for one in told("strategy", "blackjack")["cells"] if (one["row"], one["up"]) == ("hard 16", "10")
    )
    assert same["cost_per_100"] == pytest.approx(float(cell["margin"]) * float(cell["hands_per_100"]))


def test_margins_of_a_game_without_a_dealer_are_fractions() -> None:
    row = told("strategy", "over-under-pa")["first_cards"][0]
    best, second = (Fraction(row["exact"][name]) for name in (row["play"], row["second"]))
    assert Fraction(row["exact_margin"]) == best - second
    assert "178.6184 %" in said("strategy", "over-under-pa", "--margins")


def test_effects_of_removal_tell_both_plays() -> None:
    data = told("effects", "over-under-pa")
    assert [row["card"] for row in data["effects"]] == ["A", *map(str, range(2, 11))]
    assert data["average"]["same_play"] == pytest.approx(0, abs=1e-15)
    text = said("effects", "over-under-pa")
    assert f"{100 * data['effects'][0]['best_play']:+.5f}" in text
    assert "Same play: with the play that is best with the full shoe." in text


def test_exceptions_are_told_with_the_cost_at_every_number() -> None:
    data = told("strategy", "blackjack", "--exceptions", "4")
    assert [row["hand"] for row in data["curve"]] == ["4,5,7", "A,5,10", "2,10", "3,5,8"]
    costs = [data["chart_cost"], *(row["cost"] for row in data["curve"])]
    assert costs == sorted(costs, reverse=True)
    assert all(row["is_proven_best"] for row in data["curve"])
    assert costs[0] == pytest.approx(told("strategy", "blackjack")["cost"], abs=1e-14)
    text = said("strategy", "blackjack", "--exceptions", "4")
    assert f"{100 * costs[-1]:.7f}" in text
    assert f"treats {data['all_hands']} hands otherwise" in text
    rows = list(csv.DictReader(said("strategy", "blackjack", "--exceptions", "2", "--csv").splitlines()))
    assert [row["better"] for row in rows] == ["stand", "stand"]


def test_indices_are_told_with_how_they_were_found() -> None:
    """A count by its name, and the same by its tags."""
    words = ["strategy", "blackjack", "--indices", "--set", "decks=2", "--set", "max_hands=2"]
    data = told(*words)
    sixteen = next(one for one in data["indices"] if (one["row"], one["up"]) == ("hard 16", "10"))
    assert (sixteen["below"], sixteen["above"]) == ("hit", "stand")
    assert data["insurance"]["gains"] == "above"
    assert "parts of cards" in data["method"]
    text = said(*words, "--count", "A=-1,2=1,3=1,4=1,5=1,6=1,7=0,8=0,9=0,10=-1")
    assert f"{sixteen['index']:+.2f}" in text
    assert f"Insurance gains above {data['insurance']['index']:+.2f}" in text


def test_a_strategy_in_a_minute_is_told_with_its_cost() -> None:
    data = told("strategy", "blackjack", "--one-minute")
    says = [sentence["says"] for sentence in data["sentences"]]
    assert "Stand on soft 18 or more; hit soft hands below that." in says
    assert data["house_edge"] - data["optimal_house_edge"] == pytest.approx(data["cost"])
    text = said("strategy", "blackjack", "--one-minute")
    assert f"They cost {100 * data['cost']:.4f} % against perfect play." in text
    first = said("strategy", "over-under-pa", "--one-minute")
    assert "Choose under when the first card is 2 to 5." in first


def test_a_split_method_is_priced_beside_the_analysts_own() -> None:
    named = told("edge", "blackjack", "--method", "cdp")["split_method"]
    assert named["name"] == "CDP"
    assert named["house_edge"] == pytest.approx(0.0040286152342219, abs=1e-13)
    assert 0 < named["gain"] < 1e-6
    assert "With split hands played by CDP" in said("edge", "blackjack", "--method", "CDP")
