"""Decisions that a hand cannot make, in its turn and out of it, each refused at the live table."""

from collections.abc import Iterator

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.people import player
from pitboss.table.state import Table
from tests.book.games import BACK, NH, OVER, VENDOR
from tests.book.played_refusals import Refusal
from tests.table.drive import Room, bet, deal, scripted
from tests.table.procedures import STAKE, next_due, room_acts

ONE = player(1)


def refusals(game: str) -> Iterator[tuple[str, Refusal]]:
    yield "one's second box first", Refusal(_two_boxes(game), _decide(game, box=2))
    if game == OVER:
        yield "a decision of another game", Refusal(_two_boxes(game), c.Decide(ONE, 1, Action.STAND))
        for action in (Action.OVER, Action.UNDER, Action.FOLD):
            wrong = c.Decide(ONE, 1, action, cents=500)
            yield f"{action.name.capitalize()} for another amount", Refusal(_two_boxes(game), wrong)
        return
    yield from _cards(game)
    yield from _splits(game)
    yield from _insurance(game)


def _decide(game: str, box: int) -> c.Command:
    return c.Decide(player(1), box, Action.OVER if game == OVER else Action.STAND)


def _two_boxes(game: str) -> Table:
    room = scripted(game, cards="9c 9s 7d 9d 9h Th")
    for box in (1, 2):
        bet(room, box, STAKE, seat=1)
    deal(room)
    return room.state


def _played(game: str, cards: str, *actions: Action, choices: tuple[str, ...] = ()) -> Room:
    """These cards, and what player 1 says in turn; player 3 comes after and has not spoken."""
    first, second, *rest = cards.split()
    up, hole, *drawn = rest
    room = scripted(
        game, *choices, cards=" ".join((first, "9s", up, second, "8s", hole, *drawn)), seats=(1, 3)
    )
    for seat in (1, 3):
        bet(room, seat, STAKE)
    deal(room)
    for action in actions:
        while next_due(room).act != "decide":
            room_acts(room)
        found = next_due(room)
        room.do(c.Decide(found.who, found.box, action, found.hand, STAKE if action == Action.DOUBLE else 0))
        room.house()
    return room


def _hand(room: Room, action: Action, hand: int = 0) -> Refusal:
    return Refusal(room.state, c.Decide(ONE, 1, action, hand, STAKE if action == Action.DOUBLE else 0))


def _cards(game: str) -> Iterator[tuple[str, Refusal]]:
    drawn = _played(game, "9c 2d 7d Th Ts", Action.HIT)
    yield "a card on 21", _hand(drawn, Action.HIT)
    doubled = _played(game, "5c 6d 7d Th 2s", Action.DOUBLE)
    yield "a card after a double", _hand(doubled, Action.HIT)
    asked = scripted(game, cards="5c 7d 6d Th")
    bet(asked, 1, STAKE)
    deal(asked)
    asked.do(c.Decide(ONE, 1, Action.DOUBLE, cents=STAKE))
    yield "a card while the double is dealt", _hand(asked, Action.HIT)
    blackjack = _dealt(game, "Ac 7d Kd Th")
    for action, name in (
        (Action.HIT, "a card on"),
        (Action.DOUBLE, "a double of"),
        (Action.SPLIT, "a split of"),
    ):
        yield f"{name} a Blackjack", _hand(blackjack, action)
    if game == BACK:
        yield "a Second Chance below 21", _hand(_played(game, "9c 2d 7d Th"), Action.SECOND_CHANCE)


def _dealt(game: str, cards: str, *choices: str) -> Room:
    """The first cards are dealt and nothing else is done."""
    room = scripted(game, *choices, cards=cards)
    bet(room, 1, STAKE)
    while not room.state.dealer.hole:
        room.do(room.pilot.act(room.state) or room.pilot.deal(room.state))
    return room


def _splits(game: str) -> Iterator[tuple[str, Refusal]]:
    aces = _played(game, "Ac Ad 7d Th 5s 6s", Action.SPLIT)
    if not aces.state.house.split.aces_draw:
        yield "a card for a split ace", _hand(aces, Action.HIT)
        yield "a double of a split ace", _hand(aces, Action.DOUBLE)
    if aces.state.house.split.max_ace_hands == 2:
        again = _played(game, "Ac Ad 7d Th As 5s", Action.SPLIT)
        yield "aces split again", _hand(again, Action.SPLIT)
    split = scripted(game, cards="8c 7d 8d Th 2s 3s")
    bet(split, 1, STAKE)
    deal(split)
    split.do(c.Decide(ONE, 1, Action.SPLIT))
    split.house()
    yield "the second split hand first", Refusal(split.state, c.Decide(ONE, 1, Action.STAND, 1))
    yield "a split of an unlike split hand", _hand(split, Action.SPLIT)
    if split.state.house.split.max_hands == 4:
        eights = _played(game, "8c 8d 7d Th 8h 8s 8c 8d", *[Action.SPLIT] * 3)
        yield "a fifth hand", _hand(eights, Action.SPLIT)
    if game == NH:
        four = _played(game, "Ac Ad 7d Th As Ah 5c 5d", *[Action.SPLIT] * 2)
        yield "a fourth hand of aces", _hand(four, Action.SPLIT)


def _insurance(game: str) -> Iterator[tuple[str, Refusal]]:
    low = _dealt(game, "9c 7d 9d Th").state
    yield "insurance against a seven", Refusal(low, c.Insure(ONE, 1, 100))
    yield "even money against a seven", Refusal(low, c.TakeEvenMoney(ONE, 1))
    taken = _offered(game, "9c Ad 9d 7h")
    taken.do(c.Insure(ONE, 1, 100))
    yield "insurance twice", Refusal(taken.state, c.Insure(ONE, 1, 100))
    if game in (BACK, VENDOR):
        yield (
            "even money on a Blackjack",
            Refusal(_offered(game, "Ac Ad Kd 7h").state, c.TakeEvenMoney(ONE, 1)),
        )
    if game in (BACK, NH):
        choices = ("reading.N6=R2",) if game == NH else ()
        natural = _offered(game, "Ac Ad Kd 7h", *choices)
        yield "insurance of a Blackjack", Refusal(natural.state, c.Insure(ONE, 1, 100))


def _offered(game: str, cards: str, *choices: str) -> Room:
    room = scripted(game, *choices, cards=cards)
    bet(room, 1, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("close insurance")
    return room
