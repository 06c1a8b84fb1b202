"""The approvals API: money that waits for a second person."""

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from pitboss.web.api.login import Done, Id, RequestBody
from pitboss.web.approvals import Approval, Approvals, words_of
from pitboss.web.auth import Caller, RateLimited, allow, auth_of
from pitboss.web.roles import OVERSIGHT, SECOND_PERSONS, AccountRole

router = APIRouter(prefix="/approvals", tags=["administration"])

Reader = Annotated[Caller, allow(*OVERSIGHT, AccountRole.CASHIER)]
Approver = Annotated[Caller, allow(*SECOND_PERSONS, AccountRole.DEALER)]
ACCEPTED = 202


class WaitingOut(BaseModel):
    """Nothing has moved yet: a second person must approve. The same request again tells what became of it."""

    waiting: Literal[True] = True
    approval: str
    expires_at: float
    says: str


class ApprovalOut(BaseModel):
    id: str
    says: str = Field(description="What would be done, in words.")
    cents: int
    asked_by: str
    asked_at: float
    expires_at: float
    yours: bool = Field(description="You asked for it, so somebody else must approve.")
    may_approve: bool


class ApprovalsOut(BaseModel):
    approvals: list[ApprovalOut]


class RefusalIn(RequestBody):
    why: Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f]+$")]


def approvals_of(request: Request) -> Approvals:
    approvals: Approvals = request.app.state.approvals
    return approvals


WAITS = "This needs a second person. It waits for approval on the Staff page or at the cage."


def waiting_out(asked: Approval, response: Response, says: str = WAITS) -> WaitingOut:
    response.status_code = ACCEPTED
    return WaitingOut(approval=asked.id, expires_at=asked.expires_at, says=says)


@router.get("")
def list_approvals(caller: Reader, request: Request) -> ApprovalsOut:
    """What waits for a second person, the oldest first."""
    approvals, auth = approvals_of(request), auth_of(request)
    waiting = approvals.waiting()
    ids = [id for one in waiting for id in (one.asked_by, getattr(one.act, "account", ""))]
    names = auth.names(ids)
    return ApprovalsOut(
        approvals=[
            ApprovalOut(
                id=one.id,
                says=words_of(one.act, names),
                cents=one.act.cents,
                asked_by=names.get(one.asked_by, one.asked_by),
                asked_at=one.asked_at,
                expires_at=one.expires_at,
                yours=one.asked_by == caller.account.id,
                may_approve=approvals.may_decide(one, caller),
            )
            for one in waiting
        ]
    )


@router.post("/{id}/approve", dependencies=[RateLimited])
def approve(id: Id, caller: Approver, request: Request) -> Done:
    """Approve as the second person: the money moves now, and both persons are recorded."""
    approvals_of(request).approve(id, caller)
    return Done()


@router.post("/{id}/refuse", dependencies=[RateLimited])
def refuse(id: Id, body: RefusalIn, caller: Approver, request: Request) -> Done:
    """Refuse, or take your own request back."""
    approvals_of(request).refuse(id, caller, body.why)
    return Done()
