"""Pictures of the main pages, for the docs and for a critical eye: `make screenshots`."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from pitboss.web.roles import AccountRole
from pitboss.web.totp import code_at, step_at
from tests.web.at_cage import bring
from tests.web.browser.shift import Shift
from tests.web.browser.visits import (
    DESK,
    FLAGS,
    PHONE,
    Visits,
    bet_and_deal,
    enter,
    find_chromium,
    finish,
    go_on,
    play,
    sit,
)
from tests.web.house import PASSWORD, House, build_house

WALL = {"width": 2560, "height": 1440}
FOLDER = Path("build/screenshots")
REST_MS = 900
"""Until cards and chips have come to rest."""


def main() -> None:
    path = find_chromium()
    if path is None:
        sys.exit("No chromium was found: apt-get install chromium, or name one in PITBOSS_CHROMIUM.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        with build_house(Path(folder), demo=True) as house:
            visits = Visits(browser, house)
            for name, draw in PAGES.items():
                keep(draw(visits), name)
            visits.end()
        browser.close()
    print(f"{len(PAGES)} pictures in {FOLDER}.")


def keep(page: Page, name: str) -> None:
    page.wait_for_timeout(REST_MS)
    page.screenshot(path=str(FOLDER / f"{name}.png"))


def login(visits: Visits) -> Page:
    page = visits.open()
    page.goto(f"{visits.house.url}/login")
    return page


def lobby(visits: Visits) -> Page:
    page = visits.come()
    page.locator("[data-play]").first.wait_for()
    expect(page.get_by_text("computing")).to_have_count(0, timeout=300_000)
    return page


def at_turn(visits: Visits, game: str, size: dict[str, int] = DESK, theme: str = "felt") -> Page:
    """A seat at the table with a decision to make, the coach at one's shoulder."""
    page = visits.come(size=size)
    page.evaluate(f"localStorage.setItem('theme', '{theme}')")
    play(page, game)
    sit(page, 3)
    go_on(page)
    page.keyboard.press("c")
    asked = page.locator('[data-act="stand"], [data-act="over"]')
    for _ in range(20):
        bet_and_deal(page)
        asked.or_(page.locator('[data-act="again"], [data-act="no-insurance"]')).first.wait_for()
        if asked.count():
            page.locator("#coach .bars").wait_for(state="attached")
            break
        go_on(page)
    return page


def company(visits: Visits) -> Page:
    """Five at the table: one has doubled, another split, and it is one's own turn."""
    shift = Shift(
        visits.house,
        "down-under-pa",
        "6c 8d Tc Ad 5h 9d 5d 8c 6h 7s Qs",
        seats=(1, 2, 3, 4, 6),
        hole="7h",
        names=("Ana", "Ben Ito", "Cleo", "Dai Rees", "Eve"),
        stakes_cents={1: 50_00, 2: 25_00, 3: 30_00, 4: 15_00, 6: 100_00},
    )
    shift.until("decide", box=1)
    shift.players[1].do(shift.table, type="Decide", box=1, action="double", cents=50_00)
    shift.deal("8s")
    shift.players[2].do(shift.table, type="Decide", box=2, action="split")
    shift.deal("3c")
    shift.players[2].do(shift.table, type="Decide", box=2, action="stand")
    shift.deal("Kd")
    shift.players[2].do(shift.table, type="Decide", box=2, hand=1, action="stand")
    for seat in (1, 2, 4, 6):
        enter(visits, shift.players[seat], f"/tables/{shift.table}").locator("#felt .name").first.wait_for()
    page = enter(visits, shift.players[3], f"/tables/{shift.table}")
    page.locator('[data-act="stand"]').wait_for()
    page.keyboard.press("c")
    page.locator("#coach .bars").wait_for()
    return page


def replay(visits: Visits) -> Page:
    page = visits.come()
    table = play(page, "down-under-pa")
    sit(page, 3)
    go_on(page)
    bet_and_deal(page)
    finish(page)
    page.goto(f"{visits.house.url}/tables/{table}/replay")
    page.locator("#at").get_by_text("1 /").wait_for()
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    return page


def dealing(visits: Visits) -> Page:
    shift = _shift(visits.house)
    shift.until("card", box=0)
    return enter(visits, shift.dealer, f"/tables/{shift.table}/deal")


def dealing_by_hand(visits: Visits) -> Page:
    """An act out of order, and the refusal beside it."""
    shift = _shift(visits.house)
    shift.until("decide")
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator("#tab-acts").click()
    page.locator('#by-hand [data-type="TurnHole"] button').click()
    page.locator("#by-hand .refusal").wait_for()
    return page


def pit(visits: Visits) -> Page:
    """Tables that are ahead, behind and in trouble."""
    for game in ("blackjack", "over-under-pa"):
        page = visits.come()
        play(page, game)
        sit(page, 3)
        go_on(page)
        for _ in range(3):
            bet_and_deal(page)
            finish(page)
    shift = Shift(visits.house, "down-under-pa", "", ("shuffler=batch",), seats=(1, 2, 5))
    shift.until("bets")
    shift.floor.do(shift.table, type="ReportBroken", device="shuffler")
    page = enter(visits, shift.floor, "/pit")
    page.locator('[data-state="bad"]').wait_for()
    return page


def floor(visits: Visits) -> Page:
    shift = _shift(visits.house)
    shift.until("decide")
    page = enter(visits, shift.floor, f"/tables/{shift.table}/floor")
    page.locator('[data-mechanism="irregularity.wrong_range"]').click()
    page.set_viewport_size({"width": 1440, "height": 1500})
    page.evaluate("scrollTo(0, 0)")
    return page


def _shift(house: House) -> Shift:
    return Shift(house, "down-under-pa", "9c 5d 7d Tc 8s 2d", seats=(1, 4), hole="6h")


def staff(path: str, role: AccountRole) -> Callable[[Visits], Page]:
    def draw(visits: Visits) -> Page:
        return enter(visits, visits.house.person(role), path)

    return draw


def odds(visits: Visits) -> Page:
    page = visits.come()
    page.goto(f"{visits.house.url}/odds/down-under-pa")
    page.locator(".reading").first.wait_for(timeout=300_000)
    page.locator(".chart").first.wait_for(timeout=300_000)
    page.set_viewport_size({"width": 1440, "height": 2400})
    return page


def options(visits: Visits) -> Page:
    page = visits.come()
    page.goto(f"{visits.house.url}/open/down-under-pa")
    page.locator(".choice-chip small").first.wait_for(timeout=300_000)
    return page


def login_with_code(visits: Visits) -> Page:
    house = visits.house
    account = house.accounts.create("Ada Floor", AccountRole.FLOORPERSON, PASSWORD)
    factors = house.auth.second_factors
    factors.confirm(account, code_at(factors.start(account).secret, step_at(house.auth.book.clock())))
    page = login(visits)
    page.locator("[data-show=login]").click()
    page.locator("#name").fill(account.name)
    page.locator("#password").fill(PASSWORD)
    page.locator("#login button[type=submit]").click()
    page.locator("#code").wait_for()
    return page


def enrolling(visits: Visits) -> Page:
    return enrolling_of(visits, "Ben Floor")


def enrolling_of(visits: Visits, name: str) -> Page:
    page = enter(visits, visits.house.person(AccountRole.FLOORPERSON, name=name), "/me")
    page.locator("[data-act=set-up]").click()
    page.locator(".qr").wait_for()
    page.set_viewport_size({"width": 1440, "height": 1300})
    return page


def recovery_codes(visits: Visits) -> Page:
    page = enrolling_of(visits, "Cy Floor")
    secret = page.locator("#factor .secret").inner_text().replace(" ", "")
    page.locator("#new-code").fill(code_at(secret, step_at(visits.house.auth.book.clock())))
    page.locator("#factor button[type=submit]").click()
    page.locator(".recovery").wait_for()
    return page


def staff_page(visits: Visits) -> Page:
    """One dealer on duty, and a closer that waits for a second person."""
    house = visits.house
    shift = Shift(house, "blackjack", "")
    asks, approves = shift.floor, house.person(AccountRole.FLOORPERSON, name="Eve Floor")
    table = house.table("blackjack", dealer="hand", cards="keyed")
    counted = [{"denomination_cents": 5_00, "number": 9_999}]
    asks.http.post(f"/api/v1/tables/{table}/tray/close", json={"key": "picture", "chips": counted})
    page = enter(visits, approves, "/staff")
    page.locator("#approvals td").first.wait_for()
    page.locator("#assignments td").first.wait_for()
    return page


def cage(path: str) -> Callable[[Visits], Page]:
    """A cage with money, a request that waits, and a player at the window."""

    def draw(visits: Visits) -> Page:
        house = visits.house
        cashier = house.person(AccountRole.CASHIER, name=f"Cora {path.rpartition('/')[2]}")
        bring(house, cash=25_000_00, chips=180_000_00)
        player = house.person(name=f"Ana {path.rpartition('/')[2]}")
        body = {"key": "in", "account": player.account.id, "cents": 250_00}
        cashier.post("/cage/pay-in", **body)
        capital = {"key": "more", "of": "chips", "cents": 50_000_00, "why": "for the weekend"}
        cashier.http.post("/api/v1/cage/capital-in", json=capital)
        page = enter(visits, cashier, path)
        page.locator(".money").first.wait_for()
        return page

    return draw


PAGES: dict[str, Callable[[Visits], Page]] = {
    "login": login,
    "lobby": lobby,
    "table": company,
    "table-paper": lambda visits: at_turn(visits, "double-back-jack-pa", theme="paper"),
    "table-phone": lambda visits: at_turn(visits, "down-under-pa", PHONE),
    "table-wall": lambda visits: at_turn(visits, "over-under-pa", WALL),
    "dealing": dealing,
    "dealing-by-hand": dealing_by_hand,
    "floor": floor,
    "pit": pit,
    "records": staff("/records", AccountRole.REGULATOR),
    "replay": replay,
    "options": options,
    "odds": odds,
    "login-with-code": login_with_code,
    "second-factor": enrolling,
    "recovery-codes": recovery_codes,
    "staff": staff_page,
    "me": staff("/me", AccountRole.DEALER),
    "cage": cage("/cage"),
    "cage-sheet": cage("/cage/sheet"),
    "accounts": staff("/accounts", AccountRole.ADMINISTRATOR),
    "api": staff("/api/v1/docs", AccountRole.PLAYER),
}

if __name__ == "__main__":
    main()
