"""What the tests of the cage share: house money, a table with real chips, a fill, a box and tips."""

from pitboss.desk.cage_acts import (
    BoxExchanged,
    CapitalIn,
    Chips,
    CreditRequested,
    CreditSent,
    FillIssued,
    FillReceived,
    FillRequested,
    TipsCollected,
    TrayOpened,
)
from pitboss.desk.desk import Desk
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from tests.web.house import House

FIVES = (Chips(5_00, 20),)
"""$100 in chips."""


def bring(house: House, **cents: int) -> None:
    """House money from the start."""
    cage = house.server.tables.pit.cage
    for of, amount in cents.items():
        house.sign_by_two(CapitalIn(of=of, cents=amount), f"first-{of}-{cage.head.sequence}")


def by_hand(house: House) -> Desk:
    """A table with real chips."""
    return house.server.tables.find(house.table(dealer="hand", cards="keyed", stocked=False)).desk


def ask_for_fill(house: House, desk: Desk) -> int:
    """The number of the slip."""
    cage = house.server.tables.pit.cage
    act = FillRequested(slip=0, table=desk.table, chips=FIVES, cents=100_00)
    cage.submit(act, by="floor-1", key=f"ask-{cage.head.sequence}")
    return max(cage.book.slips)


def receive_fill(desk: Desk, slip: int) -> None:
    received = FillReceived(slip=slip, table=desk.table, chips=FIVES, cents=100_00)
    desk.move_money(received, by="dealer-1", key=f"received-{slip}")


def fill(house: House, desk: Desk) -> None:
    """A fill of $100, from its request to the tray."""
    slip = ask_for_fill(house, desk)
    issued = FillIssued(slip=slip, table=desk.table, chips=FIVES, cents=100_00, carrier="guard 7")
    house.server.tables.pit.cage.submit(issued, by="cashier-1", key=f"issued-{slip}")
    receive_fill(desk, slip)


def send_credit(house: House, desk: Desk) -> int:
    """A credit of $100 that is on its way to the cage; the number of its slip."""
    cage = house.server.tables.pit.cage
    asked = CreditRequested(slip=0, table=desk.table, chips=FIVES, cents=100_00)
    cage.submit(asked, by="floor-1", key=f"ask-{cage.head.sequence}")
    slip = max(cage.book.slips)
    sent = CreditSent(slip=slip, table=desk.table, chips=FIVES, cents=100_00, carrier="guard 7")
    desk.move_money(sent, by="dealer-1", key=f"sent-{slip}")
    return slip


def table_in_use(house: House) -> Desk:
    """A table with real chips, a player who bought $40 of them with cash, and $5 in the tip box."""
    bring(house, chips=500_00, cash=100_00)
    desk = by_hand(house)
    fill(house, desk)
    house.sign_by_two(TrayOpened(table=desk.table, cents=100_00), f"opener-{desk.table}")
    commands = (
        c.SitDown(by=player(1), chips_cents=0),
        c.BuyChips(by=DEALER, seat=1, cents=40_00),
        c.Tip(by=player(1), cents=5_00),
    )
    for number, command in enumerate(commands):
        desk.submit(command, key=f"c{number}", actor="dealer-1")
    return desk


def take_box(desk: Desk, by: str, cents: int = 40_00) -> str:
    """The number of the box that was taken to the count room."""
    box = f"{desk.table[-4:]}-1"
    taken = BoxExchanged(table=desk.table, box=box, next_box=f"{desk.table[-4:]}-2", cents=cents)
    desk.move_money(taken, by=by, key="box")
    return box


def collect_tips(desk: Desk) -> None:
    desk.move_money(TipsCollected(table=desk.table, cents=5_00), by="dealer-1", key="tips")
