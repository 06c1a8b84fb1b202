"""What tests of several rooms are given, how long they may take, and what is told of those left out."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.left_out import leave_out_slow, sentences
from tests.postgres import running
from tests.sharing import share_out

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out the tests that are marked slow")


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share_out(items)
    if config.getoption("quick"):
        leave_out_slow(items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if terminalreporter.config.option.collectonly:
        return
    left_out = list(sentences(terminalreporter.stats.get("skipped", ())))
    for sentence in left_out or ["Left out: nothing."]:
        terminalreporter.write_line(sentence)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as this run.

    Its folder is its own: for root it runs as another user, and pytest closes its own folders to others
    whenever a second run begins.
    """
    with tempfile.TemporaryDirectory(prefix="pitboss-postgres-") as folder, running(Path(folder)) as address:
        yield address
