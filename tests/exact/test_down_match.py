"""A Down Match wager that dies with a surrendered hand."""

from fractions import Fraction

import pytest

from pitboss.exact.analyst import analyse
from pitboss.exact.composition import fresh_shoe
from pitboss.exact.down_match import dying_match_table
from pitboss.exact.round_value import Round
from pitboss.exact.side_wagers import match_table
from pitboss.exact.solve import Solver
from pitboss.rules.house import Surrender
from tests.floor import game_of, house_of


def test_it_is_any_match_wager_where_nobody_surrenders() -> None:
    house = house_of("blackjack-match-nh", "reading.N5=R2")
    never = house._replace(surrender=house.surrender._replace(when=Surrender.NONE))
    found = dying_match_table(Round(Solver(never, fresh_shoe(6))))
    assert found.expectation == match_table(house).expectation
    assert found.standard_deviation == pytest.approx(match_table(house).standard_deviation)


def test_what_a_surrender_takes_with_it_is_a_row_of_the_return_table() -> None:
    """Otherwise the rows are those of a wager that survives, each a little less likely."""
    survives, dies = (
        {
            wager.wager: wager
            for wager in analyse(game_of("blackjack-match-nh", f"reading.N5={choice}")).wagers
        }
        for choice in ("R1", "R2")
    )
    assert survives["up_match"] == dies["up_match"]
    before, after = (
        {row["event"]: row["probability"] for row in found["down_match"].outcomes}
        for found in (survives, dies)
    )
    assert sum(after.values()) == pytest.approx(1, abs=1e-12)
    assert after.keys() - before.keys() == {"surrendered"}
    assert 0.04 < after["surrendered"] < 0.06
    assert all(after[event] < chance for event, chance in before.items())
    assert Fraction(dies["down_match"].exact) > Fraction(survives["down_match"].exact)
