"""Accounts, their sessions and their API tokens.

Passwords are stored as argon2 hashes; session and token secrets, long and random, as SHA-256. Every change is
written through the house book; what is stored here is an index of it.
"""

import hashlib
import secrets
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from pitboss.desk.house_entries import (
    AccountClosed,
    AccountCreated,
    AccountReopened,
    PasswordSet,
    PlayerAdmitted,
    PlayerBarred,
    RoleChanged,
    SignedIn,
    SignedOut,
    TokenCreated,
    TokensRevoked,
    moment,
)
from pitboss.errors import Refused
from pitboss.web.account_schema import accounts, reading, second_factors, sessions, tokens
from pitboss.web.house_book import THE_HOUSE, ActingPerson, HouseBook, running
from pitboss.web.kept_sessions import KeptSession, KeptSessions
from pitboss.web.roles import AccountRole
from pitboss.web.security_policy import SecurityPolicy
from pitboss.web.session_use import SessionUse

SEEN_EVERY_S = 60
"""How old the stored time of last use may be: a write for every request would be too many."""
FIRST_ADMINISTRATOR = "admin"
MIN_PASSWORD = 10
MAX_PASSWORD = 200
MAX_TOKENS = 20
HASHES_AT_ONCE = 2
"""Each argon2 hash takes 64 MiB for a moment."""


@dataclass(frozen=True)
class Account:
    id: str
    name: str
    role: AccountRole
    active: bool
    must_change: bool
    """The password was issued by somebody else: it only lets its owner choose another."""
    demo: bool
    barred: bool = False
    """May not sit down or bet until the floorperson admits them again."""
    second_factor: bool = False
    """A code is asked for besides the password."""


@dataclass(frozen=True)
class Session:
    account: Account
    csrf: str
    digest: str


@dataclass(frozen=True)
class OpenSession:
    """A session as its owner sees it listed."""

    id: str
    source: str
    began_at: float
    seen_at: float


@dataclass(frozen=True)
class Token:
    id: str
    name: str
    made_at: float
    used_at: float
    expires_at: float


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Accounts:
    """The accounts in one database."""

    def __init__(
        self,
        book: HouseBook,
        *,
        policy: SecurityPolicy | None = None,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self.book = book
        self.policy = policy or SecurityPolicy()
        self._engine = book.engine
        self._clock = book.clock
        self.session_use = SessionUse(book.engine)
        self._kept = KeptSessions(book)
        self._hasher = hasher or PasswordHasher()
        self._hashing = threading.BoundedSemaphore(HASHES_AT_ONCE)
        self._nobody = self._hash(secrets.token_urlsafe(16))

    def _hash(self, password: str) -> str:
        with self._hashing:
            return self._hasher.hash(password)

    def _verify(self, hashed: str, password: str) -> bool:
        try:
            with self._hashing:
                return self._hasher.verify(hashed, password)
        except (VerifyMismatchError, InvalidHashError):
            return False

    # ---- accounts

    def create(
        self,
        name: str,
        role: AccountRole,
        password: str = "",
        *,
        must_change: bool = False,
        demo: bool = False,
        by: ActingPerson = THE_HOUSE,
    ) -> Account:
        """A new account; without a password nobody can log in to it by name."""
        if password:
            check_password(password, name)
        made = Account(secrets.token_hex(8), name, role, True, must_change, demo)
        hashed = self._hash(password) if password else ""
        row = {
            "id": made.id, "name": name, "role": role.value, "active": True, "must_change": must_change,
            "demo": demo, "barred": False, "password": hashed, "made_at": self._clock(),
        }  # fmt: skip
        digest = self.book.password_digest(hashed)
        entry = AccountCreated(made.id, name, role.value, digest, must_change, demo)
        try:
            self.book.write(entry, by=by, change=running(sa.insert(accounts).values(row)))
        except sa.exc.IntegrityError:
            raise Refused("name_taken", f"There is already an account named {name}.") from None
        return made

    def find(self, id: str) -> Account:
        account = self._one(accounts.c.id == id)
        if account is None:
            raise Refused("no_such_account", "There is no such account.")
        return account

    def by_name(self, name: str) -> Account | None:
        return self._one(accounts.c.name == name)

    def listed(self) -> list[Account]:
        with reading(self._engine) as connection:
            rows = connection.execute(_people().order_by(accounts.c.name))
            return [_account(row) for row in rows]

    def names(self, ids: Sequence[str]) -> dict[str, str]:
        with reading(self._engine) as connection:
            query = sa.select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(ids))
            return {row.id: row.name for row in connection.execute(query)}

    def first_administrator(self) -> tuple[str, str] | None:
        """Name and one-time password of the administrator, until one has logged in."""
        first = self.by_name(FIRST_ADMINISTRATOR)
        if first is None:
            if self._one((accounts.c.role == AccountRole.ADMINISTRATOR.value) & ~accounts.c.demo):
                return None
            first = self.create(FIRST_ADMINISTRATOR, AccountRole.ADMINISTRATOR, must_change=True)
        return (first.name, self.reset_password(first.id)) if first.must_change else None

    def set_active(self, id: str, active: bool, why: str, by: ActingPerson = THE_HOUSE) -> Account:
        """Close or reopen an account; closing ends its sessions and tokens."""
        if self.find(id).active == active:
            raise Refused("already", f"This account is already {'open' if active else 'closed'}.")
        update = _with(id, active=active)
        if active:
            self.book.write(AccountReopened(id, why), by=by, change=running(update))
        else:
            self.book.write(AccountClosed(id, why), by=by, change=running(update, *_ends_access(id)))
        return self.find(id)

    def set_barred(self, id: str, barred: bool, why: str, by: ActingPerson = THE_HOUSE) -> Account:
        self.find(id)
        entry = PlayerBarred(id, why) if barred else PlayerAdmitted(id, why)
        self.book.write(entry, by=by, change=running(_with(id, barred=barred)))
        return self.find(id)

    def set_role(self, id: str, role: AccountRole, by: ActingPerson = THE_HOUSE) -> Account:
        """Change the role of an account; its sessions and tokens end, because they were given to another."""
        before = self.find(id).role
        if before == role:
            raise Refused("already", f"This account is already a {role}.")
        entry = RoleChanged(id, before.value, role.value)
        change = running(_with(id, role=role.value).where(accounts.c.role == before.value), *_ends_access(id))
        self.book.write(entry, by=by, change=change)
        return self.find(id)

    def change_password(self, account: Account, old: str, new: str, source: str = "") -> None:
        """Change the account’s own password; every session of the account ends."""
        if not self._verify(self.password_hash(account.id) or self._nobody, old):
            raise Refused("wrong_password", "Wrong current password.")
        if old == new:
            raise Refused("bad_password", "The new password must differ from the old one.")
        check_password(new, account.name)
        self._set_password(account.id, new, must_change=False, by=ActingPerson(account.id, source))

    def reset_password(self, id: str, by: ActingPerson = THE_HOUSE) -> str:
        """A one-time password, to be changed at the next login."""
        account = self.find(id)
        password = secrets.token_urlsafe(12)
        self._set_password(account.id, password, must_change=True, by=by)
        return password

    def _set_password(self, id: str, password: str, *, must_change: bool, by: ActingPerson) -> None:
        hashed = self._hash(password)
        update = _with(id, password=hashed, must_change=must_change)
        entry = PasswordSet(id, self.book.password_digest(hashed), must_change)
        self.book.write(entry, by=by, change=running(update, *_ends_access(id)))

    def password_hash(self, id: str) -> str:
        with reading(self._engine) as connection:
            return str(connection.scalar(sa.select(accounts.c.password).where(accounts.c.id == id)) or "")

    def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        with reading(self._engine) as connection:
            row = connection.execute(_people().where(condition).limit(1)).first()
        return None if row is None else _account(row)

    # ---- sessions

    def log_in(self, name: str, password: str) -> Account:
        """The account with this name and password; a wrong name takes as long as a wrong password."""
        account = self.by_name(name)
        hashed = self.password_hash(account.id) if account else ""
        right = self._verify(hashed or self._nobody, password)
        if account is None or not hashed or not right or not account.active:
            raise Refused("wrong_login", "Wrong name or password.")
        return account

    def begin_session(self, account: Account, source: str = "", with_: str = "") -> tuple[str, Session]:
        """A secret for the browser’s cookie, and the session that is stored."""
        secret, csrf, now = secrets.token_urlsafe(32), secrets.token_urlsafe(32), self._clock()
        digest = digest_of(secret)
        row = {"digest": digest, "account": account.id, "csrf": csrf, "began_at": now, "seen_at": now,
               "source": source}  # fmt: skip
        self.book.write(
            SignedIn(account.id, self.book.session_id(digest), with_),
            by=ActingPerson(account.id, source),
            change=running(sa.delete(sessions).where(self._expired(now)), sa.insert(sessions).values(row)),
        )
        return secret, Session(account, csrf, digest)

    def session(self, secret: str) -> Session | None:
        """The session of this cookie, unless it ended or was idle too long; using it keeps it alive."""
        return self._valid(digest_of(secret))

    def still(self, session: Session, *, used: bool = False) -> Session | None:
        """The session as it is now, if it is still valid."""
        return self._valid(session.digest, touch=used)

    def _valid(self, digest: str, *, touch: bool = True) -> Session | None:
        now = self._clock()
        idle, absolute = now - self.policy.session_idle_s, now - self.policy.session_s
        read = self._kept.catch_up()
        found = self._kept.find(digest)
        if found is None or found.seen_at < idle or found.began_at < absolute:
            found = self._stored(digest, idle, absolute)
            if found is None:
                return None
            self._kept.keep(digest, found, read)
        if touch and now - found.seen_at > SEEN_EVERY_S:
            self.session_use.note(digest, now)
            found.seen_at = now
        return found.session

    def _stored(self, digest: str, idle: float, absolute: float) -> KeptSession | None:
        with reading(self._engine) as connection:
            given = {"digest": digest, "idle": idle, "absolute": absolute}
            row = connection.execute(VALID_SESSION, given).first()
        if row is not None:
            return KeptSession(Session(_account(row), row.csrf, digest), row.began_at, row.seen_at)
        if digest not in self.session_use:
            return None
        self.session_use.write()
        return self._stored(digest, idle, absolute)

    def _expired(self, now: float) -> sa.ColumnElement[bool]:
        idle, absolute = now - self.policy.session_idle_s, now - self.policy.session_s
        return (sessions.c.seen_at < idle) | (sessions.c.began_at < absolute)

    def open_sessions(self, account: str) -> list[OpenSession]:
        """Latest first."""
        mine = (sessions.c.account == account) & ~self._expired(self._clock())
        query = sa.select(sessions).where(mine).order_by(sessions.c.began_at.desc())
        with reading(self._engine) as connection:
            return [
                OpenSession(self.book.session_id(row.digest), row.source, row.began_at, row.seen_at)
                for row in connection.execute(query)
            ]

    def end_session(self, session: Session, source: str = "") -> None:
        self._end(session.account.id, [session.digest], ActingPerson(session.account.id, source))

    def end_sessions(self, account: str, by: ActingPerson, but: Session | None = None) -> int:
        """End every session of an account, or every other one: how many were ended."""
        query = sa.select(sessions.c.digest).where(sessions.c.account == account)
        with reading(self._engine) as connection:
            digests = [one for one in connection.scalars(query) if but is None or one != but.digest]
        if digests:
            self._end(account, digests, by)
        return len(digests)

    def _end(self, account: str, digests: Sequence[str], by: ActingPerson) -> None:
        ended = tuple(self.book.session_id(digest) for digest in digests)
        delete = sa.delete(sessions).where(sessions.c.digest.in_(digests))
        self.book.write(SignedOut(account, ended), by=by, change=running(delete))

    # ---- tokens

    def make_token(self, account: Account, name: str, source: str = "") -> tuple[str, Token]:
        """A secret for an API token, shown once."""
        if len(self.tokens(account.id)) >= MAX_TOKENS:
            raise Refused("too_many_tokens", f"An account can have {MAX_TOKENS} tokens. Revoke one first.")
        secret, now = secrets.token_urlsafe(32), self._clock()
        made = Token(secrets.token_hex(8), name, now, now, now + self.policy.token_s)
        digest = digest_of(secret)
        row = {"id": made.id, "digest": digest, "account": account.id, "name": name, "made_at": now,
               "used_at": now, "expires_at": made.expires_at}  # fmt: skip
        keyed = self.book.token_digest(digest)
        entry = TokenCreated(account.id, made.id, name, moment(made.expires_at), keyed)
        by = ActingPerson(account.id, source)
        self.book.write(entry, by=by, change=running(sa.insert(tokens).values(row)))
        return secret, made

    def by_token(self, digest: str) -> Account | None:
        """The account of an API token, if it may still be used; using it keeps it from falling idle."""
        now = self._clock()
        usable = (tokens.c.digest == digest) & ~self._token_over(now)
        query = (
            _people(tokens.c.used_at)
            .join(tokens, accounts.c.id == tokens.c.account)
            .where(usable & accounts.c.active & ~accounts.c.must_change)
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        if now - row.used_at > SEEN_EVERY_S:
            with self._engine.begin() as connection:
                connection.execute(sa.update(tokens).where(tokens.c.digest == digest).values(used_at=now))
        return _account(row)

    def _token_over(self, now: float) -> sa.ColumnElement[bool]:
        return (tokens.c.expires_at < now) | (tokens.c.used_at < now - self.policy.token_idle_s)

    def tokens(self, account: str) -> list[Token]:
        """The tokens of an account that may still be used."""
        mine = (tokens.c.account == account) & ~self._token_over(self._clock())
        query = sa.select(tokens).where(mine).order_by(tokens.c.made_at)
        with reading(self._engine) as connection:
            return [
                Token(row.id, row.name, row.made_at, row.used_at, row.expires_at)
                for row in connection.execute(query)
            ]

    def revoke_tokens(self, account: str, by: ActingPerson, id: str = "") -> int:
        """Revoke one token of an account, or all of them: how many were revoked."""
        mine = tokens.c.account == account
        mine = mine & (tokens.c.id == id) if id else mine
        with reading(self._engine) as connection:
            ids = tuple(connection.scalars(sa.select(tokens.c.id).where(mine)))
        if id and not ids:
            raise Refused("no_such_token", "There is no such token.")
        if ids:
            delete = sa.delete(tokens).where(tokens.c.id.in_(ids))
            self.book.write(TokensRevoked(account, ids), by=by, change=running(delete))
        return len(ids)


def _with(id: str, **values: object) -> sa.Update:
    return sa.update(accounts).where(accounts.c.id == id).values(values)


def _ends_access(id: str) -> tuple[sa.Delete, sa.Delete]:
    """Sessions and tokens of an account end."""
    of_sessions = sa.delete(sessions).where(sessions.c.account == id)
    return of_sessions, sa.delete(tokens).where(tokens.c.account == id)


def _people(*more: sa.ColumnElement[Any]) -> sa.Select[Any]:
    """Accounts with whether they have a second factor."""
    has = (sa.func.coalesce(second_factors.c.secret, "") != "").label("second_factor")
    joined = accounts.outerjoin(second_factors, second_factors.c.account == accounts.c.id)
    return sa.select(accounts, has, *more).select_from(joined)


VALID_SESSION = (
    _people(sessions.c.csrf, sessions.c.began_at, sessions.c.seen_at)
    .join(sessions, accounts.c.id == sessions.c.account)
    .where(
        (sessions.c.digest == sa.bindparam("digest"))
        & (sessions.c.seen_at >= sa.bindparam("idle"))
        & (sessions.c.began_at >= sa.bindparam("absolute"))
        & accounts.c.active
    )
)
"""Composed once."""


def _account(row: sa.Row[Any]) -> Account:
    return Account(
        row.id, row.name, AccountRole(row.role), row.active, row.must_change, row.demo, row.barred,
        bool(row.second_factor),
    )  # fmt: skip


def check_password(password: str, name: str) -> None:
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise Refused("bad_password", f"A password must have {MIN_PASSWORD} to {MAX_PASSWORD} characters.")
    if name.casefold() in password.casefold() or len(set(password)) < 4:
        raise Refused(
            "bad_password",
            "A password needs four different characters and must not contain the name.",
        )
