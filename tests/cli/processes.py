"""The command line as a person runs it: every command a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE_S

PITBOSS = Path(sys.executable).with_name("pitboss")


def run(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(PITBOSS), *arguments], capture_output=True, text=True, cwd=cwd, timeout=PATIENCE_S, check=False
    )


def said(*arguments: str) -> str:
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def told(*arguments: str) -> Any:
    return json.loads(said(*arguments, "--json"))


def refused(*arguments: str, cwd: Path | None = None) -> str:
    """What a bad command is told: exit status 2, no traceback, nothing on standard output."""
    done = run(*arguments, cwd=cwd)
    assert done.returncode == 2, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    return done.stderr
