"""Index plays: expected shoes are shoes, and the counts are those of the books."""

from fractions import Fraction
from functools import cache

import pytest

from pitboss.errors import BadInput
from pitboss.exact.cell_values import CellValues
from pitboss.exact.composition import Composition, fresh_shoe
from pitboss.exact.expected_shoe import COUNTS, LinearCount, expected_round, parse_count
from pitboss.exact.indices import Index, IndexFinder, count_for
from pitboss.exact.round_value import Round
from pitboss.exact.solve import HIT, STAND, Solver
from tests.floor import house_of

HI_LO = COUNTS["hi-lo"]


@cache
def finder() -> IndexFinder:
    return IndexFinder(count_for(house_of("blackjack"), HI_LO, None))


@cache
def indices() -> dict[tuple[str, str], Index]:
    return {(one.cell.row, one.cell.up): one for one in finder().indices()}


def test_a_count_of_nothing_is_the_fresh_shoe() -> None:
    for name in ("blackjack", "double-back-jack-pa", "blackjack-match-nh"):
        house = house_of(name)
        played = expected_round(LinearCount(house, HI_LO, 6), Fraction(0))
        assert played.expectation == pytest.approx(Round(Solver(house, fresh_shoe(6))).expectation, abs=1e-15)


def test_where_the_parts_are_whole_cards_the_shoe_is_an_ordinary_one() -> None:
    """Hi-Lo at 5/3 with six decks: one low card of each rank fewer, one high card more."""
    house = house_of("blackjack")
    count = LinearCount(house, HI_LO, 6)
    assert list(map(int, count.values(Fraction(5, 3)))) == [25, 23, 23, 23, 23, 23, 24, 24, 24, 100]
    shoe = Composition((25, 23, 23, 23, 23, 23, 24, 24, 24, 25, 25, 25, 25))
    played = expected_round(count, Fraction(5, 3))
    assert played.expectation == pytest.approx(Round(Solver(house, shoe)).expectation, abs=1e-15)


@pytest.mark.parametrize("name", COUNTS)
def test_an_expected_shoe_has_the_count_it_is_expected_at(name: str) -> None:
    """Tags of the cards missing, for each deck left, and as many cards as are left."""
    for left in (1, 3, 6):
        count = LinearCount(house_of("blackjack"), COUNTS[name], left)
        for true_count in (Fraction(-4), Fraction(0), Fraction(7, 2)):
            values = count.values(true_count)
            assert sum(values) == 52 * left
            running = -sum(tag * held for tag, held in zip(count.balanced, values, strict=True))
            assert running / left == true_count


@pytest.mark.parametrize(
    ("row", "up", "index"),
    [
        ("hard 16", "10", 0), ("hard 15", "10", 4), ("hard 16", "9", 5), ("hard 12", "2", 3),
        ("hard 12", "3", 2), ("hard 12", "4", 0), ("hard 12", "5", -2), ("hard 12", "6", -1),
        ("hard 13", "2", -1), ("hard 13", "3", -2), ("hard 10", "10", 4), ("hard 10", "A", 4),
        ("hard 11", "A", 1), ("hard 9", "2", 1), ("hard 9", "7", 3), ("pair 10", "5", 5), ("pair 10", "6", 4),
    ],
)  # fmt: skip
def test_indices_of_six_decks_are_the_illustrious_eighteen(row: str, up: str, index: int) -> None:
    """Schlesinger's list for Hi-Lo, stand on soft 17, double after split, to the nearest whole count."""
    assert abs(indices()[row, up].index - index) < 0.6


def test_insurance_is_taken_from_three_upwards() -> None:
    """96 (1 + T/40) tens in 311 cards are a third of them; the ace is counted."""
    insurance = finder().insurance()
    assert insurance is not None
    assert insurance.before_deal == (Fraction(311, 3) / 96 - 1) * 40
    assert insurance.index == (insurance.before_deal * 6 - 1) / Fraction(311, 52)
    assert insurance.gains_above
    assert round(float(insurance.index)) == 3


@pytest.mark.parametrize(("row", "up"), [("hard 15", "10"), ("hard 12", "2")])
def test_at_an_index_both_actions_are_worth_the_same(row: str, up: str) -> None:
    """The shoe at the very count, solved: what the cubic leaves is nothing."""
    found = indices()[row, up]
    values = CellValues(expected_round(finder().count, Fraction(found.before_deal)))
    number = next(at for at, one in enumerate(values.solver.shown) if str(one.up + 1) == up)
    choice = values.every[row]
    gap = (choice.worth[HIT][number] - choice.worth[STAND][number]) / choice.seen[number]
    slope = 0.01
    assert abs(gap) < 0.005 * slope, "within half a hundredth of a true count"


def test_counts_are_read_by_name_or_by_tags() -> None:
    tags = "A=-1,2=0.5,3=1,4=1,5=1.5,6=1,7=.5,8=0,9=-1/2,10=-1"
    assert parse_count(tags) == parse_count("Halves") == COUNTS["halves"]
    with pytest.raises(BadInput, match="there is no tag for 10"):
        parse_count(tags.rpartition(",")[0])
    with pytest.raises(BadInput, match="every card has the same tag"):
        count_for(house_of("blackjack"), (Fraction(1),) * 10, None)
    with pytest.raises(BadInput, match="too few cards of a value"):
        count_for(house_of("blackjack"), HI_LO, 1)
