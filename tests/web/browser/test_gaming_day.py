"""A gaming day from the first count to the report that is signed, driven by its people on their pages.

Nobody here calls the desk. At the end a bookkeeper who shares nothing with the bank reads the raw records and
makes the master game report by hand; what the page and its CSV say must be the same to the cent.
"""

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.desk.verify import verify_store
from pitboss.web.settings import DaySettings
from tests.day.felt import Felt
from tests.day.reconciler import CAGE, Reconciler
from tests.day.report_by_hand import ReportByHand, Sums
from tests.web.browser.day_people import (
    Administrator,
    Cashier,
    Floorperson,
    Guest,
    Person,
    RealTable,
    TableDealer,
)
from tests.web.browser.visits import Visits, bet_and_deal, go_on, offer
from tests.web.house import House, build_house

Someone = TypeVar("Someone", bound=Person)

REAL, ELECTRONIC = "Red 1", "Green 2"
ADMINISTRATOR = "administrator"
PAR = {100_00: 10, 25_00: 40, 5_00: 100}
FIRST_FILL = {100_00: 10, 25_00: 40, 5_00: 100}
SECOND_FILL = {25_00: 8, 5_00: 60}
CREDIT = {100_00: 3}
TRAY_SHORT, BOX_SHORT, CAGE_SHORT = 5_00, 20_00, 1_00
"""What the counts of the evening do not find."""


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Its gaming day began six hours ago, so that none ends while this one is driven."""
    began = datetime.now(UTC) - timedelta(hours=6)
    with build_house(tmp_path, day=DaySettings(begins=f"{began:%H}:00")) as built:
        yield built


@pytest.fixture
def visits(chromium: Browser, house: House) -> Iterator[Visits]:
    made = Visits(chromium, house)
    yield made
    made.end()


class WholeDay:
    """The people of the day, and a bookkeeper who reads what was recorded."""

    def __init__(self, visits: Visits) -> None:
        self.house = visits.house
        name, password = self.house.accounts.first_administrator() or ("", "")
        self.chief = Administrator(visits, name)
        self.chief.log_in(password)
        self.chief.go("/accounts")
        self.cora, self.cole = (self._employ(Cashier(visits, one), "cashier") for one in ("cora", "cole"))
        self.fiona = self._employ(Floorperson(visits, "fiona"), "floorperson")
        self.dina, self.dora = (self._employ(TableDealer(visits, one), "dealer") for one in ("dina", "dora"))
        self.ann, self.bob, self.cat = (
            self._employ(Guest(visits, one), "player") for one in ("ann", "bob", "cat")
        )
        self.tables: dict[str, str] = {}

    def _employ(self, someone: Someone, role: str) -> Someone:
        someone.log_in(self.chief.make_account(someone.name, role))
        return someone

    # ---- the bookkeeper

    def raw_records(self):  # type: ignore[no-untyped-def]
        store = self.house.server.tables.pit.store
        return [record for name in store.heads() for record in store.read(name)]

    def books(self) -> Reconciler:
        books = Reconciler()
        books.read_all(self.raw_records())
        return books

    def felt(self, name: str) -> Felt:
        return self.books().felts[self.tables[name]]

    def ledgers(self) -> dict[str, dict[str, int]]:
        pit = self.house.server.tables.pit
        tables = {id: self.house.server.tables.find(id).desk_state for id in self.tables.values()}
        return {
            CAGE: dict(pit.cage.book.ledger.balances),
            **{id: dict(state.ledger.balances) for id, state in tables.items()},
        }


# ---- the morning


def open_cage(day: WholeDay) -> None:
    """House money comes in by two people; the night's count closes the cage, and the morning's opens it."""
    for of, amount, words in (("cash", "20000", "$20,000"), ("chips", "30000", "$30,000")):
        day.cora.bring_in(of, amount)
        day.cole.open_tab("capital")
        day.cole.approve(words)
    day.cora.expect_held("Cash", "$20,000.00")
    day.cora.count_cage(20_000_00, 30_000_00, "The count agrees with the books")
    expect(day.cora.page.locator("#state")).to_contain_text("closed")
    day.cora.count_cage(20_000_00, 30_000_00, "The count agrees with the books")
    expect(day.cora.page.locator("#state")).to_contain_text("open")


def open_tables(day: WholeDay) -> None:
    day.tables[ELECTRONIC] = day.fiona.open_table(ELECTRONIC, real=False)
    day.tables[REAL] = day.fiona.open_table(REAL, real=True, par=PAR)
    day.fiona.assign("dina", REAL)
    day.dina.stand_at(day.tables[REAL])


def fill(day: WholeDay, dealer: TableDealer, chips: dict[int, int]) -> None:
    """Asked for with a double click, issued by the cage, carried by a guard and received at the table."""
    slips = len(day.books().slips)
    day.fiona.stand_at(day.tables[REAL])
    day.fiona.ask_for("fill", chips, twice=True)
    expect(day.fiona.page.locator('[data-slip][data-state="requested"]')).to_have_count(1)
    assert len(day.books().slips) == slips + 1
    day.cora.issue(REAL, "Guard 7")
    dealer.receive_fill()


def open_tray(day: WholeDay) -> None:
    day.dina.count_tray("open", day.felt(REAL).tray)
    day.fiona.confirm_count("agrees with the books")
    expect(day.fiona.page.locator('[data-count="opener"]')).to_contain_text("confirmed by fiona")


def pay_in(day: WholeDay) -> None:
    day.cora.pay("in", "ann", "700", twice=True)
    expect(day.cora.page.locator(".chosen")).to_contain_text("$700.00")
    day.cora.pay("in", "bob", "20")
    day.cole.pay("in", "cat", "800")
    assert day.books().acts["Deposit"] == 3


def refuse_amounts(day: WholeDay) -> None:
    """A wrong denomination, a negative and a fractional amount: one sentence each, and nothing moves."""
    before = day.ledgers()
    day.cora.choose("ann")
    for amount in ("-5", "0.005"):
        day.cora.page.locator("#pay-amount").fill(amount)
        day.cora.page.get_by_role("button", name="Pay in…").click()
        expect_invalid(day.cora.page, "#pay-amount")
    for amount in ("-3", "2.5"):
        day.cora.count_into("#panel-window", "Chips", {5_00: amount})  # type: ignore[dict-item]
        day.cora.page.get_by_role("button", name="Sell…").click()
        day.cora.confirm()
        day.cora.is_refused("must be a whole number above zero")
    for amount in ("-3", "2.5"):
        day.fiona.page.locator('[data-act="fill"]').click()
        day.fiona.enter_chips({5_00: amount})  # type: ignore[dict-item]
        day.fiona.page.locator('.tray-ask [data-act="sign"]').click()
        expect_invalid(day.fiona.page, '.tray-ask [data-denomination="500"]')
    assert day.ledgers() == before


def expect_invalid(page: Page, field: str) -> None:
    """The browser says its own sentence beside the field."""
    assert page.locator(field).evaluate("field => field.validationMessage")
    expect(page.locator("#confirm")).to_have_count(page.locator("#confirm").count())


def test_a_gaming_day_in_browsers_is_the_day_by_hand(visits: Visits) -> None:
    day = WholeDay(visits)
    open_cage(day)
    open_tables(day)
    fill(day, day.dina, FIRST_FILL)
    open_tray(day)
    pay_in(day)
    refuse_amounts(day)
