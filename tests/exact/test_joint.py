"""Main and side wager of one round together."""

from fractions import Fraction

import pytest

from pitboss.exact.families import value_game
from tests.floor import game_of


@pytest.mark.parametrize("name", ["over-under-pa", "down-under-pa"])
def test_each_wager_of_a_joint_has_its_own_distribution(name: str) -> None:
    game = game_of(name)
    valued = value_game(game)
    for joint in valued.joint_results():
        main: dict[Fraction, float] = {}
        side: dict[Fraction, float] = {}
        for (one, other), chance in joint.chances.items():
            main[one] = main.get(one, 0.0) + chance
            side[other] = side.get(other, 0.0) + chance
        assert main == pytest.approx(valued.distribution().chances, abs=1e-12)
        table = valued.side_table(next(wager for wager in game.wagers if wager.id == joint.wager))
        assert table is not None
        pays = {row.pays for row in table.rows}
        alone = {net: float(sum(row.chance for row in table.rows if row.pays == net)) for net in pays}
        assert side == pytest.approx(alone, abs=1e-12)
        assert joint.exactness == "exact"
