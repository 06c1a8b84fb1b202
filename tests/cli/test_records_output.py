"""`pitboss records`: rounds, totals and events out of a journal on disk."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.journal.open_store import open_store
from tests.cli import processes
from tests.cli.typed import refused, said, told
from tests.desk.drive import ATTENDED, Guest, new_pit


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = str(tmp_path_factory.mktemp("records") / "pit.db")
    store = open_store(file)
    pit = new_pit(store)
    desk = pit.open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk)
    guest.sit(1, 3)
    for _ in range(4):
        guest.play_round()
    desk.change_rules(["decks=8"], by="floor", why="a busy night", key="c1")
    pit.close()
    store.close()
    return file


def test_rounds_are_recalled_with_funds_before_and_after(journal: str) -> None:
    rounds = processes.told("records", "rounds", journal, "--table", "t1", "--box", "3", "--last", "2")
    assert [(part["round"], part["box"]) for part in rounds] == [(4, 3), (3, 3)]
    assert rounds[0]["funds_before_cents"] == rounds[1]["funds_after_cents"]
    text = said("records", "rounds", journal, "--table", "t1", "--box", "3", "--last", "2")
    assert "Round 4, box 3, seat 3" in text
    assert "Choices: wager $" in text


def test_totals_and_events_are_told(journal: str) -> None:
    rows = told("records", "totals", journal, "--table", "t1")
    assert any(row["wager"] == "blackjack" and row["decided"] == 8 for row in rows)
    table = said("records", "totals", journal, "--table", "t1")
    assert "Win over handle" in " ".join(table.split())
    assert "Hold" not in table, "hold is win over drop, and rounds do not know the drop"
    assert all("win_over_handle" in row and "hold" not in row for row in rows)
    rows = told("records", "totals", journal, "--table", "t1", "--theory")
    main = next(row for row in rows if row["wager"] == "blackjack" and row["theory"])
    assert main["band"][0] < main["theory"] < main["band"][1]
    events = told("records", "events", journal, "--table", "t1")
    changed = next(part for part in events if part["component"] == "rules")
    assert (changed["who"], changed["why"]) == ("floor", "a busy night")
    assert "a busy night" in said("records", "events", journal, "--table", "t1")


def test_the_register_lists_what_is_open_and_nothing_else(journal: str, tmp_path: Path) -> None:
    """A round stopped in its middle, in a journal that nobody runs."""
    assert told("records", "open", journal) == []
    copy = str(shutil.copy(journal, tmp_path / "copy.db"))
    store = open_store(copy)
    pit = new_pit(store, owner="second")
    desk = pit.take("t1")
    guest = Guest(desk, seed=5)
    while desk.state.phase_name != "decisions":
        guest.until_bets()
        guest.play_round(stop=lambda desk: desk.state.phase_name == "decisions")
    pit.close()
    store.close()
    (entry,) = told("records", "open", copy)
    assert (entry["table"], entry["round"], entry["phase"]) == ("t1", desk.state.round, "Players’ decisions")
    assert entry["stakes_cents"] == sum(box.initial_cents for box in desk.state.boxes)
    assert entry["waits_for"] == "Box 1 to act."
    text = said("records", "open", copy)
    assert "Box 1 to act." in text


def test_a_table_that_is_not_there_is_refused(journal: str, tmp_path: Path) -> None:
    assert "no table 't9'. Allowed: t1" in refused("records", "rounds", journal, "--table", "t9")
    assert "no such file" in refused("records", "totals", str(tmp_path / "none"), "--table", "t1")


def test_nothing_is_told_from_a_journal_that_does_not_hold(journal: str, tmp_path: Path) -> None:
    copy = str(shutil.copy(journal, tmp_path / "copy.db"))
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE records SET actor = 'nobody' WHERE stream = 't1' AND sequence = 5")
    connection.close()
    assert "record 5 of t1: the journal has been altered or damaged" in refused(
        "records", "totals", copy, "--table", "t1"
    )
