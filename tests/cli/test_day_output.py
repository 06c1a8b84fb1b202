"""`pitboss records day`: the master game report out of a journal on disk."""

import csv
from pathlib import Path

import pytest

from pitboss.journal.open_store import open_store
from pitboss.journal.store import Append
from tests.cli.typed import refused, said, told
from tests.desk.test_day_report import a_day

HOUSE = (
    "--day-time-zone", "America/New_York", "--day-begins", "06:00",
    "--day-shifts", "early=06:00", "--day-shifts", "late=14:00",
)  # fmt: skip


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The small day, record by record as it was written."""
    file = str(tmp_path_factory.mktemp("day") / "pit.db")
    store, made = open_store(file), a_day().store
    for stream in made.heads():
        store.append_all([Append(tuple(made.read(stream)))])
    store.close()
    return file


def day(journal: str, *options: str) -> tuple[str, ...]:
    return ("records", "day", journal, "--day", "2026-03-02", *HOUSE, *options)


def test_the_report_is_told_on_the_screen(journal: str) -> None:
    text = said(*day(journal, "--no-theory"))
    assert text.startswith("Master game report for Monday, March 2, 2026")
    for words in ("Trays, drop and win", "$50,110*", "−8.33%", "Corrections made on this day", "floor-3"):
        assert words in text
    assert "within 2 SD" not in text


def test_theory_is_that_of_the_game(journal: str) -> None:
    tables = {table["id"]: table for table in told(*day(journal))["tables"]}
    edges = [row[9] for row in tables["wagers"]["rows"]]
    assert len(edges) == 3
    assert all(edge.endswith("%") for edge in edges)
    assert tables["play"]["rows"][-1][-1] == "within 2 SD"


def test_it_is_written_as_csv_and_as_pdf(journal: str, tmp_path: Path) -> None:
    files = {kind: tmp_path / f"day.{kind}" for kind in ("csv", "pdf")}
    names = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    assert said(*day(journal, "--no-theory", *names)) == ""
    lines = list(csv.DictReader(files["csv"].read_text().splitlines()))
    assert next(line["win"] for line in lines if line["level"] == "day") == "85.00"
    assert files["pdf"].read_bytes().startswith(b"%PDF")


def test_the_settings_of_the_server_say_when_the_day_begins(journal: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text('[day]\ntime_zone = "America/New_York"\nshifts = ["early=06:00", "late=14:00"]\n')
    asked = ("records", "day", journal, "--day", "2026-03-02", "--no-theory")
    assert said(*asked, "--settings", str(file)) == said(*day(journal, "--no-theory"))
    assert "early" not in said(*asked)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--day", "yesterday"), "is not a date"),
        (("--day", "0001-01-01"), "is no day of this house"),
        (("--day", "2026-03-02", "--day-time-zone", "Moon/Sea"), "knows no time zone"),
        (("--day", "2026-03-02", "--day-shifts", "late=25:99"), "not a time of day"),
        (("--day", "2026-03-02", "--csv", "/nowhere/at/all.csv"), "cannot be written"),
    ],
)
def test_what_makes_no_report_is_refused_with_a_sentence(
    journal: str, options: tuple[str, ...], says: str
) -> None:
    assert says in refused("records", "day", journal, *options)


def test_a_day_without_play_says_so(journal: str) -> None:
    assert "Nothing was played on this day." in said("records", "day", journal, "--day", "2026-01-01")
