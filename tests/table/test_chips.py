"""Amounts in chips: nothing gained, nothing lost, nothing that the table does not have."""

from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.stakes import MAX_STAKE_CENTS
from pitboss.table.chips import VALUES_CENTS, Chips, denominations, in_chips
from pitboss.table.people import player
from pitboss.table.view import view
from tests.floor import house_of
from tests.table.drive import bet, opened


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
