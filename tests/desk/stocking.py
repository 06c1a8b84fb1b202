"""Chips for the tray of a table whose chips are real: from the house, over a slip, by three people."""

from pitboss.desk.cage_acts import (
    CageAct,
    CapitalIn,
    Chips,
    FillIssued,
    FillReceived,
    FillRequested,
    TrayOpened,
)
from pitboss.desk.desk import Desk
from pitboss.desk.pit import Pit

CHIP = 5_00


def stock(pit: Pit, desk: Desk, cents: int = 50_000_00) -> None:
    """The house brings chips, the tray is filled with them and opened."""
    table, chips = desk.table, (Chips(CHIP, cents // CHIP),)
    at_cage(pit, CapitalIn(of="chips", cents=cents), f"capital-{table}")
    at_cage(pit, FillRequested(slip=0, table=table, chips=chips, cents=cents), f"ask-{table}", by="floor-1")
    slip = max(pit.cage.book.slips)
    issued = FillIssued(slip=slip, table=table, chips=chips, cents=cents, carrier="guard-1")
    at_cage(pit, issued, f"issue-{table}")
    received = FillReceived(slip=slip, table=table, chips=chips, cents=cents)
    desk.move_money(received, by="dealer-1", key=f"receive-{table}")
    counted = desk.desk_state.ledger.balances["rack"]
    desk.move_money(TrayOpened(table=table, cents=counted), by="floor-1", key=f"opener-{table}")


def at_cage(pit: Pit, act: CageAct, key: str, by: str = "cashier-1") -> None:
    pit.cage.submit(act, by=by, key=key)
