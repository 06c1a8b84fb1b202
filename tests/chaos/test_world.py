"""Whole desks under seeds: whatever is killed, lost, late, doubled or rotten, the journal holds."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.desk.shoe_derivation import house_commitment
from pitboss.desk.verify import verify_store
from pitboss.errors import LostRace
from pitboss.journal.memory import MemoryStore
from pitboss.journal.open_store import open_store
from pitboss.journal.store import Append, Store
from tests.chaos.world import World, again
from tests.seeds import seeds

STEPS = 700


def run(seed: int, inner: Store | None = None, steps: int = STEPS) -> World:
    world = World(seed, inner)
    try:
        world.run(steps)
    except BaseException as error:
        error.add_note(f"again: {again(seed, steps)}")
        raise
    return world


SOME, ALL = seeds(20), seeds(60)
MORE = pytest.mark.slow("the other seeded worlds")


@pytest.mark.parametrize("seed", [*SOME, *(pytest.param(seed, marks=MORE) for seed in ALL[len(SOME) :])])
def test_a_world_ends_with_nothing_lost(seed: int) -> None:
    assert run(seed).happened["accepted"]


def test_the_seeds_go_through_everything_that_can_go_wrong() -> None:
    happened: set[str] = set()
    rounds = 0
    for seed in range(200, 212):
        world = run(seed)
        happened |= set(world.happened)
        rounds += world.rounds
    assert happened >= {
        "accepted", "refused", "repeated", "killed", "restarted", "died while starting", "clock jumped",
        "rotted", "snapshot rotted", "slow", "disk full", "killed before", "killed after", "killed reading",
        "lost before", "lost after", "lost reading", "overtaken", "Claimed", "Fenced", "BadStore",
    }  # fmt: skip
    assert rounds > 100


@pytest.mark.parametrize("seed", range(300, 303))
def test_a_world_on_a_disk_ends_with_nothing_lost(seed: int, tmp_path: Path) -> None:
    store = open_store(f"sqlite:{tmp_path / 'journal'}")
    assert run(seed, store, steps=300).happened["accepted"]
    assert verify_store(store).fault is None
    store.close()


def test_the_same_seed_is_the_same_world() -> None:
    first, again = run(7), run(7)
    assert first.inner.heads() == again.inner.heads()
    assert first.happened == again.happened


# ---- the checks can fail


class Forgetful(MemoryStore):
    """Says that it has written, and now and then has not."""

    def __init__(self) -> None:
        super().__init__()
        self._commits = 0

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        self._commits += 1
        if self._commits % 40 == 0:
            return [None for _ in batches]
        return super().append_all(batches)


class Unfenced(MemoryStore):
    """Lets anybody write, whoever runs the table, wherever the stream ends."""

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        for batch in batches:
            self._write(batch)
        return [None for _ in batches]


@pytest.mark.parametrize("store", [Forgetful, Unfenced])
def test_a_store_that_breaks_its_contract_is_found(store: type[MemoryStore]) -> None:
    assert any(fails(seed, store()) for seed in range(4))


def test_a_desk_that_deals_other_cards_than_it_promised_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It promises one seed and keeps another."""

    def promised(table: str, shoe: int, seed: bytes) -> str:
        return house_commitment(table, shoe, seed[::-1])

    monkeypatch.setattr("pitboss.desk.transaction.house_commitment", promised)
    assert any(fails(seed) for seed in range(4))


def fails(seed: int, inner: Store | None = None) -> bool:
    try:
        run(seed, inner)
    except Exception:
        return True
    return False
