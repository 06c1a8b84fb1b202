"""The acts of a table by rounds, as they hold today: what a correction starts from."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pitboss.desk.bank import moves_of
from pitboss.desk.payloads import Act, Acts, Corrected, Interrupted, PastRoundCorrected, RulesChanged
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.fold import fold
from pitboss.table.state import Table

REACH = 500
"""Finished rounds that can be corrected: a shift and more at a table dealt by hand."""


BARRIER = -1


class LoggedAct(NamedTuple):
    """An act that holds, and the record that has it."""

    sequence: int
    number: int
    """Its place in the record, from 0."""
    actor: str
    command: c.Command | None
    """None where a finished round was corrected in the middle of this one: what came before it stays."""
    events: tuple[e.Event, ...]


class LoggedRound:
    def __init__(self, start: Table) -> None:
        self.start = start
        self.acts: list[LoggedAct] = []
        self.given_up = False
        self.paid_later: dict[tuple[int, int], int] = {}
        """By box and seat, what corrections of this round have moved since."""
        self.paid: dict[tuple[int, int], int] | None = None
        """By box and seat, what was paid in the round itself, if it was decided again since."""

    @property
    def number(self) -> int:
        return self.start.round

    def index(self, sequence: int, number: int) -> int | None:
        places = ((act.sequence, act.number) if act.command else None for act in self.acts)
        return next((at for at, place in enumerate(places) if place == (sequence, number)), None)

    def before(self, index: int) -> Table:
        """The table before one of its acts."""
        return after(self.start, (event for act in self.acts[:index] for event in act.events))

    def rewrite(self, index: int, record: Record, acts: Sequence[Act]) -> None:
        """From this act on, those of a correction hold."""
        del self.acts[index:]
        for number, act in enumerate(acts):
            self.acts.append(LoggedAct(record.sequence, number, record.actor, act.command, act.events))


class RoundLog:
    """Records are added in the order of the journal."""

    def __init__(self) -> None:
        self.past: deque[LoggedRound] = deque(maxlen=REACH)
        self.under_way: LoggedRound | None = None
        self._left: list[tuple[int, int]] = []
        """Rounds, and seats whose players left in them or before the next."""

    def add(self, record: Record, payload: Any, before: Table) -> None:
        """`before` is the table before the record."""
        if isinstance(payload, Acts):
            self._acts(record, payload, before)
        elif isinstance(payload, Interrupted):
            self._of(before).given_up = True
            self._end_if(payload.events)
        elif isinstance(payload, RulesChanged):
            self.under_way = None  # what came before was done under other rules
        elif isinstance(payload, Corrected | PastRoundCorrected):
            rewritten, index = self.find(payload.record, payload.act)
            if isinstance(payload, PastRoundCorrected):
                self._pay_later(rewritten, payload)
                barrier = LoggedAct(record.sequence, BARRIER, record.actor, None, payload.events)
                self._of(before).acts.append(barrier)
            rewritten.rewrite(index, record, payload.acts)

    def _pay_later(self, logged: LoggedRound, payload: PastRoundCorrected) -> None:
        if logged.paid is None:
            logged.paid = received(event for act in logged.acts for event in act.events)
        for event in payload.events:
            if isinstance(event, e.PaymentCorrected):
                place = (event.box, event.seat)
                logged.paid_later[place] = logged.paid_later.get(place, 0) + event.cents

    def _acts(self, record: Record, payload: Acts, state: Table) -> None:
        for number, act in enumerate(payload.acts):
            entry = LoggedAct(record.sequence, number, record.actor, act.command, act.events)
            self._of(state).acts.append(entry)
            self._left += [(state.round, event.seat) for event in act.events if isinstance(event, e.WentAway)]
            state = after(state, act.events)
            self._end_if(act.events)

    def _of(self, state: Table) -> LoggedRound:
        if self.under_way is None:
            self.under_way = LoggedRound(state)
        return self.under_way

    def _end_if(self, events: Iterable[e.Event]) -> None:
        if self.under_way is not None and any(isinstance(event, e.TableCleared) for event in events):
            self.past.append(self.under_way)
            self.under_way = None

    def command(self, sequence: int, number: int) -> c.Command:
        """What was keyed there; LookupError when nothing that holds was."""
        logged, index = self.find(sequence, number)
        command = logged.acts[index].command
        assert command is not None
        return command

    def find(self, sequence: int, number: int) -> tuple[LoggedRound, int]:
        """The round that has this act, and the act's place among the round's; LookupError when none has."""
        rounds = [*self.past, *([self.under_way] if self.under_way else [])]
        for logged in reversed(rounds):
            index = logged.index(sequence, number)
            if index is not None:
                return logged, index
        raise LookupError(f"record {sequence}, act {number}")

    def left_since(self, number: int) -> set[int]:
        """Seats whose players have left since this round."""
        return {seat for round, seat in self._left if round > number}


def after(state: Table, events: Iterable[e.Event]) -> Table:
    for event in events:
        state = fold(state, event)
    return state


def received(events: Iterable[e.Event]) -> dict[tuple[int, int], int]:
    """What came to each seat for each box."""
    received: dict[tuple[int, int], int] = {}
    for event in events:
        box, seat = getattr(event, "box", 0), getattr(event, "seat", 0)
        for move in moves_of("", event, ""):
            if box and move.target == f"seat {seat}":
                received[box, seat] = received.get((box, seat), 0) + move.cents
    return received
