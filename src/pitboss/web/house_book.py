"""Writing the house book: the one way in which accounts, access, assignments and approvals change.

A record and what follows from it in the tables of the server are one transaction. The staff activity log is
written with it, so that no act of a person can be left out of either.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from pitboss.desk.house_book import HouseBookState
from pitboss.desk.house_entries import (
    HOUSE,
    AccountBroughtOver,
    BookBegun,
    ClockSetBack,
    DirectoryBegun,
    HouseEntry,
    KeyReplaced,
    PolicySet,
    SessionBroughtOver,
    TableBroughtOver,
    TokenBroughtOver,
    entry_text,
    moment,
    seconds_of,
)
from pitboss.desk.payloads import EDITION_1
from pitboss.desk.record_times import CLOCK_TOLERANCE
from pitboss.errors import BrokenChain, Refused
from pitboss.journal.records import START, Draft, Record, walk_chain
from pitboss.journal.schema import RECORDS
from pitboss.journal.sql import SqlStore
from pitboss.web.account_schema import (
    accounts,
    reading,
    recovery_codes,
    second_factors,
    sessions,
    staff_activity,
    table_cards,
    tokens,
)
from pitboss.web.activity_text import activity_of
from pitboss.web.house_key import HouseKey
from pitboss.web.security_policy import SecurityPolicy

SESSION_ID = 16
MAX_SOURCE = 64


STEP_S = 5.0
"""A clock that is set right by so much is not worth a record."""


class ActingPerson(NamedTuple):
    """Who acts, and from which network address."""

    account: str
    source: str = ""


THE_HOUSE = ActingPerson("house")
NOBODY = "nobody"
"""The actor of a failed sign-in: whoever it was proved nothing."""
Change = Callable[[sa.Connection], object]


class HouseBook:
    clock_steps = 0
    """How often this server saw its clock set back."""

    def __init__(self, store: SqlStore, key: HouseKey, clock: Callable[[], float]) -> None:
        self.store = store
        self.engine = store.engine
        self.key = key
        self.clock = clock
        self._begin()
        self._seen_at = self._last_written_at() - CLOCK_TOLERANCE.total_seconds()
        self._clock_lock = threading.Lock()

    def write(
        self, entry: HouseEntry, *, by: ActingPerson, change: Change | None = None, at: float | None = None
    ) -> Record:
        """Append the record of an act, and make the change that it records in the tables of the server."""
        self.note_clock()
        with self.engine.begin() as connection:
            record = self._append(connection, entry, by, self.clock() if at is None else at)
            if change is not None:
                change(connection)
        return record

    def note_clock(self) -> bool:
        """Record that the clock was set back, if it was since it was last looked at."""
        with self._clock_lock:
            now, seen = self.clock(), self._seen_at
            self._seen_at = now if now < seen - STEP_S else max(now, seen)
        if now >= seen - STEP_S:
            return False
        with self.engine.begin() as connection:
            self._append(connection, ClockSetBack(moment(seen)), THE_HOUSE, now)
        self.clock_steps += 1
        return True

    def _last_written_at(self) -> float:
        last = self.store.head(HOUSE).sequence
        return max((seconds_of(one.time) for one in self.store.read(HOUSE, last - 1, last)), default=0.0)

    def _append(self, connection: sa.Connection, entry: HouseEntry, by: ActingPerson, at: float) -> Record:
        entry = replace(entry, source=by.source[:MAX_SOURCE])
        draft = Draft(HOUSE, moment(at), by.account, type(entry).__name__, entry_text(entry))
        record = self.store.append_draft(connection, draft)
        connection.execute(sa.insert(staff_activity).values(activity_row(record, entry, at)))
        return record

    def state(self) -> HouseBookState:
        """The people of the house, as the book tells them; BrokenChain where it does not hold."""
        state = HouseBookState()
        for record in walk_chain(self.store.read(HOUSE)):
            try:
                state.take(record)
            except (ValueError, LookupError) as error:
                raise BrokenChain(
                    HOUSE, record.sequence, "payload", "something that can happen", str(error)
                ) from error
        return state

    def key_check(self) -> str:
        """The digest by which the key in force is told: the first record has it, or the last new key."""
        first = next(self.store.read(HOUSE, 0, 1))
        query = (
            sa.select(RECORDS.c.payload)
            .where(RECORDS.c.stream == HOUSE, RECORDS.c.kind == KeyReplaced.__name__)
            .order_by(RECORDS.c.sequence.desc())
        )
        with reading(self.engine) as connection:
            replaced = connection.scalar(query.limit(1))
        return str(msgspec.json.decode(replaced or first.payload)["key_check"])

    def replace_key(self, before: HouseBookState, administrator: str, name: str, why: str) -> None:
        """Go on with a new key: what was sealed with the old one ends, and passwords stay."""
        with reading(self.engine) as connection:
            rows = connection.execute(sa.select(accounts.c.id, accounts.c.password)).all()
        passwords = {row.id: self.password_digest(row.password) for row in rows if row.id in before.accounts}
        entry = KeyReplaced(self.key.check, passwords, name, why)

        def change(connection: sa.Connection) -> None:
            for table in (second_factors, recovery_codes, sessions, tokens):
                connection.execute(sa.delete(table))

        self.write(entry, by=ActingPerson(administrator), change=change)

    def set_policy(self, policy: SecurityPolicy, before: HouseBookState, *, demonstration: bool) -> None:
        """Note the rules for people where they changed since the last start."""
        entry = policy_entry(policy, demonstration)
        if before.policy is None or replace(before.policy, source="", shape=EDITION_1) != entry:
            self.write(entry, by=THE_HOUSE)

    def begin_directory(self, before: HouseBookState) -> None:
        """Tables and staff activity of an earlier edition are brought over once."""
        if before.directory is not None:
            return
        with self.engine.begin() as connection:
            now, rows = self.clock(), connection.execute(sa.select(table_cards)).all()
            self._append(connection, self.directory_entry(connection, len(rows)), THE_HOUSE, now)
            for row in rows:
                entry = TableBroughtOver(row.id, row.name, row.game, row.stopped, moment(row.opened_at))
                self._append(connection, entry, THE_HOUSE, now)

    def directory_entry(self, connection: sa.Connection, tables: int) -> DirectoryBegun:
        columns = staff_activity.c
        query = sa.select(staff_activity).where(columns.record == 0).order_by(columns.number)
        lines = [tuple(row) for row in connection.execute(query)]
        digest = sha256(msgspec.json.encode(lines)).hexdigest()
        return DirectoryBegun(tables, max((line[0] for line in lines), default=0), digest)

    # ---- the first record

    def _begin(self) -> None:
        """Accounts of an earlier edition are brought over once; later, a row without a record is a fault."""
        with suppress(sa.exc.IntegrityError):  # another server was first
            if self.store.head(HOUSE) == START:
                with self.engine.begin() as connection:
                    self._bring_over(connection)

    def _bring_over(self, connection: sa.Connection) -> None:
        rows = connection.execute(sa.select(accounts).order_by(accounts.c.made_at)).all()
        now = self.clock()
        record = self._append(connection, BookBegun(len(rows), self.key.check), THE_HOUSE, now)
        if record.sequence != 1:
            raise sa.exc.IntegrityError("the book was begun", None, Exception())
        for row in rows:
            entry = AccountBroughtOver(
                row.id, row.name, row.role, self.password_digest(row.password), row.must_change, row.demo,
                row.active, row.barred,
            )  # fmt: skip
            self._append(connection, entry, THE_HOUSE, now)
        open_accounts = {row.id for row in rows if row.active}
        for row in connection.execute(sa.select(sessions)).all():
            if row.account in open_accounts:
                session = SessionBroughtOver(row.account, self.session_id(row.digest))
                self._append(connection, session, THE_HOUSE, now)
        for row in connection.execute(sa.select(tokens)).all():
            digest = self.token_digest(row.digest)
            token = TokenBroughtOver(row.account, row.id, row.name, moment(row.expires_at), digest)
            self._append(connection, token, THE_HOUSE, now)

    # ---- digests that go into the book

    def password_digest(self, hashed: str) -> str:
        return self.key.digest("password", hashed) if hashed else ""

    def session_id(self, digest: str) -> str:
        return self.key.digest("session", digest)[:SESSION_ID]

    def token_digest(self, digest: str) -> str:
        return self.key.digest("token", digest)


def policy_entry(policy: SecurityPolicy, demonstration: bool) -> PolicySet:
    return PolicySet(
        tuple(sorted(policy.second_factor)),
        policy.two_persons_above_cents,
        policy.approval_s,
        policy.session_idle_s,
        policy.session_s,
        policy.token_idle_s,
        policy.token_s,
        policy.lock_out.after,
        policy.lock_out.first_s,
        policy.lock_out.most_s,
        demonstration,
    )


def running(*statements: sa.Executable) -> Change:
    """A change made of statements. One that updates nothing was overtaken, and nothing is written."""

    def change(connection: sa.Connection) -> None:
        for statement in statements:
            done = connection.execute(statement)
            if isinstance(statement, sa.Update) and not done.rowcount:
                raise Refused("busy", "Somebody else acted first. Try again.")

    return change


def activity_row(record: Record, entry: HouseEntry, at: float) -> dict[str, object]:
    """A record of the house book as a line of the staff activity log."""
    line = activity_of(entry)
    return {
        "at": at, "actor": record.actor, "what": line.what, "subject": line.subject, "before": line.before,
        "after": line.after, "why": line.why, "source": entry.source, "record": record.sequence,
    }  # fmt: skip
