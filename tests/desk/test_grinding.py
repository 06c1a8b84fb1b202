"""Somebody who owns the house tries to make the player lose more, and does no better than chance.

The adversary knows the seed of the house, runs all other players, chooses the cut and the beacon's round, and
speaks last. What it wants is measured in one card: that the dealer's first card, the third of the shoe, is an
ace. A shoe without any seed of an honest player shows what it could do before.
"""

import random
from collections.abc import Callable, Sequence
from math import sqrt

import pytest

from pitboss.desk.payloads import AskedSeed
from pitboss.desk.sealed_shoe import cut_order
from pitboss.desk.seed_state import Asking, HouseSeed, SeedState, input_lines
from pitboss.desk.shoe_derivation import (
    derive_order,
    derived_cut,
    house_commitment,
    new_house_seed,
    player_commitment,
)
from pitboss.desk.verify import verify_store
from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.people import DEALER
from pitboss.table.shoes import full_batch
from tests.desk.drive import Hands
from tests.desk.listed_beacon import CHAIN, pulse_of
from tests.desk.test_seeds import opened, wagered

TRIES = 12
"""Alternatives among which the adversary chooses."""
SHOES = 260
CHANCE = 4 / 52
BATCH = full_batch(1)
TABLE = "t1"


class World:
    """One shoe: what each side chose, and the card that decides."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.house = new_house_seed(rng.randbytes)
        self.sybil = rng.randbytes(32).hex()
        self.player = rng.randbytes(32).hex()
        self.cut = 0
        self.round = 0

    @property
    def guess(self) -> str:
        """What the adversary can put in the place of the player's seed before it is revealed."""
        return "00" * 32

    def wins(self, player: str | None = None) -> bool:
        """Whether the third card is an ace, if this is the seed of the player; None: no player gave one."""
        return self.order(player)[2].rank == 1

    def order(self, player: str | None) -> tuple[Card, ...]:
        commitment = house_commitment(TABLE, 1, self.house)
        seeds = [(1, player)] if player is not None else []
        seeds.append((2, self.sybil))
        asked = tuple(AskedSeed(seat, "", player_commitment(TABLE, seed)) for seat, seed in seeds)
        beacon = CHAIN if self.round else None
        state = SeedState(
            house=(HouseSeed(1, commitment, beacon),),
            askings=(Asking(asked, "", self.round, tuple(seeds)),),
        )
        pulse = pulse_of(self.round) if self.round else None
        order = derive_order(BATCH, self.house, input_lines(TABLE, 1, state, pulse))
        return cut_order(order, (self.cut or derived_cut(commitment, 1, 10, 42),))


def choose_house_seed(world: World, seen: str | None) -> None:
    for _ in range(TRIES):
        if world.wins(seen):
            return
        world.house = new_house_seed(world.rng.randbytes)


def choose_sybil_seed(world: World, seen: str | None) -> None:
    for _ in range(TRIES):
        if world.wins(seen):
            return
        world.sybil = world.rng.randbytes(32).hex()


def choose_cut(world: World, seen: str | None) -> None:
    for depth in range(10, 10 + TRIES):
        world.cut = depth
        if world.wins(seen):
            return


def choose_round(world: World, seen: str | None) -> None:
    for number in range(1, 1 + TRIES):
        world.round = number
        if world.wins(seen):
            return


Strategy = Callable[[World, str | None], None]
STRATEGIES: Sequence[Strategy] = (choose_house_seed, choose_sybil_seed, choose_cut, choose_round)


def share(strategy: Strategy, *, player_gives_seed: bool) -> float:
    rng = random.Random(strategy.__name__)
    won = 0
    for _ in range(SHOES):
        world = World(rng)
        strategy(world, world.guess if player_gives_seed else None)
        won += world.wins(world.player if player_gives_seed else None)
    return won / SHOES


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_with_the_seed_of_one_honest_player_no_choice_does_better_than_chance(strategy: Strategy) -> None:
    spread = sqrt(CHANCE * (1 - CHANCE) / SHOES)
    assert abs(share(strategy, player_gives_seed=True) - CHANCE) < 3.5 * spread


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_choices_do_pay_where_nobody_but_the_house_gives_a_seed(strategy: Strategy) -> None:
    """So the test above can fail: this is what the docs say of a shoe without players' seeds."""
    assert share(strategy, player_gives_seed=False) > 0.45


def test_withholding_a_seed_buys_one_more_order_and_not_two() -> None:
    """The last to speak knows the order, and may have another one in its place: once, and by name."""
    rng, won = random.Random(5), 0
    for _ in range(SHOES):
        world = World(rng)
        if not world.wins(world.player):
            world.sybil, world.player = rng.randbytes(32).hex(), rng.randbytes(32).hex()
        won += world.wins(world.player)
    twice = 1 - (1 - CHANCE) ** 2
    spread = sqrt(twice * (1 - twice) / SHOES)
    assert abs(won / SHOES - twice) < 3.5 * spread


# ---- what a desk does not let it do


def test_once_a_seed_is_known_nothing_that_the_order_follows_from_can_be_chosen() -> None:
    guest = opened("blackjack", 1, 2)
    wagered(guest)
    desk, sybil = guest.desk, guest.keepers[2]
    desk.submit(c.CloseBetting(), key="close")
    guest.keepers[1].reveal()
    before = desk.desk_state.seeds
    for number in range(5):
        with pytest.raises(Refused, match="not the seed"):
            desk.reveal_seed(1, 2, f"{number:064x}", sybil.commitment(), key=f"seed-{number}")
        with pytest.raises(Refused, match="Reveal it"):
            desk.offer_seed(2, sybil.commitment(), key=f"another-offer-{number}")
    for command in (
        c.CutCards(by=DEALER, depth=100),
        c.OrderRecut(),
        c.OrderReshuffle(),
        c.ShuffleCards(by=DEALER),
    ):
        with pytest.raises(Refused):
            desk.submit(command, key=f"cut-{type(command).__name__}")
    assert desk.desk_state.seeds == before
    sybil.reveal()
    assert verify_store(desk._pit.store).holds


def test_a_withheld_seed_cannot_be_withheld_again_under_another_offer_or_seat() -> None:
    guest = opened("blackjack", 1, 2)
    wagered(guest)
    desk, clock = guest.desk, guest.desk._pit.clock
    assert isinstance(clock, Hands)
    desk.submit(c.CloseBetting(), key="close")
    asked = []
    for _ in range(4):
        asking = desk.desk_state.seeds.asking
        if asking is None:
            break
        asked.append([one.seat for one in asking.players])
        if guest.keepers[1].is_asked:
            guest.keepers[1].reveal()
        clock.skip(0.01)
        desk.tick()
    assert asked == [[1, 2], [1]]
    verdict = verify_store(desk._pit.store)
    assert [one.seat for one in verdict.withheld] == [2]
