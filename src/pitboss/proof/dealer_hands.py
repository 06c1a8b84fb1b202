"""Every hand that the dealer can end with, and every hand on the way to it."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pitboss.games.vocabulary import Value
from pitboss.proof.deals import Move, folded_ranks
from pitboss.rules.cards import ACE, TEN
from pitboss.rules.dealer import blackjack_ends_round, dealer_must_draw
from pitboss.rules.hands import EMPTY, BoxHand, Dealt, Hand, dealer_total, draw, is_blackjack, player_total
from pitboss.rules.house import House
from pitboss.rules.settlement import Outcome, compare, hand_outcome


class Shown(NamedTuple):
    """What of the dealer's two cards matters to the players."""

    up_ace: bool
    up_ten: bool
    blackjack: bool


class DealerHand(NamedTuple):
    """The dealer's cards, and whether the hand is as it stays."""

    cards: tuple[int, ...]
    points: int
    soft: bool
    is_final: bool
    """The dealer draws no more."""
    ends_round: bool
    """A Blackjack that is found before anybody acts."""

    @property
    def drawn(self) -> tuple[Move, ...]:
        return _draws(self.cards[2:])

    @property
    def shown(self) -> Shown:
        up, hole = self.cards[:2]
        return Shown(up == ACE, up >= TEN, is_blackjack(up, hole))

    @property
    def facts(self) -> dict[str, Value]:
        shown = self.shown
        return {
            "dealer": self.points,
            "dealer_soft": self.soft,
            "dealer_blackjack": shown.blackjack,
            "up_ace": shown.up_ace,
            "up_ten": shown.up_ten,
        }


@cache
def _draws(ranks: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(Move("dealer draws", rank) for rank in ranks)


def dealer_hands(house: House) -> tuple[DealerHand, ...]:
    """Each kind of hand once, the one with the fewest cards."""
    distinct: dict[tuple[Shown, int, bool, bool, bool], DealerHand] = {}
    ranks = folded_ranks(house)
    level = [_hand((up, hole), house) for up in ranks for hole in ranks]
    while level:
        new = []
        for hand in level:
            is_two_cards = len(hand.cards) == 2
            key = (hand.shown, hand.points, hand.soft, hand.is_final, is_two_cards)
            if key not in distinct:
                distinct[key] = hand
                new.append(hand)
        level = [more for hand in new for more in _drawn(hand, house, ranks)]
    return tuple(distinct.values())


def _drawn(hand: DealerHand, house: House, ranks: tuple[int, ...]) -> Iterator[DealerHand]:
    if not hand.is_final:
        for rank in ranks:
            yield _hand((*hand.cards, rank), house)


def _hand(cards: tuple[int, ...], house: House) -> DealerHand:
    hand: Hand = EMPTY
    for rank in cards:
        hand = draw(hand, rank)
    total = dealer_total(hand, house)
    ends_round = len(cards) == 2 and blackjack_ends_round(cards[0], cards[1], house)
    is_final = ends_round or not dealer_must_draw(total, house)
    return DealerHand(cards, total.points, total.soft, is_final, ends_round)


PLAIN_20 = BoxHand(Hand(20, 0, 3), 5, 5, False, False, 0)
"""A player's hand without anything that a rule singles out."""


def is_over(hand: DealerHand) -> bool:
    return compare(player_total(PLAIN_20.hand).points, hand.points) == Outcome.DEALER_BUST


def must_stand(hand: DealerHand, house: House) -> bool:
    """A hand that stands and has not lost; a 22 that returns wagers has not."""
    met = hand_outcome(PLAIN_20, Dealt(hand.points, False), house)
    return hand.is_final and met != Outcome.DEALER_BUST
