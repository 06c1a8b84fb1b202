"""Transfers between the cage and a table: the same act is in both streams, in the same order."""

from pitboss.desk.bank import BuyIn, CageAct, CashOut, Credit, EmptyDrop, Fill
from pitboss.table import events as e

TRANSFERS = (BuyIn, CashOut, Fill, Credit, EmptyDrop)
"""Acts in which the cage and a table both take part."""
CHIPS_CARRIED = frozenset({e.SatDown, e.WentAway, e.ChipsBought, e.CashConverted})
"""Events in which a player brings chips or takes them away."""


def transfer_of(event: e.Event, table: str, account: str) -> CageAct | None:
    """The cage's side of chips that a player with an account brings or takes away."""
    if not account:
        return None
    if isinstance(event, e.SatDown) and event.chips_cents:
        return BuyIn(account=account, table=table, seat=event.seat, cents=event.chips_cents)
    if isinstance(event, (e.ChipsBought, e.CashConverted)):
        return BuyIn(account=account, table=table, seat=event.seat, cents=event.cents)
    if isinstance(event, e.WentAway) and event.chips_cents:
        return CashOut(account=account, table=table, seat=event.seat, cents=event.chips_cents)
    return None
