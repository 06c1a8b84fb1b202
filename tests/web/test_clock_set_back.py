"""A clock that is set back is on record and in the metrics, and the journal holds."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pitboss.desk.verify import verify_store
from pitboss.web.app import Server, make_server
from pitboss.web.roles import AccountRole
from tests.web.house import quick


@dataclass
class SettableClock:
    """A clock that a test sets; what is done again and again is done when it says so."""

    time: datetime = field(default_factory=lambda: datetime.now(UTC) - timedelta(days=1))
    turns: dict[str, Callable[[], object]] = field(default_factory=dict)

    def now(self) -> datetime:
        return self.time

    def elapsed_s(self) -> float:
        return 0.0

    def every(self, name: str, _: float, work: Callable[[], object]) -> Callable[[], None]:
        self.turns[name] = work
        return lambda: None


def set_backs(server: Server) -> list[str]:
    directory = server.tables.directory
    return [one.before for one in directory.activity(only=("clock set back",))]


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock()


def test_a_clock_set_back_an_hour_is_recorded_once_and_the_journal_holds(
    tmp_path: Path, clock: SettableClock
) -> None:
    server = make_server(quick(tmp_path), clock=clock)
    server.accounts.create("ann", AccountRole.PLAYER)
    before = clock.time
    clock.time -= timedelta(hours=1)
    clock.turns["clock watch"]()
    assert set_backs(server) == [f"{before:%Y-%m-%dT%H:%M:%S} UTC"]
    server.accounts.create("ben", AccountRole.PLAYER)
    clock.turns["clock watch"]()
    clock.time += timedelta(seconds=10)
    clock.turns["clock watch"]()
    assert len(set_backs(server)) == 1
    assert b"pitboss_clock_set_back 1.0" in server.app.state.metrics.text()
    assert verify_store(server.store).fault is None
    server.close()


def test_an_act_right_after_the_step_comes_after_its_record(tmp_path: Path, clock: SettableClock) -> None:
    server = make_server(quick(tmp_path), clock=clock)
    clock.time -= timedelta(hours=1)
    server.accounts.create("ann", AccountRole.PLAYER)
    assert [one.what for one in server.tables.directory.activity()][:2] == [
        "create account",
        "clock set back",
    ]
    assert verify_store(server.store).fault is None
    server.close()


def test_a_server_that_starts_at_an_earlier_time_than_it_ended_says_so(
    tmp_path: Path, clock: SettableClock
) -> None:
    make_server(quick(tmp_path), clock=clock).close()
    clock.time -= timedelta(hours=1)
    server = make_server(quick(tmp_path), clock=clock)
    assert len(set_backs(server)) == 1
    assert verify_store(server.store).fault is None
    server.close()


def test_a_clock_that_goes_forward_or_is_set_right_by_a_second_is_not_worth_a_record(
    tmp_path: Path, clock: SettableClock
) -> None:
    server = make_server(quick(tmp_path), clock=clock)
    for step_s in (3_600, -1, 5, -2):
        clock.time += timedelta(seconds=step_s)
        clock.turns["clock watch"]()
    assert not set_backs(server)
    server.close()
