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
from pitboss.rules.house import House, Odds, Surrender
from pitboss.rules.mechanism import rule
from pitboss.rules.stakes import half_back


class Result(IntEnum):
    LOSE = 0
    TIE = 1
    WIN = 2
    BLACKJACK = 3


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


@rule("685a.11(a)", "673a.12(a)", "DU-RoP 3 s2", "NH Payouts")
def winnings(stake_cents: int, odds: Odds) -> int:
    """A stake at these odds; what does not come out in cents is rounded for the player."""
    return -(-stake_cents * odds.pays // odds.to)


@rule()
def paid(stake_cents: int, odds: Odds) -> Payment:
    return Payment(stake_cents, winnings(stake_cents, odds))


@rule("685a.7(n)(2)", "685a.7(o)(1)", "685a.7(o)(2)", "685a.7(p)", "685a.7(q)", "685a.7(q)(2)",
      "673a.7(r)(1)", "673a.7(r)(1)(i)", "673a.7(r)(1)(ii)", "673a.7(r)(2)", "673a.7(r)(3)",
      "673a.7(r)(3)(ii)", "NH Table 1 r1", "NH Table 1 r2", "NH Table 1 r3", "NH Table 1 r4",
      "NH Method s43", "NH Method s46")  # fmt: skip
def compare(points: int, dealer_points: int) -> Result:
    """The nearer to 21 wins; a dealer over 21 loses to every hand that is not."""
    if dealer_points > 21 or points > dealer_points:
        return Result.WIN
    if points == dealer_points:
        return Result.TIE
    return Result.LOSE


@rule("685a.7(n)(1)", "673a.7(q)(1)", "DU-RoP 11")
def against_22(box: BoxHand, house: House) -> Result:
    """The dealer's 22 returns the wager, but pays a 21 or two original Large cards."""
    if house.push.pays_21 and player_total(box.hand).points == 21:
        return Result.WIN
    if house.push.pays_two_large and holds_two_large(box, house):
        return Result.WIN
    return Result.TIE


@rule("685a.7(q)(1)", "673a.7(r)(3)(i)", "NH Table 1 r5")
def busted(dealer: Dealt, house: House) -> Result:
    """A hand over 21 is lost when it busts, unless a reading lets the dealer's 22 return it."""
    if house.push.returns_busts and dealer.points == 22:
        return Result.TIE
    return Result.LOSE


@rule("685a.7(h)(1)", "685a.7(h)(2)", "685a.7(i)(1)", "673a.7(f)", "673a.7(h) s3",
      "NH Table 1 r6", "NH Table 1 r7", "NH Table 1 r8", "NH Table 1 r10", "NH Table 1 r11", "NH Table 1 r12",
      "NH Method s20", "NH Method s24", "NH Method s26", "NH Method s28")  # fmt: skip
def against_blackjack(box: BoxHand, dealer: Dealt, house: House) -> Result:
    """Of two Blackjacks neither wins, unless the player's was paid before the dealer looked."""
    if not holds_blackjack(box, house):
        return Result.LOSE
    if dealer.blackjack and not house.blackjack.beats_dealer:
        return Result.TIE
    return Result.BLACKJACK


@rule("685a.7(n)", "685a.7(n)(2)", "685a.7(o)", "673a.7(q)", "673a.7(q)(2)", "673a.7(r)", "673a.7(m)")
def main_result(box: BoxHand, dealer: Dealt, house: House) -> Result:
    """How the hand stands against the dealer's; a Second Chance hand has its own rule."""
    points = player_total(box.hand).points
    if holds_blackjack(box, house):
        return against_blackjack(box, dealer, house)
    if points == 21 and house.player.paid_21_at_once:
        return Result.WIN
    if dealer.blackjack:
        return against_blackjack(box, dealer, house)
    if is_bust(box.hand):
        return busted(dealer, house)
    if dealer.points == 22 and house.push.applies:
        return against_22(box, house)
    return compare(points, dealer.points)


@rule(
    "673a.7(l) s4",
    "673a.7(l) s5",
    "673a.7(l) s6",
    "673a.7(l) s7",
    "673a.7(l)(1)",
    "673a.7(l)(2)",
    "673a.7(q)(1)",
)
def second_chance_result(box: BoxHand, dealer: Dealt, house: House) -> Result:
    """The busted total less the drawn card: 21 wins at once, more loses, less meets the dealer."""
    points = box.hand.pips - box.chance
    if points == 21:
        return Result.WIN
    if points > 21 or dealer.blackjack:
        return Result.LOSE
    if dealer.points == 22 and house.push.applies:
        return Result.TIE
    return compare(points, dealer.points)


@rule("685a.11(a)", "673a.12(a)", "DU-RoP 3 s2", "NH Table 1 r1", "NH Table 1 r6")
def settle(stake_cents: int, result: Result, house: House) -> Payment:
    """A wager that rides on the hand: lost, returned, or paid."""
    if result == Result.LOSE:
        return Payment(0, 0)
    if result == Result.TIE:
        return Payment(stake_cents, 0)
    if result == Result.BLACKJACK:
        return paid(stake_cents, house.blackjack.odds)
    return paid(stake_cents, house.player.win_odds)


@rule("685a.9(b)", "685a.10(d)")
def settle_dealer_blackjack(stakes: Stakes, house: House) -> HandPayment:
    """A dealer's Blackjack takes the initial wager alone; what was added comes back."""
    nothing = Payment(0, 0)
    if house.dealer.takes_added_wagers:
        return HandPayment(nothing, nothing, nothing)
    wager = Payment(stakes.wager_cents, 0) if stakes.added_by_split else nothing
    return HandPayment(wager, Payment(stakes.double_cents, 0), Payment(stakes.chance_cents, 0))


@rule("673a.7(l)(1)", "673a.7(l)(2)", "673a.7(s)(1)", "673a.7(s)(1)(i)", "673a.7(s)(2)", "673a.7(s)(3)",
      "673a.12(b)")  # fmt: skip
def settle_second_chance(stakes: Stakes, result: Result, house: House) -> HandPayment:
    """A won Second Chance is paid and the hand's own wager only returned; a lost one takes both."""
    if result == Result.LOSE:
        nothing = Payment(0, 0)
        return HandPayment(nothing, nothing, nothing)
    chance = Payment(stakes.chance_cents, 0)
    if result == Result.WIN:
        chance = paid(stakes.chance_cents, house.second_chance.odds)
    return HandPayment(Payment(stakes.wager_cents, 0), Payment(stakes.double_cents, 0), chance)


@rule(
    "685a.11(a)",
    "673a.7(s)",
    "673a.7(s)(1)(ii)",
    "673a.7(s)(2)",
    "673a.7(s)(3)",
    "NH Payouts",
    "NH Rules s11",
)
def settle_hand(box: BoxHand, stakes: Stakes, dealer: Dealt, house: House) -> HandPayment:
    """Every wager on one hand, at the end of the round."""
    nothing = Payment(0, 0)
    result = main_result(box, dealer, house)
    if dealer.blackjack and result == Result.LOSE and not is_bust(box.hand):
        return settle_dealer_blackjack(stakes, house)
    if box.chance > 0:
        return settle_second_chance(stakes, second_chance_result(box, dealer, house), house)
    wager = settle(stakes.wager_cents, result, house)
    double = settle(stakes.double_cents, result, house)
    if dealer.points == 22 and house.push.applies and not house.push.pays_double and result == Result.WIN:
        double = Payment(stakes.double_cents, 0)
    return HandPayment(wager, double, nothing)


@rule("673a.9(a)", "673a.9(a) s3", "673a.9(a)(1)", "673a.9(a)(2) s2", "NH Rules s13")
def settle_surrender(wager_cents: int, dealer: Dealt, house: House) -> Payment:
    """Half comes back; a late surrender is lost whole to a dealer's Blackjack."""
    if dealer.blackjack and house.surrender.when == Surrender.LATE:
        return Payment(0, 0)
    return Payment(half_back(wager_cents, house), 0)


@rule("685a.8(a)", "685a.8(c)", "685a.8(d)", "685a.11(b)", "673a.8(a)", "673a.8(c)", "673a.8(d)",
      "673a.9(b)", "673a.12(c)", "NH Insurance s3", "NH Insurance s4", "NH Method s22", "NH Method s26",
      "NH Table 2 r1", "NH Table 2 r2", "NH Table 2 r3", "NH Table 2 r4")  # fmt: skip
def settle_insurance(stake_cents: int, dealer: Dealt, house: House) -> Payment:
    """Insurance wins on a dealer's Blackjack and on nothing else."""
    if dealer.blackjack:
        return paid(stake_cents, house.insurance.odds)
    return Payment(0, 0)


@rule("685a.7(g)", "NH Method s23", "NH Table 1 r9")
def settle_even_money(wager_cents: int) -> Payment:
    """Even money: one to one, at once, whatever the dealer has."""
    return Payment(wager_cents, wager_cents)


@rule("685a.12(g)", "685a.12(h)", "673a.13(h)", "686a.9(c)")
def settle_dead_hand(stake_cents: int, is_initial: bool, house: House) -> Payment:
    """A dead hand cannot lose: its wagers come back, all of them unless read otherwise."""
    if is_initial or house.floor.dead_hand_returns_all:
        return Payment(stake_cents, 0)
    return Payment(0, 0)
