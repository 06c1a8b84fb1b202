"""How the table says no, and the registry of what it takes."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NoReturn

from pitboss.errors import Broken, Refused
from pitboss.games.citations import Because
from pitboss.rules.cards import KING, Card
from pitboss.table import events as e
from pitboss.table.acts import must_do, place
from pitboss.table.commands import Command
from pitboss.table.due import Due, due
from pitboss.table.people import Person, Role
from pitboss.table.refusal_causes import place_cause, turn_cause
from pitboss.table.state import (
    Box,
    Hand,
    Player,
    Stage,
    Status,
    Table,
    copies_of,
    face_index,
    find_box,
    find_player,
)

Events = tuple[e.Event, ...]
Act = Callable[[Table, Any], Events]
ACTS: dict[type[Command], Act] = {}


def act(kind: type[Command]) -> Callable[[Act], Act]:
    """This function carries out commands of this kind, or refuses them."""

    def note(function: Act) -> Act:
        ACTS[kind] = function
        return function

    return note


def because(state: Table, cause: str) -> Because:
    """The cause of an event and the sentence that decides it; where there is none, the phase's own."""
    cited = state.terms.citations[cause]
    return (
        cited if cited["clause"] else Because(mechanism=cause, clause=state.terms.phase_clauses[state.phase])
    )


def refuse(state: Table, reason: str, says: str, cause: str) -> NoReturn:
    raise Refused(reason, says, because(state, cause)["clause"])


def expect(state: Table, act: str, by: Person) -> Due:
    """This act must be the one that is due, and due from this person."""
    wanted = due(state)
    if wanted is None or wanted.act != act:
        cause = turn_cause(state, act, by, wanted) if wanted else "decision.turn"
        refuse(state, "not_now", f"Not yet: {_waits(wanted)}.", cause)
    if wanted.who.role != by.role or (by.role == Role.PLAYER and wanted.who.seat != by.seat):
        refuse(
            state,
            "not_yours",
            f"Only {tell_person(wanted.who)} may do this.",
            turn_cause(state, act, by, wanted),
        )
    return wanted


def _waits(wanted: Due | None) -> str:
    if wanted is None:
        return "the round is over"
    return must_do(wanted.act, wanted.who, wanted.box, wanted.hand)


def expect_at(state: Table, act: str, by: Person, box: int, hand: int = 0) -> Due:
    wanted = expect(state, act, by)
    if (wanted.box, wanted.hand) != (box, hand):
        where = place(wanted.box) + (f", hand {wanted.hand + 1}," if wanted.hand else "")
        refuse(
            state, "wrong_place", f"Not there: {where} comes first.", place_cause(state, wanted, box, hand)
        )
    return wanted


def tell_person(who: Person) -> str:
    return str(who) if who.role == Role.PLAYER else f"the {who}"


def seated(state: Table, seat: int) -> Player:
    patron = find_player(state, seat)
    if patron is None:
        refuse(state, "not_seated", f"Seat {seat} is empty.", "people.seat")
    return patron


def own_box(state: Table, by: Person, number: int) -> Box:
    box = find_box(state, number)
    if box is None:
        refuse(state, "no_wager", f"Box {number} has no wager.", "wager.main")
    if box.seat != by.seat:
        refuse(state, "not_yours", f"Box {number} belongs to another player.", "wager.hands_off")
    return box


def live_hand(state: Table, box: Box, number: int) -> Hand:
    if not 0 <= number < len(box.hands) or box.hands[number].status != Status.LIVE:
        refuse(state, "no_hand", f"Box {box.number} has no such hand in play.", "decision.turn")
    return box.hands[number]


def need_chips(state: Table, seat: int, cents: int) -> None:
    if seated(state, seat).chips_cents < cents:
        refuse(state, "not_enough_chips", "You do not have enough chips for this wager.", "wager.chips")


def between_rounds(state: Table, cause: str) -> None:
    if state.phase > 0:
        refuse(state, "round_in_progress", "Finish the round first.", cause)


def cards_ready(state: Table) -> None:
    if state.stage != Stage.READY:
        refuse(state, "no_shoe", "The cards are not in the shoe yet.", "procedure.deal_from_shoe")


def need_face(state: Table, card: Card) -> None:
    """A card that exists, and of which not every copy has shown."""
    if not (1 <= card.rank <= KING and 0 <= card.suit <= 3):
        refuse(state, "no_such_card", "There is no such card.", "procedure.receive_cards")
    if state.seen[face_index(card)] >= copies_of(state, card):
        refuse(
            state, "no_such_card", "Every copy of this card has already been seen.", "procedure.receive_cards"
        )


def next_phase(state: Table) -> e.PhaseBegan:
    number = state.phase + 1
    if number >= len(state.terms.phases):
        raise Broken("the round has no end")
    return _phase_began(number, state.terms.phases[number], state.terms.phase_clauses[number])


@lru_cache
def _phase_began(number: int, name: str, clause: str) -> e.PhaseBegan:
    """Most events are of this kind, and few of them differ."""
    return e.PhaseBegan(number=number, name=name, mechanism=f"phase.{name}", clause=clause)
