"""Over/Under: three cards, aces eleven, and a middle that the house wins."""

from pitboss.rules.hands import Hand
from pitboss.rules.house import House
from pitboss.rules.mechanism import rule
from pitboss.rules.player import Action
from pitboss.rules.settlement import Payment, Result, paid


@rule("686a.1 Hand")
def is_complete(hand: Hand) -> bool:
    """A hand is three cards."""
    return hand.cards == 3


@rule("686a.7(g)", "686a.7(g)(1)", "686a.7(g)(2)", "686a.7(g)(3)", "686a.1 Over 23", "686a.1 Under 18",
      "686a.1 Surrender")  # fmt: skip
def may_choose(choice: Action) -> bool:
    """After the first card: over, under, or give up the Ante."""
    return choice == Action.OVER or choice == Action.UNDER or choice == Action.FOLD


@rule("686a.7(k)", "686a.7(k)(1)", "686a.7(k)(2)", "686a.7(l)", "686a.7(g)(3)")
def play_result(choice: Action, points: int, house: House) -> Result:
    """Over wins from 24, Under to 17; everything else is the house's."""
    over = points >= house.over_under.over_from
    under = points <= house.over_under.under_to
    if (choice == Action.OVER and over) or (choice == Action.UNDER and under):
        return Result.WIN
    if choice != Action.FOLD and (over or under) and house.over_under.miss_returns:
        return Result.TIE
    return Result.LOSE


@rule("686a.7(k)", "686a.7(l)", "686a.8(a)")
def settle_play(stake_cents: int, choice: Action, points: int, house: House) -> Payment:
    """The Ante and the wager beside it share one fate."""
    result = play_result(choice, points, house)
    if result == Result.WIN:
        return paid(stake_cents, house.over_under.odds)
    if result == Result.TIE:
        return Payment(stake_cents, 0)
    return Payment(0, 0)


@rule("686a.7(m)", "686a.7(h)", "686a.8(b)", "686a.8(b) r1", "686a.8(b) r2", "686a.8(b) r3", "686a.8(b) r4",
      "686a.8(b) r5", "686a.8(b) r6", "686a.8(b) r7", "686a.1 Bonus")  # fmt: skip
def settle_bonus(stake_cents: int, points: int, house: House) -> Payment:
    """The Bonus goes by the posted table, whatever became of the Ante."""
    multiple = house.over_under.bonus_pays[points]
    if multiple == 0:
        return Payment(0, 0)
    return Payment(stake_cents, stake_cents * multiple)
