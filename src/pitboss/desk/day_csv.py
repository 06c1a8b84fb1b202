"""The master game report as CSV: one line for every figure, count and correction, for other programs."""

import csv
import io
from collections.abc import Iterator

from pitboss.desk.day_report import DayReport, Expected, Figures, WagerLine

HEADS = (
    "day", "level", "table", "game", "shift", "rules", "wager", "rounds", "void rounds", "opener", "fills",
    "credits", "closer", "drop booked", "drop counted", "win", "hold", "handle", "win by the rounds",
    "win over handle", "decided", "initial stakes", "void", "house edge", "theoretical win", "difference",
    "standard deviation", "time", "what", "booked", "counted", "effect", "why", "by", "approved by",
)  # fmt: skip
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")

Line = dict[str, str]


def day_csv(report: DayReport) -> str:
    """Amounts in dollars with two decimals, shares as decimal fractions, times in UTC."""
    out = io.StringIO()
    writer = csv.DictWriter(out, HEADS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for line in _lines(report):
        writer.writerow({"day": report.day.isoformat(), **line})
    return out.getvalue()


def _lines(report: DayReport) -> Iterator[Line]:
    for table in report.tables:
        named = {"table": table.table, "game": table.game.id}
        for shift, figures in table.shifts.items():
            yield {"level": "table and shift", **named, "shift": shift, **_figures(figures)}
        yield {"level": "table", **named, **_figures(table.day)}
    for game in report.games:
        yield {"level": "game", "game": game.game.id, **_figures(game.day)}
    for shift, figures in report.shifts.items():
        yield {"level": "shift", "shift": shift, **_figures(figures)}
    yield {"level": "day", **_figures(report.house)}
    yield from map(_wager, report.wagers)
    yield from _counts(report)
    yield from _corrections(report)


def _figures(figures: Figures) -> Line:
    told = {
        "rounds": str(figures.rounds),
        "void rounds": str(figures.voided),
        "win": dollars(figures.win_cents),
        "handle": dollars(figures.handle_cents),
        "win by the rounds": dollars(figures.rounds_win_cents),
        "win over handle": _share(figures.win_over_handle),
        **_theory(figures.expected),
    }
    if figures.tray is None:
        return told
    tray = figures.tray
    return told | {
        "opener": dollars(tray.opener_cents),
        "fills": dollars(tray.fills_cents),
        "credits": dollars(tray.credits_cents),
        "closer": dollars(tray.closer_cents),
        "drop booked": dollars(tray.drop_cents),
        "drop counted": dollars(figures.counted_cents),
        "hold": _share(figures.hold),
    }


def _theory(expected: Expected | None) -> Line:
    if expected is None or not expected.variance:
        return {}
    return {
        "theoretical win": dollars(expected.cents),
        "difference": dollars(expected.difference_cents),
        "standard deviation": dollars(expected.deviation_cents),
    }


def _wager(line: WagerLine) -> Line:
    return {
        "level": "wager",
        "table": line.table,
        "game": line.game,
        "shift": line.shift,
        "rules": line.rules,
        "wager": text(line.label),
        "decided": str(line.decided),
        "initial stakes": dollars(line.initial_cents),
        "handle": dollars(line.handle_cents),
        "void": dollars(line.void_cents),
        "win by the rounds": dollars(line.win_cents),
        "house edge": _share(line.edge),
        **_theory(line.expected),
    }


def _counts(report: DayReport) -> Iterator[Line]:
    for one in report.counts:
        yield {
            "level": "count",
            "time": one.time,
            "what": text(one.what),
            "booked": dollars(one.booked_cents),
            "counted": dollars(one.counted_cents),
            "difference": dollars(one.difference_cents),
            **_signed(report, one.by, one.approved_by),
        }


def _corrections(report: DayReport) -> Iterator[Line]:
    listed = {"correction": report.corrections, "corrected later": report.corrected_later}
    for level, corrections in listed.items():
        for one in corrections:
            yield {
                "level": level,
                "table": one.table,
                "time": one.time,
                "what": text(f"round {one.round}: {one.keyed}, corrected to {one.meant}"),
                "effect": dollars(one.effect_cents),
                "why": text(one.why),
                **_signed(report, one.by, one.approved_by),
            }


def _signed(report: DayReport, by: str, approved_by: str) -> Line:
    names = report.rotation.names
    return {"by": text(names.get(by, by)), "approved by": text(names.get(approved_by, approved_by))}


def dollars(cents: float | None) -> str:
    if cents is None:
        return ""
    whole = round(cents)
    return f"{'-' * (whole < 0)}{abs(whole) // 100}.{abs(whole) % 100:02}"


def _share(part: float | None) -> str:
    return "" if part is None else f"{part:.6f}"


def text(words: str) -> str:
    """What somebody typed; a spreadsheet would take some beginnings for a formula."""
    return f"'{words}" if words.startswith(FORMULA_SIGNS) else words
