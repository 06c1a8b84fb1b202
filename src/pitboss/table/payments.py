"""What a wager brings at this moment: the cards of the table put to the rules."""

from typing import NamedTuple

from pitboss.errors import Broken
from pitboss.rules.cards import ACE, TEN, Card
from pitboss.rules.dealer import reader_is_used
from pitboss.rules.hands import BoxHand, Dealt, dealer_total, fixed_total, is_blackjack, is_bust
from pitboss.rules.match import count_matches, down_match_survives, match_row, settle_match
from pitboss.rules.mechanism import mechanism
from pitboss.rules.over_under import Landing, landing, settle_bonus, settle_play
from pitboss.rules.player import Action
from pitboss.rules.settlement import (
    HandPayment,
    Outcome,
    Payment,
    Stakes,
    hand_outcome,
    second_chance_outcome,
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


def upcard_outcome(state: Table) -> str:
    """What the up card adds to an outcome: some texts tell an ace from a ten-value card."""
    rank = up_card(state).rank
    return "/ace_up" if rank == ACE else "/ten_up" if rank >= TEN else ""


def dealt(state: Table) -> Dealt:
    dealer = state.dealer
    if dealer.hole or len(dealer.cards) < 2:
        return NOT_YET
    natural = is_blackjack(dealer.cards[0].rank, dealer.cards[1].rank)
    return Dealt(dealer_total(dealer.tally, state.house).points, natural)


class Settlement(NamedTuple):
    """Wager, double and Second Chance of a hand, and what decided them."""

    payment: HandPayment
    cause: str


def settle_now(state: Table, hand: Hand) -> Settlement:
    """What a hand's wagers bring as they stand now, and why."""
    payment = hand_payment(state, hand)
    if hand.choice >= 0:
        landed = landing(Action(hand.choice), fixed_total(hand.tally), state.house)
        return Settlement(payment, LANDING_CAUSES[landed])
    if hand.surrendered:
        return Settlement(payment, _surrender_cause(state, payment.wager))
    dealer = dealt(state)
    if dealer.blackjack and _is_spared(state, hand):
        return Settlement(payment, "settle.late_blackjack/busted")
    return Settlement(payment, _cause(state, box_hand(hand), dealer))


def hand_payment(state: Table, hand: Hand) -> HandPayment:
    """What a hand's wagers bring as they stand now."""
    if hand.choice >= 0:
        return _over_under(state, hand)
    dealer = dealt(state)
    if hand.surrendered:
        return HandPayment(settle_surrender(hand.original_cents, dealer, state.house), NOTHING, NOTHING)
    if dealer.blackjack and _is_spared(state, hand):
        return _initial_lost(hand)
    stakes = Stakes(hand.original_cents, hand.double_cents, hand.chance_cents, hand.added_by_split)
    return settle_hand(box_hand(hand), stakes, dealer, state.house)


def _is_spared(state: Table, hand: Hand) -> bool:
    """A bust that was not settled when a Blackjack was found late: by a reading it loses as others do."""
    return state.house.floor.late_blackjack_spares_busts and hand.chance is None and is_bust(hand.tally)


def _initial_lost(hand: Hand) -> HandPayment:
    """What was added comes back; the initial wager, if it lies on this hand, is lost."""
    original = Payment(hand.original_cents, 0) if hand.added_by_split else NOTHING
    return HandPayment(original, Payment(hand.double_cents, 0), NOTHING)


def _surrender_cause(state: Table, payment: Payment) -> str:
    if payment == NOTHING:
        return "settle.surrender/lost_to_blackjack"
    read = reader_is_used(up_card(state).rank, state.house)
    return "settle.surrender/half/after_reader" if read else "settle.surrender/half"


BLACKJACKS = (Outcome.BLACKJACK_PAID, Outcome.BLACKJACK_TIE, Outcome.DEALER_BLACKJACK)
HAND_CAUSES = {outcome: f"settle.hand/{outcome.name.lower()}" for outcome in Outcome}
LANDING_CAUSES = {landed: f"settle.over_under/{landed.name.lower()}" for landed in Landing}
CHANCE_CAUSES = {outcome: f"settle.second_chance/{outcome.name.lower()}" for outcome in Outcome}


def _cause(state: Table, box: BoxHand, dealer: Dealt) -> str:
    if box.chance > 0:
        return CHANCE_CAUSES[second_chance_outcome(box, dealer, state.house)]
    outcome = hand_outcome(box, dealer, state.house)
    if outcome not in BLACKJACKS:
        return HAND_CAUSES[outcome]
    late = _added_outcome(box) if outcome == Outcome.DEALER_BLACKJACK else ""
    return f"{HAND_CAUSES[outcome]}{upcard_outcome(state)}{late}"


def _added_outcome(box: BoxHand) -> str:
    """A Blackjack of the dealer's that shows only after more was wagered has sentences of its own."""
    return "/doubled" if box.doubled else "/split" if box.from_split else ""


def _over_under(state: Table, hand: Hand) -> HandPayment:
    points, choice = fixed_total(hand.tally), Action(hand.choice)
    ante = settle_play(hand.original_cents, choice, points, state.house)
    play = settle_play(hand.double_cents, choice, points, state.house)
    return HandPayment(ante, play, NOTHING)


def loses(state: Table, hand: Hand) -> bool:
    """Nothing at all comes back."""
    return all(part == NOTHING for part in hand_payment(state, hand))


class SideSettlement(NamedTuple):
    """A side wager, and what decided it."""

    payment: Payment
    cause: str


@mechanism("settle.upcard_match", "settle.hole_card_match", "settle.total_bonus")
def settle_side(state: Table, box: Box, side: Side) -> SideSettlement:
    wager = state.terms.wagers[side.id]
    if wager.kind == "total_bonus":
        payment = settle_bonus(side.stake_cents, fixed_total(box.hands[0].tally), state.house)
        lost = payment == NOTHING
        return SideSettlement(payment, "settle.total_bonus/lost" if lost else "settle.total_bonus/paid")
    if wager.against == "upcard":
        payment, row = _settle_match(state, box, side, up_card(state))
        return SideSettlement(payment, f"settle.upcard_match/{row}")
    if not down_match_survives(box.hands[0].surrendered, state.house):
        return SideSettlement(NOTHING, "settle.hole_card_match/surrendered")
    payment, row = _settle_match(state, box, side, state.dealer.cards[1])
    return SideSettlement(payment, f"settle.hole_card_match/{row}")


def _settle_match(state: Table, box: Box, side: Side, card: Card) -> tuple[Payment, str]:
    first, second = box.firsts
    row = match_row(count_matches(first, second, card, state.house.match.by))
    payment = settle_match(side.stake_cents, first, second, card, state.house)
    return payment, row.name.lower()


def settle_insurance_now(state: Table, box: Box, has_blackjack: bool) -> SideSettlement:
    payment = settle_insurance(box.insurance_cents, Dealt(0, has_blackjack), state.house)
    return SideSettlement(payment, "settle.insurance/won" if has_blackjack else "settle.insurance/lost")


def dead_hand_cents(hand: Hand, state: Table) -> int:
    """What a dead hand gives back of its wagers."""
    parts = (
        settle_dead_hand(hand.original_cents, not hand.added_by_split, state.house),
        settle_dead_hand(hand.double_cents, False, state.house),
        settle_dead_hand(hand.chance_cents, False, state.house),
    )
    return sum(part.returned_cents for part in parts)
