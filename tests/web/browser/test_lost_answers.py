"""An answer is lost after the act was done: the page says so, asks again, and nothing is doubled."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.web import pages
from pitboss.web.auth import COOKIE
from pitboss.web.roles import AccountRole
from tests.waiting import wait_until
from tests.web.at_cage import ask_for_fill, bring, by_hand
from tests.web.browser.visits import (
    Visits,
    bet_and_deal,
    chips_cents,
    enter,
    finish,
    go_on,
    offer,
    press,
    sit,
)
from tests.web.failing_store import BROKEN, everything_fails, failing
from tests.web.house import House, Visitor, build_house
from tests.web.losing_proxy import LosingProxy, losing, posts

STATIC = Path(pages.__file__).parent / "static"
UNKNOWN = "It is not known yet whether this was done"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with build_house(tmp_path, demo=True) as built:
        yield built


@pytest.fixture
def proxy(house: House) -> Iterator[LosingProxy]:
    with losing(house.url) as built:
        yield built


@pytest.fixture
def visits(chromium: Browser, house: House, proxy: LosingProxy) -> Iterator[Visits]:
    """Everybody comes by way of the proxy; that it loses things is written by the browser, and is meant."""
    direct, house.url = house.url, proxy.url
    made = Visits(chromium, house)
    yield made
    house.url = direct
    made.complaints = [
        said for said in made.complaints if "net::ERR_" not in said and "WebSocket" not in said
    ]
    made.end()


def balance(house: House, player: Visitor) -> int:
    return house.server.tables.pit.cage.balance(player.account.id)


LIES_OVER_THE_PAGE = """() => {
    const notice = document.querySelector("#unanswered .notice");
    const { left, top } = notice.getBoundingClientRect();
    return notice.contains(document.elementFromPoint(left + 3, top + 3));
}"""


def pay_in(page: Page, name: str) -> None:
    page.locator("#panel-window .people").get_by_role("button", name=name).click()
    page.locator("#pay-amount").fill("1000")
    page.get_by_role("button", name="Pay in…").click()
    page.locator("#confirm-yes").click()


def test_money_paid_in_is_paid_in_once_though_the_answer_is_lost(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    ana = house.person(name="ana")
    page = enter(visits, house.person(AccountRole.CASHIER), "/cage")
    expect(page.locator(".people").get_by_role("button", name="ana")).to_be_visible()
    proxy.loses = posts("/pay-in")
    pay_in(page, "ana")
    expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
    assert "Nothing was done" not in page.inner_text("body")
    assert balance(house, ana) == 1_000_00
    pay_in(page, "ana")
    wait_until(lambda: proxy.lost >= 2, "the page has asked again")
    proxy.loses = lambda _: False
    expect(page.locator("#unanswered")).to_contain_text("Pay $1,000.00 in to the account of ana: done.")
    assert balance(house, ana) == 1_000_00
    assert not page.evaluate(LIES_OVER_THE_PAGE)
    pay_in(page, "ana")
    wait_until(lambda: balance(house, ana) == 2_000_00, "another act is another act")
    expect(page.locator("#unanswered")).to_be_empty()


def test_an_act_whose_answer_is_lost_is_followed_over_a_reload(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    ana = house.person(name="ana")
    page = enter(visits, house.person(AccountRole.CASHIER), "/cage")
    expect(page.locator(".people").get_by_role("button", name="ana")).to_be_visible()
    proxy.loses = posts("/pay-in")
    pay_in(page, "ana")
    expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
    page.reload()
    expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
    proxy.loses = lambda _: False
    expect(page.locator("#unanswered")).to_contain_text(": done.")
    assert balance(house, ana) == 1_000_00
    page.reload()
    expect(page.locator(".people").get_by_role("button", name="ana")).to_be_visible()
    expect(page.locator("#unanswered")).to_be_empty()


def test_an_act_that_never_arrived_is_done_once_when_it_does(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    ana = house.person(name="ana")
    page = enter(visits, house.person(AccountRole.CASHIER), "/cage")
    expect(page.locator(".people").get_by_role("button", name="ana")).to_be_visible()
    target, proxy.target = proxy.target, 1
    proxy.cut()
    pay_in(page, "ana")
    expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
    assert balance(house, ana) == 0
    proxy.target = target
    expect(page.locator("#unanswered")).to_contain_text(": done.")
    assert balance(house, ana) == 1_000_00


def test_an_unanswered_act_is_not_asked_for_by_another_account(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    ana, first, second = (
        house.person(name="ana"),
        *(house.person(AccountRole.CASHIER) for _ in range(2)),
    )
    page = enter(visits, first, "/cage")
    expect(page.locator(".people").get_by_role("button", name="ana")).to_be_visible()
    proxy.loses = posts("/pay-in")
    pay_in(page, "ana")
    expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
    proxy.loses = lambda _: False
    page.goto("about:blank")
    lost = proxy.lost
    page = log_in_as(page, visits, second)
    expect(page.locator(".people").get_by_role("button", name="ana")).to_be_visible()
    expect(page.locator("#unanswered")).to_be_empty()
    assert (balance(house, ana), proxy.lost) == (1_000_00, lost)


def log_in_as(page: Page, visits: Visits, visitor: Visitor) -> Page:
    secret = visitor.http.cookies[COOKIE]
    page.context.add_cookies([{"name": COOKIE, "value": secret, "url": visits.house.url}])
    page.goto(f"{visits.house.url}/cage")
    return page


def test_a_player_sits_buys_plays_and_leaves_once_though_every_first_answer_is_lost(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    player, table = house.person(money_cents=5_000_00, name="ben"), house.table()
    heard: set[bytes] = set()

    def first_time(data: bytes) -> bool:
        """Every request that changes something loses its first answer."""
        is_first = data.startswith(b"POST ") and data not in heard
        heard.add(data)
        return is_first

    proxy.loses = first_time
    page = enter(visits, player, f"/tables/{table}")
    sit(page, 3)
    assert balance(house, player) + chips_cents(page) == 5_000_00
    go_on(page)
    before = chips_cents(page)
    proxy.loses_on_lines = 1
    bet_and_deal(page)
    finish(page)
    assert house.server.tables.live[table].state.round == 2
    assert abs(chips_cents(page) - before) <= 100_00
    press(offer(page, "leave"))
    expect(page.locator("#money")).to_contain_text("Your account")
    state = house.server.tables.live[table].state
    assert not state.players
    assert balance(house, player) == 5_000_00 - state.rack_cents - state.drop_cents


def test_a_page_that_reconnects_while_the_store_fails_plays_on_when_it_works_again(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    player, table = house.person(money_cents=5_000_00, name="cho"), house.table()
    page = enter(visits, player, f"/tables/{table}")
    sit(page, 3)
    go_on(page)
    lines: list[bytes] = []

    def count_lines(data: bytes) -> bool:
        if b"/live" in data.partition(b"\r\n")[0]:
            lines.append(data)
        return False

    proxy.loses = count_lines
    with failing(house.server.store.engine, everything_fails(BROKEN)):
        proxy.cut()
        wait_until(lambda: len(lines) >= 2, "the page has tried to connect while the store fails")
    bet_and_deal(page)
    finish(page)
    assert house.server.tables.live[table].state.round == 2
    visits.complaints = [said for said in visits.complaints if "503" not in said]


def test_a_fill_is_issued_once_though_the_answer_is_lost(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    bring(house, chips=500_00)
    ask_for_fill(house, by_hand(house))
    page = enter(visits, house.person(AccountRole.CASHIER), "/cage")
    page.locator("#tab-slips").click()
    page.get_by_placeholder("Who carries them").fill("guard 7")
    proxy.loses = posts("/issue")
    for _ in range(2):
        page.get_by_role("button", name="Issue…").click()
        page.locator("#confirm-yes").click()
        expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
    proxy.loses = lambda _: False
    expect(page.locator("#unanswered")).to_contain_text("Issue fill 1: done.")
    expect(page.locator("#places")).to_contain_text("Chips under way$100.00")
    assert "✕" not in page.inner_text("body")


def test_a_fill_and_a_credit_are_requested_once_though_their_answers_are_lost(
    visits: Visits, house: House, proxy: LosingProxy
) -> None:
    table = house.table(dealer="hand", cards="keyed")
    page = enter(visits, house.person(AccountRole.FLOORPERSON), f"/tables/{table}/floor")
    for what in ("fill", "credit"):
        page.locator(f'[data-act="{what}"]').click()
        page.locator('[data-denomination="10000"]').fill("10")
        proxy.loses = posts(f"/{what}")
        page.locator('[data-act="sign"]').click()
        expect(page.locator("#unanswered")).to_contain_text(UNKNOWN)
        proxy.loses = lambda _: False
        expect(page.locator("#unanswered")).to_contain_text(f"Request of a {what} of $1,000: done.")
    expect(page.locator('[data-slip][data-state="requested"]')).to_have_count(2)


# ---- nobody goes another way


def test_every_change_goes_by_way_of_the_module_that_makes_it_once() -> None:
    """`tell` asks once and forgets: for logging in and out, and for a password, which must not be stored."""
    told = {
        path
        for script in STATIC.glob("*.js")
        for path in re.findall(r"""\btell\(\s*["'`](/[^"'`]*)""", script.read_text())
    }
    assert told == {"/login", "/demo", "/logout", "/me/password"}
    for script in STATIC.glob("*.js"):
        text = script.read_text()
        assert script.name in ("api.js", "once.js", "connection.js") or "method:" not in text
        imports = re.findall(r"import \{([^}]*)\} from \"./api.js\"", text)
        assert script.name == "once.js" or not any("send" in names for names in imports)
