"""How long the table waits for people, and what happens when they do not act in time.

The published policy is `POLICY`; what happens for want of an act is recorded as the clock's.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.errors import Refused
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decisions import early_surrenders
from pitboss.table.due import PEEKS, Due, due
from pitboss.table.people import DEALER, Role
from pitboss.table.state import Stage, Status, Table
from pitboss.table.table import step
from pitboss.web.settings import Pace

CLOCK = "clock"
"""The actor of what happened because nobody acted in time."""

POLICY = (
    "Betting closes when everybody who has bet is ready, or when the time runs out. Insurance and early "
    "surrender close when every player has answered, or when the time runs out. If a player does not decide "
    "in time, connected or not, the hand stands, a second chance or a cut is declined, a hand with a missed "
    "card is called dead, and where a player must choose between two wagers the first one is given up. "
    "Wagers stay on the layout and are settled by the rules. A player who is away keeps seat and chips."
)


class Waiting(NamedTuple):
    """For what, for whom and for how long the table waits; 0 seconds means without a limit."""

    what: str
    who: str
    of_s: float


def waiting(state: Table, pace: Pace) -> Waiting | None:
    """What the table waits for now; None when the house is to act or nobody has bet."""
    awaited = due(state)
    if awaited is None:
        return None
    if awaited.act == "bets":
        return Waiting("betting", "", pace.betting_s) if state.boxes else None
    if awaited.act == "close insurance":
        return Waiting("insurance", "", pace.insurance_s)
    if awaited.act in PEEKS and early_surrenders(state):
        return Waiting("surrender", "", pace.insurance_s)
    if awaited.who.role != Role.PLAYER or not awaited.who.seat:
        return None
    if awaited.act in ("cut", "prepare"):
        return Waiting("cut" if awaited.act == "cut" else "look", str(awaited.who), pace.courtesy_s)
    return Waiting("decision", str(awaited.who), pace.decision_s)


def when_time_is_over(state: Table) -> c.Command | None:
    """The act that continues the round without the player who did not act."""
    awaited = due(state)
    if awaited is None:
        return None
    if awaited.act == "bets":
        return c.CloseBetting() if state.boxes else None
    if awaited.act == "close insurance":
        return c.CloseInsurance()
    if awaited.act == "insert" and early_surrenders(state):
        return c.InsertHole()
    if awaited.act == "look" and early_surrenders(state):
        return c.AnswerBlackjack(blackjack=False, by=DEALER)  # the shoe says what the dealer sees
    if awaited.who.role != Role.PLAYER:
        return None
    return next((command for command in _without(awaited) if _is_taken(state, command)), None)


def _without(awaited: Due) -> Iterator[c.Command]:
    """What may be done for an absent player; the first that the table accepts is done."""
    by, box, hand = awaited.who, awaited.box, awaited.hand
    if awaited.act == "cut":
        yield c.RefuseCut(by=by)
    elif awaited.act == "prepare":
        yield c.PrepareCards(by=by, step=Stage(awaited.hand))
    else:
        yield c.Decide(by=by, box=box, hand=hand, action=Action.STAND)
        yield c.DeclineSecondChance(by=by, box=box, hand=hand)
        yield c.CallDead(by=by, box=box, hand=hand)
        yield c.UpholdHand(by=by, box=box)
        yield c.Decide(by=by, box=box, hand=hand, action=Action.FOLD)


def _is_taken(state: Table, command: c.Command) -> bool:
    try:
        step(state, command)
    except Refused:
        return False
    return True


def everybody_answered(state: Table, ready: set[int], here: set[int]) -> bool:
    """Has everybody answered? Asked at betting, at insurance and before an early surrender."""
    awaited = due(state)
    if awaited is None:
        return False
    if awaited.act == "bets":
        betting = {box.seat for box in state.boxes}
        able = {
            one.seat
            for one in state.players
            if not one.barred and one.chips_cents >= state.house.limits.wager_min_cents
        }
        return bool(betting) and betting | (able & here) <= ready
    if awaited.act == "close insurance":
        asked = {
            box.seat for box in state.boxes if box.hands[0].status == Status.LIVE and not box.insurance_cents
        }
        return asked <= ready
    if awaited.act in PEEKS:
        asked = {box.seat for box in early_surrenders(state)}
        return bool(asked) and asked <= ready
    return False


SHOWN = (e.CardDealt, e.HoleDealt, e.HoleTurned, e.HoleInserted, e.RangeLit, e.BlackjackAnswered, e.HandMoved,
         e.CardBurned, e.CoverCameOut, e.CardsShuffled, e.CardsCut, e.HandCleared)  # fmt: skip
PAID = (e.HandSettled, e.WagerSettled, e.HandDied)


def after_s(event: e.Event, pace: Pace) -> float:
    """How long to wait before this is shown, so that people see acts one by one."""
    if isinstance(event, PAID):
        return pace.settle_s
    return pace.act_s if isinstance(event, SHOWN) else 0.0
