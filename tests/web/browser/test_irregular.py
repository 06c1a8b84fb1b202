"""Everything that can go wrong, by the table's own list: recorded at a page, and told with its clause."""

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from pitboss.games.vocabulary import IRREGULARITIES
from tests.web.browser.shift import Shift
from tests.web.browser.visits import Visits, enter
from tests.web.house import Visitor

RANKS, SUITS = "23456789TJQKA", "cdhs"
NEXT = ('[data-act="next"]',)
"""The act that is due, as the dealer does it."""


def wrong(command: str, of: str = "") -> tuple[str, ...]:
    """Two taps on the dealer's page: what may have gone wrong, and what did."""
    return ("#tab-wrong", f'#panel-wrong [data-key^="{command}{of}"]')


def when(act: str, box: int | None = None) -> Callable[[Shift], None]:
    return lambda shift: shift.until(act, box=box)


def exposed(shift: Shift) -> None:
    shift.until("decide")
    shift.dealer.do(shift.table, type="DrawInError", card="5d")


def turned_down(shift: Shift) -> None:
    exposed(shift)
    shift.players[1].do(shift.table, type="RefuseCard", box=1)
    shift.until("discard held")


def passed_over_twice(shift: Shift) -> None:
    shift.until("card", box=1)
    shift.dealer.do(shift.table, type="PassOver", box=1)
    shift.until("card", box=1)
    shift.dealer.do(shift.table, type="PassOver", box=1)
    shift.until("call dead")


def passed_over_once(shift: Shift) -> None:
    shift.until("card", box=1)
    shift.deal("9c")
    shift.deal("7d")
    shift.dealer.do(shift.table, type="PassOver", box=1)
    shift.until("missed")


def hit(shift: Shift) -> None:
    shift.until("decide")
    shift.players[1].do(shift.table, type="Decide", box=1, action="hit")


def hit_and_missed(shift: Shift) -> None:
    hit(shift)
    shift.dealer.do(shift.table, type="PassOver", box=1)
    shift.until("missed")


def shoe_emptied(shift: Shift) -> None:
    """A box waits for its card, and one card after the other lies face up in the shoe, to the last."""
    hit(shift)
    out = {*shift.cards.split(), shift.hole}
    for face in (rank + suit for rank in RANKS for suit in SUITS if rank + suit not in out):
        while not lies_face_up(shift, face):
            if shift.next()["act"] == "collect":
                return
            shift.dealer.post(f"/tables/{shift.table}/next", key=shift.dealer.key())


def lies_face_up(shift: Shift, face: str) -> bool:
    """Goes to the rack, if there is a card on top of the shoe."""
    command = {"type": "FindFaceUp", "card": face}
    asked = {"key": shift.dealer.key(), "command": command}
    return shift.dealer.http.post(f"/api/v1/tables/{shift.table}/commands", json=asked).status_code == 200


def reader_failed(shift: Shift) -> None:
    shift.until("decide")
    shift.dealer.do(shift.table, type="ReportBroken", device="reader")


def card_found_face_up(shift: Shift) -> None:
    shift.until("decide")
    shift.dealer.do(shift.table, type="FindFaceUp", card="5d")


def voids(mechanism: str) -> tuple[str, ...]:
    """Two taps on the floorperson's page."""
    return (f'[data-mechanism="irregularity.{mechanism}"]', '.remedies [data-command="VoidRound"]')


def shoe_made_anew(shift: Shift) -> None:
    shoe_emptied(shift)
    shift.until("burn")


class Drive(NamedTuple):
    """How an irregularity comes about, and what is pressed, on whose page, to have it recorded."""

    game: str
    brings: Callable[[Shift], None]
    press: tuple[str, ...]
    page: str = "/deal"
    cards: str = "9c 7d Td"
    choices: tuple[str, ...] = ()
    lines: int = 1
    """How many are told of it: a round that is void tells of the hand too."""


PLAYERS = ""
"""The page of the player at seat 1."""
FLOOR = "/floor"
SHUFFLER = ("shuffler=batch",)
ONE_DECK = ("decks=1",)

DRIVES = {
    "irregularity.face_up": Drive("down-under-pa", when("decide"), wrong("FindFaceUp")),
    "irregularity.drawn_unseen": Drive("down-under-pa", when("decide"), wrong("DrawInError")),
    "irregularity.drawn_seen": Drive(
        "down-under-pa", when("decide"), ("#tab-wrong", '#panel-wrong .row [data-command="DrawInError"]')
    ),
    "irregularity.exposed_card_refused": Drive(
        "down-under-pa", exposed, ('[data-act="RefuseCard"]',), PLAYERS
    ),
    "irregularity.exposed_card_unused": Drive("down-under-pa", turned_down, NEXT),
    "irregularity.overdraw": Drive("double-back-jack-pa", when("settle"), wrong("Overdraw")),
    "irregularity.dealer_card_missed": Drive("double-back-jack-pa", when("card", 0), wrong("PassOver")),
    "irregularity.shoe_empty": Drive("blackjack", shoe_emptied, NEXT, choices=ONE_DECK),
    "irregularity.shoe_empty/burn": Drive("blackjack", shoe_made_anew, NEXT, choices=ONE_DECK),
    "irregularity.no_card": Drive("down-under-pa", passed_over_twice, wrong("CallDead")),
    "irregularity.one_card": Drive(
        "down-under-pa", passed_over_once, ('[data-act="TakeMissedCard"]',), PLAYERS
    ),
    "irregularity.missed_hit": Drive("down-under-pa", hit, wrong("PassOver")),
    "irregularity.wrong_range": Drive("down-under-pa", when("decide"), wrong("ReportWrongRange")),
    "irregularity.reader_misused": Drive("double-back-jack-pa", when("decide"), wrong("ReportReaderMisused")),
    "irregularity.reader_broken": Drive(
        "double-back-jack-pa", when("decide"), wrong("ReportBroken", "reader")
    ),
    "irregularity.reader_broken/void": Drive(
        "double-back-jack-pa", reader_failed, voids("reader_broken/void"), FLOOR, lines=2
    ),
    "irregularity.void_round": Drive(
        "blackjack", card_found_face_up, voids("void_round"), FLOOR, choices=("reading.H1=R2",), lines=2
    ),
    "irregularity.shuffler_jam": Drive(
        "down-under-pa", when("offer cut"), wrong("ReportJam"), choices=SHUFFLER
    ),
    "irregularity.shuffler_broken": Drive(
        "down-under-pa", when("bets"), wrong("ReportBroken", "shuffler"), choices=SHUFFLER
    ),
}


NOT_DRIVEN = {
    "irregularity.shoe_empty/void": "every card of the shoe would have to lie before players",
    "irregularity.blackjack_misread": "found by turning the hole card over, and recorded by nobody",
    "irregularity.false_blackjack": "likewise",
}

SOME = tuple(
    f"irregularity.{name}" for name in ("face_up", "exposed_card_refused", "missed_hit", "shuffler_jam")
)
"""One by the dealer, one by a player, one that leaves somebody to choose, one of a device."""
OTHERS = pytest.mark.slow("the other irregularities, each recorded at a page in a browser")


@pytest.mark.parametrize(
    "mechanism",
    [id if id in SOME else pytest.param(id, marks=OTHERS) for id in DRIVES],
)
def test_each_irregularity_is_recorded_at_a_page_with_its_clause(visits: Visits, mechanism: str) -> None:
    drive = DRIVES[mechanism]
    shift = Shift(visits.house, drive.game, drive.cards, drive.choices, hole="Th")
    drive.brings(shift)
    assert mechanism in on_the_sheet(shift.floor, shift.table)
    who = {PLAYERS: shift.players[1], FLOOR: shift.floor}.get(drive.page, shift.dealer)
    page = enter(visits, who, f"/tables/{shift.table}{drive.page}")
    clause = visits.house.server.tables.find(shift.table).state.terms.citations[mechanism]["clause"]
    line = "#incidents tbody tr" if drive.page == FLOOR else "#log li"
    told = page.locator(line, has=page.locator(".clause", has_text=re.compile(f"^{re.escape(clause)}$")))
    expect(page.locator(line).first).to_be_attached()
    before = told.count()
    for control in drive.press:
        page.locator(control).first.click()
    expect(told).to_have_count(before + drive.lines)


def on_the_sheet(floor: Visitor, table: str) -> set[str]:
    """The irregularities about which something may be done now."""
    entries = floor.get(f"/tables/{table}/floor")["irregularities"]
    return {entry["mechanism"] for entry in entries if entry["remedies"]}


def test_no_drive_is_of_something_that_the_table_does_not_know() -> None:
    assert set(DRIVES) | set(NOT_DRIVEN) == set(IRREGULARITIES)


@pytest.mark.parametrize("missed", [passed_over_once, hit_and_missed])
@pytest.mark.parametrize(
    ("act", "says"), [("TakeMissedCard", "wants the missed card"), ("CallDead", "is dead")]
)
def test_who_was_passed_over_chooses_the_card_or_a_dead_hand(
    visits: Visits, missed: Callable[[Shift], None], act: str, says: str
) -> None:
    shift = Shift(visits.house, "down-under-pa", "9c 7d Td")
    missed(shift)
    page = enter(visits, shift.players[1], f"/tables/{shift.table}")
    page.locator(f'[data-act="{act}"]').click()
    expect(page.locator("#log")).to_contain_text(says)


def test_a_round_goes_on_with_the_rack_when_the_shoe_has_run_out(visits: Visits) -> None:
    """From the last card to the box that waited for one: a new shoe, a burn, and its card."""
    shift = Shift(visits.house, "blackjack", "9c 7d Td", ONE_DECK)
    shoe_emptied(shift)
    page = enter(visits, shift.dealer, f"/tables/{shift.table}/deal")
    page.locator('[data-act="next"]').click()
    expect(page.locator("#due h2")).to_contain_text("shuffled")
    shift.until("card", box=1)
    page.locator('[data-card="2c"]').click()
    expect(page.locator("#log")).to_contain_text("2♣ to box 1")


def test_the_floor_rules_on_a_wrong_light_from_its_own_sheet(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", "9c 7d Td", hole="6h")
    shift.until("decide")
    page = enter(visits, shift.floor, f"/tables/{shift.table}/floor")
    page.locator('[data-mechanism="irregularity.wrong_range"]').click()
    page.locator('.remedies [data-command="ReportWrongRange"]').first.click()
    expect(page.locator("#incidents")).to_contain_text("wrong light is reported")
    page.locator('[data-mechanism="irregularity.wrong_range"]').click()
    page.locator('.remedies [data-command="UpholdHand"]').first.click()
    expect(page.locator("#incidents")).to_contain_text("Box 1 plays on")


def test_a_broken_shuffler_is_covered_repaired_and_seen_from_the_pit(visits: Visits) -> None:
    shift = Shift(visits.house, "down-under-pa", "", SHUFFLER)
    shift.until("bets")
    page = enter(visits, shift.floor, f"/tables/{shift.table}/floor")
    pit = enter(visits, shift.floor, "/pit")
    lamp = pit.locator(f'[data-table="{shift.table}"] [data-lamp="shuffler"]')
    expect(lamp).to_have_attribute("data-state", "good")
    for command, state in (("ReportBroken", "bad"), ("CoverShuffler", "bad"), ("RepairDevice", "good")):
        page.locator('[data-mechanism="irregularity.shuffler_broken"]').click()
        page.locator(f'.remedies [data-command="{command}"]').first.click()
        expect(lamp).to_have_attribute("data-state", state)
        expect(page.locator(".remedies")).to_have_count(0)
    expect(page.locator("#incidents")).to_contain_text("The shuffler works again")
    expect(pit.locator(f'[data-table="{shift.table}"] [data-last]')).to_contain_text("works again")


def test_the_sheet_shows_what_cannot_have_happened_with_its_clause_too(visits: Visits) -> None:
    table = visits.house.table("over-under-pa")
    page = visits.come("floorperson")
    page.goto(f"{visits.house.url}/tables/{table}/floor")
    tiles = page.locator("[data-mechanism]")
    expect(tiles.first).to_be_visible()
    assert tiles.count() >= 12
    assert tiles.locator(".clause").count() == tiles.count()
