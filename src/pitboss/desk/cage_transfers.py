"""Transfers between the cage and a table: the same act is in both streams, in the same order."""

from pitboss.desk.cage_acts import BuyIn, CageAct, CashOut, ChipsDrawn, ChipsReturned
from pitboss.desk.trays import BY_HAND, EARLIER
from pitboss.errors import Refused
from pitboss.table import events as e

CHIPS_CARRIED = frozenset({e.SatDown, e.WentAway, e.ChipsBought, e.CashConverted})
"""Events in which a player brings chips or takes them away."""


def transfer_of(event: e.Event, table: str, tray: str, account: str) -> CageAct | None:
    """The cage's side of chips that a player with an account brings or takes away.

    Refused when chips are to be bought from an account and there is none: nobody would pay for them.
    """
    if isinstance(event, e.ChipsBought) and event.from_account and not account:
        says = f"The player at seat {event.seat} has no account here. Chips are bought with cash."
        raise Refused("no_account", says)
    if not account:
        return None
    buys, returns = (ChipsDrawn, ChipsReturned) if tray == BY_HAND else (BuyIn, CashOut)
    if isinstance(event, e.SatDown) and event.chips_cents:
        return buys(account=account, table=table, seat=event.seat, cents=event.chips_cents)
    if isinstance(event, e.ChipsBought) and (event.from_account or tray == EARLIER):
        return buys(account=account, table=table, seat=event.seat, cents=event.cents)
    if isinstance(event, e.CashConverted) and tray == EARLIER:
        return buys(account=account, table=table, seat=event.seat, cents=event.cents)
    if isinstance(event, e.WentAway) and event.chips_cents:
        return returns(account=account, table=table, seat=event.seat, cents=event.chips_cents)
    return None
