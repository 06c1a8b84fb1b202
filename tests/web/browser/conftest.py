"""A real browser on a real server: Debian's Chromium, driven by Playwright, no download of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.waiting import PATIENCE_MS
from tests.web.browser.visits import FLAGS, Visits, find_chromium
from tests.web.house import House, build_house

LEFT_OUT = (
    "the tests in a browser. To run them too: apt-get install chromium, "
    "or PITBOSS_CHROMIUM=/path/to/chromium make test"
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.skip(LEFT_OUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS), timeout=PATIENCE_MS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all pages of this process: at once, and with its demonstration auth open."""
    folder: Path = tmp_path_factory.mktemp("house")
    with build_house(folder, demo=True) as built:
        yield built


@pytest.fixture
def visits(chromium: Browser, open_house: House) -> Iterator[Visits]:
    """People at browsers; whatever a page complained of fails the test."""
    made = Visits(chromium, open_house)
    yield made
    made.end()
