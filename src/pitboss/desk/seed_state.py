"""The seeds of a table's shoes as its records tell them: who committed, who was asked, what was revealed.

Public, and derived from the journal alone. The house's own seeds are sealed beside it until a shoe is opened.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from pitboss.desk.payloads import (
    AskedSeed,
    BeaconChain,
    BeaconPulse,
    PutBack,
    SeedCommitted,
    SeedOffered,
    SeedRevealed,
    SeedsAsked,
    SeedsWithheld,
    ShoeFixed,
    ShoeLost,
)
from pitboss.desk.shoe_derivation import SHOE_LABEL
from pitboss.desk.shoe_positions import CardPosition, ShoePositions
from pitboss.rules.cards import Card
from pitboss.table import events as e
from pitboss.table.due import due
from pitboss.table.fold_helpers import last_discards
from pitboss.table.state import Table

FROM_SHOE = frozenset({"card", "hole"})
"""Acts that need the next card of the shoe; a burned card has no face."""


class HouseSeed(NamedTuple):
    shoe: int
    commitment: str
    beacon: BeaconChain | None = None


class Offer(NamedTuple):
    seat: int
    commitment: str


class LeftOut(NamedTuple):
    """The cards that were not shuffled into a shoe, because they lay on the layout."""

    shoe: int
    face_up: tuple[Card, ...]
    face_down: tuple[CardPosition, ...]


class FixedShoe(NamedTuple):
    shoe: int
    inputs: tuple[str, ...]


class Asking(msgspec.Struct, frozen=True, omit_defaults=True):
    """The players asked for their seeds, and what came of it."""

    players: tuple[AskedSeed, ...]
    until: str = ""
    beacon_round: int = 0
    seeds: tuple[tuple[int, str], ...] = ()
    """By seat, in the order in which they were revealed."""
    is_over: bool = False
    """Somebody withheld a seed, or the beacon did not come."""

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that have not revealed their seeds."""
        revealed = dict(self.seeds)
        return tuple(asked.seat for asked in self.players if asked.seat not in revealed)


class SeedState(msgspec.Struct, frozen=True, omit_defaults=True):
    house: tuple[HouseSeed, ...] = ()
    """For the shoes that are not opened yet, and for the one to be shuffled next."""
    offers: tuple[Offer, ...] = ()
    """What players have committed to and not revealed, by seat."""
    askings: tuple[Asking, ...] = ()
    """For the shoe that is to be dealt."""
    left_out: tuple[LeftOut, ...] = ()
    fixed: tuple[FixedShoe, ...] = ()

    def commitment(self, shoe: int) -> str:
        """The house's commitment for a shoe; empty when there is none."""
        return next((seed.commitment for seed in self.house if seed.shoe == shoe), "")

    def beacon(self, shoe: int) -> BeaconChain | None:
        """The beacon that a shoe waits for."""
        return next((seed.beacon for seed in self.house if seed.shoe == shoe), None)

    def offer(self, seat: int) -> str:
        return next((offer.commitment for offer in self.offers if offer.seat == seat), "")

    def inputs(self, shoe: int) -> tuple[str, ...] | None:
        return next((fixed.inputs for fixed in self.fixed if fixed.shoe == shoe), None)

    @property
    def asking(self) -> Asking | None:
        """The players who are being asked now."""
        return self.askings[-1] if self.askings and not self.askings[-1].is_over else None


NO_SEEDS = SeedState()


# ---- what a shoe waits for


def is_unfixed(seeds: SeedState, positions: ShoePositions) -> bool:
    """The shoe in play has a seed of the house and no order yet."""
    if not positions.shoes or not seeds.house:
        return False
    if seeds.fixed and seeds.fixed[-1].shoe == positions.number:
        return False
    return seeds.inputs(positions.number) is None and bool(seeds.commitment(positions.number))


def waits_for_order(state: Table, seeds: SeedState, positions: ShoePositions) -> bool:
    """The next act needs a card of a shoe that has no order yet."""
    if not is_unfixed(seeds, positions):
        return False
    next_due = due(state)
    return next_due is not None and next_due.act in FROM_SHOE


def players_to_ask(state: Table, seeds: SeedState, accounts: Mapping[int, str]) -> tuple[AskedSeed, ...]:
    """Everybody at the table who has committed to a seed; asked again, only who revealed one before."""
    seats = {patron.seat for patron in state.players}
    if seeds.askings:
        before = seeds.askings[-1]
        seats = {asked.seat for asked in before.players} - set(before.missing)
    offers = sorted(offer for offer in seeds.offers if offer.seat in seats)
    return tuple(AskedSeed(offer.seat, accounts.get(offer.seat, ""), offer.commitment) for offer in offers)


def input_lines(table: str, shoe: int, seeds: SeedState, pulse: BeaconPulse | None = None) -> tuple[str, ...]:
    """What the order follows from besides the house's seed: every asking, also those that failed."""
    lines = [SHOE_LABEL, f"table {table}", f"shoe {shoe}", f"house {seeds.commitment(shoe)}"]
    for number, asking in enumerate(seeds.askings, 1):
        lines.append(f"asked {number}")
        lines += _asking_lines(asking, seeds.beacon(shoe))
    if pulse is not None:
        lines.append(f"pulse {pulse.round} {pulse.randomness}")
    return tuple(lines)


def _asking_lines(asking: Asking, beacon: BeaconChain | None) -> Iterator[str]:
    revealed = dict(asking.seeds)
    for asked in asking.players:
        yield f"seat {asked.seat} {asked.commitment} {revealed.get(asked.seat, 'withheld')}"
    if beacon is not None:
        yield f"beacon {beacon.name} {asking.beacon_round}"


# ---- after a record


def after_seed_record(seeds: SeedState, payload: Any) -> SeedState:
    """What a record changes; it is believed."""
    change = _CHANGES.get(type(payload))
    return seeds if change is None else change(seeds, payload)


def _committed(seeds: SeedState, payload: SeedCommitted) -> SeedState:
    return replace(seeds, house=(*seeds.house, HouseSeed(payload.shoe, payload.commitment, payload.beacon)))


def _offered(seeds: SeedState, payload: SeedOffered) -> SeedState:
    return with_offer(seeds, payload.seat, payload.commitment)


def _asked(seeds: SeedState, payload: SeedsAsked) -> SeedState:
    asking = Asking(payload.players, payload.until, payload.beacon_round)
    return replace(seeds, askings=(*seeds.askings, asking))


def _revealed(seeds: SeedState, payload: SeedRevealed) -> SeedState:
    asking = seeds.askings[-1]
    asking = replace(asking, seeds=(*asking.seeds, (payload.seat, payload.seed)))
    seeds = replace(seeds, askings=(*seeds.askings[:-1], asking))
    return with_offer(seeds, payload.seat, payload.next)


def _withheld(seeds: SeedState, payload: SeedsWithheld) -> SeedState:
    for seat in payload.seats:
        seeds = with_offer(seeds, seat, "")
    return replace(seeds, askings=(*seeds.askings[:-1], replace(seeds.askings[-1], is_over=True)))


def _fixed(seeds: SeedState, payload: ShoeFixed) -> SeedState:
    return replace(seeds, askings=(), fixed=(*seeds.fixed, FixedShoe(payload.shoe, payload.inputs)))


def _lost(seeds: SeedState, payload: ShoeLost) -> SeedState:
    return replace(seeds, house=tuple(seed for seed in seeds.house if seed.shoe != payload.shoe))


def _put_back(seeds: SeedState, _: PutBack) -> SeedState:
    """Seeds may have been revealed in the records that are gone."""
    return replace(seeds, offers=(), askings=())


_CHANGES: dict[type[Any], Callable[[SeedState, Any], SeedState]] = {
    SeedCommitted: _committed,
    SeedOffered: _offered,
    SeedsAsked: _asked,
    SeedRevealed: _revealed,
    SeedsWithheld: _withheld,
    ShoeFixed: _fixed,
    ShoeLost: _lost,
    PutBack: _put_back,
}
SEED_RECORDS = (SeedCommitted, SeedOffered, SeedsAsked, SeedRevealed, SeedsWithheld, ShoeFixed)


def with_offer(seeds: SeedState, seat: int, commitment: str) -> SeedState:
    """What this seat has committed to now; nothing when empty."""
    others = [offer for offer in seeds.offers if offer.seat != seat]
    return replace(seeds, offers=tuple(sorted([*others, Offer(seat, commitment)] if commitment else others)))


# ---- after events


def after_shoes(
    seeds: SeedState, before: ShoePositions, after: ShoePositions, state: Table | None = None
) -> SeedState:
    """A shoe was shuffled in this state of the table, or cards were collected."""
    if (before.shoes is after.shoes and before.number == after.number) or seeds == NO_SEEDS:
        return seeds
    if state is not None and after.number != before.number and seeds.commitment(after.number):
        seeds = replace(seeds, left_out=(*seeds.left_out, _left_out(state, after)))
    kept = {shoe.number for shoe in after.shoes}
    return replace(
        seeds,
        house=tuple(seed for seed in seeds.house if seed.shoe in kept or seed.shoe > after.number),
        askings=seeds.askings if after.number == before.number and after.number in kept else (),
        left_out=tuple(left for left in seeds.left_out if left.shoe in kept),
        fixed=tuple(fixed for fixed in seeds.fixed if fixed.shoe in kept),
    )


def _left_out(state: Table, positions: ShoePositions) -> LeftOut:
    face_up = tuple(discard.card for discard in last_discards(state) if discard.card is not None)
    face_down = tuple(place for place in (positions.hole, positions.held) if place is not None)
    return LeftOut(positions.number, face_up, face_down)


def after_departure(seeds: SeedState, event: e.WentAway) -> SeedState:
    """Whoever sits there next has committed to nothing."""
    return with_offer(seeds, event.seat, "") if seeds.offers else seeds
