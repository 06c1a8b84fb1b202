"""The administrator’s API: accounts, money paid in and out, the staff activity log."""

from dataclasses import replace
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from pitboss.desk.cage_acts import Deposit, Withdraw
from pitboss.errors import Refused
from pitboss.web.accounts import Account
from pitboss.web.activity_text import SIGN_INS
from pitboss.web.api.access import Ended, SignInsOut, TokenOut, sign_ins_of, token_out
from pitboss.web.api.approvals import WaitingOut, approvals_of, waiting_out
from pitboss.web.api.cage import check_open_account, player_at_window
from pitboss.web.api.floor import WhyIn
from pitboss.web.api.login import Done, Id, Name, RequestBody
from pitboss.web.api.tables import Key, TableId, seatings_of, tables_of
from pitboss.web.api.wallet import BalanceOut
from pitboss.web.approvals import Approval
from pitboss.web.auth import Administrator, Auth, Caller, Cashier, RateLimited, allow, auth_of
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
    second_factor: bool
    must_set_up_second_factor: bool


class NewAccountOut(AccountOut):
    one_time_password: str = Field(description="Shown once; it must be changed at the first login.")


class AccountsOut(BaseModel):
    accounts: list[AccountOut]


class AccessOut(SignInsOut):
    """What lets somebody in: sessions and tokens, and who tried."""

    tokens: list[TokenOut]


class ActiveIn(WhyIn):
    active: bool


class RoleIn(RequestBody):
    role: Annotated[AccountRole, Field(strict=False)]


def _told(auth: Auth, account: Account) -> AccountOut:
    return AccountOut(
        id=account.id,
        name=account.name,
        role=account.role,
        active=account.active,
        barred=account.barred,
        demo=account.demo,
        must_change_password=account.must_change,
        second_factor=account.second_factor,
        must_set_up_second_factor=auth.must_enroll(account),
    )


@router.get("")
def list_accounts(_: Administrator, request: Request) -> AccountsOut:
    """Every account."""
    auth = auth_of(request)
    return AccountsOut(accounts=[_told(auth, account) for account in auth.accounts.listed()])


@router.post("", dependencies=[RateLimited])
def make_account(body: AccountIn, caller: Administrator, request: Request) -> NewAccountOut:
    """Create an account with a one-time password."""
    auth = auth_of(request)
    made = auth.accounts.create(body.name, body.role, by=caller.acting)
    return _with_password(auth, made.id, caller)


def _with_password(auth: Auth, id: str, caller: Caller) -> NewAccountOut:
    password = auth.accounts.reset_password(id, caller.acting)
    told = _told(auth, auth.accounts.find(id))
    return NewAccountOut(**told.model_dump(), one_time_password=password)


@router.post("/{id}/password", dependencies=[RateLimited])
def reset_password(id: Id, caller: Administrator, request: Request) -> NewAccountOut:
    """Issue a one-time password; the account’s sessions and tokens end."""
    return _with_password(auth_of(request), id, caller)


@router.post("/{id}/active", dependencies=[RateLimited])
def set_active(id: Id, body: ActiveIn, caller: Administrator, request: Request) -> AccountOut:
    """Close an account or reopen it, with a reason; nobody can close their own.

    Whoever has chips at a table or a balance takes them away first.
    """
    if id == caller.account.id and not body.active:
        raise Refused("own_account", "You cannot close your own account.")
    auth = auth_of(request)
    with seatings_of(request).alone(id) as person:
        if not body.active:
            seatings_of(request).check_settled(person, "close the account")
        return _told(auth, auth.accounts.set_active(id, body.active, body.why, caller.acting))


@router.post("/{id}/role", dependencies=[RateLimited])
def set_role(id: Id, body: RoleIn, caller: Administrator, request: Request) -> AccountOut:
    """Change the role of an account; its sessions and tokens end. Nobody can change their own."""
    if id == caller.account.id:
        raise Refused("own_account", "You cannot change your own role.")
    auth = auth_of(request)
    if auth.accounts.find(id).demo:
        raise Refused("demo_account", "A demonstration account keeps its role.")
    with seatings_of(request).alone(id) as person:  # only players have money with the house
        seatings_of(request).check_settled(person, "change the role")
        return _told(auth, auth.accounts.set_role(id, body.role, caller.acting))


@router.post("/{id}/second-factor/remove", dependencies=[RateLimited])
def remove_second_factor(id: Id, caller: Administrator, request: Request) -> AccountOut:
    """Remove somebody’s second factor, because it was lost; their sessions and tokens end."""
    auth = auth_of(request)
    if id == caller.account.id:
        raise Refused("own_account", "You can remove your own second factor on your own page only.")
    auth.second_factors.remove(auth.accounts.find(id), caller.acting)
    return _told(auth, auth.accounts.find(id))


@router.get("/{id}/access")
def show_access(id: Id, _: Administrator, request: Request) -> AccessOut:
    """Somebody’s open sessions, last sign-ins and tokens."""
    auth = auth_of(request)
    auth.accounts.find(id)
    tokens = [token_out(one) for one in auth.accounts.tokens(id)]
    return AccessOut(**sign_ins_of(auth, id).model_dump(), tokens=tokens)


@router.delete("/{id}/tokens/{token}", dependencies=[RateLimited])
def revoke_token(id: Id, token: Id, caller: Administrator, request: Request) -> Ended:
    """Revoke one of somebody’s API tokens."""
    return Ended(ended=auth_of(request).accounts.revoke_tokens(id, caller.acting, token))


@router.delete("/{id}/tokens", dependencies=[RateLimited])
def revoke_tokens(id: Id, caller: Administrator, request: Request) -> Ended:
    """Revoke all of somebody’s API tokens."""
    return Ended(ended=auth_of(request).accounts.revoke_tokens(id, caller.acting))


@router.delete("/{id}/sessions", dependencies=[RateLimited])
def end_sessions(id: Id, caller: Administrator, request: Request) -> Ended:
    """Sign somebody out everywhere."""
    return Ended(ended=auth_of(request).accounts.end_sessions(id, caller.acting))


class MoneyIn(RequestBody):
    key: Key
    cents: Annotated[
        int, Field(ge=-(10**12), le=10**12, description="Above zero: paid in; below zero: paid out.")
    ]


@router.post("/{id}/money", dependencies=[RateLimited])
def move_money(
    id: Id, body: MoneyIn, caller: Cashier, request: Request, response: Response
) -> BalanceOut | WaitingOut:
    """Pay money in to a player’s account, or out of it, as at the cage; kept for clients made before it."""
    player = player_at_window(request, id)
    if not body.cents:
        raise Refused("no_money", "Enter an amount other than $0.")
    if body.cents > 0:
        check_open_account(player)
    act = Deposit(account=id, cents=body.cents) if body.cents > 0 else Withdraw(account=id, cents=-body.cents)
    moved = approvals_of(request).move(act, caller, f"{caller.account.id}:{body.key}")
    if isinstance(moved, Approval):
        return waiting_out(moved, response)
    return BalanceOut(balance_cents=tables_of(request).pit.cage.balance(id))


class ActivityOut(BaseModel):
    activity: list[ActivityEntry]


office = APIRouter(tags=["administration"])


@office.get("/activity")
def list_activity(
    _: Annotated[Caller, allow(AccountRole.REGULATOR, AccountRole.ADMINISTRATOR)],
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=2**31 - 1)] = None,
    about: Literal["all", "changes", "sign-ins"] = "all",
) -> ActivityOut:
    """The staff activity log: who signed in or changed what, when, from where and why; latest first."""
    auth = auth_of(request)
    only, without = SIGN_INS * (about == "sign-ins"), SIGN_INS * (about == "changes")
    entries = auth.directory.activity(before, only=only, without=without)
    names = auth.names(id for entry in entries for id in (entry.actor, entry.subject))
    return ActivityOut(
        activity=[
            replace(
                entry,
                actor=names.get(entry.actor, entry.actor),
                subject=names.get(entry.subject, entry.subject),
            )
            for entry in entries
        ]
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
