"""Killed at any moment and started again: everybody at the same table and round, with the same money."""

from pathlib import Path

import pytest

from tests.web.killing import kill_and_compare

KILLS = 8


@pytest.mark.slow("a server in a process that is killed again and again while people play")
def test_a_server_killed_at_any_moment_leaves_everybody_where_they_were(tmp_path: Path) -> None:
    report = kill_and_compare(tmp_path, seed=11, kills=KILLS)
    assert report.kills == KILLS
    assert report.while_starting
    assert report.acknowledged > KILLS
    assert report.rounds
