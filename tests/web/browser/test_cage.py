"""A shift at the cage in a browser: paid in and out, counted, approved by a second person, on the sheet."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.web.roles import AccountRole
from tests.web.at_cage import ask_for_fill, bring, by_hand, collect_tips, table_in_use, take_box
from tests.web.browser.visits import PHONE, Visits, enter
from tests.web.house import House, build_house

NARROW_DESK = {"width": 1280, "height": 900}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path) as built:
        yield built


@pytest.fixture
def visits(chromium: Browser, house: House) -> Iterator[Visits]:
    made = Visits(chromium, house)
    yield made
    made.end()


def expect_held(page: Page, place: str, cents: str) -> None:
    named = page.get_by_role("term").get_by_text(place, exact=True)
    expect(page.locator("#places > div", has=named).locator("dd")).to_have_text(cents)


def choose(page: Page, name: str) -> None:
    page.locator(".people").get_by_role("button", name=name).click()


def fill_in(page: Page, panel: str, what: str, number: int) -> None:
    page.locator(f"#panel-{panel}").get_by_label(f"how many of {what}", exact=False).first.fill(str(number))


def test_money_is_paid_with_the_balance_in_sight_and_a_receipt(visits: Visits, house: House) -> None:
    house.person(name="ana", money_cents=100_00)
    page = enter(visits, house.person(AccountRole.CASHIER, name="cora"), "/cage")
    choose(page, "ana")
    expect(page.locator(".chosen")).to_contain_text("$100.00")
    page.locator("#pay-amount").fill("30.50")
    page.get_by_role("button", name="Pay out…").click()
    expect(page.locator("#confirm")).to_contain_text("$100.00 → $69.50")
    page.get_by_role("button", name="Cancel").click()
    expect_held(page, "Cash", "$100.00")
    page.get_by_role("button", name="Pay out…").click()
    page.locator("#confirm-yes").dblclick()
    expect(page.locator("#told")).to_contain_text("ana withdraws $30.50")
    expect(page.locator(".chosen")).to_contain_text("$69.50")
    expect_held(page, "Cash", "$69.50")
    address = page.locator("#told a").get_attribute("href")
    page.goto(f"{house.url}{address}")
    expect(page.locator("#receipt")).to_contain_text("Balance afterwards$69.50Cashiercora")


def test_a_count_that_differs_is_shown_and_signed_by_two(visits: Visits, house: House) -> None:
    bring(house, cash=100_00, chips=50_00)
    page = enter(visits, house.person(AccountRole.CASHIER, name="cora"), "/cage")
    page.locator("#tab-count").click()
    fill_in(page, "count", "$20", 4)
    page.get_by_label("Chips: how many of $25").last.fill("2")
    expect(page.locator("#panel-count .verdict")).to_contain_text("$20.00 short")
    expect(page.locator("#panel-count .verdict")).to_contain_text("as booked")
    page.get_by_role("button", name="Close the cage…").click()
    expect(page.locator("#confirm")).to_contain_text("$20.00 short")
    page.locator("#confirm-yes").click()
    expect(page.locator("#told")).to_contain_text("needs a second person")
    expect(page.locator("#state")).to_contain_text("open")
    second = enter(visits, house.person(AccountRole.FLOORPERSON), "/staff")
    expect(second.locator("#approvals")).to_contain_text("Cage closed with a count of $130; cash $20 short")
    second.get_by_role("button", name="Approve").click()
    expect(page.locator("#state")).to_contain_text("closed")
    expect_held(page, "Cash variance", "−$20.00")
    expect(page.locator("#places .missing")).to_have_text("Cash variance−$20.00")
    page.goto(f"{house.url}/cage/sheet")
    expect(page.locator("#counts")).to_contain_text("$20.00 short")
    expect(page.locator("#sheet")).to_contain_text("Found by the closing count")


def test_a_fill_is_issued_a_box_counted_and_tips_are_paid(visits: Visits, house: House) -> None:
    desk = table_in_use(house)
    collect_tips(desk)
    box = take_box(desk, "guard-1")
    dealer = house.person(AccountRole.DEALER, name="dina")
    house.assign(dealer, desk.table)
    other = by_hand(house)
    ask_for_fill(house, other)
    page = enter(visits, house.person(AccountRole.CASHIER), "/cage")
    second = enter(visits, house.person(AccountRole.CASHIER), "/cage")
    page.locator("#tab-slips").click()
    page.get_by_placeholder("Who carries them").fill("guard 7")
    page.get_by_role("button", name="Issue…").click()
    page.locator("#confirm-yes").click()
    expect_held(page, "Chips under way", "$100.00")
    page.locator("#tab-boxes").click()
    page.get_by_role("button", name="Count…").click()
    fill_in(page, "boxes", "$20", 2)
    page.get_by_role("button", name="Sign the count…").click()
    expect(page.locator("#confirm")).to_contain_text("as booked")
    page.locator("#confirm-yes").click()
    expect(second.locator("#approvals")).to_contain_text(f"Drop box {box} counted: $40")
    second.get_by_role("button", name="Approve").click()
    expect(page.locator("#panel-boxes")).to_contain_text("No box waits")
    page.locator("#tab-tips").click()
    page.get_by_role("button", name="Pay…").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#told")).to_contain_text("dina is paid $5 of the tips")
    expect(page.locator("#panel-tips")).to_contain_text("In the pool: $0.00")


def test_who_only_reads_has_nothing_to_press(visits: Visits, house: House) -> None:
    house.person(name="ana", money_cents=100_00)
    page = enter(visits, house.person(AccountRole.REGULATOR), "/cage")
    choose(page, "ana")
    expect(page.locator(".chosen")).to_contain_text("$100.00")
    for name in ("Pay in…", "Sell…", "Bring in…", "Close the cage…"):
        expect(page.get_by_role("button", name=name, include_hidden=True)).to_have_count(0)


CUT_OFF = """() => [...document.querySelectorAll("#places dd, #main td, #main .button, #main .verdict > *")]
    .filter(one => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > innerWidth)
    .filter(one => one.clientWidth && !one.closest(".scroll-x"))
    .map(one => one.innerText)"""


@pytest.mark.parametrize("size", [PHONE, NARROW_DESK], ids=["phone", "desk"])
def test_nothing_of_the_cage_is_cut_off(visits: Visits, house: House, size: dict[str, int]) -> None:
    desk = table_in_use(house)
    bring(house, cash=1_025_000_00, chips=1_180_000_00)
    collect_tips(desk)
    take_box(desk, "guard-1")
    house.assign(house.person(AccountRole.DEALER, name="Dina Rodrigues"), desk.table)
    ask_for_fill(house, desk)
    page = enter(visits, house.person(AccountRole.CASHIER), "/cage", size=size)
    for tab, shown in (
        ("window", "Chips for cash"), ("slips", "requested"), ("count", "Total"), ("boxes", "Count…"),
        ("tips", "Dina"), ("capital", "House money"),
    ):  # fmt: skip
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#panel-{tab}")).to_contain_text(shown)
        assert page.evaluate(CUT_OFF) == [], tab
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], tab
    page.locator("#tab-boxes").click()
    page.get_by_role("button", name="Count…").click()
    expect(page.locator("#panel-boxes .verdict")).to_be_visible()
    assert page.evaluate(CUT_OFF) == []
    page.goto(f"{house.url}/cage/sheet")
    expect(page.locator("#movements")).to_contain_text("House money")
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert size == PHONE or page.locator("#sheet").evaluate("one => one.scrollWidth <= one.clientWidth")
