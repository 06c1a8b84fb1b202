"""What a game file must list because its document says so, as checks."""

import pytest

from pitboss.errors import BadChoice
from tests.floor import game_of


def check_wager(game: str, kind: str, stake: str) -> None:
    """The wager is one of its own, with this stake."""
    wager = game_of(game).wager_of(kind)
    assert wager is not None
    assert wager.stake == stake


def check_procedure(game: str, name: str, amount: int | None = None) -> None:
    assert game_of(game).procedures[name].amount == amount


def check_excluded(game: str, *choices: str) -> None:
    """These choices do not go together, though each may be made by itself."""
    for choice in choices:
        assert game_of(game, choice)
    with pytest.raises(BadChoice):
        game_of(game, *choices)
