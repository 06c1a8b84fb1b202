"""The house's watch: how long people are waited for, and what is done for those who are not there.

The published policy is `POLICY`; every act done for somebody is recorded as the clock's.
"""

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.errors import Refused
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.decisions import early_surrenders
from pitboss.table.due import Due, due
from pitboss.table.people import Role
from pitboss.table.state import Stage, Status, Table
from pitboss.table.table import step
from pitboss.web.settings import Pace

CLOCK = "clock"
"""The actor of what nobody did in time."""

POLICY = (
    "Betting closes when everybody with a wager is ready, or when the time shown is over. "
    "Insurance closes when every player has answered, or in time, and so does a surrender before the dealer "
    "looks. A player who does not decide in time, "
    "connected or not, stands with the hand as it is; a Second Chance is declined, a cut passed, a missed "
    "card's hand called dead, and at Over/Under the Ante is given up, because the text has no other way on. "
    "Wagers stay on the layout and are logged_in by the rules. A player who is away keeps seat and chips, "
    "and finds the round where it stands."
)


class Waiting(NamedTuple):
    """For whom, for what, and for how long; 0 seconds is for as long as it takes."""

    what: str
    who: str
    of_s: float


def waiting(state: Table, pace: Pace) -> Waiting | None:
    """What the table waits for now; None when it is the house's turn or nobody has begun."""
    found = due(state)
    if found is None:
        return None
    if found.act == "bets":
        return Waiting("betting", "", pace.betting_s) if state.boxes else None
    if found.act == "close insurance":
        return Waiting("insurance", "", pace.insurance_s)
    if found.act == "insert" and early_surrenders(state):
        return Waiting("surrender", "", pace.insurance_s)
    if found.who.role != Role.PLAYER or not found.who.seat:
        return None
    if found.act in ("cut", "prepare"):
        return Waiting("cut" if found.act == "cut" else "look", str(found.who), pace.courtesy_s)
    return Waiting("decision", str(found.who), pace.decision_s)


def when_time_is_over(state: Table) -> c.Command | None:
    """The act that goes on without whoever was waited for."""
    found = due(state)
    if found is None:
        return None
    if found.act == "bets":
        return c.CloseBetting() if state.boxes else None
    if found.act == "close insurance":
        return c.CloseInsurance()
    if found.act == "insert" and early_surrenders(state):
        return c.InsertHole()
    if found.who.role != Role.PLAYER:
        return None
    return next((command for command in _without(found) if _is_taken(state, command)), None)


def _without(found: Due) -> Iterator[c.Command]:
    """What may be done for an absent player, the first that the table takes."""
    by, box, hand = found.who, found.box, found.hand
    if found.act == "cut":
        yield c.RefuseCut(by=by)
    elif found.act == "prepare":
        yield c.PrepareCards(by=by, step=Stage(found.hand))
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
    """Need nobody be waited for any more? RequestBody at betting, at insurance and before an early surrender."""
    found = due(state)
    if found is None:
        return False
    if found.act == "bets":
        betting = {box.seat for box in state.boxes}
        able = {
            one.seat
            for one in state.players
            if not one.barred and one.chips_cents >= state.house.limits.wager_min_cents
        }
        return bool(betting) and betting | (able & here) <= ready
    if found.act == "close insurance":
        asked = {
            box.seat for box in state.boxes if box.hands[0].status == Status.LIVE and not box.insurance_cents
        }
        return asked <= ready
    if found.act == "insert":
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
