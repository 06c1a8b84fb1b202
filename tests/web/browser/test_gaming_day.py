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
from playwright.sync_api import Browser, Locator, Page, expect

from pitboss.desk.verify import verify_store
from pitboss.journal.records import Record
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
from tests.web.browser.visits import Visits, bet_and_deal, go_on
from tests.web.house import House, build_house

Someone = TypeVar("Someone", bound=Person)

REAL, ELECTRONIC = "Red 1", "Green 2"
PAR = {100_00: 10, 25_00: 40, 5_00: 100}
FIRST_FILL = {100_00: 10, 25_00: 40, 5_00: 100}
SECOND_FILL = {25_00: 8, 5_00: 60}
CREDIT = {100_00: 3}
COLUMNS = (
    "Cash", "Chips in the vault", "Chips under way", "Drop boxes", "Deposits", "Tip pool", "Cash variance",
    "Chip variance",
)  # fmt: skip
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

    def raw_records(self) -> list[Record]:
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
    expect(day.cat.page.locator("#balance")).to_contain_text("$800.00")


def refuse_amounts(day: WholeDay) -> None:
    """A negative and a fractional amount, at the window and at the tray: one sentence each, nothing moves."""
    before = day.ledgers()
    day.cora.choose("ann")
    for amount in ("-5", "0.005"):
        day.cora.page.locator("#pay-amount").fill(amount)
        day.cora.page.get_by_role("button", name="Pay in…").click()
        expect_told_beside(day.cora.page, "#pay-amount")
        expect(day.cora.page.locator("#confirm")).to_be_hidden()
    for number in ("-3", "2.5"):
        day.cora.count_into("#panel-window", "Chips", {5_00: number})
        day.cora.page.get_by_role("button", name="Sell…").click()
        day.cora.confirm()
        day.cora.is_refused("must be a whole number above zero")
    for number in ("-3", "2.5"):
        day.fiona.page.locator('[data-act="fill"]').click()
        day.fiona.enter_chips({5_00: number})
        day.fiona.page.locator('.tray-ask [data-act="sign"]').click()
        expect_told_beside(day.fiona.page, '.tray-ask [data-denomination="500"]')
    day.fiona.page.get_by_role("button", name="Cancel").click()
    assert day.ledgers() == before


def expect_told_beside(page: Page, field: str) -> None:
    """The browser itself says beside the field what is wrong, and nothing is sent."""
    assert page.locator(field).evaluate("field => field.validationMessage")


def refuse_cash(day: WholeDay) -> None:
    """No chip of the table makes these amounts, or no amount at all: one sentence each, nothing moves."""
    before = day.ledgers()
    for amount, words in (("0.37", "not $0.37"), ("-20", "not −$20"), ("20.004", "")):
        day.dina.change_cash(1, amount)
        day.dina.is_refused(words)
    assert day.ledgers() == before


# ---- play


def sit_down(day: WholeDay) -> RealTable:
    """Chips come from accounts, and for cash from the tray; then the cards are made ready."""
    table = RealTable(day.fiona, day.dina, {1: day.ann, 2: day.bob})
    day.ann.sit(day.tables[REAL], 1)
    day.bob.sit(day.tables[REAL], 2)
    day.ann.expect_chips("$500.00")
    day.bob.expect_chips("$20.00")
    table.prepare()
    refuse_cash(day)
    day.dina.change_cash(1, "100")
    day.ann.expect_chips("$600.00")
    return table


def play_two_rounds(day: WholeDay, table: RealTable) -> None:
    table.play("Tc 9c 7d Th 7c Ts", {1: "20", 2: "0"})
    day.ann.expect_chips("$610.00")
    day.ann.answers = ("double", "stand")
    table.play("6c 9d 7h 5c 7s Td Jd", {1: "40", 2: "0"})
    day.ann.answers = ("stand",)
    day.ann.expect_chips("$630.00")
    day.bob.expect_chips("$0.00")


def buy_from_account(day: WholeDay) -> None:
    day.cole.pay("in", "bob", "500")
    day.bob.buy_chips()
    day.bob.expect_chips("$500.00")


def relieve(day: WholeDay, table: RealTable) -> None:
    """One dealer goes and another comes, both by name."""
    day.fiona.assign("dora", REAL)
    day.dora.stand_at(day.tables[REAL])
    day.fiona.stand_at(day.tables[REAL])
    day.fiona.relieve("dina", "dora")
    expect(day.ann.page.locator("#caption")).to_contain_text("dora relieves dina as dealer")
    day.fiona.end_assignment("dina")
    day.fiona.stand_at(day.tables[REAL])
    table.dealer = day.dora


def play_a_round_that_is_keyed_wrongly(day: WholeDay, table: RealTable) -> None:
    """The nine of hearts was a seven: the hand that was paid had pushed."""
    table.play("9h Kc 7c Th Qc Js", {1: "20", 2: "20"})
    day.ann.expect_chips("$640.00")


def dispute_and_correct(day: WholeDay) -> None:
    day.fiona.record_dispute(3)
    day.fiona.file_incident(3, "The first card of box 1 was a seven.", "ann, dora")
    expect(day.fiona.page.locator("#filed")).to_contain_text(f"{REAL}, round 3")
    day.dora.ask_for_correction("9♥", "7♥", "misread")
    day.fiona.approve_correction("it was 7♥ to box 1")
    day.ann.expect_chips("$630.00")


def play_electronic(day: WholeDay) -> None:
    """A table that deals by itself: two rounds and a tip."""
    day.cat.sit(day.tables[ELECTRONIC], 3)
    go_on(day.cat.page)
    for _ in range(2):
        bet_and_deal(day.cat.page)
        go_on(day.cat.page)
    day.cat.tip()


# ---- the evening


def send_credit(day: WholeDay) -> None:
    day.fiona.ask_for("credit", CREDIT)
    day.dora.send_credit("Guard 9")
    day.cole.receive_credit(REAL)


def close_tables(day: WholeDay) -> None:
    for guest in (day.ann, day.bob):
        guest.tip()
        guest.leave()
    day.fiona.collect_tips()
    day.fiona.exchange_box("R1 A", "R1 B")
    day.dora.open_tab("tray")
    day.dora.count_tray("close", day.felt(REAL).tray - TRAY_SHORT)
    day.fiona.confirm_count("$5 short")
    expect(day.fiona.page.locator("#next")).to_contain_text("closed")
    day.cat.leave()
    day.fiona.stand_at(day.tables[ELECTRONIC])
    day.fiona.collect_tips()


def count_the_box(day: WholeDay) -> None:
    booked = day.books().boxes["R1 A"].cents
    day.cora.count_box("R1 A", booked - BOX_SHORT, "$20.00 short")
    day.cole.open_tab("boxes")
    day.cole.approve("R1 A")
    expect(day.cora.page.locator("#panel-boxes")).to_contain_text("No box waits")


def pay_everybody(day: WholeDay) -> None:
    day.cora.pay_tips("dina")
    for guest in (day.ann, day.bob, day.cat):
        day.cora.pay("out", guest.name, day.cora.balance_of(guest.name))
    assert not any(day.books().deposits.values())


def close_cage(day: WholeDay) -> None:
    books = day.books()
    day.cora.count_cage(books.cash - CAGE_SHORT, books.vault, "$1.00 short")
    day.cora.expect_done("needs a second person")
    day.cole.open_tab("count")
    day.cole.approve("Cage closed")
    expect(day.cora.page.locator("#state")).to_contain_text("closed")


# ---- what the pages say, against what was reckoned by hand


def cents(cell: str) -> int | None:
    """An amount of a page or of the CSV; None for a dash or an empty field."""
    digits = re.sub(r"[$,]", "", cell.replace("−", "-"))
    return None if digits in ("—", "–", "") else round(100 * float(digits))


def share(part: float) -> str:
    return f"{part:.2%}".replace("-", "−")


def rows_of(page: Page, table: str) -> dict[str, dict[str, str]]:
    """The lines of a table of the day's page, by what they are about, each by the names of its columns."""
    place = page.locator(f'[data-table="{table}"]')
    return lines_of(place)


def lines_of(place: Locator) -> dict[str, dict[str, str]]:
    heads = place.locator("thead th").all_text_contents()
    lines = [row.locator("td").all_text_contents() for row in place.locator("tbody tr").all()]
    return {line[0]: dict(zip(heads, line, strict=True)) for line in lines}


def check_money_line(told: dict[str, str], sums: Sums) -> None:
    names = ("Opener", "Fills", "Credits", "Closer", "Drop, booked", "Drop, counted")
    assert [cents(told[name]) for name in names] == tray_of(sums)
    assert cents(told["Win"]) == sums.win
    assert told["Hold"] == (share(sums.hold) if sums.has_tray else "—")


def tray_of(sums: Sums) -> list[int | None]:
    """Nothing, where all chips are electronic."""
    told = [sums.opener, sums.fills, sums.credits, sums.closer, sums.drop, sums.counted]
    return [one if sums.has_tray else None for one in told]


def check_play_line(told: dict[str, str], sums: Sums) -> None:
    assert (int(told["Rounds"]), int(told["Void"])) == (sums.rounds, 0)
    assert cents(told["Handle"]) == sums.handle
    assert cents(told["Win by the rounds"]) == sums.rounds_win
    assert told["Win over handle"] == share(sums.rounds_win / sums.handle)


def check_csv_line(told: dict[str, str], sums: Sums) -> None:
    names = ("opener", "fills", "credits", "closer", "drop booked", "drop counted")
    assert [cents(told[name]) for name in names] == tray_of(sums)
    played = ("win", "handle", "win by the rounds")
    assert [cents(told[name]) for name in played] == [sums.win, sums.handle, sums.rounds_win]
    assert int(told["rounds"]) == sums.rounds
    assert told["hold"] == (f"{sums.hold:.6f}" if sums.has_tray else "")


def lines_by_hand(day: WholeDay, report: ReportByHand) -> dict[str, Sums]:
    """By the names that the page gives them."""
    tables = report.tables()
    named = {f"{name} ({id})": tables[id] for name, id in day.tables.items()}
    return named | {"All Blackjack": report.house(), "All tables": report.house()}


def check_day_page(day: WholeDay, report: ReportByHand) -> None:
    page = day.fiona.page
    day.fiona.go("/day")
    expect(page.locator("#state")).to_be_empty()
    expect(page.locator('[data-table="money"]')).to_be_visible()
    by_hand, money, play = lines_by_hand(day, report), rows_of(page, "money"), rows_of(page, "play")
    assert money.keys() == play.keys() == by_hand.keys()
    for name, sums in by_hand.items():
        check_money_line(money[name], sums)
        check_play_line(play[name], sums)


def check_counts_and_names(day: WholeDay, report: ReportByHand) -> None:
    """The box, the correction and the rotation, with both names each."""
    page, real = day.fiona.page, report.tables()[day.tables[REAL]]
    ((_, box),) = rows_of(page, "boxes").items()
    assert (box["Box"], box["By"], box["Counted by"]) == ("R1 A", "fiona", "cora, cole")
    assert [cents(box[name]) for name in ("Booked", "Counted", "Difference")] == [
        real.booked, real.counted, real.box_variance,
    ]  # fmt: skip
    assert real.box_variance == -BOX_SHORT
    ((_, corrected),) = rows_of(page, "corrections").items()
    assert (corrected["Round"], corrected["By"], corrected["Approved by"]) == ("3", "dora", "fiona")
    assert "Win of the house $10." in corrected["Effect"]
    rotation = page.locator('[data-table="rotation"]')
    expect(rotation).to_contain_text("dina")
    expect(rotation.locator("tr", has_text="dora").first).to_contain_text(REAL)


def check_csv(day: WholeDay, report: ReportByHand) -> None:
    page = day.fiona.page
    page.locator('[data-file="csv"]').click()
    address = page.locator("#file-state a").get_attribute("href")
    text = page.context.request.get(f"{day.house.url}{address}").text()
    lines = list(csv.DictReader(io.StringIO(text)))
    tables = {line["table"]: line for line in lines if line["level"] == "table"}
    assert tables.keys() == report.tables().keys()
    for id, sums in report.tables().items():
        check_csv_line(tables[id], sums)
    (whole,) = (line for line in lines if line["level"] == "day")
    check_csv_line(whole, report.house())


def check_cage_sheet(day: WholeDay, report: ReportByHand) -> None:
    """What is in the cage at the end, column by column, and what moved, kind by kind."""
    page, books, house = day.cora.page, report.books, report.house()
    day.cora.go("/cage/sheet")
    expect(page.locator("#sheet tbody tr").last).to_contain_text("at the end")
    sheet = lines_of(page.locator("#sheet"))
    end = sheet["By the books at the end"]
    assert {name: cents(end[name]) or 0 for name in COLUMNS} == {
        "Cash": books.cash,
        "Chips in the vault": books.vault,
        "Chips under way": books.transit,
        "Drop boxes": sum(box.cents for box in books.boxes.values()),
        "Deposits": sum(books.deposits.values()),
        "Tip pool": books.tip_pool,
        "Cash variance": books.cash_flow["variance"],
        "Chip variance": books.chip_flow["variance"],
    }
    aside = sum(paper.aside for paper in report.papers.values())
    moved = {
        ("House money brought in", "Cash"): books.cash_flow["capital"],
        ("House money brought in", "Chips in the vault"): books.chip_flow["capital"],
        ("Paid in to accounts", "Cash"): books.cash_flow["Deposit"],
        ("Paid out of accounts", "Cash"): books.cash_flow["Withdraw"],
        ("Fills issued", "Chips in the vault"): -house.fills - aside,
        ("Credits received", "Chips in the vault"): house.credits,
        ("Drop boxes counted", "Cash"): house.counted,
        ("Drop boxes counted", "Cash variance"): house.box_variance,
        ("Tips collected", "Tip pool"): house.tips,
        ("Tips paid", "Tip pool"): books.cash_flow["TipsPaid"],
    }
    assert {(kind, column): cents(sheet[kind][column]) for kind, column in moved} == moved
    expect(page.locator("#counts")).to_contain_text("$1.00 short")
    expect(page.locator("#boxes")).to_contain_text("$20.00 short")
    assert -books.cash_flow["variance"] == BOX_SHORT + CAGE_SHORT


def check_by_hand(day: WholeDay) -> ReportByHand:
    """The bookkeeper's own counts hold, agree with the ledgers, and every record verifies."""
    report = ReportByHand(day.raw_records())
    report.books.check(day.ledgers())
    assert min(report.house().tips, report.house().handle) > 0
    assert verify_store(day.house.server.tables.pit.store).fault is None
    return report


def test_a_gaming_day_in_browsers_is_the_day_by_hand(visits: Visits) -> None:
    day = WholeDay(visits)
    open_cage(day)
    open_tables(day)
    fill(day, day.dina, FIRST_FILL)
    open_tray(day)
    pay_in(day)
    refuse_amounts(day)
    table = sit_down(day)
    play_two_rounds(day, table)
    buy_from_account(day)
    fill(day, day.dina, SECOND_FILL)
    relieve(day, table)
    play_a_round_that_is_keyed_wrongly(day, table)
    dispute_and_correct(day)
    play_electronic(day)
    send_credit(day)
    close_tables(day)
    count_the_box(day)
    pay_everybody(day)
    close_cage(day)
    report = check_by_hand(day)
    check_day_page(day, report)
    check_counts_and_names(day, report)
    check_csv(day, report)
    check_cage_sheet(day, report)
