"""A table's past, read from its journal: rounds, signatures, incidents, shoes."""

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from pitboss.desk.desk_state import Standing, parse_snapshot, snapshot_text
from pitboss.desk.payloads import Acts, Interrupted, ShoeCommitted, ShoeOpened, events_of, read_payload
from pitboss.desk.recovery import after_record, after_ruling, deeds
from pitboss.desk.round_records import BoxRound, Recall
from pitboss.desk.sealed_shoe import Sealed, commitment, parse_order
from pitboss.errors import BadInput, Broken, PitbossError, Refused
from pitboss.journal.records import START, Record
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.conservation import cards_on_layout, chips_on_layout
from pitboss.table.fold import fold
from pitboss.table.notation import command_text
from pitboss.table.state import STEP_CAUSES, Stage, Table
from pitboss.web.round_index import FinishedRound, ReadPosition, RoundIndex, RoundSpan

MARK_EVERY = 25
"""Rounds from one standing that is kept to the next: so many are read again at most to show one."""
KEEP_AFTER = 500
"""Rounds read before they are put into the index."""
MOST_INCIDENTS = 500
MOST_SHOES = 500
NO_STANDING = (BadInput, Broken, msgspec.MsgspecError, ValueError)
"""What a kept standing gives that was changed, or is of another version."""
INCIDENTS = (
    e.FaceUpCardFound, e.CardDrawnInError, e.CardRefused, e.HeldCardDiscarded, e.CardOverdrawn, e.CardMissed,
    e.HandDied, e.HandUpheld, e.WrongRangeFound, e.DisputeRecorded, e.ReaderMisused, e.DeviceBroke,
    e.DeviceRepaired, e.ShufflerCovered, e.ShufflerJammed, e.DiscardsTaken, e.RecutOrdered,
    e.ReshuffleOrdered, e.RoundVoided, e.PatronPermitted,
)  # fmt: skip
SIGNED: dict[type[e.Event], str] = {
    e.CardsReceived: "procedure.receive_cards",
    e.CardsShuffled: "procedure.shuffle",
    e.CardsCut: "procedure.cut",
    e.CoverPlaced: "procedure.place_cover_card",
    e.ShoeLoaded: "procedure.load_shoe",
    e.CardBurned: "procedure.burn",
    e.ReaderInspected: "procedure.inspect_reader",
}


class Signature(NamedTuple):
    mechanism: str
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


class Step(NamedTuple):
    """One act of a round, the table after it, and whose seats they were."""

    record: Record
    command: c.Command | None
    events: tuple[e.Event, ...]
    after: Table
    accounts: Mapping[int, str]

    @property
    def act(self) -> str:
        """In the notation; what no person did goes by its kind."""
        return self.record.kind if self.command is None else command_text(self.command)

    @property
    def person(self) -> str:
        """By whom at the table."""
        return str(getattr(self.command, "by", "house"))


class _Notes(msgspec.Struct):
    """What is remembered beside the standing, from the first record to the last that was read."""

    first: int = 1
    """The first record of the round that is not over."""
    began: str = ""
    """When its first wager was placed."""
    mark: str = ""
    """The standing before it, where one is to be kept."""
    signatures: dict[str, Signature] = {}
    incidents: list[tuple[int, int, int]] = []
    """By record, number of the event in it, and round."""
    shoes: dict[int, tuple[int, int]] = {}
    """By number: the records in which they were promised and opened."""


class History:
    """Follows one table's journal as far as it has been asked; safe to ask from any thread."""

    def __init__(self, store: Store, index: RoundIndex, table: str) -> None:
        self._store = store
        self._index = index
        self._table = table
        self._lock = threading.Lock()
        self._standing: Standing | None = None
        self._head = START
        self._notes = _Notes()
        self._new: list[FinishedRound] = []
        self.incidents: deque[Incident] = deque(maxlen=MOST_INCIDENTS)

    @property
    def sequence(self) -> int:
        """The last record that was read."""
        return self._head.sequence

    @property
    def signatures(self) -> dict[str, Signature]:
        return self._notes.signatures

    def refresh(self) -> "History":
        """Read what was written since."""
        with self._lock:
            if self._standing is None:
                self._resume()
            for record in self._store.read(self._table, after=self._head.sequence):
                before, after = self._standing, after_record(self._standing, record)
                self._standing, self._head = after, record.head
                self._note(record, before or after, after)
                if len(self._new) >= KEEP_AFTER:
                    self._keep()
            if self._new:
                self._keep()
        return self

    def _resume(self) -> None:
        """Go on where reading was left, by whichever process; from the first record if that does not fit."""
        left = self._index.left(self._table)
        if left is None:
            return
        try:
            (last,) = self._read(left.head.sequence)
            if last.hash != left.head.hash:
                raise Broken(f"{self._table}: the index is of another journal")
            notes = msgspec.json.decode(left.notes, type=_Notes)
            standing = self._parse(left.standing)
            incidents = [self._incident(*one) for one in notes.incidents]
        except NO_STANDING:
            self._index.forget(self._table)
            return
        self._standing, self._head, self._notes = standing, left.head, notes
        self.incidents.extend(incidents)

    def _keep(self) -> None:
        assert self._standing is not None
        notes = msgspec.json.encode(self._notes).decode()
        try:
            left = ReadPosition(self._head, snapshot_text(self._standing), notes)
            self._index.keep(self._table, self._new, left)
        except sa.exc.IntegrityError:
            self._standing, self._head, self._notes = None, START, _Notes()
            self.incidents.clear()  # another server was at it: begin with what it kept
        self._new = []

    def _read(self, sequence: int) -> list[Record]:
        return list(self._store.read(self._table, after=sequence - 1, upto=sequence))

    def _parse(self, snapshot: str) -> Standing:
        return parse_snapshot(after_record(None, self._read(1)[0]), snapshot)

    def _incident(self, sequence: int, number: int, round: int) -> Incident:
        (record,) = self._read(sequence)
        return Incident(sequence, record.time, record.actor, round, events_of(record)[number])

    # ---- reading on

    def _note(self, record: Record, before: Standing, after: Standing) -> None:
        payload, shoes = read_payload(record), self._notes.shoes
        if isinstance(payload, ShoeCommitted):
            shoes[payload.shoe] = (record.sequence, 0)
            if len(shoes) > MOST_SHOES:
                del shoes[next(iter(shoes))]
        elif isinstance(payload, ShoeOpened) and payload.shoe in shoes:
            shoes[payload.shoe] = (shoes[payload.shoe][0], record.sequence)
        elif isinstance(payload, Acts | Interrupted):
            self._played(record, payload, before, after)

    def _played(self, record: Record, payload: Acts | Interrupted, before: Standing, after: Standing) -> None:
        notes, round = self._notes, before.state.round
        for number, (event, person) in enumerate(_events(payload)):
            if isinstance(event, e.WagerPlaced):
                notes.began = notes.began or record.time
            self._sign(record, event, person)
            if isinstance(event, INCIDENTS):
                self.incidents.append(Incident(record.sequence, record.time, record.actor, round, event))
                notes.incidents = [*notes.incidents[1 - MOST_INCIDENTS :], (record.sequence, number, round)]
            if isinstance(event, e.TableCleared):
                self._end(record, round, before, after)
                round += 1

    def _sign(self, record: Record, event: e.Event, person: str) -> None:
        signed = self._notes.signatures
        cause = STEP_CAUSES.get(event.step) if isinstance(event, e.CardsPrepared) else SIGNED.get(type(event))
        if isinstance(event, e.CardsReceived | e.CardsCollected):
            for done in signed.keys() - {"procedure.inspect_reader"}:
                del signed[done]
        if cause:
            signed[cause] = Signature(cause, record.sequence, record.time, person, event.clause)

    def _end(self, record: Record, number: int, before: Standing, after: Standing) -> None:
        notes = self._notes
        span = RoundSpan(number, notes.first, record.sequence, notes.began, record.time, before.rules)
        accounts = {before.accounts[box.seat] for box in before.state.boxes if box.seat in before.accounts}
        self._new.append(FinishedRound(span, tuple(accounts), notes.mark))
        notes.first, notes.began = record.sequence + 1, ""
        notes.mark = snapshot_text(after) if number % MARK_EVERY == 0 else ""

    # ---- what was

    def rounds(self, most: int, before: int | None = None) -> list[RoundSpan]:
        """FinishedRound rounds as far as they were read, the latest first."""
        return self._index.last(self._table, most, before=before)

    @property
    def shoes(self) -> list[Shoe]:
        with self._lock:
            found = dict(self._notes.shoes)
        return [self._shoe(*records) for records in found.values()]

    def _shoe(self, committed_at: int, opened_at: int) -> Shoe:
        promised: ShoeCommitted = read_payload(self._read(committed_at)[0])
        shoe = Shoe(promised.shoe, promised.cards, promised.commitment, committed_at)
        if not opened_at:
            return shoe
        opened: ShoeOpened = read_payload(self._read(opened_at)[0])
        holds = keeps_promise(opened, promised.commitment)
        return shoe._replace(opened_at=opened_at, order=opened.order, nonce=opened.nonce, holds=holds)

    def span(self, number: int) -> RoundSpan:
        """A finished round; Refused when there is none of this number."""
        found = self._index.find(self._table, number) or self.refresh()._index.find(self._table, number)
        if found is None:
            raise Refused("no_such_round", f"There is no finished round {number} at this table.")
        return found

    def steps(self, span: RoundSpan) -> Iterator[Step]:
        """Every act of a finished round with the table after it."""
        standing = self._before(span)
        for record in self._store.read(self._table, after=span.first - 1, upto=span.last):
            after = after_record(standing, record)
            yield from _steps(record, standing, after.accounts)
            standing = after

    def recall(self, account: str, numbers: Iterable[int]) -> list[BoxRound]:
        """These rounds as this account's record of them, the latest first."""
        recall = Recall()
        near: _Known = (0, None)
        for span in filter(None, (self._index.find(self._table, number) for number in sorted(numbers))):
            near = (span.first - 1, self._before(span, near))
            records = self._store.read(self._table, after=span.first - 1, upto=span.last)
            for deed in deeds(records, near[1]):
                recall.add(deed)
        return recall.last(account=account)

    def _before(self, span: RoundSpan, near: "_Known" = (0, None)) -> Standing | None:
        """The standing before a round: from the nearest mark, or from one that is known already."""
        mark = self._index.mark(self._table, span.round)
        sequence, standing = near if mark is None or mark[0] <= near[0] else self._marked(*mark)
        for record in self._store.read(self._table, after=sequence, upto=span.first - 1):
            standing = after_record(standing, record)
        return standing

    def _marked(self, sequence: int, mark: str) -> "_Known":
        try:
            return sequence, self._parse(mark)
        except NO_STANDING:
            return 0, None


_Known = tuple[int, Standing | None]
"""The standing after a record."""


def _events(payload: Acts | Interrupted) -> Iterator[tuple[e.Event, str]]:
    """Each event with the person whose act it was."""
    if isinstance(payload, Interrupted):
        yield from ((event, "house") for event in payload.events)
        return
    for act in payload.acts:
        person = str(getattr(act.command, "by", "house"))
        yield from ((event, person) for event in act.events)


def _steps(record: Record, standing: Standing | None, after: Mapping[int, str]) -> Iterator[Step]:
    if standing is None:
        return
    payload = read_payload(record)
    state, accounts = standing.state, {**standing.accounts, **after}
    if isinstance(payload, Acts):
        for act in payload.acts:
            for event in act.events:
                state = fold(state, event)
            yield Step(record, act.command, act.events, state, accounts)
    elif isinstance(payload, Interrupted):
        for event in payload.events:
            state = fold(state, event)
        yield Step(record, None, payload.events, state, accounts)
    else:
        yield Step(record, None, (), after_ruling(standing, record, payload).state, accounts)


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
