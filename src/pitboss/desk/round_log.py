"""The acts of a table by rounds, as they hold today: what a correction starts from."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pitboss.desk.payloads import Act, Acts, Corrected, Interrupted, PastRoundCorrected
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.fold import fold
from pitboss.table.state import Table

REACH = 500
"""Finished rounds that can be corrected: a shift and more at a table dealt by hand."""


class LoggedAct(NamedTuple):
    """An act that holds, and the record that has it."""

    sequence: int
    number: int
    """Its place in the record, from 0."""
    actor: str
    command: c.Command
    events: tuple[e.Event, ...]


class LoggedRound:
    def __init__(self, start: Table) -> None:
        self.start = start
        self.acts: list[LoggedAct] = []
        self.given_up = False

    @property
    def number(self) -> int:
        return self.start.round

    def index(self, sequence: int, number: int) -> int | None:
        places = ((act.sequence, act.number) for act in self.acts)
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

    def __init__(self, after_record: int = 0) -> None:
        self.after_record = after_record
        """It has the records after this one."""
        self.past: deque[LoggedRound] = deque(maxlen=REACH)
        self.under_way: LoggedRound | None = None

    def add(self, record: Record, payload: Any, before: Table) -> None:
        """`before` is the table before the record; LookupError when it corrects what this log lacks."""
        if isinstance(payload, Acts):
            self._acts(record, payload, before)
        elif isinstance(payload, Interrupted):
            self._of(before).given_up = True
            self._end_if(payload.events)
        elif isinstance(payload, Corrected | PastRoundCorrected):
            rewritten, index = self.find(payload.record, payload.act)
            rewritten.rewrite(index, record, payload.acts)

    def _acts(self, record: Record, payload: Acts, state: Table) -> None:
        for number, act in enumerate(payload.acts):
            entry = LoggedAct(record.sequence, number, record.actor, act.command, act.events)
            self._of(state).acts.append(entry)
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

    def find(self, sequence: int, number: int) -> tuple[LoggedRound, int]:
        """The round that has this act, and the act's place among the round's; LookupError when none has."""
        rounds = [*self.past, *([self.under_way] if self.under_way else [])]
        for logged in reversed(rounds):
            index = logged.index(sequence, number)
            if index is not None:
                return logged, index
        raise LookupError(f"record {sequence}, act {number}")

    def since(self, number: int) -> Iterable[e.Event]:
        """Everything that happened after this round."""
        for logged in (*self.past, self.under_way):
            if logged is not None and logged.number > number:
                yield from (event for act in logged.acts for event in act.events)


def after(state: Table, events: Iterable[e.Event]) -> Table:
    for event in events:
        state = fold(state, event)
    return state
