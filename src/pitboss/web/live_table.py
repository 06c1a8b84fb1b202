"""One table as people in browsers have it: its desk, a lock, a watch, and who looks on."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.payloads import HOUSE, events_of
from pitboss.errors import Refused
from pitboss.journal.records import Record
from pitboss.journal.store import Store
from pitboss.rules.player import Action
from pitboss.games.game import Game
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.event_text import sentence
from pitboss.table.fold import fold
from pitboss.table.options import Choice, options
from pitboss.table.people import Person, Role, player
from pitboss.table.state import Table, find_box, find_player
from pitboss.table.table import step
from pitboss.table.view import view
from pitboss.web.due_text import shows, view_in_words
from pitboss.web.json_codec import KINDS, plain, plain_choice
from pitboss.web.player_clock import CLOCK, after_s, everybody_answered, waiting, when_time_is_over
from pitboss.web.settings import Pace

MOST_EVENTS = 500
"""EventMessage to somebody who comes back; who was away longer gets the view alone."""
MOST_KEPT = 2 * MOST_EVENTS
BETS = (c.PlaceWager, c.CallWager, c.SitDown)
OWN_CHIPS = (e.SatDown, e.WentAway, e.ChipsBought)
"""What a player's stack could be counted from; told to that player and the staff only."""
PUBLIC_LINES = {
    "SatDown": "Seat {seat} sits down.",
    "WentAway": "Seat {seat} leaves.",
    "ChipsBought": "Seat {seat} buys chips.",
}
"""What everybody else is told of it."""


class Countdown(NamedTuple):
    """A time that is running."""

    what: str
    who: str
    of_s: float
    until: float


class EventMessage(NamedTuple):
    """An event as JSON, and whose chips it would count."""

    sequence: int
    seat: int
    says: dict[str, Any]


class LiveTable:
    def __init__(
        self,
        desk: Desk,
        store: Store,
        pace: Pace,
        *,
        stopped: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.desk = desk
        self.store = store
        self.id = desk.table
        self.pace = pace
        self.stopped = stopped
        self.lock = threading.RLock()
        """Held while somebody acts, which lasts until it is on disk."""
        self._view_lock = threading.RLock()
        """Held while somebody looks; never while waiting for anything."""
        self.closed = False
        self.revision = 0
        self.standing = desk.standing
        """As last told: the desk's own, once it is durable."""
        self.sequence = desk.head.sequence
        self.ready: set[int] = set()
        self.here: dict[str, int] = {}
        """How many lines each account has open."""
        self.watch: Countdown | None = None
        self._now = now
        self._shown_until = 0.0
        self._listeners: set[Callable[[], object]] = set()
        self._told: deque[EventMessage] = deque()
        self._told_from = desk.head.sequence
        self._round_times: deque[float] = deque(maxlen=20)
        self._asked: dict[Person, tuple[int, dict[str, Any], list[dict[str, Any]]]] = {}
        self._before: tuple[int, Table] = (desk.head.sequence, desk.state)
        self._decided: dict[int, tuple[int, Table, e.Event]] = {}
        self._leave = desk.subscribe(self._heard)
        self._wind()

    # ---- people

    @property
    def state(self) -> Table:
        return self.standing.state

    @property
    def owners(self) -> dict[int, str]:
        """Whose seats they are."""
        return self.standing.accounts

    @property
    def keyed(self) -> bool:
        """Are the cards real ones, told by the dealer?"""
        return self.standing.cards == KEYED

    def seat_of(self, account: str) -> int:
        """The seat this account holds; 0 when it holds none."""
        return seat_of(account, self.owners)

    def listen(self, account: str, wake: Callable[[], object]) -> Callable[[], None]:
        """Be woken at every change; the returned call ends it."""
        with self._view_lock:
            self._listeners.add(wake)
            self.here[account] = self.here.get(account, 0) + 1
            self._changed()

        def end() -> None:
            with self._view_lock:
                self._listeners.discard(wake)
                self.here[account] -= 1
                if not self.here[account]:
                    del self.here[account]
                self._changed()

        return end

    def _here_seats(self) -> set[int]:
        return {seat for seat, owner in self.owners.items() if owner in self.here}

    # ---- acts

    def submit(self, command: c.Command, *, key: str, actor: str, account: str = "") -> int:
        """The sequence number after the act, or Refused; a repeated key gets the first answer."""
        with self.lock:
            if self.stopped and isinstance(command, BETS) and not self.knows(key):
                raise Refused("betting_stopped", "The floor has stopped this table; no more wagers.")
            return self.desk.submit(command, key=key, actor=actor, account=account).last

    def knows(self, key: str) -> bool:
        """Was something done under this key before?"""
        return self.store.find_key(self.id, key) is not None

    def set_ready(self, account: str, ready: bool) -> None:
        """The player has answered, or takes that back; when all have, the house goes on."""
        with self.lock:
            seat = self.seat_of(account)
            if not seat:
                raise Refused("not_seated", "Only who sits at the table is waited for.")
            with self._view_lock:
                (self.ready.add if ready else self.ready.discard)(seat)
                answered = everybody_answered(self.state, self.ready, self._here_seats())
                self._changed()
            if answered:
                self._go_on(account, "ready")

    def tick(self) -> None:
        """Do what the watch says when its time is over."""
        with self.lock:
            if self.watch is not None and self._now() >= self.watch.until:
                self.watch = None
                self._go_on(CLOCK, "time")

    def _go_on(self, actor: str, why: str) -> None:
        command = when_time_is_over(self.state)
        if command is not None:
            self.desk.submit(command, key=f"{why}-{self.sequence}", actor=actor)

    def set_stopped(self, stopped: bool) -> None:
        with self.lock, self._view_lock:
            self.stopped = stopped
            self._changed()

    # ---- what happened

    def _heard(self, records: Sequence[Record]) -> None:
        """Called after records are durable, whoever caused them."""
        with self._view_lock:
            if records[0].sequence != self.sequence + 1:
                self._told.clear()  # something was written that we were not told
                self._told_from = records[0].sequence - 1
            self.standing, self.sequence = self.desk.standing, records[-1].sequence
            shown_s = 0.0
            following = RunningTotals(self._before[1])
            for record in records:
                for event in events_of(record):
                    shown_s += after_s(event, self.pace)
                    self._note(event)
                self._told.extend(told(record, self.pace, self.state.terms.game, following))
            self._forget()
            self._shown_until = max(self._shown_until, self._now()) + shown_s
            self._before = (self.sequence, self.state)
            self._asked.clear()
            self._wind()
            self._changed()

    def _forget(self) -> None:
        """Keep what is told in memory within bounds, whole records at a time."""
        while len(self._told) > MOST_KEPT:
            self._told_from = self._told[0].sequence
            while self._told and self._told[0].sequence == self._told_from:
                self._told.popleft()

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
        if isinstance(event, e.BettingClosed | e.InsuranceClosed | e.InsuranceOffered | e.TableCleared):
            self.ready.clear()
        if isinstance(event, e.TableCleared):
            self._round_times.append(self._now())

    def _wind(self) -> None:
        """Set the watch for whoever is waited for; it starts when everything has been shown."""
        awaited = waiting(self.state, self.pace)
        if awaited is None or not awaited.of_s:
            self.watch = None
            return
        running = self.watch is not None and awaited.what == "betting" == self.watch.what
        if not running:
            start = max(self._now(), self._shown_until)
            self.watch = Countdown(*awaited, start + awaited.of_s)

    def _changed(self) -> None:
        self.revision += 1
        for wake in tuple(self._listeners):
            wake()

    # ---- what is told

    def message(self, who: Person, account: str, since: int) -> dict[str, Any]:
        """Everything this person may know now, and every event since."""
        with self._view_lock:
            state = self.state
            seen, may = self._seen(who)
            events, skipped = self._since(since, who)
            return {
                "type": "table",
                "table": self.id,
                "sequence": self.sequence,
                "state": "stopped" if self.stopped else "open",
                "view": seen,
                "options": may,
                "events": events,
                "skipped": skipped,
                "clock": self._clock(),
                "rules": self.standing.rules,
                "shoe": {"left": state.shoe, "of": state.terms.cards, "cover": state.cover},
                "seats": self._seats(state, account),
                "you": {"person": str(who) if who.seat or who.role != Role.PLAYER else "", "seat": who.seat},
            }

    def _seen(self, who: Person) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        kept = self._asked.get(who)
        if kept is None or kept[0] != self.sequence:
            state = self.state
            kept = (self.sequence, view_in_words(view(state, who)), list(options_as_json(state, who)))
            self._asked[who] = kept
        return kept[1], kept[2]

    def _clock(self) -> dict[str, Any] | None:
        if self.watch is None:
            return None
        left = max(0.0, self.watch.until - self._now())
        return {
            "what": self.watch.what,
            "who": self.watch.who,
            "left_s": round(left, 2),
            "of_s": self.watch.of_s,
        }

    def _seats(self, state: Table, account: str) -> list[dict[str, Any]]:
        here, owners = self._here_seats(), self.owners
        return [
            {
                "seat": found.seat,
                "account": owners.get(found.seat, ""),
                "you": owners.get(found.seat) == account,
                "ready": found.seat in self.ready,
                "here": found.seat in here,
                "barred": found.barred,
            }
            for found in state.players
        ]

    def _since(self, since: int, who: Person) -> tuple[list[dict[str, Any]], bool]:
        if since >= self.sequence:
            return [], False
        found = self._history(since)
        if found is None or len(found) > MOST_EVENTS:
            return [], True
        sat = _sat_down_at(found, who.seat)
        return [visible_to(one, who if one.sequence >= sat else STRANGER) for one in found], False

    def _history(self, since: int) -> list[EventMessage] | None:
        """What was told after this record, from memory or from the journal; None when it is too much."""
        if since >= self._told_from:
            return [one for one in self._told if one.sequence > since]
        if self.sequence - since > MOST_EVENTS:
            return None
        records = self.store.read(self.id, after=since)
        return [one for record in records for one in told(record, self.pace, self.state.terms.game)]

    @property
    def rounds_per_hour(self) -> float:
        times = self._round_times
        if len(times) < 2 or times[-1] <= times[0]:
            return 0.0
        return round(3_600 * (len(times) - 1) / (times[-1] - times[0]), 1)

    def close(self) -> None:
        """Nobody looks on here any more."""
        self._leave()
        with self._view_lock:
            self.closed = True
            self._changed()


def seat_of(account: str, owners: Mapping[int, str]) -> int:
    return next((seat for seat, owner in owners.items() if owner == account), 0)


class RunningTotals:
    """The table event by event, so that every card is told with the total it makes."""

    def __init__(self, state: Table) -> None:
        self._state: Table | None = state

    def total(self, record: Record, event: e.Event) -> dict[str, Any]:
        """What the hand shows after this card; nothing once something else than an act was written."""
        if record.kind not in KINDS and record.kind != HOUSE:
            self._state = None
        if self._state is None:
            return {}
        self._state = fold(self._state, event)
        return shows(self._state, event)


def told(record: Record, pace: Pace, game: Game, following: RunningTotals | None = None) -> list[EventMessage]:
    """The events of a record as JSON."""
    found = [
        tell(event, record.sequence, number, pace, game)
        for number, event in enumerate(events_of(record))
    ]
    if following is not None:
        for one, event in zip(found, events_of(record), strict=True):
            one.says.update(following.total(record, event))
    return found


def tell(event: e.Event, sequence: int, number: int, pace: Pace, game: Game) -> EventMessage:
    says = {
        "sequence": sequence,
        "number": number,
        "type": type(event).__name__,
        **plain(event),
        "line": sentence(event, game),
        "after_s": after_s(event, pace),
    }
    return EventMessage(sequence, event.seat if isinstance(event, OWN_CHIPS) else 0, says)


STRANGER = player(0)
"""Who holds no seat and stands behind the players."""


def _sat_down_at(found: Sequence[EventMessage], seat: int) -> int:
    """From which record on a seat is its holder's; what came before was of somebody else."""
    return max(
        (one.sequence for one in found if one.seat == seat and one.says["type"] == "SatDown"), default=0
    )


def visible_to(one: EventMessage, who: Person) -> dict[str, Any]:
    """Nobody counts another player's stack."""
    if not one.seat or who.role != Role.PLAYER or who.seat == one.seat:
        return one.says
    public = {name: value for name, value in one.says.items() if name not in ("chips_cents", "cents")}
    return public | {"line": PUBLIC_LINES[one.says["type"]].format(seat=one.seat)}


def options_as_json(state: Table, who: Person) -> Iterable[dict[str, Any]]:
    """What this person may do, each with a label and what it adds to the layout."""
    if who.role == Role.PLAYER and not who.seat:
        return
    for choice in options(state, who).choices:
        if not isinstance(choice.command, c.SitDown):
            yield plain_choice(choice) | {
                "label": label(choice.command),
                "cost_cents": cost(state, choice, who),
            }


LABELS: dict[Action, str] = {
    Action.DOUBLE: "Double down",
    Action.OVER: "Over",
    Action.UNDER: "Under",
    Action.FOLD: "Give up the Ante",
}


def label(command: c.Command) -> str:
    """A command in words: the button's."""
    if isinstance(command, c.Decide):
        return LABELS.get(command.action) or _words(command.action.name)
    return _words("".join(f" {letter}" if letter.isupper() else letter for letter in type(command).__name__))


def _words(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()


def cost(state: Table, choice: Choice, who: Person) -> int | None:
    """The chips that leave the player's stack with this act; of an open amount the least."""
    if who.role != Role.PLAYER:
        return None
    before = find_player(state, who.seat)
    _, after = step(state, choice.with_value(choice.values[0]))
    left = find_player(after, who.seat)
    return before.chips_cents - left.chips_cents if before and left else None
