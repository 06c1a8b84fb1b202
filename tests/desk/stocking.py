"""Chips for the tray of a table whose chips are real: from the house, over a slip, by three people."""

from collections.abc import Callable

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
Sign = Callable[[CageAct, str], object]
"""Carries out, under a key, what takes two people."""


def stock(pit: Pit, desk: Desk, cents: int = 50_000_00, sign: Sign | None = None) -> None:
    """The house brings chips, the tray is filled with them and opened; by one person where there is no house
    book that could hold an approval.
    """
    table, chips = desk.table, (Chips(CHIP, cents // CHIP),)
    capital = CapitalIn(of="chips", cents=cents)
    if sign is None:
        at_cage(pit, capital, f"capital-{table}")
    else:
        sign(capital, f"capital-{table}")
    at_cage(pit, FillRequested(slip=0, table=table, chips=chips, cents=cents), f"ask-{table}", by="floor-1")
    slip = max(pit.cage.book.slips)
    issued = FillIssued(slip=slip, table=table, chips=chips, cents=cents, carrier="guard-1")
    at_cage(pit, issued, f"issue-{table}")
    received = FillReceived(slip=slip, table=table, chips=chips, cents=cents)
    desk.move_money(received, by="dealer-1", key=f"receive-{table}")
    opener = TrayOpened(table=table, cents=desk.desk_state.ledger.balances["rack"])
    if sign is None:
        desk.move_money(opener, by="floor-1", key=f"opener-{table}")
    else:
        sign(opener, f"opener-{table}")


def at_cage(pit: Pit, act: CageAct, key: str, by: str = "cashier-1") -> None:
    pit.cage.submit(act, by=by, key=key)
