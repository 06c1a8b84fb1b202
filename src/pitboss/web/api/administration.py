"""The jobs: who has an account, and as what."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.desk.bank import Deposit, Withdraw
from pitboss.errors import Refused
from pitboss.web.accounts import Account
from pitboss.web.api.floor import WhyIn
from pitboss.web.api.login import RequestBody, Done, Id, Name
from pitboss.web.api.tables import Key, TableId, tables_of
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
        must_change_password=account.must_change,
    )


@router.get("")
def list_accounts(_: Administrator, request: Request) -> AccountsOut:
    """Everybody who has an account."""
    return AccountsOut(accounts=[_told(account) for account in auth_of(request).accounts.listed()])


@router.post("", dependencies=[RateLimited])
def make_account(asked: AccountIn, caller: Administrator, request: Request) -> NewAccountOut:
    """A new account with a one-time password."""
    accounts = auth_of(request).accounts
    made = accounts.create(asked.name, asked.role)
    password = accounts.reset_password(made.id)
    auth_of(request).directory.note(
        caller.account.id, "make account", made.id, after=f"{made.role} {made.name}"
    )
    return NewAccountOut(**_told(accounts.find(made.id)).model_dump(), one_time_password=password)


@router.post("/{id}/password", dependencies=[RateLimited])
def reset_password(id: Id, caller: Administrator, request: Request) -> NewAccountOut:
    """A new one-time password for somebody who lost theirs; their sessions and tokens end."""
    accounts = auth_of(request).accounts
    password = accounts.reset_password(id)
    auth_of(request).directory.note(caller.account.id, "reset password", id)
    return NewAccountOut(**_told(accounts.find(id)).model_dump(), one_time_password=password)


@router.post("/{id}/active", dependencies=[RateLimited])
def set_active(id: Id, asked: ActiveIn, caller: Administrator, request: Request) -> AccountOut:
    """Shut an account or open it again; nobody shuts their own."""
    if id == caller.account.id and not asked.active:
        raise Refused("own_account", "Nobody shuts their own account.")
    auth = auth_of(request)
    before, after = (_state(active) for active in (auth.accounts.find(id).active, asked.active))
    changed = auth.accounts.set_active(id, asked.active)
    auth.directory.note(caller.account.id, "set active", id, before=before, after=after)
    return _told(changed)


def _state(active: bool) -> str:
    return "active" if active else "shut"


class MoneyIn(RequestBody):
    key: Key
    cents: Annotated[int, Field(ge=-(10**12), le=10**12, description="Above zero in, below zero out.")]


class BalanceOut(BaseModel):
    balance_cents: int


@router.post("/{id}/money", dependencies=[RateLimited])
def move_money(id: Id, asked: MoneyIn, caller: Administrator, request: Request) -> BalanceOut:
    """The cashier's counter: money paid in to a player's account, or out of it."""
    player = auth_of(request).accounts.find(id)
    if player.role != AccountRole.PLAYER:
        raise Refused("no_purse", "Only players have money with the house.")
    if not asked.cents:
        raise Refused("no_money", "Nothing is to be moved.")
    cage = tables_of(request).pit.cage
    act = (
        Deposit(account=id, cents=asked.cents)
        if asked.cents > 0
        else Withdraw(account=id, cents=-asked.cents)
    )
    cage.submit(act, by=caller.account.id, key=f"{caller.account.id}:{asked.key}")
    return BalanceOut(balance_cents=cage.balance(id))


class ActivityOut(BaseModel):
    deeds: list[ActivityEntry]


deeds = APIRouter(tags=["administration"])


@deeds.get("/deeds")
def list_deeds(
    _: Annotated[Caller, allow(AccountRole.REGULATOR, AccountRole.ADMINISTRATOR)],
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
) -> ActivityOut:
    """What was altered at the auth and of tables: by whom, when, before and after; the latest first."""
    auth = auth_of(request)
    found = auth.directory.deeds(before)
    names = auth.names(deed.actor for deed in found)
    return ActivityOut(deeds=[replace(deed, actor=names.get(deed.actor, deed.actor)) for deed in found])


@deeds.post("/tables/{id}/give-up", dependencies=[RateLimited])
def give_up_shoe(
    id: TableId,
    asked: WhyIn,
    caller: Annotated[Caller, allow(AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)],
    request: Request,
) -> Done:
    """Give up a shoe that nobody can read any more: wagers come back, and fresh cards are received."""
    tables_of(request).give_up_shoe(id, caller.account.id, asked.why)
    return Done()
