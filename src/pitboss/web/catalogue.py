"""The games on offer, and a game with the options somebody chose."""

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
    """Known games by name, and the files the server was started with; no other file is ever read."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._sources = {name: name for name in known_games()}
        for file in files:
            self._sources[load_game(file).id] = file

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._sources)

    def source(self, name: str) -> str:
        source = self._sources.get(name)
        if source is None:
            raise Refused("no_such_game", f"There is no game named “{name}” here.")
        return source

    def game(self, name: str, choices: Sequence[str] = ()) -> Game:
        """The game with these choices; BadChoice says what the document does not allow."""
        return _load(self.source(name), tuple(choices))


def options_text(game: Game) -> list[str]:
    """Options and readings that somebody chose for this table, in words."""
    chosen = [
        f"{option.label}: {game.option(option.name).tell(option.value)}"
        for option in game.options.values()
        if option.chosen_by == "house"
    ]
    return chosen + [
        f"Reading {id}: {read.choice}" for id, read in game.readings.items() if not read.is_default
    ]
