"""A gaming day of one table by shifts: its tray, its drop and its wagers, read from its records.

A round belongs to the shift in which it ended, and so does all of its money: what a round under way has moved
is not yet in the tray when a shift ends. A correction of a finished round counts when it was made.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pitboss.desk.cage_acts import (
    CageAct,
    ClosingCount,
    Credit,
    CreditSent,
    Fill,
    FillReceived,
    FloatAdvanced,
    OpeningCount,
    TrayClosed,
    TrayOpened,
)
from pitboss.desk.desk_state import DeskState
from pitboss.desk.gaming_day import ShiftSpan, Span
from pitboss.desk.ledger import balance
from pitboss.desk.payloads import (
    Corrected,
    Interrupted,
    Money,
    PastRoundCorrected,
    RulesChanged,
    read_payload,
)
from pitboss.desk.recovery import RecordedAct, acts_of, after_record
from pitboss.desk.round_records import NotesOnActs, SumsByWager, WagerResult, payments
from pitboss.desk.time_text import time_of
from pitboss.desk.trays import AUTOMATIC
from pitboss.games.game import Game
from pitboss.journal.records import START, Head, Record, walk_chain
from pitboss.journal.store import Store
from pitboss.table import events as e
from pitboss.table.event_text import tell_entry
from pitboss.table.fold import fold
from pitboss.table.state import Terms

OPENERS = (TrayOpened, OpeningCount)
CLOSERS = (TrayClosed, ClosingCount)
Settled = tuple[WagerResult, Terms]


@dataclass
class Stretch:
    """A tray from one count to the next, or to the end of a shift, where the books say what it holds."""

    opener_cents: int
    opener_counted: bool
    closer_cents: int = 0
    closer_counted: bool = False
    fills_cents: int = 0
    credits_cents: int = 0
    drop_cents: int = 0


@dataclass
class TableShift:
    name: str
    stretches: list[Stretch] = field(default_factory=list)
    wagers: SumsByWager = field(default_factory=SumsByWager)
    rounds: int = 0
    voided: int = 0
    advanced_cents: int = 0
    """In electronic chips, to an automatic tray."""
    aside_cents: int = 0
    """Filled, less what was credited, while the table was closed: no part of a win."""

    @property
    def is_idle(self) -> bool:
        return not (self.stretches or self.wagers or self.rounds or self.voided or self.advanced_cents)


class Count(NamedTuple):
    """Something that was counted, and what the books said."""

    time: str
    what: str
    booked_cents: int
    counted_cents: int
    by: str
    approved_by: str

    @property
    def difference_cents(self) -> int:
        return self.counted_cents - self.booked_cents


class CorrectionMade(NamedTuple):
    """What was keyed wrongly and corrected, by whom, who approved, why, and what the house won by it."""

    time: str
    table: str
    round: int
    record: int
    keyed: str
    meant: str
    why: str
    by: str
    approved_by: str
    effect_cents: int
    """On the win of the house, when it was made."""
    round_ended: str
    """Of a finished round; empty for the round under way."""
    unpaid_cents: int = 0
    """What was due to players and did not move; negative where they kept too much."""


class ChangeOfRules(NamedTuple):
    time: str
    table: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    why: str
    by: str


class VoidedRound(NamedTuple):
    time: str
    table: str
    round: int
    why: str
    by: str


@dataclass
class TableDay:
    table: str
    shifts: list[TableShift]
    tray: str = AUTOMATIC
    game: Game | None = None
    """As it was when the day ended."""
    games: dict[str, Game] = field(default_factory=dict)
    """By the hash of their rules."""
    counts: list[Count] = field(default_factory=list)
    corrections: list[CorrectionMade] = field(default_factory=list)
    corrected_later: list[CorrectionMade] = field(default_factory=list)
    """After the day, of rounds that ended in it."""
    changes: list[ChangeOfRules] = field(default_factory=list)
    voids: list[VoidedRound] = field(default_factory=list)
    acted: dict[str, Span] = field(default_factory=dict)
    """When each person first and last did something at the table."""


class DayStart(NamedTuple):
    """Where a day begins in a table’s records: a reader of all before it, and the last record of that."""

    reader: "TableDayReader"
    head: Head


class DayStarts(OrderedDict[tuple[str, datetime], DayStart]):
    """By table and time; what comes before a day never changes, and need not be read again."""

    MOST = 500

    def note(self, table: str, start: datetime, reader: "TableDayReader", head: Head) -> None:
        self[table, start] = DayStart(reader.copy(), head)
        while len(self) > self.MOST:
            self.popitem(last=False)


def read_table_day(
    store: Store, table: str, shifts: Sequence[ShiftSpan], upto: datetime, starts: DayStarts | None = None
) -> TableDay | None:
    """The day of a table; None where it was not open yet. `upto`: shifts that begin later are left out."""
    begins = shifts[0].span.start
    known = starts.get((table, begins)) if starts is not None else None
    reader, head = (known.reader.copy(), known.head) if known else (TableDayReader(table, shifts), START)
    for record in walk_chain(store.read(table, after=head.sequence), head):
        if starts is not None and known is None and time_of(record.time) >= begins:
            starts.note(table, begins, reader, head)
            known = starts[table, begins]
        reader.take(record)
        head = record.head
    return reader.finish(upto)


class TableDayReader:
    """Records are taken in the order of the journal; one that is dated before another counts after it."""

    def __init__(self, table: str, shifts: Sequence[ShiftSpan]) -> None:
        self.day = TableDay(table, [])
        self._spans = tuple(shifts)
        self._end = shifts[-1].span.end
        self._at = datetime.min.replace(tzinfo=UTC)
        self._desk: DeskState | None = None
        self._tray_open = False
        self._round: NotesOnActs[list[Settled]] = NotesOnActs()
        self._terms: dict[str, Terms] = {}
        self._ended: dict[int, str] = {}
        self._before_day = TableShift("before the day")

    def copy(self) -> "TableDayReader":
        """Of a reader that has not come to the day yet."""
        assert not self._is_in_day
        other = TableDayReader(self.day.table, self._spans)
        other._at, other._desk, other._tray_open = self._at, self._desk, self._tray_open
        other._round, other._terms, other._ended = self._round.copy(), {**self._terms}, {**self._ended}
        return other

    # ---- time

    @property
    def _shift(self) -> TableShift:
        return self.day.shifts[-1] if self.day.shifts else self._before_day

    @property
    def _is_in_day(self) -> bool:
        return bool(self.day.shifts)

    def _begin_shifts(self) -> None:
        while len(self.day.shifts) < len(self._spans) and self._next.span.start <= self._at:
            self._begin_shift(self._next.name)

    @property
    def _next(self) -> ShiftSpan:
        return self._spans[len(self.day.shifts)]

    def _begin_shift(self, name: str) -> None:
        self._close_by_books()
        self.day.shifts.append(TableShift(name))
        if self._tray_open:
            self._shift.stretches.append(Stretch(self._in_tray, opener_counted=False))

    def _close_by_books(self) -> None:
        if self._tray_open and self._shift.stretches:
            self._shift.stretches[-1].closer_cents = self._in_tray

    @property
    def _in_tray(self) -> int:
        """By the books, without what the round under way has moved."""
        moved = sum(paid.house_won_cents for results in self._round.of_round for paid, _ in results)
        return _rack(self._desk) - moved

    # ---- records

    def take(self, record: Record) -> None:
        self._at = max(self._at, time_of(record.time))
        if self._at >= self._end:
            self._take_later(record)
            return
        self._begin_shifts()
        before, payload = self._desk, read_payload(record)
        after = after_record(before, record)
        if before is not None:
            self._before_play(before, after, payload)
        self._desk = after
        self._terms.setdefault(after.rules, after.state.terms)
        if self._is_in_day:
            self._note_person(record)
        if before is not None:
            self._follow(record, payload, before, after)

    def _follow(self, record: Record, payload: Any, before: DeskState, after: DeskState) -> None:
        match payload:
            case Money():
                self._move(record, payload, before)
            case RulesChanged():
                self._change_rules(record, payload)
            case _:
                self._play(record, payload, before, after)

    def _before_play(self, before: DeskState, after: DeskState, payload: Any) -> None:
        """A table that nobody opened by a count is open once play or cash moves chips."""
        moves = any(
            balance(after.ledger, place) != balance(before.ledger, place) for place in ("rack", "drop")
        )
        if moves and not self._tray_open and not isinstance(payload, Money):
            self._open(_rack(before), counted=False)

    def _note_person(self, record: Record) -> None:
        seen = self.day.acted.get(record.actor)
        at = time_of(record.time)
        self.day.acted[record.actor] = Span(seen.start if seen else at, at)

    # ---- the tray

    def _open(self, cents: int, *, counted: bool) -> None:
        self._tray_open = True
        self._shift.stretches.append(Stretch(cents, counted))

    def _close(self, cents: int) -> None:
        last = self._shift.stretches[-1]
        last.closer_cents, last.closer_counted = cents, True
        self._tray_open = False

    def _move(self, record: Record, payload: Money, before: DeskState) -> None:
        act, cents = payload.act, payload.act.cents
        if isinstance(act, (*OPENERS, *CLOSERS)):
            self._count(record, payload, _rack(before))
        elif isinstance(act, FloatAdvanced):
            self._shift.advanced_cents += cents
        elif isinstance(act, FillReceived | Fill | CreditSent | Credit):
            self._bring(act, filled=isinstance(act, FillReceived | Fill))

    def _bring(self, act: CageAct, *, filled: bool) -> None:
        if not self._tray_open:
            self._shift.aside_cents += act.cents if filled else -act.cents
        elif filled:
            self._shift.stretches[-1].fills_cents += act.cents
        else:
            self._shift.stretches[-1].credits_cents += act.cents

    def _count(self, record: Record, payload: Money, booked: int) -> None:
        act = payload.act
        opens = isinstance(act, OPENERS)
        if not self._tray_open and not opens:
            self._open(booked, counted=False)
        if self._tray_open:
            self._close(act.cents)
        if opens:
            self._open(act.cents, counted=True)
        if self._is_in_day:
            what = f"{'opener' if opens else 'closer'} of {self.day.table}"
            self.day.counts.append(
                Count(record.time, what, booked, act.cents, record.actor, payload.approved_by)
            )

    # ---- play

    def _play(self, record: Record, payload: Any, before: DeskState, after: DeskState) -> None:
        before_cents = self._won_so_far
        for act in acts_of(record, payload, before, before.accounts | after.accounts):
            self._add(act, record, payload)
        dropped = balance(after.ledger, "drop") - balance(before.ledger, "drop")
        if dropped:
            self._shift.stretches[-1].drop_cents += dropped
        if isinstance(payload, Corrected | PastRoundCorrected) and self._is_in_day:
            effect = self._won_so_far - before_cents
            self.day.corrections.append(correction_made(record, payload, effect, self._ended))

    @property
    def _won_so_far(self) -> int:
        return sum(paid.house_won_cents for results in self._round.of_round for paid, _ in results)

    def _add(self, act: RecordedAct, record: Record, payload: Any) -> None:
        self._round.taken_back(act)
        state, results = act.before, []
        for event in act.events:
            if isinstance(event, e.PaymentCorrected):
                self._count_wagers((paid, self._terms[event.rules]) for paid in payments(event, state))
            else:
                results += [(paid, state.terms) for paid in payments(event, state)]
            if isinstance(event, e.RoundVoided):
                self._void(record, payload, state.round)
            if isinstance(event, e.TableCleared):
                self._end_round([*self._round.of_round, results], state.round, record.time)
            state = fold(state, event)
        self._round.note(act, results)

    def _count_wagers(self, results: Iterable[Settled]) -> None:
        for paid, terms in results:
            self.day.games.setdefault(terms.game.sha256, terms.game)
            self._shift.wagers.count(paid, terms)

    def _end_round(self, settled: Iterable[list[Settled]], number: int, time: str) -> None:
        self._count_wagers(one for results in settled for one in results)
        self._shift.rounds += 1
        self._ended[number] = time

    def _void(self, record: Record, payload: Any, number: int) -> None:
        self._shift.voided += 1
        if self._is_in_day:
            why = payload.why if isinstance(payload, Interrupted) else ""
            self.day.voids.append(VoidedRound(record.time, self.day.table, number, why, record.actor))

    def _change_rules(self, record: Record, payload: RulesChanged) -> None:
        if self._is_in_day:
            self.day.changes.append(
                ChangeOfRules(
                    record.time, self.day.table, payload.before, payload.after, payload.why, record.actor
                )
            )

    # ---- after the day

    def _take_later(self, record: Record) -> None:
        if record.kind != PastRoundCorrected.__name__:
            return
        payload = read_payload(record)
        made = correction_made(record, payload, 0, self._ended)
        if made.round_ended and time_of(made.round_ended) >= self._spans[0].span.start:
            self.day.corrected_later.append(made)

    def finish(self, upto: datetime) -> TableDay | None:
        self._at = max(self._at, upto)
        self._begin_shifts()
        if self._desk is None:
            return None
        self._close_by_books()
        self.day.tray, self.day.game = self._desk.tray, self._desk.state.terms.game
        return self.day


def _rack(desk_state: DeskState | None) -> int:
    return balance(desk_state.ledger, "rack") if desk_state else 0


def correction_made(
    record: Record, payload: Corrected | PastRoundCorrected, effect_cents: int, ended: dict[int, str]
) -> CorrectionMade:
    """`effect_cents` is that on the round under way; `ended`: when each round ended."""
    finished = isinstance(payload, PastRoundCorrected)
    told = payload.events[0] if isinstance(payload, PastRoundCorrected) else payload.event
    assert isinstance(told, e.ActCorrected)
    moved = sum(
        event.cents for event in getattr(payload, "events", ()) if isinstance(event, e.PaymentCorrected)
    )
    due = sum(one.due_cents - one.paid_cents for one in getattr(payload, "differences", ()))
    return CorrectionMade(
        time=record.time,
        table=record.table,
        round=told.round,
        record=payload.record,
        keyed=tell_entry(told.keyed),
        meant=tell_entry(told.meant) if told.meant else "struck out",
        why=payload.why,
        by=record.actor,
        approved_by=payload.approved_by,
        effect_cents=-moved if finished else effect_cents,
        round_ended=ended.get(told.round, "") if finished else "",
        unpaid_cents=due - moved,
    )
