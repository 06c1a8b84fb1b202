"""Totals, whatever the order of the cards."""

from hypothesis import given
from hypothesis import strategies as st

from pitboss.rules.hands import EMPTY, Hand, dealer_total, draw, fixed_total, is_bust, player_total
from tests.floor import house_of

RANKS = st.lists(st.integers(1, 13), min_size=1, max_size=21)


def held(ranks: list[int]) -> Hand:
    found = EMPTY
    for rank in ranks:
        found = draw(found, rank)
    return found


@given(RANKS)
def test_order_does_not_matter(ranks: list[int]) -> None:
    """A hand counts the same in any order."""
    in_order = sorted(ranks)
    assert held(ranks) == held(in_order) == held(in_order[::-1])


@given(RANKS)
def test_a_total_is_the_best_that_fits(ranks: list[int]) -> None:
    """The player's total is the highest count of the aces not above 21, or the lowest if none fits."""
    aces = ranks.count(1)
    pips = sum(min(rank, 10) for rank in ranks)
    counts = [pips + 10 * elevens for elevens in range(aces + 1)]
    fitting = [count for count in counts if count <= 21]
    assert player_total(held(ranks)).points == (max(fitting) if fitting else pips)
    assert is_bust(held(ranks)) == (not fitting)


@given(RANKS)
def test_the_literal_dealer_total_is_the_best_that_fits_22(ranks: list[int]) -> None:
    """685a as written: as many aces as fit count 11 while the total is at most 22."""
    aces = ranks.count(1)
    pips = sum(min(rank, 10) for rank in ranks)
    fitting = [count for count in (pips + 10 * elevens for elevens in range(aces + 1)) if count <= 22]
    assert dealer_total(held(ranks), house_of("down-under-pa")).points == (max(fitting) if fitting else pips)


@given(RANKS)
def test_over_under_never_softens_an_ace(ranks: list[int]) -> None:
    assert fixed_total(held(ranks)) == sum(11 if rank == 1 else min(rank, 10) for rank in ranks)
