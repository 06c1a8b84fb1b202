"""What a run leaves out, told at its end: one sentence a reason, with how to run it too.

`make test` leaves the tests marked `slow` to `make check`; `pytest` by itself runs everything.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest

SLOW = "left to `make check`: "


def leave_out_slow(items: Iterable[pytest.Item]) -> None:
    """Every slow test is skipped for what its mark says it is."""
    for item in items:
        marked = item.get_closest_marker("slow")
        if marked is not None:
            (what,) = marked.args
            item.add_marker(pytest.mark.skip(reason=SLOW + what))


def sentences(skipped: Iterable[pytest.TestReport]) -> Iterator[str]:
    """One a reason, in the order of the tests."""
    by_reason: defaultdict[str, list[str]] = defaultdict(list)
    for report in sorted(skipped, key=lambda report: report.nodeid):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        by_reason[reason.removeprefix("Skipped: ")].append(report.nodeid.partition("::")[0])
    for reason, files in by_reason.items():
        yield _sentence(reason, len(files), sorted(set(files)))


def _sentence(reason: str, count: int, files: list[str]) -> str:
    told = f"Left out ({count} test{'s' * (count > 1)}): {reason.removeprefix(SLOW)}"
    if not reason.startswith(SLOW):
        return told
    return f"{told}. To run: make check, or .venv/bin/pytest {' '.join(files)}"
