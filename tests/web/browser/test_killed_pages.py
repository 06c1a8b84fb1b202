"""A page's own client under a server that is killed and a line that loses answers."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.web.browser.killed_pages import act_and_kill

KILLS, ACTS = 3, 25


@pytest.mark.slow("a server in a process that is killed again and again under a page")
def test_what_a_page_did_under_a_killed_server_is_in_the_journal_once(
    chromium: Browser, tmp_path: Path
) -> None:
    report = act_and_kill(chromium, tmp_path, seed=7, kills=KILLS, acts=ACTS)
    assert report.kills > KILLS
    assert report.acts == ACTS
    assert report.lost
