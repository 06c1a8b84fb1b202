"""The accountability sheet of the cage: what it had, every movement by kind, and what was counted."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.desk import cage_acts as acts
from pitboss.desk.cage_acts import BoxCounted, CageAct, CageClosed, CageCount, CageOpened, total
from pitboss.desk.cage_book import Box, CageBook
from pitboss.desk.cage_past import CageEntry, CagePeriod
from pitboss.desk.ledger import CASH_VARIANCE, CHIP_VARIANCE, balance

Amounts = tuple[int, ...]
"""Cents, column by column."""


class Column(NamedTuple):
    """An account in sight; or many, each for somebody or something that an act names."""

    label: str
    account: str
    names: str = ""
    """The member of an act that tells which of many."""
    sign: int = 1

    def held(self, book: CageBook) -> int:
        if not self.names:
            return self.sign * balance(book.ledger, self.account)
        prefix, balances = f"{self.account} ", book.ledger.balances
        return sum(cents for name, cents in balances.items() if name.startswith(prefix))

    def moved(self, entry: CageEntry) -> int:
        """What a record changed here; it touches one of many at most, and no others are looked at."""
        name = self.account
        if self.names:
            name = f"{name} {getattr(entry.payload.act, self.names, '')}"
        return self.sign * (balance(entry.after.ledger, name) - balance(entry.before.ledger, name))


COLUMNS = (
    Column("Cash", "cash"),
    Column("Chips in the vault", "vault"),
    Column("Chips under way", "transit"),
    Column("Drop boxes", "box", "box"),
    Column("Deposits", "player", "account"),
    Column("Tip pool", "tip pool"),
    Column("Cash variance", CASH_VARIANCE, sign=-1),
    Column("Chip variance", CHIP_VARIANCE, sign=-1),
)
"""What is in sight at the cage. A variance above zero was found over, one below zero is missing."""

KINDS: dict[type[CageAct], str] = {
    acts.CapitalIn: "House money brought in",
    acts.CapitalOut: "House money taken out",
    acts.Deposit: "Paid in to accounts",
    acts.Withdraw: "Paid out of accounts",
    acts.ChipsSold: "Chips sold",
    acts.ChipsRedeemed: "Chips redeemed",
    acts.FillIssued: "Fills issued",
    acts.FillReceived: "Fills received at tables",
    acts.CreditSent: "Credits sent from tables",
    acts.CreditReceived: "Credits received",
    acts.SlipVoided: "Slips voided",
    acts.ChipsDrawn: "Chips for accounts at tables",
    acts.ChipsReturned: "Chips of accounts returned",
    acts.BuyIn: "Electronic chips bought from accounts",
    acts.CashOut: "Electronic chips paid into accounts",
    acts.BoxExchanged: "Drop boxes taken",
    acts.BoxCounted: "Drop boxes counted",
    acts.TipsCollected: "Tips collected",
    acts.TipsPaid: "Tips paid",
    acts.CageOpened: "Found by the opening count",
    acts.CageClosed: "Found by the closing count",
    acts.Fund: "House money added to the vault",
    acts.Fill: "Fills of earlier journals",
    acts.Credit: "Credits of earlier journals",
    acts.EmptyDrop: "Drop boxes emptied",
}
"""Acts that move what is in sight, in the order of the sheet."""


class SheetLine(NamedTuple):
    label: str
    number: int
    amounts: Amounts


class CountLine(NamedTuple):
    entry: CageEntry
    opens: bool
    cash_booked: int
    cash_counted: int
    chips_booked: int
    chips_counted: int


class BoxLine(NamedTuple):
    """A drop box: taken, and counted unless it still waits."""

    box: Box
    counted: CageEntry | None = None

    @property
    def counted_cents(self) -> int | None:
        return self.counted.payload.act.cents if self.counted else None


class CageSheet(NamedTuple):
    opening: Amounts
    lines: tuple[SheetLine, ...]
    closing: Amounts
    counts: tuple[CountLine, ...]
    boxes: tuple[BoxLine, ...]
    entries: tuple[CageEntry, ...]


def cage_sheet(period: CagePeriod) -> CageSheet:
    return CageSheet(
        amounts(period.opening),
        _lines(period.entries),
        amounts(period.closing),
        tuple(_count_line(entry) for entry in period.entries if isinstance(entry.payload.act, CageCount)),
        _boxes(period),
        period.entries,
    )


def amounts(book: CageBook) -> Amounts:
    return tuple(column.held(book) for column in COLUMNS)


def moved(entry: CageEntry) -> Amounts:
    """What a record changed, column by column."""
    return tuple(column.moved(entry) for column in COLUMNS)


def _lines(entries: Iterable[CageEntry]) -> tuple[SheetLine, ...]:
    found: dict[type[CageAct], SheetLine] = {}
    for entry in entries:
        kind, change = type(entry.payload.act), moved(entry)
        if not any(change):
            continue
        line = found.get(kind, SheetLine(KINDS.get(kind, kind.__name__), 0, (0,) * len(COLUMNS)))
        summed = tuple(one + other for one, other in zip(line.amounts, change, strict=True))
        found[kind] = SheetLine(line.label, line.number + 1, summed)
    return tuple(found[kind] for kind in KINDS if kind in found)


def _count_line(entry: CageEntry) -> CountLine:
    act, ledger = entry.payload.act, entry.before.ledger
    assert isinstance(act, CageOpened | CageClosed)
    return CountLine(
        entry,
        isinstance(act, CageOpened),
        balance(ledger, "cash"),
        total(act.cash),
        balance(ledger, "vault"),
        total(act.chips),
    )


def _boxes(period: CagePeriod) -> tuple[BoxLine, ...]:
    """Boxes counted in this time, and those that wait at its end, in the order in which they were taken."""
    waiting = [BoxLine(box) for box in period.closing.boxes.values()]
    counted = [
        BoxLine(entry.before.boxes[act.box], entry)
        for entry in period.entries
        if isinstance(act := entry.payload.act, BoxCounted)
    ]
    return tuple(sorted((*counted, *waiting), key=lambda line: line.box.taken.time))
