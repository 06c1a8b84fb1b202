"""Faulty parts: a store that fails around a commit, a process that dies at any line, records that rot."""

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec.structs import replace

import pitboss
from pitboss.errors import BadStore, LostRace
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import Record
from pitboss.journal.store import Append, Snapshot, Store

PACKAGE = str(Path(pitboss.__file__).parent)
DISKS = ("memory.py", "sql.py", "journal/log.py", "journal/log_key.py", "journal/merkle.py")
"""Stores stand for the disk here, which outlives a process; how they fail is FaultyStore's to say."""


class Killed(BaseException):
    """The process is gone; nobody may catch it but the world."""


APPEND_FAULTS = (
    "killed before", "killed after", "disk full", "lost before", "lost after", "slow", "overtaken",
)  # fmt: skip
READ_FAULTS = ("killed reading", "lost reading")


class FaultyStore:
    """A store that does once what it is told to suffer; everything else goes to the store inside."""

    def __init__(
        self, inner: Store, meanwhile: dict[str, Callable[[], None]], note: Callable[[str], None]
    ) -> None:
        self.inner = inner
        self.fault = ""
        self._meanwhile = meanwhile
        self._note = note

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        fault = self._due(APPEND_FAULTS)
        if fault == "killed before":
            raise Killed
        if fault in ("disk full", "lost before"):
            raise BadStore("chaos", f"{fault}.")
        if fault in self._meanwhile:
            self._meanwhile[fault]()
        outcomes = self.inner.append_all(batches)
        if fault == "killed after":
            raise Killed
        if fault == "lost after":
            raise BadStore("chaos", "the connection was lost after the commit.")
        return outcomes

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        fault = self._due(READ_FAULTS)
        for number, record in enumerate(self.inner.read(table, after, upto)):
            if fault and number == 1:
                raise Killed if fault == "killed reading" else BadStore("chaos", "the connection was lost.")
            yield record

    def _due(self, kinds: tuple[str, ...]) -> str:
        if self.fault not in kinds:
            return ""
        fault, self.fault = self.fault, ""
        self._note(fault)
        return fault


class Trap:
    """Kills the process at the n-th line of the package that it runs; a real power cut asks no more."""

    def __init__(self, line: int) -> None:
        self._left = line
        self.sprung = False
        self._thread = threading.get_ident()

    def __enter__(self) -> "Trap":
        self._before = sys.gettrace()
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self._before)

    def _enter(self, frame: FrameType, _: str, __: Any) -> Any:
        name = frame.f_code.co_filename
        return self._step if name.startswith(PACKAGE) and not name.endswith(DISKS) else None

    def _step(self, _: FrameType, event: str, __: Any) -> Any:
        if event == "line" and threading.get_ident() == self._thread:
            self._left -= 1
            if self._left <= 0:
                self.sprung = True
                raise Killed
        return self._step


ROT: dict[str, Callable[[Record, int], Record]] = {
    "payload": lambda record, at: replace(record, payload=_flipped(record.payload, at)),
    "actor": lambda record, at: replace(record, actor=_flipped(record.actor, at)),
    "time": lambda record, at: replace(record, time=_flipped(record.time, at)),
    "kind": lambda record, at: replace(record, kind=_flipped(record.kind, at)),
    "previous": lambda record, at: replace(record, previous=_flipped(record.previous, at)),
    "hash": lambda record, at: replace(record, hash=_flipped(record.hash, at)),
    "torn": lambda record, at: replace(record, payload=record.payload[: at % len(record.payload)]),
}


def _flipped(text: str, at: int) -> str:
    """One bit of one letter."""
    at %= len(text)
    return text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :]


SNAPSHOT_ROT: dict[str, Callable[[Snapshot, int], Snapshot]] = {
    "body": lambda shot, at: shot._replace(body=_flipped(shot.body, at)),
    "torn": lambda shot, at: shot._replace(body=shot.body[: at % len(shot.body)]),
    "hash": lambda shot, at: shot._replace(hash=_flipped(shot.hash, at)),
    "sequence": lambda shot, at: shot._replace(sequence=shot.sequence ^ (1 << at % 12)),
}


class Rotten:
    """One record of a memory store changed, for as long as the block lasts."""

    def __init__(self, store: MemoryStore, table: str, sequence: int, how: str, at: int) -> None:
        self._records = store._streams[table]
        self._at = sequence - 1
        self._sound = self._records[self._at]
        self._rotten = ROT[how](self._sound, at)

    def __enter__(self) -> Record:
        self._records[self._at] = self._rotten
        return self._sound

    def __exit__(self, *_: object) -> None:
        self._records[self._at] = self._sound
