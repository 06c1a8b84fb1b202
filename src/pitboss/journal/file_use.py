"""Whether a SQLite file is whole: while a server runs, its last records are in the file that ends in -wal.

Whoever copies the file alone leaves them behind, and the copy is a journal without a fault that ends early.
So a server marks the file itself as in use for as long as it runs, and a marked file without its -wal is such
a copy. A server that is killed leaves the mark; whoever next opens the file with its -wal takes it away.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

IN_USE = 0x7B055
"""The mark, SQLite's `user_version`, which is in the first page of the file."""
LOCKS = "use-"


def is_left_alone(path: Path) -> bool:
    """Is this a copy of a file in use, without the file that ends in -wal?"""
    if not path.is_file() or Path(f"{path}-wal").exists():
        return False
    address = f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as main:
            return _is_marked(main)
    except sqlite3.Error:
        return False  # what is wrong with the file is told when it is opened


class FileUse:
    """Each server locks a file of its own in a folder beside the journal; a lock goes with its process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / f"{LOCKS}{os.getpid()}-{os.urandom(4).hex()}"
        self._held: int | None = None

    @property
    def is_held(self) -> bool:
        return self._held is not None

    def begin(self, connection: sqlite3.Connection) -> None:
        """Mark the file; the mark is in it, and not only in its -wal, when this returns."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._held = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self._held, fcntl.LOCK_EX)
        with _writing(connection):
            connection.execute(f"PRAGMA user_version = {IN_USE}")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def end(self, connection: sqlite3.Connection) -> None:
        if self._held is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._held)
            self._held = None
            self.tidy(connection)
            with suppress(OSError):  # others are there
                self._folder.rmdir()

    def tidy(self, connection: sqlite3.Connection) -> None:
        """Take the mark away unless a server runs."""
        if not _is_marked(connection):
            return
        with _writing(connection):
            if not is_used(self._folder):
                connection.execute("PRAGMA user_version = 0")


def is_used(folder: Path) -> bool:
    """Has a server locked one of the files there? One that was killed left one that is not locked."""
    for path in folder.glob(f"{LOCKS}*"):
        with suppress(FileNotFoundError):
            file = os.open(path, os.O_RDWR)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                path.unlink()
            except BlockingIOError:
                return True
            finally:
                os.close(file)
    return False


def _is_marked(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA user_version").fetchone() == (IN_USE,))


@contextmanager
def _writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One program at a time looks who else is there, and marks."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
