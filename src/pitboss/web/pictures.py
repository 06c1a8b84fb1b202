"""Drawings for the screen: the felt of a game with its plan, symbols of cards and chips, their colors."""

from functools import cache
from hashlib import sha256
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel
from starlette.responses import Response

from pitboss.games.game import Game
from pitboss.paper.card_faces import card_symbols
from pitboss.paper.chip_drawing import RISE, chip_symbols
from pitboss.paper.felt import RACK_SCALE, felt_group
from pitboss.paper.felt_plan import (
    CARD_HEIGHT,
    CARD_THICKNESS,
    CARD_WIDTH,
    CHIP,
    HEIGHT,
    LANE_LABEL,
    WIDTH,
    Area,
    Box,
    FeltPlan,
    Place,
    plan_felt,
)
from pitboss.paper.ink_themes import screen_stylesheet
from pitboss.table.chips import denominations
from pitboss.table.notation import card_text
from pitboss.web.api.games import GameName, OptionChoices, catalogue_of
from pitboss.web.auth import LoggedIn, auth_of
from pitboss.web.round_acts import faces_of
from pitboss.web.table_json import kind_of

router = APIRouter(prefix="/games", tags=["games"])
assets = APIRouter()


class FeltOut(BaseModel):
    game: str
    sha256: str
    svg: str
    plan: dict[str, Any]


@router.get("/{game}/felt")
def show_felt(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> FeltOut:  # noqa: B006
    """The felt of a game with these options, and where cards and chips lie on it."""
    chosen = catalogue_of(request).game(game, choices)
    plan = plan_felt(chosen, holder=auth_of(request).settings.holder, facing=0.0)
    return FeltOut(game=chosen.id, sha256=chosen.sha256, svg=felt_group(plan), plan=plan_data(plan))


def plan_data(plan: FeltPlan) -> dict[str, Any]:
    """The anchors of a felt, in its own millimetres."""
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "card": {"width": CARD_WIDTH, "height": CARD_HEIGHT},
        "chip": CHIP / 2,
        "rise": RISE,
        "card_rise": CARD_THICKNESS * RACK_SCALE,
        "lane_label": LANE_LABEL,
        "denominations": list(denominations(plan.game.house)),
        "faces": [card_text(card) for card in faces_of(plan.game)],
        "boxes": [_box(box, plan.game) for box in plan.boxes],
        "lanes": {lane.id.removeprefix("lane-"): _area(lane) for lane in plan.lanes},
        **{name: _area(getattr(plan, name)) for name in ("dealer", "shoe", "rack", "tray", "reader")},
    }


def _place(place: Place) -> dict[str, float]:
    return {"x": round(place.x, 1), "y": round(place.y, 1)}


def _area(area: Area | None) -> dict[str, Any] | None:
    if area is None:
        return None
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height, "label": area.label}


def _box(box: Box, game: Game) -> dict[str, Any]:
    return {
        "number": box.number,
        "room": box.room,
        "cards": _place(box.cards),
        "name": _place(box.name),
        "insurance": _place(box.insurance),
        "spots": [
            {
                "wager": spot.wager,
                "kind": kind_of(game, spot.wager),
                "spoken": spot.spoken,
                "width": spot.width,
                "height": spot.height,
                "round": spot.shape == "circle",
                **_place(spot.place),
            }
            for spot in box.spots
        ],
        "card_boxes": [_place(card_box.place) for card_box in box.card_boxes],
    }


@assets.get("/felt.css", include_in_schema=False)
def felt_colors(request: Request) -> Response:
    return _cached(request, screen_stylesheet(), "text/css")


@cache
def _symbols() -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg">{card_symbols()}{chip_symbols()}</svg>'


@assets.get("/symbols.svg", include_in_schema=False)
def symbols(request: Request) -> Response:
    """Cards and chips, each drawn once, for pages to use."""
    return _cached(request, _symbols(), "image/svg+xml")


def _cached(request: Request, text: str, kind: str) -> Response:
    """Cached by the browser and revalidated each time."""
    tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(text, media_type=kind, headers=headers)
