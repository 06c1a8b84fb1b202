"""One's own purse and one's own last rounds."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.web.api.tables import tables_of
from pitboss.web.doors import Player, doors_of
from pitboss.web.history import Played

router = APIRouter(prefix="/me", tags=["purse"])

RECALLED = 50


class Purse(BaseModel):
    balance_cents: int


class PlayedTold(BaseModel):
    """A round as one's own record of it; the replay of the round shows every card and choice."""

    table: str
    game: str
    round: int
    ended: str
    chips_before_cents: int
    chips_after_cents: int
    staked_cents: int
    returned_cents: int
    won_cents: int
    lines: list[str] = Field(description="What was decided, taken and paid.")


class RecallTold(BaseModel):
    rounds: list[PlayedTold] = Field(description="The latest first.", max_length=RECALLED)


@router.get("/money")
def my_money(caller: Player, request: Request) -> Purse:
    """What one has with the house, chips at tables apart."""
    cage = tables_of(request).pit.cage
    cage.refresh()
    return Purse(balance_cents=cage.balance(caller.account.id))


@router.get("/rounds")
def my_rounds(
    caller: Player, request: Request, last: Annotated[int, Query(ge=1, le=RECALLED)] = RECALLED
) -> RecallTold:
    """One's own last rounds, at whatever table."""
    tables, account = tables_of(request), caller.account.id
    found: list[tuple[str, Played]] = []
    for id in doors_of(request).register.sat_at(account):
        try:
            tables.find(id)
        except Refused:
            continue
        found += [(id, played) for played in tables.history(id).refresh().played.get(account, ())]
    found.sort(key=lambda one: one[1].ended, reverse=True)
    return RecallTold(rounds=[PlayedTold(table=id, **played._asdict()) for id, played in found[:last]])
