"""Moments of play at the live tables: what was asked, what happened, and by which sentence.

A mutant is put to them to see what it changes. They are the driven rounds, procedures and irregularities of
tests/book/played, rounds by chance, and things that a table refuses: each command with one word changed, too
early or too late.
"""

import random
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from types import CodeType, FrameType
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games.citations import plain_clause
from pitboss.table import commands as c
from pitboss.table.act_registry import because
from pitboss.table.due import due
from pitboss.table.events import Event
from pitboss.table.state import Table, Terms
from pitboss.table.table import step
from tests.book import played
from tests.book.played_by_chance import by_chance, choices_by_chance, other_word
from tests.mutation.code import function_at, served
from tests.table.drive import Room

ROUNDS_BY_CHANCE = 60
ALIKE = 6
"""Of moments in which the same happened, so many are kept."""


MANY = 600


class Told(NamedTuple):
    """One thing that the table did, and the sentence that it cited."""

    what: object
    clause: str


class Outcome(NamedTuple):
    told: tuple[Told, ...]
    after: Table | None

    @property
    def is_refused(self) -> bool:
        return self.after is None and self.told[0].what == "refused"


class Moment(NamedTuple):
    state: Table
    command: c.Command
    outcome: Outcome
    follows: "Sequence[Moment]" = ()
    """What was done before and afterwards, in order, where this is a moment of play and not a probe."""
    number: int = 0


def outcome_of(state: Table, command: c.Command) -> Outcome:
    """What a command brings about; a state is copied, so that it remembers no earlier answer."""
    try:
        events, after = step(replace(state), command)
        wanted = due(after)
    except Refused as refused:
        return Outcome((Told("refused", plain_clause(refused.clause)),), None)
    except Exception as error:
        return Outcome((Told(("broken", type(error).__name__), ""),), None)
    told = [Told(_plain(event), plain_clause(event.clause)) for event in events]
    assert wanted is not None
    told.append(Told(wanted[:-1], plain_clause(because(after, wanted.cause)["clause"])))
    return Outcome(tuple(told), after)


def _plain(event: Event) -> Event:
    """Without why it happened: a mutant that only cites another sentence changes nothing here."""
    return replace(event, mechanism="", clause="")


def first_difference(right: Outcome, other: Outcome) -> set[str] | None:
    """The sentences cited where two outcomes part, on either side; None when they do not."""
    if right.is_refused and other.is_refused:
        return None
    for one, two in zip(right.told, other.told, strict=False):
        if one.what != two.what:
            return {one.clause, two.clause} - {""}
    if len(right.told) != len(other.told):
        longer = max(right.told, other.told, key=len)
        return {longer[min(len(right.told), len(other.told))].clause} - {""}
    return None


def changed_sentences(moment: Moment) -> set[str] | None:
    """The sentences that are cited where the table now does something else; None when it does not.

    What a command leaves behind may differ and show only later: then the round is played on as it was.
    """
    right, now = moment.outcome, outcome_of(moment.state, moment.command)
    if (found := first_difference(right, now)) is not None:
        return found
    for later in moment.follows[moment.number + 1 :]:
        if right.after is None or now.after is None or right.after == now.after:
            return None
        right, now = later.outcome, outcome_of(now.after, later.command)
        if (found := first_difference(right, now)) is not None:
            return found
    return None


def shows_under(terms: Terms, stretch: "Sequence[Moment]") -> set[str] | None:
    """What a stretch of play shows of other terms, from its beginning on."""
    state = replace(stretch[0].state, terms=terms)
    for moment in stretch:
        now = outcome_of(state, moment.command)
        if (found := first_difference(moment.outcome, now)) is not None:
            return found
        if now.after is None:
            return None
        state = now.after
    return None


def stretches(moments: "Sequence[Moment]") -> list["Sequence[Moment]"]:
    """The unbroken stretches of play to which moments belong, each once."""
    return list({id(moment.follows): moment.follows for moment in moments if moment.follows}.values())


# ---- recording


def record(game: str) -> list[Moment]:
    """Everything that is driven at a game, and what its table refuses on the way."""
    kept: list[Moment] = []
    alike: dict[object, int] = {}
    for drive in drives(game):
        commands = tuple(command for _, command in drive)
        stretch: list[Moment] = []
        for number, (state, command) in enumerate(drive):
            stretch.append(Moment(state, command, outcome_of(state, command), stretch, number))
            kept += _some(alike, [stretch[-1], *probes(state, commands, number)])
    return kept


def _some(alike: dict[object, int], moments: Sequence[Moment]) -> Iterator[Moment]:
    for moment in moments:
        about = _about(moment)
        alike[about] = alike.get(about, 0) + 1
        if alike[about] <= ALIKE:
            yield moment


def _about(moment: Moment) -> object:
    """What happened, without cards, boxes and amounts."""
    told = tuple((_kind(part.what), part.clause) for part in moment.outcome.told)
    return type(moment.command), len(moment.follows) > 0, moment.state.phase_name, told


def _kind(what: object) -> object:
    return what[0] if isinstance(what, tuple) else what if isinstance(what, str) else type(what)


Drive = list[tuple[Table, c.Command]]


def drives(game: str) -> Iterator[Drive]:
    """States and the commands given in them, one list for each unbroken stretch of play."""
    with _listening() as stretches:
        for _ in played.drives(game):
            yield from _unbroken(stretches)
        for seed in range(ROUNDS_BY_CHANCE):
            with suppress(Refused, AssertionError, LookupError):  # what went wrong may end it anywhere
                rng = random.Random(f"{game} {seed}")
                by_chance(game, rng, *choices_by_chance(game, rng))
            yield from _unbroken(stretches)


class _listening:  # noqa: N801  used like a function
    """Every room notes what is done in it."""

    def __enter__(self) -> list[tuple[Table, c.Command, Table]]:
        self.right = Room.do
        noted: list[tuple[Table, c.Command, Table]] = []

        def do(room: Room, command: c.Command) -> tuple[Event, ...]:
            before = room.state
            events = right(room, command)
            noted.append((before, command, room.state))
            return events

        right = self.right
        setattr(Room, "do", do)  # noqa: B010  while this lasts
        return noted

    def __exit__(self, *_: object) -> None:
        setattr(Room, "do", self.right)  # noqa: B010


def _unbroken(noted: list[tuple[Table, c.Command, Table]]) -> Iterator[Drive]:
    stretch: Drive = []
    last: Table | None = None
    for before, command, after in noted:
        if stretch and before is not last:
            yield stretch
            stretch = []
        stretch.append((before, command))
        last = after
    if stretch:
        yield stretch
    noted.clear()


# ---- what a table refuses


def probes(state: Table, commands: Sequence[c.Command], number: int) -> list[Moment]:
    """The command with one word changed; the next one now, the last one again."""
    rng = random.Random(f"{number} {commands[number]!r}")
    tried = [other_word(commands[number], rng) for _ in range(3)]
    tried += [*commands[max(0, number - 1) : number], *commands[number + 1 : number + 3]]
    return [Moment(state, command, outcome_of(state, command)) for command in tried if command is not None]


# ---- which functions a moment calls


@cache
def _places() -> dict[CodeType, str]:
    at_tables = (place for place in served() if not place.startswith("paper."))
    return {function_at(place).__code__: place for place in at_tables}


def index(moments: Sequence[Moment]) -> dict[str, list[Moment]]:
    """The moments that call each function."""
    called: dict[str, list[Moment]] = {}
    for moment in moments:
        for place in _called(moment):
            called.setdefault(place, []).append(moment)
    return {place: list(_enough(found)) for place, found in called.items()}


def _enough(moments: list[Moment]) -> Iterator[Moment]:
    """All of them; of a function that is called everywhere, two of each kind of moment."""
    alike: dict[object, int] = {}
    for moment in moments:
        about = _about(moment)
        alike[about] = alike.get(about, 0) + 1
        if len(moments) < MANY or alike[about] <= 2:
            yield moment


def _called(moment: Moment) -> set[str]:
    codes: set[CodeType] = set()

    def note(frame: FrameType, what: str, _: object) -> None:
        if what == "call":
            codes.add(frame.f_code)

    sys.setprofile(note)
    try:
        outcome_of(moment.state, moment.command)
    finally:
        sys.setprofile(None)
    return {_places()[code] for code in codes if code in _places()}
