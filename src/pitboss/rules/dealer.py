"""What the dealer must do: look, show, draw, stand."""

from pitboss.rules.cards import ACE, TEN, Range, range_of
from pitboss.rules.hands import BoxHand, Total, holds_blackjack, is_blackjack, is_bust, player_total
from pitboss.rules.house import House, Reader
from pitboss.rules.mechanism import mechanism


@mechanism("dealer.draw")
def dealer_must_draw(total: Total, house: House) -> bool:
    """The dealer draws to 16; the house decides a soft 17."""
    if total.points == 17 and total.soft:
        return house.dealer.hits_soft_17
    return total.points < 17


@mechanism("insurance.open")
def insurance_is_open(up: int, house: House) -> bool:
    """Insurance is offered on the dealer's ace."""
    return house.insurance.offered and up == ACE


@mechanism("reader.use")
def reader_is_used(up: int, house: House) -> bool:
    """A range reader reads every hole card, a Blackjack reader only under an ace or ten-value."""
    if house.dealer.reader == Reader.NONE:
        return False
    if house.dealer.reader == Reader.RANGE:
        return True
    return up == ACE or up >= TEN


@mechanism("reader.show_large")
def hole_card_is_shown(up: int, hole: int, house: House) -> bool:
    """With a range reader, two Large cards are exposed before the action."""
    if house.dealer.reader != Reader.RANGE:
        return False
    return range_of(up) == Range.LARGE and range_of(hole) == Range.LARGE


@mechanism("dealer.blackjack_ends_round")
def blackjack_ends_round(up: int, hole: int, house: House) -> bool:
    """A Blackjack found by the reader stops the deal."""
    return reader_is_used(up, house) and is_blackjack(up, hole)


@mechanism("dealer.waited_for")
def waits_for_dealer(box: BoxHand, house: House) -> bool:
    """Can the dealer's count still change what this hand is paid?"""
    if holds_blackjack(box, house):
        return False
    if box.chance > 0:
        return box.hand.pips - box.chance < 21
    if is_bust(box.hand):
        return house.push.returns_busts
    return not (house.player.paid_21_at_once and player_total(box.hand).points == 21)


@mechanism("dealer.plays_out")
def dealer_draws_at_all(any_waiting: bool, house: House) -> bool:
    """The dealer completes the hand if a wager waits for it, or if the text lets nothing stop it."""
    return any_waiting or house.dealer.plays_out
