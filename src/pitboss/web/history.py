"""A table's past, read from its journal: rounds, signatures, incidents, shoes."""

import threading
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pitboss.desk.payloads import Acts, Interrupted, ShoeCommitted, ShoeOpened, read_payload
from pitboss.desk.refold import after_record, after_ruling
from pitboss.desk.shoe import Sealed, commitment, parse_order
from pitboss.desk.standing import Standing
from pitboss.errors import PitbossError, Refused
from pitboss.journal.records import Record
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.conserve import cards_on_layout, chips_on_layout
from pitboss.table.folding import fold
from pitboss.table.state import Stage, Table, find_player
from pitboss.table.telling import tell_event

CHECKPOINT_EVERY = 10
MOST_INCIDENTS = 500
MOST_SHOES = 500
MOST_PLAYED = 50
ENDS = (e.TableCleared, e.RoundVoided)
INCIDENTS = (
    e.FaceUpCardFound, e.CardDrawnInError, e.CardRefused, e.HeldCardDiscarded, e.CardOverdrawn, e.CardMissed,
    e.HandDied, e.HandUpheld, e.WrongRangeFound, e.DisputeRecorded, e.ReaderMisused, e.DeviceBroke,
    e.DeviceRepaired, e.ShufflerCovered, e.ShufflerJammed, e.DiscardsTaken, e.RecutOrdered,
    e.ReshuffleOrdered, e.RoundVoided, e.PatronPermitted,
)  # fmt: skip
SIGNED: dict[type[e.Event], str] = {
    e.CardsReceived: "receive",
    e.CardsShuffled: "shuffle",
    e.CardsCut: "cut",
    e.CoverPlaced: "cover",
    e.ShoeLoaded: "load",
    e.CardBurned: "burn",
    e.ReaderInspected: "inspect reader",
}
STEPS: dict[Stage, str] = {
    Stage.INSPECTED: "inspect",
    Stage.VERIFIED: "verify",
    Stage.SPREAD: "spread",
    Stage.SEEN: "look",
    Stage.STACKED: "wash",
}


class Span(NamedTuple):
    """The records of a round; open while it is being played."""

    round: int
    first: int
    last: int
    began: str
    ended: str
    rules: str
    accounts: tuple[str, ...]


class Signature(NamedTuple):
    topic: str
    sequence: int
    time: str
    actor: str
    clause: str


class Incident(NamedTuple):
    sequence: int
    time: str
    actor: str
    round: int
    event: e.Event


class Shoe(NamedTuple):
    """A shoe's promise and, once it is opened, whether it was kept."""

    number: int
    cards: int
    commitment: str
    committed_at: int
    opened_at: int = 0
    order: str = ""
    nonce: str = ""
    holds: bool | None = None


class Played(NamedTuple):
    """A round as one player's record of it."""

    game: str
    round: int
    ended: str
    chips_before_cents: int
    chips_after_cents: int
    staked_cents: int
    returned_cents: int
    won_cents: int
    lines: tuple[str, ...]


class Step(NamedTuple):
    """One act of a round, and the table after it."""

    record: Record
    command: c.Command | None
    events: tuple[e.Event, ...]
    after: Table


@dataclass
class Sums:
    """One seat's round while it is played."""

    chips_before_cents: int
    staked_cents: int = 0
    returned_cents: int = 0
    won_cents: int = 0
    lines: list[str] = field(default_factory=list)


def _chips(standing: Standing, seat: int) -> int:
    found = find_player(standing.state, seat)
    return found.chips_cents if found else 0


class History:
    """Follows one table's journal as far as it has been asked; safe to ask from any thread."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._lock = threading.Lock()
        self._standing: Standing | None = None
        self._sequence = 0
        self._began: Record | None = None
        self._first = 1
        self._checkpoints: dict[int, tuple[int, Standing | None]] = {1: (0, None)}
        self.spans: dict[int, Span] = {}
        self.signatures: dict[str, Signature] = {}
        self.incidents: deque[Incident] = deque(maxlen=MOST_INCIDENTS)
        self.shoes: dict[int, Shoe] = {}
        self.played: dict[str, deque[Played]] = {}
        """The last rounds of each account."""
        self._sums: dict[int, Sums] = {}

    def refresh(self) -> "History":
        """Read what was written since."""
        with self._lock:
            for record in self._store.read(self._table, after=self._sequence):
                before = self._standing
                self._standing = after_record(before, record)
                self._sequence = record.sequence
                self._note(record, before or self._standing)
        return self

    def _note(self, record: Record, before: Standing) -> None:
        payload = read_payload(record)
        if isinstance(payload, ShoeCommitted):
            self._promised(record, payload)
        elif isinstance(payload, ShoeOpened):
            self._opened(record, payload)
        elif isinstance(payload, Acts | Interrupted):
            self._played(record, payload, before)

    def _promised(self, record: Record, payload: ShoeCommitted) -> None:
        self.shoes[payload.shoe] = Shoe(payload.shoe, payload.cards, payload.commitment, record.sequence)
        if len(self.shoes) > MOST_SHOES:
            del self.shoes[next(iter(self.shoes))]

    def _opened(self, record: Record, payload: ShoeOpened) -> None:
        shoe = self.shoes.get(payload.shoe)
        if shoe is not None:
            holds = keeps_promise(payload, shoe.commitment)
            self.shoes[payload.shoe] = shoe._replace(
                opened_at=record.sequence, order=payload.order, nonce=payload.nonce, holds=holds
            )

    def _played(self, record: Record, payload: Acts | Interrupted, before: Standing) -> None:
        number = before.state.round
        for event, person in _events(payload):
            if isinstance(event, e.WagerPlaced) and self._began is None:
                self._began = record
            self._count(event, before)
            self._sign(record, event, person)
            if isinstance(event, INCIDENTS):
                self.incidents.append(Incident(record.sequence, record.time, record.actor, number, event))
            if isinstance(event, ENDS) and self._began is not None:
                self._end(record, number, before)
                number += 1

    def _sign(self, record: Record, event: e.Event, person: str) -> None:
        topic = STEPS.get(event.step) if isinstance(event, e.CardsPrepared) else SIGNED.get(type(event))
        if isinstance(event, e.CardsReceived | e.CardsCollected):
            kept = self.signatures.get("inspect reader")
            self.signatures = {"inspect reader": kept} if kept else {}
        if topic:
            self.signatures[topic] = Signature(topic, record.sequence, record.time, person, event.clause)

    def _end(self, record: Record, number: int, before: Standing) -> None:
        began = self._began or record
        accounts = tuple(
            before.accounts[box.seat] for box in before.state.boxes if box.seat in before.accounts
        )
        self.spans[number] = Span(
            number,
            self._first,
            record.sequence,
            began.time,
            record.time,
            before.rules,
            tuple(dict.fromkeys(accounts)),
        )
        self._keep_played(record, number, before)
        self._first, self._began = record.sequence + 1, None
        if number % CHECKPOINT_EVERY == 0:
            self._checkpoints[number + 1] = (record.sequence, self._standing)

    def _count(self, event: e.Event, before: Standing) -> None:
        """What each seat staked and got, and the lines of it."""
        seat = getattr(event, "seat", 0)
        if isinstance(event, e.WagerPlaced) and seat not in self._sums:
            self._sums[seat] = Sums(_chips(before, seat))
        sums = self._sums.get(seat)
        if sums is None:
            return
        if isinstance(event, e.HandSettled | e.WagerSettled):
            sums.staked_cents += event.stake_cents
            sums.returned_cents += event.returned_cents
            sums.won_cents += event.won_cents
        elif isinstance(event, e.HandDied):
            sums.staked_cents += event.stake_cents + event.side_stake_cents
            sums.returned_cents += event.returned_cents + event.side_returned_cents
        if line := tell_event(event, 0):
            sums.lines.append(line)

    def _keep_played(self, record: Record, number: int, before: Standing) -> None:
        after = self._standing or before
        for seat, sums in self._sums.items():
            account = before.accounts.get(seat, "")
            if account and sums.staked_cents:
                kept = self.played.setdefault(account, deque(maxlen=MOST_PLAYED))
                kept.append(
                    Played(
                        after.state.terms.game.id, number, record.time, sums.chips_before_cents,
                        _chips(after, seat), sums.staked_cents, sums.returned_cents, sums.won_cents,
                        tuple(sums.lines),
                    )
                )  # fmt: skip
        self._sums = {}

    # ---- one round again

    def steps(self, number: int) -> Iterator[Step]:
        """Every act of a finished round with the table after it."""
        span = self.spans.get(number)
        if span is None:
            raise Refused("no_such_round", f"There is no finished round {number} at this table.")
        standing = self._before(span)
        for record in self._store.read(self._table, after=span.first - 1, upto=span.last):
            yield from _steps(record, standing)
            standing = after_record(standing, record)

    def _before(self, span: Span) -> Standing | None:
        at = max(start for start in self._checkpoints if start <= span.round)
        sequence, standing = self._checkpoints[at]
        for record in self._store.read(self._table, after=sequence, upto=span.first - 1):
            standing = after_record(standing, record)
        return standing


def _events(payload: Acts | Interrupted) -> Iterator[tuple[e.Event, str]]:
    """Each event with the person whose act it was."""
    if isinstance(payload, Interrupted):
        yield from ((event, "house") for event in payload.events)
        return
    for act in payload.acts:
        person = str(getattr(act.command, "by", "house"))
        yield from ((event, person) for event in act.events)


def _steps(record: Record, standing: Standing | None) -> Iterator[Step]:
    if standing is None:
        return
    payload = read_payload(record)
    state = standing.state
    if isinstance(payload, Acts):
        for act in payload.acts:
            for event in act.events:
                state = fold(state, event)
            yield Step(record, act.command, act.events, state)
    elif isinstance(payload, Interrupted):
        for event in payload.events:
            state = fold(state, event)
        yield Step(record, None, payload.events, state)
    else:
        yield Step(record, None, (), after_ruling(standing, record, payload).state)


def keeps_promise(opened: ShoeOpened, promised: str) -> bool:
    """Does the opened order hash to what was promised before a card of it was dealt?"""
    try:
        return commitment(Sealed(parse_order(opened.order), bytes.fromhex(opened.nonce))) == promised
    except (PitbossError, ValueError):
        return False


def conserved(state: Table) -> dict[str, Any]:
    """Where all cards and all chips are: the two sums that must be equal, at any moment."""
    held = state.held is not None
    cards = {
        "shoe": state.shoe,
        "stack": state.stack,
        "rack": len(state.rack),
        "layout": cards_on_layout(state),
        "held": int(held),
    }
    chips = {
        "house": state.rack_cents,
        "tips": state.tips_cents,
        "layout": chips_on_layout(state),
        "players": sum(found.chips_cents for found in state.players),
    }
    return {
        "cards": cards,
        "cards_in_all": sum(cards.values()),
        "cards_of_the_game": state.terms.cards if state.stage != Stage.NONE else 0,
        "chips_cents": chips,
        "chips_in_all_cents": sum(chips.values()),
        "chips_brought_cents": state.float_cents,
    }
