"""People in front of pages: logging in with a code, setting one up, duty and approvals."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from pitboss.web.totp import STEP_S, code_at, step_at
from tests.web.browser.visits import PHONE, Visits, enter, go_on, play, sit
from tests.web.house import MONEY, PASSWORD, build_house

POLICY = SecurityPolicy(
    second_factor=frozenset({AccountRole.ADMINISTRATOR}), two_persons_above_cents=1_000_00
)


@pytest.fixture
def strict(chromium: Browser, tmp_path: Path) -> Iterator[Visits]:
    with build_house(tmp_path, policy=POLICY) as house:
        made = Visits(chromium, house)
        yield made
        made.end()


def log_in(page: Page, house_url: str, name: str, code: str = "") -> None:
    page.goto(f"{house_url}/login")
    page.locator("#name").fill(name)
    page.locator("#password").fill(PASSWORD)
    page.locator("#login button").click()
    if code:
        page.locator("#code").fill(code)
        page.locator("#login button").click()


def test_a_required_second_factor_is_set_up_before_anything_and_asked_for_afterwards(
    strict: Visits, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = strict.house
    house.accounts.create("boss", AccountRole.ADMINISTRATOR, PASSWORD)
    page = strict.open(size=PHONE)
    log_in(page, house.url, "boss")
    expect(page.locator(".notice.warn")).to_contain_text("Set it up now")
    page.locator("[data-act=set-up]").click()
    secret = page.locator("#factor .secret").inner_text().replace(" ", "")
    page.locator("#new-code").fill("000000")
    page.locator("#factor button[type=submit]").click()
    expect(page.locator("#factor-said .refusal")).to_contain_text("Wrong code")
    page.locator("#new-code").fill(code_at(secret, step_at(house.auth.book.clock())))
    page.locator("#factor button[type=submit]").click()
    expect(page.locator(".recovery li")).to_have_count(10)
    page.locator("[data-act=kept]").click()
    page.wait_for_url("**/lobby")
    page.locator("[data-do=log-out]").click()
    page.wait_for_url("**/login")
    later = house.auth.book.clock() + 2 * STEP_S
    monkeypatch.setattr(house.auth.book, "clock", lambda: later)
    log_in(page, house.url, "boss", code_at(secret, step_at(later)))
    page.wait_for_url("**/accounts")


def test_the_floor_assigns_a_dealer_who_then_may_deal(visits: Visits) -> None:
    house = visits.house
    dealer, floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
    table = house.table("blackjack", dealer="hand")
    deal = enter(visits, dealer, f"/tables/{table}/deal")
    expect(deal.locator("#actions")).to_contain_text("You are not assigned to this table now")
    page = enter(visits, floor, "/staff")
    page.locator("#dealer").select_option(dealer.account.id)
    page.locator("#table").select_option(table)
    page.locator("#shift").fill("day")
    page.locator("#assign button").click()
    line = page.locator("#assignments tr", has_text=dealer.account.name)
    expect(line).to_contain_text("on duty")
    deal.reload()
    deal.locator('[data-act="next"]').click()
    expect(deal.locator("#log")).to_contain_text("cards with")
    line.get_by_role("button", name="End").click()
    expect(line).to_have_count(0)


def test_money_above_the_limit_waits_on_the_staff_page(strict: Visits) -> None:
    house = strict.house
    cashier, second = house.person(AccountRole.CASHIER), house.person(AccountRole.FLOORPERSON)
    house.person(name="ana")
    page = enter(strict, cashier, "/cage")
    page.locator(".people").get_by_role("button", name="ana").click()
    page.locator("#pay-amount").fill("5000")
    page.get_by_role("button", name="Pay in…").click()
    page.locator("#confirm-yes").click()
    expect(page.locator("#told")).to_contain_text("needs a second person")
    expect(page.locator("#approvals")).to_contain_text("somebody else approves")
    expect(page.locator(".chosen")).to_contain_text("$0.00")
    other = enter(strict, second, "/staff")
    other.get_by_role("button", name="Approve").click()
    expect(other.locator("#approvals")).to_contain_text("Nothing waits")
    expect(page.locator(".chosen")).to_contain_text("$5,000.00")


def test_a_count_waits_on_the_staff_page(strict: Visits) -> None:
    house = strict.house
    first, second = house.person(AccountRole.FLOORPERSON), house.person(AccountRole.FLOORPERSON)
    table = house.table("blackjack", dealer="hand", cards="keyed")
    page = enter(strict, first, f"/tables/{table}/floor")
    page.locator('[data-act="close-tray"]').click()
    page.locator('[data-denomination="500"]').fill("9000")
    guest = house.person(money_cents=MONEY)
    guest.sit(table, 1)
    expect(page.locator("#people")).to_contain_text("player no.")  # drawn anew, with what was typed
    guest.post(f"/tables/{table}/leave", key="away")
    expect(page.locator("#people")).to_contain_text("No players")
    page.locator('[data-act="sign"]').click()
    expect(page.locator("[data-waiting]")).to_contain_text("Closer of $45,000")
    expect(page.locator('[data-place="rack"]')).to_have_text("$50,000.00")
    own = enter(strict, first, "/staff")
    expect(own.locator("#approvals")).to_contain_text("somebody else approves")
    other = enter(strict, second, "/staff")
    other.get_by_role("button", name="Approve").click()
    expect(other.locator("#approvals")).to_contain_text("Nothing waits")
    expect(page.locator('[data-place="rack"]')).to_have_text("$45,000.00")
    expect(page.locator("#next")).to_contain_text("closed")


def test_ones_own_page_lists_sign_ins_and_ends_the_others(visits: Visits) -> None:
    visits.house.accounts.create("ann who looks", AccountRole.PLAYER, PASSWORD)
    other, page = visits.open(), visits.open()
    for each in (other, page):
        each.goto(f"{visits.house.url}/login")
        each.locator("[data-show=login]").click()
        each.locator("#name").fill("ann who looks")
        each.locator("#password").fill(PASSWORD)
        each.locator("#login button").click()
        each.wait_for_url("**/lobby")
    page.goto(f"{visits.house.url}/me")
    expect(page.locator("#sign-ins .pill.good")).to_have_count(2)
    page.locator('[data-key="end others"]').click()
    expect(page.locator("#sessions tbody tr")).to_have_count(1)
    other.goto(f"{visits.house.url}/me")
    expect(other).to_have_url(re.compile("/login"))


def test_a_page_keeps_receipts_and_checks_them_without_the_house(visits: Visits) -> None:
    page = visits.come()
    play(page, "blackjack")
    sit(page, 3)
    go_on(page)
    page.goto(f"{visits.house.url}/me")
    expect(page.locator("#receipts tbody tr").first).to_be_visible()
    page.locator("#receipts button", has_text="Check").first.click()
    expect(page.locator("#receipts-said .notice")).to_contain_text(
        re.compile("^(This receipt holds|The hashes hold)")
    )
    page.evaluate(
        """() => {
          const place = Object.keys(localStorage).find((name) => name.startsWith("receipts of"));
          const kept = JSON.parse(localStorage.getItem(place));
          kept[0].hash = "0".repeat(64);
          localStorage.setItem(place, JSON.stringify(kept));
        }"""
    )
    page.reload()
    page.locator("#receipts button", has_text="Check").first.click()
    expect(page.locator("#receipts-said .notice.bad")).to_contain_text("does not hold")
