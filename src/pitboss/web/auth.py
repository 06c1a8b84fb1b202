"""Authentication: who sent a request, and whether that person may do what it asks."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Any, Protocol

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from pitboss.desk.house_entries import SignInFailed
from pitboss.errors import Refused
from pitboss.web.accounts import Account, Accounts, Session, digest_of
from pitboss.web.assignments import Assignments
from pitboss.web.directory import TableDirectory
from pitboss.web.house_book import NOBODY, ActingPerson
from pitboss.web.lock_out import LockOut
from pitboss.web.middleware import SAFE
from pitboss.web.rate_limit import FailureLimiter, RateLimiter
from pitboss.web.request_log import note_account
from pitboss.web.roles import CAGE_READERS, AccountRole
from pitboss.web.second_factors import WRONG_CODE, SecondFactors
from pitboss.web.settings import Settings

COOKIE = "pitboss_session"
DEVICE_COOKIE = "pitboss_device"
CSRF_HEADER = "x-pitboss-csrf"
SCHEME = "bearer "
MAX_NAMES = 10_000


class Limits(Protocol):
    """What players allow themselves."""

    def check_play(self, account: str, stake_cents: int = 0) -> None: ...


@dataclass(frozen=True)
class Caller:
    """Who sent a request: an account, by cookie or by API token."""

    account: Account
    session: Session | None = None
    token: str = ""
    """The digest of the API token."""
    source: str = ""
    """The network address of the request."""
    assignments: Assignments | None = field(default=None, compare=False, repr=False)
    limits: "Limits | None" = field(default=None, compare=False, repr=False)

    @property
    def acting(self) -> ActingPerson:
        return ActingPerson(self.account.id, self.source)

    def check_play(self, stake_cents: int = 0) -> None:
        """Refused where this player’s own limits forbid it."""
        if self.limits is not None:
            self.limits.check_play(self.account.id, stake_cents)

    def is_on_duty(self, table: str) -> bool:
        """Is this dealer assigned to the table now?"""
        return self.assignments is not None and self.assignments.is_on_duty(self.account.id, table)

    @property
    def role(self) -> AccountRole:
        return self.account.role


class Auth:
    """Recognizes callers and limits their rate."""

    def __init__(self, accounts: Accounts, directory: TableDirectory, settings: Settings) -> None:
        self.accounts = accounts
        self.book = accounts.book
        self.second_factors = SecondFactors(accounts.book)
        self.assignments = Assignments(accounts.book, settings.policy.shift_s)
        self.lock_out = LockOut(settings.policy.lock_out)
        self.directory = directory
        self.settings = settings
        self.limits: Limits | None = None
        self._names: dict[str, str] = {}
        self.logins = FailureLimiter(settings.logins)
        self.demo_logins = RateLimiter(settings.demo_logins)
        self.commands = RateLimiter(settings.commands)

    def recognize(self, connection: HTTPConnection) -> Caller | None:
        """The caller behind a token or a cookie; None when there is neither."""
        given = connection.headers.get("authorization", "")
        if given:
            if not given.lower().startswith(SCHEME):
                raise Refused("bad_token", "Use the header: Authorization: Bearer TOKEN.")
            token = digest_of(given[len(SCHEME) :].strip())
            account = self.accounts.by_token(token)
            if account is None:
                raise Refused("bad_token", "This token is not valid.")
            return self._caller(account, None, token, source_of(connection))
        secret = connection.cookies.get(COOKIE)
        session = self.accounts.session(secret) if secret else None
        if session is None:
            return None
        return self._caller(session.account, session, "", source_of(connection))

    def _caller(self, account: Account, session: Session | None, token: str, source: str) -> Caller:
        note_account(account.id)
        return Caller(account, session, token, source, self.assignments, self.limits)

    def still(self, caller: Caller, *, used: bool = False) -> Caller:
        """The caller of an open connection as of now: barred or closed accounts count at once."""
        if caller.session is None:
            account, session = self.accounts.by_token(caller.token), None
        else:
            session = self.accounts.still(caller.session, used=used)
            account = session.account if session else None
        if account is None:
            raise Refused("not_logged_in", "Your session has ended. Log in again.")
        return self._caller(account, session, caller.token, caller.source)

    def must_enroll(self, account: Account) -> bool:
        """Does the house ask for a second factor that this account has not set up?"""
        asked = account.role in self.settings.policy.second_factor and not account.demo
        return asked and not account.second_factor

    def check_complete(self, caller: Caller) -> None:
        """Refused while a one-time password or a missing second factor lets its owner do nothing else."""
        if caller.account.must_change:
            raise Refused("change_password_first", "This is a one-time password. Choose your own first.")
        if self.must_enroll(caller.account):
            raise Refused("second_factor_first", "Set up your second factor first.")

    # ---- logging in

    def log_in(self, name: str, password: str, code: str, source: str, device: str) -> tuple[Account, str]:
        """The account, and what was given besides the password.

        Wrong tries count for a source and a name together. A browser that signed in to this account before is
        a source of its own, so that nobody else, not even at the same address, can lock its owner out.
        """
        known = self._known_device(device, name)
        tried_from = f"device {known}" if known else source
        with self.logins.attempt(f"from {tried_from}", "wrong logins"):
            self.lock_out.check(tried_from, name)
            try:
                account = self.accounts.log_in(name, password)
            except Refused:
                self._note_failure("wrong name or password", name, source, tried_from)
                raise
            asks_for_code = account.second_factor and not code
            given = "" if asks_for_code else self._check_code(account, code, source, tried_from, bool(known))
        if asks_for_code:
            raise Refused("code_needed", "Enter the code of your authenticator app.")
        self.lock_out.forget(tried_from, name)
        return account, given

    def _check_code(self, account: Account, code: str, source: str, tried_from: str, known: bool) -> str:
        if not account.second_factor:
            return ""
        if not known:  # whoever has the password could otherwise guess from many addresses at once
            self.lock_out.check(CODES, account.id)
        given = self.second_factors.accept(account, code)
        if not given:
            if not known:
                self.lock_out.fail(CODES, account.id)
            self._note_failure("wrong code", account.name, source, tried_from)
            raise Refused("wrong_code", WRONG_CODE)
        self.lock_out.forget(CODES, account.id)
        return given

    def _note_failure(self, why: str, name: str, source: str, tried_from: str) -> None:
        wait_s = self.lock_out.fail(tried_from, name)
        account = self.accounts.by_name(name)
        unknown = "" if account else self.book.key.digest("name", name.casefold())[:16]
        entry = SignInFailed(why, account.id if account else "", unknown, wait_s)
        self.book.write(entry, by=ActingPerson(NOBODY, source))

    def device_cookie(self, account: Account) -> str:
        """Proof that a browser has signed in to this account, until the password changes."""
        nonce = secrets.token_hex(8)
        return f"{nonce}.{self._device_proof(account, nonce)}"

    def _device_proof(self, account: Account, nonce: str) -> str:
        hashed = self.accounts.password_hash(account.id)
        return self.book.key.digest("device", f"{account.id} {hashed} {nonce}")[:32]

    def _known_device(self, cookie: str, name: str) -> str:
        nonce, _, proof = cookie.partition(".")
        account = self.accounts.by_name(name) if proof else None
        if account is None or not proof.isascii():
            return ""
        right = secrets.compare_digest(proof, self._device_proof(account, nonce))
        return nonce if right else ""

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """Names by account id; a name never changes, so it is looked up once."""
        unknown = [id for id in ids if id and id not in self._names]
        if unknown:
            if len(self._names) > MAX_NAMES:
                self._names = {}
            self._names = self._names | self.accounts.names(unknown)
        return self._names

    def named(self, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Seats with their players’ names instead of account ids."""
        names = self.names(seat["account"] for seat in seats)
        return [
            {key: value for key, value in seat.items() if key != "account"}
            | {"name": names.get(seat["account"], "")}
            for seat in seats
        ]

    def demo_account(self, role: AccountRole) -> Account:
        """A new account for each demonstration player; one shared account for each staff role."""
        if role == AccountRole.PLAYER:
            return self.accounts.create(f"guest {secrets.token_hex(4)}", role, demo=True)
        name = f"demo {role}"
        return self.accounts.by_name(name) or self.accounts.create(name, role, demo=True)


CODES = "codes"
"""Stands for every unknown source where wrong codes are counted: they need the password already."""


def source_of(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else "nobody"


def check_csrf(connection: HTTPConnection, caller: Caller) -> None:
    """A cookie alone changes nothing: the page must also send the token that only it was given."""
    sent = connection.headers.get(CSRF_HEADER, "")
    if caller.session is not None and not secrets.compare_digest(sent.encode(), caller.session.csrf.encode()):
        raise Refused("no_csrf", "This page is out of date. Reload it and try again.")


def auth_of(connection: HTTPConnection) -> Auth:
    auth: Auth = connection.app.state.auth
    return auth


def any_caller(connection: HTTPConnection) -> Caller:
    """Anybody who is logged in, even with a one-time password."""
    caller = auth_of(connection).recognize(connection)
    if caller is None:
        raise Refused("not_logged_in", "Log in first.")
    if connection.scope["type"] == "http" and connection.scope["method"] not in SAFE:
        check_csrf(connection, caller)
    return caller


AnyCaller = Annotated[Caller, Depends(any_caller)]


def logged_in(caller: AnyCaller, connection: HTTPConnection) -> Caller:
    auth_of(connection).check_complete(caller)
    return caller


def allow(*roles: AccountRole) -> Any:
    """A dependency that admits these roles only."""

    def check(caller: Annotated[Caller, Depends(logged_in)]) -> Caller:
        if caller.role not in roles:
            raise Refused("not_for_you", f"{caller.role.plural} cannot do this.")
        return caller

    return Depends(check)


def rate_limited(connection: HTTPConnection, caller: Annotated[Caller, Depends(logged_in)]) -> None:
    """Changes are rate-limited by account."""
    auth_of(connection).commands.take(caller.account.id, "commands")


def set_cookie(response: Response, secret: str, connection: HTTPConnection) -> None:
    secure = auth_of(connection).settings.is_behind_tls
    response.set_cookie(COOKIE, secret, httponly=True, samesite="strict", secure=secure, path="/")


def set_device_cookie(response: Response, account: Account, connection: HTTPConnection) -> None:
    auth = auth_of(connection)
    response.set_cookie(
        DEVICE_COOKIE,
        auth.device_cookie(account),
        max_age=round(auth.settings.policy.device_s),
        httponly=True,
        samesite="strict",
        secure=auth.settings.is_behind_tls,
        path="/api/v1/login",
    )


def clear_cookie(response: Response) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", path="/")


Player = Annotated[Caller, allow(AccountRole.PLAYER)]
Floor = Annotated[Caller, allow(AccountRole.FLOORPERSON)]
Cashier = Annotated[Caller, allow(AccountRole.CASHIER)]
CageReader = Annotated[Caller, allow(*CAGE_READERS)]
Administrator = Annotated[Caller, allow(AccountRole.ADMINISTRATOR)]
LoggedIn = Annotated[Caller, Depends(logged_in)]
RateLimited = Depends(rate_limited)
