"""Match wagers: a player's first two cards against the dealer's up card or down card."""

from enum import IntEnum
from typing import NamedTuple

from pitboss.rules.cards import TEN, Card, point_value
from pitboss.rules.house import House, MatchBy, MatchPays, TwoMatches
from pitboss.rules.mechanism import mechanism
from pitboss.rules.settlement import Payment


class Matches(NamedTuple):
    suited: int
    unsuited: int


@mechanism("match.by")
def matches(card: Card, dealer: Card, by: MatchBy) -> bool:
    """Rank matches rank: a king matches a king and not a queen."""
    if by == MatchBy.VALUE:
        return point_value(card.rank) == point_value(dealer.rank)
    if by == MatchBy.IDENTICAL_TENS and card.rank >= TEN:
        return card.rank == dealer.rank and card.suit == dealer.suit
    return card.rank == dealer.rank


@mechanism("match.count")
def count_matches(first: Card, second: Card, dealer: Card, by: MatchBy) -> Matches:
    """How many of the two cards match, in suit or not."""
    suited = 0
    unsuited = 0
    for card in (first, second):
        if matches(card, dealer, by):
            if card.suit == dealer.suit:
                suited += 1
            else:
                unsuited += 1
    return Matches(suited, unsuited)


@mechanism("match.both")
def both_match(one: int, other: int, two: TwoMatches) -> int:
    """What two matches pay together, from what each pays alone."""
    if two == TwoMatches.HIGHER:
        return max(one, other)
    if two == TwoMatches.LOWER:
        return min(one, other)
    return one + other


@mechanism("match.table")
def match_pays(suited: int, unsuited: int, two: TwoMatches) -> MatchPays:
    """The whole table from the two rows that the text prints."""
    return MatchPays(
        unsuited,
        suited,
        both_match(unsuited, unsuited, two),
        both_match(suited, unsuited, two),
        both_match(suited, suited, two),
    )


class MatchRow(IntEnum):
    """The row of the pay table that a match wager is settled by."""

    NO_MATCH = 0
    ONE_UNSUITED = 1
    ONE_SUITED = 2
    TWO_UNSUITED = 3
    MIXED = 4
    TWO_SUITED = 5


@mechanism("match.row")
def match_row(matched: Matches) -> MatchRow:
    """What matched, as the pay tables name it."""
    if matched.suited == 2:
        return MatchRow.TWO_SUITED
    if matched.unsuited == 2:
        return MatchRow.TWO_UNSUITED
    if matched.suited == 1 and matched.unsuited == 1:
        return MatchRow.MIXED
    if matched.suited == 1:
        return MatchRow.ONE_SUITED
    if matched.unsuited == 1:
        return MatchRow.ONE_UNSUITED
    return MatchRow.NO_MATCH


@mechanism("match.multiple")
def match_multiple(matched: Matches, pays: MatchPays) -> int:
    """Winnings for each unit staked; 0 loses: nothing matches, or the pay table says so."""
    row = match_row(matched)
    if row == MatchRow.TWO_SUITED:
        return pays.two_suited
    if row == MatchRow.TWO_UNSUITED:
        return pays.two_unsuited
    if row == MatchRow.MIXED:
        return pays.mixed
    if row == MatchRow.ONE_SUITED:
        return pays.one_suited
    if row == MatchRow.ONE_UNSUITED:
        return pays.one_unsuited
    return 0


@mechanism("settle.match")
def settle_match(stake_cents: int, first: Card, second: Card, dealer: Card, house: House) -> Payment:
    """A match wager on the first two cards: paid by what matches, or lost."""
    multiple = match_multiple(count_matches(first, second, dealer, house.match.by), house.match.pays)
    if multiple == 0:
        return Payment(0, 0)
    return Payment(stake_cents, stake_cents * multiple)


@mechanism("settle.match")
def settle_shown_match(stake_cents: int, card: Card, dealer: Card, house: House) -> Payment:
    """A match wager on the one card that a box was dealt."""
    if not matches(card, dealer, house.match.by):
        return Payment(0, 0)
    pays = house.match.pays
    multiple = pays.one_suited if card.suit == dealer.suit else pays.one_unsuited
    return Payment(stake_cents, stake_cents * multiple)


@mechanism("match.after_surrender")
def down_match_survives(surrendered: bool, house: House) -> bool:
    """The Down Match wager waits for the down card even when its hand is over."""
    return not (surrendered and house.match.down_dies_on_surrender)
