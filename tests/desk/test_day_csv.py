"""The master game report as CSV and in words: what it says is what the report says."""

import csv
import io
from dataclasses import replace

import pytest

from pitboss.desk.day_csv import day_csv, text
from pitboss.desk.day_report import DayReport, Expected
from pitboss.desk.day_sheet import DaySheet, amount, day_sheet, share, verdict
from tests.desk.test_day_report import report


def lines(told: DayReport | None = None) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(day_csv(told or report()))))


def test_every_level_has_its_lines() -> None:
    levels = [line["level"] for line in lines()]
    assert {level: levels.count(level) for level in levels} == {
        "table and shift": 3, "table": 2, "game": 1, "shift": 2, "day": 1, "wager": 5, "count": 4,
        "correction": 1, "corrected later": 1,
    }  # fmt: skip
    assert {line["day"] for line in lines()} == {"2026-03-02"}


def test_figures_are_dollars_that_a_program_can_add_up() -> None:
    (table,) = (line for line in lines() if line["level"] == "table" and line["table"] == "t1")
    told = {name: table[name] for name in ("opener", "fills", "credits", "closer", "drop booked", "win")}
    assert list(told.values()) == ["50000.00", "300.00", "150.00", "49825.00", "300.00", "-25.00"]
    assert (table["drop counted"], table["hold"]) == ("280.00", "-0.083333")
    (other,) = (line for line in lines() if line["level"] == "table" and line["table"] == "t2")
    assert (other["opener"], other["hold"], other["drop booked"]) == ("", "", "")
    wagers = [line for line in lines() if line["level"] == "wager"]
    assert sum(float(line["handle"]) for line in wagers) == 345.0


def test_a_correction_has_two_names_a_reason_and_its_effect() -> None:
    for level, by, approved_by, why, effect in (
        ("correction", "dealer-1", "floor-1", "the six was a nine", "-80.00"),
        ("corrected later", "dealer-2", "floor-3", "seen on the film", "0.00"),
    ):
        (line,) = (one for one in lines() if one["level"] == level)
        assert (line["by"], line["approved by"], line["why"], line["effect"]) == (
            by,
            approved_by,
            why,
            effect,
        )


@pytest.mark.parametrize("typed", ["=1+1", "+1", "-1", "@sum", "\t=1"])
def test_what_somebody_typed_is_no_formula_for_a_spreadsheet(typed: str) -> None:
    (made,) = report().corrections
    told = replace(report(), corrections=(made._replace(why=typed),))
    (line,) = (one for one in lines(told) if one["level"] == "correction")
    assert line["why"] == f"'{typed}"
    assert text("a-b") == "a-b"


# ---- in words


def sheet() -> DaySheet:
    return day_sheet(report())


def rows(id: str) -> tuple[tuple[str, ...], ...]:
    (table,) = (one for one in sheet().tables if one.id == id)
    assert all(len(row) == len(table.columns) for row in table.rows)
    return table.rows


def test_the_day_is_told_in_the_zone_of_the_house() -> None:
    assert sheet().title == "Master game report for Monday, March 2, 2026"
    assert sheet().below == "From 2026-03-02 06:00 to 2026-03-03 06:00, America/New_York."
    assert rows("boxes")[0][2] == "18:00"
    assert rows("boxes")[0][7] == "2026-03-03 07:00"


def test_trays_are_told_by_shift_and_day() -> None:
    assert rows("money")[:3] == (
        ("t1", "early", "$50,000", "$300", "$0", "$50,110*", "$200", "—", "$10", "5.00%"),
        ("t1", "late", "$50,110*", "$0", "$150", "$49,825", "$100", "$280", "−$35", "−35.00%"),
        ("t1", "whole day", "$50,000", "$300", "$150", "$49,825", "$300", "$280", "−$25", "−8.33%"),
    )
    assert rows("money")[-1][-2] == "$85"


def test_corrections_are_told_with_reason_names_and_effect() -> None:
    assert rows("corrections")[0][2:] == (
        "2", "6♥ to box 2", "9♥ to box 2", "the six was a nine", "dealer-1", "floor-1",
        "Win of the house −$80. The round ended 07:00.",
    )  # fmt: skip
    assert rows("corrected-later")[0][-1] == (
        "No chips moved. Players were left $140 short. The round ended 14:01."
    )
    assert "Rounds of this day that were corrected later: 1." in sheet().notes


@pytest.mark.parametrize(
    ("cents", "said"),
    [(-20_50, "−$20.50"), (0, "$0"), (-0.4, "$0"), (1_234_567_00, "$1,234,567"), (None, "—")],
)
def test_an_amount_has_its_sign_before_the_dollar(cents: float | None, said: str) -> None:
    assert amount(cents) == said
    assert share(-0.5) == "−50.00%"


@pytest.mark.parametrize(
    ("won", "said"), [(200, "within 2 SD"), (-201, "beyond 2 SD"), (300, "beyond 2 SD"), (301, "beyond 3 SD")]
)
def test_the_verdict_goes_by_standard_deviations(won: int, said: str) -> None:
    assert verdict(Expected(won, 0.0, 100.0**2)) == said
