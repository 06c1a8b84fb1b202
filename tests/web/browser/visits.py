"""People in front of browsers, and what their pages complained of."""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from pitboss.web.auth import COOKIE
from tests.waiting import PATIENCE_MS, wait_until
from tests.web.house import House, Visitor

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")
DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
MOST_ACTS = 60
"""More than any round asks of the players at one table."""
EXPECTED = (
    "status of 401", "status of 403", "status of 409", "status of 422", "ERR_INTERNET_DISCONNECTED",
)  # fmt: skip
"""What the browser itself writes when the house says no, or when a test takes its line away."""

expect.set_options(timeout=PATIENCE_MS)


def find_chromium() -> str | None:
    named = os.environ.get("PITBOSS_CHROMIUM")
    return named or next((path for path in map(shutil.which, NAMES) if path), None)


@dataclass
class Visits:
    browser: Browser
    house: House
    contexts: list[BrowserContext] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def come(self, role: str = "player", *, size: dict[str, int] | None = None, **more: Any) -> Page:
        """Somebody new, through the one-click door."""
        page = self.open(size=size, **more)
        page.goto(f"{self.house.url}/")
        page.locator(f'[data-role="{role}"]').click()
        page.wait_for_url(lambda url: not url.endswith("/login"))
        return page

    def open(self, *, size: dict[str, int] | None = None, **more: Any) -> Page:
        context = self.browser.new_context(viewport=size or DESK, **more)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(words in message.text for words in EXPECTED):
            self.complaints.append(f"{message.type}: {message.text} ({message.location['url']})")

    def end(self) -> None:
        for context in self.contexts:
            context.close()
        assert self.complaints == []


def play(page: Page, game: str) -> str:
    """From the lobby to a table of this game of one's own; its id."""
    page.locator(f'[data-play="{game}"]').click()
    page.wait_for_url("**/tables/*")
    return page.url.rsplit("/", 1)[1]


def sit(page: Page, seat: int) -> None:
    page.locator(f'[data-hit="seat{seat}"]:visible').first.click()
    expect(page.locator("#money")).to_contain_text("Your chips")


QUIET = ("PrepareCards", "RefuseCut", "stand", "under", "decline", "no-insurance", "play-on")
"""What somebody does who wants the round to go on; at Over/Under one of the two."""


def press(button: Locator) -> None:
    """Presses it and waits until its page has drawn what follows, however long the house takes.

    The page draws its rail anew with every view: a button gone before it was reached was not due.
    """
    for held in button.element_handles()[:1]:
        try:
            held.click()
            held.wait_for_element_state("hidden", timeout=PATIENCE_MS)
        except Error as gone:
            if "not attached" not in gone.message:
                raise


def offer(page: Page, *acts: str) -> Locator:
    """Any of these acts on the page's rail."""
    return page.locator(", ".join(f'[data-act="{name}"]' for name in acts))


def go_on(page: Page, until: str = "bet") -> None:
    """Press what goes on, until this act is offered."""
    wanted, quiet = offer(page, until), offer(page, *QUIET)
    for _ in range(MOST_ACTS):
        expect(wanted.or_(quiet).first).to_be_visible()
        if wanted.count():
            return
        press(quiet)
    raise AssertionError(f"{until} was never offered")


def finish(*pages: Page) -> None:
    """Everybody presses what goes on, whoever's turn it is, until all have come to the end of the round."""
    for _ in range(MOST_ACTS):
        (due,) = wait_until(lambda: _due_of(pages), "somebody is asked for something")
        if due is None:
            return
        press(offer(due, *QUIET))
    raise AssertionError("the round never ended")


def _due_of(pages: Sequence[Page]) -> tuple[Page | None] | None:
    """Whose page has something to press; nobody's once all are asked for the next wager; None as yet."""
    if all(offer(page, "again").count() for page in pages):
        return (None,)
    return next(((page,) for page in pages if offer(page, *QUIET).count()), None)


def bet_and_deal(page: Page) -> None:
    """The least wager on one's own box, and no more to wait for."""
    page.locator('[data-act="bet"]').click()
    page.locator('[data-act="deal"]').click()
    expect(page.locator('[data-act="deal"]')).to_have_count(0)


def told(page: Page) -> list[str]:
    return page.locator("#log li").all_inner_texts()


def chips_cents(page: Page) -> int:
    words = page.locator("#money dd").first.inner_text()
    return round(float(words.replace("$", "").replace(",", "")) * 100)


def enter(
    visits: Visits, visitor: Visitor, path: str, *, size: dict[str, int] | None = None, **more: Any
) -> Page:
    """A page opened by somebody who has an account already."""
    page = visits.open(size=size, **more)
    secret = visitor.http.cookies[COOKIE]
    page.context.add_cookies([{"name": COOKIE, "value": secret, "url": visits.house.url}])
    page.goto(f"{visits.house.url}{path}")
    return page
