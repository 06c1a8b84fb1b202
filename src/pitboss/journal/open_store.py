"""Opening a store by file name or address."""

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import BadStore
from pitboss.journal.store import Store

if TYPE_CHECKING:
    from sqlalchemy import URL

PRIVATE = 0o600
OTHERS = 0o077
ADDRESSES = "a file name, sqlite:FILE, memory: or postgresql://NAME:PASSWORD@HOST/DATABASE"


def open_store(address: str, *, create: bool = True) -> Store:
    """The store at this address; without `create` it must exist already."""
    scheme, colon, rest = address.partition(":")
    if address == "memory:":
        from pitboss.journal.memory import MemoryStore

        return MemoryStore()
    if scheme in ("postgresql", "postgres"):
        return _open_server(address, create)
    if colon and scheme != "sqlite":
        raise BadStore(address, f"{scheme!r} is not a kind of store.", ADDRESSES)
    name = rest.removeprefix("//") if colon else address
    if not name:
        raise BadStore(address, "the file name is missing.", ADDRESSES)
    return _open_file(name, create)


def open_for_reading(address: str) -> Store:
    """A store that exists and will not be written; its file may be on read-only media."""
    from pitboss.journal.read_only import is_read_only, open_read_only

    scheme, colon, rest = address.partition(":")
    name = rest.removeprefix("//") if colon and scheme == "sqlite" else address
    if is_read_only(Path(name)):
        return open_read_only(Path(name))
    return open_store(address, create=False)


def _open_file(name: str, create: bool) -> Store:
    from sqlalchemy import URL

    from pitboss.journal.file_use import is_left_alone
    from pitboss.journal.sql import SqlStore

    if not create and not Path(name).is_file():
        raise BadStore(name, "there is no such file.", ADDRESSES)
    if create:
        keep_private(Path(name))
    left_alone = is_left_alone(Path(name))
    store = SqlStore(URL.create("sqlite", database=name), name, create=create)
    store.is_left_alone = left_alone
    if not left_alone:
        store.tidy_up()
    return store


def keep_private(path: Path) -> None:
    """Only its owner may read and write the file; a new one is created so, an older one is closed to others.

    SQLite gives the files that it writes beside a database the same mode.
    """
    with suppress(OSError):  # what is wrong with the file is told when it is opened
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
        if path.stat().st_mode & OTHERS:
            path.chmod(PRIVATE)


def _open_server(address: str, create: bool) -> Store:
    from importlib.util import find_spec

    from pitboss.journal.sql import SqlStore

    url = _server_url(address)
    where = url.render_as_string(hide_password=True)
    if find_spec("psycopg") is None:
        raise BadStore(where, "the PostgreSQL driver is not installed.", "pip install 'pitboss[postgres]'")
    return SqlStore(url.set(drivername="postgresql+psycopg"), where, create=create)


def _server_url(address: str) -> "URL":
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        return make_url(address)
    except (ArgumentError, ValueError) as error:
        raise BadStore(
            address.partition("@")[2] or address, "this is not the address of a server.", ADDRESSES
        ) from error
