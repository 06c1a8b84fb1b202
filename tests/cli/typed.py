"""A command typed in this very process, for tests that need no terminal.

A process of its own costs a second before it says anything. Each file of tests keeps one, and
`test_commands.py` many, to see that what is said here is said there too.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any, NamedTuple
from unittest.mock import patch

from pitboss.cli import main


class Typed(NamedTuple):
    status: int
    out: str
    err: str


def typed(*arguments: str, keys: str = "") -> Typed:
    """What comes of these words, and of these lines typed afterwards."""
    with _streams(keys) as (out, err), patch.object(sys, "argv", ["pitboss", *arguments]):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
    return Typed(status, out.getvalue(), err.getvalue())


@contextmanager
def _streams(keys: str) -> Iterator[tuple[StringIO, StringIO]]:
    out, err = StringIO(), StringIO()
    with (
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
        patch.object(sys, "stdin", StringIO(keys)),
    ):
        yield out, err


def said(*arguments: str) -> str:
    done = typed(*arguments)
    assert done.status == 0, done.err
    return done.out


def told(*arguments: str) -> Any:
    return json.loads(said(*arguments, "--json"))


def refused(*arguments: str) -> str:
    done = typed(*arguments)
    assert done.status == 2, done
    return done.err
