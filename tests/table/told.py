"""Whole rounds at the live table, played from a script and told in short words.

    played("down-under-pa", "9c 7d 9d Th")

is everything that happened, from the first card to the cleared table, one phrase for each thing. Cards are
written as they leave the shoe. What players say is a list of words, taken up one by one whenever a player
must decide; afterwards everybody stands. `insure 1`, `even 1` and `give-up 1` are said before the reader.
"""

from collections.abc import Mapping
from typing import TypedDict, Unpack

from pitboss.rules.cards import Card, Light
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import player
from tests.floor import RANKS, SUITS
from tests.table.drive import Room, bet, scripted
from tests.table.procedures import STAKE, next_due

WORDS = {
    "hit": Action.HIT, "stand": Action.STAND, "double": Action.DOUBLE, "split": Action.SPLIT,
    "surrender": Action.SURRENDER, "chance": Action.SECOND_CHANCE, "over": Action.OVER, "under": Action.UNDER,
    "fold": Action.FOLD,
}  # fmt: skip
RANK_NAMES = {rank: name for name, rank in RANKS.items() if name != "10"}
SUIT_NAMES = {suit: name for name, suit in SUITS.items()}


class How(TypedDict, total=False):
    """What differs from one player at seat 1 with a plain wager."""

    seats: tuple[int, ...]
    sides: Mapping[str, int]
    """Side wagers of every player, by name."""
    cents: int
    light: Light
    """What the reader shows whatever the hole card is; a reader for Blackjacks then denies one."""


def round_of(game: str, cards: str, says: str = "", *choices: str, **how: Unpack[How]) -> Room:
    """A whole round."""
    room = begin(game, cards, *choices, **how)
    words = [word.strip() for word in says.split(",") if word.strip()]
    number = room.state.round
    while room.state.round == number:
        act_on(room, words, how.get("light"))
    assert not words, f"never asked: {words}"
    return room


def begin(game: str, cards: str, *choices: str, **how: Unpack[How]) -> Room:
    """Wagers down and betting closed, no card dealt yet."""
    seats = how.get("seats", (1,))
    room = scripted(game, *choices, cards=cards, seats=seats)
    for seat in seats:
        bet(room, seat, how.get("cents", STAKE), **how.get("sides", {}))
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    return room


def act_on(room: Room, words: list[str], light: Light | None = None) -> None:
    """The next act: the house's, or that of a player, who takes up the next word."""
    command = room.pilot.act(room.state)
    if isinstance(command, c.CloseInsurance | c.InsertHole) and words and _is_early(words[0]):
        room.do(next_command(room, words.pop(0)))
    elif isinstance(command, c.LightRange) and light is not None:
        room.do(c.LightRange(light))
    elif isinstance(command, c.AnswerBlackjack) and light is not None:
        room.do(c.AnswerBlackjack(False))
    elif command is not None:
        room.do(command)
    else:
        room.do(next_command(room, words.pop(0) if words else ""))


def _is_early(word: str) -> bool:
    return word.split()[0] in ("insure", "even", "give-up")


def is_time_for(room: Room, word: str) -> bool:
    """When a player must decide; what is said before the reader, before the reader."""
    found = next_due(room)
    return found.who.role == 0 or (found.act in ("close insurance", "insert") and _is_early(word))


def next_command(room: Room, word: str) -> c.Command:
    """What a player says: `hit`, `double 500`, `insure 1 300`, `even 3`; without a word the quiet thing."""
    if word and _is_early(word):
        return _early(word)
    found = next_due(room)
    if word[:1].isdigit():
        box, _, word = word.partition(" ")
        found = found._replace(who=player(int(box)), box=int(box), hand=0)
    if found.act == "missed":
        return (c.CallDead if word == "dead" else c.TakeMissedCard)(found.who, found.box, found.hand)
    if found.act == "second chance" and word in ("", "no"):
        return c.DeclineSecondChance(found.who, found.box, found.hand)
    name, *cents = (word or ("under" if found.act == "choose" else "stand")).split()
    stake = (int(cents[0]) if cents else STAKE) if name == "double" else 0
    return c.Decide(found.who, found.box, WORDS[name], found.hand, stake)


def _early(word: str) -> c.Command:
    name, box, *cents = word.split()
    who = player(int(box))
    if name == "insure":
        return c.Insure(who, int(box), int(cents[0]) if cents else STAKE // 2)
    return c.TakeEvenMoney(who, int(box)) if name == "even" else c.Decide(who, int(box), Action.SURRENDER)


def told(room: Room, since: int = 0) -> list[str]:
    """What happened, one phrase for each thing; phases and the shoe's way to the table left out."""
    return [phrase for event in room.events[since:] if (phrase := tell(event))]


def played(game: str, cards: str, says: str = "", *choices: str, **how: Unpack[How]) -> str:
    """A whole round in one line."""
    room = round_of(game, cards, says, *choices, **how)
    first = next(number for number, event in enumerate(room.events) if isinstance(event, e.BettingClosed))
    return ", ".join(told(room, first))


def settled(game: str, cards: str, says: str = "", *choices: str, **how: Unpack[How]) -> str:
    """What was taken and paid in a whole round, in order: `1: 1000 + 1500` of the stake and on top of it."""
    room = round_of(game, cards, says, *choices, **how)
    return ", ".join(map(tell, room.of(e.HandSettled, e.WagerSettled, e.HandDied)))


def name_of(card: Card) -> str:
    return f"{RANK_NAMES[card.rank]}{SUIT_NAMES[card.suit]}"


def place_of(box: int, hand: int = 0) -> str:
    """Box 3, its second hand: `3b`."""
    return f"{box}{'abcdef'[hand] if hand else ''}" if box else "dealer"


def tell(event: e.Event) -> str:
    """An event in a few words; empty for what goes without saying."""
    if isinstance(event, e.CardDealt):
        how = " sideways" * event.sideways + " as held" * event.held
        return f"{place_of(event.box, event.hand)} {name_of(event.card)}{how}"
    if isinstance(event, e.HandSettled):
        return f"{place_of(event.box, event.hand)}: {event.returned_cents} + {event.won_cents}"
    if isinstance(event, e.WagerSettled):
        return f"{place_of(event.box)} {event.wager}: {event.returned_cents} + {event.won_cents}"
    if isinstance(event, e.HandDied):
        back = event.returned_cents + event.side_returned_cents + event.insurance_cents
        return f"{place_of(event.box, event.hand)} dead: {back}"
    if isinstance(event, e.Decided):
        amount = f" {event.cents}" if event.cents else ""
        return f"{place_of(event.box, event.hand)} {event.action.name.lower()}{amount}"
    if isinstance(event, e.HandCleared):
        return f"{place_of(event.box, event.hand)} cleared" + (f" but {event.kept}" if event.kept else "")
    return _tell_plain(event)


def _tell_plain(event: e.Event) -> str:
    if isinstance(event, e.HoleDealt):
        return "dealer hole card" + " as held" * event.held
    if isinstance(event, e.HoleTurned):
        return f"turned {name_of(event.card)}"
    if isinstance(event, e.RangeLit):
        return event.light.name.lower()
    if isinstance(event, e.BlackjackAnswered):
        return "Blackjack" if event.blackjack else "no Blackjack"
    if isinstance(event, e.HandMoved):
        return f"to {event.lane.name.title()}"
    if isinstance(event, e.InsurancePlaced):
        return f"{event.box} insured {event.cents}"
    return PLAIN_WORDS.get(type(event), type(event).__name__)


PLAIN_WORDS: dict[type[e.Event], str] = {
    e.PhaseBegan: "", e.BettingClosed: "", e.HoleInserted: "read", e.InsuranceOffered: "insurance open",
    e.InsuranceClosed: "insurance closed", e.TableCleared: "cleared", e.SecondChanceDeclined: "no chance",
    e.CardBurned: "burned",
}  # fmt: skip
