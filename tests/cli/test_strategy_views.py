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
