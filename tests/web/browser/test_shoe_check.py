"""A page that gives its seeds by itself, and checks the shoe afterwards with one click."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from pitboss.desk.sealed_shoe import order_text, parse_order
from pitboss.desk.shoe_derivation import derive_order
from pitboss.table import commands as c
from tests.web.browser.visits import Visits, bet_and_deal, finish, go_on, play, sit
from tests.web.test_seeds import forgeries, run_checker

CHECK = """async (told) => (await import("/static/shoe_check.js")).checkShoe(told)"""
DERIVE = (
    """async ([cards, seed, lines]) => (await import("/static/shoe_check.js")).derive(cards, seed, lines)"""
)


def played_shoe(visits: Visits) -> tuple[Page, str, dict[str, Any]]:
    """A player's page at a table whose first shoe was opened, and all there is about that shoe."""
    page = visits.come()
    table = play(page, "blackjack")
    sit(page, 2)
    go_on(page)
    expect(page.locator("#seed")).to_contain_text("ready for the next shoe")
    bet_and_deal(page)
    finish(page)
    expect(page.locator("#seed")).to_contain_text("Your seed is in this shoe")
    visits.house.server.tables.find(table).submit(c.OrderReshuffle(), key="reshuffle", actor="floor")
    told = page.request.get(f"{visits.house.url}/api/v1/tables/{table}/shoes/1").json()
    return page, table, told


def test_one_click_checks_the_shoe_and_finds_the_seed_of_this_page(visits: Visits) -> None:
    page, table, _ = played_shoe(visits)
    page.goto(f"{visits.house.url}/tables/{table}/replay")
    page.get_by_role("button", name="Check this shoe").click()
    expect(page.locator("#shoe-check")).to_contain_text("✓ This shoe holds.")
    expect(page.locator("#shoe-check")).to_contain_text("Players’ seeds in it: 1. Your seed is in it.")


def test_desk_browser_and_program_agree_on_the_same_shoes_true_and_forged(
    visits: Visits, tmp_path: Path
) -> None:
    page, _, told = played_shoe(visits)
    assert page.evaluate(CHECK, told)["holds"]
    assert run_checker(told, tmp_path).returncode == 0
    for name, (forged, says) in forgeries(told).items():
        found = page.evaluate(CHECK, forged)
        assert not found["holds"], name
        assert says.lower() in found["says"].lower(), (name, found)
        assert run_checker(forged, tmp_path).returncode == 1, name


@pytest.mark.parametrize("decks", [1, 8, 11])
def test_desk_and_browser_derive_the_same_order_from_the_same_seeds(visits: Visits, decks: int) -> None:
    """Eleven decks need more than the seed, and so go on with hashes of it."""
    page = visits.come()
    rng = random.Random(decks)
    cards = order_text(
        parse_order("".join(rank + suit for rank in "A23456789TJQK" for suit in "cdhs" for _ in range(decks)))
    )
    seed, lines = rng.randbytes(1008), ["pitboss shoe 2", "table ü", json.dumps(decks)]
    told = [[cards[at : at + 2] for at in range(0, len(cards), 2)], seed.hex(), lines]
    expected = order_text(derive_order(parse_order(cards), seed, lines))
    assert "".join(page.evaluate(DERIVE, told)) == expected
