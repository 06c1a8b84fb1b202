"""A pit: the tables that one process runs, with one journal and one cage."""

import os
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.beacon import Beacon
from pitboss.desk.cage import Cage
from pitboss.desk.cage_acts import Chips
from pitboss.desk.desk import Clock, Desk, PitResources, micros, utc_now
from pitboss.desk.desk_state import KEYED, VIRTUAL, check_tray, game_texts, rulebook, tray_for
from pitboss.desk.drbg import self_test
from pitboss.desk.house_entries import BOOKS
from pitboss.desk.idempotency import check_key, digest_of, first_answer, key_of
from pitboss.desk.interrupted_rounds import OpenRound, open_rounds
from pitboss.desk.payloads import TableOpened, write_new
from pitboss.desk.recovery import recover
from pitboss.desk.sealed_shoe import Entropy
from pitboss.desk.time_text import time_text
from pitboss.desk.transaction import ShoeSecurity
from pitboss.desk.tray_counts import check_par
from pitboss.desk.trays import BY_HAND
from pitboss.errors import BadInput, Claimed, Fault, Fenced
from pitboss.journal.high_water import HighWater
from pitboss.journal.records import START, Draft, append_to, is_stream_name
from pitboss.journal.store import Append, Claim, ManyClaims, ManyHeads, Store
from pitboss.journal.writer import Writer

KEY_BYTES = 32


class Pit:
    """`key` seals the shoes and is kept outside the store; without it no shoe survives a restart.

    `marks` notes outside the store what was written, so that a store that was put back is found out. Players
    have `seed_wait_s` to reveal their seeds for a shoe (0: without a limit). Where there is a `beacon`, its
    next number goes into every shoe.
    """

    def __init__(
        self,
        store: Store,
        *,
        key: bytes | None = None,
        clock: Clock = utc_now,
        entropy: Entropy = os.urandom,
        owner: str = "",
        lease_s: float = 10.0,
        marks: HighWater | None = None,
        observe_commit: Callable[[float], object] | None = None,
        seed_wait_s: float = 0.0,
        beacon: Beacon | None = None,
    ) -> None:
        self_test()
        self.store = store
        self.desks: dict[str, Desk] = {}
        self._watched: dict[str, tuple[Claim | None, int]] = {}
        """Claims of other pits as last seen, and since when by our own clock."""
        self.owner = owner or f"pit-{os.getpid()}-{os.urandom(4).hex()}"
        self._marks = marks
        self._writer = Writer(store, marks, observe_commit)
        self.cage = Cage(store, self._writer, clock)
        security = ShoeSecurity(entropy, key or entropy(KEY_BYTES), seed_wait_s, beacon)
        self._pit = PitResources(
            store, self._writer, self.cage, clock, security, round(lease_s * 1_000_000), marks
        )

    def open(
        self,
        table: str,
        game: str,
        *,
        choose: Sequence[str] = (),
        by: str = "floor",
        automate: AbstractSet[str] = AUTOMATABLE,
        cards: str = VIRTUAL,
        tray: str = "",
        par: tuple[Chips, ...] = (),
        key: str = "",
    ) -> Desk:
        """Open a new table of this game; Claimed while another pit runs a table of that name.

        Called again with the same key, because the answer was lost, it returns the table opened then.
        """
        check_new(table, automate, cards)
        tray = tray or tray_for(cards)
        check_tray(tray, cards)
        if key:
            check_key(key)
        texts = game_texts(game)
        chosen = rulebook(texts, tuple(choose))
        check_par(par, chosen.house, tray == BY_HAND)
        payload = TableOpened(
            game, texts, tuple(choose), chosen.sha256, tuple(sorted(automate)), cards, key, tray, par
        )
        if table in self.desks:
            self._check_repeated(table, payload)
            return self.desks[table]
        claim = self._claim(table)
        try:
            if self.store.head(table) == START:
                self._write_opened(claim, payload, by)
            else:
                self._check_repeated(table, payload)
            return self._begin(Desk(self._pit, claim, *recover(self.store, table)))
        except BaseException:
            self.store.release(claim)
            raise

    def _write_opened(self, claim: Claim, payload: TableOpened, by: str) -> None:
        time = time_text(self._pit.clock())
        record = append_to(START, Draft(claim.table, time, by, "TableOpened", write_new(payload)))
        keys = (key_of(claim.table, payload.key, digest_of(payload), 1, 1),) if payload.key else ()
        self._writer.append(Append((record,), keys, claims=(claim,)))

    def _check_repeated(self, table: str, payload: TableOpened) -> None:
        """The table exists because this same call was carried out before."""
        if not payload.key or first_answer(self.store, table, payload.key, digest_of(payload)) is None:
            raise BadInput([Fault(table, "a table of this name exists already.")])

    def take(self, table: str, *, lost_by: str = "") -> Desk:
        """Take over a table of the journal exactly as it was left; Claimed while another pit runs it.

        BadInput when its shoe cannot be read, unless `lost_by` gives it up as lost in their own name.
        """
        claim = self._claim(table)
        try:
            return self._begin(Desk(self._pit, claim, *recover(self.store, table)), lost_by)
        except BaseException:
            self.store.release(claim)
            raise

    def tables(self) -> list[str]:
        return [stream for stream in self.store.heads() if stream not in BOOKS]

    def open_rounds(self) -> list[OpenRound]:
        return open_rounds(self.store, {table: desk.desk_state for table, desk in self.desks.items()})

    def keep_claims(self) -> None:
        """Renew all claims; call this more often than the lease lasts."""
        for desk in tuple(self.desks.values()):
            desk.keep_claim()

    def keep_claims_together(self) -> list[str]:
        """Renew all claims that have lasted a quarter of their lease in one commit; which tables are lost.

        A claim that lasts longer than a lease was made before the clock was set back, and is renewed too.
        """
        now_us, lease_us = micros(self._pit.clock()), self._pit.lease_us
        due = {
            table: desk
            for table, desk in tuple(self.desks.items())
            if not 3 * lease_us // 4 <= desk.claim.until_us - now_us <= lease_us
        }
        if not due:
            return []
        kept = self._renew([desk.claim for desk in due.values()], now_us)
        for table, claim in kept.items():
            due[table].claim_was_renewed(claim)
        return [table for table in due if table not in kept]

    def _renew(self, claims: Sequence[Claim], now_us: int) -> dict[str, Claim]:
        if isinstance(self.store, ManyClaims):
            return self.store.renew_all(claims, now_us, self._pit.lease_us)
        kept = {}
        for claim in claims:
            with suppress(Fenced):
                kept[claim.table] = self.store.renew(claim, now_us, self._pit.lease_us)
        return kept

    def note_heads(self) -> None:
        """Note outside the store what other pits have written; call this now and then."""
        if self._marks is not None:
            store = self.store
            heads = store.noted_heads() if isinstance(store, ManyHeads) else store.heads()
            self._marks.observe(store, heads)

    def close(self) -> None:
        for desk in self.desks.values():
            desk.close()
        self._writer.close()
        if self._marks is not None:
            self._marks.close()

    def _claim(self, table: str) -> Claim:
        now_us, lease_us = micros(self._pit.clock()), self._pit.lease_us
        held, since_us = self._watched.get(table, (None, now_us))
        silent = held if now_us - since_us >= lease_us else None
        try:
            return self.store.claim(table, self.owner, now_us, lease_us, silent)
        except Claimed:
            self._watch(table, held, min(since_us, now_us), now_us)
            raise

    def free(self, tables: Sequence[str]) -> list[str]:
        """Those that nobody runs, or whose pit has not renewed its claim for one lease."""
        now_us = micros(self._pit.clock())
        holders = self.store.holders() if isinstance(self.store, ManyClaims) else {}
        return [table for table in tables if self._is_free(table, holders.get(table), now_us)]

    def _is_free(self, table: str, holder: Claim | None, now_us: int) -> bool:
        if holder is None or holder.owner == self.owner or holder.until_us <= now_us:
            return True
        held, since_us = self._watched.get(table, (None, now_us))
        since_us = min(since_us, now_us) if holder == held else now_us
        self._watched[table] = (holder, since_us)
        return now_us - since_us >= self._pit.lease_us

    def _watch(self, table: str, held: Claim | None, since_us: int, now_us: int) -> None:
        """A pit whose clock is wrong may claim for days; if it does not renew for one lease, it is gone."""
        holder = self.store.holder(table)
        self._watched[table] = (holder, since_us if holder == held else now_us)

    def _begin(self, desk: Desk, lost_by: str = "") -> Desk:
        desk.resume(lost_by)
        self.desks[desk.table] = desk
        return desk


def check_new(table: str, automate: AbstractSet[str], cards: str) -> None:
    faults = []
    if not is_stream_name(table) or table in BOOKS:
        allowed = "up to 32 lowercase letters, digits and hyphens, not a hyphen first, not 'cage' or 'house'"
        faults.append(Fault("table", f"{table!r} cannot be the name of a table.", allowed))
    if unknown := sorted(set(automate) - AUTOMATABLE):
        allowed = ", ".join(sorted(AUTOMATABLE))
        faults.append(Fault("automate", f"there is no act {unknown[0]!r} of the house.", allowed))
    if cards not in (VIRTUAL, KEYED):
        faults.append(Fault("cards", f"there are no {cards!r} cards.", f"{VIRTUAL}, {KEYED}"))
    if faults:
        raise BadInput(faults)
