"""A search is kept for the next report, and made anew when anything it depends on has changed."""

from pathlib import Path

import pytest

from pitboss.exact import search_cache
from pitboss.exact.pricing import Tell
from pitboss.exact.reading_search import FigureSearch, search_game
from tests.cli.test_search_output import game_file


@pytest.fixture
def searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were really searched, with a cache of their own."""
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
    names: list[str] = []

    def noted(name: str, tell: Tell) -> tuple[FigureSearch, ...]:
        names.append(name)
        return search_game(name, tell)

    monkeypatch.setattr(search_cache, "search_game", noted)
    return names


def quiet(_: str) -> None:
    pass


def test_what_was_kept_is_what_was_found(tmp_path: Path, searched: list[str]) -> None:
    name = game_file(tmp_path)
    first = search_cache.find_searches(name, quiet)
    assert search_cache.find_searches(name, quiet) == first
    assert searched == [name]
    assert first[0].lattices[0].ranked[0].reproduces


def test_another_text_is_searched_anew(tmp_path: Path, searched: list[str]) -> None:
    search_cache.find_searches(game_file(tmp_path), quiet)
    other = search_cache.find_searches(game_file(tmp_path, "5.57", "6.31"), quiet)
    assert other[0].published == "5.57 to 6.31 %"
    assert len(searched) == 2


def test_a_spoiled_file_is_searched_anew(tmp_path: Path, searched: list[str]) -> None:
    name = game_file(tmp_path)
    first = search_cache.find_searches(name, quiet)
    (kept,) = (tmp_path / "cache").rglob("*.json")
    kept.write_bytes(kept.read_bytes()[:-5])
    assert search_cache.find_searches(name, quiet) == first
    assert len(searched) == 2


def test_a_cache_that_cannot_be_written_keeps_nobody_from_searching(
    tmp_path: Path, searched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "file"))
    assert search_cache.find_searches(game_file(tmp_path), quiet)
    assert len(searched) == 1


def test_a_game_without_a_published_figure_is_not_searched(searched: list[str]) -> None:
    assert search_cache.find_searches("over-under-pa", quiet) == ()
    assert not searched
