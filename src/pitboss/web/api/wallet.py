"""One's own purse and one's own last rounds."""

from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.desk.round_records import BoxRound
from pitboss.web.api.tables import tables_of
from pitboss.web.auth import Player, auth_of

router = APIRouter(prefix="/me", tags=["purse"])

RECALLED = 50


class BalanceOut(BaseModel):
    balance_cents: int


class PlayedRoundOut(BaseModel):
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
    net_cents: int
    lines: list[str] = Field(description="What was decided, taken and paid.")


class RecallOut(BaseModel):
    rounds: list[PlayedRoundOut] = Field(description="The latest first.", max_length=RECALLED)


@router.get("/money")
def my_money(caller: Player, request: Request) -> BalanceOut:
    """What one has with the house, chips at tables apart."""
    cage = tables_of(request).pit.cage
    cage.refresh()
    return BalanceOut(balance_cents=cage.balance(caller.account.id))


@router.get("/rounds")
def my_rounds(
    caller: Player, request: Request, last: Annotated[int, Query(ge=1, le=RECALLED)] = RECALLED
) -> RecallOut:
    """One's own last rounds, at whatever table."""
    tables, account = tables_of(request), caller.account.id
    for id in set(auth_of(request).directory.sat_at(account)) & tables.live.keys():
        tables.history(id).refresh()
    found = [
        _played(id, list(boxes))
        for id, numbers in tables.index.played_by(account, last).items()
        for _, boxes in groupby(tables.history(id).recall(account, numbers), lambda one: one.round)
    ]
    return RecallOut(rounds=sorted(found, key=lambda one: one.ended, reverse=True))


def _played(table: str, boxes: list[BoxRound]) -> PlayedRoundOut:
    """One round, in however many boxes."""
    first = min(boxes, key=lambda box: box.first_record)
    staked, returned, won = (
        sum(getattr(box, name) for box in boxes) for name in ("wagered_cents", "returned_cents", "won_cents")
    )
    return PlayedRoundOut(
        table=table,
        game=first.game,
        round=first.round,
        ended=first.ended,
        chips_before_cents=first.funds_before_cents,
        chips_after_cents=first.funds_after_cents,
        staked_cents=staked,
        returned_cents=returned,
        won_cents=won,
        net_cents=returned + won - staked,
        lines=[line for box in reversed(boxes) for line in box.lines],
    )
