"""A player’s own balance and last rounds."""

from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.desk.round_records import BoxRound
from pitboss.web.api.tables import tables_of
from pitboss.web.auth import Player, auth_of
from pitboss.web.slow_routes import TakesLong
from pitboss.web.table_manager import TableManager

router = APIRouter(prefix="/me", tags=["me"])

MAX_ROUNDS = 50


class BalanceOut(BaseModel):
    balance_cents: int


class PlayedRoundOut(BaseModel):
    """One of your rounds; its replay shows every card and decision."""

    table: str
    game: str
    title: str = Field(description="The game’s title.")
    round: int
    ended: str
    chips_before_cents: int
    chips_after_cents: int
    staked_cents: int
    returned_cents: int
    won_cents: int
    net_cents: int
    lines: list[str] = Field(description="What was decided, taken and paid, in words.")


class RecallOut(BaseModel):
    rounds: list[PlayedRoundOut] = Field(description="Latest first.", max_length=MAX_ROUNDS)


@router.get("/money")
def my_money(caller: Player, request: Request) -> BalanceOut:
    """Your balance with the house, without the chips at tables."""
    cage = tables_of(request).pit.cage
    cage.refresh()
    return BalanceOut(balance_cents=cage.balance(caller.account.id))


@router.get("/rounds", dependencies=[TakesLong])
def my_rounds(
    caller: Player, request: Request, last: Annotated[int, Query(ge=1, le=MAX_ROUNDS)] = MAX_ROUNDS
) -> RecallOut:
    """Your last rounds, at any table."""
    tables, account = tables_of(request), caller.account.id
    for id in set(auth_of(request).directory.sat_at(account)) & tables.live.keys():
        tables.history(id).refresh()
    rounds = [
        _played(id, tables, list(boxes))
        for id, numbers in tables.index.played_by(account, last).items()
        for _, boxes in groupby(tables.history(id).recall(account, numbers), lambda one: one.round)
    ]
    return RecallOut(rounds=sorted(rounds, key=lambda one: one.ended, reverse=True))


def _played(table: str, tables: TableManager, boxes: list[BoxRound]) -> PlayedRoundOut:
    """One round, in however many boxes."""
    first = min(boxes, key=lambda box: box.first_record)
    live = tables.live.get(table)
    title = live.state.terms.game.title if live else first.game
    staked, returned, won = (
        sum(getattr(box, name) for box in boxes) for name in ("wagered_cents", "returned_cents", "won_cents")
    )
    return PlayedRoundOut(
        table=table,
        game=first.game,
        title=title,
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
