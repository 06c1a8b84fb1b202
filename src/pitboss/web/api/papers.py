"""Papers of a game: the felt as a picture, and what the house prints of it, made in the background."""

from collections.abc import Callable
from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from pitboss.games.game import Game
from pitboss.web.api.games import GameName, Wishes, catalogue_of, office_of
from pitboss.web.doors import Settled, doors_of

router = APIRouter(prefix="/games", tags=["papers"])

Paper = Literal["layout", "sign"]


@router.get("/{game}/felt.svg", response_class=Response, responses={200: {"content": {"image/svg+xml": {}}}})
def felt(game: GameName, _: Settled, request: Request, wishes: Wishes = []) -> Response:  # noqa: B006
    """The felt of a game with these options, as its layout demands."""
    from pitboss.paper.felt import draw_felt
    from pitboss.paper.plan import plan_felt

    found = catalogue_of(request).game(game, wishes)
    return Response(
        draw_felt(plan_felt(found, holder=holder_of(request)), "felt"), media_type="image/svg+xml"
    )


def holder_of(request: Request) -> str:
    return doors_of(request).settings.holder


def _layout(game: Game, holder: str) -> bytes:
    from pitboss.paper.felt import draw_felt
    from pitboss.paper.plan import plan_felt
    from pitboss.paper.sheet import sheet_pdf

    return sheet_pdf(draw_felt(plan_felt(game, holder=holder), "paper"), title=f"{game.title}: layout")


def _sign(game: Game, holder: str) -> bytes:
    from pitboss.paper.sheet import sheet_pdf
    from pitboss.paper.sign import draw_sign

    return sheet_pdf(draw_sign(game, holder=holder), title=f"{game.title}: sign")


MAKES: dict[str, Callable[[Game, str], bytes]] = {"layout": _layout, "sign": _sign}


@router.get(
    "/{game}/papers/{paper}",
    response_class=Response,
    responses={
        200: {"content": {"application/pdf": {}}},
        202: {"description": "It is being made; ask again."},
    },
)
def paper(
    game: GameName,
    paper: Paper,
    _: Settled,
    request: Request,
    wishes: Wishes = [],  # noqa: B006
) -> Response:
    """A paper as PDF; while it is being made, 202."""
    found = catalogue_of(request).game(game, wishes)
    holder = holder_of(request)
    made = office_of(request).ask(f"{paper} {found.sha256}", lambda: MAKES[paper](found, holder))
    if made is None:
        return JSONResponse({"ready": False}, 202, headers={"Retry-After": "1"})
    name = f"{found.id}-{paper}.pdf"
    return Response(
        made, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )
