"""The tray on the pages of floor and dealer: slips, counts that two people sign, drop box, tips, cash."""

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.desk.cage_acts import Chips, FillIssued
from pitboss.web.roles import AccountRole
from tests.waiting import wait_until
from tests.web.browser.visits import Visits, enter
from tests.web.house import MONEY, House, Visitor

PAR = (Chips(100_00, 10), Chips(25_00, 40), Chips(5_00, 100))


class RealTable:
    """A table with real cards and chips, its dealer, a floorperson and a player."""

    def __init__(self, house: House, **about: object) -> None:
        self.house = house
        self.table = house.table("blackjack", dealer="hand", cards="keyed", par=PAR, **about)  # type: ignore[arg-type]
        self.dealer, self.floor = house.person(AccountRole.DEALER), house.person(AccountRole.FLOORPERSON)
        house.assign(self.dealer, self.table)
        self.player: Visitor = house.person(money_cents=5 * MONEY)

    def issue(self, slip: int) -> None:
        """The cashier hands the chips to a guard."""
        cage = self.house.server.tables.pit.cage
        asked = cage.book.slips[slip].request
        issued = FillIssued(
            slip=slip, table=self.table, chips=asked.chips, cents=asked.cents, carrier="Guard 7"
        )
        cage.submit(issued, by="cashier-1", key=f"issue-{slip}")

    def deal_page(self, visits: Visits) -> Page:
        page = enter(visits, self.dealer, f"/tables/{self.table}/deal")
        page.locator("#tab-tray").click()
        return page

    def floor_page(self, visits: Visits) -> Page:
        page = enter(visits, self.floor, f"/tables/{self.table}/floor")
        expect(page.locator("#tray-panel .tray-head")).to_be_visible()
        return page


@pytest.fixture
def real(visits: Visits) -> RealTable:
    return RealTable(visits.house)


def count(page: Page, **numbers: int) -> None:
    """Types a number for each denomination, named by its dollars, and signs."""
    for name, number in numbers.items():
        page.locator(f'[data-denomination="{int(name[1:]) * 100}"]').fill(str(number))


def test_a_fill_is_requested_by_the_floor_and_received_by_the_dealer(visits: Visits, real: RealTable) -> None:
    floor, dealer = real.floor_page(visits), real.deal_page(visits)
    before = floor.locator('[data-tray="rack"]').inner_text()
    floor.locator('[data-act="fill"]').click()
    count(floor, c100=3, c5=20)
    expect(floor.locator(".chip-total")).to_have_text("$400")
    floor.locator('[data-act="sign"]').click()
    slip = floor.locator('#tray-panel [data-slip][data-state="requested"]')
    expect(slip).to_contain_text("Fill $400")
    expect(slip).to_contain_text("3 × $100, 20 × $5")
    expect(floor.locator(".tray-ask")).to_have_count(0)
    real.issue(int(slip.get_attribute("data-slip") or 0))
    expect(dealer.locator("#tab-tray")).to_have_text("Tray (1)")
    expect(dealer.locator('[data-state="under way"]')).to_contain_text("carried by Guard 7")
    dealer.locator('[data-act="receive-slip"]').click()
    expect(dealer.locator('[data-state="received"]').first).to_contain_text(real.dealer.account.name)
    expect(dealer.locator("#tab-tray")).to_have_text("Tray")
    expect(floor.locator('[data-tray="rack"]')).not_to_have_text(before)


def test_the_floor_fills_up_to_par_and_voids_a_slip(visits: Visits) -> None:
    real = RealTable(visits.house, stocked=False)
    floor = real.floor_page(visits)
    expect(floor.locator('[data-tray="missing"]')).to_have_text("$2,500")
    floor.locator('[data-act="fill"]').click()
    floor.get_by_role("button", name="What is missing to par").click()
    expect(floor.locator(".chip-total")).to_have_text("$2,500")
    floor.locator('[data-act="sign"]').click()
    floor.locator('[data-act="void-slip"]').click()
    floor.locator("#tray-why").fill("asked for twice")
    floor.locator('[data-act="sign"]').click()
    expect(floor.locator('[data-state="void"]')).to_contain_text("asked for twice")


def test_a_credit_is_sent_by_the_dealer_with_whoever_carries_it(visits: Visits, real: RealTable) -> None:
    real.floor.post(
        f"/tables/{real.table}/credit", key="c", chips=[{"denomination_cents": 5_00, "number": 20}]
    )
    dealer = real.deal_page(visits)
    dealer.locator('[data-act="send-slip"]').click()
    dealer.locator("#carrier").fill("Guard 9")
    dealer.locator('[data-act="sign"]').click()
    expect(dealer.locator('[data-state="under way"]')).to_contain_text("carried by Guard 9")


def test_a_table_is_closed_and_opened_by_two_people(visits: Visits, real: RealTable) -> None:
    floor, dealer = real.floor_page(visits), real.deal_page(visits)
    dealer.locator('[data-act="close-tray"]').click()
    count(dealer, c5=9_999)
    dealer.locator('[data-act="sign"]').click()
    expect(dealer.locator("[data-waiting]")).to_contain_text("Waiting for a second person")
    expect(floor.locator("[data-waiting]")).to_contain_text("$5 short")
    floor.locator('[data-act="confirm-count"]').click()
    expect(floor.locator("#next")).to_contain_text("closed")
    expect(floor.locator('[data-count="closer"]')).to_contain_text(f"confirmed by {real.floor.account.name}")
    floor.locator('[data-act="open-tray"]').click()
    expect(floor.locator(".chip-row", has_text="$5").last).to_contain_text("closer")
    count(floor, c5=9_999)
    floor.locator('[data-act="sign"]').click()
    dealer.locator('[data-act="confirm-count"]').click()
    expect(dealer.locator('[data-act="close-tray"]')).to_be_visible()
    expect(floor.locator('[data-count="opener"]')).to_contain_text("agrees with the books")


def test_cash_is_changed_by_the_dealer_and_the_box_and_the_tips_are_collected(
    visits: Visits, real: RealTable
) -> None:
    real.player.sit(real.table, 1)
    real.player.do(real.table, type="Tip", cents=5_00)
    dealer = enter(visits, real.dealer, f"/tables/{real.table}/deal")
    dealer.locator("#tab-acts").click()
    cash = dealer.locator("#offered .row", has_text="Buy chips for seat 1, with cash")
    cash.locator("input").fill("40")
    cash.locator("button").click()
    expect(dealer.locator("#log")).to_contain_text("Seat 1 buys $40 in chips")
    floor = real.floor_page(visits)
    expect(floor.locator('[data-place="drop"]')).to_have_text("$40.00")
    floor.locator('[data-act="exchange-box"]').click()
    floor.locator("#box-taken").fill(f"{real.table[-6:]} A")
    floor.locator("#box-next").fill(f"{real.table[-6:]} B")
    floor.locator('[data-act="sign"]').click()
    expect(floor.locator("#boxes")).to_contain_text(f"Drop box no. {real.table[-6:]} B")
    expect(floor.locator('[data-place="drop"]')).to_have_text("$0.00")
    floor.locator('[data-act="collect-tips"]').click()
    expect(floor.locator('[data-act="collect-tips"]')).to_have_text("No tips to collect")
    expect(floor.locator('[data-place="tips"]')).to_have_text("$0.00")


def test_a_table_is_opened_with_a_tray_by_hand_and_a_par(visits: Visits) -> None:
    floor = visits.house.person(AccountRole.FLOORPERSON)
    page = enter(visits, floor, "/open/blackjack")
    page.locator("#cards").select_option("keyed")
    expect(page.locator("#tray")).to_have_value("by hand")
    expect(page.locator("#dealer")).to_have_value("hand")
    count(page, c100=2, c5=10)
    page.locator('[data-act="open"]').click()
    expect(page.locator("#terms")).to_contain_text("tray filled by hand")
    expect(page.locator('[data-tray="par"]')).to_have_text("$250")
    expect(page.locator("#next")).to_contain_text("closed")


def test_a_tray_that_fills_itself_offers_no_slips(visits: Visits) -> None:
    table, floor = visits.house.table(), visits.house.person(AccountRole.FLOORPERSON)
    page = enter(visits, floor, f"/tables/{table}/floor")
    expect(page.locator("#tray-panel")).to_contain_text("electronic")
    expect(page.locator('[data-act="fill"]')).to_have_count(0)


def test_figures_that_come_late_do_not_take_the_field_from_whoever_types(visits: Visits) -> None:
    """The page is drawn anew with each figure; what is typed meanwhile goes on where it was."""
    late: list[Route] = []
    page = enter(visits, visits.house.person(AccountRole.FLOORPERSON), "/lobby")
    page.route("**/api/v1/games/blackjack/strategy*", lambda route: late.append(route))
    for field, first, then in (("#table-name", "Re", "d 1"), ('[data-denomination="500"]', "1", "0")):
        page.goto(f"{visits.house.url}/open/blackjack")
        page.locator("#cards").select_option("keyed")
        page.locator(field).focus()
        page.keyboard.type(first)
        drawn = page.locator(field).element_handle()
        wait_until(lambda: late or page.evaluate("0"), "the strategy is asked for")  # which lets events in
        late.pop().continue_()
        drawn.wait_for_element_state("hidden")
        page.keyboard.type(then)
        expect(page.locator(field)).to_have_value(first + then)
