"""Rounds told by hand, each thing under the sentence that asks for it.

tests/book/accounts has a folder a game. Somebody wrote it with the text beside; no program prints it. Each
account is a paragraph. It begins with what it shows, and how the table stands:

    # A bust is lost at once, and the dealer still completes the hand.
    cards: 9c 7d 6d Th 8s

Cards are written as they leave the shoe. `seats`, `stake`, `sides` and `choices` say what differs from one
player with a plain wager, and `shows` names sentences that are shown and not cited. With `opening: bare` the
table has neither cards nor players yet. Then, line by line:

    [DU-RoP 1 s2] 1 9c, dealer 7d, 1 6d, dealer hole card
    > p1:hit@1
    ! p1:double@1=1000 not_now [685a.7(i)]
    = p1 -1000

what happens by a sentence, in the words of tests/table/told.py; what somebody does that the house on its own
would not (docs/notation.md); what is refused, why, and by which sentence; and what a player has gained.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from pitboss.games.citations import plain_clause
from pitboss.games.register import all_clauses
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.due import Due
from pitboss.table.events import Event
from pitboss.table.notation import parse_command, person_text
from pitboss.table.people import DEALER, Person
from pitboss.table.shoes import ScriptedShoe
from pitboss.table.state import find_box, find_player
from tests.book.games import GAMES
from tests.floor import card, game_of
from tests.table.drive import CHIPS, Room, fresh
from tests.table.procedures import STAKE, refused
from tests.table.told import begin, name_of, place_of, tell

FOLDER = Path(__file__).parent / "accounts"


class Account(NamedTuple):
    """What one paragraph says."""

    game: str
    title: str
    head: dict[str, str]
    lines: tuple[str, ...]

    @property
    def sentences(self) -> set[str]:
        """Of the game's own document: those cited, and those it says that it shows."""
        named = {clause for line in self.lines for clause in re.findall(r"\[(.*?)\]", line)}
        named |= {part.strip() for part in self.head.get("shows", "").split(";")}
        return {plain_clause(clause) for clause in named} & _executable(game_of(self.game).document)


@cache
def _executable(document: str) -> set[str]:
    return {one.id for one in all_clauses() if one.document == document and one.kind == "executable"}


@cache
def accounts(game: str) -> tuple[Account, ...]:
    texts = [path.read_text() for path in sorted((FOLDER / game).glob("*.txt"))]
    return tuple(_parsed(game, part) for text in texts for part in text.split("\n\n") if part.strip())


def _parsed(game: str, text: str) -> Account:
    lines = [line.strip() for line in text.strip().splitlines()]
    title = " ".join(line.removeprefix("# ") for line in lines if line.startswith("#"))
    found = [re.fullmatch(r"(cards|seats|stake|sides|choices|shows|opening): (.*)", line) for line in lines]
    head = {one.group(1): one.group(2) for one in found if one}
    rest = [line for line, one in zip(lines, found, strict=True) if not one and not line.startswith("#")]
    assert title, text
    assert all(line.startswith(("[", ">", "!", "=")) for line in rest), rest
    return Account(game, title, head, tuple(rest))


@cache
def by_sentence() -> dict[str, tuple[Account, ...]]:
    """The accounts that show each sentence."""
    found: dict[str, list[Account]] = {}
    for game in GAMES:
        for account in accounts(game):
            for sentence in account.sentences:
                found.setdefault(sentence, []).append(account)
    return {sentence: tuple(parts) for sentence, parts in sorted(found.items())}


# ---- at the table


def check(account: Account) -> None:
    """Everything goes as told: no more, no less, and by these sentences."""
    table = Telling(_room(account))
    for line in account.lines:
        try:
            table.take(line)
        except AssertionError as fault:
            raise AssertionError(f"{account.title}\n{line}\n{fault}") from fault
    table.is_quiet()


def _room(account: Account) -> Room:
    head = account.head
    choices = head.get("choices", "").split()
    if "opening" in head:
        cards = [card(word) for word in head.get("cards", "").split()]
        return Room(fresh(account.game, *choices), ScriptedShoe(cards))
    seats = tuple(int(seat) for seat in head.get("seats", "1").split())
    stakes = (part.split("=") for part in head.get("sides", "").split())
    sides = {wager: int(cents) for wager, cents in stakes}
    cents = int(head.get("stake", STAKE))
    return begin(account.game, head["cards"], *choices, seats=seats, sides=sides, cents=cents)


class Telling:
    """A table, and what has happened there that was not told yet."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.untold: list[Event] = []

    def take(self, line: str) -> None:
        if line.startswith("["):
            clause, _, things = line.removeprefix("[").partition("] ")
            for thing in things.split(", "):
                self.expect(thing, clause)
            return
        self.is_quiet()
        mark, _, rest = line.partition(" ")
        {">": self.act, "!": self.refuse, "=": self.count}[mark](rest)

    def expect(self, thing: str, clause: str) -> None:
        while not self.untold:
            command = self.room.pilot.act(self.room.state)
            assert command is not None, f"nothing happens: {thing}"
            self.does(command)
        event = self.untold.pop(0)
        assert _told(event) == thing, _told(event)
        assert clause in (event.clause, plain_clause(event.clause)), f"{thing} is by {event.clause}"

    def act(self, words: str) -> None:
        command = parse_command(words)
        if isinstance(command, c.DealHole):
            command = self.room.pilot.deal_hole(self.room.state, Due("hole", DEALER))
        elif isinstance(command, c.BurnCard):
            command = self.room.pilot.burn(self.room.state, Due("burn", DEALER))
        self.does(command)

    def does(self, command: c.Command) -> None:
        before = self.room.state
        events = self.room.do(command)
        for event in events:
            if isinstance(event, e.CardDealt | e.Decided | e.HandSettled):
                box = find_box(before, event.box)
                assert event.hands == (len(box.hands) if box and len(box.hands) > 1 else 0), (
                    "of so many hands"
                )
        self.untold = [event for event in events if tell(event)]

    def refuse(self, words: str) -> None:
        command, reason, clause = words.split(" ", 2)
        refusal = refused(self.room.state, parse_command(command))
        assert refusal.reason == reason, refusal.reason
        assert clause.strip("[]") in (refusal.clause, plain_clause(refusal.clause)), refusal.clause

    def count(self, words: str) -> None:
        who, cents = words.split()
        patron = find_player(self.room.state, int(who.removeprefix("p")))
        assert patron is not None
        assert patron.chips_cents - CHIPS == int(cents)

    def is_quiet(self) -> None:
        assert not self.untold, f"this was not told: {', '.join(map(_told, self.untold))}"


def _told(event: Event) -> str:
    """In the words of told.py; an event without words there is its own name, with what it is about."""
    words = tell(event)
    if words != type(event).__name__:
        return words
    name = re.sub(r"(?<!^)(?=[A-Z])", " ", words).lower()
    return " ".join([name, *_details(event)])


ABOUT = ("by", "wager", "what", "shows", "device", "step", "backs", "depth", "from_bottom", "cards", "cents",
         "card", "order")  # fmt: skip
"""What is told of an event without words of its own, after its place."""


def _details(event: Event) -> Iterator[str]:
    box, seat = getattr(event, "box", None), getattr(event, "seat", None)
    if box is not None:
        yield place_of(box, getattr(event, "hand", 0))
    elif seat is not None:
        yield f"p{seat}" if seat else "nobody"
    values = (getattr(event, field, None) for field in ABOUT)
    yield from (_word(value) for value in values if value not in (None, "", ()))


def _word(value: object) -> str:
    if isinstance(value, Card):
        return name_of(value)
    if isinstance(value, Person):
        return person_text(value)
    if isinstance(value, IntEnum):
        return value.name.lower()
    return "-".join(map(str, value)) if isinstance(value, tuple) else str(value)
