"""Export of a journal to plain text in a ZIP file, readable without this program, and import."""

import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path

import msgspec

from pitboss.errors import BadStore
from pitboss.journal.archive_store import (
    HEADS,
    KEYS,
    LOG,
    LOG_HEAD,
    README_FILE,
    ArchiveStore,
    Notation,
    open_archive,
)
from pitboss.journal.open_store import keep_private
from pitboss.journal.records import START, Head, Record, line_of, walk_chain
from pitboss.journal.store import Append, CommandKey, Store, append

ENTRY_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that the same journal gives the same bytes."""
AT_ONCE, LETTERS_AT_ONCE = 1_000, 4_000_000
"""How many records, and how much of them, are written in one batch."""

README = """A journal of casino table games, as plain text in UTF-8.

streams/*.jsonl   the records of each stream, one per line, in the order in which they were written
heads.jsonl       the number and hash of each stream's last record
keys.jsonl        which command was carried out under which key, and the records that answered it
log.jsonl         all records of all streams in the order in which they were committed: the leaves of the log
log-head.json     the number of leaves, the root of the log, and the signature of the house
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


def export_archive(store: Store, path: str, notation: Notation | None = None) -> dict[str, Head]:
    """Write everything except secrets and snapshots, checking the chain; a whole archive or none."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadStore(path, "the archive cannot be written: this is not a file.")
    unfinished = Path(f"{path}.part")
    try:
        keep_private(unfinished)
        with store.at_one_moment() as now, zipfile.ZipFile(unfinished, "w", zipfile.ZIP_DEFLATED) as archive:
            written = _export(now, archive, notation)
        unfinished.replace(path)
    except OSError as error:
        raise BadStore(path, f"the archive cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return written


def _export(store: Store, archive: zipfile.ZipFile, notation: Notation | None) -> dict[str, Head]:
    _add(archive, README_FILE, [README])
    heads = store.heads()
    written = {}
    for stream in heads:
        written[stream] = _add_stream(archive, store, stream)
        if notation is not None:
            _add(archive, f"notation/{stream}.txt", notation(stream, store.read(stream)))
    _add(archive, HEADS, (_json(table=name, **head._asdict()) for name, head in written.items()))
    keys = (_json(**key._asdict()) for stream in heads for key in store.keys(stream))
    _add(archive, KEYS, keys)
    if store.log.is_kept:
        leaves = (_json(table=leaf.table, sequence=leaf.sequence) for leaf in store.log.leaves())
        _add(archive, LOG, leaves)
        _add(archive, LOG_HEAD, [msgspec.json.encode(store.log.head()).decode() + "\n"])
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
    with closing(open_archive(path)) as archive:
        return import_records(archive, store)


def import_records(archive: ArchiveStore, store: Store) -> dict[str, Head]:
    """Write the records of an archive, which were checked when it was opened, into a store."""
    heads = archive.heads()
    for stream in heads:
        _check_place(archive, stream, store.head(stream))
    _write_records(archive, store)
    if archive.log.head().signature:
        store.log.put_head(archive.log.head())
    return heads


def _check_place(archive: ArchiveStore, stream: str, head: Head) -> None:
    """The store has nothing of this stream yet, or its beginning, from an import that was interrupted."""
    if head == START:
        return
    last = next(archive.read(stream, head.sequence - 1, head.sequence), None)
    if last is None or last.head != head:
        says = f"the journal already has a different stream named {stream}."
        raise BadStore(archive.where, says, "a journal without these streams, or with the beginning of them")


def _write_records(archive: ArchiveStore, store: Store) -> None:
    """Keys are written with the last record of their stream, so that every complete stream has them."""
    heads = archive.heads()
    waiting: list[Record] = []
    keys: list[CommandKey] = []
    letters = 0
    for record in _in_order(archive, {stream: store.head(stream).sequence for stream in heads}):
        if len(waiting) == AT_ONCE or letters > LETTERS_AT_ONCE:
            append(store, Append(tuple(waiting), tuple(keys)))
            waiting, keys, letters = [], [], 0
        waiting.append(record)
        letters += len(record.payload)
        if record.head == heads[record.table]:
            keys.extend(archive.keys(record.table))
    if waiting:
        append(store, Append(tuple(waiting), tuple(keys)))


def _in_order(archive: ArchiveStore, there: Mapping[str, int]) -> Iterator[Record]:
    """The records that are not there yet, in the order of the log, so that the log becomes the same."""
    streams = {stream: archive.read(stream, after=end) for stream, end in there.items()}
    for leaf in archive.log.leaves():
        if leaf.sequence > there[leaf.table]:
            yield next(streams[leaf.table])
    for rest in streams.values():
        yield from rest
