"""A dealer by hand: the next act with its clause, virtual or keyed cards, and all that can go wrong."""

from playwright.sync_api import Locator, Page, expect

from tests.waiting import PATIENCE_MS
from tests.web.browser.shift import Shift
from tests.web.browser.visits import Visits, enter, offer

TWO_HANDS = "9c 7d Td 8c 5d"
"""Burned cards are never keyed: box 1 gets nine and ten, the dealer seven, then a draw."""


def next_act(page: Page) -> Locator:
    return page.locator('[data-act="next"]')


def card_keys(page: Page) -> Locator:
    return page.locator(".card-keys")


def key_next(page: Page) -> None:
    """Enter, once the page says that the dealer's next act is due."""
    expect(next_act(page)).to_be_visible()
    page.keyboard.press("Enter")


def pay(page: Page, dollars: str) -> None:
    """What was handed to the player, the wager included."""
    page.locator("#paid").fill(dollars)
    page.locator('[data-act="pay"]').click()


def key_in(page: Page, card: str) -> None:
    """Rank and suit on the keyboard, once the page asks which card came."""
    expect(card_keys(page)).to_be_visible()
    asked = card_keys(page).element_handle()
    page.keyboard.type(card)
    asked.wait_for_element_state("hidden", timeout=PATIENCE_MS)


def test_a_dealer_deals_a_round_by_hand_and_waits_for_whoever_is_due(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "")
    shift.until("bets")
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    expect(page.locator("#due")).to_contain_text("Betting is open")
    shift.bet()
    page.locator('[data-act="next"]').click()
    expect(page.locator("#due h2")).to_contain_text("burned")
    key_next(page)
    for card in ("Tc", "7d", "9c"):
        expect(page.locator("#due .clause")).not_to_be_empty()
        page.locator(f'[data-card="{card}"]').click()
        expect(page.locator("#log li").last).to_contain_text({"T": "10"}.get(card[0], card[0]))
    expect(page.locator("#due h2")).to_contain_text("face down")
    key_next(page)
    expect(page.locator("#due")).to_contain_text("Waiting for")
    expect(page.locator('[data-act="next"]')).to_have_count(0)
    shift.players[1].do(shift.table, type="Decide", box=1, action="stand")
    expect(page.locator("#due h2")).to_contain_text("turns the hole card")
    key_in(page, "th")
    expect(page.locator("#log")).to_contain_text("The dealer turns over 10♥")
    pay(page, "15")
    expect(page.locator("#log")).to_contain_text("Box 1 was paid $15, but $20 is due")
    expect(page.locator("#log li.pay")).to_have_count(0)
    pay(page, "20")
    expect(page.locator("#log li.pay")).to_contain_text("Box 1 wins $10 (1 to 1)")


def test_a_card_keyed_wrongly_is_corrected_and_the_floor_approves_where_money_moved(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "9c 7d Td", hole="Th", pays_cents=20_00)
    shift.until("settle")
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator("#tab-correct").click()
    ask_for(page, "9♣", "8♣")
    expect(page.locator("#felt")).to_contain_text("18")
    pay(page, "20")
    expect(page.locator("#log")).to_contain_text("Box 1 wins $10")
    ask_for(page, "8♣", "7♣")
    expect(page.locator("#panel-correct .refusal")).to_contain_text("floorperson must approve")
    floor = enter(visits, shift.floor, f"/tables/{shift.table}/floor")
    expect(floor.locator('[data-key="asked"]')).to_contain_text("it was 7♣ to box 1")
    floor.locator('[data-act="approve"]').click()
    expect(floor.locator('[data-key="asked"]')).to_have_count(0)
    expect(floor.locator("#incidents")).to_contain_text("it was 7♣")
    expect(page.locator("#due h2")).to_contain_text("Box 1 is taken or paid")
    pay(page, "10")
    expect(page.locator("#log")).to_contain_text("Box 1 pushes")


def ask_for(page: Page, keyed: str, meant: str) -> None:
    """Correct the last entry that has this card."""
    line = page.locator("[data-entry]", has_text=keyed).first
    line.get_by_role("button", name="Correct").click()
    line.locator('[data-field="card"]').select_option(label=meant)
    line.locator('[data-key="why"]').fill("misread")
    line.locator('[data-act="correct"]').click()


def test_a_card_that_cannot_have_come_is_refused_with_its_clause(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "9c", ("decks=1",))
    shift.until("card", box=0)
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator('[data-card="9c"]').click()
    expect(page.locator(".rail .refusal .clause")).not_to_be_empty()
    expect(page.locator("#due h2")).to_contain_text("to the dealer")


def test_a_virtual_card_needs_no_keying(visits: Visits) -> None:
    page = visits.come("dealer")
    page.goto(f"{visits.house.url}/open/over-under-pa")
    page.locator('[data-act="open"]').click()
    page.wait_for_url("**/deal")
    page.locator('[data-act="next"]').click()
    expect(page.locator("#log")).to_contain_text("cards with")


def test_what_is_out_of_order_is_refused_beside_the_act_with_its_clause(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "9c 7d Td")
    shift.until("decide")
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator("#tab-acts").click()
    for act in ("TurnHole", "DealCard", "Settle", "ClearTable", "CloseBetting"):
        line = page.locator(f'#by-hand [data-type="{act}"]')
        line.locator("button").click()
        expect(line.locator(".refusal .clause")).not_to_be_empty()
        expect(line.locator(".refusal")).to_contain_text(".")
    assert shift.next()["act"] == "decide"


def test_an_act_in_its_order_may_be_done_by_name_too(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "9c 7d Td")
    shift.until("card", box=1)
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator("#tab-acts").click()
    line = page.locator('#by-hand [data-type="DealCard"]')
    line.locator("[name=card]").select_option("9c")
    line.locator("button").click()
    expect(page.locator("#log")).to_contain_text("9♣ to box 1")
    expect(line.locator(".refusal")).to_have_count(0)


def test_a_wager_is_called_with_cash_and_the_dealer_makes_chips_of_it(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", "")
    shift.until("bets")
    player = enter(visits, shift.players[1], f"/tables/{shift.table}")
    offer(player, "call").click()
    player.locator("#actions input").fill("2500")
    offer(player, "slide").click()
    expect(player.locator("#log")).to_contain_text("calls a $25 wager")
    dealer = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    dealer.locator("#tab-acts").click()
    dealer.locator('#offered [data-command="ConfirmCall"]').click()
    expect(player.locator("#log")).to_contain_text("gets $25 in chips for cash")
    expect(player.locator("#money dd").nth(1)).to_have_text("$25.00")


def test_where_hand_and_voice_differ_the_hand_counts(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack-match-nh", "9c 7d Td")
    shift.until("decide")
    player = enter(visits, shift.players[1], f"/tables/{shift.table}")
    offer(player, "signal").click()
    player.get_by_label("The hand shows").select_option("stand")
    player.get_by_label("The player says").select_option("hit")
    offer(player, "signal-now").click()
    expect(player.locator("#log")).to_contain_text("stands")
    assert shift.next()["act"] != "decide"


def test_an_open_choice_survives_what_others_do_meanwhile(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack-match-nh", "9c 7d Td")
    shift.until("decide")
    player = enter(visits, shift.players[1], f"/tables/{shift.table}")
    offer(player, "signal").click()
    player.get_by_label("The hand shows").select_option("stand")
    visits.house.person(money_cents=2_000_00, name="Ola").sit(shift.table, 5)
    expect(player.locator("#felt")).to_contain_text("Ola")
    assert player.get_by_label("The hand shows").input_value() == "stand"
    offer(player, "not").click()
    expect(offer(player, "signal")).to_be_visible()


def test_who_takes_no_insurance_waits_for_the_others_and_may_still_take_it(visits: Visits) -> None:
    shift = Shift(visits.house, "blackjack", "9c 7d Ad 8c 9h", seats=(1, 4))
    shift.until("close insurance")
    player = enter(visits, shift.players[1], f"/tables/{shift.table}")
    offer(player, "no-insurance").click()
    expect(player.locator("#actions")).to_contain_text("Waiting for the other players to answer")
    expect(offer(player, "no-insurance")).to_have_count(0)
    expect(player.locator("#actions button", has_text="$5 on box 1")).to_be_visible()
