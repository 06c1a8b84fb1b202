"""The last record that this program wrote or saw in each stream, noted in a file outside the store.

A store that was put back from a backup, on purpose or by mistake, is behind the note: cards that were dealt
since are known, and must not be dealt again. The file only ever says that something was written: if it is
lost or older than the store, nothing is claimed. What others wrote is noted too, because any of several
programs may be the first to take a table that was put back.
"""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from threading import Lock
from typing import TextIO

from pitboss.errors import BadInput, Fault
from pitboss.journal.open_store import keep_private
from pitboss.journal.records import Head, Record
from pitboss.journal.store import Store

MOST_LINES = 10_000
"""After so many the file is written anew with one line for each stream."""


class HighWater:
    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, Lock()
        self._marks = _read(path)
        self._held: set[str] = set()
        """Streams whose mark was made, or was found in the store, since this program began."""
        self._lines = 0
        self._file: TextIO | None = None
        self._write_anew()

    def note(self, records: Iterable[Record]) -> None:
        """These records are on disk; of each stream the last one counts."""
        with self._lock:
            self._keep({record.table: record.head for record in records})

    def observe(self, store: Store, heads: Mapping[str, Head]) -> None:
        """These records, whoever wrote them, are on disk. A mark beyond which records are gone is kept."""
        unsure = self._risen(heads).keys() - self._held
        gone = {stream for stream in unsure if self.missing(store, stream) is not None}
        risen = self._risen({stream: head for stream, head in heads.items() if stream not in gone})
        with self._lock:
            self._keep(risen)

    def _risen(self, heads: Mapping[str, Head]) -> dict[str, Head]:
        with self._lock:
            return {
                stream: head
                for stream, head in heads.items()
                if stream not in self._marks or head.sequence > self._marks[stream].sequence
            }

    def _keep(self, ends: dict[str, Head]) -> None:
        self._held.update(ends)
        self._marks |= ends
        self._lines += len(ends)
        if self._lines > MOST_LINES:
            self._write_anew()
        elif self._file is not None and ends:
            self._file.write("".join(_line(stream, head) for stream, head in ends.items()))
            self._file.flush()

    def missing(self, store: Store, stream: str) -> Head | None:
        """The record that was written here and is no longer in the store; None if nothing is missing."""
        with self._lock:
            noted = self._marks.get(stream)
        if noted is None:
            return None
        record = next(store.read(stream, noted.sequence - 1, noted.sequence), None)
        return noted if record is None or record.hash != noted.hash else None

    def close(self) -> None:
        with self._lock:
            if self._file is not None:
                self._file.close()

    def _write_anew(self) -> None:
        fresh = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            keep_private(fresh)
            fresh.write_text("".join(_line(stream, head) for stream, head in sorted(self._marks.items())))
            os.replace(fresh, self._path)
        except OSError as error:
            says = f"what is written cannot be noted here: {error.strerror}."
            raise BadInput([Fault(str(self._path), says, "a file that this program may write")]) from error
        if self._file is not None:
            self._file.close()
        self._file = self._path.open("a")
        self._lines = len(self._marks)


def _line(stream: str, head: Head) -> str:
    return f"{stream} {head.sequence} {head.hash}\n"


def _read(path: Path) -> dict[str, Head]:
    """The last whole line of each stream; a line that was cut off says nothing."""
    marks: dict[str, Head] = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        match line.split():
            case [stream, sequence, hash] if sequence.isascii() and sequence.isdigit() and len(hash) == 64:
                marks[stream] = Head(int(sequence), hash)
    return marks
