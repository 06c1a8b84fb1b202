"""One table as people in browsers have it: its desk, a lock, a countdown, and who is connected."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from pitboss.desk.correction import Correction
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED, NEEDS_OPEN_TRAY
from pitboss.desk.payloads import Payload, events_of
from pitboss.desk.trays import AUTOMATIC, BY_HAND
from pitboss.errors import Refused
from pitboss.journal.records import Record
from pitboss.journal.store import Store
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import Person, Role, player
from pitboss.table.state import Table, find_box
from pitboss.web.http_errors import Elsewhere
from pitboss.web.metrics import Metrics
from pitboss.web.player_clock import (
    CLOCK,
    Waiting,
    after_s,
    everybody_answered,
    waiting,
    when_time_is_over,
)
from pitboss.web.settings import Pace
from pitboss.web.table_json import (
    EventMessage,
    RunningTotals,
    events_as_json,
    options_as_json,
    view_as_json,
    visible_to,
)

MAX_EVENTS = 500
"""Sent to somebody who reconnects; after a longer absence they get the view alone."""
MAX_KEPT = 2 * MAX_EVENTS
MAX_READY_KEYS = 1_000
ASKS_ANEW = (e.BettingClosed, e.InsuranceClosed, e.InsuranceOffered, e.TableCleared)
"""After these, whoever was ready has not answered what is asked next."""
ASKS_ANEW_NAMES = frozenset(event.__name__ for event in ASKS_ANEW)
SEEDS = "seeds"
"""What a countdown says while seeds for a new shoe are awaited."""
BEACON_EVERY_S = 1.0
BETS = (c.PlaceWager, c.CallWager, c.SitDown)
NEEDS_DEALER = (c.CallWager,)
"""What a player does that a dealer must answer; not offered where the house deals."""
CASH = (c.BuyChips, c.CallWager)
"""What brings cash to the table; not offered where chips are electronic."""


class AskedCorrection(NamedTuple):
    """A correction that a dealer asked for and a floorperson must approve."""

    correction: Correction
    account: str


class Countdown(NamedTuple):
    """How long the table still waits, and for whom."""

    what: str
    who: str
    of_s: float
    until: float


class LiveTable:
    def __init__(
        self,
        desk: Desk,
        store: Store,
        pace: Pace,
        *,
        stopped: bool = False,
        metrics: Metrics | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.desk = desk
        self.store = store
        self.id = desk.table
        self.pace = pace
        self.stopped = stopped
        self._metrics = metrics or Metrics()
        self.lock = threading.RLock()
        """Held while somebody acts, until the act is on disk."""
        self._view_lock = threading.RLock()
        """Held while a view is made; never while waiting for anything."""
        self.closed: Refused | None = None
        """Why this server no longer runs the table."""
        self.revision = 0
        self.fault = ""
        """What the verifier found wrong with the records of this table, for the floor."""
        self.desk_state = desk.desk_state
        """The desk's own as last sent out: only what is durable."""
        self.sequence = desk.head.sequence
        self.ready: set[int] = set()
        self._ready_keys: dict[str, int] = {}
        """The answers to those who said that they are ready, by account and key."""
        self.here: dict[str, int] = {}
        """How many connections each account has open."""
        self.countdown: Countdown | None = None
        self.asked_correction: AskedCorrection | None = None
        """What a dealer wants corrected, until a floorperson approves it or another is asked for."""
        self._now = now
        self._shown_until = 0.0
        self._listeners: dict[Callable[[], object], None] = {}
        """In the order in which they came."""
        self._events: deque[EventMessage] = deque()
        self._events_from = desk.head.sequence
        self._round_times: deque[float] = deque(maxlen=20)
        self._views: dict[Person, tuple[int, dict[str, Any], list[dict[str, Any]]]] = {}
        self._before: tuple[int, Table] = (desk.head.sequence, desk.state)
        self._decided: dict[int, tuple[int, Table, e.Event]] = {}
        self._leave = desk.subscribe(self._on_records)
        self._start_countdown()

    # ---- people

    @property
    def state(self) -> Table:
        return self.desk_state.state

    @property
    def owners(self) -> dict[int, str]:
        """The account that holds each seat."""
        return self.desk_state.accounts

    @property
    def keyed(self) -> bool:
        """Are the cards real ones, keyed in by the dealer?"""
        return self.desk_state.cards == KEYED

    @property
    def automatic(self) -> bool:
        """Does the house deal, so that no dealer acts here?"""
        return "card" in self.desk_state.automated

    @property
    def tray(self) -> str:
        """How the tray gets its chips: automatically, or by hand."""
        return self.desk_state.tray or AUTOMATIC

    @property
    def standing(self) -> str:
        if self.stopped:
            return "stopped"
        return "closed" if self.desk_state.tray_closed else "open"

    def seat_of(self, account: str) -> int:
        """The seat this account holds; 0 when it holds none."""
        return seat_of(account, self.owners)

    def listen(self, account: str, wake: Callable[[], object]) -> Callable[[], None]:
        """Calls `wake` at every change; the returned function ends it."""
        with self._view_lock:
            self._listeners[wake] = None
            self.here[account] = self.here.get(account, 0) + 1
            self._changed()

        def end() -> None:
            with self._view_lock:
                self._listeners.pop(wake, None)
                self.here[account] -= 1
                if not self.here[account]:
                    del self.here[account]
                self._changed()

        return end

    def _here_seats(self) -> set[int]:
        return {seat for seat, owner in self.owners.items() if owner in self.here}

    # ---- acts

    def submit(
        self, command: c.Command, *, key: str, actor: str, account: str = "", seen: int | None = None
    ) -> int:
        """The sequence number after the act, or Refused; a repeated key gets the first answer."""
        with self._measured(), self.lock:
            if self.stopped and isinstance(command, BETS) and not self.knows(key):
                raise Refused("betting_stopped", self.why_stopped)
            return self.desk.submit(command, key=key, actor=actor, account=account, seen=seen).last

    @contextmanager
    def _measured(self) -> Iterator[None]:
        outcome = "failed"
        try:
            with self._metrics.command_s.time():
                yield
            outcome = "accepted"
        except Refused:
            outcome = "refused"
            raise
        finally:
            self._metrics.commands.labels(outcome).inc()

    @property
    def why_stopped(self) -> str:
        if self.fault:
            return "This table is stopped: its records do not hold. The floor knows. No more bets."
        return "The floorperson has stopped this table: no more bets."

    def offer_seed(self, seat: int, commitment: str, *, key: str, actor: str) -> int:
        with self.lock:
            return self.desk.offer_seed(seat, commitment, key=key, by=actor).last

    def reveal_seed(self, shoe: int, seat: int, seed: str, next: str, *, key: str, actor: str) -> int:
        with self.lock:
            return self.desk.reveal_seed(shoe, seat, seed, next, key=key, by=actor).last

    def last_under(self, key: str, is_same: Callable[[Payload], bool]) -> int | None:
        """The sequence number after what was done under this key, if it is what is asked for again."""
        answer = self.desk.answer_under(key, is_same)
        return None if answer is None else answer.last

    def knows(self, key: str) -> bool:
        """Was something done under this key before?"""
        return self.store.find_key(self.id, key) is not None

    def set_ready(self, account: str, ready: bool, *, key: str = "", seen: int | None = None) -> int:
        """The player has answered, or takes that back; when everybody has, the round goes on.

        Said again under its key it is not said again, and with `seen`, the last record that the player knew,
        it answers no later question.
        """
        with self.lock:
            name = f"{account}:{key}"
            if key and name in self._ready_keys:
                return self._ready_keys[name]
            if seen is None or not self._asked_anew_since(seen):
                self._set_ready(account, ready)
            if key:
                self._ready_keys[name] = self.sequence
                while len(self._ready_keys) > MAX_READY_KEYS:
                    self._ready_keys.pop(next(iter(self._ready_keys)))
            return self.sequence

    def _asked_anew_since(self, sequence: int) -> bool:
        events = self._history(sequence)
        return events is None or any(one.data["type"] in ASKS_ANEW_NAMES for one in events)

    def _set_ready(self, account: str, ready: bool) -> None:
        seat = self.seat_of(account)
        if not seat:
            raise Refused("not_seated", "You are not seated at this table.")
        with self._view_lock:
            (self.ready.add if ready else self.ready.discard)(seat)
            answered = everybody_answered(self.state, self.ready, self._here_seats())
            self._changed()
        if answered:
            self._go_on(account, "ready")

    def tick(self) -> None:
        """Go on without whoever did not act in time."""
        with self.lock:
            if self.countdown is None or self._now() < self.countdown.until:
                return
            for_seeds, self.countdown = self.countdown.what == SEEDS, None
            if for_seeds:
                self.desk.tick()
                self._start_countdown()
            else:
                self._go_on(CLOCK, "time")

    def _go_on(self, actor: str, why: str) -> None:
        command = when_time_is_over(self.state)
        if self.keyed and isinstance(command, c.AnswerBlackjack):
            return  # only the dealer has seen the card
        if command is not None:
            self.desk.submit(command, key=f"{why}-{self.sequence}", actor=actor)

    def set_stopped(self, stopped: bool) -> None:
        with self.lock, self._view_lock:
            self.stopped = stopped
            self._changed()

    def set_fault(self, says: str) -> None:
        """The records of this table do not hold: no more bets, and nobody resumes it."""
        with self.lock, self._view_lock:
            self.stopped, self.fault = True, says
            self._changed()

    def ask_correction(self, asked: AskedCorrection | None) -> None:
        with self._view_lock:
            self.asked_correction = asked
            self._changed()

    # ---- what happened

    def _on_records(self, records: Sequence[Record]) -> None:
        """Called after records are durable, whoever caused them."""
        with self._view_lock:
            if records[0].sequence != self.sequence + 1:
                self._events.clear()  # something was written that this table was not told
                self._events_from = records[0].sequence - 1
            self.desk_state, self.sequence = self.desk.desk_state, records[-1].sequence
            shown_s = 0.0
            totals = RunningTotals(self._before[1])
            for record in records:
                for event in events_of(record):
                    shown_s += after_s(event, self.pace)
                    self._note(event)
                self._events.extend(events_as_json(record, self.pace, self.state.terms.game, totals))
            self._trim()
            self._shown_until = max(self._shown_until, self._now()) + shown_s
            self._before = (self.sequence, self.state)
            self._views.clear()
            self._start_countdown()
            self._changed()

    def _trim(self) -> None:
        """Keep the events in memory within bounds, whole records at a time."""
        while len(self._events) > MAX_KEPT:
            self._events_from = self._events[0].sequence
            while self._events and self._events[0].sequence == self._events_from:
                self._events.popleft()

    def moment(self, seat: int) -> tuple[Table, int, tuple[int, Table, e.Event] | None]:
        """The table, its sequence, and this player's last decision with the table before it."""
        with self._view_lock:
            return self.state, self.sequence, self._decided.get(seat)

    def _note(self, event: e.Event) -> None:
        if isinstance(event, e.SatDown):
            self._decided.pop(event.seat, None)
        elif isinstance(event, e.Decided):
            self._decided[event.seat] = (*self._before, event)
        elif isinstance(event, e.SecondChanceDeclined) and (box := find_box(self._before[1], event.box)):
            self._decided[box.seat] = (*self._before, event)
        if isinstance(event, ASKS_ANEW):
            self.ready.clear()
        if isinstance(event, e.TableCleared):
            self._round_times.append(self._now())
            self._metrics.rounds.inc()

    def _start_countdown(self) -> None:
        """Start the countdown for whoever is waited for, once everything has been shown."""
        awaited = self._waiting_for_seeds() or waiting(self.state, self.pace)
        if awaited is None or not awaited.of_s:
            self.countdown = None
            return
        running = self.countdown is not None and awaited.what == self.countdown.what in ("betting", SEEDS)
        if not running:
            start = max(self._now(), self._shown_until)
            self.countdown = Countdown(*awaited, start + awaited.of_s)

    def _waiting_for_seeds(self) -> Waiting | None:
        """The next card waits for seeds, or for a beacon, which is asked again and again."""
        asking = self.desk_state.seeds.asking
        if asking is None:
            return None
        if asking.missing:
            return Waiting(SEEDS, "", self.pace.seed_s)
        return Waiting(SEEDS, "", BEACON_EVERY_S)

    def _changed(self) -> None:
        self.revision += 1
        for wake in tuple(self._listeners):
            wake()

    # ---- messages

    def message(self, who: Person, account: str, since: int) -> dict[str, Any]:
        """Everything this person may know now, and every event since a record."""
        with self._view_lock:
            state = self.state
            table_view, choices = self._view_and_options(who)
            events, skipped = self._since(since, who)
            return {
                "type": "table",
                "table": self.id,
                "sequence": self.sequence,
                "state": self.standing,
                "view": table_view,
                "options": choices,
                "events": events,
                "skipped": skipped,
                "clock": self._clock(),
                "rules": self.desk_state.rules,
                "shoe": {"left": state.shoe, "of": state.terms.cards, "cover": state.cover},
                "seats": self._seats(state, account),
                "seeds": self._seeds(who.seat),
                "you": {"person": str(who) if who.seat or who.role != Role.PLAYER else "", "seat": who.seat},
            }

    def _seeds(self, seat: int) -> dict[str, Any]:
        """What the page of this seat needs to give its seeds; empty where the cards are real."""
        seeds, positions = self.desk_state.seeds, self.desk_state.positions
        if self.keyed:
            return {}
        asking = seeds.asking
        asked = asking.players if asking is not None else ()
        missing = asking.missing if asking is not None else ()
        return {
            "shoe": positions.number,
            "house": seeds.commitment(positions.number),
            "next": seeds.commitment(positions.number + 1),
            "offered": seeds.offer(seat) if seat else "",
            "asked": next((one.commitment for one in asked if one.seat == seat and seat in missing), ""),
            "waiting": list(missing),
            "in_shoe": sum(line.startswith("seat ") for line in seeds.inputs(positions.number) or ()),
        }

    def _view_and_options(self, who: Person) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        kept = self._views.get(who)
        if kept is None or kept[0] != self.sequence:
            state = self.state
            kept = (self.sequence, view_as_json(state, who), self._offered(who))
            self._views[who] = kept
        return kept[1], kept[2]

    def _offered(self, who: Person) -> list[dict[str, Any]]:
        kinds = {kind.__name__ for kind in self._not_offered()}
        return [
            choice
            for choice in options_as_json(self.state, who)
            if choice["command"]["type"] not in kinds and not choice["command"].get("from_account")
        ]

    def _not_offered(self) -> tuple[type[c.Command], ...]:
        return (
            *(NEEDS_DEALER if self.automatic else ()),
            *(CASH if self.tray != BY_HAND else ()),
            *(NEEDS_OPEN_TRAY if self.desk_state.tray_closed else ()),
        )

    def _clock(self) -> dict[str, Any] | None:
        if self.countdown is None:
            return None
        left = max(0.0, self.countdown.until - self._now())
        return {
            "what": self.countdown.what,
            "who": self.countdown.who,
            "left_s": round(left, 2),
            "of_s": self.countdown.of_s,
        }

    def _seats(self, state: Table, account: str) -> list[dict[str, Any]]:
        here, owners = self._here_seats(), self.owners
        return [
            {
                "seat": seated.seat,
                "account": owners.get(seated.seat, ""),
                "you": owners.get(seated.seat) == account,
                "ready": seated.seat in self.ready,
                "here": seated.seat in here,
                "barred": seated.barred,
            }
            for seated in state.players
        ]

    def _since(self, since: int, who: Person) -> tuple[list[dict[str, Any]], bool]:
        if since >= self.sequence:
            return [], False
        messages = self._history(since)
        if messages is None or len(messages) > MAX_EVENTS:
            return [], True
        sat = _sat_down_at(messages, who.seat)
        return [visible_to(one, who if one.sequence >= sat else STRANGER) for one in messages], False

    def _history(self, since: int) -> list[EventMessage] | None:
        """The events after this record, from memory or from the journal; None when they are too many."""
        if since >= self._events_from:
            return [one for one in self._events if one.sequence > since]
        if self.sequence - since > MAX_EVENTS:
            return None
        records = self.store.read(self.id, after=since, upto=self.sequence)
        return [one for record in records for one in events_as_json(record, self.pace, self.state.terms.game)]

    @property
    def rounds_per_hour(self) -> float:
        times = self._round_times
        if len(times) < 2 or times[-1] <= times[0]:
            return 0.0
        return round(3_600 * (len(times) - 1) / (times[-1] - times[0]), 1)

    @property
    def connections(self) -> int:
        return len(self._listeners)

    def close(self, why: Refused | None = None) -> None:
        """This server no longer runs the table."""
        self._leave()
        with self._view_lock:
            self.closed = why or Elsewhere("")
            self._changed()


def seat_of(account: str, owners: Mapping[int, str]) -> int:
    return next((seat for seat, owner in owners.items() if owner == account), 0)


STRANGER = player(0)
"""Somebody without a seat, who watches from behind the players."""


def _sat_down_at(messages: Sequence[EventMessage], seat: int) -> int:
    """From which record on a seat is its holder's; what came before was somebody else's."""
    return max(
        (one.sequence for one in messages if one.seat == seat and one.data["type"] == "SatDown"), default=0
    )
