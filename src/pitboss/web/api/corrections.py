"""The corrections API: what was keyed at a table dealt by hand, and putting it right."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.web import corrections
from pitboss.web.api.floor import Why
from pitboss.web.api.tables import Accepted, KeyIn, TableId, accepted, table_of
from pitboss.web.auth import Caller, RateLimited, allow, auth_of
from pitboss.web.roles import AccountRole
from pitboss.web.seat_permissions import check_dealer

router = APIRouter(prefix="/tables", tags=["tables"])

STAFF = (AccountRole.DEALER, AccountRole.FLOORPERSON)
Corrector = Annotated[Caller, allow(*STAFF)]
Reader = Annotated[Caller, allow(*STAFF, AccountRole.REGULATOR, AccountRole.ADMINISTRATOR)]


class FieldOut(BaseModel):
    name: str
    label: str
    value: str | int | bool
    values: list[tuple[str | int | bool, str]] = Field(
        description="What else it can be, each with its words; empty where it is a number."
    )


class EntryOut(BaseModel):
    """An act that the house keyed."""

    record: int
    act: int = Field(description="Its place in the record, from 0.")
    round: int
    finished: bool
    actor: str
    says: str
    command: dict[str, Any]
    fields: list[FieldOut]


class EntriesOut(BaseModel):
    entries: list[EntryOut] = Field(description="Of the last round and this one, the latest first.")
    waiting: dict[str, Any] | None = Field(description="A correction that the floorperson must approve.")


class CorrectionIn(KeyIn):
    record: Annotated[int, Field(ge=1, le=2**53)]
    act: Annotated[int, Field(ge=0, le=2_000)] = 0
    command: Annotated[dict[str, Any], Field(max_length=12)] | None = Field(
        description="The act as it should have been keyed; null when there was no such act."
    )
    why: Why
    leave_money: bool = Field(default=False, description="Of a finished round: no chips move now.")


@router.get("/{id}/entries")
def list_entries(id: TableId, caller: Reader, request: Request) -> EntriesOut:
    """What was keyed in the last round and in this one, and a correction that waits for approval."""
    table = table_of(request, id)
    check_dealer(caller, table)
    keyed, waiting = corrections.entries(table), corrections.asked_entry(table)
    accounts = [one.actor for one in keyed] + ([waiting["account"]] if waiting else [])
    names = auth_of(request).names(accounts)
    if waiting:
        waiting["name"] = names.get(waiting["account"], waiting["account"])
    return EntriesOut(
        entries=[
            EntryOut(
                **one._asdict()
                | {
                    "actor": names.get(one.actor, one.actor),
                    "fields": [field._asdict() for field in one.fields],
                }
            )
            for one in keyed
        ],
        waiting=waiting,
    )


@router.post("/{id}/corrections", dependencies=[RateLimited])
def correct(id: TableId, body: CorrectionIn, caller: Corrector, request: Request) -> Accepted:
    """Correct what was keyed: everything after it is decided again, and both versions are kept.

    Where money has moved a floorperson makes the correction, and with it approves what the dealer asked for.
    """
    key = f"{caller.account.id}:{body.key}"
    sequence = corrections.correct(caller, table_of(request, id), key, body.model_dump())
    return accepted(request, id, sequence)
