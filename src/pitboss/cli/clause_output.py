"""Showing the register: every sentence of a document with its evidence."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pitboss.paper.card_faces
import pitboss.paper.felt
import pitboss.paper.inscriptions
import pitboss.table  # noqa: F401  the rooms note their mechanisms when they are imported
from pitboss.cli import screen
from pitboss.cli.rulebook_output import load_where_fitting
from pitboss.errors import BadInput, Fault
from pitboss.games.files import known_games
from pitboss.games.register import Entry, entries_of


def show_clauses(
    name: str | None, clause: str, choices: Sequence[str], *, open_only: bool, as_json: bool
) -> None:
    games = load_where_fitting(known_games() if name is None else [name], choices)
    entries = [entry for game in games for entry in entries_of(game)]
    if clause:
        entries = [entry for entry in entries if _is_below(entry.clause.id, clause)]
        if not entries:
            known = games[0].register.clauses[0].id if games and games[0].register.clauses else ""
            allowed = f"a clause such as {known}" if known else ""
            raise BadInput([Fault(f"--clause {clause}", "there is no such clause.", allowed)])
    chosen = [entry for entry in entries if entry.is_open] if open_only else entries
    if as_json:
        screen.print_json([_describe(entry) for entry in chosen])
        return
    for section in dict.fromkeys(_section(entry) for entry in chosen):
        screen.heading(section)
        screen.table(
            ("clause", "class", "says", "carried out by", "tested by"),
            [_row(entry) for entry in chosen if _section(entry) == section],
            wide=2,
        )
    _summary(entries)


def _is_below(id: str, clause: str) -> bool:
    return id == clause or id.startswith((f"{clause}(", f"{clause} ", f"{clause}.", f"{clause}-"))


def _section(entry: Entry) -> str:
    """The part of an id before its first bracket or space, where that names a section."""
    section = re.split(r"[( ]", entry.clause.id, maxsplit=1)[0]
    return section if "." in section else entry.clause.document


def _row(entry: Entry) -> tuple[str, ...]:
    clause = entry.clause
    kind = f"{clause.kind} ({clause.room})" if clause.room else clause.kind
    notes = "".join(
        [
            f" [readings {', '.join(clause.readings)}]" if clause.readings else "",
            f" [slip of the text: {clause.slip}]" if clause.slip else "",
        ]
    )
    code = ", ".join(dict.fromkeys(evidence.place for evidence in entry.code))
    tests = ", ".join(test.removeprefix("tests/book/") for test in entry.tests)
    return (clause.id, kind, clause.says + notes, code or _missing(entry), tests or _missing(entry))


def _missing(entry: Entry) -> str:
    return "open" if entry.is_open else ""


def _summary(entries: Sequence[Entry]) -> None:
    kinds = Counter(entry.clause.kind for entry in entries)
    still_open = Counter(entry.clause.room for entry in entries if entry.is_open)
    print()
    counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
    screen.line(f"{len(entries)} sentences: {counts}.")
    rooms = ", ".join(f"{count} in {room}" for room, count in still_open.items()) or "none"
    screen.line(f"Open: {rooms}.")


def _describe(entry: Entry) -> dict[str, Any]:
    clause = entry.clause
    return {
        "clause": clause.id,
        "document": clause.document,
        "says": clause.says,
        "class": clause.kind,
        "room": clause.room,
        "readings": clause.readings,
        "decides": clause.decides,
        "governs": clause.governs,
        "under": dict(clause.under),
        "slip": clause.slip,
        "code": [evidence.place for evidence in entry.code],
        "tests": entry.tests,
        "open": entry.is_open,
    }
