"""An archive read as a store, line by line: whoever made it, it takes no more memory or time than a journal.

What is not an archive as `pitboss journal export` writes it is refused: a file that does not belong there,
one that is there twice or unpacks to more than a journal can, a line longer than any record.
"""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice, zip_longest
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from pitboss.errors import BadStore, BrokenChain, FaultyRecord, LostRace
from pitboss.journal.log import EMPTY_HEAD, LogHead, LogLeaf
from pitboss.journal.log_check import RecordHashes
from pitboss.journal.memory import MemoryLog, MemoryStore
from pitboss.journal.merkle import Frontier, Node, grow, leaf_hash
from pitboss.journal.records import START, Head, Record, is_stream_name, parse_line, walk_chain
from pitboss.journal.store import Append, CommandKey

MOST_LINE_BYTES = 4_000_000
"""Of a record; the longest has the texts of a game, each of 1 MB at most."""
MOST_TIMES_SMALLER = 200
"""Every record has a hash of its own, which cannot be packed, so no journal packs better than this."""
MOST_LIST_BYTES = 2_000_000
"""Of the list of files at the end of the archive, which is read as a whole."""
UNCHANGED = "an unchanged archive written by `pitboss journal export`"

HEADS, KEYS, README_FILE = "heads.jsonl", "keys.jsonl", "README.txt"
LOG, LOG_HEAD = "log.jsonl", "log-head.json"
"""Archives of earlier versions have neither."""
_STREAM_FILE = re.compile(r"(?:streams/(.+)\.jsonl|notation/(.+)\.txt)")
_BROKEN = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, LookupError,
    OverflowError,
)  # fmt: skip
"""What Python's readers raise at bytes that are no archive."""

T = TypeVar("T")
Notation = Callable[[str, Iterable[Record]], Iterator[str]]
"""Makes the lines of notation for a stream."""


class NotedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    sequence: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]
    hash: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class NotedKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    key: str
    digest: str
    first: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]
    last: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]


class NotedLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str
    sequence: Annotated[int, msgspec.Meta(ge=1, lt=2**62)]


class ArchiveStore(MemoryStore):
    """Reads records and keys from the archive each time; can be claimed, but not written."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.where = path
        self.hashes = RecordHashes()
        """Of all records, once they were checked."""
        self._heads: dict[str, Head] = {}
        with self._refusing("the file"):
            self._file = _ShortReads(io.FileIO(path))
        try:
            with self._refusing("its list of files"):
                self._archive = zipfile.ZipFile(self._file)
            self._check_files()
            self._heads = self._read_heads()
            self._check_keys()
            self._log = ArchiveLog(self, self._read_log_head())
        except BaseException:
            self.close()
            raise

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        raise BadStore(self.where, "an archive cannot be written.", f"{len(batches)} batches for a journal")

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        if table not in self._heads:
            return
        for number, line in self._lines(f"streams/{table}.jsonl"):
            if number <= after:
                continue
            if upto is not None and number > upto:
                return
            record = parse_line(line)
            if record is None or record.table != table:
                raise BrokenChain(
                    table, number, "form", "a record of this stream on one line", repr(line[:80])
                )
            yield record

    def head(self, table: str) -> Head:
        return self._heads.get(table, START)

    def heads(self) -> dict[str, Head]:
        return dict(sorted(self._heads.items()))

    def find_key(self, table: str, key: str) -> CommandKey | None:
        return next((noted for noted in self._keys_in_file() if noted[:2] == (table, key)), None)

    def keys(self, table: str) -> list[CommandKey]:
        return sorted(key for key in self._keys_in_file() if key.table == table)

    @contextmanager
    def at_one_moment(self) -> "Iterator[ArchiveStore]":
        """Nobody writes to it."""
        yield self

    def close(self) -> None:
        self._file.close()

    # ---- the files in it

    def _check_files(self) -> None:
        names: set[str] = set()
        for part in self._archive.infolist():
            if part.filename in names:
                raise self._bad(f"{part.filename!r} is in it twice")
            names.add(part.filename)
            if not _belongs(part.filename):
                raise self._bad(f"{part.filename!r} does not belong to an archive")
            if part.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or part.flag_bits & 1:
                raise self._bad(f"{part.filename} is encrypted, or packed in another way than Deflate")
        unpacked = sum(part.file_size for part in self._archive.infolist())
        if unpacked > MOST_LINE_BYTES + MOST_TIMES_SMALLER * Path(self.where).stat().st_size:
            raise self._bad(f"it unpacks to {unpacked:,} bytes, more than a journal of this size can")

    def _read_heads(self) -> dict[str, Head]:
        noted = [self._decoded(HEADS, number, line, NotedHead) for number, line in self._lines(HEADS)]
        heads = {row.table: Head(row.sequence, row.hash) for row in noted}
        if len(heads) < len(noted):
            raise self._bad(f"{HEADS} has two lines for one stream")
        names = [part.filename for part in self._archive.infolist() if part.filename.startswith("streams/")]
        streams = {name.removeprefix("streams/").removesuffix(".jsonl") for name in names}
        if odd := sorted(streams ^ heads.keys()):
            raise self._bad(f"{odd[0]!r} is either without its stream or missing in {HEADS}")
        return heads

    def _check_keys(self) -> None:
        """No more keys than records, and none twice, before anybody keeps them in memory."""
        seen: set[tuple[str, str]] = set()
        most = sum(head.sequence for head in self._heads.values())
        for number, key in enumerate(self._keys_in_file(), 1):
            if (
                key[:2] in seen
                or number > most
                or not 1 <= key.first <= key.last <= self.head(key.table).sequence
            ):
                raise self._bad(f"{KEYS}, line {number}, is not the key of a command in these records")
            seen.add(key[:2])

    def _keys_in_file(self) -> Iterator[CommandKey]:
        for number, line in self._lines(KEYS):
            yield CommandKey(*msgspec.structs.astuple(self._decoded(KEYS, number, line, NotedKey)))

    def _decoded(self, name: str, number: int, line: str, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, ValueError) as error:
            raise self._bad(f"{name}, line {number}: {error}") from error

    def _read_log_head(self) -> LogHead | None:
        parts = {LOG, LOG_HEAD} & self._archive.NameToInfo.keys()
        if len(parts) == 1:
            raise self._bad(f"{LOG} is there without {LOG_HEAD}, or the other way round")
        heads = [self._decoded(LOG_HEAD, *line, LogHead) for line in self._lines(LOG_HEAD)] if parts else []
        if len(heads) > 1:
            raise self._bad(f"{LOG_HEAD} has more than one line")
        return heads[0] if heads else None

    def noted_leaves(self) -> Iterator[NotedLeaf]:
        """The records in the order of the log, as far as they are in the archive."""
        for number, line in self._lines(LOG):
            leaf = self._decoded(LOG, number, line, NotedLeaf)
            if self.hashes.of(leaf.table, leaf.sequence) is None:
                raise self._bad(f"{LOG}, line {number}, is not one of these records")
            yield leaf

    def notation_of(self, stream: str) -> Iterator[tuple[int, str]] | None:
        """The lines of notation of a stream; None where the archive has none."""
        name = f"notation/{stream}.txt"
        return self._lines(name) if name in self._archive.NameToInfo else None

    def _lines(self, name: str) -> Iterator[tuple[int, str]]:
        """The lines of a file without their ends, numbered; never more than one of them in memory."""
        with self._refusing(name), self._archive.open(name) as packed:
            file = io.BufferedReader(packed)  # type: ignore[type-var]
            number = 0
            while line := file.readline(MOST_LINE_BYTES + 1):
                number += 1
                if len(line) > MOST_LINE_BYTES:
                    raise self._bad(f"{name}, line {number}, is longer than {MOST_LINE_BYTES:,} bytes")
                if not line.endswith(b"\n"):
                    raise self._bad(f"{name}, line {number}, has no end")
                yield number, self._text(name, number, line)

    def _text(self, name: str, number: int, line: bytes) -> str:
        try:
            return line[:-1].decode()
        except UnicodeDecodeError as error:
            raise self._bad(f"{name}, line {number}, byte {error.start + 1}, is not UTF-8 text") from error

    @contextmanager
    def _refusing(self, what: str) -> Iterator[None]:
        try:
            yield
        except _BROKEN as error:
            raise self._bad(f"{what}: {error or type(error).__name__}") from error

    def _bad(self, says: str) -> BadStore:
        return BadStore(self.where, f"the archive cannot be read: {says}.", UNCHANGED)


class ArchiveLog(MemoryLog):
    """The log of an archive; what is not in its files is computed from the records."""

    def __init__(self, archive: ArchiveStore, head: LogHead | None) -> None:
        super().__init__()
        self._archive = archive
        self.is_kept = head is not None
        self._head = head or EMPTY_HEAD

    def leaves(self, first: int = 0, end: int | None = None) -> Iterator[LogLeaf]:
        return islice(self._all_leaves(), first, end)

    def _all_leaves(self) -> Iterator[LogLeaf]:
        frontier = Frontier()
        for leaf in self._archive.noted_leaves() if self.is_kept else ():
            hash = self._archive.hashes.of(leaf.table, leaf.sequence)
            assert hash is not None
            frontier, (nodes,) = grow(frontier, [leaf_hash(hash)])
            yield LogLeaf(leaf.table, leaf.sequence, b"".join(nodes))

    def place(self, table: str, sequence: int) -> int | None:
        self._fill()
        return super().place(table, sequence)

    def nodes(self, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        self._fill()
        return super().nodes(wanted)

    def _fill(self) -> None:
        """Kept in memory once something is asked that the file cannot answer at once."""
        if not self._leaves:
            self._leaves = list(self._all_leaves())
            self._places = {(leaf.table, leaf.sequence): at for at, leaf in enumerate(self._leaves)}


class _ShortReads(io.BufferedReader):
    """Refuses to read at once what is too long for the list of an archive's files."""

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(
            MOST_LIST_BYTES + 1 if size is None or size < 0 else min(size, MOST_LIST_BYTES + 1)
        )
        if len(data) > MOST_LIST_BYTES:
            raise zipfile.BadZipFile("it is too long")
        return data


def _belongs(name: str) -> bool:
    parts = _STREAM_FILE.fullmatch(name)
    return name in (HEADS, KEYS, README_FILE, LOG, LOG_HEAD) or bool(
        parts and is_stream_name(parts[1] or parts[2])
    )


def open_archive(path: str) -> ArchiveStore:
    """The archive as a store, after the chain of every stream has been checked to its noted end."""
    if not Path(path).is_file():
        raise BadStore(path, "there is no such file.", "an archive written by `pitboss journal export`")
    store = ArchiveStore(path)
    try:
        for stream, noted in store.heads().items():
            _check_stream(store, stream, noted)
    except BaseException:
        store.close()
        raise
    return store


def _check_stream(store: ArchiveStore, stream: str, noted: Head) -> None:
    head = START
    for record in walk_chain(store.read(stream)):
        store.hashes.add(stream, record.hash)
        head = record.head
    if head != noted:
        last = max(head.sequence, noted.sequence)
        raise BrokenChain(
            stream, last, "last record", f"{noted.sequence} {noted.hash}", f"{head.sequence} {head.hash}"
        )


def check_notation(store: ArchiveStore, wordings: Sequence[Notation]) -> FaultyRecord | None:
    """The first line of notation that does not say what the records say, in any of the released wordings."""
    for stream in store.heads():
        faults = [_notation_fault(store, stream, wording) for wording in wordings]
        if all(faults):
            return faults[0]
    return None


def _notation_fault(store: ArchiveStore, stream: str, wording: Notation) -> FaultyRecord | None:
    written = store.notation_of(stream)
    if written is None:
        return None
    reached = 0

    def records() -> Iterator[Record]:
        nonlocal reached
        for record in store.read(stream):
            reached = record.sequence
            yield record

    expected = (line.removesuffix("\n") for line in wording(stream, records()))
    found = (line for _, line in written)
    for number, (right, wrong) in enumerate(zip_longest(expected, found), 1):
        if right != wrong:
            told = (repr(line[:80]) if line is not None else "no line" for line in (right, wrong))
            return FaultyRecord(stream, reached, f"line {number} of its notation", *told)
    return None
