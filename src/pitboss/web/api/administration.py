"""The administrator’s API: accounts, money paid in and out, the staff activity log."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.desk.bank import Deposit, Withdraw
from pitboss.errors import Refused
from pitboss.web.accounts import Account
from pitboss.web.api.floor import WhyIn
from pitboss.web.api.login import Done, Id, Name, RequestBody
from pitboss.web.api.tables import Key, TableId, tables_of
from pitboss.web.api.wallet import BalanceOut
from pitboss.web.auth import Administrator, Caller, RateLimited, allow, auth_of
from pitboss.web.directory import ActivityEntry
from pitboss.web.roles import AccountRole

router = APIRouter(prefix="/accounts", tags=["administration"])


class AccountIn(RequestBody):
    name: Name
    role: Annotated[AccountRole, Field(strict=False)]


class AccountOut(BaseModel):
    id: str
    name: str
    role: AccountRole
    active: bool
    barred: bool
    demo: bool
    must_change_password: bool


class NewAccountOut(AccountOut):
    one_time_password: str = Field(description="Shown once; it must be changed at the first login.")


class AccountsOut(BaseModel):
    accounts: list[AccountOut]


class ActiveIn(RequestBody):
    active: bool


def _told(account: Account) -> AccountOut:
    return AccountOut(
        id=account.id,
        name=account.name,
        role=account.role,
        active=account.active,
        barred=account.barred,
        demo=account.demo,
        must_change_password=account.must_change,
    )


@router.get("")
def list_accounts(_: Administrator, request: Request) -> AccountsOut:
    """Every account."""
    return AccountsOut(accounts=[_told(account) for account in auth_of(request).accounts.listed()])


@router.post("", dependencies=[RateLimited])
def make_account(body: AccountIn, caller: Administrator, request: Request) -> NewAccountOut:
    """Create an account with a one-time password."""
    accounts = auth_of(request).accounts
    made = accounts.create(body.name, body.role)
    password = accounts.reset_password(made.id)
    auth_of(request).directory.note(
        caller.account.id, "create account", made.id, after=f"{made.role} {made.name}"
    )
    return NewAccountOut(**_told(accounts.find(made.id)).model_dump(), one_time_password=password)


@router.post("/{id}/password", dependencies=[RateLimited])
def reset_password(id: Id, caller: Administrator, request: Request) -> NewAccountOut:
    """Issue a one-time password; the account’s sessions and tokens end."""
    accounts = auth_of(request).accounts
    password = accounts.reset_password(id)
    auth_of(request).directory.note(caller.account.id, "reset password", id)
    return NewAccountOut(**_told(accounts.find(id)).model_dump(), one_time_password=password)


@router.post("/{id}/active", dependencies=[RateLimited])
def set_active(id: Id, body: ActiveIn, caller: Administrator, request: Request) -> AccountOut:
    """Close an account or reopen it; nobody can close their own."""
    if id == caller.account.id and not body.active:
        raise Refused("own_account", "You cannot close your own account.")
    auth = auth_of(request)
    before, after = (_state(active) for active in (auth.accounts.find(id).active, body.active))
    changed = auth.accounts.set_active(id, body.active)
    auth.directory.note(caller.account.id, "close or reopen account", id, before=before, after=after)
    return _told(changed)


def _state(active: bool) -> str:
    return "open" if active else "closed"


class MoneyIn(RequestBody):
    key: Key
    cents: Annotated[
        int, Field(ge=-(10**12), le=10**12, description="Above zero: paid in; below zero: paid out.")
    ]


@router.post("/{id}/money", dependencies=[RateLimited])
def move_money(id: Id, body: MoneyIn, caller: Administrator, request: Request) -> BalanceOut:
    """Pay money in to a player’s account, or out of it."""
    player = auth_of(request).accounts.find(id)
    if player.role != AccountRole.PLAYER:
        raise Refused("no_purse", "Only players have a balance.")
    if not body.cents:
        raise Refused("no_money", "Enter an amount other than $0.")
    cage = tables_of(request).pit.cage
    act = Deposit(account=id, cents=body.cents) if body.cents > 0 else Withdraw(account=id, cents=-body.cents)
    cage.submit(act, by=caller.account.id, key=f"{caller.account.id}:{body.key}")
    return BalanceOut(balance_cents=cage.balance(id))


class ActivityOut(BaseModel):
    activity: list[ActivityEntry]


office = APIRouter(tags=["administration"])


@office.get("/activity")
def list_activity(
    _: Annotated[Caller, allow(AccountRole.REGULATOR, AccountRole.ADMINISTRATOR)],
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> ActivityOut:
    """The staff activity log: who changed which account or table, when and why; latest first."""
    auth = auth_of(request)
    entries = auth.directory.activity(before)
    names = auth.names(entry.actor for entry in entries)
    return ActivityOut(
        activity=[replace(entry, actor=names.get(entry.actor, entry.actor)) for entry in entries]
    )


@office.post("/tables/{id}/give-up", dependencies=[RateLimited])
def give_up_shoe(
    id: TableId,
    body: WhyIn,
    caller: Annotated[Caller, allow(AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)],
    request: Request,
) -> Done:
    """Give up a shoe that cannot be read: undecided wagers are returned, and fresh cards are received."""
    tables_of(request).give_up_shoe(id, caller.account.id, body.why)
    return Done()
