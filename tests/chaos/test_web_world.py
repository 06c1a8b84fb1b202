"""Web servers, pages and a witness under seeds: whatever is killed, lost, late, doubled or put back."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pitboss.errors import LostRace
from pitboss.journal.high_water import HighWater
from pitboss.journal.sql import SqlStore
from pitboss.journal.store import Append
from pitboss.web import live_table, seat_permissions
from pitboss.web.table_json import view_as_json
from tests.chaos.web_world import run_seed
from tests.seeds import seeds

SOME, ALL = seeds(4), seeds(12)
MORE = pytest.mark.slow("the other worlds of web servers")
A_MINUTE_S = 60.0


@pytest.mark.parametrize("seed", [*SOME, *(pytest.param(seed, marks=MORE) for seed in ALL[len(SOME) :])])
def test_a_world_of_web_servers_ends_with_nothing_lost(seed: int) -> None:
    assert run_seed(seed, A_MINUTE_S).happened["accepted"]


@pytest.mark.slow("worlds of web servers on PostgreSQL")
@pytest.mark.parametrize("seed", range(300, 304))
def test_a_world_on_postgresql_ends_with_nothing_lost(seed: int, postgres: str) -> None:
    assert run_seed(seed, A_MINUTE_S, postgres=postgres).happened["accepted"]


@MORE
def test_the_seeds_go_through_everything_that_can_go_wrong() -> None:
    missing = {
        "accepted", "refused", "killed", "killed at a statement", "killed before a commit",
        "killed after a commit", "disk full at a commit", "answer of a commit lost", "killed while starting",
        "started again", "drained", "store failing", "clock jumped", "put back", "lost before", "lost after",
        "sent twice", "late", "frame twice", "line cut", "page loaded again", "went on without an answer",
        "witness looked", "witness objected",
    }  # fmt: skip
    for seed in range(200, 220):
        missing -= set(run_seed(seed).happened)
        if not missing:
            break
    assert not missing


def test_the_same_seed_is_the_same_world() -> None:
    first, again = run_seed(1, A_MINUTE_S), run_seed(1, A_MINUTE_S)
    assert first.heads == again.heads
    assert first.happened == again.happened


# ---- the checks can fail


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Now and then the store says that it has written, and has not."""
    append_all, commits = SqlStore.append_all, 0

    def forgetful(self: SqlStore, batches: Sequence[Append]) -> list[LostRace | None]:
        nonlocal commits
        commits += 1
        return [None for _ in batches] if commits % 9 == 0 else append_all(self, batches)

    monkeypatch.setattr(SqlStore, "append_all", forgetful)


def double(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are new every time, so what is sent again is done again."""
    numbers = iter(range(10**9))

    def account_key(caller: Any, key: str) -> str:
        return f"{caller.account.id}:{key}-{next(numbers)}"

    monkeypatch.setattr(seat_permissions, "account_key", account_key)


def show(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that nobody has seen lies in every view."""
    burned = {"burned": ["Ac", "Ac"]}
    monkeypatch.setattr(live_table, "view_as_json", lambda state, who: view_as_json(state, who) | burned)


@pytest.mark.parametrize("fault", [forget, double, show])
def test_a_server_that_breaks_its_word_is_found(
    fault: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault(monkeypatch)
    assert any(fails(seed) for seed in range(4))


def test_a_put_back_that_nobody_records_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HighWater, "missing", lambda *_: None)
    assert any(fails(seed, seconds=120.0) for seed in (4, 9, 14, 19))


def fails(seed: int, seconds: float = A_MINUTE_S) -> bool:
    try:
        run_seed(seed, seconds)
    except Exception:
        return True
    return False
