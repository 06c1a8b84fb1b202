"""What a player may do with a hand, and when."""

from enum import IntEnum

from pitboss.rules.cards import ACE, point_value
from pitboss.rules.dealer import insurance_is_open
from pitboss.rules.hands import BoxHand, holds_blackjack, is_bust, player_total
from pitboss.rules.house import House, Surrender, TwentyOne
from pitboss.rules.mechanism import mechanism


class Action(IntEnum):
    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4
    INSURE = 5
    EVEN_MONEY = 6
    SECOND_CHANCE = 7
    OVER = 8
    UNDER = 9
    FOLD = 10
    """Surrender of the whole Ante at Over/Under."""


@mechanism("player.on_21")
def plays_on_21(box: BoxHand, house: House) -> bool:
    """No hand of 21 acts, unless the house reads New Hampshire's soft 11 otherwise."""
    if house.player.twenty_one == TwentyOne.FREE:
        return not holds_blackjack(box, house)
    if house.player.twenty_one == TwentyOne.STANDS:
        return False
    return box.from_split and box.hand.cards == 2 and box.first != ACE


@mechanism("player.acts")
def may_act(box: BoxHand, house: House) -> bool:
    """A hand below 21 that was neither doubled nor finished is the player's to play."""
    if box.doubled or box.chance > 0 or is_bust(box.hand) or box.hand.cards < 2:
        return False
    return player_total(box.hand).points < 21 or plays_on_21(box, house)


@mechanism("player.hit")
def may_hit(box: BoxHand, house: House) -> bool:
    """Draw below 21; a split ace has its one card, where the text says so."""
    if box.from_split and box.first == ACE and not house.split.aces_draw:
        return False
    return may_act(box, house)


@mechanism("player.stand")
def may_stand(box: BoxHand, house: House) -> bool:
    """Anyone whose hand is not decided may leave it as it is."""
    if holds_blackjack(box, house):
        return False
    return not box.doubled and box.chance == 0 and not is_bust(box.hand) and box.hand.cards >= 2


@mechanism("player.double")
def may_double(box: BoxHand, house: House) -> bool:
    """Two cards, never a Blackjack; split hands and split aces as the house allows."""
    if box.hand.cards != 2 or not may_act(box, house) or holds_blackjack(box, house):
        return False
    if box.from_split and not house.double.after_split:
        return False
    if box.from_split and box.first == ACE and not house.double.split_aces:
        return False
    return house.double.lowest <= player_total(box.hand).points <= house.double.highest


@mechanism("hand.pair")
def is_pair(first: int, second: int, house: House) -> bool:
    """Identical in value, or in rank where the text says rank."""
    if house.split.by_rank:
        return first == second
    return point_value(first) == point_value(second)


@mechanism("player.split")
def may_split(box: BoxHand, hands_in_box: int, house: House) -> bool:
    """A pair, while the box has fewer hands than the text allows; aces have their own limit."""
    if box.hand.cards != 2 or box.doubled or not is_pair(box.first, box.second, house):
        return False
    limit = house.split.max_ace_hands if box.first == ACE else house.split.max_hands
    return hands_in_box < limit


@mechanism("player.surrender")
def may_surrender(box: BoxHand, house: House) -> bool:
    """Only the first two cards, before any other decision, and never a Blackjack."""
    if house.surrender.when == Surrender.NONE or holds_blackjack(box, house):
        return False
    if box.from_split and not house.surrender.split_hands:
        return False
    return box.hand.cards == 2 and not box.doubled


@mechanism("player.insure")
def may_insure(box: BoxHand, up: int, house: House) -> bool:
    """Every player on the dealer's ace; a Blackjack holder only where the house says so."""
    if not insurance_is_open(up, house):
        return False
    return house.blackjack.may_insure or not holds_blackjack(box, house)


@mechanism("player.even_money")
def may_take_even_money(box: BoxHand, up: int, house: House) -> bool:
    """A Blackjack facing an ace may be paid at once, one to one."""
    return house.blackjack.even_money and up == ACE and holds_blackjack(box, house)


@mechanism("player.second_chance")
def may_take_second_chance(box: BoxHand, house: House) -> bool:
    """A hand over 21 may buy one card to subtract, once."""
    if not house.second_chance.offered or box.chance > 0 or not is_bust(box.hand):
        return False
    return house.second_chance.on_split_hands or not box.from_split
