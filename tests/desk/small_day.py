"""A small gaming day: a table with real chips and one with electronic chips, over two shifts and beyond."""

from datetime import UTC, datetime
from typing import Any

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import (
    BoxCounted,
    BoxExchanged,
    CageAct,
    CageClosed,
    CageOpened,
    CapitalIn,
    Chips,
    CreditReceived,
    CreditRequested,
    CreditSent,
    Deposit,
    FillIssued,
    FillReceived,
    FillRequested,
    SlipVoided,
    TrayClosed,
    TrayOpened,
)
from pitboss.desk.correction import Correction
from pitboss.desk.gaming_day import gaming_days
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from tests.desk.drive import ATTENDED, Guest, Hands
from tests.desk.keyed_shift import Shift, card

DAYS = gaming_days("America/New_York", "06:00", ["early=06:00", "late=14:00"])
"""In March the clocks of New York are five hours behind UTC: the early shift begins at 11:00 UTC."""
DAY = datetime(2026, 3, 2, tzinfo=UTC).date()


class SmallDay(Shift):
    """Table `t1` has real chips, table `t2` electronic ones."""

    def __init__(self) -> None:
        self.clock = Hands()
        self.clock.now = datetime(2026, 3, 1, 15, 0, tzinfo=UTC)  # the day before
        super().__init__(1, 2, clock=self.clock)
        self._numbers = iter(range(1, 1_000))

    def at(self, text: str, day: int = 2) -> None:
        moment = datetime.fromisoformat(f"2026-03-0{day}T{text}:00+00:00")
        assert moment > self.clock.now
        self.clock.now = moment

    def cage(self, act: CageAct, by: str = "cashier-1", approved_by: str = "") -> None:
        self.pit.cage.submit(act, by=by, key=f"c-{next(self._numbers)}", approved_by=approved_by)

    def move(self, act: CageAct, by: str = "dealer-1", approved_by: str = "") -> None:
        self.desk.move_money(act, by=by, key=f"m-{next(self._numbers)}", approved_by=approved_by)

    def wager(self, *cents: int) -> None:
        for seat, stake in zip(self.seats, cents, strict=True):
            self.guest.do(c.PlaceWager(by=player(seat), box=seat, wager="blackjack", cents=stake))
        self.guest.do(c.CloseBetting())

    def round(self, first: int, second: int) -> None:
        """Box 1 has 19 and wins, box 2 has 16 and loses against 18; nothing is settled yet."""
        self.wager(first, second)
        self.deal("9c Td 9s Th 6h")
        self.stand(1, 2)
        self.deal("9d")


def five_chips(dollars: int) -> tuple[Chips, ...]:
    return (Chips(5_00, dollars // 5),)


def small_day() -> SmallDay:
    day = SmallDay()
    _day_before(day)
    _early_shift(day)
    _late_shift(day)
    _electronic(day)
    _closing(day)
    _day_after(day)
    return day


def _day_before(day: SmallDay) -> None:
    """Round 1, and the tray is closed with $49,990 though the books say $50,040."""
    day.round(10_00, 50_00)
    day.pay(0, 20_00)
    day.clear()
    for seat in (1, 2):
        day.guest.do(c.Leave(by=player(seat)))
    day.at("03:00")
    day.move(TrayClosed(table="t1", cents=49_990_00), by="floor-1", approved_by="floor-2")


def _early_shift(day: SmallDay) -> None:
    day.at("12:00")
    day.move(TrayOpened(table="t1", cents=50_000_00), by="floor-1", approved_by="floor-2")
    for seat in (1, 2):
        day.guest.do(c.SitDown(by=player(seat), chips_cents=500_00))
    day.guest.do(c.BuyChips(by=DEALER, seat=1, cents=200_00))
    day.round(30_00, 40_00)
    day.pay(0, 60_00)
    day.clear()
    day.at("13:00")
    fill: dict[str, Any] = {"table": "t1", "chips": five_chips(300), "cents": 300_00}
    day.cage(CapitalIn(of="chips", cents=1_000_00))
    day.cage(FillRequested(slip=0, **fill), by="floor-1")
    day.cage(FillIssued(slip=2, carrier="guard-1", **fill))
    day.move(FillReceived(slip=2, **fill))


def _late_shift(day: SmallDay) -> None:
    """A round that began in the early shift, in which its losing box was taken."""
    day.at("18:58")
    day.round(20_00, 70_00)
    day.pay(0)
    day.at("19:01")
    day.pay(40_00)
    day.clear()
    credit: dict[str, Any] = {"table": "t1", "chips": five_chips(150), "cents": 150_00}
    day.cage(CreditRequested(slip=0, **credit), by="floor-1")
    day.cage(SlipVoided(slip=3, why="asked for twice", **credit), by="floor-1")
    day.cage(CreditRequested(slip=0, **credit), by="floor-1")
    day.move(CreditSent(slip=4, carrier="guard-1", **credit))
    day.cage(CreditReceived(slip=4, **credit))
    day.guest.do(c.BuyChips(by=DEALER, seat=2, cents=100_00))
    day.at("20:00")
    early_round = [record for record in day.store.read("t1") if record.kind == "DealCard"]
    second = next(r for r in early_round if r.time > "2026-03-02" and '"box":2,"card":[6,2]' in r.payload)
    meant = card(2, "9h")
    right = Correction(second.sequence, 0, meant, "the six was a nine", approved_by="floor-1")
    day.desk.correct(right, by="dealer-1", key="right")


def _electronic(day: SmallDay) -> None:
    day.at("21:00")
    day.cage(Deposit(account="ann", cents=100_000_00))
    desk = day.pit.open("t2", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk, seed=5)
    guest.do(c.SitDown(by=player(3), chips_cents=50_000_00), account="ann")
    guest.until_bets()
    for _ in range(3):
        guest.play_round()
    desk.change_rules(["soft_17=hit"], by="floor-1", why="trial", key="rules")
    for _ in range(2):
        guest.play_round()
    guest.bet()
    guest.do(c.CloseBetting())
    desk.void_round(by="floor-1", why="fire alarm", key="void")


def _closing(day: SmallDay) -> None:
    day.at("23:00")
    for seat in (1, 2):
        day.guest.do(c.Leave(by=player(seat)))
    day.move(BoxExchanged(table="t1", box="A1", next_box="A2", cents=300_00), by="guard-1")
    day.move(TrayClosed(table="t1", cents=49_825_00), by="floor-1", approved_by="floor-2")
    cash, chips = (Chips(10_00, 9_999),), five_chips(850)
    counted = CageClosed(cash=cash, chips=chips, cents=100_840_00)
    day.cage(counted, by="cashier-1", approved_by="cashier-2")


def _day_after(day: SmallDay) -> None:
    """The box is counted after the gaming day, $20 short, and a round of the day is corrected."""
    day.at("12:00", day=3)
    day.cage(CageOpened(cash=(Chips(10_00, 9_999),), chips=five_chips(850), cents=100_840_00))
    notes = (Chips(20_00, 14),)
    day.cage(BoxCounted(box="A1", notes=notes, cents=280_00), by="counter-1", approved_by="counter-2")
    late_round = [record for record in day.store.read("t1") if record.kind == "DealCard"]
    second = [record for record in late_round if '"box":2,"card":[6,2]' in record.payload][-1]
    right = Correction(second.sequence, 0, card(2, "9h"), "seen on the film", approved_by="floor-3")
    day.desk.correct(right, by="dealer-2", key="film")
