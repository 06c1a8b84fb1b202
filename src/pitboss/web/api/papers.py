"""The papers API: the felt as a picture, and PDFs made in the background."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from pitboss.games.game import Game
from pitboss.web.api.games import GameName, OptionChoices, catalogue_of
from pitboss.web.auth import LoggedIn, auth_of
from pitboss.web.background_jobs import BackgroundJobs
from pitboss.web.slow_routes import TakesLong

router = APIRouter(prefix="/games", tags=["papers"])

Paper = Literal["report", "card", "manual", "layout", "sign"]


class PrintOrder(NamedTuple):
    """What to print: a game with its options, for a house, on a day."""

    game: Game
    source: str
    choices: tuple[str, ...]
    holder: str
    date: str


def _report(order: PrintOrder) -> bytes:
    from pitboss.paper.findings import gather_findings
    from pitboss.paper.report import report_bytes
    from pitboss.paper.request import ReportRequest

    wanted = ReportRequest(order.source, order.date, order.choices, holder=order.holder)
    return report_bytes(gather_findings(wanted), "pdf")


def _card(order: PrintOrder) -> bytes:
    from pitboss.paper.rackcard import card_bytes

    return card_bytes(order.game, date=order.date)


def _manual(order: PrintOrder) -> bytes:
    from pitboss.paper.manual import manual_bytes

    return manual_bytes(order.game, date=order.date)


def _layout(order: PrintOrder) -> bytes:
    from pitboss.paper.felt import draw_felt
    from pitboss.paper.felt_plan import plan_felt
    from pitboss.paper.single_page_pdf import sheet_pdf

    plan = plan_felt(order.game, holder=order.holder)
    return sheet_pdf(draw_felt(plan, "paper"), title=f"Layout of {order.game.title}")


def _sign(order: PrintOrder) -> bytes:
    from pitboss.paper.sign import draw_sign
    from pitboss.paper.single_page_pdf import sheet_pdf

    return sheet_pdf(draw_sign(order.game, holder=order.holder), title=f"Sign of {order.game.title}")


MAKERS: dict[str, Callable[[PrintOrder], bytes]] = {
    "report": _report,
    "card": _card,
    "manual": _manual,
    "layout": _layout,
    "sign": _sign,
}


@router.get(
    "/{game}/felt.svg",
    dependencies=[TakesLong],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
def felt(game: GameName, _: LoggedIn, request: Request, choices: OptionChoices = []) -> Response:  # noqa: B006
    """The felt of a game with these options."""
    from pitboss.paper.felt import draw_felt
    from pitboss.paper.felt_plan import plan_felt

    plan = plan_felt(catalogue_of(request).game(game, choices), holder=auth_of(request).settings.holder)
    return Response(draw_felt(plan, "felt"), media_type="image/svg+xml")


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
    caller: LoggedIn,
    request: Request,
    choices: OptionChoices = [],  # noqa: B006
) -> Response:
    """A paper as PDF, or 202 while it is being made. A report takes minutes and delays no other paper."""
    catalogue = catalogue_of(request)
    chosen = catalogue.game(game, choices)
    holder, today = auth_of(request).settings.holder, datetime.now(UTC).date().isoformat()
    order = PrintOrder(chosen, catalogue.source(game), tuple(choices), holder, today)
    paper_jobs: dict[str, BackgroundJobs] = request.app.state.paper_jobs
    jobs = paper_jobs["report" if paper == "report" else "paper"]
    made = jobs.ask(f"{paper} {chosen.sha256} {today}", lambda: MAKERS[paper](order), caller.account.id)
    if made is None:
        return JSONResponse({"ready": False}, 202, headers={"Retry-After": "1"})
    name = f"{chosen.id}-{paper}.pdf"
    return Response(
        made, media_type="application/pdf", headers={"Content-Disposition": f'inline; filename="{name}"'}
    )
