from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.house import House, build_house


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server without pace, on a file of its own."""
    with build_house(tmp_path) as built:
        yield built
