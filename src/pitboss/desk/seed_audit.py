"""Checks every seed against its commitment and its place in the record, and derives every shoe again."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from pitboss.desk.automation import house_cut
from pitboss.desk.beacon import fault_of_pulse
from pitboss.desk.desk_state import VIRTUAL, DeskState
from pitboss.desk.payloads import (
    BeaconChain,
    BeaconPulse,
    SeedCommitted,
    SeedOffered,
    SeedRevealed,
    SeedsAsked,
    SeedsWithheld,
    ShoeFixed,
)
from pitboss.desk.record_faults import faulty
from pitboss.desk.seed_rules import check_offer, check_reveal, is_too_late
from pitboss.desk.seed_state import Asking, input_lines, is_unfixed, players_to_ask
from pitboss.desk.shoe_derivation import is_hash
from pitboss.desk.time_text import time_of
from pitboss.errors import FaultyRecord, Refused
from pitboss.journal.records import Record
from pitboss.table import commands as c
from pitboss.table.people import DEALER


class WithheldSeed(NamedTuple):
    """A player, or the beacon, did not give what was asked for: the order became another one."""

    table: str
    sequence: int
    """The record that says so."""
    shoe: int
    seat: int
    """0 is the beacon."""
    account: str


class AbandonedShoe(NamedTuple):
    """A shoe that was given up after seeds for it were revealed, and before a card was dealt from it."""

    table: str
    sequence: int
    """The record that opened it."""
    shoe: int


class UsedPulse(NamedTuple):
    """A number of a beacon that went into a shoe."""

    table: str
    sequence: int
    chain: str
    pulse: BeaconPulse


class SeedAudit:
    """The seeds of one table, record by record; the state is the one before the record."""

    def __init__(self) -> None:
        self.withheld: list[WithheldSeed] = []
        self.pulses: list[UsedPulse] = []

    def take(self, record: Record, payload: Any, desk_state: DeskState) -> None:
        check = _CHECKS[type(payload)]
        if desk_state.cards != VIRTUAL:
            raise faulty(record, "kind", "no seeds where the cards are real", record.kind)
        check(self, record, payload, desk_state)

    def _committed(self, record: Record, payload: SeedCommitted, desk_state: DeskState) -> None:
        expected = desk_state.positions.number + 1
        if payload.shoe != expected or desk_state.seeds.commitment(payload.shoe):
            raise faulty(record, "shoe", f"a first commitment to shoe {expected}", f"shoe {payload.shoe}")
        if not is_hash(payload.commitment):
            raise faulty(record, "commitment", "64 hexadecimal digits", payload.commitment)
        beacon = payload.beacon
        if beacon is not None and (beacon.period_s < 1 or beacon.name.split() != [beacon.name]):
            raise faulty(
                record, "beacon", "a name without blanks, a beginning and a period", str(tuple(beacon))
            )

    def _offered(self, record: Record, payload: SeedOffered, desk_state: DeskState) -> None:
        _allowed(record, "commitment", lambda: check_offer(desk_state, payload))

    def _asked(self, record: Record, payload: SeedsAsked, desk_state: DeskState) -> None:
        seeds, shoe = desk_state.seeds, desk_state.positions.number
        if payload.shoe != shoe or not is_unfixed(seeds, desk_state.positions) or seeds.asking is not None:
            raise faulty(record, "shoe", "a shoe whose seeds were not asked for", f"shoe {payload.shoe}")
        if not desk_state.positions.left:
            raise faulty(record, "shoe", "cards that are shuffled, cut and in the shoe", "none")
        if payload.number != len(seeds.askings) + 1:
            raise faulty(record, "number", str(len(seeds.askings) + 1), str(payload.number))
        expected = players_to_ask(desk_state.state, seeds, desk_state.accounts)
        if payload.players != expected:
            raise faulty(record, "players", _seats(expected), _seats(payload.players))
        _check_ahead(record, desk_state)
        if payload.until and payload.until < record.time:
            raise faulty(record, "until", f"{record.time} or later", payload.until)
        _check_round(record, payload, seeds.beacon(shoe))

    def _revealed(self, record: Record, payload: SeedRevealed, desk_state: DeskState) -> None:
        _allowed(record, "seed", lambda: check_reveal(desk_state, payload, record.time))
        _check_ahead(record, desk_state)

    def _withheld(self, record: Record, payload: SeedsWithheld, desk_state: DeskState) -> None:
        asking = _asking(record, desk_state, payload.shoe)
        if payload.number != len(desk_state.seeds.askings):
            raise faulty(record, "number", str(len(desk_state.seeds.askings)), str(payload.number))
        if payload.seats != asking.missing:
            raise faulty(record, "seats", str(asking.missing), str(payload.seats))
        if asking.missing and not is_too_late(asking, record.time):
            raise faulty(record, "time", f"{asking.until or 'no time limit'} or later", record.time)
        if not asking.missing and desk_state.seeds.beacon(payload.shoe) is None:
            raise faulty(record, "seats", "somebody who withheld a seed", "nobody")
        accounts = {asked.seat: asked.account for asked in asking.players}
        for seat in payload.seats or (0,):
            withheld = WithheldSeed(record.table, record.sequence, payload.shoe, seat, accounts.get(seat, ""))
            self.withheld.append(withheld)

    def _fixed(self, record: Record, payload: ShoeFixed, desk_state: DeskState) -> None:
        seeds, positions = desk_state.seeds, desk_state.positions
        if payload.shoe != positions.number or not is_unfixed(seeds, positions):
            raise faulty(record, "shoe", "a shoe without an order", f"shoe {payload.shoe}")
        shoe = positions.shoes[-1]
        if (payload.cards, payload.cuts) != (shoe.cards, shoe.cuts):
            told = f"{shoe.cards} cards, cuts {list(shoe.cuts)}"
            raise faulty(record, "cards", told, f"{payload.cards} cards, cuts {list(payload.cuts)}")
        if seeds.asking is not None:
            self._complete(record, payload, seeds.asking, seeds.beacon(shoe.number))
        elif (
            payload.pulse is not None
            or seeds.beacon(shoe.number) is not None
            or players_to_ask(desk_state.state, seeds, desk_state.accounts)
        ):
            raise faulty(record, "inputs", "the seeds of the players, who must be asked first", "none")
        _check_ahead(record, desk_state)
        expected = input_lines(desk_state.table, shoe.number, seeds, payload.pulse)
        if payload.inputs != expected:
            raise faulty(record, "inputs", "\n".join(expected), "\n".join(payload.inputs))

    def _complete(
        self, record: Record, payload: ShoeFixed, asking: Asking, beacon: BeaconChain | None
    ) -> None:
        if asking.missing:
            raise faulty(record, "inputs", f"the seeds of players {asking.missing}", "none")
        pulse = payload.pulse
        if beacon is None and pulse is None:
            return
        if beacon is None or pulse is None:
            told = "none" if beacon is None else f"round {asking.beacon_round} of {beacon.name}"
            raise faulty(record, "pulse", told, "none" if pulse is None else f"round {pulse.round}")
        if wrong := fault_of_pulse(asking.beacon_round, pulse):
            raise faulty(record, "pulse", f"round {asking.beacon_round} as the beacon published it", wrong)
        if time_of(record.time).timestamp() < beacon.published_s(pulse.round):
            raise faulty(record, "time", "the time at which the beacon published it, or later", record.time)
        self.pulses.append(UsedPulse(record.table, record.sequence, beacon.name, pulse))

    def check_cut(self, record: Record, command: c.Command, desk_state: DeskState) -> None:
        """Where the house cuts by itself, it cuts where its commitment says."""
        if not isinstance(command, c.CutCards) or command.by != DEALER or desk_state.cards != VIRTUAL:
            return
        shoes = desk_state.positions.shoes
        if "cut" not in desk_state.automated or not desk_state.seeds.commitment(shoes[-1].number):
            return
        expected = house_cut(desk_state)
        if command.depth != expected:
            raise faulty(record, f"cut of shoe {shoes[-1].number}", str(expected), str(command.depth))


_CHECKS: dict[type[Any], Callable[[SeedAudit, Record, Any, DeskState], None]] = {
    SeedCommitted: SeedAudit._committed,
    SeedOffered: SeedAudit._offered,
    SeedsAsked: SeedAudit._asked,
    SeedRevealed: SeedAudit._revealed,
    SeedsWithheld: SeedAudit._withheld,
    ShoeFixed: SeedAudit._fixed,
}


def _allowed(record: Record, field: str, check: Callable[[], None]) -> None:
    try:
        check()
    except Refused as refused:
        raise faulty(record, field, "what a desk takes", str(refused)) from refused


def _check_ahead(record: Record, desk_state: DeskState) -> None:
    """The house commits to its next seed before it knows anything of the players' next ones."""
    ahead = desk_state.positions.number + 1
    if not desk_state.seeds.commitment(ahead):
        raise faulty(record, "shoe", f"a commitment to shoe {ahead} before", "none")


def _check_round(record: Record, payload: SeedsAsked, beacon: BeaconChain | None) -> None:
    """A round of the beacon that nobody can know before the last seed is in."""
    if beacon is None:
        if payload.beacon_round:
            raise faulty(record, "beacon round", "none", str(payload.beacon_round))
        return
    last = time_of(max(record.time, payload.until)).timestamp()
    if payload.beacon_round < 1 or beacon.published_s(payload.beacon_round) <= last:
        found = f"round {payload.beacon_round}"
        raise faulty(record, "beacon round", "one that is published after the last seed", found)


def _asking(record: Record, desk_state: DeskState, shoe: int) -> Asking:
    asking = desk_state.seeds.asking
    if asking is None or shoe != desk_state.positions.number:
        raise faulty(record, "shoe", "a shoe whose seeds were asked for", f"shoe {shoe}")
    return asking


def _seats(players: Iterable[Any]) -> str:
    return "; ".join(" ".join(map(str, asked)) for asked in players) or "nobody"


def check_pulses(pulses: Iterable[UsedPulse], published: Mapping[int, str]) -> FaultyRecord | None:
    """The first number that another source does not have so; by round, the randomness that it has."""
    for used in pulses:
        found, expected = used.pulse.randomness, published.get(used.pulse.round, "no such round")
        if found != expected:
            return FaultyRecord(used.table, used.sequence, f"round {used.pulse.round}", expected, found)
    return None
