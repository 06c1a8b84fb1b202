"""The players’ API: rating cards for the floor; limits and self-exclusion for players themselves."""

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from pitboss.errors import Refused
from pitboss.games.game import Game
from pitboss.web.api.incidents import notices_of
from pitboss.web.api.login import Id, RequestBody
from pitboss.web.api.pit import FIRST_DAY, LAST_DAY
from pitboss.web.api.replay import Overseer
from pitboss.web.api.tables import tables_of
from pitboss.web.auth import Player, RateLimited, auth_of
from pitboss.web.background_jobs import AskersJobs
from pitboss.web.odds_queries import odds
from pitboss.web.player_days import PlayerDays, WagerHandle, game_of, theoretical_cents
from pitboss.web.player_limits import PlayerLimits, What
from pitboss.web.player_money import BOUGHT, PAID_IN, PAID_OUT, TAKEN, PlayerMoney
from pitboss.web.roles import AccountRole
from pitboss.web.slow_routes import TakesLong

router = APIRouter(tags=["floor"])
own = APIRouter(prefix="/me", tags=["me"])

MOST_DAYS = 3_650
Days = Annotated[int, Field(ge=1, le=MOST_DAYS, description="For how many days from now it holds.")]


class RatedWagerOut(BaseModel):
    wager: str
    label: str
    handle_cents: int = Field(description="All that was staked on it.")
    initial_cents: int = Field(description="The part that was staked first, without doubles and splits.")
    house_edge: float | None = Field(description="Exact, of what is staked first; null while not known.")
    theoretical_cents: int | None


class RatingOut(BaseModel):
    """A rating card: one player, one gaming day."""

    account: str
    name: str
    day: str
    hands: int
    average_bet_cents: int
    handle_cents: int
    won_cents: int = Field(description="What the player won; below zero, what the player lost.")
    minutes: int
    wagers: list[RatedWagerOut]
    theoretical_cents: int | None = Field(description="Theoretical loss; null while an edge is not known.")
    bought_cents: int
    taken_away_cents: int
    paid_in_cents: int
    paid_out_cents: int
    alert_above_cents: int


class LimitOut(BaseModel):
    what: What
    most: int = Field(description="Cents, or minutes of play, in a gaming day.")
    used: int
    until: str


class LimitsOut(BaseModel):
    excluded_until: str = Field(description="Empty while you are not excluded.")
    limits: list[LimitOut] = Field(max_length=3)


class LimitIn(RequestBody):
    what: What
    most: Annotated[int, Field(ge=1, le=10**12)]
    days: Days


class ExclusionIn(RequestBody):
    days: Days


def limits_of(request: Request) -> PlayerLimits:
    limits: PlayerLimits = request.app.state.limits
    return limits


@router.get("/players/{id}/rating", dependencies=[TakesLong])
def rate_player(
    id: Id, _: Overseer, request: Request,
    day: Annotated[date | None, Query(ge=FIRST_DAY, le=LAST_DAY)] = None,
) -> RatingOut:  # fmt: skip
    """A player’s rating card: average bet, hands, handle and theoretical loss of a gaming day."""
    player = auth_of(request).accounts.find(id)
    if player.role != AccountRole.PLAYER:
        raise Refused("not_a_player", "Only players are rated.")
    state, today = request.app.state, day or notices_of(request).today
    days: PlayerDays = state.player_days
    money: PlayerMoney = state.player_money
    played, flows = days.played(id, today), money.of(id, today)
    wagers = [_rated(request, one) for one in played.handle]
    expected = [one.theoretical_cents for one in wagers]
    return RatingOut(
        account=id,
        name=player.name,
        day=today.isoformat(),
        hands=played.hands,
        average_bet_cents=round(played.initial_cents / played.hands) if played.hands else 0,
        handle_cents=sum(one.handle_cents for one in wagers),
        won_cents=played.net_cents,
        minutes=played.minutes,
        wagers=wagers,
        theoretical_cents=_sum(expected),
        bought_cents=flows[BOUGHT],
        taken_away_cents=flows[TAKEN],
        paid_in_cents=flows[PAID_IN],
        paid_out_cents=flows[PAID_OUT],
        alert_above_cents=state.settings.players.alert_cents,
    )


def _sum(expected: Sequence[int | None]) -> int | None:
    known = [one for one in expected if one is not None]
    return sum(known) if len(known) == len(expected) else None


def _rated(request: Request, handle: WagerHandle) -> RatedWagerOut:
    game = game_of(tables_of(request), handle)
    edges = _edges(request, game) if game is not None else {}
    expected = theoretical_cents(handle, edges)
    return RatedWagerOut(
        wager=handle.wager,
        label=handle.label,
        handle_cents=handle.handle_cents,
        initial_cents=handle.initial_cents,
        house_edge=edges.get(handle.wager),
        theoretical_cents=None if expected is None else round(expected),
    )


def _edges(request: Request, game: Game) -> dict[str, float]:
    """Exact, by wager; empty while they are computed."""
    figures: dict[str, Any] | None = odds(AskersJobs(request.app.state.jobs), game)
    return {one["wager"]: one["house_edge"] for one in figures["wagers"]} if figures else {}


# ---- a player’s own


@own.get("/limits", dependencies=[TakesLong])
def my_limits(caller: Player, request: Request) -> LimitsOut:
    """Your limits, how much of each you have used in this gaming day, and whether you excluded yourself."""
    return _limits_out(request, caller.account.id)


def _limits_out(request: Request, account: str) -> LimitsOut:
    limits = limits_of(request)
    return LimitsOut(
        excluded_until=limits.excluded_until(account),
        limits=[LimitOut(**one._asdict()) for one in limits.in_force(account)],
    )


@own.post("/limits", dependencies=[RateLimited])
def set_limit(body: LimitIn, caller: Player, request: Request) -> LimitsOut:
    """Limit what you lose, pay in or play in a gaming day. Until it ends it can only be made tighter."""
    limits_of(request).set_limit(caller.account.id, body.what, body.most, body.days, caller.acting)
    return _limits_out(request, caller.account.id)


@own.post("/exclusion", dependencies=[RateLimited])
def exclude_myself(body: ExclusionIn, caller: Player, request: Request) -> LimitsOut:
    """Exclude yourself from play. It cannot be taken back before its end."""
    limits_of(request).exclude(caller.account.id, body.days, caller.acting)
    return _limits_out(request, caller.account.id)
