"""What a hand's wagers are paid, to the cent."""

from enum import IntEnum
from typing import NamedTuple

from pitboss.rules.hands import (
    BoxHand,
    Dealt,
    holds_blackjack,
    holds_two_large,
    is_bust,
    player_total,
)
from pitboss.rules.house import House, Odds, PayHouse, Rounding, Surrender
from pitboss.rules.mechanism import mechanism
from pitboss.rules.stakes import half_back


class Result(IntEnum):
    LOSE = 0
    TIE = 1
    WIN = 2
    BLACKJACK = 3


class Outcome(IntEnum):
    """What decided a hand. Its payment and the sentence cited for it both follow from this one word."""

    LOWER = 0
    TIE = 1
    HIGHER = 2
    DEALER_BUST = 3
    BLACKJACK_PAID = 4
    BLACKJACK_TIE = 5
    DEALER_BLACKJACK = 6
    TWENTY_ONE = 7
    """Paid at once, where the text does so."""
    BUST = 8
    BUST_RETURNED = 9
    """By the dealer's 22, under a reading."""
    RETURNED_BY_22 = 10
    TWENTY_ONE_AGAINST_22 = 11
    TWO_LARGE_AGAINST_22 = 12
    OVER_21 = 13
    """A Second Chance hand that is still above 21."""


class Payment(NamedTuple):
    """What goes back across the layout: of the stake itself, and on top of it."""

    returned_cents: int
    won_cents: int


class Stakes(NamedTuple):
    """The wagers on one hand."""

    wager_cents: int
    double_cents: int
    chance_cents: int
    added_by_split: bool
    """The wager was made in splitting; it is not the initial one."""


class HandPayment(NamedTuple):
    wager: Payment
    double: Payment
    chance: Payment


@mechanism("pay.odds")
def winnings(stake_cents: int, odds: Odds, pay: PayHouse) -> int:
    """A stake at these odds, rounded to what the table pays with: for the player, unless read otherwise.

    A whole multiple of the stake is paid in the chips that made the stake.
    """
    if odds.to == 1 or pay.rounding == Rounding.EXACT:
        return -(-stake_cents * odds.pays // odds.to)
    units = stake_cents * odds.pays // (odds.to * pay.unit_cents)
    if pay.rounding == Rounding.UP and units * odds.to * pay.unit_cents < stake_cents * odds.pays:
        units += 1
    return units * pay.unit_cents


@mechanism("pay.paid")
def paid(stake_cents: int, odds: Odds, house: House) -> Payment:
    return Payment(stake_cents, winnings(stake_cents, odds, house.pay))


@mechanism("settle.compare")
def compare(points: int, dealer_points: int) -> Outcome:
    """The nearer to 21 wins; a dealer over 21 loses to every hand that is not."""
    if dealer_points > 21:
        return Outcome.DEALER_BUST
    if points > dealer_points:
        return Outcome.HIGHER
    if points == dealer_points:
        return Outcome.TIE
    return Outcome.LOWER


@mechanism("settle.against_22")
def against_22(box: BoxHand, house: House) -> Outcome:
    """The dealer's 22 returns the wager, but pays a 21 or two original Large cards where the text says so."""
    if house.push.pays_21 and player_total(box.hand).points == 21:
        return Outcome.TWENTY_ONE_AGAINST_22
    if house.push.pays_two_large and holds_two_large(box, house):
        return Outcome.TWO_LARGE_AGAINST_22
    return Outcome.RETURNED_BY_22


@mechanism("settle.busted")
def busted(dealer: Dealt, house: House) -> Outcome:
    """A hand over 21 is lost when it busts, unless a reading lets the dealer's 22 return it."""
    if house.push.returns_busts and dealer.points == 22:
        return Outcome.BUST_RETURNED
    return Outcome.BUST


@mechanism("settle.against_blackjack")
def against_blackjack(box: BoxHand, dealer: Dealt, house: House) -> Outcome:
    """Of two Blackjacks neither wins, unless the player's was paid before the dealer looked."""
    if not holds_blackjack(box, house):
        return Outcome.DEALER_BLACKJACK
    if dealer.blackjack and not house.blackjack.beats_dealer:
        return Outcome.BLACKJACK_TIE
    return Outcome.BLACKJACK_PAID


@mechanism("settle.hand")
def hand_outcome(box: BoxHand, dealer: Dealt, house: House) -> Outcome:
    """What decides a hand against the dealer's; a Second Chance hand has its own rule."""
    points = player_total(box.hand).points
    if holds_blackjack(box, house):
        return against_blackjack(box, dealer, house)
    if points == 21 and house.player.paid_21_at_once:
        return Outcome.TWENTY_ONE
    if dealer.blackjack:
        return against_blackjack(box, dealer, house)
    if is_bust(box.hand):
        return busted(dealer, house)
    if dealer.points == 22 and house.push.applies:
        return against_22(box, house)
    return compare(points, dealer.points)


@mechanism("settle.second_chance")
def second_chance_outcome(box: BoxHand, dealer: Dealt, house: House) -> Outcome:
    """The busted total less the drawn card: 21 wins at once, more loses, less meets the dealer."""
    points = box.hand.pips - box.chance
    if points == 21:
        return Outcome.TWENTY_ONE
    if points > 21:
        return Outcome.OVER_21
    if dealer.blackjack:
        return Outcome.DEALER_BLACKJACK
    if dealer.points == 22 and house.push.applies:
        return Outcome.RETURNED_BY_22
    return compare(points, dealer.points)


@mechanism("pay.result")
def result_of(outcome: Outcome) -> Result:
    """Whether what decided the hand loses, ties, wins, or wins as a Blackjack."""
    if outcome == Outcome.BLACKJACK_PAID:
        return Result.BLACKJACK
    if (
        outcome == Outcome.HIGHER
        or outcome == Outcome.DEALER_BUST
        or outcome == Outcome.TWENTY_ONE
        or outcome == Outcome.TWENTY_ONE_AGAINST_22
        or outcome == Outcome.TWO_LARGE_AGAINST_22
    ):
        return Result.WIN
    if (
        outcome == Outcome.TIE
        or outcome == Outcome.BLACKJACK_TIE
        or outcome == Outcome.RETURNED_BY_22
        or outcome == Outcome.BUST_RETURNED
    ):
        return Result.TIE
    return Result.LOSE


@mechanism("settle.hand")
def main_result(box: BoxHand, dealer: Dealt, house: House) -> Result:
    """How the hand stands against the dealer's."""
    return result_of(hand_outcome(box, dealer, house))


@mechanism("settle.second_chance")
def second_chance_result(box: BoxHand, dealer: Dealt, house: House) -> Result:
    """How a Second Chance hand stands against the dealer's."""
    return result_of(second_chance_outcome(box, dealer, house))


@mechanism("pay.wager")
def settle(stake_cents: int, result: Result, house: House) -> Payment:
    """A wager that rides on the hand: lost, returned, or paid."""
    if result == Result.LOSE:
        return Payment(0, 0)
    if result == Result.TIE:
        return Payment(stake_cents, 0)
    if result == Result.BLACKJACK:
        return paid(stake_cents, house.blackjack.odds, house)
    return paid(stake_cents, house.player.win_odds, house)


@mechanism("pay.dealer_blackjack")
def settle_dealer_blackjack(stakes: Stakes, house: House) -> HandPayment:
    """A dealer's Blackjack takes the initial wager alone; what was added comes back."""
    nothing = Payment(0, 0)
    if house.dealer.takes_added_wagers:
        return HandPayment(nothing, nothing, nothing)
    wager = Payment(stakes.wager_cents, 0) if stakes.added_by_split else nothing
    return HandPayment(wager, Payment(stakes.double_cents, 0), Payment(stakes.chance_cents, 0))


@mechanism("pay.second_chance")
def settle_second_chance(stakes: Stakes, result: Result, house: House) -> HandPayment:
    """A won Second Chance is paid and the hand's own wager only returned; a lost one takes both."""
    if result == Result.LOSE:
        nothing = Payment(0, 0)
        return HandPayment(nothing, nothing, nothing)
    chance = Payment(stakes.chance_cents, 0)
    if result == Result.WIN:
        chance = paid(stakes.chance_cents, house.second_chance.odds, house)
    return HandPayment(Payment(stakes.wager_cents, 0), Payment(stakes.double_cents, 0), chance)


@mechanism("pay.hand")
def settle_hand(box: BoxHand, stakes: Stakes, dealer: Dealt, house: House) -> HandPayment:
    """Every wager on one hand, at the end of the round."""
    nothing = Payment(0, 0)
    result = main_result(box, dealer, house)
    if dealer.blackjack and result == Result.LOSE and not is_bust(box.hand):
        return settle_dealer_blackjack(stakes, house)
    if box.chance > 0 and second_chance_outcome(box, dealer, house) == Outcome.DEALER_BLACKJACK:
        return settle_dealer_blackjack(stakes, house)
    if box.chance > 0:
        return settle_second_chance(stakes, second_chance_result(box, dealer, house), house)
    wager = settle(stakes.wager_cents, result, house)
    double = settle(stakes.double_cents, result, house)
    if dealer.points == 22 and house.push.applies and not house.push.pays_double and result == Result.WIN:
        double = Payment(stakes.double_cents, 0)
    return HandPayment(wager, double, nothing)


@mechanism("settle.surrender")
def settle_surrender(wager_cents: int, dealer: Dealt, house: House) -> Payment:
    """Half comes back; a late surrender is lost whole to a dealer's Blackjack."""
    if dealer.blackjack and house.surrender.when == Surrender.LATE:
        return Payment(0, 0)
    return Payment(half_back(wager_cents, house), 0)


@mechanism("settle.insurance")
def settle_insurance(stake_cents: int, dealer: Dealt, house: House) -> Payment:
    """Insurance wins on a dealer's Blackjack and on nothing else."""
    if dealer.blackjack:
        return paid(stake_cents, house.insurance.odds, house)
    return Payment(0, 0)


@mechanism("settle.even_money")
def settle_even_money(wager_cents: int) -> Payment:
    """Even money: one to one, at once, whatever the dealer has."""
    return Payment(wager_cents, wager_cents)


@mechanism("settle.dead_hand")
def settle_dead_hand(stake_cents: int, is_initial: bool, house: House) -> Payment:
    """A dead hand cannot lose: its wagers come back, all of them unless read otherwise."""
    if is_initial or house.floor.dead_hand_returns_all:
        return Payment(stake_cents, 0)
    return Payment(0, 0)
