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

from pitboss.errors import Broken, Refused
from pitboss.table import commands as c
from pitboss.table.events import Event
from pitboss.table.notation import command_text, parse_command
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Table
from pitboss.table.table import step
from tests.book.games import GAMES, VENDOR
from tests.book.played_by_chance import CHOICES, any_command, by_chance, is_permitted, other_word
from tests.floor import game_of
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

CANDIDATES = 100
KEPT = {VENDOR: 24}
"""So many lines; elsewhere twelve. The vendor's game has few rounds of its own in tests/book/played."""
PROBES = 3


class Word(NamedTuple):
    text: str
    about: frozenset[object]
    """Kinds of events, or of a refusal, each with phase and sentence."""


class Candidate(NamedTuple):
    choices: list[str]
    words: list[Word]

    @property
    def seen(self) -> set[object]:
        return {about for word in self.words for about in word.about}

    def line(self, told: set[object]) -> str:
        """Without refusals that were told before."""
        kept = [word.text for word in self.words if word.text[0] != REFUSED or word.about - told]
        return f"{' '.join(self.choices)} | {' '.join(kept)}".strip()


def found(game: str) -> list[str]:
    """Of many rounds by chance those that together have the most in them."""
    number = CANDIDATES * (2 if game in KEPT else 1)
    candidates = [_candidate(game, random.Random(f"{game} round {one}")) for one in range(number)]
    lines: list[str] = []
    seen: set[object] = set()
    for _ in range(KEPT.get(game, 12)):
        best = max(candidates, key=lambda one: len(one.seen - seen))
        lines.append(best.line(seen))
        seen |= best.seen
    return lines


def _candidate(game: str, rng: random.Random) -> Candidate:
    candidate = Candidate(choices_of_rounds(game, rng), [])
    right = Room.do

    def do(room: Room, command: c.Command) -> tuple[Event, ...]:
        phase = room.state.phase_name
        for tried in _probes(room.state, command, rng):
            refused: object = (type(tried.command), phase, tried.refused.reason, tried.refused.clause)
            if refused not in candidate.seen:
                candidate.words.append(Word(REFUSED + command_text(tried.command), frozenset({refused})))
        events = right(room, command)
        happened: frozenset[object] = frozenset((type(event), phase, event.clause) for event in events)
        candidate.words.append(Word(command_text(command), happened))
        return events

    setattr(Room, "do", do)  # noqa: B010  while this lasts
    try:
        with suppress(Refused, AssertionError, LookupError):  # what went wrong may end it anywhere
            by_chance(game, rng, *candidate.choices)
    finally:
        setattr(Room, "do", right)  # noqa: B010
    return candidate


def choices_of_rounds(game: str, rng: random.Random) -> list[str]:
    """Nothing, or another choice of the house or another reading, where the game has it."""
    known = [choice for choice in CHOICES if is_permitted(game, choice)]
    known += [
        f"reading.{id}={choice}"
        for id, part in game_of(game).readings.items()
        for choice in part.part.choices
        if choice != part.choice and is_permitted(game, f"reading.{id}={choice}")
    ]
    return rng.sample(known, 1) if known and rng.random() < 0.6 else []


class Tried(NamedTuple):
    command: c.Command
    refused: Refused


def _probes(state: Table, command: c.Command, rng: random.Random) -> Iterator[Tried]:
    """The command with a word changed, and any other, where the table refuses it."""
    room = Room(state, VirtualShoe(1, rng))
    commands = [other_word(command, rng), *(any_command(room, rng) for _ in range(PROBES))]
    for tried in commands:
        if tried is not None:
            with suppress(TypeError, ValueError, Broken):
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
