"""A copy of a SQLite journal, made while a server writes to it."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from pitboss.errors import BadStore
from pitboss.journal.open_store import keep_private
from pitboss.journal.store_errors import explain_failure

PAGES_AT_ONCE = 2_000
PAUSE_S = 0.005
"""Between two groups of pages, for whoever else needs the disk."""


def backup_file(source: str, target: str) -> int:
    """Copy a journal as it is at one moment; the length of the copy, which is whole or not there."""
    if not Path(source).is_file():
        raise BadStore(source, "there is no such file.", "a SQLite journal; PostgreSQL has pg_dump")
    if Path(target).exists():
        raise BadStore(target, "this file is there already.", "a new file for each backup")
    unfinished = Path(f"{target}.part")
    try:
        keep_private(unfinished)
        _copy(source, unfinished)
        os.replace(unfinished, target)
    except sqlite3.Error as error:
        raise explain_failure(source, str(error)) from error
    except OSError as error:
        raise BadStore(target, f"the backup cannot be written: {error.strerror}.") from error
    finally:
        for path in (unfinished, Path(f"{unfinished}-journal")):
            with suppress(OSError):
                path.unlink()
    return Path(target).stat().st_size


def _copy(source: str, target: Path) -> None:
    with (
        closing(sqlite3.connect(f"file:{Path(source).absolute()}?mode=ro", uri=True)) as reading,
        closing(sqlite3.connect(target)) as writing,
    ):
        reading.execute("SELECT stream FROM heads LIMIT 1")  # what is no journal is not copied as one
        reading.backup(writing, pages=PAGES_AT_ONCE, sleep=PAUSE_S)
        writing.execute("PRAGMA user_version = 0")  # nobody uses the copy, which is whole
        _sync(target)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
