"""Regulation texts at the terminal: starting a register, and showing what a new edition changes."""

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.cli import screen
from pitboss.cli.harmless_output import console
from pitboss.cli.user_files import check_place, printable, read, save
from pitboss.documents.comparing import Change, Entry, Words, compare, entries_of
from pitboss.documents.parsed_text import Document, DocumentFault
from pitboss.documents.reading import read_document
from pitboss.documents.register_notes import RegisterNotes, find_notes, read_notes
from pitboss.documents.skeleton import describe, write_skeleton
from pitboss.documents.text_file import decode
from pitboss.errors import BadInput, Fault

KINDS = ("added", "removed", "changed", "renumbered")
MARKS = {"-": ("[-", "-]", "red strike"), "+": ("{+", "+}", "green")}


# ---- new


def start_register(text: str, out: str, name: str, *, as_json: bool) -> None:
    """Write the register to a file, or to standard output with the faults beside it."""
    document = _read_text(text, where="TEXT", name=printable(name, "--document"))
    if out:
        _check_new(out)
        save(out, write_skeleton(document).encode())
    if as_json:
        screen.print_json(describe(document))
    elif out:
        screen.line(f"{out}: {len(document.sentences)} sentences of {document.title} ({document.name}).")
        _tell_faults(document.faults, sys.stdout)
    else:
        print(write_skeleton(document), end="")
        _tell_faults(document.faults, sys.stderr)


def _check_new(out: str) -> None:
    """A register is filled in by hand, so one that is there is never written over."""
    try:
        exists = Path(out).exists()
    except OSError:
        exists = False
    if exists:
        raise BadInput([Fault(f"-o {out}", "exists already.", "the name of a new file")])
    check_place(out)


def _tell_faults(faults: Sequence[DocumentFault], stream: Any) -> None:
    if not faults:
        print("Its numbering, references and terms have no faults.", file=stream)
        return
    print(f"{len(faults)} faults in the text itself:", file=stream)
    for fault in faults:
        print(f"- {fault}", file=stream)


# ---- compare


class _Editions(NamedTuple):
    """Two editions, and what is known of the old one."""

    name: str
    old: Sequence[Entry]
    new: Sequence[Entry]
    notes: RegisterNotes | None


def show_changes(old: str, new: str, register: str, name: str, *, as_json: bool) -> None:
    """Every sentence that was added, removed, changed or renumbered."""
    printable(name, "--document")
    notes = _read_register(register, "--register") if register else None
    editions = _from_register(old, new) if old.endswith(".toml") else _from_texts(old, new, notes, name)
    if notes is not None:
        editions = editions._replace(notes=notes)
    changes = compare(editions.old, editions.new)
    if as_json:
        screen.print_json(_describe(editions, changes))
    else:
        _tell_changes(editions, changes)


def _from_register(old: str, new: str) -> _Editions:
    """The old edition is known by the hashes in its register alone."""
    notes = _read_register(old, "OLD")
    if not notes.entries:
        says = "has no text_sha256, so the old words are not known."
        allowed = "a text, or a register made by pitboss document new"
        raise BadInput([Fault(f"OLD {old}", says, allowed)])
    document = _read_text(new, where="NEW", name=notes.document)
    return _Editions(notes.document, notes.entries, entries_of(document), notes)


def _from_texts(old: str, new: str, notes: RegisterNotes | None, name: str) -> _Editions:
    name = name or (notes.document if notes else "")
    before = _read_text(old, where="OLD", name=name)
    if notes is None and (notes := find_notes(before)) and notes.document != before.name:
        before = _read_text(old, where="OLD", name=notes.document)
    after = _read_text(new, where="NEW", name=before.name)
    return _Editions(before.name, entries_of(before), entries_of(after), notes)


def _read_text(path: str, *, where: str, name: str) -> Document:
    where = f"{where} {path}"
    text = decode(read(path, where=where.split()[0]), where)
    file_name = re.sub(r"[^\w.-]+", "-", Path(path).stem)
    return read_document(text, where=where, name=name, file_name=file_name)


def _read_register(path: str, where: str) -> RegisterNotes:
    return read_notes(decode(read(path, where=where), f"{where} {path}"), path)


def _tell_changes(editions: _Editions, changes: Sequence[Change]) -> None:
    source = f" Mechanisms and tests are from {editions.notes.source}." if editions.notes else ""
    before, after = len(editions.old), len(editions.new)
    screen.title(f"{editions.name}: {before} sentences before, {after} after.{source}")
    for change in changes:
        print()
        screen.title(_headline(change))
        _tell_words(change)
        for label, names in _notes(editions, change).items():
            if names:
                screen.line(f"  {label}: {', '.join(names)}")
    print()
    counts = Counter(change.kind for change in changes)
    screen.line(", ".join(f"{counts[kind]} {kind}" for kind in KINDS) + ".")


def _headline(change: Change) -> str:
    match change:
        case Change(kind="added", new=Entry() as new):
            return f"{new.id} is new ({new.place})"
        case Change(kind="removed", old=Entry() as old):
            return f"{old.id} is gone (was {old.place})"
        case Change(old=Entry() as old, new=Entry() as new):
            is_same = old.id == new.id
            moved = old.id if is_same else f"{old.id} is now {new.id}"
            verb = "" if change.kind == "renumbered" else " is changed" if is_same else " and is changed"
            return f"{moved}{verb} ({new.place}, was {old.place})"
    return ""


def _tell_words(change: Change) -> None:
    """The words that went and came; the whole sentence where there is nothing to hold it against."""
    entry = change.new or change.old
    if change.kind == "renumbered" or entry is None:
        return
    if change.words:
        _print_words(change.words)
    elif entry.text is None:
        screen.line("  Its words are not known: the register has only their hash.")
    elif change.kind == "changed":
        screen.line(f"  It now reads: {entry.text}")
    else:
        _print_words([Words("+" if change.kind == "added" else "-", entry.text)])


def _print_words(words: Sequence[Words]) -> None:
    if not sys.stdout.isatty():
        print("  " + " ".join(_marked(part) for part in words))
        return
    from rich.text import Text

    text = Text("  ")
    for part in words:
        text.append(f"{part.text} ", MARKS[part.sign][2] if part.sign in MARKS else "")
    console(width=screen.terminal_width()).print(text)


def _marked(part: Words) -> str:
    opening, closing, _ = MARKS.get(part.sign, ("", "", ""))
    return f"{opening}{part.text}{closing}"


def _notes(editions: _Editions, change: Change) -> dict[str, tuple[str, ...]]:
    """The mechanisms and tests that the register names for the old sentence."""
    notes = editions.notes
    if notes is None or change.old is None:
        return {"mechanisms": (), "tests": ()}
    id = change.old.id
    return {"mechanisms": notes.mechanisms_of(id), "tests": notes.tests_of(id)}


def _describe(editions: _Editions, changes: Sequence[Change]) -> dict[str, Any]:
    counts = Counter(change.kind for change in changes)
    return {
        "document": editions.name,
        "register": editions.notes.source if editions.notes else None,
        "sentences": {"old": len(editions.old), "new": len(editions.new)},
        "counts": {kind: counts[kind] for kind in KINDS},
        "changes": [
            {
                "kind": change.kind,
                "old": _side(change.old),
                "new": _side(change.new),
                "likeness": round(change.likeness, 3),
                "words": [part._asdict() for part in change.words],
                **_notes(editions, change),
            }
            for change in changes
        ],
    }


def _side(entry: Entry | None) -> dict[str, str | None] | None:
    return entry and {"id": entry.id, "at": entry.place, "text": entry.text}
