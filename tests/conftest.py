"""What tests of several rooms are given."""

from collections.abc import Iterator

import pytest

from tests.postgres import running


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as this run."""
    with running(tmp_path_factory.mktemp("postgres")) as address:
        yield address
