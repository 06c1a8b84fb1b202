"""Copies of a store, made while servers write to it, and put back, with the database's own means."""

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import make_url

from pitboss.errors import BadStore
from pitboss.journal.file_use import is_used
from pitboss.journal.open_store import keep_private
from pitboss.journal.store_errors import explain_failure

PAGES_AT_ONCE = 2_000
PAUSE_S = 0.005
"""Between two groups of pages, for whoever else needs the disk."""
LONGEST_SAID = 400


def backup_file(source: str, target: str) -> int:
    """Copy a journal as it is at one moment; the length of the copy, which is whole or not there."""
    if not Path(source).is_file():
        raise BadStore(source, "there is no such file.", "a SQLite journal")
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


def restore_file(source: str, target: str) -> str:
    """Put a copy in the place of a journal that nobody uses; where what was there is kept, if anything."""
    place = Path(target)
    if is_used(Path(f"{target}.servers")):
        raise BadStore(target, "a server runs on it.", "stop the server first")
    unfinished = Path(f"{target}.part")
    unfinished.unlink(missing_ok=True)
    backup_file(source, str(unfinished))
    kept = _set_aside(place) if place.exists() else ""
    os.replace(unfinished, place)
    return kept


def _set_aside(place: Path) -> str:
    """The journal that was there, whole in one file: what its -wal has goes into it first."""
    with closing(sqlite3.connect(place)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = Path(f"{place}.before-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    os.replace(place, kept)
    for ending in ("-wal", "-shm"):
        Path(f"{place}{ending}").unlink(missing_ok=True)
    return str(kept)


def dump_database(address: str, target: str) -> int:
    """Let pg_dump write a PostgreSQL database as it is at one moment into a file; its length."""
    if Path(target).exists():
        raise BadStore(target, "this file is there already.", "a new file for each backup")
    keep_private(Path(target))
    try:
        _run_tool("pg_dump", address, "--format=custom", "--no-owner", f"--file={target}")
    except BadStore:
        Path(target).unlink(missing_ok=True)
        raise
    return Path(target).stat().st_size


def restore_database(source: str, address: str) -> None:
    """Let pg_restore put a dump in the place of a database, wholly or not at all."""
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error")
    _run_tool("pg_restore", address, *options, source)


def _run_tool(name: str, address: str, *options: str) -> None:
    """One of PostgreSQL's own programs; the password is not among its arguments, which others can read."""
    url = make_url(address).set(drivername="postgresql")
    where = url.render_as_string(hide_password=True)
    tool = shutil.which(name)
    if tool is None:
        raise BadStore(where, f"the program {name} is not installed.", "the client programs of PostgreSQL")
    plain = url.set(password=None).render_as_string(hide_password=False)
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    command = [tool, *options, f"--dbname={plain}"]
    done = subprocess.run(command, env=os.environ | secret, capture_output=True, text=True, check=False)
    if done.returncode:
        said = " ".join(done.stderr.split())[:LONGEST_SAID]
        raise BadStore(where, f"{name} failed: {said}")


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
