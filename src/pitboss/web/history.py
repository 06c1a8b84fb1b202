"""A table's history, read from its journal: rounds, signatures, incidents, shoes.

How far it was read is kept in the index. What another version of this program wrote there is dropped, and
read from the journal again. A round is shown from records whose hashes were checked, up to the log, and from
a snapshot that a record vouches for: where the index says something else, that is named and read again.
"""

import logging
import threading
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from pitboss.desk.desk_state import DeskState, parse_snapshot, snapshot_sha256, snapshot_text
from pitboss.desk.house_entries import HOUSE
from pitboss.desk.payloads import (
    Acts,
    Corrected,
    Interrupted,
    PastRoundCorrected,
    SnapshotTaken,
    events_of,
    read_payload,
)
from pitboss.desk.recovery import after_nonplay_record, after_record, recorded_acts
from pitboss.desk.round_records import BoxRound, GameRecall
from pitboss.errors import (
    BadInput,
    BadStore,
    Broken,
    BrokenChain,
    FaultyRecord,
    Refused,
)
from pitboss.games.vocabulary import IRREGULARITIES
from pitboss.journal.log import receipt_of
from pitboss.journal.records import START, Head, Record, hash_of, walk_chain
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.conservation import on_layout
from pitboss.table.fold import fold_all
from pitboss.table.notation import command_text, parse_position
from pitboss.table.state import STEP_CAUSES, Stage, Table
from pitboss.web.past_shoes import Shoe, ShoeRecords, note_shoe, read_shoe
from pitboss.web.round_index import FinishedRound, ReadPosition, RoundIndex, RoundSpan
from pitboss.web.store_outage import STORE_OUTAGES

KEEP_AFTER = 500
"""Rounds read before they are written to the index."""
NOTES_VERSION = 6
"""Of the notes in the index. Edition 1 wrote none, the third knew no seeds, the fourth no names."""
MAX_INCIDENTS = 500
MAX_RECALLS = 8
MAX_SHOWN = 8
UNREADABLE = (BadInput, Broken, msgspec.MsgspecError, ValueError)
"""What a snapshot or notes raise that were altered, or are of another version."""
INCIDENTS: dict[type[e.Event], str] = {
    e.FaceUpCardFound: IRREGULARITIES["irregularity.face_up"],
    e.CardDrawnInError: "Card drawn by mistake",
    e.CardRefused: IRREGULARITIES["irregularity.exposed_card_refused"],
    e.HeldCardDiscarded: "Exposed card discarded",
    e.CardOverdrawn: IRREGULARITIES["irregularity.overdraw"],
    e.CardMissed: "Card missed",
    e.HandDied: "Dead hand",
    e.HandUpheld: "Hand played on",
    e.WrongRangeFound: IRREGULARITIES["irregularity.wrong_range"],
    e.DisputeRecorded: "Dispute",
    e.ReaderMisused: IRREGULARITIES["irregularity.reader_misused"],
    e.DeviceBroke: "Device out of order",
    e.DeviceRepaired: "Device repaired",
    e.ShufflerCovered: "Shuffler covered",
    e.ShufflerJammed: IRREGULARITIES["irregularity.shuffler_jam"],
    e.DiscardsTaken: IRREGULARITIES["irregularity.shoe_empty"],
    e.RecutOrdered: "New cut ordered",
    e.ReshuffleOrdered: "Reshuffle ordered",
    e.BlackjackMisread: IRREGULARITIES["irregularity.blackjack_misread"],
    e.RoundVoided: "Round voided",
    e.ActCorrected: "Entry corrected",
    e.PaymentCorrected: "Payment corrected",
    e.PatronPermitted: "Player allowed to bet again",
}
"""Events that are listed as incidents, and what each is called in a list."""
CARD_PLACES = {
    "shoe": "shoe",
    "stack": "stack",
    "rack": "discard rack",
    "layout": "layout",
    "held": "exposed card",
}
CHIP_PLACES = {"house": "chip tray", "tips": "tip box", "layout": "layout", "players": "players"}
MONEY_PLACES = {"rack": "Chip tray", "drop": "Drop box", "tips": "Tip box", "layout": "On the layout"}
SIGNED: dict[type[e.Event], str] = {
    e.CardsReceived: "procedure.receive_cards",
    e.CardsShuffled: "procedure.shuffle",
    e.CardsCut: "procedure.cut",
    e.CoverPlaced: "procedure.place_cover_card",
    e.ShoeLoaded: "procedure.load_shoe",
    e.CardBurned: "procedure.burn",
    e.ReaderInspected: "procedure.inspect_reader",
}

log = logging.getLogger("pitboss.web")

CORRECTIONS = (e.ActCorrected, e.PaymentCorrected)
ABOUT_A_ROUND = (*CORRECTIONS, e.DisputeRecorded)
"""Events that name the round they concern."""
Played = Acts | Interrupted | Corrected | PastRoundCorrected
"""Records in which something happened at the table."""


class Signature(NamedTuple):
    mechanism: str
    sequence: int
    time: str
    person: str
    """As whom it was signed at the table: the dealer, the floorperson, a player."""
    account: str
    """Whose it is; the house’s where nobody had to act."""
    clause: str


class Incident(NamedTuple):
    sequence: int
    time: str
    actor: str
    round: int
    event: e.Event


class Step(NamedTuple):
    """One act of a round, the table after it, and the account of each seat then."""

    record: Record
    command: c.Command | None
    events: tuple[e.Event, ...]
    after: Table
    accounts: Mapping[int, str]
    number: int = 0
    """Its place in the record, from 0."""
    undoes: tuple[int, int] | None = None
    """Record and place of an act that was keyed wrongly: it and the later ones hold no more."""

    @property
    def act(self) -> str:
        """In the notation; what no person did goes by the kind of its record."""
        return self.record.kind if self.command is None else command_text(self.command)

    @property
    def person(self) -> str:
        """Who did it, at the table."""
        return str(getattr(self.command, "by", "house"))


class _Notes(msgspec.Struct):
    """What is remembered beside the state of the desk, from the first record to the last that was read."""

    version: int = 0
    first: int = 1
    """The first record of the round that is not over."""
    began: str = ""
    """When its first wager was placed."""
    mark: str = ""
    """A record before it that took a snapshot of the desk, and the snapshot, where they are to be kept."""
    next_mark: str = ""
    """The same for the round after it."""
    signatures: dict[str, Signature] = {}
    incidents: list[tuple[int, int, int]] = []
    """By record, number of the event in it, and round."""
    shoes: dict[int, ShoeRecords] = {}
    """By number."""


class History:
    """Follows one table's journal as far as it has been asked to; safe to use from any thread."""

    def __init__(self, store: Store, index: RoundIndex, table: str) -> None:
        self._store = store
        self._index = index
        self._table = table
        self._lock = threading.Lock()
        self._desk_state: DeskState | None = None
        self._head = START
        self._notes = _Notes(version=NOTES_VERSION)
        self._resumed = False
        self._new: list[FinishedRound] = []
        self.incidents: deque[Incident] = deque(maxlen=MAX_INCIDENTS)
        self._recalls: OrderedDict[tuple[str, tuple[int, ...]], list[BoxRound]] = OrderedDict()
        """By account and rounds: finished rounds do not change."""
        self._shown: OrderedDict[RoundSpan, list[Step]] = OrderedDict()
        """Rounds that were checked a moment ago, with their acts."""

    @property
    def sequence(self) -> int:
        """The last record that was read."""
        return self._head.sequence

    @property
    def signatures(self) -> dict[str, Signature]:
        return self._notes.signatures

    def refresh(self, upto: int | None = None) -> "History":
        """Read what was written since."""
        with self._lock:
            self._resume_once()
            unread = self._store.read(self._table, after=self._head.sequence, upto=upto)
            for record in walk_chain(unread, self._head):
                before, after = self._desk_state, after_record(self._desk_state, record)
                self._desk_state, self._head = after, record.head
                self._note(record, before or after)
                if len(self._new) >= KEEP_AFTER:
                    self._keep()
            if self._new:
                self._keep()
        return self

    def _resume_once(self) -> None:
        """Before the index is asked for anything: what another version wrote there must be gone."""
        if not self._resumed:
            self._resume()
            self._resumed = True

    def _resume(self) -> None:
        """Go on from where any process read last; from the first record if that cannot be used."""
        position = self._index.position(self._table)
        if position is None:
            return
        try:
            (last,) = self._read(position.head.sequence)
            if last.hash != position.head.hash:
                raise Broken(f"{self._table}: the index is of another journal")
            notes = msgspec.json.decode(position.notes, type=_Notes)
            if notes.version != NOTES_VERSION:
                raise Broken(f"{self._table}: the index is of another version")
            desk_state = self._parse(position.snapshot)
            incidents = [self._incident(*one) for one in notes.incidents]
        except UNREADABLE:
            self._index.forget(self._table)
            return
        self._desk_state, self._head, self._notes = desk_state, position.head, notes
        self.incidents.extend(incidents)

    @property
    def position(self) -> ReadPosition:
        assert self._desk_state is not None
        notes = msgspec.json.encode(self._notes).decode()
        return ReadPosition(self._head, snapshot_text(self._desk_state), notes)

    def _keep(self) -> None:
        try:
            self._index.keep(self._table, self._new, self.position)
        except sa.exc.IntegrityError:
            self._begin_anew()  # another server wrote it meanwhile: begin with what it kept
        except BadStore as error:
            STORE_OUTAGES.note(error, f"the index of rounds of {self._table}")
            return  # it can be read all the same, and is written the next time
        self._new = []

    def _begin_anew(self) -> None:
        self._desk_state, self._head, self._notes = None, START, _Notes(version=NOTES_VERSION)
        self._resumed = False
        self.incidents.clear()

    def _read(self, sequence: int) -> list[Record]:
        return list(self._store.read(self._table, after=sequence - 1, upto=sequence))

    def _parse(self, snapshot: str) -> DeskState:
        return parse_snapshot(after_record(None, self._read(1)[0]), snapshot)

    def _incident(self, sequence: int, number: int, round: int) -> Incident:
        (record,) = self._read(sequence)
        return Incident(sequence, record.time, record.actor, round, events_of(record)[number])

    # ---- reading on

    def _note(self, record: Record, before: DeskState) -> None:
        payload, shoes = read_payload(record), self._notes.shoes
        note_shoe(shoes, record, payload)
        if isinstance(payload, SnapshotTaken):
            text = snapshot_text(before)
            if payload.sha256 == snapshot_sha256(text):
                self._notes.next_mark = f"{record.sequence} {text}"
        elif isinstance(payload, Played):
            self._played(record, payload, before)

    def _played(self, record: Record, payload: Played, before: DeskState) -> None:
        notes, round = self._notes, before.state.round
        for number, (event, person, whose) in enumerate(_events(record, payload)):
            if isinstance(event, e.WagerPlaced):
                notes.began = notes.began or record.time
            self._sign(record, event, person, whose)
            if type(event) in INCIDENTS:
                about = event.round if isinstance(event, ABOUT_A_ROUND) else round
                self.incidents.append(Incident(record.sequence, record.time, record.actor, about, event))
                notes.incidents = [*notes.incidents[1 - MAX_INCIDENTS :], (record.sequence, number, about)]
            if isinstance(event, e.TableCleared):
                self._end(record, round, before)
                round += 1

    def _sign(self, record: Record, event: e.Event, person: str, account: str) -> None:
        signed = self._notes.signatures
        cause = STEP_CAUSES.get(event.step) if isinstance(event, e.CardsPrepared) else SIGNED.get(type(event))
        if isinstance(event, e.CardsReceived | e.CardsCollected):
            for done in signed.keys() - {"procedure.inspect_reader"}:
                del signed[done]
        if isinstance(event, e.DayBegan):
            signed.pop("procedure.inspect_reader", None)
        if cause:
            signed[cause] = Signature(cause, record.sequence, record.time, person, account, event.clause)

    def _end(self, record: Record, number: int, before: DeskState) -> None:
        notes = self._notes
        span = RoundSpan(number, notes.first, record.sequence, notes.began, record.time, before.rules)
        accounts = {before.accounts[box.seat] for box in before.state.boxes if box.seat in before.accounts}
        self._new.append(FinishedRound(span, tuple(accounts), notes.mark))
        notes.first, notes.began = record.sequence + 1, ""
        notes.mark, notes.next_mark = notes.next_mark, ""

    # ---- what was

    def rounds(self, most: int, before: int | None = None) -> list[RoundSpan]:
        """Finished rounds as far as they were read, latest first."""
        return self._index.last(self._table, most, before=before)

    @property
    def shoes(self) -> list[Shoe]:
        with self._lock:
            shoes = dict(self._notes.shoes)
        return [read_shoe(self._store, self._table, records) for records in shoes.values()]

    def shoe_records(self, number: int) -> list[Record]:
        """The records from the commitment to a shoe to its opening; Refused while it is not open."""
        with self._lock:
            found = self._notes.shoes.get(number)
        if found is None or not found.opened:
            raise Refused("no_such_shoe", f"Shoe {number} of this table has not been opened.")
        return self._between(found.committed, found.opened)

    def records_so_far(self, shoe: Shoe) -> list[Record]:
        """The same of a shoe that may still be in use: then up to the record that fixed its order."""
        return self._between(shoe.committed_at, shoe.opened_at or shoe.fixed_at)

    def _between(self, first: int, last: int) -> list[Record]:
        return list(self._store.read(self._table, after=first - 1, upto=last))

    def span(self, number: int) -> RoundSpan:
        """A finished round, checked; Refused when there is none with this number."""
        with self._lock:
            self._resume_once()
        span = self._index.find(self._table, number) or self.refresh()._index.find(self._table, number)
        if span is not None and not self._check(span):
            span = self.refresh()._index.find(self._table, number)
        if span is None:
            raise Refused("no_such_round", f"Round {number} has not been finished at this table.")
        return span

    def _check(self, span: RoundSpan) -> bool:
        """Is the round as the index says it is? If not, that is named, and the index is given up."""
        with self._lock:
            if span in self._shown:
                return True
        right, steps = self._read_round(span)
        if right != span:
            log.error("the index of rounds of %s says %s; the journal says %s", self._table, span, right)
            self._index.forget(self._table)
            with self._lock:
                self._begin_anew()
            return False
        with self._lock:
            self._shown[span] = steps
            while len(self._shown) > MAX_SHOWN:
                self._shown.popitem(last=False)
        return True

    def _read_round(self, span: RoundSpan) -> tuple[RoundSpan | None, list[Step]]:
        """What checked records say about the round that these are said to be, and its acts."""
        desk_state, head = self._before(span)
        steps, began, right = list[Step](), "", None
        records = self._store.read(self._table, after=span.first - 1, upto=span.last)
        for record in walk_chain(records, head):
            before, desk_state, head = desk_state, after_record(desk_state, record), record.head
            steps += _steps(record, before, desk_state.accounts)
            events = events_of(record)
            if not began and any(isinstance(event, e.WagerPlaced) for event in events):
                began = record.time
            if before is not None and _clears(events):
                number, rules = before.state.round, before.rules
                right = RoundSpan(number, span.first, record.sequence, began, record.time, rules)
                break  # whatever else the index says belongs to it does not
        self._check_logged(head)
        begins = span.first == 1 or _clears(events_of(self._read(span.first - 1)[0]))
        return (right, steps) if begins else (None, [])

    def _check_logged(self, head: Head) -> None:
        """The last record is in the log, so all before it in the chain are as they were written."""
        receipt = receipt_of(self._store, self._table, head.sequence)
        if head != START and (receipt is None or receipt.hash != head.hash or not receipt.holds):
            raise BrokenChain(self._table, head.sequence, "leaf of the log", "this record", "another one")

    def corrections(self, number: int) -> list[Incident]:
        """What was corrected in this round, as far as incidents are kept."""
        return [one for one in self.incidents if one.round == number and isinstance(one.event, CORRECTIONS)]

    def steps(self, span: RoundSpan) -> list[Step]:
        """Every act of a finished round with the table after it."""
        with self._lock:
            shown = self._shown.get(span)
        return self._read_round(span)[1] if shown is None else shown

    def records(self, span: RoundSpan) -> list[Record]:
        """The records of a finished round, each checked against the one before."""
        _, head = self._before(span)
        return list(walk_chain(self._store.read(self._table, after=span.first - 1, upto=span.last), head))

    def recall(self, account: str, numbers: Iterable[int]) -> list[BoxRound]:
        """These rounds as this account played them, latest first; what was found is kept for a while."""
        wanted = (account, tuple(sorted(numbers)))
        with self._lock:
            found = self._recalls.pop(wanted, None)
        if found is None:
            found = self._recall(*wanted)
        with self._lock:
            self._recalls[wanted] = found
            while len(self._recalls) > MAX_RECALLS:
                self._recalls.popitem(last=False)
        return found

    def _recall(self, account: str, numbers: Iterable[int]) -> list[BoxRound]:
        recall = GameRecall()
        near: _Known = (None, START)
        for span in filter(None, (self._index.find(self._table, number) for number in numbers)):
            near = self._before(span, near)
            records = self._store.read(self._table, after=span.first - 1, upto=span.last)
            for act in recorded_acts(walk_chain(records, near[1]), near[0]):
                recall.add(act)
        return recall.last(account=account)

    def _before(self, span: RoundSpan, near: "_Known | None" = None) -> "_Known":
        """The desk before a round: from the nearest snapshot, or from a state that is known already."""
        desk_state, head = near or (None, START)
        mark = self._index.mark(self._table, span.round)
        if mark is not None and head.sequence < mark[0] < span.first:
            desk_state, head = self._marked(*mark)
        unread = self._store.read(self._table, after=head.sequence, upto=span.first - 1)
        for record in walk_chain(unread, head):
            desk_state, head = after_record(desk_state, record), record.head
        return desk_state, head

    def _marked(self, sequence: int, mark: str) -> "_Known":
        """A snapshot in the index, if the record at its place says that this very one was taken."""
        try:
            (record,) = self._read(sequence)
            payload = read_payload(record)
            if hash_of(record) != record.hash or not isinstance(payload, SnapshotTaken):
                raise Broken(f"record {sequence} took no snapshot")
            if payload.sha256 != snapshot_sha256(mark):
                raise Broken(f"record {sequence} took another snapshot")
            return self._parse(mark), record.head
        except (*UNREADABLE, FaultyRecord) as error:
            log.error("a snapshot in the index of rounds of %s was altered: %s", self._table, error)
            return None, START


_Known = tuple[DeskState | None, Head]
"""The state of the desk after a record."""


def _clears(events: Iterable[e.Event]) -> bool:
    return any(isinstance(event, e.TableCleared) for event in events)


def _events(record: Record, payload: Played) -> Iterator[tuple[e.Event, str, str]]:
    """Each event with the person whose act it was, and the account; of a correction, that it was made."""
    if isinstance(payload, Acts):
        for number, act in enumerate(payload.acts):
            person = str(getattr(act.command, "by", HOUSE))
            account = record.actor if number == 0 else HOUSE  # the house goes on after a person’s act
            yield from ((event, person, account) for event in act.events)
    else:
        events = (payload.event,) if isinstance(payload, Corrected) else payload.events
        yield from ((event, HOUSE, record.actor) for event in events)


def _steps(record: Record, desk_state: DeskState | None, after: Mapping[int, str]) -> Iterator[Step]:
    if desk_state is None:
        return
    payload = read_payload(record)
    state, accounts = desk_state.state, {**desk_state.accounts, **after}
    if isinstance(payload, Corrected):
        state = parse_position(payload.position, state.terms.game)
        undoes = (payload.record, payload.act)
        yield Step(record, None, (payload.event,), state, accounts, undoes=undoes)
    if isinstance(payload, Acts | Corrected):
        for number, act in enumerate(payload.acts):
            state = fold_all(state, act.events)
            yield Step(record, act.command, act.events, state, accounts, number)
    elif isinstance(payload, Interrupted | PastRoundCorrected):
        yield Step(record, None, payload.events, fold_all(state, payload.events), accounts)
    else:
        yield Step(record, None, (), after_nonplay_record(desk_state, record, payload).state, accounts)


def that_hold(steps: Iterable[Step]) -> list[Step]:
    """People's acts, without those that a correction undid; one may undo all that its span has."""
    held: list[Step] = []
    for step in steps:
        if step.undoes is not None:
            places = [(one.record.sequence, one.number) for one in held]
            del held[places.index(step.undoes) if step.undoes in places else 0 :]
        elif step.command is not None:
            held.append(step)
    return held


def conserved(state: Table) -> dict[str, Any]:
    """Where all cards and chips are: each sum must equal its total at any moment."""
    held = state.held is not None
    cards = {
        "shoe": state.shoe,
        "stack": state.stack,
        "rack": len(state.rack),
        "layout": on_layout(state).cards,
        "held": int(held),
    }
    chips = {
        "house": state.rack_cents,
        "tips": state.tips_cents,
        "layout": on_layout(state).cents,
        "players": sum(seated.chips_cents for seated in state.players),
    }
    return {
        "cards": cards,
        "cards_in_all": sum(cards.values()),
        "cards_of_the_game": state.terms.cards if state.stage != Stage.NONE else 0,
        "chips_cents": chips,
        "chips_in_all_cents": sum(chips.values()),
        "chips_brought_cents": state.float_cents,
    }
