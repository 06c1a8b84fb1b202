"""Tables by name, which are stopped, who sat where, staff activity: an index of the house book."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.desk.house_entries import HOUSE, ShoeGivenUp, TableListed, TableResumed, TableStopped
from pitboss.web.account_schema import reading, sittings, staff_activity, table_cards
from pitboss.web.house_book import ActingPerson, HouseBook, running

MAX_ENTRIES = 500
MAX_TEXT = 400
MAX_TABLES_SAT_AT = 50
HELD, HELD_S = "", 30.0
"""The name of no table, and how long an account is held for at most."""


class TableCard(NamedTuple):
    id: str
    name: str
    game: str
    stopped: bool
    opened_at: float


@dataclass(frozen=True)
class ActivityEntry:
    """A line of the staff activity log: who changed what, from what to what, and why."""

    number: int
    at: float
    actor: str
    what: str
    subject: str
    before: str
    after: str
    why: str
    source: str = ""
    """The network address that it came from."""
    record: int = 0
    """Its record in the house book; 0 where there is none."""


class TableDirectory:
    def __init__(self, book: HouseBook) -> None:
        self._book = book
        self._engine = book.engine
        self._clock = book.clock
        self.where = book.store.where
        """The store by name, without a password."""
        self._tables: tuple[int, dict[str, TableCard]] = (-1, {})
        """As of this record of the book."""

    def check_answers(self) -> None:
        """BadStore when the store does not answer."""
        with reading(self._engine) as connection:
            connection.execute(sa.select(table_cards.c.id).limit(1)).first()

    def note_lost_shoe(self, table: str, unreadable: str, actor: str, why: str) -> None:
        entry = ShoeGivenUp(table, unreadable[:MAX_TEXT], why)
        self._book.write(entry, by=ActingPerson(actor))

    def activity(
        self,
        before: int | None = None,
        *,
        most: int = MAX_ENTRIES,
        subject: str = "",
        only: Sequence[str] = (),
        without: Sequence[str] = (),
    ) -> list[ActivityEntry]:
        """Latest first; of one account or table, and only or without some kinds, where that is asked for."""
        query = (
            sa.select(staff_activity).order_by(staff_activity.c.number.desc()).limit(min(most, MAX_ENTRIES))
        )
        if before is not None:
            query = query.where(staff_activity.c.number < before)
        if subject:
            query = query.where(staff_activity.c.subject == subject)
        if only:
            query = query.where(staff_activity.c.what.in_(only))
        if without:
            query = query.where(staff_activity.c.what.not_in(without))
        with reading(self._engine) as connection:
            return [ActivityEntry(*row) for row in connection.execute(query)]

    def add_table(self, id: str, name: str, game: str, actor: str, opened_as: str) -> None:
        now = self._clock()
        row = {"id": id, "name": name, "game": game, "stopped": False, "opened_at": now}
        entry = TableListed(id, name, game, opened_as[:MAX_TEXT])
        change = running(sa.insert(table_cards).values(row))
        self._book.write(entry, by=ActingPerson(actor), change=change, at=now)

    def note_sitting(self, account: str, table: str) -> None:
        """Remember that this account played at this table, so that its rounds can be found."""
        mine = (sittings.c.account == account) & (sittings.c.table == table)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(sittings).where(mine))
            connection.execute(sa.insert(sittings).values(account=account, table=table, at=self._clock()))

    def hold_account(self, account: str) -> float | None:
        """Keep others, on any server, from changing where an account sits; None while somebody else does.

        The row of a table without a name is the lock. What a server held that died is free after a while.
        """
        now = self._clock()
        row = (sittings.c.account == account) & (sittings.c.table == HELD)
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(sittings).values(account=account, table=HELD, at=now))
            return now
        except sa.exc.IntegrityError:
            left = row & (sittings.c.at < now - HELD_S)
            with self._engine.begin() as connection:
                taken = connection.execute(sa.update(sittings).where(left).values(at=now)).rowcount
            return now if taken else None

    def release_account(self, account: str, held: float) -> None:
        mine = (sittings.c.account == account) & (sittings.c.table == HELD) & (sittings.c.at == held)
        with self._engine.begin() as connection:
            connection.execute(sa.delete(sittings).where(mine))

    def sat_at(self, account: str) -> list[str]:
        """The tables where an account played, latest first."""
        played = (sittings.c.account == account) & (sittings.c.table != HELD)
        query = sa.select(sittings.c.table).where(played)
        with reading(self._engine) as connection:
            return list(connection.scalars(query.order_by(sittings.c.at.desc()).limit(MAX_TABLES_SAT_AT)))

    def tables(self) -> dict[str, TableCard]:
        """In the order in which they were opened; read again when the book says anything new."""
        last = self._book.store.last_sequence(HOUSE)
        as_of, found = self._tables
        if as_of != last:
            with reading(self._engine) as connection:
                rows = connection.execute(sa.select(table_cards).order_by(table_cards.c.opened_at))
                found = {row.id: TableCard(*row) for row in rows}
            self._tables = last, found
        return dict(found)

    def is_stopped(self, id: str) -> bool:
        with reading(self._engine) as connection:
            return bool(connection.scalar(sa.select(table_cards.c.stopped).where(table_cards.c.id == id)))

    def set_stopped(self, id: str, stopped: bool, actor: str, why: str) -> None:
        other = (table_cards.c.id == id) & (table_cards.c.stopped != stopped)
        change = running(sa.update(table_cards).where(other).values(stopped=stopped))
        entry = TableStopped(id, why) if stopped else TableResumed(id, why)
        self._book.write(entry, by=ActingPerson(actor), change=change)
