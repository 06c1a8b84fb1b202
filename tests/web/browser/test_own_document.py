"""A document that exists only in the tests, played in a browser: its own names, its own sentences."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from pitboss.desk.verify import verify_store
from tests.law.test_new_document import FILE, GAME
from tests.web.browser.visits import Visits, enter
from tests.web.house import House, build_house
from tests.web.test_live import play_round, seated


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with build_house(tmp_path_factory.mktemp("riverboat"), files=(FILE,)) as built:
        yield built
        assert verify_store(built.server.store).fault is None


def test_a_new_document_is_played_in_a_browser_without_code(house: House, chromium: Browser) -> None:
    """The felt has its wagers by their names, the log its own clauses, and no page complains."""
    table = house.table(GAME.id)
    visits = Visits(chromium, house)
    person = seated(house, table, 1)
    page = enter(visits, person, f"/tables/{table}")
    with person.line(table) as line:
        line.hear()
        for _ in range(3):
            play_round(person, line)
    expect(page.locator("body")).to_contain_text("Lucky Nines")
    expect(page.locator("#felt")).to_contain_text("LUCKY")
    assert "undefined" not in page.locator("body").inner_text()
    told = person.get(f"/games/{GAME.id}")
    assert {wager["name"] for wager in told["wagers"]} >= {"Pile Wager", "Lucky Wager", "Cover Wager"}
    visits.end()
