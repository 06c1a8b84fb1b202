"""Authentication: who sent a request, and whether that person may do what it asks."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection
from starlette.responses import Response

from pitboss.errors import Refused
from pitboss.web.accounts import Account, Accounts, Session, digest_of
from pitboss.web.directory import TableDirectory
from pitboss.web.middleware import SAFE
from pitboss.web.rate_limit import RateLimiter
from pitboss.web.roles import AccountRole
from pitboss.web.settings import Settings

COOKIE = "pitboss_session"
CSRF_HEADER = "x-pitboss-csrf"
SCHEME = "bearer "
MAX_NAMES = 10_000


@dataclass(frozen=True)
class Caller:
    """Who sent a request: an account, by cookie or by API token."""

    account: Account
    session: Session | None = None
    token: str = ""
    """The digest of the API token."""

    @property
    def role(self) -> AccountRole:
        return self.account.role


class Auth:
    """Recognizes callers and limits their rate."""

    def __init__(self, accounts: Accounts, directory: TableDirectory, settings: Settings) -> None:
        self.accounts = accounts
        self.directory = directory
        self.settings = settings
        self._names: dict[str, str] = {}
        self.logins = RateLimiter(settings.logins)
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
            return Caller(account, token=token)
        secret = connection.cookies.get(COOKIE)
        session = self.accounts.session(secret) if secret else None
        return None if session is None else Caller(session.account, session)

    def still(self, caller: Caller, *, used: bool = False) -> Caller:
        """The caller of an open connection as of now: barred or closed accounts count at once."""
        if caller.session is None:
            account, session = self.accounts.by_token(caller.token), None
        else:
            session = self.accounts.still(caller.session, used=used)
            account = session.account if session else None
        if account is None:
            raise Refused("not_logged_in", "Your session has ended. Log in again.")
        return Caller(account, session, caller.token)

    def log_in(self, name: str, password: str, address: str) -> Account:
        self.logins.take(f"from {address}", "logins")
        self.logins.take(f"to {name.casefold()}", "logins")
        return self.accounts.log_in(name, password)

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


def logged_in(caller: AnyCaller) -> Caller:
    if caller.account.must_change:
        raise Refused("change_password_first", "This is a one-time password. Choose your own first.")
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


def clear_cookie(response: Response) -> None:
    response.delete_cookie(COOKIE, httponly=True, samesite="strict", path="/")


Player = Annotated[Caller, allow(AccountRole.PLAYER)]
Floor = Annotated[Caller, allow(AccountRole.FLOORPERSON)]
Administrator = Annotated[Caller, allow(AccountRole.ADMINISTRATOR)]
LoggedIn = Annotated[Caller, Depends(logged_in)]
RateLimited = Depends(rate_limited)
