"""Chips for a table of a demonstration, where nobody may be at the cage: brought in names that say so."""

from pitboss.desk.cage import Cage
from pitboss.desk.cage_acts import (
    CageAct,
    CapitalIn,
    Chips,
    FillIssued,
    FillReceived,
    FillRequested,
    TrayOpened,
    total,
)
from pitboss.desk.desk import Desk
from pitboss.table.chips import denominations

FLOOR, CAGE, DEALER = "demonstration floor", "demonstration cage", "demonstration dealer"
CENTS_OF_EACH = 5_000_00
"""In the tray, of every chip up to this amount."""
VAULT_CENTS = 100_000_00
"""For players who buy chips from their accounts."""


def stock_for_demonstration(cage: Cage, desk: Desk) -> None:
    """A vault and an open tray with chips, over a slip like any other."""
    table = desk.table
    chips = desk.desk_state.par or tuple(
        Chips(value, CENTS_OF_EACH // value)
        for value in denominations(desk.state.house)
        if value <= CENTS_OF_EACH
    )
    cents = total(chips)

    def at_cage(act: CageAct, by: str) -> None:
        cage.submit(act, by=by, key=f"demonstration-{table}-{type(act).__name__}")

    at_cage(CapitalIn(of="chips", cents=cents + VAULT_CENTS, why="demonstration"), CAGE)
    at_cage(FillRequested(slip=0, table=table, chips=chips, cents=cents), FLOOR)
    slip = next(
        number
        for number, one in cage.book.slips.items()
        if one.request.table == table and one.acts[0][1].actor == FLOOR
    )
    at_cage(FillIssued(slip=slip, table=table, chips=chips, cents=cents, carrier=DEALER), CAGE)
    received = FillReceived(slip=slip, table=table, chips=chips, cents=cents)
    desk.move_money(received, by=DEALER, key="demonstration-fill")
    opener = TrayOpened(table=table, chips=chips, cents=cents)
    desk.move_money(opener, by=DEALER, key="demonstration-opener")
