"""The list of published texts has every file of today."""

import pytest

from pitboss.games.files import SHELF, known_games
from pitboss.games.published_texts import published_texts, text_sha256


@pytest.mark.parametrize("name", known_games())
def test_the_file_of_today_is_listed(name: str) -> None:
    """If not: `make golden` adds it, once its change is meant."""
    assert text_sha256((SHELF / f"{name}.toml").read_text()) in published_texts()[name]
