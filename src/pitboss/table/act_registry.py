"""How the table says no, and the registry of what it takes."""

from collections.abc import Callable
from typing import Any, NoReturn

from pitboss.errors import Broken, Refused
from pitboss.rules.cards import KING, Card
from pitboss.table import events as e
from pitboss.table.commands import Command
from pitboss.table.due import Due, due
from pitboss.table.people import Person, Role
from pitboss.table.state import Box, Hand, Player, Stage, Status, Table, face_index, find_box, find_player

Events = tuple[e.Event, ...]
Act = Callable[[Table, Any], Events]
ACTS: dict[type[Command], Act] = {}


def act(kind: type[Command]) -> Callable[[Act], Act]:
    """This function carries out commands of this kind, or refuses them."""

    def note(function: Act) -> Act:
        ACTS[kind] = function
        return function

    return note


def refuse(state: Table, reason: str, says: str, topic: str = "") -> NoReturn:
    clause = state.terms.cites[topic] if topic else phase_clause(state)
    raise Refused(reason, says, clause)


def phase_clause(state: Table) -> str:
    return state.terms.phase_clauses[state.phase]


def clause_of(state: Table, found: Due) -> str:
    return state.terms.cites[found.topic] if found.topic else phase_clause(state)


def expect(state: Table, act: str, by: Person) -> Due:
    """This act must be the one that is due, and due from this person."""
    found = due(state)
    if found is None or found.act != act:
        waiting = f"{found.act} by {tell_person(found.who)}" if found else "nothing"
        topic = found.topic if found else ""
        refuse(state, "not_now", f"It is not the moment to {act}; what is due is: {waiting}.", topic)
    if found.who.role != by.role or (by.role == Role.PLAYER and found.who.seat != by.seat):
        refuse(state, "not_yours", f"This is for {tell_person(found.who)} to do.", found.topic)
    return found


def expect_at(state: Table, act: str, by: Person, box: int, hand: int = 0) -> Due:
    found = expect(state, act, by)
    if (found.box, found.hand) != (box, hand):
        where = "the dealer's hand" if found.box == 0 else f"box {found.box}, hand {found.hand + 1}"
        refuse(state, "wrong_place", f"The next is {where}.", found.topic)
    return found


def tell_person(who: Person) -> str:
    return str(who) if who.role == Role.PLAYER else f"the {who}"


def seated(state: Table, seat: int) -> Player:
    found = find_player(state, seat)
    if found is None:
        refuse(state, "not_seated", f"Nobody sits at seat {seat}.", "sit")
    return found


def own_box(state: Table, by: Person, number: int) -> Box:
    box = find_box(state, number)
    if box is None:
        refuse(state, "no_wager", f"There is no wager in box {number}.", "place")
    if box.seat != by.seat:
        refuse(state, "not_yours", f"Box {number} is not yours.", "hands off")
    return box


def live_hand(state: Table, box: Box, number: int) -> Hand:
    if not 0 <= number < len(box.hands) or box.hands[number].status != Status.LIVE:
        refuse(state, "no_hand", f"Box {box.number} has no such hand in play.", "turn")
    return box.hands[number]


def need_chips(state: Table, seat: int, cents: int) -> None:
    if seated(state, seat).chips_cents < cents:
        refuse(state, "not_enough_chips", "There are not enough chips for this wager.", "chips")


def between_rounds(state: Table) -> None:
    if state.phase > 0:
        refuse(state, "round_in_progress", "The round must be finished first.", "order reshuffle")


def cards_ready(state: Table) -> None:
    if state.stage != Stage.READY:
        refuse(state, "no_shoe", "The cards are not in the shoe yet.", "from the shoe")


def need_face(state: Table, card: Card) -> None:
    """A card that exists, and of which not every copy has shown."""
    if not (1 <= card.rank <= KING and 0 <= card.suit <= 3):
        refuse(state, "no_such_card", "There is no such card.", "receive")
    if state.seen[face_index(card)] >= state.house.decks:
        refuse(state, "no_such_card", "Every copy of this card has already been seen.", "receive")


def next_phase(state: Table) -> e.PhaseBegan:
    number = state.phase + 1
    if number >= len(state.terms.phases):
        raise Broken("the round has no end")
    terms = state.terms
    return e.PhaseBegan(number=number, name=terms.phases[number], clause=terms.phase_clauses[number])
