"""The assignments API: which dealer deals where and when."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.web.api.login import Done, Id, RequestBody
from pitboss.web.api.tables import TableId, tables_of
from pitboss.web.assignments import MAX_LISTED, Assignment
from pitboss.web.auth import Auth, Caller, RateLimited, allow, auth_of
from pitboss.web.roles import OVERSIGHT, AccountRole

router = APIRouter(tags=["floor"])

Assigner = Annotated[Caller, allow(AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)]
At = Annotated[float, Field(ge=0, le=10**11, strict=False)]


class AssignmentIn(RequestBody):
    account: Id
    table: TableId
    begins_at: At = Field(description="In seconds since 1970, as every time here.")
    ends_at: At
    shift: Annotated[str, Field(max_length=40, pattern=r"^[\w .,'#-]*$")] = ""


class AssignmentOut(BaseModel):
    id: str
    account: str
    dealer: str
    table: str
    table_name: str
    begins_at: float
    ends_at: float
    shift: str
    assigned_by: str
    assigned_at: float


class AssignmentsOut(BaseModel):
    assignments: list[AssignmentOut] = Field(max_length=MAX_LISTED)


class DealerOut(BaseModel):
    id: str
    name: str


class DealersOut(BaseModel):
    dealers: list[DealerOut]


def _listed(request: Request, auth: Auth, found: list[Assignment]) -> AssignmentsOut:
    names = auth.names(id for one in found for id in (one.account, one.assigned_by))
    cards = tables_of(request).cards()
    return AssignmentsOut(
        assignments=[
            AssignmentOut(
                id=one.id,
                account=one.account,
                dealer=names.get(one.account, one.account),
                table=one.table,
                table_name=cards[one.table].name if one.table in cards else one.table,
                begins_at=one.begins_at,
                ends_at=one.ends_at,
                shift=one.shift,
                assigned_by=names.get(one.assigned_by, one.assigned_by),
                assigned_at=one.assigned_at,
            )
            for one in found
        ]
    )


@router.get("/assignments")
def list_assignments(_: Annotated[Caller, allow(*OVERSIGHT)], request: Request) -> AssignmentsOut:
    """Every assignment that is not over, the next first."""
    auth = auth_of(request)
    return _listed(request, auth, auth.assignments.listed())


@router.get("/me/assignments")
def my_assignments(caller: Annotated[Caller, allow(AccountRole.DEALER)], request: Request) -> AssignmentsOut:
    """Where you deal, and when."""
    auth = auth_of(request)
    return _listed(request, auth, auth.assignments.listed(caller.account.id))


@router.get("/dealers")
def list_dealers(_: Annotated[Caller, allow(*OVERSIGHT)], request: Request) -> DealersOut:
    """The dealers of the house, by name."""
    people = auth_of(request).accounts.listed()
    dealers = [one for one in people if one.role == AccountRole.DEALER and one.active]
    return DealersOut(dealers=[DealerOut(id=one.id, name=one.name) for one in dealers])


@router.post("/assignments", dependencies=[RateLimited])
def assign(body: AssignmentIn, caller: Assigner, request: Request) -> AssignmentsOut:
    """Assign a dealer to a table that is dealt by hand, from when to when."""
    auth, tables = auth_of(request), tables_of(request)
    if body.table not in tables.cards():
        raise Refused("no_such_table", "There is no such table.")
    live = tables.live.get(body.table)
    if live is not None and live.automatic:
        raise Refused("automatic_table", "This table is dealt automatically: no dealer acts here.")
    dealer = auth.accounts.find(body.account)
    made = auth.assignments.assign(
        dealer, body.table, body.begins_at, body.ends_at, body.shift, caller.acting
    )
    return _listed(request, auth, [made])


@router.post("/assignments/{id}/end", dependencies=[RateLimited])
def end_assignment(id: Id, caller: Assigner, request: Request) -> Done:
    """End an assignment now."""
    auth_of(request).assignments.end(id, caller.acting)
    return Done()
