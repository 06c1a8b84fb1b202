"""A row of a match wager's pay table that says it loses: table, analyst and simulator take the stake."""

from pathlib import Path

import pytest

from pitboss.exact.analyst import analyse
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.lab.simulation import Setting, simulate
from pitboss.table import events as e
from tests.table.drive import bet, deal, scripted

OWN = """extends = "down-under-pa"
game = "suited-only"
title = "Only suited matches pay"

[[pay_tables.match]]
when = { decks = 6 }
rows = { suited = "11:1", unsuited = "lose" }
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "suited-only.toml"
    path.write_text(OWN)
    return str(path)


def test_an_unsuited_match_loses_at_the_table(file: str) -> None:
    """Seven of clubs against seven of diamonds: the stake is taken."""
    room = scripted(file, cards="7c 7d 2h 3s 9c Tc Td")
    bet(room, 1, 1000, match_the_dealer=500)
    deal(room)
    (settled,) = room.of(e.WagerSettled)
    assert isinstance(settled, e.WagerSettled)
    assert (settled.stake_cents, settled.returned_cents, settled.won_cents) == (500, 0, 0)


def test_analyst_and_simulator_agree_on_it(file: str) -> None:
    game: Game = load_game(file)
    exact = next(wager for wager in analyse(game).wagers if wager.wager == "match_the_dealer")
    dealt = simulate(game, 500_000, Setting(cut=0.0, seed=3)).wagers
    match = next(wager for wager in dealt if wager.wager == "match_the_dealer")
    assert exact.push_frequency == 0
    assert abs(match.house_edge - exact.house_edge) < 4 * match.standard_error
