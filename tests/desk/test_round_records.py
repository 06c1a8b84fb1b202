"""Recall, totals and significant events: what the journal says of every round, held against the felt."""

import random
from collections import Counter
from functools import cache
from inspect import getmembers, isfunction
from itertools import pairwise

import msgspec
import pytest

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import Deposit, TrayClosed
from pitboss.desk.desk import Desk
from pitboss.desk.recovery import recorded_acts
from pitboss.desk.round_records import (
    KEPT,
    BoxRound,
    GameRecall,
    SignificantEvent,
    TableTotals,
    TheoreticalEdge,
    WagerTotals,
    significant_events,
)
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.people import FLOOR, player
from tests.desk.drive import ATTENDED, Guest, new_pit
from tests.desk.stocking import stock
from tests.table.test_table import TABLES

ROUNDS = 25


@cache
def played(*choices: str) -> Desk:
    """A table after some rounds, two seats at it; random players."""
    game, *chosen = choices
    desk = new_pit(seed=3).open("t1", game, choose=chosen, automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk, seed=4)
    guest.sit(1, 4)
    for _ in range(ROUNDS):
        guest.play_round()
    return desk


def recalled(desk: Desk, keep: int = KEPT) -> GameRecall:
    recall = GameRecall(keep)
    for act in recorded_acts(desk._pit.store.read(desk.table)):
        recall.add(act)
    return recall


def totalled(desk: Desk) -> TableTotals:
    totals = TableTotals()
    for act in recorded_acts(desk._pit.store.read(desk.table)):
        totals.add(act)
    return totals


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_funds_before_and_after_differ_by_what_was_staked_and_paid(choices: tuple[str, ...]) -> None:
    rounds = recalled(played(*choices)).last()
    assert len(rounds) == 2 * ROUNDS
    for played_round in rounds:
        back = sum(part.returned_cents + part.won_cents for part in played_round.paid)
        assert (
            played_round.funds_after_cents
            == played_round.funds_before_cents - played_round.wagered_cents + back
        )
        assert played_round.began <= played_round.ended
        assert played_round.first_record <= played_round.last_record
        assert played_round.rules == played(*choices).rules


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_one_round_begins_with_what_the_last_one_left(choices: tuple[str, ...]) -> None:
    for seat in (1, 4):
        rounds = recalled(played(*choices)).last(seat=seat)
        for later, earlier in pairwise(rounds):
            assert later.round == earlier.round + 1
            assert later.funds_before_cents == earlier.funds_after_cents


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_the_totals_are_what_the_rack_has_won(choices: tuple[str, ...]) -> None:
    desk = played(*choices)
    rows = totalled(desk).rows()
    assert sum(row.take_cents - row.pay_cents for row in rows) == desk.state.rack_cents
    assert {row.wager for row in rows} <= {
        desk.state.terms.main, "second_chance", "insurance", *desk.state.terms.sides,
    }  # fmt: skip
    assert {row.rules for row in rows} == {desk.rules}
    assert all(row.void_cents == 0 for row in rows)


def test_choices_cards_and_phases_of_a_round_are_told_in_order() -> None:
    """Against what the journal's own commands say of box 4."""
    desk = played("blackjack")
    rounds = recalled(desk).last(box=4, rounds=5)
    assert [part.round for part in rounds] == list(range(ROUNDS, ROUNDS - 5, -1))
    for told in rounds:
        assert told.choices[0].what == desk.state.terms.game.main_wager.name
        assert all(len(hand) >= 2 for hand in told.hands)
        assert told.dealer
        names = [name for name, _ in told.phases]
        order = [desk.state.terms.phases.index(name) for name in names]
        assert order == sorted(order)
        assert [choice.time for choice in told.choices] == sorted(choice.time for choice in told.choices)
        staked = sum(choice.cents for choice in told.choices)
        assert staked == told.wagered_cents


def test_only_so_many_rounds_are_kept_at_hand_and_the_journal_has_the_rest() -> None:
    desk = played("blackjack")
    assert [ended.round for ended in recalled(desk, keep=3).last(box=1)] == [ROUNDS, ROUNDS - 1, ROUNDS - 2]
    assert len(recalled(desk).last(box=1)) == ROUNDS


def test_rounds_are_found_by_account() -> None:
    pit = new_pit(seed=8)
    pit.cage.submit(Deposit(account="ann", cents=500_000), by="cage", key="d1")
    desk = pit.open("t1", "blackjack")
    guest = Guest(desk, seed=9)
    guest.do(c.SitDown(by=player(2), chips_cents=100_000), account="ann")
    guest.sit(5)
    guest.play_round()
    (ended,) = recalled(desk).last(account="ann")
    assert (ended.seat, ended.account, ended.funds_before_cents) == (2, "ann", 100_000)
    assert recalled(desk).last(account="bob") == []


def test_who_plays_the_box_next_does_not_push_a_players_rounds_out() -> None:
    pit = new_pit(seed=8)
    desk = pit.open("t1", "blackjack")
    guest = Guest(desk, seed=9)
    for account in ("ann", "bob"):
        pit.cage.submit(Deposit(account=account, cents=500_000), by="cage", key=account)
        guest.do(c.SitDown(by=player(2), chips_cents=100_000), account=account)
        guest.until_bets()
        guest.play_round()
        guest.do(c.Leave(by=player(2)))
    recall = recalled(desk, keep=1)
    assert [ended.round for ended in recall.last(account="ann")] == [1]
    assert [ended.account for ended in recall.last(box=2, rounds=1)] == ["bob"]


def test_a_round_under_way_is_told_as_such_and_a_wager_taken_back_is_none() -> None:
    desk = new_pit(seed=5).open("t1", "blackjack")
    guest = Guest(desk)
    guest.sit(1, 2)
    guest.do(c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=1_000))
    guest.do(c.PlaceWager(by=player(2), box=2, wager="blackjack", cents=1_000))
    guest.do(c.TakeBackWager(by=player(2), box=2, wager="blackjack"))
    assert [(ended.box, ended.ended) for ended in recalled(desk).under_way()] == [(1, "")]
    assert recalled(desk).last() == []


def voided() -> Desk:
    for seed in range(50):
        desk = new_pit(seed=seed).open("t1", "blackjack")
        guest = Guest(desk, seed=seed)
        guest.sit(1)
        guest.bet()
        guest.do(c.CloseBetting())
        next_due = due(desk.state)
        if next_due is not None and next_due.act == "decide":
            desk.void_round(by="floor", why="fire alarm", key="v1")
            return desk
    raise AssertionError("no round waits for a player")


def test_a_voided_round_counts_as_void_and_not_as_handle() -> None:
    desk = voided()
    (ended,) = recalled(desk).last()
    assert ended.funds_after_cents == ended.funds_before_cents
    (row,) = totalled(desk).rows()
    assert (row.handle_cents, row.take_cents, row.pay_cents, row.win_over_handle) == (0, 0, 0, None)
    assert row.void_cents == ended.wagered_cents > 0


# ---- the band


def test_an_edge_is_held_against_what_theory_gives_for_such_stakes() -> None:
    """The band by hand: 2.576 deviations of the sum of all first stakes."""
    desk = played("blackjack")
    rounds = recalled(desk).last()
    first = [ended.choices[0].cents for ended in rounds]
    mains = [part for ended in rounds for part in ended.paid if part.wager in ("blackjack", "double_down")]
    won = sum(part.stake_cents - part.returned_cents - part.won_cents for part in mains)
    row = main_row(desk, TheoreticalEdge(0.005, 1.1))
    spread = 2.576 * 1.1 * sum(cents**2 for cents in first) ** 0.5 / sum(first)
    assert (row.decided, row.initial_cents) == (len(first), sum(first))
    assert row.handle_cents == sum(part.stake_cents for part in mains) > row.initial_cents
    assert (row.edge, row.win_over_handle) == (won / sum(first), won / row.handle_cents)
    assert row.theory == 0.005
    assert row.band == pytest.approx((0.005 - spread, 0.005 + spread))
    assert row.within == (abs(won / sum(first) - 0.005) <= spread)
    assert main_row(desk, TheoreticalEdge(0.9, 0.001)).within is False
    assert all(row.within is None for row in totalled(desk).rows())


def test_a_second_chance_has_its_row_and_counts_in_the_edge_of_its_wager() -> None:
    desk = played("double-back-jack-pa", "decks=1")
    rows = {row.wager: row for row in totalled(desk).rows()}
    main, chance = rows[desk.state.terms.main], rows["second_chance"]
    assert chance.decided > 0
    won = main.take_cents - main.pay_cents + chance.take_cents - chance.pay_cents
    assert main.edge == won / main.initial_cents
    assert chance.edge == chance.win_over_handle


def main_row(desk: Desk, theory: TheoreticalEdge) -> WagerTotals:
    rows = totalled(desk).rows({(desk.rules, "blackjack"): theory})
    return next(row for row in rows if row.wager == "blackjack")


def test_other_rules_are_another_game_in_the_totals() -> None:
    desk = new_pit(seed=2).open("t1", "blackjack", automate=AUTOMATABLE - ATTENDED)
    guest = Guest(desk, seed=2)
    guest.sit(1)
    guest.play_round()
    before = desk.rules
    desk.change_rules(["soft_17=hit"], by="floor", why="trial", key="c1")
    guest.play_round()
    totals = totalled(desk)
    assert list(totals.games) == [before, desk.rules]
    assert [row.decided for row in totals.rows() if row.wager == "blackjack"] == [1, 1]


# ---- significant events


def told(desk: Desk) -> list[SignificantEvent]:
    return list(significant_events(desk._pit.store.read(desk.table)))


def test_a_change_of_rules_is_told_with_before_after_who_and_why() -> None:
    desk = new_pit(seed=5).open("t1", "blackjack")
    desk.change_rules(["decks=8"], by="shift manager", why="a quiet night", key="c1")
    opened, *_, changed = (event for event in told(desk) if event.component in ("table", "rules"))
    assert (opened.before, opened.why) == ("", "opened")
    assert changed.before == opened.after
    assert changed.before.startswith("blackjack (")
    assert changed.after.startswith("blackjack decks=8 (")
    assert (changed.who, changed.why) == ("shift manager", "a quiet night")


def test_a_count_that_differs_is_told_with_both_sums() -> None:
    pit = new_pit()
    desk = pit.open("t1", "blackjack", tray="by hand")
    stock(pit, desk)
    rack = desk.desk_state.ledger.balances["rack"]
    desk.move_money(TrayClosed(table="t1", cents=rack + 100), by="pit", key="count-1")
    last = told(desk)[-1]
    assert (last.component, last.who, last.why) == (
        "rack",
        "pit",
        f"closer: tray counted at {tell_cents(rack + 100)}, table t1; the count differs from the ledger",
    )
    assert last.before != last.after


def test_devices_disputes_and_interruptions_are_told() -> None:
    desk = voided()
    guest = Guest(desk, seed=77)
    guest.desk.submit(c.RecordDispute(by=FLOOR, box=3), key="x1")
    kinds = Counter(event.component for event in told(desk))
    assert kinds["round 1"] == 1
    assert kinds["box 3"] == 1
    (gone,) = (event for event in told(desk) if event.component == "round 1")
    assert gone.after == "given up"
    assert gone.why == "fire alarm"
    assert "on the layout" in gone.before


def test_every_event_told_names_its_record() -> None:
    desk = played("down-under-pa")
    events = told(desk)
    assert [part.sequence for part in events] == sorted(part.sequence for part in events)
    assert all(part.after and part.time for part in events)


# ---- retention


def test_nothing_that_was_recorded_can_be_removed() -> None:
    """A store has no word for it; sealed orders alone are taken away, when they are opened in the journal."""
    words = {name for name, _ in getmembers(Store, isfunction) if not name.startswith("_")}
    assert words == {
        "append_all", "read", "head", "heads", "find_key", "keys", "claim", "holder", "renew", "release",
        "snapshot", "secrets", "at_one_moment", "close",
    }  # fmt: skip


def test_a_box_round_goes_through_json() -> None:
    ended = random.Random(1).choice(recalled(played("blackjack")).last())
    assert msgspec.json.decode(msgspec.json.encode(ended), type=BoxRound) == ended
