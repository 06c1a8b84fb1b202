"""One round of whichever family the tables are of, counted and, if asked for, written down."""

from typing import Any

import numpy as np

from pitboss.compiled import part
from pitboss.sim.blackjack_round import play_blackjack
from pitboss.sim.card_stream import ROUND, Flags, ShoeState, Workspace, count, note
from pitboss.sim.kernel_parts import ONCE, SUMS, U2, U3, add_sums
from pitboss.sim.kernel_tables import KernelTables, Term
from pitboss.sim.over_under_round import play_over_under
from pitboss.sim.random_streams import U0, U1
from pitboss.sim.tally import MAIN, ROUNDS

PLACES = 72 + 6 * 32
"""Cards, hands and classes of one round: a head of 72, then up to 32 finished hands for each box."""


@part
def play_round(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, counts: Any, flags: Flags
) -> ShoeState:
    """A whole round, counted."""
    boxes = tables.terms[Term.BOXES] if flags.many_boxes else U1
    at = tables.terms[Term.DEPTHS_AT] + (tables.terms[Term.CARDS] - deck.left) * U3
    if flags.blackjack and (tables.terms[Term.FAMILY] > U0 or not flags.over_under):
        deck, won = play_blackjack(tables, deck, workspace, counts, flags, boxes)
    else:
        deck, won = play_over_under(tables, deck, workspace, counts, flags, boxes)
    if flags.many_boxes:
        add_sums(counts, tables.terms[Term.SUMS_AT] + MAIN * SUMS, np.int64(boxes), won)
    count(counts, at, ONCE)
    count(counts, at + U1, won)
    count(counts, at + U2, won * won)
    count(counts, ROUNDS, ONCE)
    if flags.records:
        write_payments(workspace, flags, boxes)
    return deck


@part
def write_payments(workspace: Workspace, flags: Flags, boxes: Any) -> None:
    """What each wager of each box won, at the end of a recorded round."""
    note(workspace.log, flags, ROUND)
    for at in range(U1, U1 + boxes * (SUMS + U1)):
        note(workspace.log, flags, workspace.log[at])
        workspace.log[at] = 0
