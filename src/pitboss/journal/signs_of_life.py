"""How long each program that runs tables may still be taken for alive: one lease a program, not one a table.

Nothing of it has to survive a crash of the machine or of the database, so nothing of it waits for the disk:
beside a SQLite file it is a folder with a small file for each program, in PostgreSQL an unlogged table.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Protocol

from sqlalchemy import Connection, delete, select, text

from pitboss.journal.schema import SERVERS

Connected = Callable[[], AbstractContextManager[Connection]]
DIGITS = 20
FORGOTTEN_US = 24 * 3_600 * 1_000_000
"""A file that was not written for so long is deleted by whoever writes next to it."""


class SignsOfLife(Protocol):
    def note(self, owner: str, until_us: int) -> None:
        """This program counts as alive until then."""
        ...

    def all(self) -> Mapping[str, int]:
        """Until when each program counts as alive."""
        ...

    def close(self) -> None:
        """What this program noted is taken back."""
        ...


class LifeFiles:
    """Programs that share a SQLite file share its folder too."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._open: dict[str, int] = {}

    def note(self, owner: str, until_us: int) -> None:
        with self._lock:
            if owner not in self._open:
                self._open[owner] = self._begin(owner, until_us)
            os.pwrite(self._open[owner], f"{max(0, until_us):0{DIGITS}} {owner}\n".encode(), 0)

    def _begin(self, owner: str, now_us: int) -> int:
        self._folder.mkdir(mode=0o700, exist_ok=True)
        for path, (_, until_us) in self._read().items():
            if until_us + FORGOTTEN_US < now_us:
                path.unlink(missing_ok=True)
        return os.open(self._path(owner), os.O_RDWR | os.O_CREAT, 0o600)

    def _path(self, owner: str) -> Path:
        return self._folder / sha256(owner.encode()).hexdigest()[:16]

    def all(self) -> Mapping[str, int]:
        return dict(self._read().values())

    def _read(self) -> dict[Path, tuple[str, int]]:
        found = {}
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            with suppress(OSError, ValueError):  # gone since, or not ours
                until, _, owner = path.read_text().partition(" ")
                found[path] = owner.removesuffix("\n"), int(until)
        return found

    def close(self) -> None:
        with self._lock:
            for owner, file in self._open.items():
                os.close(file)
                self._path(owner).unlink(missing_ok=True)
            self._open = {}
        with suppress(OSError):  # others are there still, or nobody ever was
            self._folder.rmdir()


class LifeRows:
    """Programs that share a PostgreSQL database; no commit of these waits for the disk."""

    def __init__(self, reading: Connected, writing: Connected) -> None:
        self._reading, self._writing = reading, writing
        self._noted: set[str] = set()

    def note(self, owner: str, until_us: int) -> None:
        with self._writing() as connection:
            connection.execute(
                text(
                    "INSERT INTO servers (owner, until_us) VALUES (:owner, :until)"
                    " ON CONFLICT (owner) DO UPDATE SET until_us = excluded.until_us"
                ),
                {"owner": owner, "until": until_us},
            )
        self._noted.add(owner)

    def all(self) -> Mapping[str, int]:
        with self._reading() as connection:
            return {row.owner: row.until_us for row in connection.execute(select(SERVERS))}

    def close(self) -> None:
        if self._noted:
            with self._writing() as connection:
                connection.execute(delete(SERVERS).where(SERVERS.c.owner.in_(self._noted)))
        self._noted = set()
