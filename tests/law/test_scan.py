"""Code names no document: no clause, document, game or reading id stands in a room that runs games."""

import ast
import re
from pathlib import Path

import pytest

import pitboss
from pitboss.games.files import known_games
from pitboss.games.load import load_games
from pitboss.games.register import all_clauses

ROOMS = (
    "rules",
    "table",
    "exact",
    "sim",
    "lab",
    "desk",
    "journal",
    "web",
    "cli",
    "paper",
    "documents",
    "proof",
)
ROOT = Path(pitboss.__file__).parent
FILES = sorted(
    path
    for room in ROOMS
    for path in (ROOT / room).rglob("*")
    if path.suffix in (".py", ".js", ".html", ".typ", ".css")
)
WORDS = {"blackjack", "custom"}
"""A game and a document that are also words of the language."""

DOCUMENTS = {game.document for game in load_games()} - WORDS
GAMES = set(known_games()) - WORDS
READINGS = {id for game in load_games() for id in (*game.readings, *game.notes)}
CLAUSES = {clause.id for clause in all_clauses()}

_DOCUMENT = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(DOCUMENTS)))})(?![\w-])")
_GAME = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(GAMES)))})(?![\w-])")


def test_there_is_something_to_look_for() -> None:
    assert len(CLAUSES) > 600
    assert len(READINGS) > 100
    assert _DOCUMENT.search('cite("685a.7(h)")')
    assert _GAME.search('load_game("over-under-pa")')
    assert len(FILES) > 200


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_document_is_named_in_code(path: Path) -> None:
    """Neither in strings nor in comments: what is said there would be true of one document only."""
    text = path.read_text()
    named = [*_DOCUMENT.findall(text), *_GAME.findall(text)]
    assert not named
    if path.suffix == ".py":
        assert not [value for value in _strings(text) if _is_id(value)]


def _is_id(text: str) -> bool:
    return text in CLAUSES or text in READINGS or text.removeprefix("reading.") in READINGS


def _strings(text: str) -> list[str]:
    return [
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
