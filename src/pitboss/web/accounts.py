"""Accounts, their sessions and their API tokens.

Passwords are stored as argon2 hashes; session and token secrets, long and random, as SHA-256.
"""

import hashlib
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from pitboss.errors import Refused
from pitboss.web.account_schema import accounts, reading, sessions, tokens
from pitboss.web.roles import AccountRole

IDLE_S = 30 * 60
ABSOLUTE_S = 12 * 60 * 60
SEEN_EVERY_S = 60
"""How old the stored time of a session’s last use may be: a write for every request would be too many."""
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


@dataclass(frozen=True)
class Session:
    account: Account
    csrf: str
    digest: str


@dataclass(frozen=True)
class Token:
    id: str
    name: str
    made_at: float


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


class Accounts:
    """The accounts in one database."""

    def __init__(
        self,
        engine: sa.Engine,
        *,
        clock: Callable[[], float] = time.time,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._engine = engine
        self._clock = clock
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
    ) -> Account:
        """A new account; without a password nobody can log in to it by name."""
        if password:
            check_password(password, name)
        made = Account(secrets.token_hex(8), name, role, True, must_change, demo)
        row = {
            "id": made.id, "name": name, "role": role.value, "active": True, "must_change": must_change,
            "demo": demo, "barred": False, "password": self._hash(password) if password else "",
            "made_at": self._clock(),
        }  # fmt: skip
        try:
            with self._engine.begin() as connection:
                connection.execute(sa.insert(accounts).values(row))
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
            rows = connection.execute(sa.select(accounts).order_by(accounts.c.name))
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

    def set_active(self, id: str, active: bool) -> Account:
        """Close or reopen an account; closing ends its sessions and tokens."""
        self.find(id)
        with self._engine.begin() as connection:
            connection.execute(sa.update(accounts).where(accounts.c.id == id).values(active=active))
            if not active:
                connection.execute(sa.delete(sessions).where(sessions.c.account == id))
                connection.execute(sa.delete(tokens).where(tokens.c.account == id))
        return self.find(id)

    def set_barred(self, id: str, barred: bool) -> Account:
        self.find(id)
        with self._engine.begin() as connection:
            connection.execute(sa.update(accounts).where(accounts.c.id == id).values(barred=barred))
        return self.find(id)

    def change_password(self, account: Account, old: str, new: str) -> None:
        """Change the account’s own password; every session of the account ends."""
        if not self._verify(self._password_of(account.id) or self._nobody, old):
            raise Refused("wrong_password", "Wrong current password.")
        if old == new:
            raise Refused("bad_password", "The new password must differ from the old one.")
        check_password(new, account.name)
        self._set_password(account.id, new, must_change=False)

    def reset_password(self, id: str) -> str:
        """A one-time password, to be changed at the next login."""
        account = self.find(id)
        password = secrets.token_urlsafe(12)
        self._set_password(account.id, password, must_change=True)
        return password

    def _set_password(self, id: str, password: str, *, must_change: bool) -> None:
        hashed = self._hash(password)
        with self._engine.begin() as connection:
            connection.execute(
                sa.update(accounts)
                .where(accounts.c.id == id)
                .values(password=hashed, must_change=must_change)
            )
            connection.execute(sa.delete(sessions).where(sessions.c.account == id))
            connection.execute(sa.delete(tokens).where(tokens.c.account == id))

    def _password_of(self, id: str) -> str:
        with reading(self._engine) as connection:
            return str(connection.scalar(sa.select(accounts.c.password).where(accounts.c.id == id)) or "")

    def _one(self, condition: sa.ColumnElement[bool]) -> Account | None:
        with reading(self._engine) as connection:
            row = connection.execute(sa.select(accounts).where(condition).limit(1)).first()
        return None if row is None else _account(row)

    # ---- sessions

    def log_in(self, name: str, password: str) -> Account:
        """The account with this name and password; a wrong name takes as long as a wrong password."""
        account = self.by_name(name)
        hashed = self._password_of(account.id) if account else ""
        right = self._verify(hashed or self._nobody, password)
        if account is None or not hashed or not right or not account.active:
            raise Refused("wrong_login", "Wrong name or password.")
        return account

    def begin_session(self, account: Account) -> tuple[str, Session]:
        """A secret for the browser’s cookie, and the session that is stored."""
        secret, csrf, now = secrets.token_urlsafe(32), secrets.token_urlsafe(32), self._clock()
        with self._engine.begin() as connection:
            connection.execute(sa.delete(sessions).where(_expired(now)))
            row = {"digest": digest_of(secret), "account": account.id, "csrf": csrf, "began_at": now,
                   "seen_at": now}  # fmt: skip
            connection.execute(sa.insert(sessions).values(row))
        return secret, Session(account, csrf, digest_of(secret))

    def session(self, secret: str) -> Session | None:
        """The session of this cookie, unless it ended or was idle too long; using it keeps it alive."""
        return self._valid(digest_of(secret))

    def still(self, session: Session, *, used: bool = False) -> Session | None:
        """The session as it is now, if it is still valid."""
        return self._valid(session.digest, touch=used)

    def _valid(self, digest: str, *, touch: bool = True) -> Session | None:
        now = self._clock()
        query = (
            sa.select(accounts, sessions.c.csrf, sessions.c.seen_at)
            .join(accounts, accounts.c.id == sessions.c.account)
            .where((sessions.c.digest == digest) & ~_expired(now) & accounts.c.active)
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        if touch and now - row.seen_at > SEEN_EVERY_S:
            with self._engine.begin() as connection:
                connection.execute(sa.update(sessions).where(sessions.c.digest == digest).values(seen_at=now))
        return Session(_account(row), row.csrf, digest)

    def end_session(self, session: Session) -> None:
        with self._engine.begin() as connection:
            connection.execute(sa.delete(sessions).where(sessions.c.digest == session.digest))

    # ---- tokens

    def make_token(self, account: Account, name: str) -> tuple[str, Token]:
        """A secret for an API token, shown once."""
        if len(self.tokens(account)) >= MAX_TOKENS:
            raise Refused("too_many_tokens", f"An account can have {MAX_TOKENS} tokens. Revoke one first.")
        secret, made = secrets.token_urlsafe(32), Token(secrets.token_hex(8), name, self._clock())
        row = {"id": made.id, "digest": digest_of(secret), "account": account.id, "name": name,
               "made_at": made.made_at}  # fmt: skip
        with self._engine.begin() as connection:
            connection.execute(sa.insert(tokens).values(row))
        return secret, made

    def by_token(self, digest: str) -> Account | None:
        """The account of an API token, if it may still be used."""
        query = (
            sa.select(accounts)
            .join(tokens, accounts.c.id == tokens.c.account)
            .where((tokens.c.digest == digest) & accounts.c.active & ~accounts.c.must_change)
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).first()
        return None if row is None else _account(row)

    def tokens(self, account: Account) -> list[Token]:
        query = sa.select(tokens).where(tokens.c.account == account.id).order_by(tokens.c.made_at)
        with reading(self._engine) as connection:
            return [Token(row.id, row.name, row.made_at) for row in connection.execute(query)]

    def revoke_token(self, account: Account, id: str) -> None:
        mine = (tokens.c.id == id) & (tokens.c.account == account.id)
        with self._engine.begin() as connection:
            if connection.execute(sa.delete(tokens).where(mine)).rowcount == 0:
                raise Refused("no_such_token", "You have no such token.")


def _expired(now: float) -> sa.ColumnElement[bool]:
    return (sessions.c.seen_at < now - IDLE_S) | (sessions.c.began_at < now - ABSOLUTE_S)


def _account(row: sa.Row[tuple[object, ...]]) -> Account:
    return Account(row.id, row.name, AccountRole(row.role), row.active, row.must_change, row.demo, row.barred)


def check_password(password: str, name: str) -> None:
    if not MIN_PASSWORD <= len(password) <= MAX_PASSWORD:
        raise Refused("bad_password", f"A password must have {MIN_PASSWORD} to {MAX_PASSWORD} characters.")
    if name.casefold() in password.casefold() or len(set(password)) < 4:
        raise Refused(
            "bad_password",
            "A password needs four different characters and must not contain the name.",
        )
