"""Streams of rounds: a shoe, rounds until the cover card is out, a new shoe; compiled for a set of flags."""

from functools import cache
from typing import Any

import numpy as np

from pitboss.compiled import kernel, part
from pitboss.sim.card_stream import PAID_CELLS, Deck, Felt, Flags, count, new_shoe, put
from pitboss.sim.kernel_tables import Book, Term
from pitboss.sim.random_streams import STREAM_ROUNDS, U0, U1, open_stream
from pitboss.sim.round_kernel import ONCE, PLACES, SHOES, play_round

FACES = np.uint64(52)
MOST_BOXES = 6


@part
def open_table(book: Book, seed: Any, stream: Any, felt: Felt) -> Deck:
    """All cards in order, and the source of chance at the beginning of a stream."""
    at = U0
    for _ in range(book.terms[Term.DECKS]):
        for card in range(FACES):
            if (book.terms[Term.FACES] >> np.uint64(card)) & U1:
                put(felt.shoe, at, card)
                at += U1
    return Deck(open_stream(seed, stream), U0, U0)


@part
def next_round(book: Book, deck: Deck, shuffles: Any, felt: Felt, tally: Any, flags: Flags) -> Any:
    """One round, from a new shoe where one is due; whether the next needs one."""
    if shuffles:
        deck = new_shoe(deck, felt, flags, book.terms[Term.BURN])
        count(tally, SHOES, ONCE)
    before = deck.left
    deck = play_round(book, Deck(deck.source, before, before), felt, tally, flags)
    shuffles = book.terms[Term.FRESH] > U0 or deck.left < book.terms[Term.COVER] or deck.began != before
    return deck, shuffles


@part
def play_stream(
    book: Book, seed: Any, stream: Any, rounds: Any, felt: Felt, tally: Any, flags: Flags
) -> None:
    """One stream from its fresh shoe on; its last shoe is left where the rounds end."""
    deck, shuffles = open_table(book, seed, stream, felt), True
    for _ in range(rounds):
        deck, shuffles = next_round(book, deck, shuffles, felt, tally, flags)


@cache
def kernel_for(flags: Flags) -> Any:
    """The compiled loop for these flags: so many streams from a first one on, the last maybe shorter."""
    dealer, three_cards, matches, second_chance, before_reader, errs, many_boxes, records = flags

    def play_streams(
        book: Book, seed: Any, first: Any, streams: Any, last_rounds: Any, felt: Felt, tally: Any
    ) -> None:
        known = Flags(dealer, three_cards, matches, second_chance, before_reader, errs, many_boxes, records)
        for number in range(streams):
            rounds = last_rounds if number == streams - 1 else STREAM_ROUNDS
            play_stream(book, seed, first + np.uint64(number), rounds, felt, tally, known)

    return kernel(play_streams)


def flags_of(book: Book, *, errs: bool, records: bool = False) -> Flags:
    """No more than this book needs."""
    return Flags(
        dealer=bool(book.terms[Term.HAS_DEALER]),
        three_cards=not book.terms[Term.HAS_DEALER],
        matches=bool(book.terms[Term.UP_MATCH] or book.terms[Term.DOWN_MATCH]),
        second_chance=bool(book.terms[Term.CHANCE_STATES]),
        before_reader=bool(book.terms[Term.HAS_DEALER])
        and bool(book.cells[book.terms[Term.ASKED] : book.terms[Term.ASKED] + 16].any()),
        errs=errs,
        many_boxes=book.terms[Term.BOXES] > 1,
        records=records,
    )


EVERYTHING = Flags(True, True, True, True, True, False, True, True)
"""A kernel for every game and any number of boxes, which also writes a log: slower, and compiled once."""


def new_felt(book: Book, log_entries: int = 0) -> Felt:
    return Felt(
        shoe=np.zeros(int(book.terms[Term.CARDS]), dtype=np.uint8),
        places=np.zeros(PLACES, dtype=np.uint16),
        log=np.zeros(1 + PAID_CELLS + log_entries, dtype=np.int64),
    )
