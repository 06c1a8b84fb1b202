"""Reading a journal that cannot be written: a file without write permission, or on read-only media."""

import os
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import URL

from pitboss.errors import BadStore
from pitboss.journal.file_use import is_left_alone
from pitboss.journal.sql import NeedsMigration, SqlStore
from pitboss.journal.store import Store

UNFINISHED = ("-wal", "-journal")
"""Ends of the names of files in which SQLite keeps what is not in the database itself yet."""


def is_read_only(path: Path) -> bool:
    """SQLite writes beside a journal even to read it, so its folder counts too."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def open_read_only(path: Path) -> Store:
    """As it is if nothing has to be done to it, else a copy, brought up to date."""
    store = _open_read_only(path)
    store.is_left_alone = is_left_alone(path)
    return store


def _open_read_only(path: Path) -> SqlStore:
    if not any(_has_content(path, ending) for ending in UNFINISHED):
        query = {"mode": "ro", "immutable": "1", "uri": "true"}
        url = URL.create("sqlite", database=f"file:{quote(str(path.absolute()))}", query=query)
        try:
            return SqlStore(url, str(path), create=False, read_only=True)
        except NeedsMigration:
            pass
    return CopiedStore(path)


class CopiedStore(SqlStore):
    """A copy of a journal in a temporary folder, which goes when it is closed."""

    def __init__(self, path: Path) -> None:
        self._folder = TemporaryDirectory(prefix="pitboss-", ignore_cleanup_errors=True)
        copy = Path(self._folder.name) / "journal.db"
        try:
            for ending in ("", *UNFINISHED):
                if not ending or _has_content(path, ending):
                    shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
            super().__init__(URL.create("sqlite", database=str(copy)), str(path), create=False)
        except OSError as error:
            self._folder.cleanup()
            raise BadStore(str(path), f"it cannot be copied to be read: {error.strerror}.") from error
        except BaseException:
            self._folder.cleanup()
            raise

    def close(self) -> None:
        super().close()
        self._folder.cleanup()


def _has_content(path: Path, ending: str) -> bool:
    beside = Path(f"{path}{ending}")
    return beside.is_file() and beside.stat().st_size > 0
