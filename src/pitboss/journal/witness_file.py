"""What a witness keeps: every head that it saw, all leaves up to the last one, and what it refused.

One line of JSON for each; the file is only ever added to. With all leaves it can name the first record that
somebody changed later, and not only that something was changed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec

from pitboss.errors import BadInput, Fault
from pitboss.journal.log import EMPTY_HEAD, Hash, LogHead, is_continued
from pitboss.journal.log_key import cosigned_text, is_signature, is_signed
from pitboss.journal.merkle import Frontier, grow

MOST_LINE_BYTES = 100_000_000
CHUNK_BYTES = 65_536
ALLOWED = "a file written by `pitboss witness`"
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[\w .,'#-]*$")]


class WitnessHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who the witness is, and which log it watches."""

    witness: Name
    key: Hash
    log_key: Hash
    address: str


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head that the witness signed, and the leaves since the head before."""

    head: LogHead
    cosignature: str
    leaves: tuple[Hash, ...]


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A head that does not continue the last one: evidence of a fork."""

    refused: str
    head: LogHead
    last: LogHead
    proof: tuple[Hash, ...] = ()


class WitnessState:
    """All that a witness knows."""

    def __init__(self, header: WitnessHeader) -> None:
        self.header = header
        self.last = EMPTY_HEAD
        self.leaves: list[bytes] = []
        self.refusals: list[Refusal] = []
        self._frontier = Frontier()

    def objection(self, head: LogHead, proof: tuple[str, ...]) -> str:
        """Why this head cannot follow the last one; empty when it can."""
        if not is_signed(head, self.header.log_key):
            return "it is not signed with the key of the house that this witness knows"
        if head.size < self.last.size:
            return "the log was longer before: records were taken away"
        if head.size == self.last.size and head.root != self.last.root:
            return "it has other records: the log was forked"
        if not is_continued(self.last, head, proof):
            return "it does not begin with the records of the last one: the log was forked"
        return ""

    def take(self, seen: Seen) -> None:
        """ValueError when the leaves do not give the head, or the witness did not sign it."""
        leaves = [bytes.fromhex(leaf) for leaf in seen.leaves]
        after = grow(self._frontier, leaves).after
        if (after.size, after.root.hex()) != (seen.head.size, seen.head.root):
            raise ValueError(f"the leaves up to {seen.head.size} do not give the root of the head")
        text = cosigned_text(self.header.witness, seen.head)
        if not is_signature(seen.cosignature, text, self.header.key):
            raise ValueError(f"the head of {seen.head.size} leaves is not signed by the witness")
        self._frontier, self.last = after, seen.head
        self.leaves.extend(leaves)


def read_witness(path: str) -> WitnessState:
    """The state in a file; a last line that was cut off says nothing."""
    state: WitnessState | None = None
    try:
        for number, line in _lines(path):
            try:
                if state is None:
                    state = WitnessState(msgspec.json.decode(line, type=WitnessHeader))
                elif b'"refused"' in line[:12]:
                    state.refusals.append(msgspec.json.decode(line, type=Refusal))
                else:
                    state.take(msgspec.json.decode(line, type=Seen))
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                raise _bad(path, f"line {number} is wrong: {error}") from error
    except OSError as error:
        raise _bad(path, f"it cannot be read: {error.strerror}") from error
    if state is None:
        raise _bad(path, "it is empty")
    return state


def _lines(path: str) -> Iterator[tuple[int, bytes]]:
    with open(path, "rb") as file:
        number = 0
        while line := file.readline(MOST_LINE_BYTES + 1):
            number += 1
            if len(line) > MOST_LINE_BYTES:
                raise _bad(path, f"line {number} is too long")
            if line.endswith(b"\n"):
                yield number, line


def add_line(path: Path, line: WitnessHeader | Seen | Refusal) -> None:
    """On disk before anybody is told; half a line of an earlier end is cut off first."""
    with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
        whole = _end_of_last_line(file)
        file.truncate(whole)
        file.seek(whole)
        file.write(msgspec.json.encode(line) + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _end_of_last_line(file: BinaryIO) -> int:
    end = file.seek(0, os.SEEK_END)
    while end:
        first = max(0, end - CHUNK_BYTES)
        file.seek(first)
        if (at := file.read(end - first).rfind(b"\n")) >= 0:
            return first + at + 1
        end = first
    return 0


def _bad(path: str, says: str) -> BadInput:
    return BadInput([Fault(path, f"this is not a witness’s file: {says}.", ALLOWED)])
