"""Chips: a color and a number for each, stacks that say what they are worth."""

import pytest

from pitboss.paper.chip_drawing import LOOKS, TALLEST, chip_value, draw_chip, draw_stack, look_of
from pitboss.paper.felt_plan import Place
from pitboss.table.chips import VALUES_CENTS, Chips


@pytest.mark.parametrize(
    ("cents", "value"),
    [(50, "50¢"), (1_00, "1"), (25_00, "25"), (100_00, "100"), (5_000_00, "5K"), (2_50, "2.5")],
)
def test_a_chip_bears_its_value(cents: int, value: str) -> None:
    assert chip_value(cents) == value
    assert f">{value}</text>" in draw_chip(cents)


def test_every_dollar_chip_of_the_table_has_a_look_of_its_own() -> None:
    dollars = [value for value in VALUES_CENTS if value >= 1_00]
    assert set(dollars) == set(LOOKS)
    assert len({look_of(value).body for value in dollars}) == len(dollars)


def test_a_stack_is_as_high_as_it_has_chips_and_speaks_its_worth() -> None:
    small = draw_stack((Chips(25_00, 2),), Place(0, 0))
    tall = draw_stack((Chips(25_00, 2), Chips(5_00, 3)), Place(0, 0))
    assert tall.count("<path") > small.count("<path")
    assert "<title>$65 in chips</title>" in tall
    assert "<title>$5 chip</title>" in tall


def test_a_tower_is_drawn_no_higher_than_a_rack() -> None:
    tower = draw_stack((Chips(1_00, 500),), Place(0, 0))
    assert tower == draw_stack((Chips(1_00, TALLEST),), Place(0, 0)).replace("$20 in chips", "$500 in chips")
    assert draw_stack((), Place(0, 0)).count("<path") == 0
