"""`pitboss records day`: the master game report of a gaming day, on the screen, as CSV and as PDF."""

import os
from datetime import UTC, date, datetime
from typing import NamedTuple

from pitboss.cli import screen, user_files
from pitboss.cli.journal_output import reading
from pitboss.desk.day_csv import day_csv
from pitboss.desk.day_report import DayRecords, DayReport, Edges, day_report, exact_edges, read_day
from pitboss.desk.day_sheet import DaySheet, day_sheet
from pitboss.desk.gaming_day import GamingDays
from pitboss.web.settings_table import read_settings


class HouseDay(NamedTuple):
    """When the gaming day begins, as the server's settings or the options say."""

    settings_file: str = ""
    time_zone: str = ""
    begins: str = ""
    shifts: tuple[str, ...] = ()

    @property
    def gaming_days(self) -> GamingDays:
        given = {
            "--day-time-zone": self.time_zone,
            "--day-begins": self.begins,
            "--day-shifts": list(self.shifts),
        }
        options = {name: value for name, value in given.items() if value}
        return read_settings(options, os.environ, self.settings_file).settings.day.gaming_days


def show_day(
    address: str, day: str, house: HouseDay, *, csv: str, pdf: str, theory: bool, as_json: bool
) -> None:
    wanted = date.fromisoformat(user_files.day_of(day, where="--day"))
    for name, where in ((csv, "--csv"), (pdf, "--pdf")):
        if name:
            user_files.check_place(name, where=where)
    with reading(address) as store:
        records = read_day(store, house.gaming_days, wanted, datetime.now(UTC))
    report = day_report(records, _edges(records) if theory else {})
    sheet = day_sheet(report)
    if csv:
        user_files.save(csv, day_csv(report).encode(), where="--csv")
    if pdf:
        user_files.save(pdf, _pdf(sheet), where="--pdf")
    if as_json:
        screen.print_json(sheet_as_json(report, sheet))
    elif not csv and not pdf:
        _show(sheet)


def _edges(records: DayRecords) -> Edges:
    return {rules: exact_edges(game) for rules, game in records.games.items()}


def _pdf(sheet: DaySheet) -> bytes:
    from pitboss.paper.day_report import day_report_bytes

    return day_report_bytes(sheet, date=date.today().isoformat())


def sheet_as_json(report: DayReport, sheet: DaySheet) -> dict[str, object]:
    tables = [
        {
            "id": table.id,
            "title": table.title,
            "columns": [column.title for column in table.columns],
            "rows": table.rows,
            "note": table.note,
        }
        for table in sheet.tables
    ]
    return {"day": report.day.isoformat(), "notes": sheet.notes, "tables": tables, "method": sheet.method}


def _show(sheet: DaySheet) -> None:
    screen.title(sheet.title, sheet.below)
    for note in sheet.notes:
        screen.line(note)
    for table in sheet.tables:
        screen.heading(table.title)
        screen.table([column.title for column in table.columns], table.rows)
        if table.note:
            screen.line(table.note)
    screen.heading("How these figures are reckoned")
    for sentence in sheet.method:
        screen.line(sentence)
