"""Every table that this process runs, and where the others run."""

import hashlib
import logging
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from pitboss.desk import trays
from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import Chips, total
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import DeskState
from pitboss.desk.house_entries import BOOKS
from pitboss.desk.pit import Pit
from pitboss.desk.recovery import recover
from pitboss.errors import BadInput, BadStore, Claimed, PitbossError, Refused
from pitboss.games.game import Game
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.store import Claim
from pitboss.web.catalogue import Catalogue, options_text
from pitboss.web.directory import TableCard, TableDirectory
from pitboss.web.drain import Drain, GoingAway
from pitboss.web.history import History
from pitboss.web.http_errors import Elsewhere
from pitboss.web.live_table import LiveTable
from pitboss.web.metrics import Metrics
from pitboss.web.round_index import RoundIndex
from pitboss.web.server_clock import ServerClock
from pitboss.web.settings import Pace, TableLimits
from pitboss.web.store_outage import STORE_OUTAGES

MAX_ID = 32
BY_ITSELF = AUTOMATABLE - {"close insurance"}
"""Automated acts where the house deals; insurance closes by countdown, so that players have their time."""
BY_HAND = frozenset({"read", "tell time", "inspect reader"})
"""Automated acts where a dealer deals: nobody can read a card that lies face down."""
log = logging.getLogger("pitboss.web")


class TableManager:
    def __init__(
        self,
        pit: Pit,
        directory: TableDirectory,
        index: RoundIndex,
        catalogue: Catalogue,
        pace: Pace,
        limits: TableLimits,
        drain: Drain,
        metrics: Metrics,
        clock: ServerClock,
    ) -> None:
        self.pit = pit
        self.directory = directory
        self.index = index
        self.catalogue = catalogue
        self.pace = pace
        self._limits = limits
        self._drain = drain
        self._metrics = metrics
        self._clock = clock
        self._claims_kept_at = clock.elapsed_s()
        self._lock = threading.Lock()
        self._live: dict[str, LiveTable] = {}
        self.waiting: dict[str, str] = {}
        """Tables that cannot be run, and why: the shoe cannot be read, or the journal is damaged."""
        self._games_read: set[str] = set()
        self._tried_again_at: dict[str, float] = {}
        self.faults: dict[str, str] = {}
        """Tables and books whose records do not hold, and which does not."""
        self._released: list[LiveTable] = []
        self._histories: dict[str, History] = {}
        self._ticks = ThreadPoolExecutor(limits.ticks_at_once, thread_name_prefix="tick")
        self._enders: list[Callable[[], None]] = []

    def start(self) -> None:
        self.take_all()
        limits, every = self._limits, self._clock.every
        self._enders = [
            every("clock", limits.tick_s, self._keep_time),
            every("take-over", limits.take_over_s, self._take_over),
            every("past", limits.take_over_s, self._read_on),
        ]

    def again(self, name: str, work: Callable[[], object]) -> None:
        """Do this again and again while tables run; what fails is logged, and done again."""

        def turn() -> None:
            try:
                work()
            except BadStore as error:
                STORE_OUTAGES.note(error, name)
            except Exception:
                log.exception("%s failed", name)

        self._enders.append(self._clock.every(name, self._limits.take_over_s, turn))

    # ---- finding and opening

    @property
    def live(self) -> dict[str, LiveTable]:
        return dict(self._live)

    def find(self, id: str) -> LiveTable:
        """The table, if this server runs or can take it; otherwise Refused, with the address to go to."""
        live = self._live.get(id)
        if live is not None:
            return live
        if id not in self.directory.tables():
            raise Refused("no_such_table", "There is no such table.")
        self._drain.check_open()
        try:
            return self._take(id)
        except Claimed as claimed:
            raise Elsewhere(claimed.owner) from None

    def open(
        self,
        game: str,
        choices: Sequence[str],
        *,
        name: str,
        actor: str,
        dealer: str,
        cards: str,
        tray: str = "",
        par: tuple[Chips, ...] = (),
        key: str = "",
    ) -> LiveTable:
        """A new table of a game on offer, with permitted options; with a key it is opened once."""
        self._drain.check_open()
        known = self.directory.tables()
        ending = hashlib.sha256(key.encode()).hexdigest()[:12] if key else secrets.token_hex(3)
        id = f"{game[: MAX_ID - 1 - len(ending)].strip('-')}-{ending}"
        if id in known:
            return self.find(id)
        if len(known) >= self._limits.most:
            raise Refused("house_full", f"The house can have {self._limits.most} tables.")
        chosen = self.catalogue.game(game, choices)
        automate = BY_ITSELF if dealer == "auto" and cards == "virtual" else BY_HAND
        desk = self.pit.open(
            id,
            self.catalogue.source(game),
            choose=tuple(choices),
            by=actor,
            automate=automate,
            cards=cards,
            tray=tray,
            par=par,
            key=key,
        )
        with self._lock:  # registered and run here at once, or the take-over would fence it
            told = opened_as(chosen, desk.desk_state)
            self.directory.add_table(id, name or chosen.title, game, actor, told)
            live = self._live[id] = self._live_table(desk, stopped=False)
        return live

    def _live_table(self, desk: Desk, *, stopped: bool) -> LiveTable:
        return LiveTable(
            desk, self.pit.store, self.pace, stopped=stopped, metrics=self._metrics, now=self._clock.elapsed_s
        )

    def _take(self, id: str, *, lost_by: str = "", claim: Claim | None = None) -> LiveTable:
        with self._lock:
            if id in self._live:
                return self._live[id]
            self._drain.check_open()
            desk = self.pit.take(id, lost_by=lost_by, claim=claim)
            live = self._live_table(desk, stopped=self.directory.is_stopped(id))
            if id in self.faults:
                live.set_fault(self.faults[id])
            self._live[id] = live
            self.waiting.pop(id, None)
            return live

    def give_up_shoe(self, id: str, actor: str, why: str) -> LiveTable:
        """Run a table without its unreadable shoe, on somebody’s word: undecided wagers are returned."""
        try:
            self.find(id)
        except BadInput as unreadable:
            live = self._take(id, lost_by=actor)
            self.directory.note_lost_shoe(id, str(unreadable), actor, why)
            return live
        raise Refused("already", "The shoe of this table can be read, so it cannot be given up.")

    def drop(self, id: str) -> None:
        """Another server runs the table now; whoever is connected here is sent there."""
        with self._lock:
            live = self._live.pop(id, None)
            self._histories.pop(id, None)
            self.pit.desks.pop(id, None)
        if live is not None:
            live.close()

    def take_all(self) -> None:
        """Take every table that no server runs."""
        if self._drain.has_begun:
            return
        with self._lock:  # a table that somebody asks for meanwhile would be claimed twice
            claims = self.pit.claim_free([id for id in self.directory.tables() if self._is_wanted(id)])
        for number, claim in enumerate(claims):
            try:
                self._take(claim.table, claim=claim)
            except Claimed:
                continue
            except GoingAway:
                self.pit.release(claims[number:])
                return
            except PitbossError as error:
                self.directory.check_answers()  # else it is the store, and not this table
                self._note_waiting(claim.table, str(error))

    def _is_wanted(self, id: str) -> bool:
        return id not in self._live and self._clock.elapsed_s() >= self._tried_again_at.get(id, 0.0)

    def _note_waiting(self, id: str, why: str) -> None:
        if self.waiting.get(id) != why:
            log.error("table %s cannot be run: %s", id, why)
        self.waiting[id] = why
        self._tried_again_at[id] = self._clock.elapsed_s() + self._limits.lease_s

    def halt(self, id: str, says: str) -> None:
        """No more bets at this table, here or wherever this server takes it over: its records do not hold."""
        with self._lock:
            self.faults[id] = says
            live = self._live.get(id)
        if live is not None:
            live.set_fault(says)

    def fault_at(self, id: str) -> str:
        """What is wrong with the records of this table, or of a book that all tables share."""
        return " ".join(self.faults[name] for name in (id, *sorted(BOOKS)) if name in self.faults)

    def history(self, id: str) -> History:
        """The history of a table, read on by the server that runs it."""
        with self._lock:
            if id not in self._histories:
                self._histories[id] = History(self.pit.store, self.index, id)
            return self._histories[id]

    def cards(self) -> dict[str, TableCard]:
        return self.directory.tables()

    # ---- time

    def _keep_time(self) -> None:
        now = self._clock.elapsed_s()
        over = [live for live in tuple(self._live.values()) if live.countdown and now >= live.countdown.until]
        list(self._ticks.map(self._tick, over))

    def _tick(self, live: LiveTable) -> None:
        try:
            live.tick()
        except BadStore as error:
            STORE_OUTAGES.note(error, f"the countdown of table {live.id}")
        except Exception:
            log.exception("the countdown of table %s failed", live.id)

    def _take_over(self) -> None:
        try:
            self._keep_claims()
            self.take_all()
            self.pit.note_heads()
            STORE_OUTAGES.note_working(self.directory.where)
        except BadStore as error:
            STORE_OUTAGES.note(error, "taking over tables")
        except Exception:
            log.exception("taking over tables failed")

    def _read_on(self) -> None:
        """In a turn of its own, so that no claim waits while a long journal is read."""
        try:
            for id, live in self.live.items():
                if live.sequence - self.history(id).sequence >= self._limits.read_on_after:
                    self.history(id).refresh()
            self._stand_by()
        except BadStore as error:
            STORE_OUTAGES.note(error, "reading a table’s history")
        except Exception:
            log.exception("reading a table’s history failed")

    def _stand_by(self) -> None:
        """Read a game that only other servers run, because the first table of a game takes longest."""
        for id, card in self.directory.tables().items():
            if card.game not in self._games_read:
                self._games_read.add(card.game)
                if id not in self._live:
                    with suppress(PitbossError):  # told when it is taken
                        recover(self.pit.store, id)

    def _keep_claims(self) -> None:
        for id in self.pit.keep_claims_together():
            self.drop(id)
        self._claims_kept_at = self._clock.elapsed_s()

    @property
    def keeps_claims(self) -> bool:
        """Have the claims been renewed before they ran out?"""
        since_s = self._clock.elapsed_s() - self._claims_kept_at
        return since_s < self._limits.lease_s + self._limits.take_over_s

    @property
    def counts(self) -> dict[str, int]:
        live = tuple(self._live.values())
        standing = Counter(one.standing for one in live)
        running = {name: standing[name] for name in ("open", "closed", "stopped")}
        return running | {"cannot run": len(self.waiting)}

    @property
    def connections(self) -> int:
        """Live connections to the tables that run here, and to those that were let go and not yet told."""
        return sum(live.connections for live in (*tuple(self._live.values()), *self._released))

    def release_all(self) -> None:
        """Let every table go, so that another server can take it at once; whoever is connected is told."""
        with self._lock:
            live, self._live = self._live, {}
        claims = []
        for one in live.values():
            with one.lock:
                claims.append(one.desk.let_go())
                self.pit.desks.pop(one.id, None)
        self.pit.release(claims)
        for one in live.values():
            self._released.append(one)
            one.close(GoingAway())

    def close(self) -> None:
        for end in self._enders:
            end()
        self._ticks.shutdown()
        with suppress(BadStore):
            self.pit.note_heads()
        for live in tuple(self._live.values()):
            live.close()
        self.pit.close()


def opened_as(game: Game, desk_state: DeskState) -> str:
    """A game, how its tray is filled, and the options chosen, for the staff activity log."""
    par = f", par {tell_cents(total(desk_state.par))}" if desk_state.par else ""
    filled = "tray filled by hand" if desk_state.tray == trays.BY_HAND else "tray fills itself"
    return "; ".join([game.title, filled + par, *options_text(game)])
