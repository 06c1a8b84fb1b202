"""The countdown: whom the table waits for, and what happens when they do not act in time."""

from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.games.files import known_games
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.due import due
from pitboss.table.people import player
from pitboss.web.live_table import LiveTable
from pitboss.web.player_clock import CLOCK, after_s, everybody_answered, waiting, when_time_is_over
from pitboss.web.settings import AT_ONCE, Pace
from tests.table.drive import Room, opened, scripted
from tests.web.house import MONEY, build_house

PACE = Pace()


def bet(room: Room) -> None:
    state = room.state
    room.do(
        c.PlaceWager(by=player(1), box=1, wager=state.terms.main, cents=state.house.limits.wager_min_cents)
    )


def test_nobody_is_waited_for_before_the_first_wager() -> None:
    room = opened("blackjack")
    assert waiting(room.state, PACE) is None
    bet(room)
    assert waiting(room.state, PACE) == ("betting", "", PACE.betting_s)


def test_betting_closes_when_all_who_bet_and_all_who_are_here_are_ready() -> None:
    room = opened("blackjack", seats=(1, 2))
    assert not everybody_answered(room.state, {1, 2}, {1, 2})
    bet(room)
    assert not everybody_answered(room.state, set(), {1})
    assert everybody_answered(room.state, {1}, {1})
    assert not everybody_answered(room.state, {1}, {1, 2})
    assert everybody_answered(room.state, {1, 2}, {1, 2})


@pytest.mark.parametrize("game", known_games())
def test_a_round_whose_player_went_away_comes_to_its_end(tmp_path: Path, game: str) -> None:
    """Every wait runs out, whatever it is for; the acts stand in the journal as the clock's."""
    now = [0.0]
    with build_house(tmp_path) as house:
        tables = house.server.tables
        id = house.table(game)
        tables.drop(id)
        desk = tables.pit.take(id)
        live = LiveTable(desk, tables.pit.store, PACE, now=lambda: now[0])
        account = house.person(money_cents=100 * MONEY).account.id
        live.submit(
            c.SitDown(by=player(1), chips_cents=20 * MONEY), key="sit", actor=account, account=account
        )
        for number in (1, 2, 3):
            while live.state.stage != 10 or (found := due(live.state)) is None or found.act != "bets":
                _wait(live, now)
            limits = live.state.house.limits
            wager = c.PlaceWager(
                by=player(1), box=1, wager=live.state.terms.main, cents=limits.wager_min_cents
            )
            live.submit(wager, key=f"bet {number}".replace(" ", "-"), actor=account)
            for _ in range(40):
                if live.state.round > number:
                    break
                _wait(live, now)
            assert live.state.round == number + 1
        actors = {record.actor for record in tables.pit.store.read(id)}
        assert CLOCK in actors
        live.close()


def _wait(live: LiveTable, now: list[float]) -> None:
    assert live.countdown is not None, due(live.state)
    now[0] = live.countdown.until
    live.tick()


def test_an_early_surrender_is_waited_for_before_the_dealer_looks() -> None:
    room = scripted("blackjack", "surrender=early", cards="9c Kd 7d Ah")
    bet(room)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("insert")
    assert waiting(room.state, PACE) == ("surrender", "", PACE.insurance_s)
    assert not everybody_answered(room.state, set(), {1})
    assert everybody_answered(room.state, {1}, {1})
    assert when_time_is_over(room.state) == c.InsertHole()
    room.do(c.Decide(by=player(1), box=1, action=Action.SURRENDER))
    assert waiting(room.state, PACE) is None


def test_the_watch_starts_when_everything_has_been_shown() -> None:
    dealt = e.HoleDealt(clause="x")
    assert after_s(dealt, PACE) == PACE.act_s
    assert after_s(e.InsuranceClosed(clause="x"), PACE) == 0
    assert after_s(dealt, replace(PACE, times_slower=0).in_force) == 0
    assert replace(PACE, times_slower=0).in_force.decision_s == PACE.decision_s
    assert after_s(dealt, AT_ONCE) == 0


def test_time_over_does_nothing_where_nothing_is_waited_for() -> None:
    assert when_time_is_over(opened("blackjack").state) is None


def test_betting_is_closed_by_the_watch_of_a_running_server(tmp_path: Path) -> None:
    with build_house(tmp_path, pace=replace(AT_ONCE, betting_s=0.2)) as house:
        table = house.table()
        person = house.person(money_cents=100 * MONEY)
        person.sit(table, 1, 20 * MONEY)
        with person.line(table) as line:
            line.until("table")
            while not any(choice["command"]["type"] == "PlaceWager" for choice in line.latest["options"]):
                said = next(choice["command"] for choice in line.latest["options"])
                line.say(type="do", key=person.key(), command=said)
                line.hear()
            bets = next(
                choice for choice in line.latest["options"] if choice["command"]["type"] == "PlaceWager"
            )
            command = bets["command"] | {"cents": bets["range"]["first"], "box": 1}
            assert line.say(type="do", key="bet", command=command)["accepted"]
            while not any(event["type"] == "BettingClosed" for event in line.events):
                line.hear()
        closed = [one for one in house.server.store.read(table) if one.kind == "CloseBetting"]
        assert [one.actor for one in closed] == [CLOCK]
