"""Rounds of three players in the notation (docs/notation.md), with what the table refused on the way.

tests/book/rounds has one file a game, and in it a stretch of play a line: what the house has chosen, a bar,
and the commands. A command after `!` was tried there and refused. They came about by chance, with players who
decide anything and dealers who make mistakes; `python -m tests.book.rounds` looks for others.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.errors import Refused
from pitboss.table import commands as c
from pitboss.table.notation import command_text, parse_command
from pitboss.table.state import Table
from pitboss.table.table import step
from tests.book.games import GAMES
from tests.book.played_by_chance import by_chance, choices_by_chance, other_word
from tests.table.drive import Room, fresh

FOLDER = Path(__file__).parent / "rounds"
REFUSED = "!"


class Act(NamedTuple):
    command: c.Command
    is_refused: bool


class Stretch(NamedTuple):
    game: str
    choices: tuple[str, ...]
    acts: tuple[Act, ...]

    @property
    def start(self) -> Table:
        return fresh(self.game, *self.choices)


@cache
def stretches(game: str) -> tuple[Stretch, ...]:
    lines = (FOLDER / f"{game}.txt").read_text().splitlines()
    return tuple(_parsed(game, line) for line in lines)


def _parsed(game: str, line: str) -> Stretch:
    choices, _, words = line.partition("|")
    acts = [
        Act(parse_command(word.removeprefix(REFUSED)), word.startswith(REFUSED)) for word in words.split()
    ]
    return Stretch(game, tuple(choices.split()), tuple(acts))


# ---- looking for rounds

CANDIDATES = 60
KEPT = 8


class Candidate(NamedTuple):
    line: str
    seen: frozenset[object]
    """Kinds of events and refusals, each with its sentence."""


def found(game: str) -> list[str]:
    """Of many rounds by chance those that together have the most in them."""
    candidates = [_candidate(game, random.Random(f"{game} round {number}")) for number in range(CANDIDATES)]
    chosen: list[Candidate] = []
    seen: set[object] = set()
    for _ in range(KEPT):
        best = max(candidates, key=lambda one: len(one.seen - seen))
        chosen.append(best)
        seen |= best.seen
    return [one.line for one in chosen]


def _candidate(game: str, rng: random.Random) -> Candidate:
    words: list[str] = []
    seen: set[object] = set()
    choices = choices_by_chance(game, rng)
    right = Room.do

    def do(room: Room, command: c.Command) -> tuple[object, ...]:
        for tried in _probes(room.state, command, rng):
            words.append(REFUSED + command_text(tried.command))
            seen.add((type(tried.command), tried.refused.reason, tried.refused.clause))
        events = right(room, command)
        words.append(command_text(command))
        seen.update((type(event), event.clause) for event in events)
        return events

    setattr(Room, "do", do)  # noqa: B010  while this lasts
    try:
        with suppress(Refused, AssertionError, LookupError):  # what went wrong may end it anywhere
            by_chance(game, rng, *choices)
    finally:
        setattr(Room, "do", right)  # noqa: B010
    return Candidate(f"{' '.join(choices)} | {' '.join(words)}".strip(), frozenset(seen))


class Tried(NamedTuple):
    command: c.Command
    refused: Refused


def _probes(state: Table, command: c.Command, rng: random.Random) -> Iterator[Tried]:
    """The command with a word changed, where the table refuses it."""
    tried = other_word(command, rng)
    if tried is not None:
        with suppress(TypeError, ValueError):
            try:
                step(state, tried)
            except Refused as refused:
                if parse_command(command_text(tried)) == tried:
                    yield Tried(tried, refused)


def write() -> None:
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text("\n".join(found(game)) + "\n")


if __name__ == "__main__":
    write()
