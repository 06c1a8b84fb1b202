"""Which dealer deals where and when: a dealer acts only at a table and in a time of an assignment."""

import secrets
from typing import NamedTuple

import sqlalchemy as sa

from pitboss.desk.house_entries import AssignmentEnded, DealerAssigned, moment
from pitboss.errors import Refused
from pitboss.web.account_schema import accounts, assignments, reading
from pitboss.web.accounts import Account
from pitboss.web.house_book import ActingPerson, HouseBook, running
from pitboss.web.roles import AccountRole

MAX_LISTED = 500


class Assignment(NamedTuple):
    id: str
    account: str
    table: str
    begins_at: float
    ends_at: float
    shift: str
    """The name of the shift, where the house has one."""
    assigned_by: str
    assigned_at: float
    ended_at: float
    """When it was ended early; 0 when it was not."""


class Assignments:
    def __init__(self, book: HouseBook, shift_s: float) -> None:
        self._shift_s = shift_s
        self._book = book
        self._engine = book.engine

    def assign(
        self, dealer: Account, table: str, begins_at: float, ends_at: float, shift: str, by: ActingPerson
    ) -> Assignment:
        """Assign a dealer to a table for a time; Refused when that time is over, too long, or no time."""
        now = self._book.clock()
        check_assignable(dealer)
        if not now < ends_at <= begins_at + self._shift_s or ends_at <= begins_at:
            hours = self._shift_s / 3600
            raise Refused("bad_times", f"An assignment must end after it begins, within {hours:g} hours.")
        made = Assignment(
            secrets.token_hex(8), dealer.id, table, begins_at, ends_at, shift, by.account, now, 0.0
        )
        entry = DealerAssigned(made.id, dealer.id, table, moment(begins_at), moment(ends_at), shift)
        insert = sa.insert(assignments).values(made._asdict())
        self._book.write(entry, by=by, change=running(insert), at=now)
        return made

    def end(self, id: str, by: ActingPerson) -> Assignment:
        """End an assignment now; one that has not begun never will."""
        found, now = self.find(id), self._book.clock()
        if found.ended_at or found.ends_at <= now:
            raise Refused("already", "This assignment is already over.")
        still = (assignments.c.id == id) & (assignments.c.ended_at == 0)
        update = sa.update(assignments).where(still).values(ended_at=now)
        entry = AssignmentEnded(id, found.account, found.table)
        self._book.write(entry, by=by, change=running(update), at=now)
        return found._replace(ended_at=now)

    def find(self, id: str) -> Assignment:
        query = sa.select(assignments).where(assignments.c.id == id)
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            raise Refused("no_such_assignment", "There is no such assignment.")
        return Assignment(*row)

    def is_on_duty(self, account: str, table: str) -> bool:
        now = self._book.clock()
        mine = (assignments.c.account == account) & (assignments.c.table == table)
        holds = (assignments.c.begins_at <= now) & (assignments.c.ends_at > now)
        query = sa.select(assignments.c.id).where(mine & holds & (assignments.c.ended_at == 0)).limit(1)
        with reading(self._engine) as connection:
            return connection.execute(query).first() is not None

    def last_dealers(self, table: str) -> list[str]:
        """The names of those whose assignment to this table has begun, the last to be assigned first."""
        begun = (assignments.c.table == table) & (assignments.c.begins_at <= self._book.clock())
        query = sa.select(accounts.c.name).join(assignments, accounts.c.id == assignments.c.account)
        with reading(self._engine) as connection:
            rows = connection.scalars(query.where(begun).order_by(assignments.c.assigned_at.desc()))
            return list(dict.fromkeys(rows.fetchmany(MAX_LISTED)))

    def worked(self, begins_at: float, ends_at: float) -> dict[str, int]:
        """By dealer, for how many seconds of this time they were assigned to some table."""
        query = sa.select(assignments).where(
            (assignments.c.begins_at < ends_at) & (assignments.c.ends_at > begins_at)
        )
        with reading(self._engine) as connection:
            found = [Assignment(*row) for row in connection.execute(query)]
        seconds: dict[str, int] = {}
        for account in {one.account for one in found}:
            spans = [(one.begins_at, one.ended_at or one.ends_at) for one in found if one.account == account]
            clipped = [(max(begins, begins_at), min(ends, ends_at)) for begins, ends in spans]
            seconds[account] = round(_together(clipped))
        return {account: lasted for account, lasted in seconds.items() if lasted > 0}

    def listed(self, account: str = "") -> list[Assignment]:
        """Those that are not over, of everybody or of one dealer, the next first."""
        holds = (assignments.c.ends_at > self._book.clock()) & (assignments.c.ended_at == 0)
        query = sa.select(assignments).where(holds)
        query = query.where(assignments.c.account == account) if account else query
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(assignments.c.begins_at).limit(MAX_LISTED))
            return [Assignment(*row) for row in rows]


def _together(spans: list[tuple[float, float]]) -> float:
    """How long at least one of them lasts: two tables at once are not twice the time."""
    lasted, until = 0.0, 0.0
    for begins, ends in sorted(spans):
        lasted += max(0.0, ends - max(begins, until))
        until = max(until, ends)
    return lasted


def check_assignable(dealer: Account) -> None:
    if dealer.role != AccountRole.DEALER:
        raise Refused("not_a_dealer", "Only a dealer can be assigned to a table.")
    if not dealer.active:
        raise Refused("closed", "This account is closed.")
