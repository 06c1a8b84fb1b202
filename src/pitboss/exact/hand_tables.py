"""What hands are paid and what they may do, asked of the rules once for every kind of hand."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.dealer_outcomes import TOTALS
from pitboss.exact.hand_graph import HandGraph
from pitboss.exact.house_parts import action_rules, payment_rules
from pitboss.rules.cards import ACE, TEN
from pitboss.rules.hands import BoxHand, Dealt, Hand, player_total
from pitboss.rules.house import House
from pitboss.rules.player import may_double, may_hit, may_surrender
from pitboss.rules.settlement import (
    HandPayment,
    Stakes,
    second_chance_result,
    settle_hand,
    settle_second_chance,
)
from pitboss.rules.stakes import second_chance_stake

TWO_TENS, TWO_ACES, ACE_TEN = 22, 23, 24
PAY_ROWS = 25
"""Rows of a pay table: 0 to 21 points, then the two-card hands that some rule tells apart."""

SMALL_CARD = 2

_SPECIAL = {TWO_TENS: (TEN, TEN), TWO_ACES: (ACE, ACE), ACE_TEN: (ACE, TEN)}

MOST_OVER = 31


def dealers() -> list[Dealt]:
    """One dealer's hand for each outcome column."""
    finals = [Dealt(points, False) for points in TOTALS]
    return [*finals, Dealt(21, True), Dealt(TOTALS[-1] + 1, False)]


@lru_cache(maxsize=256)
def unit_cents(house: House) -> int:
    """A stake that every odds of the house divide in what it pays with, so that payments are exact."""
    return (
        2
        * house.pay.unit_cents
        * lcm(
            house.blackjack.odds.to,
            house.player.win_odds.to,
            house.insurance.odds.to,
            house.second_chance.odds.to,
        )
    )


def pay_table(house: House, split: bool, doubled: bool, from_large: bool) -> tuple[tuple[Fraction, ...], ...]:
    """Net units won by hands of each pay row against each outcome.

    `from_large`: the hand grew out of two original Large cards.
    """
    return _pay_table(payment_rules(house), split, doubled, from_large)


@lru_cache(maxsize=2_048)
def _pay_table(
    house: House, split: bool, doubled: bool, from_large: bool
) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(
        tuple(_net(_standing(row, split, doubled, from_large), house, dealer) for dealer in dealers())
        for row in range(PAY_ROWS)
    )


def priced_table(
    house: House,
    split: bool,
    doubled: bool,
    price: Callable[[Fraction, bool], Any],
    *,
    from_large: bool = False,
) -> list[list[Any]]:
    """The pay table with every payment replaced by a price of it."""
    return [[price(cell, doubled) for cell in row] for row in pay_table(house, split, doubled, from_large)]


def _standing(row: int, split: bool, doubled: bool, from_large: bool) -> BoxHand:
    if row in _SPECIAL:
        first, second = _SPECIAL[row]
        hand = Hand(first + second, (first == ACE) + (second == ACE), 2)
        return BoxHand(hand, first, second, split, False, 0)
    first = TEN if from_large else SMALL_CARD
    return BoxHand(Hand(row, 0, 3), first, first, split, doubled, 0)


def _net(box: BoxHand, house: House, dealer: Dealt) -> Fraction:
    unit = unit_cents(house)
    double = unit if box.doubled else 0
    back = settle_hand(box, Stakes(unit, double, 0, box.from_split), dealer, house)
    return Fraction(_handed(back) - unit - double, unit)


def _handed(back: HandPayment) -> int:
    return sum(part.returned_cents + part.won_cents for part in back)


def chance_table(house: House, doubled: bool) -> tuple[tuple[Fraction, ...], ...]:
    """Net units of a Second Chance hand by its total after the subtraction, up to 30."""
    return _chance_table(payment_rules(house), doubled)


@lru_cache(maxsize=512)
def _chance_table(house: House, doubled: bool) -> tuple[tuple[Fraction, ...], ...]:
    unit = unit_cents(house)
    double = unit if doubled else 0
    stake = second_chance_stake(unit, double, house)
    rows = []
    for points in range(MOST_OVER):
        box = BoxHand(Hand(points + 1, 0, 4), SMALL_CARD, SMALL_CARD, False, doubled, 1)
        row = []
        for dealer in dealers():
            result = second_chance_result(box, dealer, house)
            back = settle_second_chance(Stakes(unit, double, stake, False), result, house)
            row.append(Fraction(_handed(back) - unit - double - stake, unit))
        rows.append(tuple(row))
    return tuple(rows)


def bust_table(house: House, doubled: bool) -> tuple[Fraction, ...]:
    """Net units of a busted hand against each outcome; a bust is a loss unless a reading returns it."""
    return _bust_table(payment_rules(house), doubled)


@lru_cache(maxsize=512)
def _bust_table(house: House, doubled: bool) -> tuple[Fraction, ...]:
    unit = unit_cents(house)
    double = unit if doubled else 0
    box = BoxHand(Hand(22, 0, 3), SMALL_CARD, SMALL_CARD, False, doubled, 0)
    return tuple(
        Fraction(
            _handed(settle_hand(box, Stakes(unit, double, 0, False), dealer, house)) - unit - double, unit
        )
        for dealer in dealers()
    )


@lru_cache(maxsize=64)
def pay_rows(graph: HandGraph) -> NDArray[np.int64]:
    """The pay row of every hand of the graph."""
    points = point_lookup()[graph.pips, np.minimum(graph.aces, 1)]
    rows = points.copy()
    for row, (first, second) in _SPECIAL.items():
        hand = graph.find(first - 1, second - 1)
        if hand >= 0:
            rows[hand] = row
    return rows


@lru_cache(maxsize=512)
def pay_rows_of(graph: HandGraph, value: int) -> NDArray[np.int64]:
    """The pay rows of hands that hold a card of this value."""
    return np.unique(pay_rows(graph)[graph.counts[:, value] > 0])


@lru_cache(maxsize=1)
def point_lookup() -> NDArray[np.int64]:
    """A player's points by pips and whether there is an ace."""
    return np.array(
        [[player_total(Hand(pips, ace, 3)).points for ace in (0, 1)] for pips in range(22)], dtype=np.int64
    )


Masks = tuple[NDArray[np.bool_], NDArray[np.bool_]]


def legal(graph: HandGraph, house: House, split: bool, first: int) -> Masks:
    """Which hands may draw, and which may double; `first` is a split hand's first card, 0 if not split."""
    return _legal(graph, action_rules(house), split, first)


@lru_cache(maxsize=2_048)
def _legal(graph: HandGraph, house: House, split: bool, first: int) -> Masks:
    points = point_lookup()[graph.pips, np.minimum(graph.aces, 1)]
    longer = [may_hit(_long_hand(total, split, first), house) for total in range(22)]
    hits = np.array(longer)[points] & (graph.cards > 2)
    doubles = np.zeros(len(points), dtype=np.bool_)
    for number in np.flatnonzero(graph.cards == 2):
        box = two_cards(graph, int(number), split, first)
        if box is not None:
            hits[number] = may_hit(box, house)
            doubles[number] = may_double(box, house)
    return hits, doubles


def may_give_up(graph: HandGraph, house: House, first: int) -> NDArray[np.bool_]:
    """Which split hands may be surrendered; `first` is the card that was split."""
    return _may_give_up(graph, action_rules(house), first)


@lru_cache(maxsize=2_048)
def _may_give_up(graph: HandGraph, house: House, first: int) -> NDArray[np.bool_]:
    gives = np.zeros(len(graph.pips), dtype=np.bool_)
    if house.surrender.split_hands:
        for number in np.flatnonzero(graph.cards == 2):
            box = two_cards(graph, int(number), True, first)
            gives[number] = box is not None and may_surrender(box, house)
    return gives


def _long_hand(points: int, split: bool, first: int) -> BoxHand:
    return BoxHand(Hand(points, 0, 3), first or SMALL_CARD, SMALL_CARD, split, False, 0)


def two_cards(graph: HandGraph, number: int, split: bool, first: int) -> BoxHand | None:
    """A two-card hand as the rules judge it; None when it does not hold a split's first card."""
    ranks = [int(value) + 1 for value in np.repeat(np.arange(10), graph.counts[number])]
    if first:
        if first not in ranks:
            return None
        ranks.remove(first)
        ranks.insert(0, first)
    return BoxHand(graph.hand(number), ranks[0], ranks[1], split, False, 0)


def busts_matter(house: House) -> bool:
    """Must busted hands be valued one by one: is what they are paid not settled by the bust alone?"""
    settled = all(len(set(bust_table(house, doubled))) == 1 for doubled in (False, True))
    return house.second_chance.offered or not settled


def grows_from_large(house: House) -> bool:
    """Do two original Large cards still count once the hand has grown?"""
    return house.push.pays_two_large and (house.push.counts_drawn or house.push.counts_doubled)
