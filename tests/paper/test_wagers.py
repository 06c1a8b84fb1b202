"""Wagers on paper: published ranges met or failed, pays said once."""

from fractions import Fraction

import pytest

from pitboss.games.file_schema import PublishedPart
from pitboss.paper.wagers import find_payout_rows, tell_pays, tell_published, verdict
from tests.floor import game_of

RANGE = PublishedPart(
    wager="bet", measure="hold", lowest_percent="0.43", highest_percent="0.49", clauses=["685a Preamble s4"]
)


@pytest.mark.parametrize(
    ("edge", "says"),
    [
        (0.00382, "NO: below"),
        (0.00424, "NO: below"),
        (0.00426, "yes"),
        (0.0049499, "yes"),
        (0.00496, "NO: above"),
    ],
)
def test_a_range_is_met_to_the_digits_that_were_published(edge: float, says: str) -> None:
    assert verdict(RANGE, edge) == says


def test_what_was_never_published_cannot_fail() -> None:
    assert (verdict(None, 0.5), tell_published(None)) == ("—", "—")


def test_a_single_published_figure_is_no_range() -> None:
    assert tell_published(RANGE) == "0.43 to 0.49 %"
    assert tell_published(RANGE.model_copy(update={"highest_percent": "0.43"})) == "0.43 %"


def test_odds_are_told_where_a_wager_stands_alone_and_units_where_it_does_not() -> None:
    assert [tell_pays(Fraction(net), alone=True) for net in (11, 0, -1)] == ["11 to 1", "push", "loses"]
    assert tell_pays(Fraction(3, 2), alone=True) == "3 to 2"
    assert [tell_pays(Fraction(net), alone=False) for net in (2, -2)] == ["+2 units", "−2 units"]


def test_clauses_stand_in_the_first_row_that_has_them() -> None:
    matches = [pay for pay in find_payout_rows(game_of("down-under-pa")) if "Match" in pay.wager]
    assert [bool(pay.clauses) for pay in matches] == [True, False]
    assert [pay.odds for pay in matches] == ["11 to 1", "4 to 1"]
