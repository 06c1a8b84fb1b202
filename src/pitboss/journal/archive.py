"""Export of a journal to plain text in a ZIP file, readable without this program, and import."""

import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path

from pitboss.errors import BadStore, BrokenChain
from pitboss.journal.records import START, Head, Record, line_of, parse_line, walk_chain
from pitboss.journal.store import Append, CommandKey, Store, append

ENTRY_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that the same journal gives the same bytes."""
AT_ONCE = 1_000

README = """A journal of casino table games, as plain text in UTF-8.

streams/*.jsonl   the records of each stream, one per line, in the order in which they were written
heads.jsonl       the number and hash of each stream's last record
keys.jsonl        which command was carried out under which key, and the records that answered it
notation/*.txt    the same play in short notation, one line for each round

A record is one line of JSON with table, sequence, time, actor, kind, payload, previous and hash, in
this order. Sequence counts from 1. Previous is the hash of the record before, 64 zeros for the first. Hash
is the SHA-256 of the line without its last member, that is, of the line up to ,"hash":" and a closing brace.
To check a record:
    sed -E 's/,"hash":"[0-9a-f]{64}"\\}$/}/' | tr -d '\\n' | sha256sum

Money is whole cents. A card is [rank,suit]: ace 1 to king 13; clubs 0, diamonds 1, hearts 2, spades 3. A
person is [role,seat]: 0 player, 1 dealer, 2 floorperson, 3 device. Each event cites the clause of the rules
that decided it. In the notation p1:bet@1=ante,1000 is player 1 betting 1000 cents in box 1, deal@3.2=9c the
nine of clubs to the second hand of box 3; box 0 is the dealer's hand.

`pitboss journal import` reads the archive back. To check it, a JSON reader and SHA-256 are enough.
"""

Notation = Callable[[str, Iterable[Record]], Iterator[str]]
"""Makes the lines of notation for a stream."""


def export_archive(store: Store, path: str, notation: Notation | None = None) -> dict[str, Head]:
    """Write everything except secrets and snapshots, checking the chain."""
    try:
        with store.at_one_moment() as now, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            return _export(now, archive, notation)
    except OSError as error:
        raise BadStore(path, f"the archive cannot be written: {error.strerror}.") from error


def _export(store: Store, archive: zipfile.ZipFile, notation: Notation | None) -> dict[str, Head]:
    _add(archive, "README.txt", [README])
    heads = store.heads()
    written = {}
    for stream in heads:
        written[stream] = _add_stream(archive, store, stream)
        if notation is not None:
            _add(archive, f"notation/{stream}.txt", notation(stream, store.read(stream)))
    _add(archive, "heads.jsonl", (_json(table=name, **head._asdict()) for name, head in written.items()))
    keys = (_json(**key._asdict()) for stream in heads for key in store.keys(stream))
    _add(archive, "keys.jsonl", keys)
    return written


def _add_stream(archive: zipfile.ZipFile, store: Store, stream: str) -> Head:
    head = START

    def lines() -> Iterator[str]:
        nonlocal head
        for record in walk_chain(store.read(stream)):
            head = record.head
            yield line_of(record) + "\n"

    _add(archive, f"streams/{stream}.jsonl", lines())
    return head


def _add(archive: zipfile.ZipFile, name: str, lines: Iterable[str]) -> None:
    entry = zipfile.ZipInfo(name, ENTRY_DATE)
    entry.compress_type = zipfile.ZIP_DEFLATED
    with archive.open(entry, "w", force_zip64=True) as file:
        for line in lines:
            file.write(line.encode())


def _json(**members: str | int) -> str:
    return json.dumps(members, separators=(",", ":")) + "\n"


def import_archive(path: str, store: Store) -> dict[str, Head]:
    """Write the records of an archive into a store, after all of them have been checked."""
    if not Path(path).is_file():
        raise BadStore(path, "there is no such file.", "an archive written by `pitboss journal export`")
    try:
        with zipfile.ZipFile(path) as archive:
            return _import(path, archive, store)
    except (zipfile.BadZipFile, KeyError, EOFError, UnicodeDecodeError, ValueError, TypeError) as error:
        says = f"the archive cannot be read: {error}."
        raise BadStore(path, says, "an unchanged archive written by `pitboss journal export`") from error


def _import(path: str, archive: zipfile.ZipFile, store: Store) -> dict[str, Head]:
    rows = [json.loads(line) for line in archive.read("heads.jsonl").splitlines()]
    noted = {row["table"]: Head(row["sequence"], row["hash"]) for row in rows}
    keys = [CommandKey(**json.loads(line)) for line in archive.read("keys.jsonl").splitlines()]
    for stream, head in noted.items():
        _check_stream(archive, stream, head)
        _check_place(archive, stream, store.head(stream), path)
    for stream in noted:
        _write_stream(archive, stream, store, [key for key in keys if key.table == stream])
    return noted


def _check_place(archive: zipfile.ZipFile, stream: str, head: Head, path: str) -> None:
    """The store has nothing of this stream yet, or its beginning, from an import that was interrupted."""
    for record in _records(archive, stream):
        if record.sequence == head.sequence and record.hash == head.hash:
            return
    if head != START:
        says = f"the journal already has a different stream named {stream}."
        raise BadStore(path, says, "a journal without these streams, or with the beginning of them")


def _check_stream(archive: zipfile.ZipFile, stream: str, noted: Head) -> None:
    """Check the whole stream before its first record is written."""
    head = START
    for record in walk_chain(_records(archive, stream)):
        head = record.head
    if head != noted:
        last = max(head.sequence, noted.sequence)
        raise BrokenChain(
            stream, last, "last record", f"{noted.sequence} {noted.hash}", f"{head.sequence} {head.hash}"
        )


def _write_stream(archive: zipfile.ZipFile, stream: str, store: Store, keys: list[CommandKey]) -> None:
    """The keys are written with the last records, so that every complete stream has them."""
    there = store.head(stream).sequence
    waiting: list[Record] = []
    for record in _records(archive, stream):
        if len(waiting) == AT_ONCE:
            append(store, Append(tuple(waiting)))
            waiting = []
        if record.sequence > there:
            waiting.append(record)
    if waiting:
        append(store, Append(tuple(waiting), keys=tuple(keys)))


def _records(archive: zipfile.ZipFile, stream: str) -> Iterator[Record]:
    with archive.open(f"streams/{stream}.jsonl") as file:
        for number, line in enumerate(TextIOWrapper(file, "utf-8", newline="\n"), 1):
            record = parse_line(line[:-1]) if line.endswith("\n") else None
            if record is None or record.table != stream:
                raise BrokenChain(
                    stream, number, "form", "a record of this stream on one line", repr(line[:80])
                )
            yield record
