"""Interrupted rounds: the list of those still open, and how one is given up.

Wagers are held, and the round is completed from the exact state in which it stopped. Where that is not
possible, or the floor decides against it, every undecided wager is returned.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.desk.desk_state import DeskState
from pitboss.desk.house_entries import BOOKS
from pitboss.desk.recovery import recover
from pitboss.errors import Refused
from pitboss.games.citations import Because
from pitboss.games.vocabulary import PHASES
from pitboss.journal.store import Store
from pitboss.rules.mechanism import mechanism
from pitboss.table import events as e
from pitboss.table.act_registry import because
from pitboss.table.acts import due_sentence
from pitboss.table.conservation import on_layout
from pitboss.table.dead_hands import given_back
from pitboss.table.due import due
from pitboss.table.state import Table

VOIDED = Because(mechanism="house.interrupted_round", clause="house policy: interrupted round")


class OpenRound(NamedTuple):
    """A round with wagers on the layout."""

    table: str
    round: int
    phase: str
    """As people call it."""
    since: str
    """When its first wager was placed."""
    stakes_cents: int
    waits_for: str
    """A sentence."""


def open_round(desk_state: DeskState) -> OpenRound | None:
    """The round of this table that has wagers on the layout, if there is one."""
    state = desk_state.state
    if not state.boxes:
        return None
    next_due = due(state)
    waits_for = due_sentence(state, next_due.act, next_due.box, next_due.hand) if next_due else ""
    phase = PHASES[state.phase_name]
    return OpenRound(
        desk_state.table, state.round, phase, desk_state.since, on_layout(state).cents, waits_for
    )


def open_rounds(store: Store, running: Mapping[str, DeskState]) -> list[OpenRound]:
    """The open rounds of every table in the journal, whoever runs it."""
    tables = [stream for stream in store.heads() if stream not in BOOKS]
    desk_states = (running[table] if table in running else recover(store, table)[0] for table in tables)
    return [entry for desk_state in desk_states if (entry := open_round(desk_state)) is not None]


@mechanism("house.interrupted_round")
def void_events(state: Table, why: str = "") -> tuple[e.Event, ...]:
    """Every undecided wager is returned."""
    if state.phase == 0:
        raise Refused("no_round", "No round is in progress; players can still take their wagers back.")
    return (*_returned(state), e.RoundVoided(why=why, **VOIDED))


def lost_events(state: Table) -> tuple[e.Event, ...]:
    """The cards are no longer known: wagers are returned and a fresh batch is received."""
    cite = because(state, "procedure.receive_cards")
    cards = e.CardsReceived(backs="red", batch=0, preshuffled=False, cards=state.terms.cards, **cite)
    if not state.boxes:
        return (cards,)
    cleared = e.TableCleared(**VOIDED)
    return (*_returned(state), e.RoundVoided(**VOIDED), cleared, cards)


def _returned(state: Table) -> list[e.Event]:
    return [event for box in state.boxes for event in given_back(state, box, VOIDED)]
