"""Which tests share a worker, and which begin first.

What is dear to make (a browser, a server, a solved game) is made once: a file stays with one worker, and
so do all tests in a browser and all on PostgreSQL. Long tests that share nothing go wherever there is
room, and the longest begin first, so that no worker is left with them at the end.
"""

import pytest

LONGEST = (
    "tests/web/browser/", "tests/paper/test_report.py", "tests/agree/", "tests/test_compiled.py",
    "tests/exact/", "tests/cli/", "tests/sim/", "tests/chaos/", "tests/web/", "tests/paper/",
)  # fmt: skip
ALONE = (
    "tests/paper/test_report.py", "tests/agree/test_naive.py", "tests/agree/test_letter.py",
    "tests/exact/test_brute.py",
    "tests/chaos/test_world.py", "tests/test_compiled.py",
)  # fmt: skip
"""Files whose parametrized tests share nothing."""
OF_ONE_REPORT = ("test_every_figure_on_paper_is_the_analysts", "test_report_and_rack_card_use_plain_words")
"""Tests that read the same report of a game, which takes half a minute to make."""


def share_out(items: list[pytest.Item]) -> None:
    """For `--dist loadgroup`, which deals groups in the order of their first tests."""
    items.sort(key=_how_soon)
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_group(item)))


def _how_soon(item: pytest.Item) -> int:
    found = (number for number, begins in enumerate(LONGEST) if item.nodeid.startswith(begins))
    return next(found, len(LONGEST))


def _group(item: pytest.Item) -> str:
    file, _, test = item.nodeid.partition("::")
    asks_for = getattr(item, "fixturenames", ())
    if "chromium" in asks_for:
        return "browser"
    if "postgres" in asks_for or "[postgres" in test:
        return "postgres"
    name, _, game = test.partition("[")
    if name in OF_ONE_REPORT:
        return f"report of {game.rstrip(']')}"
    return test if file in ALONE and "[" in test else file
