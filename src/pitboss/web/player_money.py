"""What players bought, took away and paid in in a gaming day, added up from the cage’s records."""

import threading
from collections import Counter, OrderedDict
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from pitboss.desk.cage_acts import (
    BuyIn,
    CageAct,
    CashOut,
    ChipsDrawn,
    ChipsReturned,
    Deposit,
    Withdraw,
)
from pitboss.desk.gaming_day import GamingDays
from pitboss.desk.house_entries import HOUSE, MoneyAlert
from pitboss.desk.ledger import CAGE
from pitboss.desk.payloads import read_payload
from pitboss.desk.time_text import time_text
from pitboss.errors import Refused
from pitboss.journal.schema import RECORDS
from pitboss.web.account_schema import reading
from pitboss.web.house_book import THE_HOUSE, HouseBook
from pitboss.web.house_notices import HouseNotices

BOUGHT, TAKEN, PAID_IN, PAID_OUT = "bought", "taken away", "paid in", "paid out"
FLOWS: dict[type[CageAct], str] = {
    BuyIn: BOUGHT,
    CashOut: TAKEN,
    ChipsDrawn: BOUGHT,
    ChipsReturned: TAKEN,
    Deposit: PAID_IN,
    Withdraw: PAID_OUT,
}
ALERTED = (BOUGHT, TAKEN)
MOST_DAYS = 8


class Flow(NamedTuple):
    account: str
    what: str


@dataclass
class _Day:
    read: int = 0
    sums: Counter[Flow] = field(default_factory=Counter)


class PlayerMoney:
    """Sums by gaming day, read on as the cage writes; safe to use from any thread."""

    def __init__(self, book: HouseBook, days: GamingDays) -> None:
        self._book = book
        self._days = days
        self._lock = threading.Lock()
        self._kept: OrderedDict[date, _Day] = OrderedDict()

    def sums(self, day: date) -> dict[Flow, int]:
        with self._lock:
            kept = self._kept.pop(day, None) or _Day()
            self._kept[day] = kept
            while len(self._kept) > MOST_DAYS:
                self._kept.popitem(last=False)
            for sequence in self._unread(day, kept.read):
                self._add(kept, sequence)
            return dict(kept.sums)

    def _unread(self, day: date, after: int) -> list[int]:
        start, end = (time_text(time) for time in self._days.span_of(day))
        columns = RECORDS.c
        new = (columns.stream == CAGE) & (columns.sequence > after)
        query = sa.select(columns.sequence).where(new & (columns.time >= start) & (columns.time < end))
        with reading(self._book.engine) as connection:
            return list(connection.scalars(query.order_by(columns.sequence)))

    def _add(self, kept: _Day, sequence: int) -> None:
        for record in self._book.store.read(CAGE, sequence - 1, sequence):
            act = read_payload(record).act
            if what := FLOWS.get(type(act)):
                kept.sums[Flow(act.account, what)] += act.cents
        kept.read = sequence

    def of(self, account: str, day: date) -> dict[str, int]:
        sums = self.sums(day)
        return {what: sums.get(Flow(account, what), 0) for what in FLOWS.values()}


class MoneyWatch:
    """Alerts the floor, once for a player, a gaming day and a direction, over all servers."""

    def __init__(self, book: HouseBook, notices: HouseNotices, money: PlayerMoney, above_cents: int) -> None:
        self._book = book
        self._notices = notices
        self._money = money
        self._above_cents = above_cents
        self._looked = (date.min, -1)
        """At this gaming day, up to this record of the cage."""

    def look(self) -> None:
        """Where anything is new since the last time."""
        day, last = self._notices.today, self._book.store.last_sequence(CAGE)
        if self._looked == (day, last):
            return
        self._tell(day)
        self._looked = (day, last)

    def _tell(self, day: date) -> None:
        told = {_subject(one.entry) for one in self._notices.alerts(day) if isinstance(one.entry, MoneyAlert)}
        for (account, what), cents in self._money.sums(day).items():
            subject = (account, day.isoformat(), what)
            if what in ALERTED and cents > self._above_cents and subject not in told:
                self.alert(MoneyAlert(account, day.isoformat(), what, cents, self._above_cents))

    def alert(self, entry: MoneyAlert) -> None:
        try:
            self._book.write(entry, by=THE_HOUSE, change=lambda connection: _check_first(connection, entry))
        except Refused:
            return  # another server was first


def _subject(entry: MoneyAlert) -> tuple[str, str, str]:
    return entry.account, entry.day, entry.what


def _check_first(connection: sa.Connection, entry: MoneyAlert) -> None:
    """Refused when the same was written before: the house book is locked, so nobody writes meanwhile."""
    query = sa.select(RECORDS.c.payload).where(
        RECORDS.c.stream == HOUSE, RECORDS.c.kind == MoneyAlert.__name__
    )
    found: list[Any] = [msgspec.json.decode(text) for text in connection.scalars(query)]
    same = [one for one in found if (one["account"], one["day"], one["what"]) == _subject(entry)]
    if len(same) > 1:
        raise Refused("already", "The floor was alerted before.")
