"""The master game report: a gaming day by table, game, shift and wager, against what theory expects."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, Protocol, TypeVar

from pitboss.desk.cage_day import CageDay, DropBox, VoidedSlip, read_cage_day
from pitboss.desk.gaming_day import GamingDays, ShiftSpan, Span
from pitboss.desk.house_entries import BOOKS, HOUSE
from pitboss.desk.ledger import CAGE
from pitboss.desk.rotation import Rotation, read_rotation
from pitboss.desk.round_records import TheoreticalEdge, WagerSums
from pitboss.desk.table_day import (
    ChangeOfRules,
    CorrectionMade,
    Count,
    DayStarts,
    Stretch,
    TableDay,
    TableShift,
    VoidedRound,
    read_table_day,
)
from pitboss.desk.time_text import time_of
from pitboss.desk.trays import AUTOMATIC
from pitboss.errors import BadInput, Fault
from pitboss.games.game import Game
from pitboss.journal.records import walk_chain
from pitboss.journal.store import Store
from pitboss.table.event_text import wager_name

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2999, 12, 31)
SECOND_CHANCE = "second_chance"
Edges = Mapping[str, Mapping[str, TheoreticalEdge] | None]
"""By the hash of the rules: every wager's edge; None where the game cannot be valued."""


# ---- what the records say


class DayRecords(NamedTuple):
    day: date
    days: GamingDays
    span: Span
    shifts: tuple[ShiftSpan, ...]
    tables: tuple[TableDay, ...]
    cage: CageDay
    rotation: Rotation

    @property
    def games(self) -> dict[str, Game]:
        """All rules by which wagers were decided, by their hash."""
        return {rules: game for table in self.tables for rules, game in table.games.items()}


def read_day(
    store: Store, days: GamingDays, day: date, upto: datetime, starts: DayStarts | None = None
) -> DayRecords:
    """Everything that was recorded of a gaming day; the chains are checked on the way. `upto` is now."""
    if not FIRST_DAY <= day <= LAST_DAY:
        raise BadInput([Fault("day", f"{day} is no day of this house.", f"{FIRST_DAY} to {LAST_DAY}")])
    span, shifts = days.span_of(day), days.shift_spans(day)
    with store.at_one_moment() as moment:
        streams = moment.heads()
        found = [
            read_table_day(moment, table, shifts, upto, starts)
            for table in sorted(streams)
            if table not in BOOKS
        ]
        tables = tuple(table for table in found if table is not None)
        cage = read_cage_day(walk_chain(moment.read(CAGE)), span) if CAGE in streams else CageDay()
        acted = {table.table: table.acted for table in tables}
        house = walk_chain(moment.read(HOUSE)) if HOUSE in streams else ()
        rotation = read_rotation(house, span, acted)
    return DayRecords(day, days, span, shifts, tables, cage, rotation)


# ---- figures


class TrayFigures(NamedTuple):
    """The tray of a table, or of several: what it held at both ends, and what came and went."""

    opener_cents: int
    fills_cents: int
    credits_cents: int
    closer_cents: int
    drop_cents: int
    between_cents: int = 0
    """What openers counted above the closers before them, which nobody won."""
    opener_counted: bool = True
    closer_counted: bool = True

    @property
    def win_cents(self) -> int:
        out = self.drop_cents + self.closer_cents + self.credits_cents
        return out - self.fills_cents - self.opener_cents - self.between_cents


class Expected(NamedTuple):
    """What the wagers that have a theory won, and what they should have won."""

    won_cents: int = 0
    cents: float = 0.0
    variance: float = 0.0

    @property
    def deviation_cents(self) -> float:
        return sqrt(self.variance)

    @property
    def difference_cents(self) -> float:
        return self.won_cents - self.cents

    @property
    def deviations(self) -> float | None:
        return self.difference_cents / self.deviation_cents if self.variance else None


class Figures(NamedTuple):
    """What a table, a game, a shift or the house did."""

    rounds: int
    voided: int
    tray: TrayFigures | None
    """None where all chips are electronic."""
    boxes: tuple[DropBox, ...]
    advanced_cents: int
    aside_cents: int
    handle_cents: int
    rounds_win_cents: int
    """What the rounds that ended say, and corrections that were made."""
    win_cents: int
    """By the tray where there is one, else by the rounds."""
    expected: Expected

    @property
    def counted_cents(self) -> int | None:
        """In the boxes that were taken; None while one is not counted, or where none was taken."""
        found = [box.found.counted_cents for box in self.boxes if box.found is not None]
        return sum(found) if self.boxes and len(found) == len(self.boxes) else None

    @property
    def hold(self) -> float | None:
        """Win over drop, of tables with a box."""
        return self.tray.win_cents / self.tray.drop_cents if self.tray and self.tray.drop_cents else None

    @property
    def win_over_handle(self) -> float | None:
        return self.rounds_win_cents / self.handle_cents if self.handle_cents else None


class WagerLine(NamedTuple):
    """One wager under one set of rules, of a table in a shift."""

    table: str
    shift: str
    game: str
    rules: str
    wager: str
    label: str
    decided: int
    initial_cents: int
    handle_cents: int
    void_cents: int
    win_cents: int
    edge: float | None
    expected: Expected | None
    """None where the wager has no theory, or is part of another's."""


class TableFigures(NamedTuple):
    table: str
    game: Game
    shifts: dict[str, Figures]
    day: Figures


class GameFigures(NamedTuple):
    game: Game
    day: Figures


@dataclass(frozen=True)
class DayReport:
    day: date
    days: GamingDays
    span: Span
    tables: tuple[TableFigures, ...]
    idle: tuple[str, ...]
    """Tables at which nothing happened."""
    games: tuple[GameFigures, ...]
    shifts: dict[str, Figures]
    house: Figures
    wagers: tuple[WagerLine, ...]
    rules: dict[str, Game]
    unvalued: tuple[Game, ...]
    """Games whose wagers have no exact edge."""
    boxes: tuple[DropBox, ...]
    counts: tuple[Count, ...]
    corrections: tuple[CorrectionMade, ...]
    corrected_later: tuple[CorrectionMade, ...]
    changes: tuple[ChangeOfRules, ...]
    voids: tuple[VoidedRound, ...]
    slips: tuple[VoidedSlip, ...]
    rotation: Rotation


def day_report(records: DayRecords, edges: Edges) -> DayReport:
    """`edges` of all the rules in `records.games`; one that is missing leaves its figures without theory."""
    played = [table for table in records.tables if not all(shift.is_idle for shift in table.shifts)]
    tables = tuple(_table_figures(table, records, edges) for table in played)
    names = [shift.name for shift in records.shifts]
    by_shift = {name: [one.shifts[name] for one in tables if name in one.shifts] for name in names}
    titles = {one.game.id: one.game for one in tables}
    return DayReport(
        day=records.day,
        days=records.days,
        span=records.span,
        tables=tables,
        idle=tuple(table.table for table in records.tables if table not in played),
        games=tuple(
            GameFigures(game, together(one.day for one in tables if one.game.id == id))
            for id, game in sorted(titles.items())
        ),
        shifts={name: together(figures) for name, figures in by_shift.items() if figures},
        house=together(one.day for one in tables),
        wagers=tuple(line for table in played for line in _wager_lines(table, edges)),
        rules=records.games,
        unvalued=tuple(game for rules, game in records.games.items() if edges.get(rules, {}) is None),
        boxes=tuple(records.cage.boxes),
        counts=_by_time([*records.cage.counts, *(one for table in records.tables for one in table.counts)]),
        corrections=_by_time([one for table in records.tables for one in table.corrections]),
        corrected_later=_by_time([one for table in records.tables for one in table.corrected_later]),
        changes=_by_time([one for table in records.tables for one in table.changes]),
        voids=_by_time([one for table in records.tables for one in table.voids]),
        slips=tuple(records.cage.voids),
        rotation=records.rotation,
    )


# ---- figures of tables


def _table_figures(table: TableDay, records: DayRecords, edges: Edges) -> TableFigures:
    boxes = [box for box in records.cage.boxes if box.table == table.table]
    spans = {shift.name: shift.span for shift in records.shifts}
    shifts = {
        shift.name: _figures(
            table, [shift], [box for box in boxes if spans[shift.name].holds(time_of(box.taken))], edges
        )
        for shift in table.shifts
        if not shift.is_idle
    }
    assert table.game is not None
    return TableFigures(table.table, table.game, shifts, _figures(table, table.shifts, boxes, edges))


def _figures(
    table: TableDay, shifts: Sequence[TableShift], boxes: Iterable[DropBox], edges: Edges
) -> Figures:
    stretches = [stretch for shift in shifts for stretch in shift.stretches]
    tray = None if table.tray == AUTOMATIC else tray_figures(stretches)
    sums = [(key, one) for shift in shifts for key, one in shift.wagers.items()]
    won = sum(one.won for _, one in sums)
    return Figures(
        rounds=sum(shift.rounds for shift in shifts),
        voided=sum(shift.voided for shift in shifts),
        tray=tray,
        boxes=tuple(boxes),
        advanced_cents=sum(shift.advanced_cents for shift in shifts),
        aside_cents=sum(shift.aside_cents for shift in shifts),
        handle_cents=sum(one.handle for _, one in sums),
        rounds_win_cents=won,
        win_cents=won if tray is None else tray.win_cents,
        expected=expected_together(expected(*key, one, edges) for key, one in sums),
    )


def tray_figures(stretches: Sequence[Stretch]) -> TrayFigures:
    if not stretches:
        return TrayFigures(0, 0, 0, 0, 0)
    first, last = stretches[0], stretches[-1]
    return TrayFigures(
        opener_cents=first.opener_cents,
        fills_cents=sum(one.fills_cents for one in stretches),
        credits_cents=sum(one.credits_cents for one in stretches),
        closer_cents=last.closer_cents,
        drop_cents=sum(one.drop_cents for one in stretches),
        between_cents=sum(
            later.opener_cents - earlier.closer_cents for earlier, later in pairwise(stretches)
        ),
        opener_counted=first.opener_counted,
        closer_counted=last.closer_counted,
    )


def together(figures: Iterable[Figures]) -> Figures:
    """Of several tables; what their trays hold is added up."""
    parts = list(figures)
    trays = [part.tray for part in parts if part.tray is not None]
    return Figures(
        rounds=sum(part.rounds for part in parts),
        voided=sum(part.voided for part in parts),
        tray=_trays_together(trays) if trays else None,
        boxes=tuple(box for part in parts for box in part.boxes),
        advanced_cents=sum(part.advanced_cents for part in parts),
        aside_cents=sum(part.aside_cents for part in parts),
        handle_cents=sum(part.handle_cents for part in parts),
        rounds_win_cents=sum(part.rounds_win_cents for part in parts),
        win_cents=sum(part.win_cents for part in parts),
        expected=expected_together(part.expected for part in parts),
    )


def _trays_together(trays: Sequence[TrayFigures]) -> TrayFigures:
    amounts = {
        name: sum(getattr(tray, name) for tray in trays)
        for name in TrayFigures._fields
        if name.endswith("_cents")
    }
    return TrayFigures(
        **amounts,
        opener_counted=all(tray.opener_counted for tray in trays),
        closer_counted=all(tray.closer_counted for tray in trays),
    )


# ---- theory


def expected(rules: str, wager: str, sums: WagerSums, edges: Edges) -> Expected:
    theory = _edge(rules, wager, edges)
    if theory is None:
        return Expected()
    variance = theory.deviation**2 * sums.squares
    return Expected(sums.won + sums.second_chance, theory.edge * sums.initial, variance)


def _edge(rules: str, wager: str, edges: Edges) -> TheoreticalEdge | None:
    return (edges.get(rules) or {}).get(wager)


def expected_together(parts: Iterable[Expected]) -> Expected:
    """Variances add up where results are independent."""
    columns = list(zip(*parts, strict=True))
    return Expected(*(sum(column) for column in columns)) if columns else Expected()


def exact_edges(game: Game) -> dict[str, TheoreticalEdge] | None:
    """The exact edge and deviation of each wager that is decided by itself; None where nobody can tell.

    The first time this takes seconds; then it is kept on disk.
    """
    from pitboss.exact.kept_analysis import find_analysis

    try:
        found = find_analysis(game, None, exact=False, distribution=True, tell=lambda _: None)
    except BadInput:
        return None
    part_of_main = {wager.id for wager in game.wagers if wager.kind == SECOND_CHANCE}
    return {
        one.wager: TheoreticalEdge(one.house_edge, one.standard_deviation)
        for one in found.wagers
        if one.wager not in part_of_main
    }


# ---- wagers


def _wager_lines(table: TableDay, edges: Edges) -> Iterator[WagerLine]:
    for shift in table.shifts:
        for (rules, wager), sums in shift.wagers.items():
            yield _wager_line(table, shift.name, rules, wager, sums, edges)


def _wager_line(
    table: TableDay, shift: str, rules: str, wager: str, sums: WagerSums, edges: Edges
) -> WagerLine:
    game, theory = table.games[rules], _edge(rules, wager, edges)
    return WagerLine(
        table=table.table,
        shift=shift,
        game=game.id,
        rules=rules,
        wager=wager,
        label=" and ".join(wager_name(game, id) for id in wager.split(" and ")),
        decided=sums.decided,
        initial_cents=sums.initial,
        handle_cents=sums.handle,
        void_cents=sums.void,
        win_cents=sums.won,
        edge=theory.edge if theory else None,
        expected=expected(rules, wager, sums, edges) if theory else None,
    )


def wagers_together(lines: Iterable[WagerLine]) -> list[WagerLine]:
    """By rules and wager, over all tables and shifts."""
    by_wager: dict[tuple[str, str], list[WagerLine]] = {}
    for line in lines:
        by_wager.setdefault((line.rules, line.wager), []).append(line)
    return [_lines_together(group) for group in by_wager.values()]


def _lines_together(lines: Sequence[WagerLine]) -> WagerLine:
    names = ("decided", "initial_cents", "handle_cents", "void_cents", "win_cents")
    sums = {name: sum(getattr(line, name) for line in lines) for name in names}
    valued = [line.expected for line in lines if line.expected is not None]
    return lines[0]._replace(
        table="", shift="", expected=expected_together(valued) if valued else None, **sums
    )


class _Timed(Protocol):
    @property
    def time(self) -> str: ...


T = TypeVar("T", bound=_Timed)


def _by_time(listed: Iterable[T]) -> tuple[T, ...]:
    return tuple(sorted(listed, key=lambda one: one.time))
