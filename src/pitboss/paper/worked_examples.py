"""Worked examples: rounds played at the live table with cards in a set order, paid as the table pays."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pitboss.games.game import Game
from pitboss.paper.figures import Figure, cents
from pitboss.paper.wagers import wager_name
from pitboss.rules.cards import ACE, KING, TEN, Card
from pitboss.rules.house import House, OverUnderHouse, Surrender
from pitboss.rules.player import Action
from pitboss.rules.stakes import most_insurance
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autopilot import Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.due import Due, due
from pitboss.table.event_text import tell_card, tell_cards, tell_event
from pitboss.table.notation import parse_card
from pitboss.table.people import DEALER, player
from pitboss.table.shoes import ScriptedShoe
from pitboss.table.state import Stage, Table, open_table
from pitboss.table.table import step

SEAT = 1


@dataclass(frozen=True)
class Mishap:
    """Something goes wrong when this act is due: what is told of it, and what is done."""

    act: str
    says: str
    """With `{card}` where the card is named."""
    happens: Callable[["ExampleTable", Card | None], None]
    box: int = SEAT
    card: Card | None = None
    by: str = ""
    """The mechanism whose clause is cited for it; if empty, that of the first event."""

    def has_come(self, state: Table, task: Due) -> bool:
        if task.act == "card":
            when = ASKED if state.phase_name in ("decisions", "each_player") else "card"
            return (when, task.box) == (self.act, self.box)
        return (TURN if task.act in ("decide", "choose") else task.act) == self.act


TURN, ASKED = "turn", "card asked for"
"""A player has to act; a card that a player decided to take is due."""


@dataclass(frozen=True)
class ExampleScript:
    """Cards in the order of dealing, what the player does, and for which games it is an example."""

    id: str
    title: str
    """With the kind of a wager in braces where the wager is named."""
    cards: str
    plays: tuple[str, ...] = ()
    match: str = ""
    """The dealer's card on which match wagers are made."""
    bonus: bool = False
    """Whether wagers on the total are made."""
    fits: Callable[[House], bool] = lambda _: True
    mishaps: tuple[Mishap, ...] = ()


@dataclass(frozen=True)
class SettledWager:
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
    settled: tuple[SettledWager, ...]
    net: Figure


def _pushes_22(house: House) -> bool:
    return house.push.applies


def _surrenders(house: House) -> bool:
    return house.surrender.when != Surrender.NONE


def _insures(house: House) -> bool:
    return house.insurance.offered


def _gives_second_chances(house: House) -> bool:
    return house.second_chance.offered


_BLACKJACK = (
    ExampleScript("win", "The player is closer to 21", "Kc 7d 9h Ts", ("stand",)),
    ExampleScript("lose", "The dealer is closer to 21", "Tc Td 8h 9s", ("stand",)),
    ExampleScript("tie", "Equal totals", "Tc Td 9h 9s", ("stand",)),
    ExampleScript("bust", "The player busts", "Tc 9d 6h 8s Kd", ("hit",)),
    ExampleScript("blackjack", "The player is dealt a Blackjack", "Ac 9d Kh 8s"),
    ExampleScript("two_blackjacks", "The player and the dealer both have Blackjack", "Ac Kd Qh As"),
    ExampleScript("double", "The player doubles down and wins", "6c 6d 5h Ts Kh 7c", ("double",)),
    ExampleScript("split", "The player splits a pair", "8c 6d 8h Ts Kc Qd 9h", ("split", "stand", "stand"),
                  fits=lambda house: house.split.max_hands > 1),
    ExampleScript("dealer_22", "The dealer makes 22 against a 19", "Tc 6d 9h Ts 6h", ("stand",),
                  fits=_pushes_22),
    ExampleScript("dealer_22_large", "The dealer makes 22 against two original Large cards",
                  "Kc 6d Qh Ts 6h", ("stand",),
                  fits=lambda house: house.push.applies and house.push.pays_two_large),
    ExampleScript("dealer_22_21", "The dealer makes 22 against a 21", "7c 6d 7h Ts 7s 6h", ("hit",),
                  fits=lambda house: house.push.applies and not house.player.paid_21_at_once),
    ExampleScript("insurance_won", "{insurance}: the dealer has Blackjack", "Tc Ad 9h Ks", ("insure",),
                  fits=_insures),
    ExampleScript("insurance_lost", "{insurance}: the dealer does not have Blackjack", "Tc Ad 9h 7s",
                  ("insure", "stand"), fits=_insures),
    ExampleScript("even_money", "Even money on a Blackjack", "Ac Ad Kh 9s", ("even",),
                  fits=lambda house: house.blackjack.even_money),
    ExampleScript("surrender", "The player surrenders", "Tc Td 6h 9s", ("surrender",), fits=_surrenders),
    ExampleScript("second_chance_won", "{second_chance}: it wins", "Tc 6d 6h Ts Kd 7s 9h",
                  ("hit", "second chance"), fits=_gives_second_chances),
    ExampleScript("second_chance_21", "{second_chance}: it makes 21", "Tc 6d 6h Ts Kd 5s 9h",
                  ("hit", "second chance"), fits=_gives_second_chances),
    ExampleScript("second_chance_lost", "{second_chance}: the hand is still over 21", "Tc 6d 6h Ts Kd 2s 9h",
                  ("hit", "second chance"), fits=_gives_second_chances),
    ExampleScript("up_match_one", "One card matches the upcard in rank and suit", "Kc Kc 5h 9s", ("stand",),
                  "upcard", fits=lambda house: house.match.up),
    ExampleScript("up_match_two", "Both cards match the upcard, one of them in suit", "9c 9c 9h 8s",
                  ("stand",), "upcard", fits=lambda house: house.match.up),
    ExampleScript("up_match_none", "No card matches the upcard", "Tc 7d 9h Ks", ("stand",), "upcard",
                  fits=lambda house: house.match.up),
    ExampleScript("down_match_one", "One card matches the hole card in rank", "8c 7d Th 8s 2c", ("stand",),
                  "hole card", fits=lambda house: house.match.down),
    ExampleScript("down_match_none", "No card matches the hole card", "Tc 7d 9h Ks", ("stand",), "hole card",
                  fits=lambda house: house.match.down),
)  # fmt: skip


def _totals(test: Callable[[OverUnderHouse], bool]) -> Callable[[House], bool]:
    return lambda house: test(house.over_under)


_OVER_UNDER = (
    ExampleScript("over_won", "{over}: it wins", "Kc 9d 8h", ("over",),
                  fits=_totals(lambda house: house.over_from <= 27)),
    ExampleScript("over_lost", "{over}: it loses to a total in the middle", "Kc 5d 5h", ("over",),
                  fits=_totals(lambda house: house.under_to < 20 < house.over_from)),
    ExampleScript("under_won", "{under}: it wins", "4c 5d 6h", ("under",),
                  fits=_totals(lambda house: house.under_to >= 15)),
    ExampleScript("under_lost", "{under}: it loses to a high total", "4c Td Kh", ("under",),
                  fits=_totals(lambda house: house.over_from <= 24)),
    ExampleScript("surrendered", "{main}: it is surrendered", "8c 4d 5h", ("fold",)),
    ExampleScript("bonus_won", "{total_bonus}: it wins although the player surrenders", "Ac Ad Ah",
                  ("fold",), bonus=True,
                  fits=_totals(lambda house: house.bonus and house.bonus_pays[33] > 0)),
    ExampleScript("bonus_lost", "{total_bonus}: it loses", "Kc 5d 5h", ("over",), bonus=True,
                  fits=_totals(lambda house: house.bonus and house.bonus_pays[20] == 0)),
)  # fmt: skip


def find_examples(game: Game) -> tuple[Example, ...]:
    """One example for each result of this game that its deck can deal."""
    scripts = _BLACKJACK if game.has_dealer else _OVER_UNDER
    fitting = [script for script in scripts if script.fits(game.house)]
    return tuple(play(game, script) for script in in_this_deck(game, fitting))


def in_this_deck(game: Game, scripts: Sequence[ExampleScript]) -> Iterator[ExampleScript]:
    """The scripts that this shoe can deal; a rank that it lacks is replaced by one of the same value."""
    for script in scripts:
        cards = [_available(game.house, parse_card(word)) for word in script.cards.split()]
        mishaps = [_with_available_card(game.house, mishap) for mishap in script.mishaps]
        held = [card for card in cards if card is not None]
        held += [mishap.card for mishap in mishaps if mishap is not None and mishap.card is not None]
        too_many = any(times > game.house.decks for times in Counter(held).values())
        if None in cards or None in mishaps or too_many:
            continue
        yield replace(
            script,
            cards=" ".join(_notation(card) for card in cards if card is not None),
            mishaps=tuple(mishap for mishap in mishaps if mishap is not None),
        )


def _available(house: House, card: Card) -> Card | None:
    if house.deck[card.rank - 1]:
        return card
    if card.rank < TEN:
        return None
    return next((Card(rank, card.suit) for rank in range(KING, TEN - 1, -1) if house.deck[rank - 1]), None)


def _with_available_card(house: House, mishap: Mishap) -> Mishap | None:
    if mishap.card is None:
        return mishap
    card = _available(house, mishap.card)
    return None if card is None else replace(mishap, card=card)


def _notation(card: Card) -> str:
    return f"{'A23456789TJQK'[card.rank - 1]}{'cdhs'[card.suit]}"


def _burn_cards(house: House, script: ExampleScript, cards: int) -> list[str]:
    """The lowest cards that the deck has and the script does not use up."""
    needed = Counter(script.cards.split())
    ranks = [rank for rank in range(ACE + 1, KING + 1) if house.deck[rank - 1]]
    words = [_notation(Card(rank, suit)) for rank in ranks for suit in range(4)]
    return [word for word in words if needed[word] < house.decks][:cards]


class ExampleTable:
    """A table with one player, its shoe and its history."""

    def __init__(self, game: Game, script: ExampleScript) -> None:
        self.mishaps = list(script.mishaps)
        self.state: Table = open_table(game)
        burned = _burn_cards(game.house, script, self.state.terms.burn_cards)
        cards = [*burned, *script.cards.split()]
        self.pilot = Autopilot(ScriptedShoe([parse_card(word) for word in cards]))
        self.events: list[e.Event] = []
        self.told: dict[int, str] = {}
        """What is told instead of an event, by its place."""
        self.cited: dict[int, str] = {}
        """The clause that is cited instead of the event's, where it is another."""

    def do(self, command: c.Command) -> None:
        events, self.state = step(self.state, command)
        self.events += events

    def goes_wrong(self) -> bool:
        """The next mishap happens if its moment has come."""
        task = due(self.state)
        if not self.mishaps or task is None or not self.mishaps[0].has_come(self.state, task):
            return False
        mishap = self.mishaps.pop(0)
        card = "" if mishap.card is None else tell_card(mishap.card)
        self.told[len(self.events)] = mishap.says.format(card=card)
        if mishap.by:
            self.cited[len(self.events)] = self.state.terms.citations[mishap.by]["clause"]
        mishap.happens(self, mishap.card)
        return True

    def clause_of(self, place: int) -> str:
        return self.cited.get(place) or self.events[place].clause

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
            task = due(self.state)
            if task is None or task.act == "bets":
                break
            self.do(_opening(task))
        while may_burn_early(self.state):
            self.do(self.pilot.burn(self.state, Due("burn", DEALER)))


def _opening(task: Due) -> c.Command:
    if task.act == "cut":
        return c.RefuseCut(by=task.who)
    return c.PrepareCards(by=task.who, step=Stage(task.hand))


def play(game: Game, script: ExampleScript) -> Example:
    """The round of a script, at the live table."""
    table = ExampleTable(game, script)
    stake = game.house.limits.wager_min_cents
    table.do(c.SitDown(by=player(SEAT), chips_cents=100 * stake))
    table.open()
    begin = len(table.events)
    table.do(c.PlaceWager(by=player(SEAT), box=SEAT, wager=game.main_wager.id, cents=stake))
    for wager in _side_wagers(game, script):
        side_stake = max(game.house.limits.side_min_cents, game.house.min_chip_cents)
        table.do(c.PlaceWager(by=player(SEAT), box=SEAT, wager=wager, cents=side_stake))
    _run(table, list(script.plays))
    return _example(game, script, table, begin)


def _side_wagers(game: Game, script: ExampleScript) -> Iterator[str]:
    if script.match:
        yield from (wager.id for wager in game.wagers_of("match", script.match))
    if script.bonus:
        yield from (wager.id for wager in game.wagers_of("total_bonus"))


def _run(table: ExampleTable, plays: list[str]) -> None:
    """The round, the player doing what the script says and standing when it says no more."""
    while table.state.phase == 0:
        table.do(table.pilot.deal(table.state))
    now = table.state.round
    while table.state.round == now and (task := due(table.state)) is not None:
        if table.goes_wrong():
            continue
        command = table.pilot.act(table.state)
        if isinstance(command, c.CloseInsurance) and plays[:1] in (["insure"], ["even"]):
            table.do(_insure(table.state, plays.pop(0)))
        table.do(command or _decide(table.state, task, plays))


def _insure(state: Table, play: str) -> c.Command:
    box = state.boxes[0]
    if play == "even":
        return c.TakeEvenMoney(by=player(SEAT), box=SEAT)
    return c.Insure(by=player(SEAT), box=SEAT, cents=most_insurance(box.initial_cents, state.house))


def _decide(state: Table, task: Due, plays: list[str]) -> c.Command:
    if task.act == "cut":
        return _opening(task)
    play = plays.pop(0) if plays else "stand"
    if task.act == "second chance" and play != "second chance":
        return c.DeclineSecondChance(by=task.who, box=task.box, hand=task.hand)
    action = Action[play.upper().replace(" ", "_")]
    added = state.boxes[0].initial_cents if action == Action.DOUBLE else 0
    return c.Decide(by=task.who, box=task.box, hand=task.hand, action=action, cents=added)


def _example(game: Game, script: ExampleScript, table: ExampleTable, begin: int) -> Example:
    events = table.events[begin:]
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
        title=_title(game, script),
        player=tell_cards(tuple(mine)),
        dealer=tell_cards(tuple(theirs)),
        steps=tuple(
            (says, table.clause_of(at))
            for at, event in enumerate(events, begin)
            if (says := table.told.get(at) or _tell(event, game))
        ),
        wrong=tuple((says, table.clause_of(at)) for at, says in table.told.items()),
        settled=settled,
        net=cents(f"{id}.net", int(net)),
    )


def _title(game: Game, script: ExampleScript) -> str:
    title = script.title.format_map({wager.kind: wager.name for wager in reversed(game.wagers)})
    return title[:1].upper() + title[1:]


HANDS = ("", ", second hand", ", third hand", ", fourth hand")

Payment = e.HandSettled | e.WagerSettled | e.HandDied


def _payments(events: Sequence[e.Event]) -> list[Payment]:
    kinds = (e.HandSettled, e.WagerSettled, e.HandDied)
    return [event for event in events if isinstance(event, kinds) and event.stake_cents]


def _settled(game: Game, id: str, event: Payment) -> SettledWager:
    if isinstance(event, e.WagerSettled):
        what = wager_name(game, event.wager)
    else:
        what = game.main_wager.name + HANDS[event.hand]
    won = 0 if isinstance(event, e.HandDied) else event.won_cents
    return SettledWager(
        what,
        cents(f"{id}.stake", event.stake_cents),
        cents(f"{id}.returned", event.returned_cents),
        cents(f"{id}.won", won),
    )


def _tell(event: e.Event, game: Game) -> str:
    """Empty for what the list of cards and the table of stakes tell already."""
    silent = isinstance(event, e.WagerPlaced) or (isinstance(event, e.CardDealt) and event.box == SEAT)
    return "" if silent else tell_event(event, 0, game)
