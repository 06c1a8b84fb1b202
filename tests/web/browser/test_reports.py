"""Reports and people on the pages: incidents, rating cards, limits, disputes, closing with a reason."""

import pytest
from playwright.sync_api import expect

from pitboss.web.roles import AccountRole
from tests.web.browser.visits import DESK, PHONE, Visits, enter
from tests.web.house import House, Visitor
from tests.web.playing import play


def played(house: House, player: Visitor, rounds: int) -> str:
    table = house.table()
    player.sit(table, 1, 500_00)
    while player.get(f"/tables/{table}")["view"]["round"] <= rounds:
        play(player, table, 1)
    return table


def test_the_floor_reports_an_incident_and_adds_its_outcome(visits: Visits) -> None:
    house = visits.house
    table = played(house, house.person(money_cents=1_000_00), 2)
    floor = house.person(AccountRole.FLOORPERSON)
    page = enter(visits, floor, f"/tables/{table}/floor")
    page.locator('[data-act="report"]').click()
    expect(page.locator("#incident-round")).to_have_value("2")
    page.locator("#incident-narrative").fill("Ann says her 20 was taken.")
    page.locator("#incident-persons").fill("Ann, Bob")
    page.locator("#incident-round").fill("1")
    page.locator("#asking button[type=submit]").click()
    report = page.locator("#filed [data-incident]")
    expect(report).to_contain_text("round 1")
    expect(report).to_contain_text("Persons: Ann, Bob")
    report.get_by_role("button", name="Add a finding or outcome").click()
    page.locator("#incident-outcome").fill("Paid $10 to Ann.")
    page.locator("#asking button[type=submit]").click()
    expect(report.locator(".added")).to_contain_text("Outcome: Paid $10 to Ann.")
    page.goto(f"{house.url}/records")
    page.locator("#day").fill(floor.get("/pit")["day"])
    expect(page.locator("#filed [data-incident]").first).to_contain_text("Ann says her 20 was taken.")


def test_the_floor_chooses_the_round_of_a_dispute(visits: Visits) -> None:
    house = visits.house
    table = played(house, house.person(money_cents=1_000_00), 2)
    page = enter(visits, house.person(AccountRole.FLOORPERSON), f"/tables/{table}/floor")
    page.locator('[data-mechanism="RecordDispute"]').click()
    expect(page.locator("#dispute-round")).to_have_value("2")
    page.locator("#dispute-round").fill("1")
    page.locator('.remedies [data-command="RecordDispute"]').first.click()
    expect(page.locator("#incidents")).to_contain_text("A dispute about box 1 in round 1 is recorded.")


def test_the_floor_sees_a_rating_card(visits: Visits) -> None:
    house, player = visits.house, visits.house.person(money_cents=1_000_00)
    table = played(house, player, 2)
    page = enter(visits, house.person(AccountRole.FLOORPERSON), f"/tables/{table}/floor")
    page.locator('[data-key="rating 1"]').click()
    card = page.locator("[data-rating]")
    expect(card).to_contain_text(f"Rating card of {player.account.name}")
    expect(card).to_contain_text("Average bet")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_player_sets_a_limit_and_excludes_themself(visits: Visits, size: dict[str, int]) -> None:
    page = enter(visits, visits.house.person(money_cents=500_00), "/me", size=size)
    page.locator("#limit-most").fill("50")
    page.get_by_role("button", name="Set the limit").click()
    expect(page.locator("#limits")).to_contain_text("$50")
    page.locator("#limit-most").fill("80")
    page.get_by_role("button", name="Set the limit").click()
    expect(page.locator("#limits-said")).to_contain_text("it can only be made tighter")
    page.locator("#exclusion-sure").check()
    page.get_by_role("button", name="Exclude me").click()
    expect(page.locator("#limits")).to_contain_text("You excluded yourself from play until")


def test_an_account_is_closed_with_a_reason_and_not_while_it_has_money(visits: Visits) -> None:
    house, player = visits.house, visits.house.person(money_cents=350_00)
    page = enter(visits, house.person(AccountRole.ADMINISTRATOR), "/accounts")
    line = page.locator(f'[data-account="{player.account.name}"]')
    line.get_by_role("button", name="Close", exact=True).click()
    page.locator("#why").fill("asked for it")
    page.locator("#asking button[type=submit]").click()
    expect(page.locator("#refused")).to_contain_text("still has $350 in the account")
