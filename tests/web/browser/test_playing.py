"""A newcomer's path from the start page to a logged_in round, in every game; other ways to sit at a table."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pitboss.games.files import known_games
from tests.waiting import PATIENCE_MS
from tests.web.browser.visits import (
    MOST_ACTS,
    PHONE,
    Visits,
    bet_and_deal,
    chips_cents,
    finish,
    go_on,
    offer,
    play,
    press,
    sit,
    told,
)
from tests.web.house import build_house

SETTLED = re.compile(r"^Box 3\b.* (wins|loses|pushes|gets)\b.*\$\d")


def settled_round(page: Page) -> list[str]:
    """Sits down at seat 3, bets the least, plays quietly; what the round's settlement said."""
    sit(page, 3)
    go_on(page)
    bet_and_deal(page)
    go_on(page, until="again")
    lines = [line for line in told(page) if SETTLED.search(line)]
    assert lines, told(page)
    return lines


@pytest.mark.parametrize("game", known_games())
def test_a_newcomer_comes_to_a_settled_round(visits: Visits, game: str) -> None:
    page = visits.come()
    play(page, game)
    lines = settled_round(page)
    assert all("\n" in line and re.search(r"[a-z0-9]", line.split("\n")[1]) for line in lines), (
        "each with its clause"
    )
    expect(page.locator(".tag.won, .tag.lost, .tag.back").first).to_be_attached()


def test_money_on_the_page_is_what_the_lines_say(visits: Visits) -> None:
    page = visits.come()
    play(page, "blackjack")
    sit(page, 3)
    go_on(page)
    before = chips_cents(page)
    bet_and_deal(page)
    go_on(page, until="again")
    line = next(line for line in told(page) if SETTLED.search(line)).split("\n")[0]
    amounts = [round(float(found.replace(",", "")) * 100) for found in re.findall(r"\$([\d,.]*\d)", line)]
    verb = SETTLED.search(line)[1]  # type: ignore[index]
    change = {"wins": amounts[0], "loses": -amounts[0], "pushes": 0}.get(verb, amounts[0] - amounts[-1])
    assert chips_cents(page) == before + change


def test_two_people_at_one_table_see_each_other_and_act_only_for_themselves(visits: Visits) -> None:
    ana, ben = visits.come(), visits.come()
    table = play(ana, "blackjack")
    sit(ana, 1)
    go_on(ana)
    ben.goto(f"{visits.house.url}/tables/{table}")
    sit(ben, 4)
    go_on(ben)
    expect(ana.locator("#felt .name")).to_have_count(2)
    bet_and_deal(ana)
    expect(ana.locator("#actions")).to_contain_text("Waiting for the other players")
    expect(ben.locator("#felt .pile")).to_have_count(1)
    bet_and_deal(ben)
    acting = ana.locator('[data-act="stand"], [data-act="again"], [data-act="no-insurance"]')
    after_blackjack = ana.locator("#actions").get_by_text("Waiting for player 4")
    expect(acting.or_(after_blackjack).first).to_be_visible()
    if ana.locator('[data-act="stand"]').count():
        expect(ben.locator('[data-act="stand"]')).to_have_count(0)
    finish(ana, ben)
    assert any("Box 1" in line for line in told(ben))
    assert any("Box 4" in line for line in told(ana))


def test_a_phone_shows_ones_own_box_large_and_fits_its_width(visits: Visits) -> None:
    page = visits.come(size=PHONE, has_touch=True)
    play(page, "down-under-pa")
    settled_round(page)
    expect(page.locator("#own-window")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    low = page.locator("#actions button:visible").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().height < 44).length"
    )
    assert low == 0, "every control of the rail is large enough for a thumb"


def test_everything_can_be_done_by_keyboard_alone(visits: Visits) -> None:
    page = visits.open()
    page.goto(f"{visits.house.url}/login")
    _tab_to(page, "Sit down and play")
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    expect(page.locator('[data-play="blackjack"]')).to_be_visible()
    page.locator('[data-play="blackjack"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/*")
    expect(page.locator('[data-hit="seat3"]').first).to_be_visible()
    page.locator('[data-hit="seat3"]').first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#money")).to_contain_text("Your chips")
    _key_on(page, {"PrepareCards": "y", "RefuseCut": "n"}, until="bet")
    page.keyboard.press("?")
    expect(page.locator("#key-map")).to_contain_text("Double down")
    page.keyboard.press("Escape")
    expect(page.locator("#key-map")).to_be_hidden()
    page.keyboard.press("b")
    expect(offer(page, "deal")).to_be_visible()
    page.keyboard.press("Enter")
    _key_on(page, {"stand": "s", "no-insurance": "n"}, until="again")
    assert any(SETTLED.search(line) for line in told(page))


def test_a_key_counts_while_the_focus_is_still_in_a_dialog_that_was_closed(visits: Visits) -> None:
    page = visits.come()
    play(page, "blackjack")
    sit(page, 3)
    go_on(page)
    page.keyboard.press("b")
    expect(offer(page, "deal")).to_be_visible()
    page.evaluate(
        """() => {
        const close = document.querySelector("#key-map button");
        close.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    }"""
    )
    expect(offer(page, "deal")).to_have_count(0)


def _key_on(page: Page, keys: dict[str, str], *, until: str) -> None:
    """The key of what is offered, and only once the page offers it, until this act is."""
    wanted, due = offer(page, until), offer(page, *keys)
    for _ in range(MOST_ACTS):
        expect(wanted.or_(due).first).to_be_visible()
        if wanted.count():
            return
        for held in due.element_handles()[:1]:
            page.keyboard.press(keys[held.get_attribute("data-act") or ""])
            held.wait_for_element_state("hidden", timeout=PATIENCE_MS)
    raise AssertionError(f"{until} was never offered")


def _tab_to(page: Page, words: str) -> None:
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == words:
            return
    raise AssertionError(f"{words!r} cannot be reached by Tab")


def test_a_press_is_not_lost_when_the_page_draws_itself_anew_meanwhile(visits: Visits) -> None:
    page = visits.come()
    play(page, "blackjack")
    sit(page, 3)
    go_on(page)
    bet = offer(page, "bet")
    began = bet.element_handle()
    bet.hover()
    page.mouse.down()
    page.keyboard.press("2")
    began.wait_for_element_state("hidden")
    page.mouse.up()
    expect(offer(page, "deal")).to_be_visible()


def test_a_house_that_falls_silent_is_waited_for_and_the_round_goes_on_where_it_stood(
    chromium: Browser, tmp_path: Path
) -> None:
    with build_house(tmp_path, demo=True) as first:
        visits = Visits(chromium, first)
        page = visits.come()
        play(page, "down-under-pa")
        sit(page, 2)
        go_on(page)
        deal_until_asked(page)
        cards, money = cards_on_felt(page), chips_cents(page)
        port = int(first.url.rsplit(":", 1)[1])
    expect(page.locator("#link")).to_contain_text("trying again")
    with build_house(tmp_path, demo=True, port=port):
        expect(page.locator("#link")).to_be_hidden()
        assert (cards_on_felt(page), chips_cents(page)) == (cards, money)
        finish(page)
        visits.complaints = [said for said in visits.complaints if "ERR_CONNECTION_REFUSED" not in said]
        visits.end()


def deal_until_asked(page: Page) -> None:
    """Rounds that end by themselves are passed over."""
    for _ in range(12):
        bet_and_deal(page)
        page.locator('[data-act="stand"], [data-act="again"], [data-act="no-insurance"]').first.wait_for()
        if page.locator('[data-act="stand"]').count():
            return
        go_on(page)
    raise AssertionError("nobody was ever asked for a decision")


def test_an_early_surrender_is_offered_before_the_dealer_looks_and_may_be_passed(visits: Visits) -> None:
    """The watch of this house stands still here: only an answer goes on."""
    table = visits.house.table("blackjack", "surrender=early")
    page = visits.come()
    page.goto(f"{visits.house.url}/tables/{table}")
    sit(page, 3)
    go_on(page)
    for _ in range(60):
        bet_and_deal(page)
        offer(page, "play-on", "stand", "again", "no-insurance").first.wait_for()
        if offer(page, "play-on").count():
            break
        go_on(page)
    expect(offer(page, "surrender")).to_have_count(1)
    press(offer(page, "play-on"))
    finish(page)


def cards_on_felt(page: Page) -> list[str]:
    cards = page.locator("#felt .layer.cards .card:not([aria-hidden])")
    found: list[str] = cards.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return found


def test_a_refusal_is_a_sentence_with_its_clause_beside_what_was_done(visits: Visits) -> None:
    page = visits.come()
    play(page, "down-under-pa")
    sit(page, 3)
    go_on(page)
    page.locator('[data-act="bet"]').click()
    page.keyboard.press("5")
    for _ in range(3):
        page.locator('[data-hit="3.match_the_dealer"]').first.click()
    page.locator('[data-act="deal"]').click()
    refusal = page.locator(".rail .refusal")
    expect(refusal).to_be_visible()
    expect(refusal).to_contain_text("D36")
