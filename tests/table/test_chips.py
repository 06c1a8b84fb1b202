"""Amounts in chips: nothing gained, nothing lost, nothing that the table does not have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.player import Action
from pitboss.rules.stakes import MAX_STAKE_CENTS, most_insurance
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.chips import VALUES_CENTS, Chips, denominations, in_chips
from pitboss.table.options import options
from pitboss.table.people import player
from pitboss.table.view import view
from tests.floor import house_of
from tests.table.drive import bet, opened
from tests.table.playing import offered
from tests.table.procedures import refused


@given(st.integers(0, MAX_STAKE_CENTS))
def test_chips_make_the_amount_exactly(cents: int) -> None:
    """Any amount, to the cent."""
    for house in (house_of("blackjack"), house_of("blackjack", "min_chip_cents=500")):
        stacks = in_chips(cents, house)
        assert sum(stack.denomination_cents * stack.number for stack in stacks) == cents
        assert all(stack.number > 0 for stack in stacks)


def test_a_table_has_no_chip_below_its_smallest() -> None:
    house = house_of("blackjack", "min_chip_cents=500")
    assert denominations(house) == (500_000, 100_000, 50_000, 10_000, 2_500, 500)
    assert set(denominations(house_of("blackjack"))) <= set(VALUES_CENTS)


def test_half_a_dollar_is_paid_in_coin() -> None:
    """A Blackjack on $25 at a table of $5 chips: $37.50 is a green, two reds, two dollars and a half."""
    stacks = in_chips(3750, house_of("blackjack", "min_chip_cents=500"))
    assert stacks == (Chips(2500, 1), Chips(500, 2), Chips(100, 2), Chips(50, 1))


def test_a_wager_is_seen_as_its_chips() -> None:
    room = opened("blackjack")
    bet(room, 1, 8000)
    (box,) = view(room.state, player(1)).boxes
    assert box.hands[0].chips == (Chips(2500, 3), Chips(500, 1))


# ---- wagers laid out in chips


def test_chips_on_the_layout_are_the_wager() -> None:
    """Three reds and four ones are $19, and lie there as they were put."""
    room = opened("blackjack")
    laid = (Chips(500, 3), Chips(100, 4))
    wager = c.PlaceWager(player(1), 1, "blackjack", chips=laid)
    assert wager in options(room.state, player(1))
    (placed,) = room.do(wager)
    assert isinstance(placed, e.WagerPlaced)
    assert (placed.cents, placed.chips) == (1900, laid)
    (box,) = view(room.state, player(1)).boxes
    assert (box.initial_cents, box.hands[0].chips) == (1900, laid)


@pytest.mark.parametrize(
    ("chips", "cents", "reason"),
    [
        ((Chips(300, 5),), 0, "no_such_chip"),
        ((Chips(500, 0),), 0, "no_such_chip"),
        ((Chips(500, -2),), 0, "no_such_chip"),
        ((Chips(500, 3),), 1000, "chips_differ"),
        ((Chips(100, 5),), 0, "bad_amount"),
    ],
)
def test_chips_that_make_no_wager_are_refused(chips: tuple[Chips, ...], cents: int, reason: str) -> None:
    """Chips the table does not have, an amount they do not make, a stake below the least."""
    room = opened("blackjack")
    wager = c.PlaceWager(player(1), 1, "blackjack", cents, chips)
    refusal = refused(room.state, wager)
    assert refusal.reason == reason
    assert "$" in refusal.says
    assert wager not in options(room.state, player(1))


def test_a_stake_that_no_chips_make_is_refused_with_the_chips_there_are() -> None:
    room = opened("blackjack", "min_chip_cents=500")
    refusal = refused(room.state, c.PlaceWager(player(1), 1, "blackjack", 1200))
    assert refusal.says == (
        "The wager must be $10 to $500, in chips of $5, $25, $100, $500, $1,000, $5,000, not $12."
    )


@pytest.mark.parametrize(
    ("game", "chip"),
    [("down-under-pa", 25), ("down-under-pa", 100), *(("double-back-jack-pa", n) for n in (50, 500))],
)
def test_the_next_chip_is_the_least_stake_above_half_that_chips_make(game: str, chip: int) -> None:
    """685a.8(b), 673a.8(b): found by counting up through every amount the denominations can make."""
    house = house_of(game, f"min_chip_cents={chip}")
    makeable = {0}
    for cents in range(chip, 30_001, 5):
        if any(cents - value in makeable for value in denominations(house)):
            makeable.add(cents)
    for stake in sorted(makeable - {0})[:60]:
        assert most_insurance(stake, house) == min(cents for cents in makeable if 2 * cents >= stake)


def test_insurance_and_doubles_may_be_laid_out_in_chips() -> None:
    room = offered("down-under-pa")
    (placed,) = room.do(c.Insure(player(1), 1, chips=(Chips(100, 5),)))
    assert isinstance(placed, e.InsurancePlaced)
    assert placed.cents == 500
    room.house()
    double = c.Decide(player(1), 1, Action.DOUBLE, chips=(Chips(500, 1), Chips(100, 2)))
    assert double in options(room.state, player(1))
    (decided,) = room.do(double)
    assert isinstance(decided, e.Decided)
    assert decided.cents == 700
    assert refused(room.state, c.Decide(player(3), 3, Action.STAND, chips=(Chips(500, 1),))).reason
