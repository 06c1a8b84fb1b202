"""The login API: logging in and out, and your own password."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.desk.cage import Cage
from pitboss.desk.cage_acts import Deposit
from pitboss.errors import Refused
from pitboss.web.accounts import MAX_PASSWORD, Account, Session
from pitboss.web.auth import (
    DEVICE_COOKIE,
    AnyCaller,
    Auth,
    auth_of,
    clear_cookie,
    set_cookie,
    set_device_cookie,
    source_of,
)
from pitboss.web.roles import AccountRole

router = APIRouter(tags=["login"])

OWN_PASSWORD = "own password"
"""Where wrong tries are counted of somebody who is logged in already, which no stranger is."""
DEMO_CENTS = 10_000_00
"""Play money for each demonstration player."""

Name = Annotated[str, Field(min_length=3, max_length=40, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$")]
Password = Annotated[str, Field(min_length=1, max_length=MAX_PASSWORD)]
Code = Annotated[str, Field(max_length=40)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class RequestBody(BaseModel):
    """A request body: unknown fields are refused, and no value is converted from another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


class LoginIn(RequestBody):
    name: Name
    password: Password
    code: Code = Field(default="", description="Of the authenticator app, or a recovery code.")


class DemoIn(RequestBody):
    role: Literal["player", "dealer", "floorperson", "cashier", "regulator"] = "player"


class PasswordIn(RequestBody):
    old: Password
    new: Password


class Me(BaseModel):
    """Your account, and the token a page sends with every change."""

    id: str
    name: str
    role: AccountRole
    demo: bool
    must_change_password: bool
    second_factor: bool
    must_set_up_second_factor: bool
    csrf: str = Field(
        description="Send it as the header X-Pitboss-CSRF with every change; API tokens need none."
    )


class Done(BaseModel):
    done: Literal[True] = True


def tell_me(auth: Auth, account: Account, session: Session | None) -> Me:
    return Me(
        id=account.id,
        name=account.name,
        role=account.role,
        demo=account.demo,
        must_change_password=account.must_change,
        second_factor=account.second_factor,
        must_set_up_second_factor=auth.must_enroll(account),
        csrf=session.csrf if session else "",
    )


def _enter(account: Account, request: Request, response: Response, given: str = "") -> Me:
    auth = auth_of(request)
    secret, session = auth.accounts.begin_session(account, source_of(request), given)
    set_cookie(response, secret, request)
    return tell_me(auth, account, session)


@router.post("/login")
def log_in(body: LoginIn, request: Request, response: Response) -> Me:
    """Log in with name and password, and a code where the account has a second factor.

    The session is a cookie that scripts cannot read.
    """
    device = request.cookies.get(DEVICE_COOKIE, "")
    source = source_of(request)
    account, given = auth_of(request).log_in(body.name, body.password, body.code, source, device)
    set_device_cookie(response, account, request)
    return _enter(account, request, response, given)


@router.post("/demo")
def log_in_for_demonstration(body: DemoIn, request: Request, response: Response) -> Me:
    """Log in without a password, where the server was started for demonstration on this machine only."""
    auth = auth_of(request)
    if not (auth.settings.demo and auth.settings.is_loopback):
        raise Refused("no_demo", "This server was not started with --demo.")
    auth.demo_logins.take(source_of(request), "logins")
    cage: Cage = request.app.state.tables.pit.cage
    cage.refresh()
    if body.role == "player" and cage.book.closed:
        raise Refused(
            "cage_closed", "The cage is closed, so nobody gets play money. Run the cage and open it."
        )
    account = auth.demo_account(AccountRole(body.role))
    if account.role == AccountRole.PLAYER:
        play_money = Deposit(account=account.id, cents=DEMO_CENTS)
        cage.submit(play_money, by="house", key=f"demo-{account.id}")
    return _enter(account, request, response)


@router.post("/logout")
def log_out(caller: AnyCaller, request: Request, response: Response) -> Done:
    """End this session."""
    if caller.session is not None:
        auth_of(request).accounts.end_session(caller.session, caller.source)
    clear_cookie(response)
    return Done()


@router.get("/me")
def who_am_i(caller: AnyCaller, request: Request) -> Me:
    """Your account."""
    return tell_me(auth_of(request), caller.account, caller.session)


@router.post("/me/password")
def change_password(body: PasswordIn, caller: AnyCaller, request: Request, response: Response) -> Me:
    """Change your password; your other sessions and tokens end."""
    auth, id = auth_of(request), caller.account.id
    auth.lock_out.check(OWN_PASSWORD, id)
    try:
        auth.accounts.change_password(caller.account, body.old, body.new, caller.source)
    except Refused as refused:
        if refused.reason == "wrong_password":
            auth.lock_out.fail(OWN_PASSWORD, id)
        raise
    auth.lock_out.forget(OWN_PASSWORD, id)
    account = auth.accounts.find(id)
    set_device_cookie(response, account, request)
    return _enter(account, request, response)
