"""Commands by chance, with what can go wrong."""

import random
from collections.abc import Sequence
from typing import Any, get_type_hints

from msgspec.structs import asdict, replace

from pitboss.errors import BadChoice
from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import Due, due
from pitboss.table.options import FACES, Choice, options
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage
from tests.table.drive import Room, fresh, opened, prepare, random_bets, random_insurance, random_player
from tests.table.procedures import room_acts

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


# ---- rounds

CHOICES = ("shuffler=batch", "shuffler=counting", "settlement_order=box_by_box",
           "settlement_order=collect_then_pay", "bar_mid_shoe_entry=yes", "surrender=late")  # fmt: skip


def is_permitted(game: str, choice: str) -> bool:
    try:
        fresh(game, choice)
    except BadChoice:
        return False
    return True


def choices_by_chance(game: str, rng: random.Random) -> list[str]:
    known = [choice for choice in CHOICES if is_permitted(game, choice)]
    return [rng.choice(known)] if known and rng.random() < 0.5 else []


def by_chance(game: str, rng: random.Random, *choices: str) -> None:
    """Two rounds of three players by chance, in which now and then something goes wrong."""
    room = opened(game, *choices, seats=(1, 3, 4), shoe=VirtualShoe(fresh(game).house.decks, rng))
    for _ in range(2):
        _round_by_chance(room, rng)


def _round_by_chance(room: Room, rng: random.Random) -> None:
    random_bets(room, rng)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    number = room.state.round
    while room.state.round == number:
        wanted = due(room.state)
        assert wanted is not None
        if rng.random() < 0.08:
            something_else(room, rng)
            continue
        if wanted.act == "close insurance":
            random_insurance(room, rng)
        if wanted.act in ("decide", "choose", "second chance"):
            random_player(room, wanted, rng)
        elif wanted.who.role == 0:
            somebody_answers(room, wanted, rng)
        else:
            room_acts(room)
    prepare(room)


# ---- a command with one word changed

PEOPLE = (DEALER, FLOOR, DEVICE, *(player(seat) for seat in range(1, 5)))
OTHERS: dict[type, Sequence[Any]] = {
    Person: PEOPLE,
    Card: (Card(1, 0), Card(2, 0), Card(10, 1), Card(13, 2)),
    Action: tuple(Action),
}


def other_word(command: c.Command, rng: random.Random) -> c.Command | None:
    fields = asdict(command)
    name = rng.choice(sorted(fields))
    others = [value for value in _others(fields[name]) if value != fields[name]]
    if name == "by":
        others = [who for who in others if who.role in command.roles]
    return replace(command, **{name: rng.choice(others)}) if others else None


def _others(value: object) -> Sequence[Any]:
    if isinstance(value, bool):
        return (not value,)
    for kind, others in OTHERS.items():
        if isinstance(value, kind):
            return others
    if isinstance(value, int):
        near = (value - 1, value + 1, value - 100, value + 100, value * 2, 0)
        return [type(value)(one) for one in near if one >= 0 and _is_member(type(value), one)]
    return ()


def _is_member(kind: type[int], number: int) -> bool:
    try:
        kind(number)
    except ValueError:
        return False
    return True
