"""What each sentence does at the live table, round by round.

Everything in tests/book/played is driven (rounds, procedures, irregularities, refusals), and the rounds of
three players in tests/book/rounds. Whatever the table does, asks for or refuses on the way cites a sentence.
tests/book/examples has one file a document, and in it under each sentence all that was done by it, drive by
drive; `usually` is what it does in the drives that are not listed, and without it, nothing. What the game
file says under the sentence stands beside.

`python -m tests.book.examples` writes what the table does now, to be read as a diff against the text.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.errors import Refused
from pitboss.games.citations import plain_clause
from pitboss.games.game import Game
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.due import Due, due
from pitboss.table.events import Event
from pitboss.table.notation import card_text, command_text, person_text
from pitboss.table.people import Person
from pitboss.table.state import Table
from pitboss.table.table import step
from tests.book import played, played_refusals, played_wrong_hands, played_wrong_people, rounds
from tests.book.games import GAMES
from tests.floor import game_of
from tests.table.drive import Room

FOLDER = Path(__file__).parent / "examples"
USUALLY = "usually"
FILE = "the game file"
MOST = 12
"""Of one sentence in one drive so many things are told; the others are counted."""

Listener = Callable[[Table, c.Command, Table, tuple[Event, ...]], None]


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Whatever is done in any room is told: before, the command, afterwards, what happened."""
    right = Room.do

    def do(room: Room, command: c.Command) -> tuple[Event, ...]:
        before = room.state
        events = right(room, command)
        listener(before, command, room.state, events)
        return events

    setattr(Room, "do", do)  # noqa: B010  while this lasts
    try:
        yield
    finally:
        setattr(Room, "do", right)  # noqa: B010


# ---- what a sentence did

Told = dict[str, list[str]]
"""By sentence, what was done by it, in order."""


@cache
def games() -> dict[str, str]:
    """The game of every document."""
    return {game_of(name).document: name for name in GAMES}


@cache
def drives(game: str) -> dict[str, Callable[[], Told]]:
    """Everything that is driven, by name."""
    found: dict[str, Callable[[], Told]] = {}
    for name, drive in played.plays(game).items():
        found[name] = lambda drive=drive: told_in(drive)  # type: ignore[misc]
    for number, stretch in enumerate(rounds.stretches(game)):
        found[f"three players {number + 1}"] = lambda stretch=stretch: told_of(stretch)  # type: ignore[misc]
    found[FILE] = lambda: said_by(game_of(game))
    for number, part in enumerate(REFUSALS):
        found[f"refusals {number + 1}"] = lambda part=part: refused_in(part(game))  # type: ignore[misc]
    return found


REFUSALS = (played_refusals.refusals, played_wrong_people.refusals, played_wrong_hands.refusals)


@cache
def told(game: str, drive: str) -> dict[str, str]:
    """By sentence, all that was done by it in a drive."""
    return {sentence: _shortened(phrases) for sentence, phrases in drives(game)[drive]().items() if sentence}


def told_in(drive: Callable[[], Room]) -> Told:
    """A table that stops halfway has done what it did."""
    found: Told = {}

    def note(_: Table, command: c.Command, after: Table, events: tuple[Event, ...]) -> None:
        _note(found, after, events)
        _note_again(found, after, command)

    with suppress(Exception), listening(note):
        drive()
    return found


def told_of(stretch: rounds.Stretch) -> Told:
    found: Told = {}
    state = stretch.start
    with suppress(Exception):
        for act in stretch.acts:
            if act.is_refused:
                _note_refusal(found, state, act.command, command_text(act.command))
            else:
                events, state = step(state, act.command)
                _note(found, state, events)
    return found


def _note(found: Told, state: Table, events: Iterable[Event]) -> None:
    """What happened, and what is due now."""
    for event in events:
        found.setdefault(plain_clause(event.clause), []).append(event_phrase(event))
    if wanted := due(state):
        clause = because(state, wanted.cause)["clause"]
        found.setdefault(plain_clause(clause), []).append(due_phrase(wanted))


def _note_again(found: Told, state: Table, command: c.Command) -> None:
    """A command that is refused when it is given twice; once for each act and reason."""
    try:
        step(state, command)
    except Refused as refused:
        verb = command_text(command).partition("=")[0].partition("@")[0]
        phrases = found.setdefault(plain_clause(refused.clause), [])
        if (phrase := f"not {verb} again ({refused.reason})") not in phrases:
            phrases.append(phrase)


def _note_refusal(found: Told, state: Table, command: c.Command, what: str) -> None:
    """What is taken after all is told as well, under the sentences by which it was done."""
    try:
        events, after = step(state, command)
    except Refused as refused:
        found.setdefault(plain_clause(refused.clause), []).append(f"not {what} ({refused.reason})")
    else:
        _note(found, after, events)


def refused_in(refusals: Iterator[tuple[str, played_refusals.Refusal]]) -> Told:
    found: Told = {}
    for name, refusal in refusals:
        _note_refusal(found, *refusal, name)
    return found


def said_by(game: Game) -> Told:
    """What the game file says under each sentence: choices, amounts, wagers, areas, procedures."""
    found: Told = {}
    for clauses, phrase in _entries(game):
        for clause in clauses:
            found.setdefault(clause, []).append(phrase)
    return found


def _entries(game: Game) -> Iterator[tuple[Iterable[str], str]]:
    for name, chosen in game.options.items():
        yield chosen.clauses, f"{name} {chosen.default} of {chosen.allowed_text}"
    for name, read in game.readings.items():
        yield read.part.clauses, f"{name} {read.choice}"
    for name, procedure in game.procedures.items():
        yield procedure.clauses, " ".join([name, str(procedure.amount or ""), *procedure.steps]).strip()
    for rate in game.odds.values():
        yield rate.clauses, f"{rate.name} {rate.odds.pays}:{rate.odds.to}"
    for wager in game.wagers:
        yield wager.clauses, f"{wager.id} ({wager.kind}) {wager.against or ''}".strip()
    for area in game.layout:
        yield area.clauses, area.what
    for needed in game.requirements:
        yield needed.clauses, f"{needed.when} needs {needed.needs}"


def event_phrase(event: Event) -> str:
    """`CardDealt box=1 card=9c`: what is nothing, zero or no is left out, and a seat of the same number."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    if fields.get("seat") == fields.get("box"):
        fields.pop("seat", None)
    words = [
        f"{name}={_value(value)}"
        for name, value in fields.items()
        if value and name not in ("clause", "mechanism")
    ]
    return " ".join([type(event).__name__, *words])


def due_phrase(wanted: Due) -> str:
    where = f" @{wanted.box}.{wanted.hand + 1}" if wanted.box else ""
    return f"asks {person_text(wanted.who)}: {wanted.act}{where} {wanted.wager}".strip()


def _value(value: Any) -> str:
    if isinstance(value, Card):
        return card_text(value)
    if isinstance(value, Person):
        return person_text(value)
    if isinstance(value, tuple):
        return "(" + " ".join(map(_value, value)) + ")"
    return str(getattr(value, "name", value)).lower()


def _shortened(phrases: list[str]) -> str:
    rest = len(phrases) - MOST
    return ", ".join(phrases[:MOST]) + (f", and {rest} more" if rest > 0 else "")


# ---- files


Example = dict[str, str]


@cache
def written(document: str) -> dict[str, Example]:
    return tomllib.loads((FOLDER / f"{document}.toml").read_text())


@cache
def sentences() -> dict[str, str]:
    """The document of every sentence that has examples."""
    documents = sorted(path.stem for path in FOLDER.glob("*.toml"))
    return {sentence: document for document in documents for sentence in written(document)}


def expected(sentence: str) -> Iterator[tuple[str, str]]:
    """Every drive and what the sentence does in it, those that are listed first."""
    document = sentences()[sentence]
    example = written(document)[sentence]
    names = list(drives(games()[document]))
    for name in sorted(names, key=lambda name: name not in example):
        yield name, example.get(name, "" if _is_apart(name) else example.get(USUALLY, ""))


def _is_apart(name: str) -> bool:
    """No play at a table: what a sentence usually does it does not do there."""
    return name.startswith(("refusals", FILE))


def examples_of(document: str) -> dict[str, Example]:
    """As the table has it now, sentences in the order of the text."""
    game = games()[document]
    order = [clause.id for clause in game_of(game).register.clauses]
    by_drive = {name: told(game, name) for name in drives(game)}
    cited = {sentence for found in by_drive.values() for sentence in found}
    return {
        sentence: _example({name: found.get(sentence, "") for name, found in by_drive.items()})
        for sentence in order
        if sentence in cited
    }


def _example(found: Example) -> Example:
    usually, count = Counter(text for name, text in found.items() if not _is_apart(name)).most_common(1)[0]
    if count < 3:
        usually = ""
    listed = {name: text for name, text in found.items() if text != ("" if _is_apart(name) else usually)}
    return {USUALLY: usually, **listed} if usually else listed


def text_of(document: str) -> str:
    lines = [f"# What each sentence of {document} does at the live table: see tests/book/examples.py."]
    for sentence, example in examples_of(document).items():
        lines += ["", f"[{_quoted(sentence)}]"]
        lines += [f"{_key(name)} = {_quoted(text)}" for name, text in example.items()]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if name == USUALLY else _quoted(name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def write() -> None:
    for document in games():
        (FOLDER / f"{document}.toml").write_text(text_of(document))


if __name__ == "__main__":
    write()
