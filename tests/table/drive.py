"""Whole rounds at a table: the house on autopilot, players by chance or by script."""

import random
from collections.abc import Callable, Iterable
from functools import cache

from msgspec.structs import replace

from pitboss.rules.player import Action
from pitboss.rules.stakes import least_added, most_insurance
from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.due import Due, due
from pitboss.table.events import Event
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe, Shoe, VirtualShoe
from pitboss.table.state import Stage, Table, find_box, open_table
from pitboss.table.table import step
from tests.floor import card, game_of

CHIPS = 1_000_000_00
Choose = Callable[[Table, Due], c.Command]


class Room:
    """A table with its history, its shoe and the commands that made it."""

    def __init__(self, state: Table, shoe: Shoe) -> None:
        self.start = self.state = state
        self.pilot = Autopilot(shoe)
        self.events: list[Event] = []
        self.causes: list[tuple[str, str]] = []
        """Mechanism and clause of every event."""
        self.commands: list[c.Command] = []

    def do(self, command: c.Command) -> tuple[Event, ...]:
        """What happened and its clause; mechanisms are kept apart, where a test asks for them."""
        caused, self.state = step(self.state, command)
        self.causes += [(event.mechanism, event.clause) for event in caused]
        events = tuple(replace(event, mechanism="") for event in caused)
        self.events += events
        self.commands.append(command)
        return events

    def house(self) -> None:
        """Everything that is due from the house, until a player must act or may bet."""
        while (command := self.pilot.act(self.state)) is not None:
            self.do(command)

    def house_until(self, act: str) -> None:
        """The same, but no further than this act."""
        while (found := due(self.state)) is not None and found.act != act:
            command = self.pilot.act(self.state)
            assert command is not None, found
            self.do(command)

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]

    def of(self, *kinds: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]


@cache
def fresh(name: str, *choices: str) -> Table:
    return open_table(game_of(name, *choices))


def opened(
    name: str, *choices: str, seats: Iterable[int] = (1,), shoe: Shoe | None = None, chips: int = CHIPS
) -> Room:
    """A table with players seated, the cards shuffled and cut by the dealer, one burned."""
    state = fresh(name, *choices)
    room = Room(state, shoe or VirtualShoe(state.house.decks, random.Random(1)))
    for seat in seats:
        room.do(c.SitDown(by=player(seat), chips_cents=chips))
    prepare(room)
    return room


def prepare(room: Room) -> None:
    """Whatever is due up to an open betting, players letting the cut pass."""
    while True:
        room.house()
        found = due(room.state)
        if found is None or found.act == "bets":
            break
        assert found.act in ("cut", "prepare"), found
        if found.act == "cut":
            room.do(c.RefuseCut(by=found.who))
        else:
            room.do(c.PrepareCards(by=found.who, step=Stage(found.hand)))
    while may_burn_early(room.state):
        room.do(room.pilot.burn(room.state, Due("burn", DEALER)))


def scripted(name: str, *choices: str, cards: str, seats: Iterable[int] = (1,), chips: int = CHIPS) -> Room:
    """Opened, with these cards to come: `scripted("blackjack", cards="Ks 9d 7h Td")`; the burn is extra."""
    deck = [card(word) for word in ("2c " + cards).split()]
    return opened(name, *choices, seats=seats, shoe=ScriptedShoe(deck), chips=chips)


def bet(room: Room, box: int, cents: int, seat: int = 0, **sides: int) -> None:
    by = player(seat or box)
    room.do(c.PlaceWager(by=by, box=box, wager=room.state.terms.main, cents=cents))
    for wager, stake in sides.items():
        room.do(c.PlaceWager(by=by, box=box, wager=wager, cents=stake))


def deal(room: Room) -> None:
    """Betting closes and the house acts until a player must."""
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house()


def say(room: Room, action: Action, cents: int = 0) -> None:
    """The player whose turn it is decides; then the house acts."""
    found = due(room.state)
    assert found is not None
    room.do(c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=cents))
    room.house()


def stand_all(room: Room) -> None:
    """Everyone stands, declines and passes, until betting is open again."""
    while (found := due(room.state)) is not None and found.act != "bets":
        if found.act == "decide":
            say(room, Action.STAND)
        elif found.act == "second chance":
            room.do(c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand))
            room.house()
        elif found.act == "choose":
            say(room, Action.UNDER)
        else:
            raise AssertionError(found)


def random_bets(room: Room, rng: random.Random) -> None:
    state = room.state
    limits = state.house.limits
    chip = state.house.min_chip_cents
    for found in state.players:
        low, high = limits.wager_min_cents, min(limits.wager_max_cents, limits.wager_min_cents * 5)
        stake = rng.randrange(low, high + 1, chip)
        bet(room, found.seat, stake, found.seat)
        for side in state.terms.sides:
            if rng.random() < 0.5:
                top = min(limits.side_max_cents, stake)
                cents = rng.randrange(limits.side_min_cents, top + 1, chip)
                room.do(c.PlaceWager(by=player(found.seat), box=found.seat, wager=side, cents=cents))


def random_player(room: Room, found: Due, rng: random.Random) -> None:
    """Some decision that the table accepts."""
    from pitboss.errors import Refused

    state = room.state
    box = find_box(state, found.box)
    assert box is not None
    hand = box.hands[found.hand]
    actions = [Action.HIT, Action.STAND, Action.DOUBLE, Action.SPLIT, Action.SPLIT, Action.SURRENDER]
    if found.act == "choose":
        actions = [Action.OVER, Action.UNDER, Action.FOLD]
    if found.act == "second chance":
        if rng.random() < 0.5:
            room.do(c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand))
            return
        actions = [Action.SECOND_CHANCE]
    while True:
        action = rng.choice(actions)
        cents = 0
        if action == Action.DOUBLE:
            chip = state.house.min_chip_cents
            cents = rng.choice([hand.original_cents, max(chip, hand.original_cents // 2 // chip * chip)])
        try:
            room.do(c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=cents))
        except Refused:
            continue
        return


def random_insurance(room: Room, rng: random.Random) -> None:
    from pitboss.errors import Refused

    for box in room.state.boxes:
        most = most_insurance(box.initial_cents, room.state.house)
        choice: list[c.Command] = [
            c.TakeEvenMoney(by=player(box.seat), box=box.number),
            c.Insure(by=player(box.seat), box=box.number, cents=most),
            c.Insure(by=player(box.seat), box=box.number, cents=least_added(room.state.house)),
        ]
        if rng.random() < 0.6:
            try:
                room.do(rng.choice(choice))
            except Refused:
                continue


def random_round(room: Room, rng: random.Random) -> None:
    """One round: random wagers, random decisions, everything by the book."""
    random_bets(room, rng)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    start = room.state.round
    while room.state.round == start:
        command = room.pilot.act(room.state)
        if isinstance(command, c.CloseInsurance):
            random_insurance(room, rng)
        if command is not None:
            room.do(command)
            continue
        found = due(room.state)
        assert found is not None
        if found.act == "cut":
            room.do(c.RefuseCut(by=found.who))
        else:
            random_player(room, found, rng)
    prepare(room)
