"""The master game report: every figure of a small day by hand, and of other days by a second reckoning."""

import random
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from pitboss.cli.journal_output import reading
from pitboss.desk.day_report import (
    DayReport,
    Figures,
    TrayFigures,
    day_report,
    exact_edges,
    read_day,
    tray_figures,
    wagers_together,
)
from pitboss.desk.desk_state import KEYED
from pitboss.desk.gaming_day import ShiftSpan, Span
from pitboss.desk.house_entries import BOOKS
from pitboss.desk.recovery import recorded_acts
from pitboss.desk.round_records import TableTotals, TheoreticalEdge
from pitboss.desk.table_day import DayStarts, read_table_day
from pitboss.desk.time_text import time_of
from pitboss.desk.verify import verify_store
from pitboss.games.files import known_games
from pitboss.journal.memory import MemoryStore
from pitboss.journal.records import Record
from pitboss.journal.store import Append
from tests.desk.day_reckoning import by_shift
from tests.desk.drive import new_pit
from tests.desk.keyed_shift import BY_HAND
from tests.desk.small_day import DAY, DAYS, SmallDay, small_day
from tests.desk.stocking import stock
from tests.desk.test_correction import play_with_slips

LATER = datetime(2026, 3, 9, tzinfo=UTC)
EDGE = TheoreticalEdge(0.005, 1.1)


@cache
def a_day() -> SmallDay:
    day = small_day()
    assert "an approval in the house book" in str(verify_store(day.store).fault)  # there is none here
    return day


def kept(records: list[Record]) -> MemoryStore:
    store = MemoryStore()
    store.append_all([Append(tuple(records))])
    return store


def report_of(day: date = DAY, upto: datetime = LATER) -> DayReport:
    records = read_day(a_day().store, DAYS, day, upto)
    return day_report(records, {rules: {"blackjack": EDGE} for rules in records.games})


@cache
def report() -> DayReport:
    return report_of()


def real(shift: str = "") -> Figures:
    (table,) = (one for one in report().tables if one.table == "t1")
    return table.shifts[shift] if shift else table.day


def electronic() -> Figures:
    (table,) = (one for one in report().tables if one.table == "t2")
    return table.day


# ---- by hand


def test_a_tray_is_told_from_opener_to_closer_with_all_that_came_and_went() -> None:
    """$200 and $100 in cash; a fill of $300, a credit of $150; the closer found $5 less than the books."""
    assert real().tray == TrayFigures(50_000_00, 300_00, 150_00, 49_825_00, 300_00)
    assert real().win_cents == 300_00 + 49_825_00 + 150_00 - 300_00 - 50_000_00 == -25_00
    assert real().hold == -25_00 / 300_00
    assert real().rounds_win_cents == -25_00 + 5_00
    assert (real().rounds, real().handle_cents) == (2, 30_00 + 40_00 + 20_00 + 70_00)


def test_a_round_belongs_to_the_shift_in_which_it_ended_with_all_of_its_money() -> None:
    """Round 3 began in the early shift, in which its losing box was taken: $70."""
    assert real("early").tray == TrayFigures(50_000_00, 300_00, 0, 50_110_00, 200_00, closer_counted=False)
    assert (real("early").rounds, real("early").handle_cents, real("early").win_cents) == (1, 70_00, 10_00)
    assert real("late").tray == TrayFigures(50_110_00, 0, 150_00, 49_825_00, 100_00, opener_counted=False)
    assert (real("late").rounds, real("late").handle_cents) == (1, 90_00)
    assert real("late").win_cents == real("late").rounds_win_cents - 5_00 == 70_00 - 20_00 - 80_00 - 5_00


def test_what_an_opener_finds_is_a_variance_and_nobodys_win() -> None:
    """$10 more than the closer of the night before."""
    opener, closer = (one for one in report().counts if one.what.endswith("of t1"))
    assert (opener.what, opener.difference_cents, opener.by, opener.approved_by) == (
        "opener of t1", 10_00, "floor-1", "floor-2",
    )  # fmt: skip
    assert (closer.what, closer.booked_cents, closer.difference_cents) == ("closer of t1", 49_830_00, -5_00)


def test_a_drop_box_is_told_on_the_day_it_was_taken_whenever_it_was_counted() -> None:
    (box,) = report().boxes
    assert (box.table, box.box, box.booked_cents, box.taken_by) == ("t1", "A1", 300_00, "guard-1")
    assert box.found is not None
    assert (box.found.counted_cents, box.found.difference_cents) == (280_00, -20_00)
    assert (box.found.by, box.found.approved_by) == ("counter-1", "counter-2")
    assert real().counted_cents == real("late").counted_cents == 280_00
    assert real("early").counted_cents is None
    assert [one.what for one in report_of(DAY + timedelta(days=1)).counts][-1] == "drop box A1 of t1"


def test_a_box_that_is_not_counted_yet_is_told_as_such() -> None:
    day = a_day()
    records = read_day(day.store, DAYS, DAY, LATER)
    open_box = [box._replace(found=None) for box in records.cage.boxes]
    records.cage.boxes[:] = open_box
    (table,) = (one for one in day_report(records, {}).tables if one.table == "t1")
    assert (table.day.counted_cents, len(table.day.boxes)) == (None, 1)


def test_the_counts_of_the_cage_are_there() -> None:
    cash, chips = (one for one in report().counts if "of the cage" in one.what)
    assert (cash.what, cash.difference_cents) == ("cash of the cage when it was closed", -10_00)
    assert (chips.what, chips.difference_cents, chips.approved_by) == (
        "chips of the cage when it was closed", 0, "cashier-2",
    )  # fmt: skip


def test_an_electronic_table_wins_what_its_rounds_say_and_has_no_hold() -> None:
    figures = electronic()
    assert (figures.tray, figures.hold, figures.boxes) == (None, None, ())
    assert figures.win_cents == figures.rounds_win_cents
    assert (figures.rounds, figures.voided) == (6, 1)
    (void,) = report().voids
    assert (void.table, void.round, void.why, void.by) == ("t2", 6, "fire alarm", "floor-1")


def test_the_house_the_games_and_the_shifts_add_up() -> None:
    told = report()
    assert told.house.win_cents == sum(one.day.win_cents for one in told.tables)
    assert [(one.game.id, one.day) for one in told.games] == [("blackjack", told.house)]
    assert list(told.shifts) == ["early", "late"]
    for name in ("rounds", "handle_cents", "win_cents", "rounds_win_cents", "voided"):
        assert sum(getattr(one, name) for one in told.shifts.values()) == getattr(told.house, name), name
    assert sum(line.handle_cents for line in told.wagers) == told.house.handle_cents
    assert sum(line.win_cents for line in told.wagers) == told.house.rounds_win_cents
    assert told.house.hold == real().win_cents / real().tray.drop_cents  # type: ignore[union-attr]


def test_rules_that_changed_during_the_day_have_wagers_of_their_own() -> None:
    (change,) = report().changes
    assert (change.table, change.after, change.why, change.by) == ("t2", ("soft_17=hit",), "trial", "floor-1")
    lines = [line for line in wagers_together(report().wagers) if line.wager == "blackjack"]
    assert [line.decided for line in lines] == [2 + 2 + 3, 2]
    assert len({line.rules for line in lines}) == 2
    assert set(report().rules) == {line.rules for line in report().wagers}


# ---- corrections


def test_a_correction_counts_on_the_day_it_was_made_under_two_names() -> None:
    (made,) = report().corrections
    assert (made.table, made.round, made.by, made.approved_by) == ("t1", 2, "dealer-1", "floor-1")
    assert (made.keyed, made.meant, made.why) == ("6♥ to box 2", "9♥ to box 2", "the six was a nine")
    assert (made.effect_cents, made.unpaid_cents) == (-80_00, 0)
    assert DAYS.day_of(time_of(made.round_ended)) == DAY


def test_the_report_of_an_earlier_day_says_what_was_corrected_later() -> None:
    (later,) = report().corrected_later
    assert (later.round, later.by, later.approved_by) == (3, "dealer-2", "floor-3")
    assert later.why == "seen on the film"
    assert (later.effect_cents, later.unpaid_cents) == (0, 140_00)
    next_day = report_of(DAY + timedelta(days=1))
    assert [one._replace(time="") for one in next_day.corrections] == [later._replace(time="")]
    assert next_day.corrected_later == ()


def test_a_voided_slip_is_told() -> None:
    (slip,) = report().slips
    assert (slip.slip, slip.table, slip.cents, slip.why, slip.by) == (
        3, "t1", 150_00, "asked for twice", "floor-1",
    )  # fmt: skip


# ---- theory


def test_what_theory_expects_follows_from_the_initial_stakes() -> None:
    """By hand: stakes of $30, $40, $20 and $70 at the table with real chips."""
    told = real().expected
    assert told.cents == pytest.approx(160_00 * 0.005)
    assert told.deviation_cents == pytest.approx(1.1 * (30_00**2 + 40_00**2 + 20_00**2 + 70_00**2) ** 0.5)
    assert told.difference_cents == pytest.approx(-20_00 - 80)
    assert told.deviations == pytest.approx((-20_00 - 80) / told.deviation_cents)
    both = (real("early").expected.variance, real("late").expected.variance)
    assert told.variance == pytest.approx(sum(both))


def test_a_wager_without_a_theory_is_left_out_of_the_comparison() -> None:
    lines = {line.wager: line for line in report().wagers if line.table == "t2"}
    assert lines["insurance"].expected is None
    assert electronic().expected.won_cents == electronic().rounds_win_cents - lines["insurance"].win_cents


def test_a_game_that_nobody_valued_is_named() -> None:
    records = read_day(a_day().store, DAYS, DAY, LATER)
    told = day_report(records, dict.fromkeys(records.games))
    assert [game.id for game in told.unvalued] == ["blackjack", "blackjack"]
    assert told.house.expected.cents == 0


def test_the_edges_are_those_of_the_analyst_under_the_rules_of_the_round() -> None:
    from pitboss.exact.analyst import main_edge

    before, after = report().rules.values()
    edges = {game.sha256: exact_edges(game) for game in (before, after)}
    for game in (before, after):
        found = edges[game.sha256]
        assert found is not None
        assert found["blackjack"].edge == pytest.approx(main_edge(game))
        assert "insurance" in found
    assert edges[before.sha256] != edges[after.sha256]


# ---- days that are not over, and tables that come and go


def test_a_day_before_any_table_is_empty() -> None:
    told = report_of(date(2026, 2, 1))
    assert (told.tables, told.idle, told.house.win_cents, told.shifts) == ((), (), 0, {})


def test_a_day_under_way_goes_as_far_as_now() -> None:
    until = datetime(2026, 3, 2, 18, 59, tzinfo=UTC)
    store = kept([record for record in a_day().store.read("t1") if time_of(record.time) < until])
    told = read_table_day(store, "t1", DAYS.shift_spans(DAY), until)
    assert told is not None
    assert [shift.name for shift in told.shifts] == ["early"]
    assert told.shifts[0].stretches[-1].closer_cents == 50_110_00


def test_the_day_on_which_a_table_opens_says_what_was_filled_before_its_opener() -> None:
    (table,) = report_of(DAY - timedelta(days=1)).tables
    assert table.day.aside_cents == 50_000_00
    assert table.day.tray == TrayFigures(50_000_00, 0, 0, 49_990_00, 0)
    assert table.day.rounds_win_cents == 40_00


@pytest.mark.parametrize("seed", range(6))
def test_a_day_read_from_where_it_begins_is_the_same_day(seed: int) -> None:
    """Also where it begins in the middle of a round, and where records came since."""
    records = list(a_day().store.read("t1"))
    rng, starts = random.Random(seed), DayStarts()
    spans = cut_at_random(records, rng)
    some = kept(records[: rng.randrange(len(records) // 2, len(records))])
    for store in (some, a_day().store):
        whole = read_table_day(store, "t1", spans, LATER)
        assert read_table_day(store, "t1", spans, LATER, starts) == whole
    assert list(starts) == [("t1", spans[0].span.start)]


# ---- a second reckoning


def reckoned(table: str) -> dict[str, dict[str, int]]:
    shifts = {
        "early": ("2026-03-02 06:00:00", "2026-03-02 14:00:00"),
        "late": ("2026-03-02 14:00:00", "2026-03-03 06:00:00"),
    }
    records = [(record.time, record.payload) for record in a_day().store.read(table)]
    return by_shift(records, "America/New_York", shifts)  # type: ignore[return-value]


@pytest.mark.parametrize("table", ["t1", "t2"])
def test_every_figure_is_that_of_a_second_reckoning(table: str) -> None:
    (told,) = (one for one in report().tables if one.table == table)
    for shift, figures in reckoned(table).items():
        if shift not in told.shifts:
            assert not figures["rounds"]
            continue
        ours = told.shifts[shift]
        assert (ours.rounds, ours.handle_cents, ours.rounds_win_cents) == (
            figures["rounds"], figures["handle"], figures["win"],
        )  # fmt: skip
        if ours.tray is not None:
            assert ours.tray[:5] == tuple(
                figures[name] for name in ("opener", "fills", "credits", "closer", "drop")
            )
            assert ours.win_cents == figures["win by tray"]


def cut_at_random(records: list[Record], rng: random.Random) -> list[ShiftSpan]:
    cuts = sorted({time_of(record.time) for record in rng.sample(records, 8)})
    return [ShiftSpan(str(at), Span(*ends)) for at, ends in enumerate(pairwise(cuts))]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", known_games())
def test_rounds_that_were_corrected_under_way_count_once_as_they_hold(game: str, seed: int) -> None:
    store, rng = MemoryStore(), random.Random(seed)
    pit = new_pit(store)
    desk = pit.open("t1", game, cards=KEYED, automate=BY_HAND)
    stock(pit, desk, 10_000_000_00)
    assert play_with_slips(desk, rng)
    records = list(store.read("t1"))
    read = read_table_day(store, "t1", cut_at_random(records, rng), LATER)
    assert read is not None
    for shift in read.shifts:
        won = sum(sums.won for sums in shift.wagers.values())
        assert tray_figures(shift.stretches).win_cents == won
    whole = Span(time_of(records[0].time), LATER)
    read = read_table_day(store, "t1", [ShiftSpan("all", whole)], LATER)
    assert read is not None
    totals = TableTotals()
    for act in recorded_acts(records):
        totals.add(act)
    told = {
        (row.rules, row.wager): (row.handle_cents, row.take_cents - row.pay_cents) for row in totals.rows()
    }
    assert {key: (sums.handle, sums.won) for key, sums in read.shifts[0].wagers.items()} == told
    assert {one.round_ended for one in read.corrections} == {""}
    assert all(
        (one.by, one.approved_by, one.why) == ("dealer", "floor", "misread") for one in read.corrections
    )


@pytest.mark.parametrize("seed", range(6))
def test_wherever_shifts_end_trays_and_rounds_agree_but_for_what_closers_find(seed: int) -> None:
    """Also in the middle of a round, of a correction, and of a night."""
    records = list(a_day().store.read("t1"))
    rng = random.Random(seed)
    spans = cut_at_random(records, rng)
    read = read_table_day(a_day().store, "t1", spans, LATER)
    assert read is not None
    for shift in read.shifts:
        tray = tray_figures(shift.stretches)
        start, end = next(one.span for one in spans if one.name == shift.name)
        found = sum(
            one.difference_cents
            for one in read.counts
            if one.what.startswith("closer") and start <= time_of(one.time) < end
        )
        assert tray.win_cents == sum(sums.won for sums in shift.wagers.values()) + found


def test_journals_of_edition_1_have_their_days_too() -> None:
    """Their trays filled themselves; a closing count that differs is all that tray and rounds differ by."""
    archive = Path(__file__).parent.parent / "frozen/edition-1/archives/all.zip"
    with reading(str(archive)) as store:
        tables = [table for table in store.heads() if table not in BOOKS]
        days = {DAYS.day_of(time_of(record.time)) for table in tables for record in store.read(table)}
        reports = [day_report(read_day(store, DAYS, day, LATER), {}) for day in sorted(days)]
        cleared = sum(
            record.payload.count('"type":"TableCleared"') for table in tables for record in store.read(table)
        )
    found = [one for told in reports for one in told.counts if one.what.startswith("closer")]
    differ = [one.day.win_cents - one.day.rounds_win_cents for told in reports for one in told.tables]
    assert [cents for cents in differ if cents] == [one.difference_cents for one in found]
    assert len(found) == len(tables)
    assert sum(told.house.rounds for told in reports) == cleared > 0
