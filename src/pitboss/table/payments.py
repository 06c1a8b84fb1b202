"""What a wager brings at this moment: the cards of the table put to the rules."""

from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.rules.hands import Dealt, dealer_total, fixed_total, is_blackjack
from pitboss.rules.match import down_match_survives, settle_match
from pitboss.rules.over_under import settle_bonus, settle_play
from pitboss.rules.player import Action
from pitboss.rules.settlement import (
    HandPayment,
    Payment,
    Stakes,
    settle_dead_hand,
    settle_hand,
    settle_insurance,
    settle_surrender,
)
from pitboss.table.state import Box, Hand, Side, Table, box_hand

NOTHING = Payment(0, 0)
NOT_YET = Dealt(0, False)
"""The dealer's hand while it is hidden: only what does not depend on it may be settled."""


def up_card(state: Table) -> Card:
    if not state.dealer.cards:
        raise Broken("the dealer has no card yet")
    return state.dealer.cards[0]


def dealt(state: Table) -> Dealt:
    dealer = state.dealer
    if dealer.hole or len(dealer.cards) < 2:
        return NOT_YET
    natural = len(dealer.cards) == 2 and is_blackjack(dealer.cards[0].rank, dealer.cards[1].rank)
    return Dealt(dealer_total(dealer.tally, state.house).points, natural)


def hand_payment(state: Table, hand: Hand) -> HandPayment:
    """Wager, double and Second Chance of a hand, as they stand now."""
    if hand.choice >= 0:
        return _over_under(state, hand)
    if hand.surrendered:
        return HandPayment(settle_surrender(hand.original_cents, dealt(state), state.house), NOTHING, NOTHING)
    stakes = Stakes(hand.original_cents, hand.double_cents, hand.chance_cents, hand.added_by_split)
    return settle_hand(box_hand(hand), stakes, dealt(state), state.house)


def _over_under(state: Table, hand: Hand) -> HandPayment:
    points = fixed_total(hand.tally)
    choice = Action(hand.choice)
    ante = settle_play(hand.original_cents, choice, points, state.house)
    play = settle_play(hand.double_cents, choice, points, state.house)
    return HandPayment(ante, play, NOTHING)


def loses(state: Table, hand: Hand) -> bool:
    """Nothing at all comes back."""
    return all(part == NOTHING for part in hand_payment(state, hand))


def side_payment(state: Table, box: Box, side: Side) -> Payment:
    if side.id == "bonus":
        return settle_bonus(side.stake_cents, fixed_total(box.hands[0].tally), state.house)
    first, second = box.firsts
    if side.id == "down_match":
        if not down_match_survives(box.hands[0].surrendered, state.house):
            return NOTHING
        return settle_match(side.stake_cents, first, second, state.dealer.cards[1], state.house)
    return settle_match(side.stake_cents, first, second, up_card(state), state.house)


def insurance_payment(state: Table, box: Box, has_blackjack: bool) -> Payment:
    return settle_insurance(box.insurance_cents, Dealt(0, has_blackjack), state.house)


def dead_hand_cents(hand: Hand, state: Table) -> int:
    """What a dead hand gives back of its wagers."""
    parts = (
        settle_dead_hand(hand.original_cents, not hand.added_by_split, state.house),
        settle_dead_hand(hand.double_cents, False, state.house),
        settle_dead_hand(hand.chance_cents, False, state.house),
    )
    return sum(part.returned_cents for part in parts)
