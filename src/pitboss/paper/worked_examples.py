"""Worked examples: rounds at the live table from a scripted shoe, so that they pay what the table pays."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.paper.figures import Figure, cents
from pitboss.paper.wagers import tell_wager
from pitboss.rules.house import House, Surrender
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.due import Due, due
from pitboss.table.event_text import tell_cards, tell_event
from pitboss.table.notation import parse_card
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe
from pitboss.table.state import Stage, Table, open_table
from pitboss.table.table import step

SEAT = 1
BURNED = "2c"


@dataclass(frozen=True)
class Moment:
    """Something goes wrong when this act is due: what is told of it, and what is done."""

    act: str
    says: str
    happens: Callable[["Floor"], None]
    box: int = SEAT

    def has_come(self, state: Table, found: Due) -> bool:
        if found.act == "card":
            when = ASKED if state.phase_name in ("decisions", "each_player") else "card"
            return (when, found.box) == (self.act, self.box)
        return (TURN if found.act in ("decide", "choose") else found.act) == self.act


TURN, ASKED = "turn", "card asked for"
"""A player has to act; a card that a player decided to take is due."""


@dataclass(frozen=True)
class Script:
    """Cards in the order of dealing, what the player does, and for which houses it is an example."""

    id: str
    title: str
    cards: str
    plays: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    fits: Callable[[House], bool] = lambda _: True
    moments: tuple[Moment, ...] = ()


@dataclass(frozen=True)
class Settled:
    what: str
    stake: Figure
    returned: Figure
    won: Figure


@dataclass(frozen=True)
class Example:
    id: str
    title: str
    player: str
    dealer: str
    steps: tuple[tuple[str, str], ...]
    """What happened and by which clause, where it is worth a line."""
    wrong: tuple[tuple[str, str], ...]
    """Of these, what went wrong and what was done about it."""
    settled: tuple[Settled, ...]
    net: Figure


def _has_push(house: House) -> bool:
    return house.push.applies


def _surrenders(house: House) -> bool:
    return house.surrender.when != Surrender.NONE


_BLACKJACK = (
    Script("win", "The player's total is nearer to 21", "Kc 7d 9h Ts", ("stand",)),
    Script("lose", "The dealer's total is nearer to 21", "Tc Td 8h 9s", ("stand",)),
    Script("tie", "Equal totals", "Tc Td 9h 9s", ("stand",)),
    Script("bust", "The player draws past 21", "Tc 9d 6h 8s Kd", ("hit",)),
    Script("blackjack", "The player is dealt a Blackjack", "Ac 9d Kh 8s"),
    Script("two_blackjacks", "Both have Blackjack", "Ac Kd Qh As"),
    Script("double", "A double down wins", "6c 6d 5h Ts Kh 7c", ("double",)),
    Script("split", "A pair is split", "8c 6d 8h Ts Kc Qd 9h", ("split", "stand", "stand"),
           fits=lambda house: house.split.max_hands > 1),
    Script("dealer_22", "The dealer makes 22 against a 19", "Tc 6d 9h Ts 6h", ("stand",), fits=_has_push),
    Script("dealer_22_large", "The dealer makes 22 against two original Large cards", "Kc 6d Qh Ts 6h",
           ("stand",), fits=lambda house: house.push.applies and house.push.pays_two_large),
    Script("dealer_22_21", "The dealer makes 22 against a 21", "7c 6d 7h Ts 7s 6h", ("hit",), fits=_has_push),
    Script("insurance_won", "Insurance, and the dealer has Blackjack", "Tc Ad 9h Ks", ("insure",),
           fits=lambda house: house.insurance.offered),
    Script("insurance_lost", "Insurance, and the dealer has none", "Tc Ad 9h 7s", ("insure", "stand"),
           fits=lambda house: house.insurance.offered),
    Script("even_money", "Even money on a Blackjack", "Ac Ad Kh 9s", ("even",),
           fits=lambda house: house.blackjack.even_money),
    Script("surrender", "The player surrenders", "Tc Td 6h 9s", ("surrender",), fits=_surrenders),
    Script("second_chance_won", "A Second Chance wins", "Tc 6d 6h Ts Kd 7s 9h", ("hit", "second chance"),
           fits=lambda house: house.second_chance.offered),
    Script("second_chance_21", "A Second Chance makes 21", "Tc 6d 6h Ts Kd 5s 9h", ("hit", "second chance"),
           fits=lambda house: house.second_chance.offered),
    Script("second_chance_lost", "A Second Chance is still over 21", "Tc 6d 6h Ts Kd 2s 9h",
           ("hit", "second chance"), fits=lambda house: house.second_chance.offered),
    Script("up_match_one", "One card matches the up card in rank and suit", "Kc Kc 5h 9s", ("stand",),
           ("up",), fits=lambda house: house.match.up),
    Script("up_match_two", "Both cards match the up card, one of them in suit", "9c 9c 9h 8s", ("stand",),
           ("up",), fits=lambda house: house.match.up),
    Script("up_match_none", "No card matches the up card", "Tc 7d 9h Ks", ("stand",), ("up",),
           fits=lambda house: house.match.up),
    Script("down_match_one", "One card matches the hole card in rank", "8c 7d Th 8s 2c", ("stand",),
           ("down",), fits=lambda house: house.match.down),
)  # fmt: skip

_OVER_UNDER = (
    Script("over_won", "Over wins", "Kc 9d 8h", ("over",)),
    Script("over_lost", "Over loses in the middle", "Kc 5d 5h", ("over",)),
    Script("under_won", "Under wins", "4c 5d 6h", ("under",)),
    Script("under_lost", "Under loses to a high total", "4c Td Kh", ("under",)),
    Script("surrendered", "The Ante is surrendered", "8c 4d 5h", ("fold",)),
    Script("bonus_won", "The Bonus wins, though the Ante is surrendered", "Ac Ad Ah", ("fold",), ("bonus",),
           fits=lambda house: house.over_under.bonus),
    Script("bonus_lost", "The Bonus loses", "Kc 5d 5h", ("over",), ("bonus",),
           fits=lambda house: house.over_under.bonus),
)  # fmt: skip


def find_examples(game: Game) -> tuple[Example, ...]:
    scripts = _BLACKJACK if game.has_dealer else _OVER_UNDER
    return tuple(play(game, script) for script in scripts if script.fits(game.house))


class Floor:
    """A table with one player, its shoe and its history."""

    def __init__(self, game: Game, cards: Sequence[str], moments: Sequence[Moment] = ()) -> None:
        self.moments = list(moments)
        self.state: Table = open_table(game)
        self.pilot = Autopilot(ScriptedShoe([parse_card(word) for word in cards]))
        self.events: list[e.Event] = []
        self.told: dict[int, str] = {}
        """What is told instead of an event, by its place."""

    def do(self, command: c.Command) -> None:
        events, self.state = step(self.state, command)
        self.events += events

    def goes_wrong(self) -> bool:
        """Has the next moment come? Then it happens."""
        found = due(self.state)
        if not self.moments or found is None or not self.moments[0].has_come(self.state, found):
            return False
        moment = self.moments.pop(0)
        self.told[len(self.events)] = moment.says
        moment.happens(self)
        return True

    def go_on(self) -> None:
        """What the house does next."""
        command = self.pilot.act(self.state)
        assert command is not None
        self.do(command)

    def open(self) -> None:
        """Cards shuffled, the cut left to the dealer, one burned; betting is open."""
        while True:
            while self.goes_wrong():
                pass
            while (command := self.pilot.act(self.state)) is not None:
                self.do(command)
                self.goes_wrong()
            found = due(self.state)
            if found is None or found.act == "bets":
                break
            self.do(_opening(found))
        while may_burn_early(self.state):
            self.do(self.pilot.burn(self.state, Due("burn", DEALER)))


def _opening(found: Due) -> c.Command:
    if found.act == "cut":
        return c.RefuseCut(by=found.who)
    return c.PrepareCards(by=found.who, step=Stage(found.hand))


def play(game: Game, script: Script) -> Example:
    """The round of a script, at the live table."""
    floor = Floor(game, (BURNED, *script.cards.split()), script.moments)
    stake = game.house.limits.wager_min_cents
    floor.do(c.SitDown(by=player(SEAT), chips_cents=100 * stake))
    floor.open()
    begin = len(floor.events)
    floor.do(c.PlaceWager(by=player(SEAT), box=SEAT, wager=floor.state.terms.main, cents=stake))
    for wager in _side_wagers(game, script):
        cents_staked = max(game.house.limits.side_min_cents, game.house.min_chip_cents)
        floor.do(c.PlaceWager(by=player(SEAT), box=SEAT, wager=wager, cents=cents_staked))
    _run(floor, list(script.plays))
    return _example(game, script, floor, begin)


def _side_wagers(game: Game, script: Script) -> Iterator[str]:
    for wager in game.wagers:
        down = wager.against == "hole card"
        if wager.kind == "match" and ("down" if down else "up") in script.sides:
            yield wager.id
        if wager.kind == "total_bonus" and "bonus" in script.sides:
            yield wager.id


def _run(floor: Floor, plays: list[str]) -> None:
    """The round, the player doing what the script says and standing when it says no more."""
    while floor.state.phase == 0:
        floor.do(floor.pilot.deal(floor.state))
    now = floor.state.round
    while floor.state.round == now and (found := due(floor.state)) is not None:
        if floor.goes_wrong():
            continue
        command = floor.pilot.act(floor.state)
        if isinstance(command, c.CloseInsurance) and plays[:1] in (["insure"], ["even"]):
            floor.do(_insure(floor.state, plays.pop(0)))
        floor.do(command or _decide(floor.state, found, plays))


def _insure(state: Table, play: str) -> c.Command:
    box = state.boxes[0]
    if play == "even":
        return c.TakeEvenMoney(by=player(SEAT), box=SEAT)
    return c.Insure(by=player(SEAT), box=SEAT, cents=most_insurance(box.initial_cents, state.house))


def _decide(state: Table, found: Due, plays: list[str]) -> c.Command:
    if found.act == "cut":
        return _opening(found)
    play = plays.pop(0) if plays else "stand"
    if found.act == "second chance" and play != "second chance":
        return c.DeclineSecondChance(by=found.who, box=found.box, hand=found.hand)
    action = Action[play.upper().replace(" ", "_")]
    added = state.boxes[0].initial_cents if action == Action.DOUBLE else 0
    return c.Decide(by=found.who, box=found.box, hand=found.hand, action=action, cents=added)


def _example(game: Game, script: Script, floor: Floor, begin: int) -> Example:
    events = floor.events[begin:]
    id = f"example.{script.id}"
    settled = tuple(_settled(game, f"{id}.{number}", event) for number, event in enumerate(_payments(events)))
    net = sum(part.returned.value + part.won.value - part.stake.value for part in settled)
    mine = [event.card for event in events if isinstance(event, e.CardDealt) and event.box == SEAT]
    theirs = [
        event.card
        for event in events
        if isinstance(event, e.HoleTurned) or (isinstance(event, e.CardDealt) and event.box == 0)
    ]
    return Example(
        id=script.id,
        title=script.title,
        player=tell_cards(tuple(mine)),
        dealer=tell_cards(tuple(theirs)),
        steps=tuple(
            (says, event.clause)
            for at, event in enumerate(events, begin)
            if (says := floor.told.get(at) or _tell(event))
        ),
        wrong=tuple((says, floor.events[at].clause) for at, says in floor.told.items()),
        settled=settled,
        net=cents(f"{id}.net", int(net)),
    )


Payment = e.HandSettled | e.WagerSettled | e.HandDied


def _payments(events: Sequence[e.Event]) -> list[Payment]:
    kinds = (e.HandSettled, e.WagerSettled, e.HandDied)
    return [event for event in events if isinstance(event, kinds) and event.stake_cents]


def _settled(game: Game, id: str, event: Payment) -> Settled:
    if isinstance(event, e.WagerSettled):
        what = tell_wager(game, event.wager)
    else:
        what = game.main_wager.name + (f", hand {event.hand + 1}" if event.hand else "")
    won = 0 if isinstance(event, e.HandDied) else event.won_cents
    return Settled(
        what,
        cents(f"{id}.stake", event.stake_cents),
        cents(f"{id}.returned", event.returned_cents),
        cents(f"{id}.won", won),
    )


def _tell(event: e.Event) -> str:
    match event:
        case e.WagerPlaced():
            return f"{tell_cents(event.cents)} on the {event.wager.replace('_', ' ')}."
        case e.Decided():
            action = Action.SURRENDER if event.action == Action.FOLD else Action(event.action)
            return f"The player: {action.name.lower().replace('_', ' ')}."
        case e.CardDealt() if event.box == SEAT:
            return f"The player gets {tell_cards((event.card,))}."
    return tell_event(event, 0)
