"""The distribution of a game: its figures replace estimates, and what was found once is kept."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from pitboss.exact import blackjack_family
from pitboss.exact.analyst import analyse, distribution_of
from pitboss.exact.composition import parse_shoe
from pitboss.exact.round_results import RoundResults
from pitboss.exact.round_value import Round
from tests.floor import game_of


def moments(results: list[dict[str, Any]]) -> tuple[float, float]:
    chances = {float(Fraction(row["net"])): row["probability"] for row in results}
    mean = sum(net * chance for net, chance in chances.items())
    return mean, sqrt(sum((net - mean) ** 2 * chance for net, chance in chances.items()))


@pytest.mark.parametrize("name", ["down-under-pa", "over-under-pa"])
def test_the_spread_of_an_analysis_is_that_of_its_distribution(name: str) -> None:
    game = game_of(name)
    analysis = analyse(game, distribution=True)
    main, found = analysis.wagers[0], analysis.distribution
    assert found is not None
    mean, deviation = moments(found["results"])
    assert mean == pytest.approx(-main.house_edge, abs=1e-12)
    assert main.standard_deviation == pytest.approx(deviation, abs=1e-12)
    assert main.hit_frequency == sum(
        row["probability"] for row in found["results"] if Fraction(row["net"]) > 0
    )
    assert (main.spread_exactness, main.frequency_exactness) == ("exact", "exact")
    assert analysis.as_data()["distribution"] == found
    assert "distribution" not in analyse(game).as_data()


def test_a_quick_spread_is_an_estimate_and_near() -> None:
    quick = analyse(game_of("down-under-pa")).wagers[0]
    assert (quick.spread_exactness, quick.frequency_exactness) == ("estimated", "estimated")
    whole = analyse(game_of("down-under-pa"), distribution=True).wagers[0]
    assert quick.standard_deviation != whole.standard_deviation
    assert quick.standard_deviation == pytest.approx(whole.standard_deviation, abs=5e-5)


def test_three_hands_and_more_say_how_many_rounds_are_estimated() -> None:
    found = distribution_of(game_of("blackjack"))
    assert found["exactness"] == "estimated"
    assert 0 < found["estimated_rounds"] < 0.003
    assert "three or more hands" in found["method"]
    assert sum(row["probability"] for row in found["results"]) == pytest.approx(1, abs=1e-12)


def test_what_was_found_is_kept_and_another_game_is_not_mistaken_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    found: list[str] = []

    class Noted(RoundResults):
        def __init__(self, played: Round, *, by_hole: bool = False) -> None:
            found.append("found")
            super().__init__(played, by_hole=by_hole)

    monkeypatch.setattr(blackjack_family, "RoundResults", Noted)
    unsplit = game_of("blackjack", "max_hands=1")
    first = distribution_of(unsplit)
    assert distribution_of(unsplit) == first
    assert len(found) == 1
    assert distribution_of(game_of("blackjack", "max_hands=1", "soft_17=hit")) != first
    assert len(found) == 2
    distribution_of(unsplit, parse_shoe("1 deck -A"))
    assert len(found) == 3
