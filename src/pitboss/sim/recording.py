"""Rounds written down: a stream is played again by a kernel that keeps a log, and the log is read back."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.sim.card_stream import DECISION, PAID_CELLS, ROUND, SHUFFLE
from pitboss.sim.job import Job
from pitboss.sim.kernel import EVERYTHING, kernel_for, new_workspace
from pitboss.sim.kernel_tables import Term
from pitboss.sim.random_streams import STREAM_ROUNDS
from pitboss.sim.tally import WAGERS

ENTRIES_A_BOX = 40
"""More than a box writes in a round, on average."""


class Decision(NamedTuple):
    box: int
    hand: int
    action: Action


class RecordedRound(NamedTuple):
    """One round: the cards in the order they left the shoe, a burned one first where there was a shuffle."""

    number: int
    shuffled: bool
    cards: tuple[Card, ...]
    decisions: tuple[Decision, ...]
    """Whatever was chosen but to stand or to decline."""
    won: tuple[tuple[int, ...], ...]
    """By box and wager, in grains."""


def record(job: Job, first: int, count: int) -> Iterator[RecordedRound]:
    """Rounds `first` and after; before them those of the same shoe, without which they cannot be dealt."""
    number, last = first, first + count
    while number < last:
        stream, within = divmod(number, STREAM_ROUNDS)
        until = min(STREAM_ROUNDS, within + last - number)
        shoe: list[RecordedRound] = []
        for at, recorded in enumerate(_read(_log(job, stream, until), int(job.tables.terms[Term.BOXES]))):
            if recorded.shuffled:
                shoe = []
            shoe.append(recorded._replace(number=stream * STREAM_ROUNDS + at))
            if at >= within:
                yield from shoe
                shoe = []
        number = stream * STREAM_ROUNDS + until


def _log(job: Job, stream: int, rounds: int) -> list[int]:
    boxes = int(job.tables.terms[Term.BOXES])
    workspace = new_workspace(job.tables, rounds * ENTRIES_A_BOX * (boxes + 1) + 4096)
    play = kernel_for(EVERYTHING._replace(errs=job.flags.errs))
    play(job.tables, np.uint64(job.seed), np.uint64(stream), 1, rounds, workspace, job.no_counts())
    length = int(workspace.log[0])
    if length + PAID_CELLS >= workspace.log.size:
        raise Broken("the log of a stream ran over")
    entries: list[int] = workspace.log[1 + PAID_CELLS : 1 + PAID_CELLS + length].tolist()
    return entries


def _read(log: list[int], boxes: int) -> Iterator[RecordedRound]:
    cards: list[Card] = []
    decisions: list[Decision] = []
    shuffled = False
    at = 0
    while at < len(log):
        entry = log[at]
        at += 1
        if entry == SHUFFLE:
            shuffled = True
        elif entry == ROUND:
            won = tuple(tuple(log[at + box * WAGERS : at + (box + 1) * WAGERS]) for box in range(boxes))
            at += boxes * WAGERS
            yield RecordedRound(0, shuffled, tuple(cards), tuple(decisions), won)
            cards, decisions, shuffled = [], [], False
        elif entry >= DECISION:
            decisions.append(Decision(entry >> 8 & 15, entry >> 4 & 15, Action(entry & 15)))
        else:
            cards.append(Card((entry >> 2) + 1, entry & 3))
