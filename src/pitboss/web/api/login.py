"""The login API: logging in and out, your own password and tokens."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.desk.bank import Deposit
from pitboss.errors import Refused
from pitboss.web.accounts import MAX_PASSWORD, MAX_TOKENS, Account, Session
from pitboss.web.auth import AnyCaller, LoggedIn, RateLimited, auth_of, clear_cookie, set_cookie
from pitboss.web.roles import AccountRole

router = APIRouter(tags=["login"])

DEMO_CENTS = 10_000_00
"""Play money for each demonstration player."""

Name = Annotated[str, Field(min_length=3, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$")]
Password = Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class RequestBody(BaseModel):
    """A request body: unknown fields are refused, and no value is converted from another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class LoginIn(RequestBody):
    name: Name
    password: Password


class DemoIn(RequestBody):
    role: Literal["player", "dealer", "floorperson", "regulator"] = "player"


class PasswordIn(RequestBody):
    old: Password
    new: Password


class TokenIn(RequestBody):
    name: Name


class Me(BaseModel):
    """Your account, and the token a page sends with every change."""

    id: str
    name: str
    role: AccountRole
    demo: bool
    must_change_password: bool
    csrf: str = Field(
        description="Send it as the header X-Pitboss-CSRF with every change; API tokens need none."
    )


class TokenOut(BaseModel):
    id: str
    name: str
    made_at: float


class NewTokenOut(TokenOut):
    secret: str = Field(description="Shown once. Send it as: Authorization: Bearer SECRET")


class TokensOut(BaseModel):
    tokens: list[TokenOut] = Field(max_length=MAX_TOKENS)


class Done(BaseModel):
    done: Literal[True] = True


def tell_me(account: Account, session: Session | None) -> Me:
    return Me(
        id=account.id,
        name=account.name,
        role=account.role,
        demo=account.demo,
        must_change_password=account.must_change,
        csrf=session.csrf if session else "",
    )


def _enter(account: Account, request: Request, response: Response) -> Me:
    secret, session = auth_of(request).accounts.begin_session(account)
    set_cookie(response, secret, request)
    return tell_me(account, session)


def _address(request: Request) -> str:
    return request.client.host if request.client else "nobody"


@router.post("/login")
def log_in(body: LoginIn, request: Request, response: Response) -> Me:
    """Log in with name and password; the session is a cookie that scripts cannot read."""
    account = auth_of(request).log_in(body.name, body.password, _address(request))
    return _enter(account, request, response)


@router.post("/demo")
def log_in_for_demonstration(body: DemoIn, request: Request, response: Response) -> Me:
    """Log in without a password, where the server was started for demonstration on this machine only."""
    auth = auth_of(request)
    if not (auth.settings.demo and auth.settings.is_loopback):
        raise Refused("no_demo", "This server was not started with --demo.")
    auth.demo_logins.take(_address(request), "logins")
    account = auth.demo_account(AccountRole(body.role))
    if account.role == AccountRole.PLAYER:
        play_money = Deposit(account=account.id, cents=DEMO_CENTS)
        request.app.state.tables.pit.cage.submit(play_money, by="house", key=f"demo-{account.id}")
    return _enter(account, request, response)


@router.post("/logout")
def log_out(caller: AnyCaller, request: Request, response: Response) -> Done:
    """End this session."""
    if caller.session is not None:
        auth_of(request).accounts.end_session(caller.session)
    clear_cookie(response)
    return Done()


@router.get("/me")
def who_am_i(caller: AnyCaller) -> Me:
    """Your account."""
    return tell_me(caller.account, caller.session)


@router.post("/me/password")
def change_password(body: PasswordIn, caller: AnyCaller, request: Request, response: Response) -> Me:
    """Change your password; your other sessions and tokens end."""
    auth = auth_of(request)
    auth.logins.take(f"to {caller.account.name.casefold()}", "logins")
    auth.accounts.change_password(caller.account, body.old, body.new)
    return _enter(auth.accounts.find(caller.account.id), request, response)


@router.get("/me/tokens")
def my_tokens(caller: LoggedIn, request: Request) -> TokensOut:
    """Your API tokens, without their secrets."""
    listed = auth_of(request).accounts.tokens(caller.account)
    return TokensOut(tokens=[TokenOut(id=one.id, name=one.name, made_at=one.made_at) for one in listed])


@router.post("/me/tokens", dependencies=[RateLimited])
def make_token(body: TokenIn, caller: LoggedIn, request: Request) -> NewTokenOut:
    """Create an API token; its secret is shown only once."""
    secret, made = auth_of(request).accounts.make_token(caller.account, body.name)
    return NewTokenOut(id=made.id, name=made.name, made_at=made.made_at, secret=secret)


@router.delete("/me/tokens/{id}", dependencies=[RateLimited])
def revoke_token(id: Id, caller: LoggedIn, request: Request) -> Done:
    """Revoke an API token."""
    auth_of(request).accounts.revoke_token(caller.account, id)
    return Done()
