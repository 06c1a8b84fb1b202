"""A dealer by hand: the next act with its clause, virtual or keyed cards, and all that can go wrong."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from pitboss.games.files import known_games
from tests.web.browser.shift import Shift
from tests.web.browser.visits import Visits, enter, told

TWO_HANDS = "9c 7d Td 8c 5d"
"""Burned cards are never keyed: box 1 gets nine and ten, the dealer seven, then a draw."""


def test_a_dealer_deals_a_round_by_hand_and_waits_for_whoever_is_due(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "")
    shift.until("bets")
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    expect(page.locator("#due")).to_contain_text("Wagers are open")
    shift.bet()
    page.locator('[data-act="next"]').click()
    expect(page.locator("#due h2")).to_contain_text("burned")
    page.keyboard.press("Enter")
    for card in ("Tc", "7d", "9c"):
        expect(page.locator("#due .clause")).not_to_be_empty()
        page.locator(f'[data-card="{card}"]').click()
        expect(page.locator("#told li").last).to_contain_text({"T": "10"}.get(card[0], card[0]))
    expect(page.locator("#due h2")).to_contain_text("face down")
    page.keyboard.press("Enter")
    expect(page.locator("#due")).to_contain_text("Waiting for")
    expect(page.locator('[data-act="next"]')).to_have_count(0)
    shift.players[1].do(shift.table, type="Decide", box=1, action="stand")
    expect(page.locator("#due h2")).to_contain_text("turns the hole card")
    page.keyboard.press("t")
    page.keyboard.press("h")
    expect(page.locator("#told")).to_contain_text("The dealer turns 10♥")
    page.locator('[data-act="next"]').click()
    expect(page.locator("#told li.pay")).to_contain_text("1 to 1 on $10: $10")


def test_a_card_that_cannot_have_come_is_refused_with_its_clause(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "9c", ("decks=1",))
    shift.until("card", box=0)
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator('[data-card="9c"]').click()
    expect(page.locator(".rail .refusal .clause")).not_to_be_empty()
    expect(page.locator("#due h2")).to_contain_text("the dealer's hand")


def test_a_virtual_card_needs_no_keying(visits: Visits) -> None:
    page = visits.come("dealer")
    page.goto(f"{visits.house.url}/open/blackjack")
    page.locator('[data-act="open"]').click()
    page.wait_for_url("**/deal")
    page.locator('[data-act="next"]').click()
    expect(page.locator("#told")).to_contain_text("cards with")


class Wrong(NamedTuple):
    """Something that goes wrong: where, when, what is recorded, and what the page then says."""

    topic: str
    game: str
    due: str
    box: int | None
    command: str
    says: str
    choices: tuple[str, ...] = ()


WRONGS = (
    Wrong("face up", "down-under-pa", "decide", 1, "FindFaceUp", "lay face up"),
    Wrong("drawn in error", "down-under-pa", "decide", 1, "DrawInError", "drawn in error, face down"),
    Wrong("no card", "down-under-pa", "card", 1, "PassOver", "box 1 was not dealt"),
    Wrong("dealer missed", "double-back-jack-pa", "card", 0, "PassOver", "the dealer was not dealt"),
    Wrong("overdraw", "blackjack", "settle", 1, "Overdraw", "too many"),
    Wrong("wrong range", "down-under-pa", "decide", 1, "ReportWrongRange", "wrong light is reported"),
    Wrong("reader broken", "double-back-jack-pa", "decide", 1, "ReportBroken", "reader is out of order"),
    Wrong("reader misused", "double-back-jack-pa", "decide", 1, "ReportReaderMisused", "no reading was"),
    Wrong("shuffler broken", "down-under-pa", "bets", None, "ReportBroken", "of order", ("shuffler=batch",)),
)  # fmt: skip


@pytest.mark.parametrize("wrong", WRONGS, ids=[wrong.topic for wrong in WRONGS])
def test_what_goes_wrong_is_recorded_in_two_taps(visits: Visits, wrong: Wrong) -> None:
    shift = Shift(visits.house, wrong.game, TWO_HANDS, wrong.choices, hole="Th")
    shift.until(wrong.due, box=wrong.box)
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator("#tab-wrong").click()
    page.locator(f'#panel-wrong [data-command="{wrong.command}"]').first.click()
    line = page.locator("#told li", has_text=wrong.says)
    expect(line.first.locator(".clause")).not_to_be_empty()


def test_an_exposed_card_may_be_turned_down_by_the_player_and_is_then_discarded(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", "9c 7d 5d", hole="Th")
    shift.until("decide")
    dealer = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    dealer.locator("#tab-wrong").click()
    dealer.locator('#panel-wrong .row [data-command="DrawInError"]').click()
    player = enter(visits, shift.players[1], f"/tables/{shift.table}")
    player.locator('[data-act="RefuseCard"]').click()
    expect(player.locator("#told")).to_contain_text("turns the exposed card down")
    finish_by_hand(dealer, "th")
    expect(dealer.locator("#told")).to_contain_text("Nobody takes the exposed card")


def finish_by_hand(page: Page, hole: str) -> None:
    for _ in range(8):
        if any("Nobody takes" in line for line in told(page)):
            return
        page.wait_for_timeout(120)
        if page.locator(".card-keys").count():
            for letter in hole:
                page.keyboard.press(letter)
        else:
            page.keyboard.press("Enter")


@pytest.mark.parametrize(
    ("act", "says"), [("TakeMissedCard", "wants the missed card"), ("CallDead", "is dead")]
)
def test_who_was_passed_over_chooses_the_card_or_a_dead_hand(visits: Visits, act: str, says: str) -> None:
    shift = Shift(visits.house, "down-under-pa", "9c 7d")
    shift.until("card", box=1)
    shift.dealer.post(f"/tables/{shift.table}/next", key="one", card="9c")
    shift.dealer.post(f"/tables/{shift.table}/next", key="two", card="7d")
    shift.dealer.do(shift.table, type="PassOver", box=1)
    shift.until("missed")
    page = enter(visits, shift.players[1], f"/tables/{shift.table}")
    page.locator(f'[data-act="{act}"]').click()
    expect(page.locator("#told")).to_contain_text(says)


def test_the_floor_rules_on_a_wrong_light_from_its_own_sheet(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", TWO_HANDS, hole="6h")
    shift.until("decide")
    page = enter(visits, shift.floor, f"/tables/{shift.table}/floor")
    page.locator('[data-topic="wrong range"]').click()
    page.locator('.remedies [data-command="ReportWrongRange"]').first.click()
    expect(page.locator("#incidents")).to_contain_text("wrong light is reported")
    page.locator('[data-topic="wrong range"]').click()
    page.locator('.remedies [data-command="UpholdHand"]').first.click()
    expect(page.locator("#incidents")).to_contain_text("Box 1 plays on")


@pytest.mark.parametrize("game", known_games())
def test_the_sheet_knows_every_irregularity_of_the_game(visits: Visits, game: str) -> None:
    table = visits.house.table(game)
    page = visits.come("floorperson")
    page.goto(f"{visits.house.url}/tables/{table}/floor")
    tiles = page.locator("[data-topic]")
    expect(tiles.first).to_be_visible()
    named = page.locator('[data-topic]:not([data-topic^="act "])')
    assert named.count() >= 12
    assert named.locator(".clause").count() == named.count()
