"""Processes really killed, on a file and on a server: nothing answered is lost, nothing is half written."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]


def kills(store: str, number: int) -> str:
    """In a process of its own, which has no threads and may fork."""
    command = [sys.executable, "-m", "tests.chaos.kills", store, "--kills", str(number), "--seed", "1"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE_S, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


KILLS = pytest.mark.slow("desks in processes that are really killed, on SQLite and PostgreSQL")


@KILLS
def test_kills_on_sqlite_lose_nothing(tmp_path: Path) -> None:
    assert kills(str(tmp_path), 40).startswith("40 kills")


@KILLS
def test_kills_on_postgresql_lose_nothing(postgres: str) -> None:
    assert kills(postgres, 10).startswith("10 kills")
