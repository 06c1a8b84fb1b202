"""Those who look on: replay, the floor's other duties, odds, options, accounts; who can read them."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.exact.analyst import main_edge
from pitboss.games.load import load_game
from pitboss.web.roles import AccountRole
from tests.web.browser.shift import Shift
from tests.web.browser.visits import (
    PHONE,
    Visits,
    bet_and_deal,
    chips_cents,
    enter,
    finish,
    go_on,
    offer,
    play,
    press,
    sit,
)
from tests.web.house import build_house
from tests.web.plain_words import faults_in


def played_table(visits: Visits, game: str = "down-under-pa") -> tuple[Page, str]:
    page = visits.come()
    table = play(page, game)
    sit(page, 3)
    go_on(page)
    bet_and_deal(page)
    finish(page)
    return page, table


def test_a_round_is_replayed_forwards_and_backwards_and_any_moment_has_a_link(visits: Visits) -> None:
    page, table = played_table(visits)
    page.goto(f"{visits.house.url}/tables/{table}/replay")
    expect(page.locator("#moves [aria-current=step]")).to_contain_text("1")
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    some_line = page.locator("#caption-line").inner_text()
    cards = page.locator("#felt .layer.cards .card:not([aria-hidden])")
    shown, moment = cards.count(), page.url
    page.keyboard.press("ArrowLeft")
    assert page.locator("#caption-line").inner_text() != some_line
    page.keyboard.press("End")
    expect(page.locator("#caption-line")).to_contain_text("cleared")
    page.goto(moment)
    expect(page.locator("#caption-line")).to_have_text(some_line)
    expect(cards).to_have_count(shown)
    expect(page.locator("#evidence")).to_contain_text("✓ 312 of 312")
    expect(page.locator("#evidence .commitment code").first).to_have_text(re.compile("^[0-9a-f]{64}$"))


def test_what_went_wrong_is_found_in_the_queue_and_leads_to_its_moment(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", "9c 7d Td", hole="Th", pays_cents=20_00)
    shift.until("decide")
    shift.dealer.do(shift.table, type="FindFaceUp", card="2c")
    shift.until("settle")
    shift.until("bets")
    page = enter(visits, shift.floor, "/records")
    page.locator('[data-key="queue table"]').select_option(shift.table)
    incident = page.locator("[data-incident]")
    expect(incident).to_have_count(1)
    expect(incident).to_contain_text("685a.12(a)")
    incident.get_by_role("link").click()
    expect(page.locator("#caption-line")).to_contain_text("2♣ was face up")
    expect(page.locator("#moves [aria-current=step] .glyph")).to_have_text("?!")


def test_a_round_leaves_the_house_as_text_and_as_a_picture(visits: Visits) -> None:
    page, table = played_table(visits)
    page.goto(f"{visits.house.url}/tables/{table}/replay")
    expect(page.locator("#at")).to_contain_text("1 /")
    page.keyboard.press("End")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    with page.expect_download() as drawn:
        page.locator('[data-act="picture"]').click()
    picture = drawn.value.path().read_text()
    assert picture.startswith("<svg")
    assert '<symbol id="card-' in picture
    with page.expect_download() as written:
        page.locator("#as-text").click()
    assert " close deal@3=" in written.value.path().read_text()


def test_every_time_on_a_page_is_in_one_zone_which_is_named(visits: Visits) -> None:
    _, table = played_table(visits)
    viewer = visits.house.person(AccountRole.REGULATOR)
    ended = viewer.get(f"/tables/{table}/rounds")["rounds"][0]["ended"]
    there = datetime.fromisoformat(ended).astimezone(ZoneInfo("America/New_York"))
    page = enter(visits, viewer, f"/tables/{table}/replay", timezone_id="America/New_York")
    expect(page.locator("#when")).to_contain_text("America/New_York")
    page.keyboard.press("End")
    for place in ("#when", "#moves [aria-current=step] .by"):
        expect(page.locator(place)).to_contain_text(f"{there:%H:%M:%S}")
    expect(page.locator("select option").first).to_contain_text(f"{there:%I:%M %p}")
    assert "UTC" not in page.locator("body").inner_text()
    page.goto(f"{visits.house.url}/records")
    expect(page.locator("#zone")).to_have_text("Times: America/New_York")


def test_a_replay_without_rounds_says_so(visits: Visits) -> None:
    table = visits.house.table("blackjack")
    page = visits.come("regulator")
    page.goto(f"{visits.house.url}/tables/{table}/replay")
    expect(page.locator(".empty")).to_contain_text("No round has been finished")


def test_ones_last_rounds_are_recalled_at_the_table(visits: Visits) -> None:
    page, _ = played_table(visits, "blackjack")
    page.locator("#tab-recall").click()
    expect(page.locator("#panel-recall .recall a")).to_have_count(1)
    expect(page.locator("#panel-recall .net")).to_have_text(re.compile("[▲▼=]"))


def test_the_coach_values_every_action_and_tells_what_the_last_one_cost(visits: Visits) -> None:
    page = visits.come()
    play(page, "over-under-pa")
    sit(page, 3)
    go_on(page)
    page.keyboard.press("c")
    bet_and_deal(page)
    expect(page.locator("#coach .bars")).to_contain_text("★")
    page.locator('[data-act="over"]').click()
    expect(page.locator("#coach .verdict")).to_contain_text("decision")


def test_the_floor_stops_a_table_and_the_table_says_so(visits: Visits) -> None:
    player, table = played_table(visits, "down-under-pa")
    floor = visits.come("floorperson")
    floor.goto(f"{visits.house.url}/tables/{table}/floor")
    expect(floor.locator("#check-count")).to_contain_text(re.compile(r"(\d+) of \1 signed"))
    floor.locator('[data-act="stop"]').click()
    floor.locator("#why").fill("a dispute")
    floor.keyboard.press("Enter")
    expect(floor.locator("#next")).to_contain_text("stopped")
    expect(player.locator("#link")).to_contain_text("stopped by the floorperson")
    player.locator('[data-act="bet"]').click()
    player.locator('[data-act="deal"]').click()
    expect(player.locator(".rail .refusal")).to_contain_text("stopped")


def test_the_pit_shows_what_the_house_won_and_nobody_else_lost(visits: Visits) -> None:
    player = visits.come()
    table = play(player, "blackjack")
    sit(player, 3)
    go_on(player)
    before = chips_cents(player)
    bet_and_deal(player)
    finish(player)
    floor = visits.come("floorperson")
    floor.goto(f"{visits.house.url}/pit")
    tile = floor.locator(f'[data-table="{table}"]')
    expect(tile.locator("[data-win]")).to_have_attribute("data-win", str(before - chips_cents(player)))
    expect(tile).to_contain_text("1 of 6")
    expect(tile.locator("[data-last]")).to_contain_text("No irregularities")


def test_the_floor_bars_a_player(visits: Visits) -> None:
    player, table = played_table(visits, "blackjack")
    floor = visits.come("floorperson")
    floor.goto(f"{visits.house.url}/tables/{table}/floor")
    floor.locator('[data-key="bar 3"]').click()
    floor.locator("#why").fill("counts aloud")
    floor.keyboard.press("Enter")
    expect(floor.locator("#asking form")).to_have_count(0)
    player.locator('[data-act="bet"]').click()
    player.locator('[data-act="deal"]').click()
    expect(player.locator(".rail .refusal")).to_be_visible()


def test_options_changed_by_the_floor_come_to_the_players_felt(visits: Visits) -> None:
    player, table = played_table(visits)
    expect(player.locator('#felt [data-wager="match_the_dealer"]')).to_have_count(6)
    floor = visits.come("floorperson")
    floor.goto(f"{visits.house.url}/tables/{table}/floor")
    floor.locator('[data-key="change"]').click()
    floor.get_by_label("Match-the-Dealer").select_option(label="no")
    floor.locator("#why").fill("fewer side wagers")
    floor.keyboard.press("Enter")
    expect(player.locator('#felt [data-wager="match_the_dealer"]')).to_have_count(0)
    expect(player.locator("#actions")).to_contain_text("Bet")


def test_a_round_given_up_by_the_floor_returns_what_was_not_decided(visits: Visits) -> None:
    player = visits.come()
    table = play(player, "over-under-pa")
    sit(player, 3)
    go_on(player)
    before = player.locator("#money dd").first.inner_text()
    bet_and_deal(player)
    expect(player.locator('[data-act="over"]')).to_be_visible()
    floor = visits.come("floorperson")
    floor.goto(f"{visits.house.url}/tables/{table}/floor")
    floor.locator('[data-act="void"]').click()
    floor.locator("#why").fill("the lights went out")
    floor.keyboard.press("Enter")
    expect(player.locator('[data-act="bet"]')).to_be_visible()
    expect(player.locator("#money dd").first).to_have_text(before)


def test_a_table_is_opened_with_options_and_what_is_not_allowed_is_refused(visits: Visits) -> None:
    page = visits.come()
    page.goto(f"{visits.house.url}/open/down-under-pa")
    page.locator('[data-key="decks=8"]').check()
    expect(page.locator('[data-option="decks"] input:checked')).to_have_value("8")
    page.locator("#option-min_wager_cents").fill("0.5")
    page.keyboard.press("Tab")
    expect(page.locator("#refused .refusal")).to_contain_text("685a.6(a)")
    page.locator('[data-act="open"]').click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#limits")).to_be_visible()
    page.locator("#tab-rules").click()
    expect(page.locator("#panel-rules")).to_contain_text("Decks: 8")


def test_a_moved_option_has_its_own_edge_and_chart(visits: Visits) -> None:
    page = visits.come()
    page.goto(f"{visits.house.url}/open/over-under-pa")
    edge = page.locator(".facts dd")
    expect(edge).to_contain_text("%")
    chip = page.locator(".choice-chip:has(small)").filter(has=page.locator("input:not(:checked)")).first
    expect(chip).to_be_visible()  # its edge stands beside it
    option = chip.locator("input").get_attribute("data-key") or ""
    chip.click()
    name, _, value = option.partition("=")
    told = main_edge(load_game("over-under-pa", options={name: json.loads(value)}))
    expect(edge).to_contain_text(f"{100 * told:.4f} %")
    expect(page.locator("#chart div:not(.outdated) table").first).to_be_visible()


def test_the_odds_page_shows_wagers_chart_and_readings(visits: Visits) -> None:
    page = visits.come()
    page.goto(f"{visits.house.url}/odds/over-under-pa")
    expect(page.locator(".wagers td.n .badge").first).to_be_visible()
    expect(page.locator("text=First card").first).to_be_visible()


def test_a_figure_has_the_same_mark_on_every_page(visits: Visits) -> None:
    page = visits.come()
    page.goto(f"{visits.house.url}/lobby")
    mark = page.locator("#games .badge").first
    expect(mark).to_have_text("◆")
    page.goto(f"{visits.house.url}/odds/blackjack")
    edge, spread = (page.locator(".wagers tbody tr").first.locator(".badge").nth(at) for at in (0, 1))
    expect(edge).to_have_text("◆")
    expect(spread).to_have_text("◇")
    expect(spread).to_have_attribute("title", re.compile("simplification"))


def test_an_administrator_makes_accounts_and_their_password_is_shown_once(visits: Visits) -> None:
    boss = visits.house.person(AccountRole.ADMINISTRATOR)
    page = enter(visits, boss, "/accounts")
    name = f"kim {visits.house.names}"
    page.locator("#name").fill(name)
    page.locator("#role").select_option("dealer")
    page.locator("#make button").click()
    expect(page.locator("#made .secret")).to_be_visible()
    expect(page.locator(f'[data-account="{name}"]')).to_contain_text("dealer")
    page.reload()
    expect(page.locator(f'[data-account="{name}"]')).to_be_visible()
    expect(page.locator(".secret")).to_have_count(0)


# ---- can everybody read it?

NAMELESS = """() => [...document.querySelectorAll(
    'button, a[href], input, select, [role=button], [role=img], [role=tab]')]
  .filter(one => one.checkVisibility())
  .filter(one => {
    const label = one.closest('label') || (one.id && document.querySelector(`label[for="${one.id}"]`));
    return !(one.getAttribute('aria-label') || one.textContent.trim() || label || one.title);
  }).map(one => one.outerHTML.slice(0, 120))"""

FAINT = """() => {
  const light = ([r, g, b]) => {
    const straight = v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    const [x, y, z] = [r, g, b].map(v => straight(v / 255));
    return .2126 * x + .7152 * y + .0722 * z;
  };
  const parse = colour => {
    const found = colour.match(/[\\d.]+/g).map(Number);
    return found.length < 4 ? [...found, 1] : found;
  };
  const over = (top, under) => [0, 1, 2].map(at => top[at] * top[3] + under[at] * (1 - top[3]));
  const ground = one => {
    const above = [];
    for (let at = one; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== 'none') return null;
      above.push(parse(style.backgroundColor));
      if (above.at(-1)[3] === 1) break;
    }
    return above.reverse().reduce((under, top) => over(top, under), [255, 255, 255]);
  };
  const words = [...document.querySelectorAll('body *:not(svg *)')].filter(one =>
    one.checkVisibility({ opacityProperty: true }) &&
    !one.closest('.spoken, .skip, :disabled, [aria-disabled=true]') &&
    [...one.childNodes].some(child => child.nodeType === 3 && child.textContent.trim()));
  return words.flatMap(one => {
    const under = ground(one);
    if (!under) return [];
    const style = getComputedStyle(one);
    const [a, b] = [light(over(parse(style.color), under)), light(under)].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    const size = parseFloat(style.fontSize);
    const enough = size >= 24 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
    const words = one.textContent.trim().slice(0, 40);
    return ratio < enough ? [`${ratio.toFixed(2)} ${one.className} ${words}`] : [];
  });
}"""


@pytest.mark.parametrize("theme", ["felt", "paper"])
def test_every_control_has_a_name_and_every_word_enough_contrast(visits: Visits, theme: str) -> None:
    page, table = played_table(visits)
    floor = visits.come("floorperson")
    for who, paths in (
        (
            page,
            ("/lobby", f"/tables/{table}", f"/tables/{table}/replay", "/open/down-under-pa", "/me", "/odds"),
        ),
        (floor, ("/pit", f"/tables/{table}/floor", "/records", "/day")),
    ):
        who.evaluate(f"localStorage.setItem('theme', '{theme}')")
        for path in paths:
            who.goto(f"{visits.house.url}{path}")
            who.wait_for_load_state("networkidle")
            expect(who.locator("html")).to_have_attribute("data-theme", theme)
            assert who.evaluate(NAMELESS) == [], path
            assert who.evaluate(FAINT) == [], path


@pytest.mark.parametrize("path", ["/lobby", "/open/down-under-pa", "/odds", "/me"])
def test_pages_fit_a_phone(visits: Visits, path: str) -> None:
    page = visits.come(size=PHONE, has_touch=True)
    page.goto(f"{visits.house.url}{path}")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_table_with_a_pace_fits_a_phone_in_the_lobby(visits: Visits) -> None:
    busy, table = played_table(visits)
    press(offer(busy, "again"))
    finish(busy)
    page = visits.come(size=PHONE, has_touch=True)
    expect(page.locator(f'[data-table="{table}"]')).to_contain_text("rounds per hour")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_who_wants_no_motion_sees_none(visits: Visits) -> None:
    page = visits.come(reduced_motion="reduce")
    play(page, "blackjack")
    sit(page, 3)
    go_on(page)
    bet_and_deal(page)
    page.locator("#felt .layer.cards .card").first.wait_for()
    lasts = page.locator("#felt .layer.cards .card").first.evaluate(
        "one => getComputedStyle(one).transitionDuration"
    )
    assert float(lasts.rstrip("s")) < 0.001


def test_a_page_that_is_not_for_somebody_says_so_in_words(visits: Visits) -> None:
    page = visits.come()
    page.goto(f"{visits.house.url}/accounts")
    expect(page.locator("body")).to_contain_text("Players cannot open this page")


def test_a_shoe_that_cannot_be_read_is_given_up_from_the_lobby(chromium: Browser, tmp_path: Path) -> None:
    with build_house(tmp_path) as first:
        table = first.table()
    with closing(sqlite3.connect(tmp_path / "pit.db")) as connection, connection:
        connection.execute("DELETE FROM secrets")
    with build_house(tmp_path) as house:
        visits = Visits(chromium, house)
        player = enter(visits, house.person(), "/lobby")
        expect(player.locator(f'[data-table="{table}"]')).to_contain_text("cannot be read")
        expect(player.locator("[data-give-up]")).to_have_count(0)
        page = enter(visits, house.person(AccountRole.FLOORPERSON), "/lobby")
        page.get_by_label("Reason for giving up the shoe").fill("the disk was lost")
        page.locator("[data-give-up]").click()
        expect(page.locator(f'[data-table="{table}"]')).to_contain_text("open")
        expect(page.locator("[data-give-up]")).to_have_count(0)
        visits.end()


READ = """() => [document.body.innerText,
  ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap(one =>
    ['aria-label', 'title', 'placeholder'].map(name => one.getAttribute(name) ?? ''))].join('\\n')"""
JOURNAL = re.compile(r"\b[0-9a-f]{8,}\b")


def test_every_page_is_in_plain_words_as_it_stands_on_the_screen(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", "9c 7d Td", ("min_wager_cents=500",), hole="6h")
    shift.until("decide")
    shift.dealer.do(shift.table, type="FindFaceUp", card="2c")
    boss = visits.house.person(AccountRole.ADMINISTRATOR)
    table = f"/tables/{shift.table}"
    for who, paths in (
        (shift.players[1], ("/lobby", table, "/me", "/odds", "/open/down-under-pa", "/open/over-under-pa")),
        (shift.dealer, (f"{table}/deal", "/pit")),
        (shift.floor, (f"{table}/floor", "/records", "/pit", "/day")),
        (boss, ("/accounts", "/records", f"{table}/replay")),
    ):
        page = enter(visits, who, paths[0])
        for path in paths:
            page.goto(f"{visits.house.url}{path}")
            page.wait_for_load_state("networkidle")
            press_all_tabs(page)
            assert faults_in(JOURNAL.sub("", page.evaluate(READ))) == [], path


def press_all_tabs(page: Page) -> None:
    """What stands behind a tab, a summary or a tile of the sheet is read too."""
    for control in page.locator("[role=tab], [data-mechanism]").all()[:8]:
        control.click()
    page.wait_for_load_state("networkidle")
