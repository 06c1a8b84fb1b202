"""The games on offer, and a game with the options somebody choices for."""

from collections.abc import Sequence
from functools import lru_cache

from pitboss.errors import Refused
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game


@lru_cache(maxsize=256)
def _load(source: str, choices: tuple[str, ...]) -> Game:
    return load_game(source, choose=choices)


class Catalogue:
    """Known games by name, and the files the server was started with; nothing else is ever read."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._sources = {name: name for name in known_games()}
        for file in files:
            self._sources[load_game(file).id] = file

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._sources)

    def source(self, name: str) -> str:
        found = self._sources.get(name)
        if found is None:
            raise Refused("no_such_game", f"There is no game named {name!r} here.")
        return found

    def game(self, name: str, choices: Sequence[str] = ()) -> Game:
        """The game with these choices; BadChoice says what the document does not allow."""
        return _load(self.source(name), tuple(choices))
