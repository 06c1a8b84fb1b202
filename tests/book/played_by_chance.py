"""Commands by chance, with what can go wrong."""

import random
from collections.abc import Sequence
from typing import Any, get_type_hints

from msgspec.structs import replace

from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import Due
from pitboss.table.options import FACES, Choice, options
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.state import Stage
from tests.table.drive import Room

COMMANDS_OF_CHANCE = (
    c.FindFaceUp, c.DrawInError, c.RefuseCard, c.Overdraw, c.PassOver, c.ReportWrongRange, c.RecordDispute,
    c.ReportReaderMisused, c.ReportBroken, c.ReportJam, c.OrderReshuffle, c.OrderRecut, c.RelieveDealer,
    c.TellTime, c.BeginDay, c.Tip, c.BuyChips, c.TakeBackWager, c.InspectReader, c.CallDead, c.Leave,
    c.SitDown,
)  # fmt: skip


def something_else(room: Room, rng: random.Random) -> None:
    """An act that is allowed now and that a quiet round would not have."""
    people = (DEALER, FLOOR, DEVICE, *(player(found.seat) for found in room.state.players))
    kinds: dict[type[c.Command], list[Choice]] = {}
    for who in people:
        for choice in options(room.state, who).choices:
            if isinstance(choice.command, COMMANDS_OF_CHANCE):
                kinds.setdefault(type(choice.command), []).append(choice)
    if kinds:
        choice = rng.choice(kinds[rng.choice(list(kinds))])
        command = choice.with_value(rng.choice(choice.values))
        if getattr(command, "card", None) is not None:
            command = replace(command, card=room.pilot.shoe.draw())
        room.do(command)


def somebody_answers(room: Room, found: Due, rng: random.Random) -> None:
    """What a player may choose outside of play."""
    if found.act == "cut":
        room.do(c.RefuseCut(found.who))
    elif found.act == "prepare":
        room.do(c.PrepareCards(found.who, Stage(found.hand)))
    elif rng.random() < 0.5:
        room.do(c.TakeMissedCard(found.who, found.box, found.hand))
    else:
        room.do(c.CallDead(found.who, found.box, found.hand))


def any_command(room: Room, rng: random.Random) -> c.Command:
    """Some command, mostly one that the table refuses."""
    kind = rng.choice(c.COMMANDS)
    seats = [player(found.seat) for found in room.state.players] or [player(1)]
    people = [who for who in (DEALER, FLOOR, DEVICE, *seats) if who.role in kind.roles]
    return command_of(kind, people, room, rng)


def command_of(kind: type[c.Command], people: Sequence[Person], room: Room, rng: random.Random) -> c.Command:
    """Some command of this kind, by one of these people."""
    terms = room.state.terms
    words = [terms.main, *terms.sides, "insurance", "light", "lane", "reader", "shuffler", "red", "blue", ""]
    of_type: dict[Any, Sequence[Any]] = {
        Person: people,
        int: (0, 1, 2, 3, 6, 100, 500, 1000, 5000),
        bool: (True, False),
        str: words,
        Card: FACES,
        Card | None: (None, *FACES),
        Action: tuple(Action),
        Light: tuple(Light),
        Range: tuple(Range),
        Stage: tuple(Stage),
    }
    hints = get_type_hints(kind)
    fields = {name: hints[name] for name in kind.__struct_fields__ if hints[name] in of_type}
    return kind(**{name: rng.choice(of_type[hint]) for name, hint in fields.items()})
