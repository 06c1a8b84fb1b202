"""What the rounds of every family need: looking up a table, writing down a decision, adding up a result.

Numbers are typed throughout: numba would compile every part anew for a literal, and makes floats of
signed and unsigned mixed.
"""

from typing import Any

import numpy as np

from pitboss.compiled import part
from pitboss.sim import tally
from pitboss.sim.card_stream import DECISION, Flags, Workspace, count, note
from pitboss.sim.kernel_tables import KernelTables, Term
from pitboss.sim.random_streams import U1

RANK, ROW, PLANE, CUBE_ROW = np.uint64(2), np.uint64(4), np.uint64(8), np.uint64(6)
"""Shifts: a card without its suit; a row of ranks, a plane of them; a row of totals or cards."""
U2, U3, U48 = np.uint64(2), np.uint64(3), np.uint64(48)
SUMS = np.uint64(tally.SUMS)
NOTHING, ONCE = np.int64(0), np.int64(1)


@part
def cell(tables: KernelTables, at: Any) -> Any:
    return np.uint64(tables.cells[at])


@part
def amount(tables: KernelTables, at: Any) -> Any:
    """A cell that may be negative."""
    return np.int64(np.int16(tables.cells[at]))


@part
def state_row(tables: KernelTables, state: Any) -> Any:
    return tables.terms[Term.STATES] + state * tables.terms[Term.STATE_WIDTH]


@part
def by_two(tables: KernelTables, table: Any, first: Any, second: Any) -> Any:
    """A table by the ranks of two cards."""
    return cell(tables, table + (first >> RANK << ROW) + (second >> RANK))


@part
def after_card(tables: KernelTables, state: Any, card: Any) -> Any:
    return cell(tables, state_row(tables, state) + (card >> RANK))


@part
def decision(workspace: Workspace, flags: Flags, box: Any, hand: Any, action: Any) -> None:
    if flags.records:
        note(
            workspace.log, flags, DECISION | np.int64(box << PLANE) | np.int64(hand << ROW) | np.int64(action)
        )


@part
def remember(workspace: Workspace, flags: Flags, box: Any, wager: Any, won: Any) -> None:
    """What a wager won, if the round is to be written down."""
    if flags.records:
        workspace.log[U1 + box * SUMS + box + wager] = won


@part
def add_sums(counts: Any, at: Any, staked: Any, won: Any) -> None:
    """Over rounds: staked, won, and what their spread needs."""
    count(counts, at, staked)
    count(counts, at + U1, won)
    count(counts, at + U2, won * won)
    count(counts, at + U3, won * staked)
    count(counts, at + U2 + U2, staked * staked)
