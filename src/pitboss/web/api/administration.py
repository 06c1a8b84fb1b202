"""The office: who has an account, and as what."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.web.accounts import Account
from pitboss.web.api.entrance import Asked, Id, Name
from pitboss.web.doors import Administrator, Slowly, doors_of
from pitboss.web.roles import AccountRole

router = APIRouter(prefix="/accounts", tags=["administration"])


class AccountAsked(Asked):
    name: Name
    role: Annotated[AccountRole, Field(strict=False)]


class AccountTold(BaseModel):
    id: str
    name: str
    role: AccountRole
    active: bool
    must_change_password: bool


class AccountMade(AccountTold):
    one_time_password: str = Field(description="Shown once; it must be changed at the first login.")


class AccountsTold(BaseModel):
    accounts: list[AccountTold]


class ActiveAsked(Asked):
    active: bool


def _told(account: Account) -> AccountTold:
    return AccountTold(
        id=account.id,
        name=account.name,
        role=account.role,
        active=account.active,
        must_change_password=account.must_change,
    )


@router.get("")
def list_accounts(_: Administrator, request: Request) -> AccountsTold:
    """Everybody who has an account."""
    return AccountsTold(accounts=[_told(account) for account in doors_of(request).accounts.listed()])


@router.post("", dependencies=[Slowly])
def make_account(asked: AccountAsked, _: Administrator, request: Request) -> AccountMade:
    """A new account with a one-time password."""
    accounts = doors_of(request).accounts
    made = accounts.create(asked.name, asked.role)
    password = accounts.reset_password(made.id)
    return AccountMade(**_told(accounts.find(made.id)).model_dump(), one_time_password=password)


@router.post("/{id}/password", dependencies=[Slowly])
def reset_password(id: Id, _: Administrator, request: Request) -> AccountMade:
    """A new one-time password for somebody who lost theirs; their sessions and tokens end."""
    accounts = doors_of(request).accounts
    password = accounts.reset_password(id)
    return AccountMade(**_told(accounts.find(id)).model_dump(), one_time_password=password)


@router.post("/{id}/active", dependencies=[Slowly])
def set_active(id: Id, asked: ActiveAsked, caller: Administrator, request: Request) -> AccountTold:
    """Shut an account or open it again; nobody shuts their own."""
    if id == caller.account.id and not asked.active:
        raise Refused("own_account", "Nobody shuts their own account.")
    return _told(doors_of(request).accounts.set_active(id, asked.active))
