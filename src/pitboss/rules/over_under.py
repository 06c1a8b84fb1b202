"""Over/Under: three cards, aces eleven, and a middle that the house wins."""

from enum import IntEnum

from pitboss.rules.hands import Hand
from pitboss.rules.house import House
from pitboss.rules.mechanism import mechanism
from pitboss.rules.player import Action
from pitboss.rules.settlement import Payment, Result, paid


@mechanism("hand.three_cards")
def is_complete(hand: Hand) -> bool:
    """A hand is three cards."""
    return hand.cards == 3


@mechanism("player.over_under")
def may_choose(choice: Action) -> bool:
    """After the first card: over, under, or give up the Ante."""
    return choice == Action.OVER or choice == Action.UNDER or choice == Action.FOLD


class Landing(IntEnum):
    """Where the total of three cards fell, seen from the choice that was made."""

    FORFEITED = 0
    MIDDLE = 1
    WRONG_SIDE = 2
    WRONG_SIDE_RETURNED = 3
    OVER_WINS = 4
    UNDER_WINS = 5


@mechanism("settle.over_under")
def landing(choice: Action, points: int, house: House) -> Landing:
    """Over wins from a total, Under to a total; everything else is the house's."""
    over = points >= house.over_under.over_from
    under = points <= house.over_under.under_to
    if choice == Action.FOLD:
        return Landing.FORFEITED
    if choice == Action.OVER and over:
        return Landing.OVER_WINS
    if choice == Action.UNDER and under:
        return Landing.UNDER_WINS
    if not over and not under:
        return Landing.MIDDLE
    if house.over_under.miss_returns:
        return Landing.WRONG_SIDE_RETURNED
    return Landing.WRONG_SIDE


@mechanism("settle.over_under")
def play_result(choice: Action, points: int, house: House) -> Result:
    """Whether the choice wins, ties or loses."""
    landed = landing(choice, points, house)
    if landed == Landing.OVER_WINS or landed == Landing.UNDER_WINS:
        return Result.WIN
    if landed == Landing.WRONG_SIDE_RETURNED:
        return Result.TIE
    return Result.LOSE


@mechanism("pay.over_under")
def settle_play(stake_cents: int, choice: Action, points: int, house: House) -> Payment:
    """The Ante and the wager beside it share one fate."""
    result = play_result(choice, points, house)
    if result == Result.WIN:
        return paid(stake_cents, house.over_under.odds, house)
    if result == Result.TIE:
        return Payment(stake_cents, 0)
    return Payment(0, 0)


@mechanism("settle.total_bonus")
def settle_bonus(stake_cents: int, points: int, house: House) -> Payment:
    """The Bonus goes by the posted table, whatever became of the Ante."""
    multiple = house.over_under.bonus_pays[points]
    if multiple == 0:
        return Payment(0, 0)
    return Payment(stake_cents, stake_cents * multiple)
