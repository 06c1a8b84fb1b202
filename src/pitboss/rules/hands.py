"""Hands and what they count: the three ace policies of the five texts."""

from typing import NamedTuple

from pitboss.rules.cards import ACE, TEN, Range, point_value, range_of
from pitboss.rules.house import House
from pitboss.rules.mechanism import mechanism


class Hand(NamedTuple):
    """What counting needs of a hand: points with every ace as 1, aces, cards."""

    pips: int
    aces: int
    cards: int


class Total(NamedTuple):
    points: int
    soft: bool
    """An ace is counted as 11."""


class BoxHand(NamedTuple):
    """A player's hand as the rules judge it."""

    hand: Hand
    first: int
    second: int
    """Ranks of the hand's first two cards; 0 for one not dealt yet."""
    from_split: bool
    doubled: bool
    chance: int
    """The value of the Second Chance card; 0 when none was drawn."""


class Dealt(NamedTuple):
    """The dealer's hand when wagers are settled."""

    points: int
    blackjack: bool


EMPTY = Hand(0, 0, 0)


@mechanism("hand.draw")
def draw(hand: Hand, rank: int) -> Hand:
    """The hand with one card more."""
    aces = hand.aces + 1 if rank == ACE else hand.aces
    return Hand(hand.pips + point_value(rank), aces, hand.cards + 1)


@mechanism("total.player")
def player_total(hand: Hand) -> Total:
    """A player's ace counts 11 unless the hand would pass 21."""
    if hand.aces > 0 and hand.pips + 10 <= 21:
        return Total(hand.pips + 10, True)
    return Total(hand.pips, False)


@mechanism("total.dealer")
def dealer_total(hand: Hand, house: House) -> Total:
    """The dealer's ace counts 11 up to the house's limit, 21 or 22."""
    if house.dealer.two_aces_22 and hand.aces == 2 and hand.cards == 2:
        return Total(22, True)
    if hand.aces > 0 and hand.pips + 10 <= house.dealer.ace_limit:
        return Total(hand.pips + 10, True)
    return Total(hand.pips, False)


@mechanism("total.fixed")
def fixed_total(hand: Hand) -> int:
    """At Over/Under an ace always counts 11."""
    return hand.pips + 10 * hand.aces


@mechanism("hand.blackjack")
def is_blackjack(first: int, second: int) -> bool:
    """An ace and a ten-value as the first two cards."""
    return (first == ACE and second >= TEN) or (first >= TEN and second == ACE)


@mechanism("hand.bust")
def is_bust(hand: Hand) -> bool:
    """More than 21 with every ace as 1."""
    return hand.pips > 21


@mechanism("hand.dealt_blackjack")
def holds_blackjack(box: BoxHand, house: House) -> bool:
    """A Blackjack is dealt, not made: after a split ace and ten are a plain 21."""
    if box.hand.cards != 2 or (box.from_split and not house.blackjack.after_split):
        return False
    return is_blackjack(box.first, box.second)


@mechanism("hand.two_large")
def holds_two_large(box: BoxHand, house: House) -> bool:
    """Exactly two original cards of the Large range, as the house reads those words."""
    if range_of(box.first) != Range.LARGE or range_of(box.second) != Range.LARGE:
        return False
    if box.from_split:
        return house.push.counts_split and box.hand.cards == 2
    if box.doubled:
        return house.push.counts_doubled
    return box.hand.cards == 2 or house.push.counts_drawn
