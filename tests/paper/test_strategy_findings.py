"""Ways of playing on paper: a worse one never costs less than nothing."""

import pytest

from pitboss.exact.analyst import analyse
from pitboss.paper.strategy_findings import find_strategy
from tests.floor import game_of


@pytest.mark.parametrize("name", ["down-under-pa", "double-back-jack-pa", "over-under-pa"])
def test_no_other_way_of_playing_beats_the_best(name: str) -> None:
    analysis = analyse(game_of(name))
    strategy, faults = find_strategy(analysis)
    assert strategy.optimal.value == analysis.wagers[0].house_edge
    assert all(fault.cost.value >= 0 for fault in faults)
    assert {
        fault.cost.value == pytest.approx(fault.edge.value - strategy.optimal.value) for fault in faults
    } == {True}


def test_who_ignores_the_light_gives_away_what_the_light_gave() -> None:
    _, faults = find_strategy(analyse(game_of("down-under-pa")))
    costs = {fault.id: fault.cost.value for fault in faults}
    assert costs["chart"] < 0.0001
    assert costs["no_light"] > 0.05
    assert costs["no_split"] > costs["chart"]
    assert costs["no_double"] > costs["chart"]


def test_at_over_under_every_first_card_has_its_best_choice() -> None:
    strategy, faults = find_strategy(analyse(game_of("over-under-pa")))
    for row in strategy.first_cards:
        assert row.values[row.play].value == max(value.value for value in row.values.values())
    assert {fault.id for fault in faults} == {"over", "under", "surrender", "never_surrender"}
