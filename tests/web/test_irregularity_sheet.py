"""The irregularity sheet: what it lists, and which act belongs to which line."""

import pytest

from pitboss.games.files import known_games
from pitboss.games.load import load_game
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.commands import COMMANDS
from pitboss.table.people import DEALER, player
from pitboss.table.state import open_table
from pitboss.web.irregularity_sheet import irregular_acts, sheet_of
from tests.table.mishaps import in_play
from tests.table.procedures import next_due, room_acts


@pytest.mark.parametrize("game", known_games())
def test_a_clause_stands_for_one_line_of_the_sheet_only(game: str) -> None:
    """Whatever voids a round is one sentence, where the document has none of its own."""
    lines = sheet_of(open_table(load_game(game))).irregularities
    clauses = [line.clause for line in lines if not line.mechanism.endswith("/void")]
    assert len(clauses) == len(set(clauses)) >= 10


def test_what_nobody_records_is_not_on_the_sheet() -> None:
    """A wrong answer about the hole card is found by turning it over."""
    lines = sheet_of(open_table(load_game("blackjack-match-nh"))).irregularities
    assert not {line.mechanism for line in lines} & {
        "irregularity.blackjack_misread", "irregularity.false_blackjack",
    }  # fmt: skip


def test_the_floor_may_void_the_round_when_the_reader_is_beyond_repair() -> None:
    room = in_play("double-back-jack-pa")
    room.do(c.ReportBroken(DEALER, "reader"))
    lines = {line.mechanism: line for line in sheet_of(room.state).irregularities}
    (remedy,) = lines["irregularity.reader_broken/void"].remedies
    assert (remedy.by, remedy.choice["command"]["type"]) == ("floorperson", "VoidRound")


def test_before_the_cards_have_come_only_devices_can_have_failed() -> None:
    sheet = sheet_of(open_table(load_game("down-under-pa", choose=("shuffler=batch",))))
    open_lines = {
        line.mechanism.removeprefix("irregularity.") for line in sheet.irregularities if line.remedies
    }
    assert {"reader_broken", "shuffler_broken"} <= open_lines
    assert not open_lines & {"face_up", "overdraw", "missed_hit", "shuffler_jam"}


@pytest.mark.parametrize("game", ["blackjack", "down-under-pa"])
def test_a_dispute_is_the_floors_to_record_whatever_happened(game: str) -> None:
    sheet = sheet_of(open_table(load_game(game)))
    orders = {line.mechanism: line for line in sheet.orders}
    assert len(orders["RecordDispute"].remedies) == 6
    assert all(remedy.by == "floorperson" for remedy in orders["RecordDispute"].remedies)
    listed = [remedy.choice["command"]["type"] for entry in sheet.irregularities for remedy in entry.remedies]
    assert "RecordDispute" not in listed


def test_an_irregular_act_is_one_that_carries_out_nothing_else() -> None:
    names = set(irregular_acts())
    assert {"PassOver", "VoidRound", "ReportJam"} <= names
    assert not names & {"BurnCard", "CollectCards", "DealCard", "Settle", "OrderRecut"}
    assert names <= {kind.__name__ for kind in COMMANDS}


def test_a_dead_hand_belongs_to_the_missed_card_though_a_reading_settles_it() -> None:
    """Over/Under: the Ante was given up, then the two further cards were missed."""
    room = in_play("over-under-pa", seats=(1, 3))
    room.do(c.Decide(player(1), 1, Action.FOLD))
    room.do(c.PassOver(1))
    while next_due(room).act != "missed":
        room_acts(room)
    lines = {line.mechanism: line for line in sheet_of(room.state).irregularities}
    line = lines["irregularity.missed_hit"]
    assert {remedy.choice["command"]["type"] for remedy in line.remedies} == {"CallDead", "TakeMissedCard"}


def test_the_floor_orders_the_beginning_of_a_gaming_day() -> None:
    """The opening of a shoe is signed once, and every morning a day begins."""
    orders = {line.mechanism: line for line in sheet_of(open_table(load_game("blackjack"))).orders}
    assert [remedy.by for remedy in orders["BeginDay"].remedies] == ["floorperson"]
