"""The page of the gaming day: its figures, other days, and the files to take along."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.desk.round_records import TheoreticalEdge
from pitboss.web import day_reports
from pitboss.web.roles import AccountRole
from tests.desk.drive import Guest
from tests.web.browser.visits import PHONE, Visits, enter


@pytest.fixture(autouse=True)
def known_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    edge = TheoreticalEdge(0.01, 1.0)
    monkeypatch.setattr(day_reports, "exact_edges", lambda game: {game.main_wager.id: edge})


def play_some(visits: Visits) -> str:
    table = visits.house.table("blackjack")
    guest = Guest(visits.house.server.tables.find(table).desk, seed=3)
    guest.sit(1)
    for _ in range(3):
        guest.play_round()
    return table


def test_the_floor_reads_the_day_and_takes_it_along(visits: Visits) -> None:
    table = play_some(visits)
    page = enter(visits, visits.house.person(AccountRole.FLOORPERSON), "/day")
    rows = page.locator('[data-table="play"] tbody tr')
    mine = rows.filter(has_text=table).filter(has_text="whole day")
    expect(mine.locator("td").nth(2)).to_have_text("3")
    expect(mine.locator("td").last).to_have_text(re.compile("SD$"))
    expect(page.locator("#method")).to_contain_text("independent")
    expect(page.locator("#after")).to_be_disabled()
    for kind in ("csv", "pdf"):
        page.locator(f'[data-file="{kind}"]').click()
        expect(page.locator("#file-state a")).to_have_attribute("href", re.compile(f"/day/{kind}\\?day="))
    page.locator("#before").click()
    expect(page.locator("#notes")).to_contain_text("Nothing was played on this day.")
    assert re.search(r"/day\?day=\d{4}-\d\d-\d\d$", page.url)
    page.locator("#after").click()
    expect(mine.locator("td").nth(2)).to_have_text("3")


def test_the_day_fits_a_phone(visits: Visits) -> None:
    play_some(visits)
    page = enter(visits, visits.house.person(AccountRole.CASHIER), "/day", size=PHONE)
    expect(page.locator('[data-table="money"]')).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")
