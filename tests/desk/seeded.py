"""Players who give seeds: what a page does for whoever sits there, by hand."""

import random
from collections.abc import Sequence

from pitboss.desk.desk import Desk
from pitboss.desk.shoe_derivation import player_commitment
from pitboss.table import commands as c
from pitboss.table.people import player
from tests.desk.drive import NUMBERS, Guest


class SeedKeeper:
    """Makes, keeps and reveals the seeds of one seat."""

    def __init__(self, desk: Desk, seat: int, chance: int = 1) -> None:
        self.desk, self.seat = desk, seat
        self.rng = random.Random(f"{chance} {seat}")
        self.kept: dict[str, str] = {}
        """By commitment."""

    def commitment(self) -> str:
        """To a new seed."""
        seed = self.rng.randbytes(32).hex()
        committed = player_commitment(self.desk.table, seed)
        self.kept[committed] = seed
        return committed

    def offer(self) -> None:
        self.desk.offer_seed(self.seat, self.commitment(), key=f"offer-{next(NUMBERS)}")

    @property
    def is_asked(self) -> bool:
        asking = self.desk.desk_state.seeds.asking
        return asking is not None and self.seat in asking.missing

    def seed(self) -> str:
        """The one that is asked for."""
        asking = self.desk.desk_state.seeds.asking
        assert asking is not None
        return next(self.kept[asked.commitment] for asked in asking.players if asked.seat == self.seat)

    def reveal(self, key: str = "") -> None:
        shoe, seed = self.desk.desk_state.positions.number, self.seed()
        key = key or f"reveal-{next(NUMBERS)}"
        self.desk.reveal_seed(shoe, self.seat, seed, self.commitment(), key=key)


class SeededGuest(Guest):
    """A guest whose seats give seeds as soon as they are asked for."""

    def __init__(self, desk: Desk, seed: int = 1, seats: Sequence[int] = (1,)) -> None:
        super().__init__(desk, seed)
        self.keepers = {seat: SeedKeeper(desk, seat, seed) for seat in seats}

    def sit_with_seeds(self, chips: int = 1_000_000) -> None:
        for seat, keeper in self.keepers.items():
            super().do(c.SitDown(by=player(seat), chips_cents=chips), f"account-{seat}")
            keeper.offer()
        self.until_bets()

    def do(self, command: c.Command, account: str = "") -> None:
        super().do(command, account)
        self.reveal_all()

    def reveal_all(self) -> None:
        for keeper in self.keepers.values():
            if keeper.is_asked:
                keeper.reveal()
