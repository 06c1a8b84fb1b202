"""The acts of a table by rounds, as they hold today: what a correction starts from."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pitboss.desk.chip_moves import moves_of
from pitboss.desk.payloads import Act, Acts, Corrected, Interrupted, PastRoundCorrected, RulesChanged
from pitboss.desk.trays import BY_HAND
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.fold import fold_all
from pitboss.table.state import Table

REACH = 500
"""Finished rounds that can be corrected: a shift and more at a table dealt by hand."""

Place = tuple[int, int]
"""A box, and the seat whose wagers lie there."""


class LoggedAct(NamedTuple):
    """An act that holds, and where its record has it."""

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
        self.paid: dict[Place, int] = {}
        """What each player has got for the finished round until now, corrections included."""

    @property
    def number(self) -> int:
        return self.start.round

    @property
    def events(self) -> list[e.Event]:
        return [event for act in self.acts for event in act.events]

    def before(self, index: int) -> Table:
        """The table before one of its acts."""
        return fold_all(self.start, (event for act in self.acts[:index] for event in act.events))

    def end(self) -> None:
        self.paid = received(self.events)

    def rewrite(self, index: int, record: Record, acts: Sequence[Act]) -> None:
        """From this act on, those of a correction hold."""
        del self.acts[index:]
        for number, act in enumerate(acts):
            self.acts.append(LoggedAct(record.sequence, number, record.actor, act.command, act.events))


class KeyedAct(NamedTuple):
    """An act that somebody gave, found again: its round, its place there, and what was keyed."""

    round: LoggedRound
    at: int
    command: c.Command


class RoundLog:
    """Records are added in the order of the journal."""

    def __init__(self) -> None:
        self.past: deque[LoggedRound] = deque(maxlen=REACH)
        self.under_way: LoggedRound | None = None
        self._left: list[tuple[int, int]] = []
        """Rounds, and seats whose players left in them or before the next."""

    def add(self, record: Record, payload: Any, before: Table) -> None:
        """`before` is the table before the record."""
        match payload:
            case Acts():
                self._acts(record, payload, before)
            case Interrupted():
                self._of(before).given_up = True
                self._end_if(payload.events)
            case RulesChanged():
                self.under_way = None  # what came before was done under other rules
            case Corrected() | PastRoundCorrected():
                self._corrected(record, payload, before)

    def _acts(self, record: Record, payload: Acts, state: Table) -> None:
        for number, act in enumerate(payload.acts):
            entry = LoggedAct(record.sequence, number, record.actor, act.command, act.events)
            self._of(state).acts.append(entry)
            self._left += [(state.round, event.seat) for event in act.events if isinstance(event, e.WentAway)]
            state = fold_all(state, act.events)
            self._end_if(act.events)

    def _corrected(self, record: Record, payload: Corrected | PastRoundCorrected, before: Table) -> None:
        keyed = self.find(payload.record, payload.act)
        keyed.round.rewrite(keyed.at, record, payload.acts)
        if isinstance(payload, PastRoundCorrected):
            for event in payload.events:
                if isinstance(event, e.PaymentCorrected):
                    place = (event.box, event.seat)
                    keyed.round.paid[place] = keyed.round.paid.get(place, 0) + event.cents
            between = LoggedAct(record.sequence, 0, record.actor, None, payload.events)
            self._of(before).acts.append(between)

    def _of(self, state: Table) -> LoggedRound:
        if self.under_way is None:
            self.under_way = LoggedRound(state)
        return self.under_way

    def _end_if(self, events: Iterable[e.Event]) -> None:
        if self.under_way is not None and any(isinstance(event, e.TableCleared) for event in events):
            self.under_way.end()
            self.past.append(self.under_way)
            self.under_way = None

    def find(self, sequence: int, number: int) -> KeyedAct:
        """What holds and was keyed at this place of this record; LookupError when nothing was."""
        rounds = (*self.past, self.under_way)
        for logged in reversed([logged for logged in rounds if logged is not None]):
            for index, act in enumerate(logged.acts):
                if (act.sequence, act.number) == (sequence, number) and act.command is not None:
                    return KeyedAct(logged, index, act.command)
        raise LookupError(f"record {sequence}, act {number}")

    def left_since(self, number: int) -> set[int]:
        """Seats whose players have left since this round."""
        return {seat for round, seat in self._left if round > number}


def received(events: Iterable[e.Event]) -> dict[Place, int]:
    """What came to each seat for each box, less what went back to the house; of the round's own payments."""
    cents: dict[Place, int] = {}
    for event in events:
        if isinstance(event, e.PaymentCorrected) or not getattr(event, "box", 0):
            continue
        place = (event.box, getattr(event, "seat", 0))  # type: ignore[attr-defined]
        seat = f"seat {place[1]}"
        for move in moves_of("", BY_HAND, event, ""):
            paid = (move.target == seat) - (move.source == seat and move.target == "rack")
            if paid:
                cents[place] = cents.get(place, 0) + paid * move.cents
    return cents
