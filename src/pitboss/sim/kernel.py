"""Streams of rounds: a shoe, rounds until the cover card is out, a new shoe; compiled for a set of flags."""

from functools import cache
from typing import Any

import numpy as np

from pitboss.compiled import kernel, part
from pitboss.sim.card_stream import PAID_CELLS, Flags, ShoeState, Workspace, count, new_shoe, put
from pitboss.sim.kernel_parts import ONCE
from pitboss.sim.kernel_tables import BLACKJACK, OVER_UNDER, KernelTables, Term
from pitboss.sim.random_streams import STREAM_ROUNDS, U0, U1, open_stream
from pitboss.sim.round_kernel import PLACES, play_round
from pitboss.sim.tally import SHOES

FACES = np.uint64(52)
ALL_FACES = np.uint64((1 << 52) - 1)
"""Of a standard deck, a bit for each face."""


@part
def open_table(tables: KernelTables, seed: Any, stream: Any, workspace: Workspace) -> ShoeState:
    """All cards in order, and the source of chance at the beginning of a stream."""
    if tables.terms[Term.FACES] == ALL_FACES:  # a GPU's kernel is measurably faster without the test below
        for deck in range(tables.terms[Term.DECKS]):
            for card in range(FACES):
                put(workspace.shoe, deck * FACES + card, card)
    else:
        at = U0
        for _ in range(tables.terms[Term.DECKS]):
            for card in range(FACES):
                if (tables.terms[Term.FACES] >> np.uint64(card)) & U1:
                    put(workspace.shoe, at, card)
                    at += U1
    return ShoeState(open_stream(seed, stream), U0, U0)


@part
def next_round(
    tables: KernelTables, deck: ShoeState, shuffles: Any, workspace: Workspace, counts: Any, flags: Flags
) -> Any:
    """One round, from a new shoe where one is due; whether the next needs one."""
    if shuffles:
        deck = new_shoe(deck, workspace, flags, tables.terms[Term.BURN])
        count(counts, SHOES, ONCE)
    before = deck.left
    deck = play_round(tables, ShoeState(deck.source, before, before), workspace, counts, flags)
    shuffles = tables.terms[Term.FRESH] > U0 or deck.left < tables.terms[Term.COVER] or deck.began != before
    return deck, shuffles


@part
def play_stream(
    tables: KernelTables, seed: Any, stream: Any, rounds: Any, workspace: Workspace, counts: Any, flags: Flags
) -> None:
    """One stream from its fresh shoe on; its last shoe is left where the rounds end."""
    deck, shuffles = open_table(tables, seed, stream, workspace), True
    for _ in range(rounds):
        deck, shuffles = next_round(tables, deck, shuffles, workspace, counts, flags)


@cache
def kernel_for(flags: Flags) -> Any:
    """The compiled loop for these flags: so many streams from a first one on, the last maybe shorter."""
    blackjack, over_under, matches, second_chance, before_reader, errs, many_boxes, records = flags

    def play_streams(
        tables: KernelTables,
        seed: Any,
        first: Any,
        streams: Any,
        last_rounds: Any,
        workspace: Workspace,
        counts: Any,
    ) -> None:
        known = Flags(blackjack, over_under, matches, second_chance, before_reader, errs, many_boxes, records)
        for number in range(streams):
            rounds = last_rounds if number == streams - 1 else STREAM_ROUNDS
            play_stream(tables, seed, first + np.uint64(number), rounds, workspace, counts, known)

    return kernel(play_streams)


def flags_of(tables: KernelTables, *, errs: bool, records: bool = False) -> Flags:
    """No more than these tables need."""
    is_blackjack = tables.terms[Term.FAMILY] == BLACKJACK
    return Flags(
        blackjack=is_blackjack,
        over_under=tables.terms[Term.FAMILY] == OVER_UNDER,
        matches=bool(tables.terms[Term.UP_MATCH] or tables.terms[Term.DOWN_MATCH]),
        second_chance=bool(tables.terms[Term.CHANCE_STATES]),
        before_reader=is_blackjack
        and bool(tables.cells[tables.terms[Term.ASKED] : tables.terms[Term.ASKED] + 16].any()),
        errs=errs,
        many_boxes=tables.terms[Term.BOXES] > 1,
        records=records,
    )


EVERYTHING = Flags(True, True, True, True, True, False, True, True)
"""A kernel for every game and any number of boxes, which also writes a log: slower, and compiled once."""


def new_workspace(tables: KernelTables, log_entries: int = 0) -> Workspace:
    return Workspace(
        shoe=np.zeros(int(tables.terms[Term.CARDS]), dtype=np.uint8),
        places=np.zeros(PLACES, dtype=np.uint16),
        log=np.zeros(1 + PAID_CELLS + log_entries, dtype=np.int64),
    )
