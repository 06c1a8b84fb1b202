"""A round of Over/Under: three cards a box, and no hand of the dealer's."""

from typing import Any

import numpy as np

from pitboss.compiled import part
from pitboss.rules.player import Action
from pitboss.sim.card_stream import Flags, ShoeState, Workspace, count, draw_card, draw_two
from pitboss.sim.kernel_parts import (
    CUBE_ROW,
    NOTHING,
    ONCE,
    PLANE,
    RANK,
    ROW,
    SUMS,
    add_sums,
    amount,
    cell,
    decision,
    remember,
)  # fmt: skip
from pitboss.sim.kernel_tables import KernelTables, Term
from pitboss.sim.random_streams import U0
from pitboss.sim.tally import BONUS, MAIN, SURRENDERS

FOLD = np.uint64(Action.FOLD)


@part
def play_over_under(
    tables: KernelTables, deck: ShoeState, workspace: Workspace, counts: Any, flags: Flags, boxes: Any
) -> Any:
    """A card each; then box by box a choice, two cards and the settlement."""
    total, total_bonus = NOTHING, NOTHING
    for box in range(boxes):
        deck, card = draw_card(deck, workspace, flags, tables.terms[Term.BURN])
        workspace.places[box] = card
    for box in range(boxes):
        first = np.uint64(workspace.places[box]) >> RANK
        choice = cell(tables, tables.terms[Term.CHOOSES] + first)
        decision(workspace, flags, box, U0, choice)
        if choice == FOLD:
            count(counts, SURRENDERS, ONCE)
        deck, second, third = draw_two(deck, workspace, flags, tables.terms[Term.BURN])
        points = cell(
            tables, tables.terms[Term.POINTS] + (first << PLANE) + (second >> RANK << ROW) + (third >> RANK)
        )
        won = amount(tables, tables.terms[Term.PLAY_PAY] + (choice << CUBE_ROW) + points)
        bonus = amount(tables, tables.terms[Term.BONUS_PAY] + points)
        count(counts, tables.terms[Term.NETS_AT] + np.uint64(won + np.int64(tables.terms[Term.MIDDLE])), ONCE)
        count(counts, tables.terms[Term.BONUS_AT] + points, ONCE)
        total += won
        total_bonus += bonus
        remember(workspace, flags, box, MAIN, won)
        remember(workspace, flags, box, BONUS, bonus)
    if flags.many_boxes:
        add_sums(counts, tables.terms[Term.SUMS_AT] + BONUS * SUMS, np.int64(boxes), total_bonus)
    return deck, total
