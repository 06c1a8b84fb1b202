"""What the tests of this folder share: the process that runs commands, and one valid file of every kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hostile.forks import Forks, forks
from tests.hostile.specimens import make_specimens


@pytest.fixture(scope="session")
def runner() -> Iterator[Forks]:
    with forks() as running:
        yield running


@pytest.fixture(scope="session")
def specimens(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("specimens")
    make_specimens(folder)
    return folder
