"""Rounds that were interrupted: the register of those still open, and how one is given up.

A wager is held and its round completed from the exact state in which it stopped. Where that cannot be, or the
floor decides that it will not be, every wager not yet decided comes back.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.desk.bank import CAGE
from pitboss.desk.desk_state import Standing
from pitboss.desk.recovery import recover
from pitboss.errors import Refused
from pitboss.games.citations import Because
from pitboss.journal.store import Store
from pitboss.table import events as e
from pitboss.table.act_registry import because
from pitboss.table.conservation import chips_on_layout
from pitboss.table.due import due
from pitboss.table.irregularities import given_back
from pitboss.table.state import Table

POLICY = Because(mechanism="house.interrupted_round", clause="house policy: interrupted round")


class OpenRound(NamedTuple):
    table: str
    round: int
    phase: str
    since: str
    """When its first wager was placed."""
    stakes_cents: int
    waits_for: str


def open_round(standing: Standing) -> OpenRound | None:
    """The round of this table that has wagers down, if there is one."""
    state = standing.state
    if not state.boxes:
        return None
    found = due(state)
    waits_for = f"{found.act} by the {found.who}" if found else "nobody"
    return OpenRound(
        standing.table, state.round, state.phase_name, standing.since, chips_on_layout(state), waits_for
    )


def open_rounds(store: Store, running: Mapping[str, Standing]) -> list[OpenRound]:
    """The register of incomplete rounds, over every table of the journal, whoever runs it."""
    tables = [stream for stream in store.heads() if stream != CAGE]
    standings = (running[table] if table in running else recover(store, table)[0] for table in tables)
    return [entry for standing in standings if (entry := open_round(standing)) is not None]


def void_events(state: Table) -> tuple[e.Event, ...]:
    """Every wager not yet decided comes back, and the layout is cleared."""
    if state.phase == 0:
        raise Refused("no_round", "There is no round in progress; wagers may be taken back.")
    return (*_returned(state), e.RoundVoided(**POLICY))


def lost_events(state: Table) -> tuple[e.Event, ...]:
    """The cards cannot be told any more: wagers come back, and a fresh batch is received."""
    cite = because(state, "procedure.receive_cards")
    cards = e.CardsReceived(backs="red", batch=0, preshuffled=False, cards=state.terms.cards, **cite)
    if not state.boxes:
        return (cards,)
    cleared = e.TableCleared(**POLICY)
    return (*_returned(state), e.RoundVoided(**POLICY), cleared, cards)


def _returned(state: Table) -> list[e.Event]:
    return [event for box in state.boxes for event in given_back(state, box, POLICY)]
