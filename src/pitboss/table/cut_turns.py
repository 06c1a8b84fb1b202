"""Whose turn it is to cut, and by which outcome of the order."""

from pitboss.rules.mechanism import mechanism
from pitboss.table.state import Table


@mechanism(
    "procedure.cut_order",
    "procedure.cut_order/first_player",
    "procedure.cut_order/cover_card_player",
    "procedure.cut_order/far_right",
    "procedure.cut_order/far_right_on_order",
    "procedure.refuse_cut",
)
def cut_order(state: Table) -> tuple[int, ...]:
    """Who is named first, then counterclockwise from the dealer's far right."""
    match first_cutter(state):
        case "first_player":
            return first_comer_cuts(state)
        case "cover_card_player":
            return (state.cover_seat, *(seat for seat in far_right_first(state) if seat != state.cover_seat))
        case _:
            return far_right_first(state)


def first_cutter(state: Table) -> str:
    """Why the first who is offered the cut is the first: an outcome of the cut order."""
    if state.reshuffle in ("opening", "idle", "reopened"):
        return "first_player"
    if state.reshuffle == "floor":
        return "far_right_on_order"
    met_it = state.reshuffle == "cover" and state.cover_seat in far_right_first(state)
    return "cover_card_player" if met_it else "far_right"


def far_right_first(state: Table) -> tuple[int, ...]:
    return tuple(sorted((patron.seat for patron in state.players), reverse=True))


@mechanism("procedure.cut_order/first_player")
def first_comer_cuts(state: Table) -> tuple[int, ...]:
    if not state.players:
        return ()
    first = state.players[0].seat
    return (first, *(seat for seat in far_right_first(state) if seat != first))


@mechanism("procedure.cut_order", "procedure.refuse_cut", "procedure.recut/who")
def cut_cause(state: Table) -> str:
    """Why the cut is this player's: the first in the order, the next after a refusal, or a new cut."""
    if state.cut_turn == "first":
        return f"procedure.cut_order/{first_cutter(state)}"
    return passed_cut_cause(state)


@mechanism("procedure.refuse_cut", "procedure.recut/who")
def passed_cut_cause(state: Table) -> str:
    """Why a cut that a player refuses goes on to the next."""
    if state.cut_turn == "recut":
        return "procedure.recut/who"
    return f"procedure.refuse_cut/{first_cutter(state)}"
