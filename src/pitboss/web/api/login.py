"""The entrance: logging in and out, one's own password and tokens."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.desk.bank import Deposit
from pitboss.errors import Refused
from pitboss.web.accounts import MOST_PASSWORD, MOST_TOKENS, Account, Session
from pitboss.web.auth import AnyCaller, LoggedIn, RateLimited, clear_cookie, auth_of, set_cookie
from pitboss.web.roles import AccountRole

router = APIRouter(tags=["entrance"])

DEMO_CENTS = 10_000_00
"""Play money for each demonstrating player."""

Name = Annotated[str, Field(min_length=3, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$")]
Password = Annotated[str, Field(min_length=1, max_length=MOST_PASSWORD)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class RequestBody(BaseModel):
    """What is asked for has no field that we do not know, and nothing is guessed from another kind."""

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
    """Who one is here, and what one's page must send along to change anything."""

    id: str
    name: str
    role: AccountRole
    demo: bool
    must_change_password: bool
    csrf: str = Field(
        description="For the header X-Pitboss-CSRF of whatever changes something; none for tokens."
    )


class TokenOut(BaseModel):
    id: str
    name: str
    made_at: float


class NewTokenOut(TokenOut):
    secret: str = Field(description="Shown once. Send it as: Authorization: Bearer SECRET")


class TokensOut(BaseModel):
    tokens: list[TokenOut] = Field(max_length=MOST_TOKENS)


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
def log_in(asked: LoginIn, request: Request, response: Response) -> Me:
    """Log in by name and password; the session is a cookie that scripts cannot read."""
    account = auth_of(request).log_in(asked.name, asked.password, _address(request))
    return _enter(account, request, response)


@router.post("/demo")
def log_in_for_demonstration(asked: DemoIn, request: Request, response: Response) -> Me:
    """Come in without a password, where the server was started for demonstration on this machine alone."""
    auth = auth_of(request)
    if not (auth.settings.demo and auth.settings.is_loopback):
        raise Refused("no_demo", "This server was not started with --demo.")
    auth.demo_logins.take(_address(request), "logins")
    account = auth.demo_account(AccountRole(asked.role))
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
    """Who one is here."""
    return tell_me(caller.account, caller.session)


@router.post("/me/password")
def change_password(asked: PasswordIn, caller: AnyCaller, request: Request, response: Response) -> Me:
    """Change one's own password; other sessions and tokens of the account end."""
    auth = auth_of(request)
    auth.logins.take(f"to {caller.account.name.casefold()}", "logins")
    auth.accounts.change_password(caller.account, asked.old, asked.new)
    return _enter(auth.accounts.find(caller.account.id), request, response)


@router.get("/me/tokens")
def my_tokens(caller: LoggedIn, request: Request) -> TokensOut:
    """The tokens of one's programs, without their secrets."""
    listed = auth_of(request).accounts.tokens(caller.account)
    return TokensOut(tokens=[TokenOut(id=one.id, name=one.name, made_at=one.made_at) for one in listed])


@router.post("/me/tokens", dependencies=[RateLimited])
def make_token(asked: TokenIn, caller: LoggedIn, request: Request) -> NewTokenOut:
    """A token for a program of one's own; its secret is shown this once."""
    secret, made = auth_of(request).accounts.make_token(caller.account, asked.name)
    return NewTokenOut(id=made.id, name=made.name, made_at=made.made_at, secret=secret)


@router.delete("/me/tokens/{id}", dependencies=[RateLimited])
def revoke_token(id: Id, caller: LoggedIn, request: Request) -> Done:
    """End a token."""
    auth_of(request).accounts.revoke_token(caller.account, id)
    return Done()
