"""The incidents API: reports that the floor files, adds to, and lists by the gaming day."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pitboss.desk.house_entries import IncidentFiled, IncidentFollowedUp
from pitboss.desk.time_text import time_of
from pitboss.errors import Refused
from pitboss.table.dead_hands import last_round
from pitboss.web.api.login import Id, RequestBody
from pitboss.web.api.tables import TableId, table_of, tables_of
from pitboss.web.auth import Caller, Floor, RateLimited, allow, auth_of
from pitboss.web.house_notices import FiledIncident, HouseNotices
from pitboss.web.incidents import Incidents, latest, new_id
from pitboss.web.roles import AccountRole

router = APIRouter(tags=["floor"])

Follower = Annotated[Caller, allow(AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)]
PRINTED = r"^[^\x00-\x08\x0b-\x1f]*$"
Narrative = Annotated[str, Field(max_length=4_000, pattern=PRINTED)]
Line = Annotated[str, Field(max_length=300, pattern=r"^[^\x00-\x1f]*$")]
Person = Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f]+$")]
Persons = Annotated[list[Person], Field(max_length=20)]


class FollowUpIn(RequestBody):
    narrative: Narrative = ""
    persons: Persons = Field(default_factory=list)
    surveillance: Line = Field(default="", description="Where surveillance finds it: camera, tape, time.")
    finding: Narrative = ""
    outcome: Narrative = ""


class IncidentIn(FollowUpIn):
    narrative: Annotated[str, Field(min_length=1, max_length=4_000, pattern=PRINTED)]
    round: Annotated[int, Field(ge=0, le=10**9)] | None = Field(
        default=None, description="The round it concerns; the last one if none is named; 0 for no round."
    )


class AddedOut(BaseModel):
    """What was added to a report."""

    time: str
    by: str
    narrative: str
    persons: list[str]
    surveillance: str
    finding: str
    outcome: str


class FiledIncidentOut(AddedOut):
    """A report as it was filed, the last word on it, and what was added when and by whom."""

    id: str
    table: str
    name: str = Field(description="The table’s name.")
    round: int
    day: str
    shift: str
    last_finding: str
    last_outcome: str
    added: list[AddedOut]


def notices_of(request: Request) -> HouseNotices:
    notices: HouseNotices = request.app.state.notices
    return notices


def incidents_of(request: Request) -> Incidents:
    return Incidents(auth_of(request).book, notices_of(request))


def filed_out(request: Request, one: FiledIncident) -> FiledIncidentOut:
    days, cards = notices_of(request).days, tables_of(request).cards()
    names = auth_of(request).names(record.actor for record in one.records)
    filed, at = one.filed, time_of(one.record.time)
    return FiledIncidentOut(
        **_part(one.record.time, names.get(one.record.actor, one.record.actor), filed),
        id=filed.incident,
        table=filed.table,
        name=cards[filed.table].name if filed.table in cards else filed.table,
        round=filed.round,
        day=days.day_of(at).isoformat(),
        shift=days.shift_of(at),
        last_finding=latest(one, "finding"),
        last_outcome=latest(one, "outcome"),
        added=[
            AddedOut(**_part(record.time, names.get(record.actor, record.actor), entry))
            for record, entry in one.later
        ],
    )


def _part(time: str, by: str, entry: IncidentFiled | IncidentFollowedUp) -> Mapping[str, object]:
    return {
        "time": time,
        "by": by,
        "narrative": entry.narrative,
        "persons": list(entry.persons),
        "surveillance": entry.surveillance,
        "finding": entry.finding,
        "outcome": entry.outcome,
    }


@router.post("/tables/{id}/incidents", dependencies=[RateLimited])
def file_incident(id: TableId, body: IncidentIn, caller: Floor, request: Request) -> FiledIncidentOut:
    """File an incident to the round it concerns; the last one unless another is named."""
    state = table_of(request, id).state
    number = last_round(state) if body.round is None else body.round
    if not body.narrative.strip():
        raise Refused("nothing_to_add", "Enter what happened.")
    entry = IncidentFiled(
        new_id(), id, number, body.narrative, tuple(body.persons), body.surveillance, body.finding,
        body.outcome,
    )  # fmt: skip
    return filed_out(request, incidents_of(request).file(entry, state, caller.acting))


@router.post("/incidents/{id}/follow-up", dependencies=[RateLimited])
def follow_up(id: Id, body: FollowUpIn, caller: Follower, request: Request) -> FiledIncidentOut:
    """Add a finding or an outcome to an incident; what was filed before stays as it is."""
    entry = IncidentFollowedUp(
        id, body.narrative, tuple(body.persons), body.surveillance, body.finding, body.outcome
    )
    return filed_out(request, incidents_of(request).follow_up(entry, caller.acting))
