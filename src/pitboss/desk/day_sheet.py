"""The master game report in words: tables of text that terminal, page and paper show alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from pitboss.desk.cage_day import DropBox
from pitboss.desk.day_report import DayReport, Expected, Figures, TrayFigures, WagerLine, wagers_together
from pitboss.desk.table_day import CorrectionMade, Count
from pitboss.desk.time_text import time_of
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents, typed

NONE = "—"
WHOLE_DAY = "whole day"
ALL_TABLES = "All tables"
METHOD = (
    "Win at a table with real chips is drop, closer and credits, less fills and opener, with the drop as "
    "it was booked; with electronic chips it is what the rounds say. Hold is win divided by drop, of "
    "tables with a box. What a closer found against the books is part of the win; what an opener found is "
    "not. A drop box counts in the shift in which it was taken.",
    "A round belongs to the shift in which it ended. A correction of a finished round counts in the shift "
    "in which it was made.",
    "Theoretical win is the initial stakes of each wager times its exact house edge under the rules of "
    "its rounds, with perfect play. Doubles, splits and Second Chances are part of that edge. Weaker play "
    "gives the house more.",
    "A standard deviation (SD) is the square root of the sum of all initial stakes squared, each times "
    "the exact variance of its wager from a fresh shoe. That is an approximation: it takes wagers as "
    "independent. Boxes against one dealer’s hand and wagers on one hand rise and fall together, so the "
    "true spread is wider, at most by the square root of the number of wagers in a round.",
)
Align = Literal["left", "right"]


class SheetColumn(NamedTuple):
    title: str
    align: Align = "left"
    wide: bool = False
    """Text that takes the room that is left."""


class SheetTable(NamedTuple):
    id: str
    title: str
    columns: tuple[SheetColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class DaySheet:
    title: str
    below: str
    notes: tuple[str, ...]
    tables: tuple[SheetTable, ...]
    method: tuple[str, ...] = METHOD


def day_sheet(report: DayReport) -> DaySheet:
    """Tables with nothing in them are left out."""
    words = _Words(report)
    tables = (
        _money(report, words), _play(report, words), _wagers(report), _boxes(report, words),
        _counts(report, words), _corrections(report, words), _corrected_later(report, words),
        _changes(report, words), _voids(report, words), _rotation(report, words), _floor(report, words),
    )  # fmt: skip
    start, end = (one.astimezone(report.days.zone) for one in report.span)
    zone = getattr(report.days.zone, "key", "UTC")
    return DaySheet(
        title=f"Master game report for {report.day:%A, %B} {report.day.day}, {report.day.year}",
        below=f"From {start:%Y-%m-%d %H:%M} to {end:%Y-%m-%d %H:%M}, {zone}.",
        notes=tuple(_notes(report, words)),
        tables=tuple(table for table in tables if table.rows),
    )


# ---- words


def amount(cents: float | None) -> str:
    """Dollars; a part of a cent is rounded."""
    return NONE if cents is None else tell_cents(round(cents))


def share(part: float | None) -> str:
    return NONE if part is None else f"{part:.2%}".replace("-", "−")


class _Words:
    """Names and times as people of the house know them."""

    def __init__(self, report: DayReport) -> None:
        self._names = report.rotation.names
        self._tables = report.rotation.tables
        self._days, self._day = report.days, report.day

    def person(self, id: str) -> str:
        return self._names.get(id, id)

    def two(self, first: str, second: str) -> str:
        return f"{self.person(first)}, {self.person(second)}" if second else self.person(first)

    def table(self, id: str) -> str:
        name = self._tables.get(id, "")
        return f"{name} ({id})" if name and name != id else id

    def clock(self, time: str | datetime) -> str:
        """By the clocks of the house; with its date where that is not the day of the report."""
        moment = time_of(time) if isinstance(time, str) else time
        local = moment.astimezone(self._days.zone)
        return f"{local:%H:%M}" if local.date() == self._day else f"{local:%Y-%m-%d %H:%M}"


def _columns(*titles: str) -> tuple[SheetColumn, ...]:
    """`>` before a title: figures, to the right; `*`: text that takes the room that is left."""
    return tuple(
        SheetColumn(title.lstrip(">*"), "right" if title[0] == ">" else "left", title[0] == "*")
        for title in titles
    )


# ---- figures


def _lines(report: DayReport, words: _Words) -> Iterator[tuple[str, str, Figures]]:
    """By table and shift, by game, by shift, and the day; the only shift of a day is that day."""
    by_shift = len(report.days.shifts) > 1
    for table in report.tables:
        for shift, figures in table.shifts.items() if by_shift else ():
            yield words.table(table.table), shift, figures
        yield words.table(table.table), WHOLE_DAY, table.day
    for game in report.games:
        yield f"All {game.game.title}", WHOLE_DAY, game.day
    for shift, figures in report.shifts.items() if by_shift else ():
        yield ALL_TABLES, shift, figures
    yield ALL_TABLES, WHOLE_DAY, report.house


def _money(report: DayReport, words: _Words) -> SheetTable:
    heads = _columns(
        "Table", "Shift", ">Opener", ">Fills", ">Credits", ">Closer", ">Drop, booked", ">Drop, counted",
        ">Win", ">Hold",
    )  # fmt: skip
    rows = tuple((of, shift, *_money_cells(figures)) for of, shift, figures in _lines(report, words))
    by_books = any("*" in cell for row in rows for cell in row)
    note = "* By the books: the tray was not counted then." if by_books else ""
    return SheetTable("money", "Trays, drop and win", heads, rows if report.tables else (), note)


def _money_cells(figures: Figures) -> tuple[str, ...]:
    tray = figures.tray
    if tray is None:
        return (*[NONE] * 6, amount(figures.win_cents), NONE)
    return (
        _opener(tray), amount(tray.fills_cents), amount(tray.credits_cents), _closer(tray),
        amount(tray.drop_cents), _counted(figures), amount(figures.win_cents), share(figures.hold),
    )  # fmt: skip


def _opener(tray: TrayFigures) -> str:
    return amount(tray.opener_cents) + "*" * (not tray.opener_counted)


def _closer(tray: TrayFigures) -> str:
    return amount(tray.closer_cents) + "*" * (not tray.closer_counted)


def _counted(figures: Figures) -> str:
    if figures.boxes and figures.counted_cents is None:
        return "not yet"
    return amount(figures.counted_cents)


def _play(report: DayReport, words: _Words) -> SheetTable:
    heads = _columns(
        "Table", "Shift", ">Rounds", ">Void", ">Handle", ">Win by the rounds", ">Win over handle",
        ">Theoretical win", ">Difference", ">±2 SD", ">±3 SD", "Verdict",
    )  # fmt: skip
    rows = tuple((of, shift, *_play_cells(figures)) for of, shift, figures in _lines(report, words))
    note = "SD: standard deviations. The difference is between wagers that have a theory and that theory."
    return SheetTable("play", "Play against theory", heads, rows if report.tables else (), note)


def _play_cells(figures: Figures) -> tuple[str, ...]:
    return (
        str(figures.rounds), str(figures.voided), amount(figures.handle_cents),
        amount(figures.rounds_win_cents), share(figures.win_over_handle), *_theory_cells(figures.expected),
    )  # fmt: skip


def _theory_cells(expected: Expected | None) -> tuple[str, ...]:
    if expected is None or expected.deviations is None:
        return (NONE,) * 5
    two, three = (amount(number * expected.deviation_cents) for number in (2, 3))
    return (amount(expected.cents), amount(expected.difference_cents), two, three, verdict(expected))


def verdict(expected: Expected) -> str:
    far = abs(expected.deviations or 0.0)
    return "within 2 SD" if far <= 2 else "beyond 2 SD" if far <= 3 else "beyond 3 SD"


def _wagers(report: DayReport) -> SheetTable:
    heads = _columns(
        "Game", "Rules", "Wager", ">Decided", ">Initial", ">Handle", ">Void", ">Win", ">Win over handle",
        ">House edge", ">Theoretical win", ">Difference", ">±2 SD", ">±3 SD", "Verdict",
    )  # fmt: skip
    rows = tuple(_wager_cells(line, report.rules[line.rules]) for line in wagers_together(report.wagers))
    note = (
        "Initial: the stakes without what doubles and splits added. A Second Chance has a line of its own, "
        "and is compared with theory in that of its main wager."
    )
    return SheetTable("wagers", "Wagers", heads, rows, note)


def _wager_cells(line: WagerLine, game: Game) -> tuple[str, ...]:
    over = line.win_cents / line.handle_cents if line.handle_cents else None
    edge = NONE if line.edge is None else f"{line.edge:.4%}".replace("-", "−")
    return (
        game.title, line.rules[:8], line.label, str(line.decided), amount(line.initial_cents),
        amount(line.handle_cents), amount(line.void_cents), amount(line.win_cents), share(over), edge,
        *_theory_cells(line.expected),
    )  # fmt: skip


# ---- counts and corrections


def _boxes(report: DayReport, words: _Words) -> SheetTable:
    heads = _columns(
        "Table", "Box", "Taken", "By", ">Booked", ">Counted", ">Difference", "Counted at", "*Counted by"
    )
    return SheetTable(
        "boxes", "Drop boxes taken", heads, tuple(_box_cells(box, words) for box in report.boxes)
    )


def _box_cells(box: DropBox, words: _Words) -> tuple[str, ...]:
    taken = (words.table(box.table), box.box, words.clock(box.taken), words.person(box.taken_by))
    if box.found is None:
        return (*taken, amount(box.booked_cents), "not yet", NONE, NONE, NONE)
    found = box.found
    return (
        *taken, amount(box.booked_cents), amount(found.counted_cents), amount(found.difference_cents),
        words.clock(found.time), words.two(found.by, found.approved_by),
    )  # fmt: skip


def _counts(report: DayReport, words: _Words) -> SheetTable:
    heads = _columns("Time", "*Counted", ">By the books", ">Found", ">Difference", "*By")
    return SheetTable("counts", "Counts", heads, tuple(_count_cells(one, words) for one in report.counts))


def _count_cells(one: Count, words: _Words) -> tuple[str, ...]:
    cents = (one.booked_cents, one.counted_cents, one.difference_cents)
    what = one.what[:1].upper() + one.what[1:]
    return (words.clock(one.time), what, *map(amount, cents), words.two(one.by, one.approved_by))


CORRECTION_HEADS = (
    "Time",
    "Table",
    "Round",
    "*Keyed",
    "*Corrected to",
    "*Why",
    "By",
    "Approved by",
    "*Effect",
)


def _corrections(report: DayReport, words: _Words) -> SheetTable:
    rows = tuple(_correction_cells(one, words) for one in report.corrections)
    title = "Corrections made on this day"
    return SheetTable("corrections", title, _columns(*CORRECTION_HEADS), rows)


def _corrected_later(report: DayReport, words: _Words) -> SheetTable:
    rows = tuple(_correction_cells(one, words) for one in report.corrected_later)
    note = "The figures above are as they were; a correction counts on the day on which it was made."
    title = "Rounds of this day that were corrected later"
    return SheetTable("corrected-later", title, _columns(*CORRECTION_HEADS), rows, note)


def _correction_cells(one: CorrectionMade, words: _Words) -> tuple[str, ...]:
    return (
        words.clock(one.time), words.table(one.table), str(one.round), one.keyed, one.meant, one.why,
        words.person(one.by), words.person(one.approved_by) or NONE, _effect(one, words),
    )  # fmt: skip


def _effect(one: CorrectionMade, words: _Words) -> str:
    """What it did to the win of the house, and which round it was about."""
    said = [f"Win of the house {amount(one.effect_cents)}." if one.effect_cents else "No chips moved."]
    if one.unpaid_cents > 0:
        said.append(f"Players were left {tell_cents(one.unpaid_cents)} short.")
    elif one.unpaid_cents < 0:
        said.append(f"Players kept {tell_cents(-one.unpaid_cents)} too much.")
    said.append(
        f"The round ended {words.clock(one.round_ended)}." if one.round_ended else "The round was under way."
    )
    return " ".join(said)


def _changes(report: DayReport, words: _Words) -> SheetTable:
    rows = tuple(
        (
            words.clock(one.time), words.table(one.table), _options(one.before), _options(one.after), one.why,
            words.person(one.by),
        )
        for one in report.changes
    )  # fmt: skip
    heads = _columns("Time", "Table", "*Before", "*After", "*Why", "By")
    return SheetTable("changes", "Rules changed", heads, rows)


def _options(choices: Sequence[str]) -> str:
    return typed(" ".join(choices)) if choices else "as the document has it"


def _voids(report: DayReport, words: _Words) -> SheetTable:
    told = [
        *((one.time, one.table, f"round {one.round}", "", one.why, one.by, "") for one in report.voids),
        *(
            (one.time, one.table, f"slip {one.slip}", amount(one.cents), one.why, one.by, one.approved_by)
            for one in report.slips
        ),
    ]
    rows = tuple(
        (words.clock(time), words.table(table), what, cents or NONE, why or NONE, words.two(by, approved))
        for time, table, what, cents, why, by, approved in sorted(told)
    )
    return SheetTable(
        "voids", "Rounds and slips voided", _columns("Time", "Table", "Void", ">Amount", "*Why", "By"), rows
    )


# ---- people


def _rotation(report: DayReport, words: _Words) -> SheetTable:
    rows = tuple(
        (
            words.table(duty.table), words.clock(duty.span.start), words.clock(duty.span.end),
            words.person(duty.dealer), words.person(duty.relieves) or NONE, duty.shift or NONE,
            words.person(duty.assigned_by),
        )
        for duty in report.rotation.duties
    )  # fmt: skip
    heads = _columns("Table", "From", "To", "*Dealer", "*Relieves", "Shift", "Assigned by")
    return SheetTable("rotation", "Rotation of dealers", heads, rows)


def _floor(report: DayReport, words: _Words) -> SheetTable:
    rows = tuple(
        (
            words.person(one.account),
            words.clock(one.signed_in) if one.signed_in else NONE,
            ", ".join(
                f"{words.table(table)} {words.clock(start)} to {words.clock(end)}"
                for table, (start, end) in sorted(one.tables.items())
            )
            or NONE,
        )
        for one in report.rotation.floor
    )
    heads = _columns("*Floorperson", "Signed in", "*Tables, from the first act to the last")
    return SheetTable("floor", "Floor", heads, rows)


# ---- notes


def _notes(report: DayReport, words: _Words) -> Iterator[str]:
    if not report.tables:
        yield "Nothing was played on this day."
    if report.idle:
        yield f"No play at {', '.join(words.table(table) for table in report.idle)}."
    if report.corrected_later:
        yield f"Rounds of this day that were corrected later: {len(report.corrected_later)}."
    for game in report.unvalued:
        yield f"{game.title} (rules {game.sha256[:8]}) cannot be valued exactly: its wagers have no theory."
    for table in report.tables:
        yield from _table_notes(words.table(table.table), table.day)


def _table_notes(name: str, figures: Figures) -> Iterator[str]:
    aside, tray = figures.aside_cents, figures.tray
    if aside:
        way = "filled into" if aside > 0 else "credited from"
        yield f"{name}: {tell_cents(abs(aside))} was {way} the tray while the table was closed."
    if figures.advanced_cents:
        yield f"{name}: {tell_cents(figures.advanced_cents)} in electronic chips was advanced to the tray."
    if tray is not None and tray.between_cents:
        yield f"{name}: openers found {amount(tray.between_cents)} against the closers before them."
    if tray is not None and (found := figures.win_cents - figures.rounds_win_cents):
        yield f"{name}: closers found {amount(found)} against the books, which is part of the win."
    booked = sum(box.booked_cents for box in figures.boxes)
    if tray is not None and booked != tray.drop_cents:
        yield (
            f"{name}: the boxes taken on this day had {tell_cents(booked)} by the books; "
            f"{tell_cents(tray.drop_cents)} was dropped."
        )
