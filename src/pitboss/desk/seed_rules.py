"""What may be offered and revealed, and when a seed counts as withheld."""

from pitboss.desk.desk_state import VIRTUAL, DeskState
from pitboss.desk.payloads import SeedOffered, SeedRevealed
from pitboss.desk.seed_state import Asking, SeedState
from pitboss.desk.shoe_derivation import is_hash, player_commitment
from pitboss.desk.time_text import time_of
from pitboss.errors import Refused

SEEDS_AWAITED = "seeds_awaited"


def check_offer(desk_state: DeskState, payload: SeedOffered) -> None:
    """Refused unless this seat may commit to this seed now."""
    if desk_state.cards != VIRTUAL:
        raise Refused("no_seeds", "This table is dealt with real cards. No seeds are used here.")
    if payload.seat not in {patron.seat for patron in desk_state.state.players}:
        raise Refused("not_seated", "Take a seat first: only players at the table give seeds.")
    asking = desk_state.seeds.asking
    if asking is not None and payload.seat in asking.missing:
        raise Refused("seed_asked", "Your seed has been asked for. Reveal it before you commit to another.")
    _check_commitment(payload.commitment)


def check_reveal(desk_state: DeskState, payload: SeedRevealed, time: str) -> None:
    """Refused unless this seed was asked for, and is the one that the player committed to."""
    asking = desk_state.seeds.asking
    if asking is None or payload.shoe != desk_state.positions.number or payload.seat not in asking.missing:
        raise Refused("seed_not_asked", "Your seed has not been asked for, or came too late.")
    beacon = desk_state.seeds.beacon(payload.shoe)
    if beacon is not None and time_of(time).timestamp() >= beacon.published_s(asking.beacon_round):
        raise Refused("seed_too_late", "Your seed came after the beacon’s, so it cannot count any more.")
    committed = next(asked.commitment for asked in asking.players if asked.seat == payload.seat)
    if not is_hash(payload.seed) or player_commitment(desk_state.table, payload.seed) != committed:
        raise Refused("wrong_seed", "This is not the seed that you committed to.")
    _check_commitment(payload.next)
    if payload.next == committed:
        raise Refused("seed_reused", "Commit to a new seed: this one is known now.")


def _check_commitment(commitment: str) -> None:
    if not is_hash(commitment):
        raise Refused("bad_commitment", "A commitment is a SHA-256: 64 digits of 0–9 and a–f.")


def is_too_late(asking: Asking, time: str) -> bool:
    """The time to reveal is over."""
    return bool(asking.until) and time >= asking.until


def awaited(seeds: SeedState) -> Refused:
    """Why no card can be dealt yet."""
    seats = seeds.asking.missing if seeds.asking else ()
    if not seats:
        says = "No card can be dealt yet: the public beacon has not published its number for this shoe."
    else:
        whom = ", ".join(map(str, seats))
        says = f"No card can be dealt yet: this shoe waits for the seed of player {whom}."
    return Refused(SEEDS_AWAITED, says)
