"""Incremental Fisher-Yates: each card is chosen when it is dealt.

The shoe is a row of bytes, `rank * 4 + suit`. Cards not dealt yet lie below `left`; one is chosen among
them and changes places with the last. What was dealt lies above: to put everything back is to set `left`.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import part
from pitboss.sim.random_streams import LOW_HALF, U0, U1, U32, Source, below, next_word

DECISION, ROUND, SHUFFLE = (np.int64(kind << 12) for kind in (1, 2, 3))
"""What an entry of a log is; a card is below all of them."""
PAID_CELLS = 36
"""The head of a log: its length, then what each wager of each box won in this round."""


class ShoeState(NamedTuple):
    """The source of chance, the cards left, and how many were left when the round began."""

    source: Source
    left: Any
    began: Any


class Workspace(NamedTuple):
    """Room to deal in: the shoe, places for cards and hands of the boxes, a log where a run is recorded."""

    shoe: Any
    places: Any
    log: Any


class Flags(NamedTuple):
    """What a kernel must be able to do; compile-time constants, so that unused branches cost nothing."""

    blackjack: bool
    over_under: bool
    matches: bool
    second_chance: bool
    before_reader: bool
    errs: bool
    many_boxes: bool
    records: bool


@part
def note(log: Any, flags: Flags, entry: Any) -> None:
    """Write to the log, whose first cell is its length; a full log only counts on."""
    if flags.records:
        log[0] += 1
        if log[0] + PAID_CELLS < log.size:
            log[log[0] + PAID_CELLS] = entry


@part
def look(shoe: Any, at: Any) -> Any:
    return np.uint64(shoe[at])


@part
def put(shoe: Any, at: Any, card: Any) -> None:
    shoe[at] = card


@part
def count(counts: Any, at: Any, amount: Any) -> None:
    counts[at] += amount


@part
def lift(shoe: Any, at: Any, last: Any) -> Any:
    """The card at a place; it changes places with the last."""
    card = look(shoe, at)
    put(shoe, at, look(shoe, last))
    put(shoe, last, card)
    return card


@part
def burn_cards(deck: ShoeState, workspace: Workspace, flags: Flags, burn: Any) -> Any:
    source, left = deck.source, deck.left
    for _ in range(burn):
        source, word = next_word(source)
        source, at = below(source, word >> U32, left)
        left -= U1
        note(workspace.log, flags, np.int64(lift(workspace.shoe, at, left)))
    return ShoeState(source, left, deck.began)


@part
def refill(deck: ShoeState, workspace: Workspace, flags: Flags, burn: Any) -> Any:
    """The shoe is empty in mid-round: the discards are shuffled, the round's own cards stay out."""
    size = np.uint64(workspace.shoe.size)
    low, high = U0, size - U1
    while low < high:
        lift(workspace.shoe, low, high)
        low += U1
        high -= U1
    left = size - deck.began
    if left <= burn:
        left = size  # hardly a discard: only more boxes than a deck can serve come here
    began = left if left != deck.began else left + U1  # never as it was: by that the round's end knows of it
    return burn_cards(ShoeState(deck.source, left, began), workspace, flags, burn)


@part
def draw_card(deck: ShoeState, workspace: Workspace, flags: Flags, burn: Any) -> Any:
    """One card."""
    if deck.left == U0:
        deck = refill(deck, workspace, flags, burn)
    source, word = next_word(deck.source)
    source, at = below(source, word >> U32, deck.left)
    left = deck.left - U1
    card = lift(workspace.shoe, at, left)
    note(workspace.log, flags, np.int64(card))
    return ShoeState(source, left, deck.began), card


@part
def draw_two(deck: ShoeState, workspace: Workspace, flags: Flags, burn: Any) -> Any:
    """Two cards from one word; from two where the shoe is about to end."""
    if deck.left <= U1:
        deck, first = draw_card(deck, workspace, flags, burn)
        deck, second = draw_card(deck, workspace, flags, burn)
        return deck, first, second
    source, word = next_word(deck.source)
    source, at = below(source, word >> U32, deck.left)
    left = deck.left - U1
    first = lift(workspace.shoe, at, left)
    source, at = below(source, word & LOW_HALF, left)
    left -= U1
    second = lift(workspace.shoe, at, left)
    note(workspace.log, flags, np.int64(first))
    note(workspace.log, flags, np.int64(second))
    return ShoeState(source, left, deck.began), first, second


@part
def new_shoe(deck: ShoeState, workspace: Workspace, flags: Flags, burn: Any) -> Any:
    """All cards back, one burned as the text says."""
    note(workspace.log, flags, SHUFFLE)
    size = np.uint64(workspace.shoe.size)
    return burn_cards(ShoeState(deck.source, size, size), workspace, flags, burn)
