"""The cashiers, floorpersons, guards and counters of a gaming day, and what they get wrong."""

from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from pitboss.desk.cage_acts import (
    BoxCounted,
    BoxExchanged,
    BuyIn,
    CageAct,
    CageClosed,
    CageOpened,
    CapitalIn,
    CapitalOut,
    Chips,
    ChipsDrawn,
    ChipsRedeemed,
    ChipsSold,
    Credit,
    CreditReceived,
    CreditRequested,
    CreditSent,
    Deposit,
    EmptyDrop,
    Fill,
    FillIssued,
    FillReceived,
    FillRequested,
    FloatAdvanced,
    Fund,
    SlipVoided,
    TipsCollected,
    TipsPaid,
    TrayOpened,
    Withdraw,
)
from pitboss.errors import Refused
from tests.day.reconciler import Carriage, Reconciler

if TYPE_CHECKING:
    from tests.day.gaming_day import GamingDay

CASHIERS = ("cashier-1", "cashier-2")
FLOOR = ("floor-1", "floor-2")
DEALERS = ("dealer-1", "dealer-2")
GUARDS = ("guard-1", "guard-2")
COUNTERS = ("counter-1", "counter-2")
ACCOUNTS = ("ann", "bob", "cy", "dee", "eve")
AMOUNTS = (5_00, 100_00, 250_00, 1_000_00, 20_000_00)


def in_fives(cents: int) -> tuple[Chips, ...]:
    return (Chips(5_00, cents // 5_00),)


def in_cents(cents: int) -> tuple[Chips, ...]:
    return (Chips(1, cents),) if cents else ()


class CagePeople:
    def __init__(self, day: "GamingDay") -> None:
        self.day, self.rng = day, day.rng
        self.boxes = count(1)
        self.on_table: dict[str, str] = {}

    @property
    def books(self) -> Reconciler:
        return self.day.reconciler

    @property
    def is_open(self) -> bool:
        return not self.books.closed

    def at_cage(self, act: CageAct, by: str = "", *, done: bool | None = True) -> bool:
        return self.day.money_at_cage(act, by or self.rng.choice(CASHIERS), done=done)

    # ---- shifts

    def begin_shift(self) -> None:
        if self.is_open:  # a cage that was never closed is open
            self.at_cage(CageClosed(cash=(), chips=(), cents=0))
        self.at_cage(self._count(CageOpened))
        self.at_cage(CapitalIn(of="chips", cents=60_000_00))
        self.at_cage(CapitalIn(of="cash", cents=30_000_00))

    def end_shift(self) -> None:
        self.at_cage(self._count(CageClosed), done=self.is_open)
        assert not self.is_open
        self.at_cage(Deposit(account="ann", cents=5_00), done=False)

    def _count(self, kind: type[CageOpened | CageClosed]) -> CageAct:
        """Cash and chips, or a little more or less of each."""
        found = [held + self.rng.choice([0, 0, -20_00, 5_00]) for held in (self.books.cash, self.books.vault)]
        cash, chips = (max(0, cents) for cents in found)
        return kind(cash=in_cents(cash), chips=in_cents(chips), cents=cash + chips)

    # ---- the window

    def window(self) -> None:
        books, rng = self.books, self.rng
        cents, account = rng.choice(AMOUNTS), rng.choice(ACCOUNTS)
        free = self.is_open
        match rng.randrange(8):
            case 0 | 1 | 2:
                self.at_cage(Deposit(account=account, cents=cents), done=free)
            case 3:
                held = free and cents <= min(books.deposits[account], books.cash)
                self.at_cage(Withdraw(account=account, cents=cents), done=held)
            case 4:
                self.at_cage(
                    ChipsSold(cents=cents, chips=in_fives(cents)), done=free and cents <= books.vault
                )
            case 5:
                self.at_cage(ChipsRedeemed(cents=cents), done=free and cents <= books.cash)
            case 6:
                of = rng.choice(["cash", "chips"])
                held = cents <= (books.cash if of == "cash" else books.vault)
                self.at_cage(CapitalOut(of=of, cents=cents), done=free and held)
            case 7:
                if rng.random() < 0.2:
                    kind = CageOpened if books.closed else CageClosed
                    self.at_cage(self._count(kind))
                else:
                    self.at_cage(CageOpened(cash=(), chips=(), cents=0), done=not free and None)

    # ---- slips

    def slip(self) -> None:
        """A new slip, or the next step of one, by the right people or the wrong ones."""
        if not self.is_open and self.rng.random() < 0.5:
            self.at_cage(self._count(CageOpened))
        pending = [number for number, slip in self.books.slips.items() if not slip.over]
        if not pending or (len(pending) < 4 and self.rng.random() < 0.4):
            self._request()
        else:
            number = self.rng.choice(pending)
            self._next_step(number, self.books.slips[number])

    def _request(self) -> None:
        table = self.rng.choice([felt.name for felt in self.books.real])
        cents = self.rng.choice([500_00, 2_000_00, 8_000_00])
        is_fill = self.books.felts[table].tray < 10_000_00 or self.rng.random() < 0.3
        kind = FillRequested if is_fill else CreditRequested
        self.at_cage(kind(slip=0, table=table, chips=in_fives(cents), cents=cents), self.rng.choice(FLOOR))

    def _next_step(self, number: int, slip: Carriage) -> None:
        table, cents, chips = slip.told
        told = {"slip": number, "table": table, "cents": cents, "chips": tuple(Chips(*one) for one in chips)}
        is_fill, rng = slip.kind == "FillRequested", self.rng
        if rng.random() < 0.1:
            may = (is_fill and self.is_open) or not slip.under_way
            self.at_cage(SlipVoided(**told, why="not needed"), done=may)
            return
        if rng.random() < 0.15:
            self._wrong_step(told, slip, is_fill)
            return
        if is_fill and not slip.under_way:
            act = FillIssued(**told, carrier="guard-1")
            self.at_cage(act, done=self.is_open and cents <= self.books.vault)
        elif is_fill:
            self.day.money_at_table(FillReceived(**told), rng.choice(DEALERS))
        elif not slip.under_way:
            held = cents <= self.books.felts[table].tray
            self.day.money_at_table(CreditSent(**told, carrier="guard-1"), rng.choice(DEALERS), done=held)
        else:
            self.at_cage(CreditReceived(**told), done=self.is_open)

    def _wrong_step(self, told: dict[str, Any], slip: Carriage, is_fill: bool) -> None:
        other_table = next(name for name in ("r1", "r2") if name != told["table"])
        less = {"cents": told["cents"] - 5_00, "chips": in_fives(told["cents"] - 5_00)}
        changes: list[dict[str, Any]] = [{"slip": 999}, {"table": other_table}, less, {"chips": ()}]
        wrong = self.rng.choice(changes)
        match self.rng.randrange(4):
            case 0:
                self.at_cage(FillIssued(**told | wrong, carrier="guard-1"), done=False)
            case 1:
                received = FillReceived(**told | wrong)
                self.day.money_at_table(received, "dealer-1", done=False)
            case 2 if slip.under_way:
                again = FillReceived(**told) if is_fill else CreditReceived(**told)
                if is_fill:
                    self.day.money_at_table(again, slip.sent_by, done=False)
                else:
                    self.at_cage(again, slip.sent_by, done=False)
            case _:
                self.at_cage(FillIssued(**told, carrier="guard-1"), slip.asked_by, done=False)

    # ---- boxes and tips

    def boxes_and_tips(self) -> None:
        books, rng = self.books, self.rng
        match rng.randrange(5):
            case 0 | 1:
                self._exchange(rng.choice(list(books.felts)))
            case 2 if books.boxes:
                self._count_box(rng.choice(list(books.boxes)))
            case 3:
                left = [felt for felt in books.felts.values() if felt.tips]
                felt = rng.choice(left if left and rng.random() < 0.8 else list(books.felts.values()))
                cents = felt.tips - rng.choice([0, 0, 1_00, -1_00])
                act = TipsCollected(table=felt.name, cents=cents)
                self.day.money_at_table(act, rng.choice(FLOOR), done=0 < cents <= felt.tips)
            case _:
                cents = max(1, books.tip_pool // rng.choice([1, 2, 3]) + rng.choice([0, 0, 1]))
                held = self.is_open and cents <= min(books.tip_pool, books.cash)
                self.at_cage(TipsPaid(account=rng.choice(DEALERS), cents=cents), done=held)

    def _exchange(self, table: str) -> None:
        box = self.on_table.get(table, f"{table}-0")
        following = f"{table}-{next(self.boxes)}"
        if self.rng.random() < 0.2 and self.books.boxes:
            following = self.rng.choice(list(self.books.boxes))
        booked = self.books.felts[table].box
        wrong = self.rng.choice([0, 0, 0, 1_00])
        act = BoxExchanged(table=table, box=box, next_box=following, cents=booked + wrong)
        right = not wrong and following not in self.books.boxes
        if self.day.money_at_table(act, self.rng.choice(GUARDS), done=right):
            self.on_table[table] = following

    def _count_box(self, number: str) -> None:
        box = self.books.boxes[number]
        cents = max(0, box.cents + self.rng.choice([0, 0, 0, -20_00, 5_00, -1]))
        act = BoxCounted(box=number, notes=in_cents(cents), cents=cents)
        if self.rng.random() < 0.2:
            self.at_cage(act, box.taken_by, done=False)
        else:
            self.at_cage(act, self.rng.choice(COUNTERS), done=self.is_open)

    # ---- what is never done

    def wrong(self) -> None:
        """Acts that nobody may do; none moves a cent."""
        held = self.books
        impossible: list[CageAct] = [
            Deposit(account="ann", cents=-5_00),
            Deposit(account="ann", cents=0),
            CapitalIn(of="cash", cents=10**15 + 1),
            CapitalIn(of="gold", cents=5_00),
            CapitalOut(of="cash", cents=held.cash + 1),
            Withdraw(account="nobody", cents=1),
            Withdraw(account="ann", cents=held.deposits["ann"] + 1),
            ChipsSold(cents=held.vault + 1),
            ChipsRedeemed(cents=100, chips=(Chips(1_00, 2),)),
            TipsPaid(account="dealer-1", cents=held.tip_pool + 1),
            BoxCounted(box="none", cents=5_00),
            FillRequested(slip=0, table="r1", chips=(Chips(5_00, -1),), cents=-5_00),
            FillRequested(slip=0, table="r1", chips=(), cents=5_00),
            FillRequested(slip=0, table="r1", chips=(Chips(5_00, 1), Chips(2.5, 2)), cents=5_05),  # type: ignore[arg-type]
            CageClosed(cash=in_cents(100), chips=(), cents=99),
            FillReceived(slip=1, table="r1", chips=in_fives(500_00), cents=500_00),
            CreditSent(slip=1, table="r1", chips=in_fives(500_00), cents=500_00, carrier="guard-1"),
            FloatAdvanced(table="e1", cents=500_00),
            TipsCollected(table="r1", cents=1_00),
            BoxExchanged(table="r1", box="r1-0", next_box="x", cents=0),
            BuyIn(account="ann", table="e1", seat=1, cents=5_00),
            ChipsDrawn(account="ann", table="r1", seat=1, cents=5_00),
            Fund(cents=5_00),
            Fill(table="r1", cents=5_00),
            EmptyDrop(table="r1", cents=5_00),
            TrayOpened(table="r1", cents=5_00),
        ]
        at_tables: list[CageAct] = [
            Fill(table="r1", cents=5_00),
            Credit(table="r2", cents=5_00),
            FloatAdvanced(table="r1", cents=500_00),
            TrayOpened(table="e1", cents=100_00),
            TrayOpened(table="r1", cents=-1),
            FillReceived(slip=1, table="e1", chips=in_fives(500_00), cents=500_00),
            CapitalIn(of="chips", cents=5_00),
            TipsCollected(table="r2", cents=held.felts["r2"].tips + 1),
        ]
        number = self.rng.randrange(len(impossible) + len(at_tables) + 2)
        if number < len(impossible):
            self.at_cage(impossible[number], done=False)
        elif (number := number - len(impossible)) < len(at_tables):
            act = at_tables[number]
            table = getattr(act, "table", "r1")
            self.day.money_at_table(act, "dealer-1", done=False, table=table)
        elif number == len(at_tables):
            act = TipsCollected(table="r1", cents=1)
            self.day.money_at_table(act, "dealer-1", done=False, table="r2")
        else:
            self._same_key()

    def _same_key(self) -> None:
        """A key is for one act, at whichever server it comes in."""
        if not self.is_open:
            return
        key = self.day.key()
        self.day.cage(0).submit(Deposit(account="ann", cents=5_00), by="cashier-1", key=key)
        self.day.reconcile()
        with pytest.raises(Refused, match="already used for another"):
            self.day.cage(1).submit(Deposit(account="ann", cents=6_00), by="cashier-1", key=key)
        assert self.day.cage(1).submit(Deposit(account="ann", cents=5_00), by="cashier-1", key=key).repeated
        self.day.reconcile()
        self.day.seen["key reused"] += 1
