"""The tables of accounts held against the house book, and written again from it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from pitboss.desk.house_book import HouseBookState
from pitboss.desk.house_entries import (
    HOUSE,
    DirectoryBegun,
    PasswordSet,
    SecondFactorRemoved,
    moment,
    read_entry,
    seconds_of,
)
from pitboss.desk.payloads import EDITION_1
from pitboss.errors import Broken, Conflict, FaultyRecord
from pitboss.web.account_schema import (
    accounts,
    approvals,
    assignments,
    reading,
    recovery_codes,
    second_factors,
    sessions,
    staff_activity,
    table_cards,
    tokens,
)
from pitboss.web.house_book import THE_HOUSE, HouseBook, activity_row, running

NOTHING = "nothing"
MOST_TRIES = 20


class Difference(NamedTuple):
    """Something that a table says and the book does not, and the record that says otherwise."""

    record: int
    what: str
    book: str
    table: str

    @property
    def fault(self) -> FaultyRecord:
        return FaultyRecord(HOUSE, self.record, self.what, self.book, self.table)


def differences(book: HouseBook, state: HouseBookState) -> Iterator[Difference]:
    """Everything in which the tables differ from the book.

    Passwords, codes and tokens are compared only under the key with which the book was begun.
    """
    keyed = state.key_check == book.key.check
    with reading(book.engine) as connection:
        yield from _accounts(book, state, connection, keyed)
        yield from _access(book, state, connection, keyed)
        yield from _assignments(state, connection)
        yield from _approvals(state, connection)
        if state.directory is not None:
            yield from _tables(state, connection)
            yield from _activity(book, state.directory, connection)


def _accounts(
    book: HouseBook, state: HouseBookState, connection: sa.Connection, keyed: bool
) -> Iterator[Difference]:
    rows = {row.id: row for row in connection.execute(sa.select(accounts))}
    last = max((one.changed_in for one in state.accounts.values()), default=1)
    for id, row in rows.items():
        if id not in state.accounts:
            yield Difference(last, f"account {row.name}", NOTHING, f"{row.role} {row.name}")
    for id, account in state.accounts.items():
        if id not in rows:
            yield Difference(account.changed_in, f"account {account.name}", account.role, NOTHING)
            continue
        for name in ("name", "role", "active", "must_change", "demo", "barred"):
            told, found = getattr(account, name), getattr(rows[id], name)
            if told != found:
                what = f"{name.replace('_', ' ')} of {account.name}"
                yield Difference(account.changed_in, what, _word(told), _word(found))
        if keyed and book.password_digest(rows[id].password) != account.password:
            what = f"password of {account.name}"
            yield Difference(account.changed_in, what, "the password that was set", "another one")


def _word(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _access(
    book: HouseBook, state: HouseBookState, connection: sa.Connection, keyed: bool
) -> Iterator[Difference]:
    """A session or token that the book does not know lets somebody in; one that is missing lets nobody in."""
    name = {id: account.name for id, account in state.accounts.items()}
    for row in connection.execute(sa.select(second_factors).where(second_factors.c.secret != "")):
        account = state.accounts.get(row.account)
        told = account.second_factor if account else ""
        right = not keyed or _secret_digest(book, row.secret) == told
        if not told or not right:
            at = account.changed_in if account else 1
            what = f"second factor of {name.get(row.account, row.account)}"
            yield Difference(at, what, "the one that was set up" if told else NOTHING, "another one")
    enrolled = set(
        connection.scalars(sa.select(second_factors.c.account).where(second_factors.c.secret != ""))
    )
    for id, account in state.accounts.items():
        if account.second_factor and id not in enrolled:
            what = f"second factor of {account.name}"
            yield Difference(account.changed_in, what, "the one that was set up", NOTHING)
    for row in connection.execute(sa.select(tokens)):
        token = state.tokens.get(row.id)
        known = token is not None and (token.account, token.name, token.expires) == (
            row.account, row.name, moment(row.expires_at),
        )  # fmt: skip
        if token is None or not known or (keyed and book.token_digest(row.digest) != token.digest):
            at = token.record if token else 1
            what = f"token of {name.get(row.account, row.account)}"
            yield Difference(at, what, token.name if token else NOTHING, row.name)
    if keyed:
        for row in connection.execute(sa.select(sessions)):
            if state.sessions.get(book.session_id(row.digest)) != row.account:
                what = f"session of {name.get(row.account, row.account)}"
                yield Difference(1, what, "a sign-in", f"one that began {moment(row.began_at)}")


def _secret_digest(book: HouseBook, sealed: str) -> str:
    try:
        return book.key.digest("second factor", book.key.open(sealed))
    except (Broken, ValueError):
        return "unreadable"


def _assignments(state: HouseBookState, connection: sa.Connection) -> Iterator[Difference]:
    found = {row.id: row for row in connection.execute(sa.select(assignments))}
    for id in found.keys() | state.assignments.keys():
        told, row = state.assignments.get(id), found.get(id)
        book = told and (
            told.account, told.table, told.begins, told.ends, told.shift, told.assigned_by, told.assigned,
            told.ended,
        )  # fmt: skip
        table = row and (
            row.account, row.table, moment(row.begins_at), moment(row.ends_at), row.shift, row.assigned_by,
            moment(row.assigned_at), moment(row.ended_at) if row.ended_at else "",
        )  # fmt: skip
        if book != table:
            yield Difference(told.record if told else 1, f"assignment {id}", *_first(book, table))


def _approvals(state: HouseBookState, connection: sa.Connection) -> Iterator[Difference]:
    found = {row.id: row for row in connection.execute(sa.select(approvals))}
    for id in found.keys() | state.approvals.keys():
        told, row = state.approvals.get(id), found.get(id)
        book = told and (
            msgspec.json.encode(told.act).decode(), told.key, told.asked_by, told.expires, told.state,
            told.decided_by, told.decided, told.why,
        )  # fmt: skip
        table = row and (
            row.act, row.key, row.asked_by, moment(row.expires_at), row.state, row.decided_by,
            moment(row.decided_at) if row.decided_at else "", row.why,
        )  # fmt: skip
        if book != table:
            yield Difference(told.record if told else 1, f"approval {id}", *_first(book, table))


def _tables(state: HouseBookState, connection: sa.Connection) -> Iterator[Difference]:
    found = {row.id: row for row in connection.execute(sa.select(table_cards))}
    last = max((table.record for table in state.tables.values()), default=1)
    for id in sorted(found.keys() | state.tables.keys()):
        told, row = state.tables.get(id), found.get(id)
        book = told and (told.name, told.game, "stopped" if told.stopped else "open", told.opened)
        table = row and (row.name, row.game, "stopped" if row.stopped else "open", moment(row.opened_at))
        if book != table:
            yield Difference(told.record if told else last, f"table {id}", *_first(book, table))


def _activity(book: HouseBook, begun: DirectoryBegun, connection: sa.Connection) -> Iterator[Difference]:
    """A line of the staff activity log that no record tells, or that tells something else."""
    if book.directory_entry(connection, begun.tables) != replace(begun, source="", shape=EDITION_1):
        yield Difference(1, "staff activity without a record", "as it was brought over", "something else")
    columns = staff_activity.c
    query = sa.select(staff_activity).where(columns.record > 0).order_by(columns.record, columns.number)
    rows = connection.execute(query)
    for record in book.store.read(HOUSE):
        row = rows.fetchone()
        expected = activity_row(record, read_entry(record), 0) | {"at": record.time}
        found = dict(row._mapping) | {"at": moment(row.at)} if row else {}
        if any(found.get(name) != value for name, value in expected.items()):
            told = tuple(str(value) for value in expected.values())
            there = tuple(str(found.get(name)) for name in expected) if found else None
            yield Difference(record.sequence, "staff activity", *_first(told, there))
            return
    if (row := rows.fetchone()) is not None:
        yield Difference(row.record, "staff activity", NOTHING, f"{row.what} {row.subject}")


def _first(book: Any, table: Any) -> tuple[str, str]:
    """The first thing in which two rows differ."""
    if not book or not table:
        return ("there" if book else NOTHING), ("there" if table else NOTHING)
    return next((str(left), str(right)) for left, right in zip(book, table, strict=True) if left != right)


# ---- writing them again


def rebuild(book: HouseBook) -> int:
    """Make the tables say what the book says; how many differences there were.

    The book has no secrets. A password or second factor that is not the one that was set is gone, which is
    recorded: the account needs a new one.
    """
    state = book.state()
    count = sum(1 for _ in differences(book, state))
    keyed = state.key_check == book.key.check
    with book.engine.begin() as connection:
        _rebuild_accounts(book, state, connection, keyed)
        _rebuild_access(book, state, connection, keyed)
        connection.execute(sa.delete(assignments))
        connection.execute(sa.delete(approvals))
        _insert(connection, assignments, [_assignment_row(id, state) for id in state.assignments])
        _insert(connection, approvals, [_approval_row(id, state) for id in state.approvals])
        _rebuild_directory(book, state, connection)
    _record_losses(book, state)
    return count


def _record_losses(book: HouseBook, state: HouseBookState) -> None:
    with reading(book.engine) as connection:
        older = book.directory_entry(connection, len(state.tables))
    if state.directory is not None and older.activity_sha256 != state.directory.activity_sha256:
        book.write(older, by=THE_HOUSE)
    with reading(book.engine) as connection:
        no_password = set(connection.scalars(sa.select(accounts.c.id).where(accounts.c.password == "")))
        enrolled = set(connection.scalars(sa.select(second_factors.c.account)))
    for id, account in state.accounts.items():
        if account.password and id in no_password:
            update = sa.update(accounts).where(accounts.c.id == id).values(must_change=True)
            book.write(PasswordSet(id, "", True), by=THE_HOUSE, change=running(update))
        if account.second_factor and id not in enrolled:
            book.write(SecondFactorRemoved(id), by=THE_HOUSE)


def _insert(connection: sa.Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(sa.insert(table), rows)


def _rebuild_accounts(book: HouseBook, state: HouseBookState, connection: sa.Connection, keyed: bool) -> None:
    rows = {row.id: row for row in connection.execute(sa.select(accounts))}
    for id in rows.keys() - state.accounts.keys():
        for table in (sessions, tokens):
            connection.execute(sa.delete(table).where(table.c.account == id))
        connection.execute(sa.delete(accounts).where(accounts.c.id == id))
    for id, account in state.accounts.items():
        values = {
            "name": account.name, "role": account.role, "active": account.active, "demo": account.demo,
            "must_change": account.must_change, "barred": account.barred,
        }  # fmt: skip
        if id not in rows:
            made = {"id": id, "password": "", "made_at": seconds_of(account.made)}
            connection.execute(sa.insert(accounts).values(made | values))
            continue
        if keyed and book.password_digest(rows[id].password) != account.password:
            values["password"] = ""
        connection.execute(sa.update(accounts).where(accounts.c.id == id).values(values))


def _rebuild_access(book: HouseBook, state: HouseBookState, connection: sa.Connection, keyed: bool) -> None:
    """What cannot be checked or is not in the book lets nobody in."""
    for row in connection.execute(sa.select(second_factors)).all():
        told = state.accounts[row.account].second_factor if row.account in state.accounts else ""
        if not keyed or (row.secret and _secret_digest(book, row.secret) != told):
            for table in (second_factors, recovery_codes):
                connection.execute(sa.delete(table).where(table.c.account == row.account))
    for row in connection.execute(sa.select(tokens)).all():
        token = state.tokens.get(row.id)
        if not keyed or token is None or book.token_digest(row.digest) != token.digest:
            connection.execute(sa.delete(tokens).where(tokens.c.id == row.id))
        else:
            values = {"account": token.account, "name": token.name, "expires_at": seconds_of(token.expires)}
            connection.execute(sa.update(tokens).where(tokens.c.id == row.id).values(values))
    for row in connection.execute(sa.select(sessions)).all():
        if not keyed or state.sessions.get(book.session_id(row.digest)) != row.account:
            connection.execute(sa.delete(sessions).where(sessions.c.digest == row.digest))


def _assignment_row(id: str, state: HouseBookState) -> dict[str, Any]:
    told = state.assignments[id]
    return {
        "id": id, "account": told.account, "table": told.table, "begins_at": seconds_of(told.begins),
        "ends_at": seconds_of(told.ends), "shift": told.shift, "assigned_by": told.assigned_by,
        "assigned_at": seconds_of(told.assigned), "ended_at": seconds_of(told.ended) if told.ended else 0.0,
    }  # fmt: skip


def _approval_row(id: str, state: HouseBookState) -> dict[str, Any]:
    told = state.approvals[id]
    return {
        "id": id, "act": msgspec.json.encode(told.act).decode(), "key": told.key, "asked_by": told.asked_by,
        "asked_at": seconds_of(told.asked), "expires_at": seconds_of(told.expires), "state": told.state,
        "decided_by": told.decided_by, "decided_at": seconds_of(told.decided) if told.decided else 0.0,
        "why": told.why,
    }  # fmt: skip


def _rebuild_directory(book: HouseBook, state: HouseBookState, connection: sa.Connection) -> None:
    """Tables, and a line of the staff activity log for every record; older lines stay as they are."""
    if state.directory is not None:
        connection.execute(sa.delete(table_cards))
        _insert(connection, table_cards, [_table_row(id, state) for id in state.tables])
    connection.execute(sa.delete(staff_activity).where(staff_activity.c.record > 0))
    rows = [
        activity_row(record, read_entry(record), seconds_of(record.time)) for record in book.store.read(HOUSE)
    ]
    _insert(connection, staff_activity, rows)


def _table_row(id: str, state: HouseBookState) -> dict[str, Any]:
    told = state.tables[id]
    return {
        "id": id, "name": told.name, "game": told.game, "stopped": told.stopped,
        "opened_at": seconds_of(told.opened),
    }  # fmt: skip


# ---- checking them


def check_index(book: HouseBook) -> HouseBookState:
    """The people of the house; FaultyRecord where the tables do not say what the book says.

    A server that runs on the same store may write meanwhile, so a difference counts only if it did not.
    """
    for _ in range(MOST_TRIES):
        head, state = book.store.head(HOUSE), book.state()
        found = next(differences(book, state), None)
        if found is None:
            return state
        if book.store.head(HOUSE) == head:
            raise found.fault
    raise Conflict("the house book was written to all the time while it was checked")


def has_accounts(book: HouseBook) -> bool:
    """A journal that was imported has the book and no tables yet."""
    with reading(book.engine) as connection:
        return connection.execute(sa.select(accounts.c.id).limit(1)).first() is not None
